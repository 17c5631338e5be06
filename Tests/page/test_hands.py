"""Voicings: shown below a result, changed, played, remembered and shared."""

import re

import pytest
from playwright.sync_api import expect

from looks import SET_THEME, OVERFLOWS, SMALL_CONTROLS, serious_violations
from screen import PHONE, Screen

WIDTHS = [(320, 568), (360, 640), (390, 844), (600, 960), (768, 1024), (810, 1080), (1280, 800), (1440, 900)]


def hands(page):
    return page.get_by_role("region", name="Voicing")


def styles(page):
    return hands(page).get_by_role("group", name="Style").get_by_role("button")


def chosen(page):
    return hands(page).locator("[data-action^='hands style'][aria-pressed='true']")


def keys(page, color):
    return hands(page).locator(f".lit.{color}").evaluate_all(
        "keys => keys.map(key => Number(key.dataset.pitch)).sort((a, b) => a - b)")


@pytest.mark.firefox
def test_voicing_is_shown_below_a_result_from_the_start(visit):
    screen = visit("/combine/C7/A")
    page = screen.page
    # Rendered by the server.
    expect(hands(visit("/combine/C7/A", java_script_enabled=False).page)).to_be_visible()
    expect(hands(page)).to_be_visible()
    assert keys(page, "lower") and keys(page, "upper") and max(keys(page, "lower")) < min(keys(page, "upper"))
    expect(hands(page).locator(".middle-c")).to_have_count(1)
    expect(
        hands(page).get_by_role("img", name=re.compile("^Piano keyboard, left hand .*, right hand "))).to_be_visible()
    screen.choose(upper="B♭")
    assert all(key % 12 in (0, 4, 7, 10, 2, 5) for key in keys(page, "lower") + keys(page, "upper"))


@pytest.mark.all
@pytest.mark.firefox
def test_chosen_style_is_remembered_for_the_quality(visit):
    screen = visit("/chord/C13(♭9)")
    page = screen.page
    last = styles(page).last
    name = last.text_content()
    last.focus()
    screen.press("Enter")
    expect(chosen(page)).to_have_text([name])
    expect(chosen(page)).to_be_focused()
    expect(screen.announcer).to_have_text(re.compile(f"^{re.escape(name)}, (left|right) hand "))
    screen.goto("/chord/F♯13(♭9)")
    expect(chosen(page)).to_have_text([name])
    screen.reload()
    expect(chosen(page)).to_have_text([name])
    screen.goto("/chord/C7")
    expect(chosen(page)).to_have_count(1)


def test_link_opens_the_exact_voicing(visit, new_page, server):
    screen = visit("/combine/C7/A")
    page = screen.page
    screen.press("Shift")
    up = hands(page).get_by_role("button", name="Inversion up")
    if up.get_attribute("aria-disabled") is None:
        up.click()
    left, right = keys(page, "lower"), keys(page, "upper")
    hands(page).get_by_role("link", name="Open this voicing").click()
    expect(page).to_have_title(re.compile("Voicing · Chord Combiner$"))
    assert (keys(page, "lower"), keys(page, "upper")) == (left, right)
    other = new_page(server.url)
    Screen(other).goto(screen.address())
    assert (keys(other, "lower"), keys(other, "upper")) == (left, right)
    page.go_back()
    expect(page.locator("#result h2")).to_have_text("C13(♭9)")


def test_each_hand_can_be_played(visit):
    page = visit("/hands/C7/A").page
    page.evaluate(
        """() => { window.told = []; document.addEventListener("notes", ({ detail }) => told.push(detail)); }""")
    left, right = keys(page, "lower"), keys(page, "upper")
    for name, pitches in [
        ("Left hand", left), ("Right hand", right), ("Both hands", left + right), ("Arpeggio", left + right)]:
        hands(page).get_by_role("button", name=name, exact=True).click()
        page.wait_for_function(
            "pitches => told.at(-1)?.map(note => note.pitch).join() === pitches", arg=",".join(map(str, pitches)))
    assert page.evaluate("told.at(-1).at(-1).start > told.at(-1)[0].start")


def test_chord_pair_opens_in_its_row(visit):
    page = visit("/ways/C13(♭9)").page
    row = page.locator("#way-1")
    row.get_by_role("button", name="Voicing of C7 + A7").click()
    expect(row.get_by_role("region", name="Voicing")).to_be_visible()
    expect(page.get_by_role("region", name="Voicing")).to_have_count(1)
    row.get_by_role("button", name="Voicing of C7 + A7").click()
    expect(page.get_by_role("region", name="Voicing")).to_have_count(0)


def test_the_staff_is_a_setting(visit):
    screen = visit("/hands/C7/A")
    page = screen.page
    staff = hands(page).locator(".staff")
    expect(staff).to_be_visible()
    screen.goto("/settings")
    page.locator("summary", has_text="Advanced").nth(1).click()
    page.locator("#staff-marks-degrees").check()
    screen.goto("/hands/C7/A")
    expect(staff).to_have_accessible_name(re.compile("flat 7"))
    screen.goto("/settings")
    page.locator("#staff-no").check()
    screen.goto("/hands/C7/A")
    expect(hands(page)).to_be_visible()
    expect(staff).to_have_count(0)


@pytest.mark.all
@pytest.mark.parametrize("path", ["/hands/C7/A", "/hands/C°11(♭13addΔ7)/F♯ma7(♯11)", "/hands/C13(♭9)"])
def test_layout_and_accessibility_at_every_width(visit, path):
    page = visit(path).page
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        for measure in [OVERFLOWS, SMALL_CONTROLS]:
            assert page.evaluate(measure) == [], width
    assert serious_violations(page) == {}


def test_voicing_is_rendered_offline_and_without_javascript(visit, new_page, static_url):
    page = new_page(static_url)
    page.goto(static_url + "#/hands/C7/A")
    expect(hands(page)).to_be_visible()
    page = visit("/hands/C7/A", java_script_enabled=False).page
    expect(hands(page)).to_be_visible()
    assert keys(page, "lower") and keys(page, "upper")


def test_print_keeps_keyboard_and_staff(visit):
    page = visit("/hands/C7/A", viewport=PHONE).page
    page.evaluate(SET_THEME, "dark")
    page.emulate_media(media="print")
    expect(hands(page).locator(".keyboard")).to_be_visible()
    # Only the selected style is printed, as text.
    expect(hands(page).locator("button").filter(visible=True)).to_have_count(0)
    expect(hands(page).get_by_text("As two chords", exact=True).filter(visible=True)).to_have_count(1)


def test_chosen_style_is_in_sight_on_a_phone(visit):
    page = visit("/hands/C13(♭9)/block", viewport={"width": 360, "height": 640}).page
    row, box = page.locator(".styles"), chosen(page).bounding_box()
    frame = row.bounding_box()
    assert frame["x"] <= box["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"]
    # There is space for the ring of the focus, 5 px wide.
    assert box["y"] - frame["y"] >= 5
