"""The music stand: music fills the window, in letters that can be read from one meter, and pages turn."""

import pytest
from playwright.sync_api import expect

from devices import FAKE_WAKE_LOCK, expect_awake
from linnstrument import INSTRUMENTS
from screen import Screen
from test_tunes import paste, server, shelf  # noqa: F401

# The capital letters of system fonts have about 0.71 of the size of the type.
CAPITAL = .71
CHART = """() => {
    const music = document.querySelector(".chart").getBoundingClientRect();
    const isVisible = (bar) => getComputedStyle(bar).visibility === "visible";
    const shown = [...document.querySelectorAll(".bar")].filter(isVisible);
    return {
        bars: shown.map((bar) => Number(bar.dataset.bar)),
        inside: shown.every((bar) => {
            const { top, bottom, left, right } = bar.getBoundingClientRect();
            return top >= music.top - 1 && bottom <= music.bottom + 1 && left >= 0 && right <= innerWidth;
        }),
        overflowing: shown.filter((bar) => {
            const content = bar.querySelector(".bar-music");
            return content.scrollWidth > content.clientWidth + 1;
        }).map((bar) => bar.dataset.bar),
        sizes: shown.flatMap((bar) => [...bar.querySelectorAll(".chord-symbol")].map((symbol) =>
            parseFloat(getComputedStyle(symbol).fontSize))),
        scrolls: document.documentElement.scrollHeight > innerHeight || scrollY > 0,
    };
}"""


def tune(count, bar="Dm7 G7"):
    lines = ["| " + " | ".join([bar] * min(4, count - first)) + " |" for first in range(0, count, 4)]
    return "Title: Mine\n" + "\n".join(lines) + "\n"


def on_stand(visit, text, width, height):
    """The pasted tune on the stand, in a window of this size."""
    page = visit("/tunes").page
    paste(page, text)
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_role("link", name="Music stand").click()
    expect(page.get_by_role("link", name="Leave the music stand")).to_be_visible()
    return page


def pages_of(page):
    text = page.locator(".stand-line output").text_content()
    return [int(number) for number in text.split("/")]


def test_32_bars_fit_a_tablet_with_letters_of_34_pixels(visit):
    page = on_stand(visit, tune(32), 820, 1180)
    chart = page.evaluate(CHART)
    assert chart["bars"] == list(range(32)) and chart["inside"] and not chart["overflowing"] and not chart["scrolls"]
    assert min(chart["sizes"]) >= 34
    assert pages_of(page) == [1, 1]
    expect(page.get_by_role("button", name="Next page")).to_be_hidden()


def test_short_tune_has_two_bars_in_a_line_if_its_letters_are_larger(visit):
    page = visit("/tunes/blues/stand", viewport={"width": 820, "height": 1180}).page
    bars = page.locator(".bar")
    expect(page.locator("[data-fitted]")).to_have_count(1)
    places = [bars.nth(number).bounding_box() for number in range(12)]
    assert all((box["x"] == places[0]["x"]) == (number % 2 == 0) for number, box in enumerate(places))
    # It fills the window instead of its upper half.
    assert places[-1]["y"] + places[-1]["height"] > .8 * 1180
    chart = page.evaluate(CHART)
    assert chart["inside"] and not chart["overflowing"] and pages_of(page) == [1, 1]
    # In a wide window four bars in a line are larger.
    page.set_viewport_size({"width": 1180, "height": 820})
    expect(page.locator("[data-pairs]")).to_have_count(0)
    assert bars.nth(3).bounding_box()["y"] == bars.nth(0).bounding_box()["y"]
    page.set_viewport_size({"width": 820, "height": 1180})
    expect(page.locator("[data-pairs]")).to_have_count(1)
    page.get_by_role("link", name="Leave the music stand").click()
    expect(page.locator("[data-pairs]")).to_have_count(0)


