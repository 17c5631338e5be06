"""What a pianist does with one finger on a tablet or phone, and how many taps it takes."""

import pytest
from playwright.sync_api import expect

from screen import Screen
from screens import screens

SIZES = [(360, 640), (390, 844), (820, 1180)]
CHART = """Title: {title}
Key: F
[A]
| F7 | Bb7 | F7 | Cm7 F7 |
| Bb7 | Bdim7 | F7 | Am7b5 D7b9 |
| Gm7 | C7 | F7 D7 | Gm7 C7 |
"""


class Finger:
    """Taps elements, and counts the taps."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def tap(self, locator):
        locator.tap()
        self.taps += 1

    def choose(self, field, label):
        """Two taps: the system shows the options in a list of its own."""
        field.select_option(label=label)
        self.taps += 2


@pytest.fixture(params=SIZES, ids=str)
def finger(visit, request):
    """finger("/tunes") → a finger on that screen."""
    width, height = request.param

    def finger(route="/"):
        return Finger(visit(
            route, viewport={"width": width, "height": height}, has_touch=True, is_mobile=True).page)

    return finger


def test_chord_is_divided_in_one_tap_and_typing(finger):
    one = finger()
    one.tap(one.page.get_by_placeholder("C13(♭9)"))
    one.page.keyboard.type("G13#11")
    one.page.keyboard.press("Enter")
    expect(one.page.locator("#lower h2")).to_have_text("G7")
    expect(one.page.locator("#upper h2")).to_have_text("A")
    assert one.taps == 1


def test_tune_is_imported_played_looped_transposed_and_printed_in_ten_taps(finger):
    one = finger("/tunes")
    page = one.page
    page.evaluate("window.print = () => { window.isPrinted = true; }")
    field = page.get_by_label("Paste a link or chords")
    one.tap(field)
    # A title of its own: a tune that is there already would be asked about.
    title = f"Twelve bars at {page.viewport_size['width']}"
    field.fill(CHART.replace("{title}", title))
    one.tap(page.get_by_role("button", name="Import"))
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    one.tap(page.get_by_role("button", name="Play the tune"))
    expect(page.locator("[data-playing]").first).to_be_visible()
    one.tap(page.locator("#bar-4 .bar-face"))
    one.choose(page.get_by_role("combobox", name="Loop", exact=True), "Bars 5 to 8")
    expect(page.locator(".looped")).to_have_count(4)
    one.tap(page.get_by_role("button", name="Up a semitone"))
    expect(page.locator("#bar-0")).to_contain_text("G♭")
    one.tap(page.get_by_role("button", name="Print", exact=True))
    page.wait_for_function("() => window.isPrinted")
    assert one.taps <= 10


# Circle and the tabs of Play are main screens.
BELOW = [
    pytest.param(example["path"], id=example["name"]) for example in screens()
    if not example["needs"]
    and (example["path"].count("/") >= 2 or example["path"] in ("/help", "/settings", "/shelf"))
    and not example["path"].startswith(("/combine", "/circle", "/play/linnstrument"))]


@pytest.mark.parametrize("path", BELOW)
def test_every_screen_leads_back_in_one_tap(one_tab, path):
    page, _ = one_tab
    Screen(page).goto(path)
    back = page.locator("main .up:visible, header .up:visible").first
    box = back.bounding_box()
    assert box is not None and box["x"] < 100 and box["y"] < 200, box
    back.click()
    page.wait_for_function("path => decodeURIComponent(location.pathname) !== path", arg=path)
