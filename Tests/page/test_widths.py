"""Layout of the chord selection screens and the header at every common width, in portrait and landscape.

All of it runs in the second lane. The first lane measures each screen at a few sizes and in large text in
test_screens.py, where it is open anyway.
"""

import json
import urllib.request

import pytest

from looks import RENDER_OFFSCREEN, OVERFLOWS, SMALL_CONTROLS, UNFOLD_DETAILS
from screen import Screen
from screens import screens
from serving import SITE, Server

pytestmark = pytest.mark.all

SIZES = [
    (320, 568), (568, 320), (360, 640), (640, 360), (390, 844), (844, 390), (600, 960), (960, 600), (720, 1280),
    (1280, 720), (768, 1024), (1024, 768), (810, 1080), (1080, 810), (820, 1180), (1180, 820), (1280, 800),
    (1440, 900), (1920, 1080),
]

# The page's title where only screen readers see it.
IS_UNSEEN = """const isUnseen = control =>
        control.closest("h1") && getComputedStyle(control.closest("h1")).position === "absolute";"""

# Overlapping controls, except ▶ in the corner of a card, and content scrolled beneath
# sticky elements.
OVERLAPS = f"""() => {{ {IS_UNSEEN}
    scrollTo(0, 0);
    document.querySelector(".types")?.scrollTo(0, 0);
    const shown = [...document.querySelectorAll("header :is(a, button), #chosen :is(.tag, input, .play, .info), "
        + ".listings button, .type, #result :is(a, button)")]
        .filter(control => control.checkVisibility() && !isUnseen(control));
    const boxes = shown.map(control => [control, control.getBoundingClientRect()]);
    const overlaps = [];
    for (const [one, a] of boxes) for (const [other, b] of boxes) {{
        if (one === other || one.contains(other) || other.contains(one)) continue;
        const isSticky = control => control.closest("#chosen, #result, #navigation");
        if (isSticky(one) !== isSticky(other) && (isSticky(one) || isSticky(other))) continue;
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > .6 && high > .6) overlaps.push([one.outerHTML.slice(0, 80), other.outerHTML.slice(0, 80)]);
    }}
    return overlaps;
}}"""

# Names that are clipped, or broken within a root and its quality or within parentheses.
BROKEN_NAMES = """() => {
    const broken = [];
    for (const name of document.querySelectorAll(".name, .type b, .becomes, .of")) {
        if (!name.checkVisibility()) continue;
        const frame = (name.closest(".type") ?? name.closest(".panel") ?? name.closest("main")).getBoundingClientRect();
        for (const text of name.childNodes) {
            if (text.nodeType !== Node.TEXT_NODE || name.matches(".none, .words") || !text.data.trim()) continue;
            const range = document.createRange();
            range.selectNodeContents(text);
            const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
            if (lines.length > 1) broken.push("broken: " + name.textContent);
            const play = name.closest(".offer")?.querySelector(".play");
            for (const line of lines) {
                if (line.left < frame.left - .5 || line.right > frame.right + .5 || line.top < frame.top - 1
                    || line.bottom > frame.bottom + 1) {
                    broken.push("cut: " + name.textContent);
                }
                const sign = play?.checkVisibility() && play.getBoundingClientRect();
                if (sign && line.right > sign.left + 8 && line.left < sign.right && line.bottom > sign.top + 12
                    && line.top < sign.bottom - 12) {
                    broken.push("beneath ▶: " + name.textContent);
                }
            }
        }
    }
    return broken;
}"""

# The number of rows of the header.
ROWS = f"""() => {{ {IS_UNSEEN}
    return new Set([...document.querySelectorAll("header :is(a, button)")]
        .filter(control => control.checkVisibility() && !control.closest("#sound") && !isUnseen(control))
        .map(control => {{
            const {{ top, height }} = control.getBoundingClientRect();
            return Math.round((top + height / 2) / 12);
        }})).size;
}}"""