def test_dense_bar_shrinks_alone(visit):
    dense = "E♭maj7(♯11) D7(♯9♭13) G♭m7(♭5) B7(♭9)"
    page = on_stand(visit, tune(12).replace("Dm7 G7", dense, 1), 820, 1180)
    chart = page.evaluate(CHART)
    assert not chart["overflowing"] and chart["inside"]
    assert max(chart["sizes"][:4]) < min(chart["sizes"][4:])
    assert min(chart["sizes"][4:]) >= 34


@pytest.mark.all
@pytest.mark.parametrize("width, height", [(390, 844), (844, 390), (820, 1180), (1180, 820), (1440, 900)])
def test_long_tune_has_pages_whose_capitals_are_two_percent_of_the_height(visit, width, height):
    page = on_stand(visit, tune(96, "Am7"), width, height)
    current, count = pages_of(page)
    assert current == 1
    seen = []
    for number in range(1, count + 1):
        chart = page.evaluate(CHART)
        assert chart["inside"] and not chart["overflowing"] and not chart["scrolls"], number
        assert min(chart["sizes"]) * CAPITAL >= .02 * height - .01
        seen += chart["bars"]
        page.keyboard.press("PageDown")
    # Each bar is on one page, in order. After the last page nothing turns.
    assert seen == list(range(96)) and pages_of(page) == [count, count]
    if count > 1:
        page.keyboard.press("ArrowLeft")
        assert pages_of(page) == [count - 1, count]


def test_taps_turn_pages(visit):
    page = on_stand(visit, tune(96, "Am7"), 390, 844)
    count = pages_of(page)[1]
    assert count > 2
    page.mouse.click(300, 400)
    assert pages_of(page) == [2, count]
    page.mouse.click(300, 400)
    page.mouse.click(60, 400)
    assert pages_of(page) == [2, count]
    page.get_by_role("button", name="Previous page").click()
    assert pages_of(page) == [1, count]
    # A tap on a bar does not open its editor, as it does elsewhere.
    assert page.locator("[aria-pressed=true].bar-face").count() == 0


@pytest.mark.all
def test_space_plays_and_the_pages_follow(visit):
    page = on_stand(visit, tune(96, "Am7").replace("Title: Mine", "Title: Mine\nTempo: 300"), 844, 390)
    assert pages_of(page)[1] > 3
    page.keyboard.press("Space")
    turned = "() => document.querySelector('.stand-line output').textContent.startsWith('2')"
    page.wait_for_function(turned, timeout=30_000)
    playing = page.locator("[data-playing]")
    expect(playing).to_have_count(1)
    assert playing.get_attribute("data-off-page") is None
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play the tune")).to_be_visible()


def test_learned_controller_turns_pages(new_page, server):  # noqa: F811
    page = new_page(server.url)
    page.add_init_script(INSTRUMENTS)
    page.set_viewport_size({"width": 390, "height": 400})
    page.goto("/tunes/rhythm-changes/stand")
    Screen(page).wait_until_ready()
    page.evaluate("midi.plug('Piano')")
    count = pages_of(page)[1]
    assert count > 2
    pedal = page.get_by_role("button", name="Set pedal")
    pedal.click()
    expect(pedal).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => midi.inputs.get('Piano').onmidimessage")
    page.evaluate("midi.play('Piano', [0xB3, 67, 20], [0xB3, 67, 90], [0xB3, 67, 127], [0xB3, 67, 0])")
    expect(pedal).to_have_attribute("aria-pressed", "false")
    assert pages_of(page) == [1, count]
    # One step of the pedal is many values. Other controllers turn nothing.
    page.evaluate("midi.play('Piano', [0xB3, 67, 20], [0xB3, 67, 90], [0xB3, 67, 127], [0xB3, 64, 127])")
    assert pages_of(page) == [2, count]
    page.reload()
    Screen(page).wait_until_ready()
    page.evaluate("midi.plug('Piano')")
    # The first press asks for MIDI again, the second ends learning. The pedal is still known.
    page.get_by_role("button", name="Set pedal").click()
    page.wait_for_function("() => midi.inputs.get('Piano').onmidimessage")
    page.get_by_role("button", name="Set pedal").click()
    # After the last page comes the first.
    for number in [*range(2, count + 1), 1]:
        page.evaluate("midi.play('Piano', [0xB0, 67, 0], [0xB0, 67, 127])")
        assert pages_of(page)[0] == number


