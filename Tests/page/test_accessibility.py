"""For everyone: axe's rules, contrast where axe does not look, and the page without a mouse."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from screen import PHONE

STATES = {
    "empty": lambda screen: None,
    "filled": lambda screen: screen.choose("Cma7", "D"),
    "suggestions": lambda screen: (screen.choose("C", "C+"), screen.type("upper", "Dm"), screen.press("ArrowDown")),
    "message": lambda screen: (screen.choose("Cma7", "E"), screen.choose(upper="Dmaj7x")),
}


# As who reads chooses it; Debian's Firefox has no other way to the dark.
DRESS = "theme => { document.documentElement.dataset.theme = theme; }"


def serious_faults(page):
    """What axe finds: in the light, and as far as it depends on colours in the dark, too."""
    page.evaluate(DRESS, "light")
    found = Axe().run(page).response["violations"]
    page.evaluate(DRESS, "dark")
    found += page.evaluate("axe.run({ runOnly: ['color-contrast', 'link-in-text-block'] }).then(({ violations }) => violations)")
    return {rule["id"]: [node["html"] for node in rule["nodes"]] for rule in found if rule["impact"] in ("serious", "critical")}


def test_axe_finds_nothing_serious(visit):
    screen = visit()
    for state, reach in STATES.items():
        reach(screen)
        screen.settle()
        assert serious_faults(screen.page) == {}, state


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_names_and_glyphs_stand_out(visit, theme):
    screen = visit("/combine/C7/C+")
    screen.page.evaluate(DRESS, theme)
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


@pytest.mark.firefox
def test_tab_walks_through_the_page_in_its_order(visit):
    screen = visit("/combine/Cma7/D")
    link = lambda name: screen.page.get_by_role("link", name=name, exact=True)
    button = lambda name: screen.page.get_by_role("button", name=name, exact=True)
    asides = [button("Sound"), link("Help"), link("Settings")]
    tools = [button(name) for name in ["Undo", "Redo", "Swap", "Clear"]]
    lower = [link("Lower Chord Cma7"), button("Play Cma7"), link("Details of Cma7"), screen.field("lower")]
    upper = [link("Upper Chord D"), button("Play D"), link("Details of D"), screen.field("upper")]
    instruments = [link(name) for name in ["Combiner", "Circle of fifths", "LinnStrument", "Chordsets"]]
    for stop in [link("Skip to the chords"), link("Chord Combiner"), *instruments, *tools, *asides, *lower, *upper]:
        screen.press("Tab")
        expect(stop).to_be_focused()
        expect(stop).to_be_in_viewport()


@pytest.mark.firefox
def test_the_skip_link_leads_past_the_tools(visit):
    screen = visit("/combine/Cma7/D", viewport={"width": 390, "height": 500})
    screen.press("Tab", "Enter")
    expect(screen.page.locator("#screen")).to_be_focused()
    screen.press("Tab")
    expect(screen.page.get_by_role("link", name="Lower Chord Cma7")).to_be_focused()
    assert screen.address().endswith("/combine/Cma7/D")


@pytest.mark.firefox
def test_buttons_answer_to_the_keyboard(visit):
    screen = visit("/combine/Cma7/E")
    screen.swap.focus()
    screen.press("Enter")
    screen.shows("E", "Cma7")
    screen.press("Space")
    screen.shows("Cma7", "E")
    screen.press("Tab", "Space")
    screen.shows_nothing()


ROUTES = {
    "start": "/",
    "combination": "/combine/Cma7/D",
    "polychord": "/combine/Cma7/E",
    "select": "/select/lower/Cma7/D",
    "details": "/details/Cma7/D",
    "details of a polychord": "/details/Cma7/E",
    "chord": "/chord/C",
    "scale": "/scale/C/Lydian_Dominant",
    "circle": "/circle/F♯",
    "linnstrument": "/linnstrument",
    "settings": "/settings",
    "help": "/help",
}
CONTROLS = "a[href], button, input, select, textarea, summary, label:has(input), [role=option], [tabindex='0']"
FINGER = 44


def with_everything_open(visit, route, **options):
    page = visit(route, **options).page
    page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
    page.evaluate("document.getElementById('update').hidden = false")
    return page


@pytest.mark.parametrize("route", ROUTES.values(), ids=ROUTES)
def test_every_control_is_as_large_as_a_fingertip(visit, route):
    """But for those in a graph, which fingers themselves make larger."""
    page = with_everything_open(visit, route)
    for width in [320, PHONE["width"], 1280]:
        page.set_viewport_size({"width": width, "height": 844})
        page.locator(".skip").focus()
        controls = page.locator(CONTROLS).evaluate_all(
            """controls => controls.filter(control => control.checkVisibility() && !control.closest("svg")).map(control => {
                // A box within its label is as large as the label.
                const { width, height } = (control.closest("label") ?? control).getBoundingClientRect();
                return [control.outerHTML.slice(0, 120), width, height];
            })"""
        )
        assert len(controls) >= 6
        small = [control for control in controls if min(control[1:]) < FINGER - 0.01]
        assert small == [], width


# How an element that has the focus shows it: the kind, width and colour of its ring, and what that lies on.
RING = """focused => {
    const drawn = focused.parentElement.closest("svg") && getComputedStyle(focused.firstElementChild);
    const { outlineStyle, outlineWidth, outlineColor } = drawn
        ? { outlineStyle: "solid", outlineWidth: drawn.strokeWidth, outlineColor: drawn.stroke }
        : getComputedStyle(focused);
    const paper = getComputedStyle(document.documentElement).backgroundColor;
    return [focused.outerHTML.slice(0, 120), outlineStyle, parseFloat(outlineWidth), outlineColor, paper];
}"""


@pytest.mark.parametrize("route", ROUTES.values(), ids=ROUTES)
def test_the_focus_is_always_to_be_seen(visit, route):
    """Walking with Tab; and in the dark, where it is enough to be led to every place."""
    page = with_everything_open(visit, route)
    page.keyboard.press("Tab")
    page.evaluate(DRESS, "dark")
    dark = page.locator(CONTROLS).evaluate_all(
        f"""controls => {{
            const first = document.activeElement;
            const rings = controls.filter(control => control.checkVisibility() && control.tabIndex >= 0).map(control => {{
                control.focus();
                return ({RING})(document.activeElement);
            }});
            first.focus();
            return rings;
        }}"""
    )
    page.evaluate(DRESS, "light")
    light = []
    while len(light) < len(dark):
        ring = page.evaluate(f"() => document.activeElement === document.body ? null : ({RING})(document.activeElement)")
        if ring is None:
            break
        light.append(ring)
        page.keyboard.press("Tab")
    assert len(light) >= 6 and dark[0][-1] != light[0][-1]
    for ring in light + dark:
        element, style, width, colour, paper = ring
        assert style == "solid" and width >= 2 and contrast(colour, paper) >= 3, ring