# Icons that are not centred in their control.
OFF_CENTER = """() => [...document.querySelectorAll("header :not(.destination) > .icon, .speaker svg")]
    .filter(icon => icon.checkVisibility()).map(icon => {
    const inner = icon.getBoundingClientRect(), outer = icon.parentElement.getBoundingClientRect();
    return [icon.parentElement.textContent.trim(),
        inner.left + inner.width / 2 - outer.left - outer.width / 2,
        inner.top + inner.height / 2 - outer.top - outer.height / 2];
}).filter(([, right, down]) => Math.hypot(right, down) > 1)"""

ROUTES = {
    "upper": "/select/upper/C♯ma7sus4(♯5)/F♯ma7sus4(♯5)",
    "lower": "/select/lower/A♭mi7(♭5)/F♯mi11(♭5♭9♭13)",
    "nothing": "/select/lower",
    "combination": "/combine/C♭°11(♭13addΔ7)/F♯mi11(♭5♭9♭13)",
    "unified": "/combine/Cma7/D",
}


# Checks for every screen.
CHECKS = {"overlap": OVERLAPS, "name": BROKEN_NAMES, "outside": OVERFLOWS, "small": SMALL_CONTROLS}


# The music stand fits the music after the resize event, which the next frame brings.
FITTED = """() => document.querySelector(".stand-line")
    && new Promise(done => requestAnimationFrame(() => setTimeout(done)))"""


def run_checks(page, sizes, **measures):
    """The findings of each check at each size."""
    page.evaluate("document.fonts.ready")
    page.evaluate(RENDER_OFFSCREEN)
    found = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(FITTED)
        for kind, measure in measures.items():
            if fault := page.evaluate(measure):
                found[kind, width, height] = fault
    return found


def faults(page, sizes=SIZES):
    found = run_checks(page, sizes, **CHECKS, icon=OFF_CENTER)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        if page.evaluate(ROWS) > (1 if width >= 1024 else 2):
            found["rows", width, height] = page.evaluate(ROWS)
    return found


@pytest.mark.firefox
@pytest.mark.parametrize("route", ROUTES)
def test_everything_fits_at_every_width(visit, route):
    page = visit(ROUTES[route]).page
    page.evaluate("document.fonts.ready")
    assert faults(page) == {}


@pytest.mark.parametrize("listing", ["List", "By result"])
def test_listings_fit_at_every_width(visit, listing):
    page = visit(ROUTES["upper"]).page
    page.get_by_role("button", name=listing).click()
    page.locator(".listed").wait_for()
    page.evaluate("document.fonts.ready")
    assert faults(page) == {}


@pytest.mark.parametrize(
    "route", ["/details/F♯ma7/G♯mi", "/chord/_/C°11(♭13addΔ7)", "/graph/C°11(♭13addΔ7)", "/details/Cma9/D/graph"])
def test_details_and_graphs_fit(visit, route):
    page = visit(route).page
    page.evaluate(UNFOLD_DETAILS)
    assert run_checks(page, SIZES, name=BROKEN_NAMES, outside=OVERFLOWS, small=SMALL_CONTROLS) == {}


# The settings with the longest names.
LONGEST_NOTATION = {"version": 1, "note-names": "solfege", "qualities": "letters", "names": "all"}
# Screens that need a stored chordset or show an error are tested elsewhere.
EXAMPLES_WITHOUT_ID = [
    example for example in screens() if "{id}" not in example["path"] and example["name"] != "missing"]


@pytest.mark.parametrize("example", EXAMPLES_WITHOUT_ID, ids=[example["name"] for example in EXAMPLES_WITHOUT_ID])
def test_every_screen_fits_in_the_longest_notation(new_page, server, example):
    page = new_page(server.url)
    page.add_init_script(f"localStorage.setItem('chord-combiner-settings', {json.dumps(json.dumps(LONGEST_NOTATION))})")
    Screen(page).goto(example["path"])
    assert run_checks(page, SIZES, **CHECKS) == {}


