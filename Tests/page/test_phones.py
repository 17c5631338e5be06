"""Phones: words in narrow columns of text, and exercises in time. What every screen must have is in test_screens.py."""

import pytest
from playwright.sync_api import expect

from looks import PHONES, RENDER_OFFSCREEN, SET_TEXT_SIZE, UNFOLD_DETAILS, broken_words
from screen import PHONE


@pytest.mark.all
@pytest.mark.parametrize("route", [
    "/practise/name_scale_Lydian_Dominant", "/practise/name_scale_Phrygian",
    "/practise/play_upper-structure_VI/in_time_90_beats_4"])
def test_no_word_breaks_on_text_heavy_screens(visit, route):
    page = visit(route).page
    page.locator("#practise-name").wait_for()
    for _ in range(2):
        page.evaluate(UNFOLD_DETAILS)
        page.evaluate(RENDER_OFFSCREEN)
        page.evaluate("document.fonts.ready")
        for percent in ["100", "200"]:
            page.evaluate(SET_TEXT_SIZE, percent)
            assert broken_words(page) == {}, percent
        page.keyboard.press("1")


@pytest.mark.parametrize("width", PHONES)
def test_timed_prompt_is_visible_on_a_phone(visit, width):
    page = visit("/practise/play_cadence_minor/in_time_72_beats_2", viewport={"width": width, "height": 740}).page
    # Two lines at most.
    assert page.locator("h2").bounding_box()["height"] < 72
    keys = page.locator("#practise-keys").bounding_box()
    bar = page.locator("#navigation").bounding_box()
    assert keys["y"] + keys["height"] <= bar["y"] + 1


@pytest.mark.parametrize("route", [
    "/practise/play_upper-structure_VI/fifths", "/practise/name_voicing_mi7_rootless-a", "/practise/hear_chord_7"])
def test_exercise_fits_a_phone(visit, route):
    page = visit(route).page
    buttons = page.locator(".practise-answers button")
    expect(buttons.first).to_be_visible()

    def overhang():
        return page.evaluate("""() => {
            const navigation = document.getElementById("navigation").getBoundingClientRect();
            const floor = navigation.top > innerHeight / 2 ? navigation.top : innerHeight;
            return [...document.querySelectorAll(":is(.practise-answers, .practise-keys) button")]
                .filter(button => button.getBoundingClientRect().bottom > floor).map(button => button.textContent);
        }""")

    for state in ["asked", "shown"] if "play" in route else ["asked"]:
        if state == "shown":
            page.get_by_role("button", name="Show answer").click()
            expect(page.get_by_role("button", name="I knew it")).to_be_visible()
        for width, height in [(360, 640), (390, 844), (640, 360), (740, 360), (844, 390)]:
            page.set_viewport_size({"width": width, "height": height})
            assert overhang() == [], (state, width)


# Menus that are narrower than what they show.
CUT_MENUS = """() => [...document.querySelectorAll("select")].filter((menu) => {
    if (!menu.checkVisibility()) return false;
    const copy = menu.cloneNode();
    copy.append(menu.selectedOptions[0].cloneNode(true));
    Object.assign(copy.style, { position: "absolute", width: "max-content", maxWidth: "none" });
    menu.after(copy);
    const wanted = copy.offsetWidth;
    copy.remove();
    return wanted > menu.offsetWidth;
}).map((menu) => menu.selectedOptions[0].text)"""


@pytest.mark.parametrize("route, width", [
    ("/tunes/blues", 360), ("/tunes/blues", 390), ("/progressions/E♭/rootless/two-five-one", 390),
    ("/tunes/blues", 640), ("/progressions/E♭/rootless/two-five-one", 640),
])
def test_menus_show_what_is_chosen(visit, route, width):
    page = visit(route, viewport={"width": width, "height": 844}).page
    page.locator(".transport").wait_for()
    assert page.evaluate(CUT_MENUS) == []
    # Nor is the tempo.
    tempo = page.locator("#tune-tempo")
    tempo.fill("300")
    assert tempo.evaluate("field => field.scrollWidth <= field.clientWidth")


def test_muted_parts_do_not_cut_the_controls(visit):
    # No other test plays this tune, whose settings the server stores.
    page = visit("/tunes/minor-blues", viewport={"width": 390, "height": 844}).page
    page.locator("#tune-playing > summary").click()
    parts = page.locator(".tune-mixer [data-action^='tunes mute']")
    expect(parts).to_have_count(5)
    for number in range(5):
        parts.nth(number).click()
        expect(parts.nth(number)).to_have_attribute("aria-pressed", "false")
    muted = page.locator(".transport > [data-action^='tunes mute']")
    expect(muted).to_have_count(5)
    expect(muted.first).to_have_css("text-decoration-line", "line-through")
    page.locator("#tune-playing > summary").click()
    for width in [320, 360, 390, 430]:
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(CUT_MENUS) == [], width
        for control in page.locator(".transport").get_by_role("button").all():
            box = control.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width, (width, control.text_content())


def test_details_do_not_move_when_they_are_seen(visit):
    """After a jump to the graph at the end of the page, everything stays where it is: no height is guessed."""
    page = visit("/chord/Cma9", viewport=PHONE).page
    height = page.evaluate("document.documentElement.scrollHeight")
    page.keyboard.press("End")
    expect(page.locator("svg.graph:visible")).to_be_in_viewport()
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollHeight") == height > 2 * PHONE["height"]
