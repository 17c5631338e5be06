"""Appearance of the main screen: each chord name once, and keys that move into the result."""

import pytest
from playwright.sync_api import expect

from looks import SET_THEME, contrast
from screen import wait_until

# How often a text is visible in headings and fields.
COUNT_VISIBLE = """text => [...document.querySelectorAll("#lower :is(h2, input), #upper :is(h2, input)")]
    .filter(element => (element.value ?? element.textContent) === text
        && getComputedStyle(element).color !== "rgba(0, 0, 0, 0)").length"""

# Counts the key animations that start.
COUNT_ANIMATIONS = """() => {
    window.travelled = [];
    new MutationObserver(changes => changes.forEach(({ addedNodes }) => addedNodes.forEach(node => {
        if (node.matches?.(".traveller")) travelled.push(node.className);
    }))).observe(document.body, { childList: true });
}"""


@pytest.mark.firefox
def test_chord_name_is_shown_once(visit):
    screen = visit("/combine/Cma7/D")
    assert screen.page.evaluate(COUNT_VISIBLE, "Cma7") == 1
    screen.field("lower").focus()
    assert screen.page.evaluate(COUNT_VISIBLE, "Cma7") == 2
    # While typing, the field covers the name.
    name, field = (screen.page.locator(place).bounding_box() for place in ["#lower h2", "#lower-field"])
    assert field["x"] <= name["x"] and field["y"] <= name["y"] + name["height"] / 2
    screen.page.keyboard.press("Escape")
    screen.field("upper").focus()
    assert screen.page.evaluate(COUNT_VISIBLE, "Cma7") == 1


@pytest.mark.firefox
def test_unreadable_text_stays_visible(visit):
    screen = visit("/combine/Cma7/D", viewport={"width": 1180, "height": 820})
    screen.type("lower", "Dmaj7x")
    screen.field("upper").focus()
    assert screen.page.evaluate(COUNT_VISIBLE, "Dmaj7x") == 1
    # All of it, with the letter that cannot be read.
    assert screen.field("lower").evaluate("field => field.scrollWidth <= field.clientWidth")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_keys_animate_into_the_result(visit, motion):
    screen = visit("/combine/Cma7")
    page = screen.page
    page.emulate_media(reduced_motion=motion)
    page.evaluate(COUNT_ANIMATIONS)
    screen.choose(upper="D")
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    if motion == "reduce":
        page.wait_for_timeout(300)
        assert page.evaluate("travelled") == []
        return
    # D, F♯ and A move. The other keys stay.
    wait_until(page, lambda: page.evaluate("travelled"), ["traveller upper"] * 3)
    expect(page.locator(".traveller")).to_have_count(0)


@pytest.mark.parametrize("route, name", [("/tunes", "search"), ("/dictionary", "search"), ("/", "text")])
def test_fields_and_their_hints_can_be_seen(visit, route, name):
    page = visit(route).page
    field = page.locator(f"main input[type={name}]").first
    for theme in ["light", "dark"]:
        page.evaluate(SET_THEME, theme)
        hint, frame, paper = field.evaluate("""field => [getComputedStyle(field, "::placeholder").color,
            getComputedStyle(field).borderTopColor, getComputedStyle(field).backgroundColor]""")
        assert contrast(hint, paper) >= 4.5 and contrast(frame, paper) >= 3, theme


# The least contrast of these elements with their backgrounds, which may be mixed colors.
LEAST_CONTRAST = """selector => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const components = (color) => {
        context.clearRect(0, 0, 1, 1);
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data];
    };
    const luminance = (color) => {
        const [red, green, blue] = components(color).map((part) =>
            part / 255 <= .04045 ? part / 255 / 12.92 : ((part / 255 + .055) / 1.055) ** 2.4);
        return .2126 * red + .7152 * green + .0722 * blue;
    };
    const paper = (element) => {
        for (let one = element; one; one = one.parentElement) {
            const { backgroundColor } = getComputedStyle(one);
            if (components(backgroundColor)[3] === 255) return backgroundColor;
        }
    };
    const ratios = [...document.querySelectorAll(selector)].filter(one => one.checkVisibility()).map((one) => {
        const [dark, light] = [luminance(getComputedStyle(one).color), luminance(paper(one))].sort((a, b) => a - b);
        return (light + .05) / (dark + .05);
    });
    return ratios.length ? Math.min(...ratios) : 0;
}"""


@pytest.mark.parametrize("route, names, least", [
    ("/select/lower/Cma7/D", ".type b", 11), ("/select/lower/Cma7/D", ".becomes", 11), ("/board/C7", ".square", 7),
    ("/board/Cma7", ".square", 7), ("/tunes/late-october", ".chord-symbol", 11), ("/combine/Cma7/E", ".name", 11),
])
def test_names_of_chords_have_the_contrast_of_the_highest_level(visit, route, names, least):
    page = visit(route, viewport={"width": 1180, "height": 820}).page
    expect(page.locator(names).first).to_be_visible()
    for scheme in ["light", "dark"]:
        page.emulate_media(color_scheme=scheme)
        wait_until(page, lambda: page.evaluate(LEAST_CONTRAST, names) >= least)
