"""Nothing is cut off and everything can be hit, from a small phone to a big screen."""

import pytest
from playwright.sync_api import expect

SIZES = [(320, 568), (390, 844), (844, 390), (1280, 800), (1920, 1080)]
FINGER = 44

STATES = {
    "empty": lambda screen: None,
    "long names": lambda screen: screen.choose("C♭°11(♭13addΔ7)", "F♯mi11(♭5♭9♭13)"),
    "precise names": lambda screen: screen.choose("G♭ma13(♯11 omit9)", "C♯7alt(♭9♯9♯5♯11)"),
    "lower suggestions": lambda screen: (screen.choose(upper="D"), screen.type("lower", "Cm")),
    "upper suggestions": lambda screen: (screen.choose("Cma7"), screen.type("upper", "D♭°11")),
    "message": lambda screen: (screen.choose("Cma7", "D"), screen.choose(upper="W" * 64)),
}

# What sticks out of the window, or out of the panel that it stands in.
OUTSIDE = """() => {
    const outside = [];
    const width = document.documentElement.clientWidth;
    for (const element of document.querySelectorAll("header *, main, main *:not(svg *)")) {
        // A keyboard of more than three octaves is scrolled sideways.
        if (!element.checkVisibility() || element.closest(".spoken, wbr, .long-keyboard > *")) continue;
        const box = element.getBoundingClientRect();
        const frame = (element.closest(".options") ?? element).parentElement.closest(".panel")?.getBoundingClientRect();
        const [left, right] = frame && !element.closest(".options") ? [frame.left, frame.right] : [0, width];
        if (box.left < left - .5 || box.right > right + .5) outside.push(element.outerHTML.slice(0, 80));
        if (element.matches("h2, .precise, .message, .place, li, b, span") && element.scrollWidth > element.clientWidth + 1
            && element.clientWidth > 1) outside.push("text: " + element.outerHTML.slice(0, 80));
    }
    return outside;
}"""


@pytest.mark.firefox
@pytest.mark.parametrize("state", STATES)
def test_nothing_is_wider_than_the_window(visit, state):
    screen = visit()
    STATES[state](screen)
    screen.settle()
    for width, height in SIZES:
        screen.page.set_viewport_size({"width": width, "height": height})
        scroll, window = screen.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        # A browser may keep some of the width for its scroll bar.
        assert scroll == window <= width
        assert screen.page.evaluate(OUTSIDE) == [], width


def test_a_finger_can_hit_everything(visit):
    screen = visit("/combine/Cma7/D")
    screen.type("upper", "Dm")
    expect(screen.suggestions("upper").first).to_be_visible()
    for width, height in SIZES:
        screen.page.set_viewport_size({"width": width, "height": height})
        boxes = screen.page.locator("button, input, [role=option]").evaluate_all(
            "elements => elements.filter(e => e.checkVisibility()).map(e => [e.outerHTML, e.offsetWidth, e.offsetHeight])"
        )
        assert len(boxes) >= 6
        for element, wide, high in boxes:
            assert wide >= FINGER and high >= FINGER, (width, element)


@pytest.mark.firefox
def test_wide_screens_have_the_chords_side_by_side(visit):
    screen = visit("/combine/Cma7/D")

    def places(width, height):
        screen.page.set_viewport_size({"width": width, "height": height})
        return [screen.page.locator(f"#{panel}").bounding_box() for panel in ["lower", "upper", "result"]]

    lower, upper, result = places(390, 844)
    assert lower["y"] < upper["y"] < result["y"] and lower["x"] == upper["x"] == result["x"]
    lower, upper, result = places(1280, 800)
    assert lower["y"] == upper["y"] < result["y"] and lower["x"] < upper["x"]
    lower, upper, result = places(844, 390)
    assert lower["y"] == upper["y"] == result["y"] and lower["x"] < upper["x"] < result["x"]


def test_the_field_does_not_make_a_phone_zoom(visit):
    screen = visit(viewport={"width": 390, "height": 844})
    size = screen.field("lower").evaluate("field => parseFloat(getComputedStyle(field).fontSize)")
    assert size >= 16
