"""Navigation: destinations, layout, and history."""

import pytest
from playwright.sync_api import expect

from linnstrument import INSTRUMENTS, OFF, ON
from screen import DESKTOP, PHONE, Screen, wait_until
from shelf import CHORDSET, Shelf

# Destinations, with the first thing visible there.
PLACES = {
    "Circle": ("/circle/C", "#map"),
    "Play": ("/play", "#piano"),
    "More": ("/more", ".more h2"),
    "Combine": ("/combine/Cma7/D", "#lower"),
}


def bar(page):
    return page.locator("#navigation").bounding_box()


@pytest.fixture
def store_chordset(server):
    """store_chordset() → the id of a chordset stored on the server."""

    def store_chordset():
        return Shelf(server.url).request("POST", body=CHORDSET)["id"]

    return store_chordset


# Layout


def test_bar_is_within_thumb_reach_on_a_phone(visit):
    screen = visit("/combine/Cma7/D", viewport=PHONE, has_touch=True, is_mobile=True)
    page = screen.page
    assert bar(page)["y"] >= .75 * PHONE["height"]
    for name, (address, seen) in PLACES.items():
        link = page.get_by_role("navigation", name="Screens").get_by_role("link", name=name, exact=True)
        box = link.bounding_box()
        assert min(box["width"], box["height"]) >= 44 and box["y"] >= .75 * PHONE["height"]
        link.tap()
        expect(page.locator(seen)).to_be_visible()
        expect(page.locator("[aria-current]", has_text=name)).to_have_count(1)
        assert screen.address().endswith(address)
        # The end of the content is above the bar.
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        end = page.evaluate("document.querySelector('main').lastElementChild.getBoundingClientRect().bottom")
        assert end <= bar(page)["y"]


SIZES = [
    (320, 568), (360, 640), (390, 844), (480, 800), (481, 340), (568, 320), (600, 960), (667, 375), (768, 1024),
    (820, 1180), (545, 320), (735, 400), (736, 400), (844, 390), (1023, 768), (1024, 768), (1180, 820), (1280, 800),
    (1440, 900), (1920, 1080),
]

# Boxes of the header's controls, and by how much the document overflows the window.
HEADER = """() => [
    [...document.querySelectorAll("header :is(a, button)")]
        .filter(each => each.checkVisibility() && each.closest("h1")?.offsetWidth !== 1)
        .map(each => {
            const { left, top, right, bottom } = each.getBoundingClientRect();
            return [each.textContent, left, top, right, bottom];
        }),
    document.documentElement.scrollWidth - document.documentElement.clientWidth,
]"""


@pytest.mark.firefox
def test_header_does_not_overlap_at_any_width(visit):
    screen = visit("/combine/Cma7/D")
    page = screen.page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        controls, excess = page.evaluate(HEADER)
        assert excess <= 0 and len(controls) >= 11, (width, height)
        for name, left, top, right, bottom in controls:
            assert left >= 0 and right <= width and bottom - top >= 43.99 and right - left >= 43.99, (
                width, height, name)
        for index, one in enumerate(controls):
            for other in controls[index + 1:]:
                apart = (
                    one[3] <= other[1] + .01 or other[3] <= one[1] + .01
                    or one[4] <= other[2] + .01 or other[4] <= one[2] + .01)
                assert apart, (width, height, one, other)
        middles = {round((top + bottom) / 2) for _, _, top, _, bottom in controls}
        is_bar = bar(page)["y"] > height / 2
        # One row, or a row next to the bar.
        assert len(middles) == (2 if is_bar else 1), (width, height, middles)
        assert is_bar == (width <= 584 or width < 1024 and height > 544), (width, height)