def test_stand_is_dark_keeps_the_screen_on_and_is_left_by_escape(new_page, server):  # noqa: F811
    page = new_page(server.url)
    page.add_init_script(FAKE_WAKE_LOCK)
    page.emulate_media(color_scheme="light")
    page.goto("/tunes/blues/stand")
    Screen(page).wait_until_ready()
    expect_awake(page)
    text = page.evaluate("getComputedStyle(document.querySelector('.bar .chord-symbol')).color")
    assert min(int(part) for part in text.removeprefix("rgb(").removesuffix(")").split(",")) > 200
    expect(page.locator("body > header")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("body > header")).to_be_visible()
    assert page.url.endswith("/tunes/blues")
    expect_awake(page, False)
    page.go_back()
    expect(page.get_by_role("link", name="Leave the music stand")).to_be_visible()
    page.get_by_role("link", name="Leave the music stand").click()
    assert page.url.endswith("/tunes/blues")


@pytest.mark.parametrize("route", [
    "/tunes/blues/staff", "/tunes/blues/voicings", "/tunes/blues/analysis", "/hands/C7/A",
    "/practise/play_chord_7",
])
@pytest.mark.parametrize("width, height", [(390, 844), (1180, 820)])
def test_staves_voicings_and_exercises_fit_the_stand(visit, route, width, height):
    page = visit(route + "/stand").page
    page.set_viewport_size({"width": width, "height": height})
    expect(page.get_by_role("link", name="Leave the music stand")).to_be_visible()
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    pictures = page.locator("#screen svg:is(.keyboard, .staff, .systems > svg):visible")
    if "practise" not in route and "analysis" not in route:
        expect(pictures.first).to_be_visible()


# Staves for each page: three of two bars in an upright window, two of four bars in a wide one.
@pytest.mark.parametrize("name, width, height, staves", [
    ("blues", 820, 1180, [3, 3]), ("blues", 1180, 820, [2, 1]), ("blues", 844, 390, [1, 1, 1]),
    ("rhythm-changes", 820, 1180, [3, 3, 3, 3, 1]), ("rhythm-changes", 1180, 820, [2, 2, 2, 1]),
])
def test_staves_fill_pages_and_can_be_read_from_one_meter(visit, name, width, height, staves):
    page = visit(f"/tunes/{name}/staff/stand", viewport={"width": width, "height": height}).page
    expect(page.locator("[data-fitted]")).to_have_count(1)
    symbols = page.locator(".tune-staff .chart-symbol:visible")
    sizes = sorted(symbols.evaluate_all(
        "symbols => symbols.map(one => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"))
    # Some symbols shrink alone.
    assert sizes[len(sizes) // 4] * CAPITAL >= .02 * height
    # No staff is smaller than away from the stand, unless one alone would be cut.
    assert max(staves) == 1 or symbols.first.evaluate("symbol => symbol.getScreenCTM().a") > .999
    shown = []
    for number in range(len(staves)):
        if number > 0:
            page.keyboard.press("PageDown")
        assert pages_of(page) == [number + 1, len(staves)]
        boxes = page.locator(".tune-staff svg:not([data-off-page]):visible").evaluate_all(
            "systems => systems.map(system => system.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])")
        top, bottom = page.locator(".chart").evaluate(
            "chart => [chart.getBoundingClientRect().top, chart.getBoundingClientRect().bottom]")
        assert all(top - 1 <= one and other <= bottom + 1 for one, other in boxes)
        shown.append(len(boxes))
    assert shown == staves
