"""For everyone: axe's rules, contrast where axe does not look, and the page without a mouse."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

STATES = {
    "empty": lambda screen: None,
    "filled": lambda screen: screen.choose("Cma7", "D"),
    "suggestions": lambda screen: (screen.choose("C", "C+"), screen.type("upper", "Dm"), screen.press("ArrowDown")),
    "message": lambda screen: (screen.choose("Cma7", "E"), screen.choose(upper="Dmaj7x")),
}


@pytest.fixture(params=["light", "dark"])
def theme(request):
    return request.param


def test_axe_finds_nothing_serious(visit, theme):
    for state, reach in STATES.items():
        screen = visit(color_scheme=theme)
        reach(screen)
        found = Axe().run(screen.page).response["violations"]
        serious = {rule["id"]: rule["nodes"] for rule in found if rule["impact"] in ("serious", "critical")}
        assert serious == {}, (state, serious)


def test_names_and_glyphs_stand_out(visit, theme):
    screen = visit("/combine/C7/C+", color_scheme=theme)
    colours = screen.page.evaluate(
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
    for name in colours["names"]:
        assert contrast(name, colours["panel"]) >= 4.5
    assert contrast(colours["disc"], colours["ring"]) >= 4.5
    for key in colours["keys"]:
        assert contrast(colours["disc"], key) >= 3


def contrast(one, other):
    """As the Web Content Accessibility Guidelines measure it."""

    def luminance(colour):
        parts = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(",")]
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(part * weight for part, weight in zip(parts, [0.2126, 0.7152, 0.0722], strict=True))

    light, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_tab_walks_through_the_page_in_its_order(visit):
    screen = visit("/combine/Cma7/D")
    link = lambda name: screen.page.get_by_role("link", name=name, exact=True)
    button = lambda name: screen.page.get_by_role("button", name=name, exact=True)
    asides = [button("Sound"), link("Help"), link("Settings")]
    tools = [button(name) for name in ["Undo", "Redo", "Swap", "Clear"]]
    lower = [link("Lower Chord Cma7"), button("Play Cma7"), link("Details of Cma7"), screen.field("lower")]
    upper = [link("Upper Chord D"), button("Play D"), link("Details of D"), screen.field("upper")]
    for stop in [link("Skip to the chords"), link("Chord Combiner"), *asides, *tools, *lower, *upper]:
        screen.press("Tab")
        expect(stop).to_be_focused()
        expect(stop).to_be_in_viewport()


def test_the_skip_link_leads_past_the_tools(visit):
    screen = visit("/combine/Cma7/D", viewport={"width": 390, "height": 500})
    screen.press("Tab", "Enter")
    expect(screen.page.locator("#screen")).to_be_focused()
    screen.press("Tab")
    expect(screen.page.get_by_role("link", name="Lower Chord Cma7")).to_be_focused()
    assert screen.page.url.endswith("/combine/Cma7/D")


def test_buttons_answer_to_the_keyboard(visit):
    screen = visit("/combine/Cma7/E")
    screen.press(*["Tab"] * 8, "Enter")
    screen.shows("E", "Cma7")
    screen.press("Space")
    screen.shows("Cma7", "E")
    screen.press("Tab", "Space")
    screen.shows_nothing()