# The largest text with the longest notation, once at each width.
LARGE_TEXT = LONGEST_NOTATION | {"text-size": "200"}
WIDTHS = [
    (320, 568), (360, 640), (390, 844), (600, 960), (720, 1280), (768, 1024), (810, 1080), (820, 1180), (844, 390),
    (1024, 768),
    (1180, 820), (1280, 800), (1440, 900), (1920, 1080),
]
EXAMPLES = {example["name"]: example["path"] for example in EXAMPLES_WITHOUT_ID} | ROUTES


@pytest.mark.parametrize("name", [
    name if name in ("lower", "combination") else pytest.param(name, marks=pytest.mark.all) for name in EXAMPLES])
def test_every_screen_fits_at_double_text_size(new_page, server, name):
    page = new_page(server.url)
    page.add_init_script(f"localStorage.setItem('chord-combiner-settings', {json.dumps(json.dumps(LARGE_TEXT))})")
    Screen(page).goto(EXAMPLES[name])
    page.evaluate(UNFOLD_DETAILS)
    page.evaluate("document.getElementById('update').hidden = true")
    assert run_checks(page, WIDTHS, **CHECKS) == {}


def test_chordset_with_names_fits_at_double_text_size(new_page, tmp_path):
    server = Server(SITE, tmp_path / "log")
    chords = [
        {"music": {"lower": lower, "upper": None}}
        for lower in ["Am7", "D7", "Gma7", "C♯°7", "F♯mi7(♭5)", "B7", "Em", "E♭"]]
    body = json.dumps({"title": "Names", "chords": chords}).encode()
    urllib.request.urlopen(
        urllib.request.Request(server.url + "/api/v1/chordsets", body, {"Content-Type": "application/json"}))
    page = new_page(server.url)
    page.add_init_script(f"localStorage.setItem('chord-combiner-settings', {json.dumps(json.dumps(LARGE_TEXT))})")
    Screen(page).goto("/lights")
    page.locator(".set .cell").nth(7).wait_for()
    assert run_checks(page, WIDTHS, **CHECKS) == {}
    page.context.close()
    server.stop()


@pytest.mark.parametrize(
    "settings",
    [pytest.param(LONGEST_NOTATION, id="longest", marks=pytest.mark.all), pytest.param(LARGE_TEXT, id="large")])
@pytest.mark.parametrize("path", ["/combine/Cma7/D", "/combine/C♭°11(♭13addΔ7)/F♯mi11(♭5♭9♭13)", "/ways/C13(♭9)"])
def test_voicings_fit(new_page, server, path, settings):
    page = new_page(server.url)
    page.add_init_script(f"localStorage.setItem('chord-combiner-settings', {json.dumps(json.dumps(settings))})")
    screen = Screen(page).goto(path)
    screen.press("Shift")
    if path.startswith("/ways"):
        page.locator("#way-1 [aria-expanded]").click()
    page.get_by_role("region", name="Voicing").wait_for()
    assert run_checks(page, WIDTHS, **CHECKS) == {}


# Position and font size of every element.
PLACES = """() => [...document.querySelectorAll("header *, main *")].filter(element => element.checkVisibility())
    .map(element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.tagName, getComputedStyle(element).fontSize, ...[x, y, width, height].map(Math.round)];
})"""


@pytest.mark.parametrize("path", [
    "/combine/Cma7/D", *(pytest.param(path, marks=pytest.mark.all) for path in ["/select/upper/Cma7/D", "/circle/C"])])
def test_browser_text_size_equals_page_text_size(new_page, server, path):
    own, browsers = new_page(server.url), new_page(server.url)
    own.add_init_script("""localStorage.setItem('chord-combiner-settings', '{"version":1,"text-size":"200"}')""")
    session = browsers.context.new_cdp_session(browsers)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    for page in [own, browsers]:
        Screen(page).goto(path)
        page.evaluate("document.fonts.ready")
    for width, height in [(390, 844), (820, 1180), (1280, 800)]:
        for page in [own, browsers]:
            page.set_viewport_size({"width": width, "height": height})
        assert own.evaluate("getComputedStyle(document.documentElement).fontSize") == "34px"
        assert own.evaluate(PLACES) == browsers.evaluate(PLACES), width