@pytest.mark.firefox
def test_header_is_one_row_with_the_app_name_from_1024_pixels(visit):
    screen = visit("/combine/Cma7/D", viewport={"width": 1024, "height": 768})
    for width in [1024, 1100, 1439, 1440, 1920]:
        screen.page.set_viewport_size({"width": width, "height": 768})
        assert screen.page.locator("header").bounding_box()["height"] < 60
        expect(screen.page.get_by_role("heading", level=1)).to_be_in_viewport()
        for name in PLACES:
            expect(screen.page.get_by_role("link", name=name, exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.all
@pytest.mark.firefox
def test_sticky_elements_are_above_the_bar(visit):
    screen = visit("/", viewport=PHONE)
    page = screen.page

    def expect_above_bar(locator):
        box = locator.bounding_box()
        assert box["y"] + box["height"] <= bar(page)["y"] + .5

    # The invitation, the result of a selection, a board's result, a notice, and the volume.
    expect_above_bar(page.locator("#result"))
    screen.goto("/select/upper/Cma7/D")
    expect_above_bar(page.locator("#result"))
    screen.goto("/combine/C7/A").goto("/board/C7")
    expect_above_bar(page.locator(".taken"))
    page.get_by_role("button", name="Sound").click()
    expect_above_bar(page.locator("#sound"))
    screen.press("Escape")
    screen.goto("/combine/Cma7/D")
    page.get_by_text("Share or copy").click()
    page.get_by_role("button", name="Copy Cma13(♯11)").click()
    expect(page.locator("#notice")).to_contain_text("Cma13")
    expect_above_bar(page.locator("#notice"))
    # The focused element is not covered by the bar.
    last = page.locator("main :is(a, button, summary)").last
    page.evaluate("scrollTo(0, 0)")
    last.focus()
    expect_above_bar(last)


def test_stage_and_print_have_no_navigation(visit, store_chordset):
    screen = visit(f"/lights/{store_chordset()}/stage", viewport=PHONE)
    expect(screen.page.locator(".stage")).to_be_visible()
    expect(screen.page.locator("#navigation")).to_be_hidden()
    screen.goto("/combine/Cma7/D")
    expect(screen.page.locator("#navigation")).to_be_visible()
    screen.page.emulate_media(media="print")
    expect(screen.page.locator("#navigation")).to_be_hidden()


def test_unavailable_tools_are_disabled(visit):
    screen = visit("/")
    undo = screen.page.get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    assert undo.evaluate("button => getComputedStyle(button).borderTopStyle") != "dashed"
    color = "button => getComputedStyle(button).color"
    before = undo.evaluate(color)
    screen.choose("C")
    expect(undo).not_to_have_attribute("aria-disabled", "true")
    assert undo.evaluate(color) != before


# Old addresses


OLD_ADDRESSES = {"linnstrument": ("play/linnstrument", "#grid"), "chordsets": ("lights", ".chordsets h2")}


def test_old_addresses_still_work(visit, new_page, static_url):
    for former, (present, seen) in OLD_ADDRESSES.items():
        screen = visit("/" + former)
        expect(screen.page.locator(seen)).to_be_visible()
        assert screen.address().endswith("/" + present)
        copy = Screen(new_page(static_url)).goto(static_url + "#/" + former)
        expect(copy.page.locator(seen)).to_be_visible()
        assert copy.address() == static_url + "#/" + present
        # The engine is already loaded.
        copy.page.goto(static_url + "#/help")
        expect(copy.page.locator(".sheet")).to_be_visible()
        copy.page.goto(static_url + "#/" + former)
        expect(copy.page.locator(seen)).to_be_visible()


# History


@pytest.mark.firefox
@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 500}], ids=["phone", "desktop"])
def test_screen_opens_at_the_top_and_back_restores_the_scroll_position(visit, viewport):
    screen = visit("/details/Cma7/D", viewport=viewport)
    page = screen.page
    height = "Math.round(scrollY)"
    page.evaluate("scrollTo(0, 700)")
    link = page.locator("main a.chip").filter(visible=True).nth(3)
    link.scroll_into_view_if_needed()
    old_height = page.evaluate(height)
    assert old_height > 200
    address = page.url
    link.click()
    wait_until(page, lambda: page.url != address)
    # The pads of a voicing, whose title is no heading.
    expect(page.locator(".up")).to_be_in_viewport()
    expect(page.locator("#grid")).to_be_in_viewport()
    wait_until(page, lambda: page.evaluate(height), 0)
    screen.settle()
    page.evaluate("scrollTo(0, 120)")
    # The shortcuts are not at the top of the help.
    screen.press("?")
    expect(page.locator("#shortcuts")).to_be_in_viewport()
    screen.settle()
    page.evaluate("history.back()")
    wait_until(page, lambda: page.evaluate(height), 120)
    page.evaluate("history.back()")
    wait_until(page, lambda: page.evaluate(height), old_height)
    expect(link).to_be_in_viewport()
    page.evaluate("history.forward()")
    wait_until(page, lambda: page.evaluate(height), 120)


