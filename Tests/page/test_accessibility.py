"""Accessibility: contrast where axe does not check, states without an address, and keyboard use."""

import pytest
from playwright.sync_api import expect

from looks import SET_THEME, contrast, serious_violations
from screen import PHONE

STATES = {
    "suggestions": lambda screen: (screen.choose("C", "C+"), screen.type("upper", "Dm"), screen.press("ArrowDown")),
    "own name": lambda screen: (screen.choose("C7", "E♭"), screen.keyboard().locator(".renamed").focus()),
    "message": lambda screen: (screen.choose("Cma7", "E"), screen.choose(upper="Dmaj7x")),
    "sound": lambda screen: (screen.goto("/combine/Cma7/D"), screen.page.get_by_role("button", name="Hold").click(),
                             screen.page.get_by_role("button", name="Sound").click()),
}


@pytest.mark.all
def test_axe_reports_no_serious_violations(visit):
    screen = visit()
    for state, reach in STATES.items():
        reach(screen)
        screen.settle()
        assert serious_violations(screen.page) == {}, state


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_note_names_and_glyphs_have_enough_contrast(visit, theme):
    screen = visit("/combine/C7/C+")
    screen.page.evaluate(SET_THEME, theme)
    colors = screen.page.evaluate(
        """() => {
            const paint = (selector, property) => getComputedStyle(document.querySelector(selector))[property];
            return {
                panel: paint("#result", "backgroundColor"),
                names: ["lower", "upper", "both"].map(part => paint("#result .note-name." + part, "fill")),
                keys: ["lower", "upper"].map(part => paint("#result .key.lit." + part, "fill")),
                disc: paint("#result .glyph .fill", "fill"), ring: paint("#result .glyph .ring", "fill"),
            };
        }"""
    )
    for name in colors["names"]:
        assert contrast(name, colors["panel"]) >= 4.5
    assert contrast(colors["disc"], colors["ring"]) >= 4.5
    for key in colors["keys"]:
        assert contrast(colors["disc"], key) >= 3


def test_what_is_chosen_stays_legible_under_the_pointer(visit):
    """On a phone, the pointer stays where it was tapped."""
    screen = visit("/tunes/blues")
    bar = screen.page.locator("#bar-0 .bar-face")
    bar.click()
    expect(bar).to_have_attribute("aria-pressed", "true")
    bar.hover()
    color, paper = (bar.evaluate(f"bar => getComputedStyle(bar).{name}") for name in ("color", "backgroundColor"))
    # The paper is translucent: a tint of the color.
    assert "/ 0.12" in paper, paper
    screen.goto("/combine/Cma7/D").page.locator("#lower-pin").hover()
    assert screen.page.locator("#lower-pin[aria-pressed=true]").evaluate(
        "pin => getComputedStyle(pin).backgroundColor") == "rgba(0, 0, 0, 0)"


@pytest.mark.firefox
def test_tab_order_follows_the_page(visit):
    screen = visit("/combine/Cma7/D")
    link = lambda name: screen.page.get_by_role("link", name=name, exact=True)
    button = lambda name: screen.page.get_by_role("button", name=name, exact=True)
    asides = [button("Sound"), link("Help"), link("Settings")]
    tools = [button(name) for name in ["Undo", "Redo", "Swap", "Clear"]]
    lower, upper = [
        [
            link(f"{place} chord {name}"), button(f"Play {name}"), link(f"Details of {name}"), screen.field(half),
            button(f"Unpin {name}")]
        for place, name, half in [("Lower", "Cma7", "lower"), ("Upper", "D", "upper")]]
    navigation = [link(name) for name in ["Combine", "Circle", "Tunes", "Play", "Practise", "More"]]
    for stop in [link("Skip to the content"), link("Chord Combiner"), *navigation, *tools, *asides, *lower, *upper]:
        screen.press("Tab")
        expect(stop).to_be_focused()
        expect(stop).to_be_in_viewport()


@pytest.mark.firefox
def test_skip_link_skips_the_toolbar(visit):
    screen = visit("/combine/Cma7/D", viewport={"width": 390, "height": 500})
    screen.press("Tab", "Enter")
    expect(screen.page.locator("#screen")).to_be_focused()
    screen.press("Tab")
    expect(screen.page.get_by_role("link", name="Lower chord Cma7")).to_be_focused()
    assert screen.address().endswith("/combine/Cma7/D")


@pytest.mark.firefox
def test_buttons_work_with_the_keyboard(visit):
    screen = visit("/combine/Cma7/E")
    screen.swap.focus()
    screen.press("Enter")
    screen.expect_titles("E", "Cma7")
    screen.press("Space")
    screen.expect_titles("Cma7", "E")
    screen.press("Tab", "Space")
    screen.expect_empty()


@pytest.mark.firefox
def test_the_focus_stays_where_a_control_removes_itself(visit):
    page = visit("/tunes/blues").page
    button = lambda name: page.get_by_role("button", name=name, exact=True)
    page.locator("#bar-2 .bar-face").press("Enter")
    button("Close").press("Enter")
    expect(page.locator(".tune-bar")).to_have_count(0)
    # Between the last bar and the transport.
    assert page.evaluate("document.activeElement.closest('.tune-screen') !== null")
    page.goto("/combine/Cma7/D")
    button("Clear").press("Enter")
    page.locator("#notice").get_by_role("button", name="Undo").press("Enter")
    expect(page.locator("#notice")).to_be_hidden()
    expect(page.locator("#screen")).to_be_focused()


def test_hotkeys_go_on_after_the_last_answer_by_keyboard(visit):
    page = visit("/practise/play_row_Dmi7_G7").page
    button = lambda name: page.get_by_role("button", name=name, exact=True)
    for _ in range(2):
        button("Show answer").press("Enter")
        button("I knew it").press("Enter")
    expect(button("Again")).to_be_visible()
    expect(page.locator("#screen")).to_be_focused()
    page.keyboard.press("Enter")
    expect(button("Show answer")).to_be_visible()


def test_the_focus_is_not_moved_after_a_click(visit):
    page = visit("/tunes/blues", viewport=PHONE, has_touch=True, is_mobile=True).page
    page.locator("#bar-2 .bar-face").tap()
    page.get_by_role("button", name="Close", exact=True).tap()
    expect(page.locator(".tune-bar")).to_have_count(0)
    assert page.evaluate("document.activeElement === document.body")