# Playing


@pytest.mark.all
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_play_screen_shows_a_piano_first(visit, viewport):
    screen = visit("/", viewport=viewport)
    page = screen.page
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page.locator("#played h2")).to_be_in_viewport()
    # On a phone the piano extends beyond the window.
    expect(page.locator("#piano svg.keyboard")).to_be_in_viewport(ratio=.35)
    expect(page.locator("#grid")).to_have_count(0)
    expect(page.get_by_text("Connect a MIDI keyboard")).to_have_count(1)
    # By touch or by the computer keyboard.
    page.keyboard.down("a")
    expect(page.locator('#piano .key.lit[data-pitch="60"]')).to_have_count(1)
    page.keyboard.up("a")
    expect(page.locator("#piano .key.lit")).to_have_count(0)
    page.get_by_role("button", name="LinnStrument", exact=True).click()
    expect(page.locator("#grid")).to_be_visible()
    assert screen.address().endswith("/play/linnstrument")
    for name in ["Record", "Show messages"]:
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
    # Remembered like other choices.
    screen.goto("/play")
    expect(page.locator("#grid")).to_be_visible()
    page.get_by_role("button", name="Piano", exact=True).click()
    expect(page.locator("#grid")).to_have_count(0)
    for name in ["Record", "Show messages", "Enable MIDI"]:
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()


def keys(*notes):
    return [[ON, note, 90] for note in notes]


@pytest.fixture
def combiner(new_page, server):
    """combiner() → the main screen, with simulated MIDI instruments."""

    def combiner(prepare="", **options):
        page = new_page(server.url, **options)
        page.add_init_script(INSTRUMENTS + prepare)
        return Screen(page).goto("/")

    return combiner


def play(page, *messages):
    page.evaluate("messages => midi.play('Piano', ...messages)", [list(message) for message in messages])


@pytest.mark.all
@pytest.mark.firefox
def test_midi_keyboard_selects_both_chords(combiner):
    screen = combiner()
    page = screen.page
    page.evaluate("midi.plug('Piano')")
    hands = page.get_by_role("button", name="Use MIDI keyboard")
    hands.click()
    expect(hands).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#hands")).to_contain_text("the left hand chooses the lower chord")
    page.wait_for_function("() => midi.inputs.get('Piano').onmidimessage")
    play(page, *keys(48, 52, 55, 59, 74, 78, 81))
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    play(page, *[[OFF, note, 0] for note in (48, 52, 55, 59, 74, 78, 81)])
    play(page, *keys(48, 52, 55, 58, 69, 73, 76))
    screen.expect_titles(upper="A")
    # Turned off, they are ordinary instrument keys.
    hands.click()
    expect(hands).to_have_attribute("aria-pressed", "false")
    play(page, *[[OFF, note, 0] for note in (48, 52, 55, 58, 69, 73, 76)], *keys(41, 45, 48, 67, 71, 74))
    page.wait_for_timeout(500)
    screen.expect_titles(upper="A")


def test_midi_controls_are_absent_without_midi(combiner):
    screen = combiner("navigator.requestMIDIAccess = undefined;")
    expect(screen.page.locator("#hands")).to_be_hidden()
    assert combiner().page.locator("#hands").is_visible()


def test_denied_midi_access_is_reported(combiner):
    screen = combiner("midi.answer = 'NotAllowedError';")
    hands = screen.page.get_by_role("button", name="Use MIDI keyboard")
    hands.click()
    expect(screen.page.locator("#notice")).to_contain_text("not allowed to use MIDI")
    expect(hands).to_have_attribute("aria-pressed", "false")
