"""Layout: nothing is clipped and every control is large enough, from small phones to big screens."""

import pytest
from playwright.sync_api import expect

from looks import OVERFLOWS, SIZES, SMALL_CONTROLS
from screen import wait_until

# The screens with panels that a desk shows side by side.
WIDE_SCREENS = [
    "/", "/combine/Cma7/D", "/details/Cma7/D", "/chord/Cma13(♯11)", "/scale/C/Lydian_Dominant", "/ways/C13(♭9)",
    "/circle/F♯", "/hands/C7/A", "/play", "/tunes/round-the-circle/voicings",
    "/progressions/E♭/rootless/two-five-one", "/practise/course/shells", "/dictionary",
    "/practise/play_chord_7",
]
# What part of a panel its pictures fill, if less than 80%; and what part of the window all panels fill.
NARROW = """() => {
    const isSeen = (one) => one.getBoundingClientRect().width > 1;
    const extent = (all) => {
        const boxes = all.map((one) => one.getBoundingClientRect());
        return Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
    };
    const panels = [...document.querySelectorAll("main :is(.panel, .sitting)")].filter(isSeen);
    const narrow = [];
    for (const panel of panels.filter((one) => !one.querySelector(".panel"))) {
        // The keys themselves, without the margins of their drawing.
        const kinds = "svg.keyboard:not(.small) .white, svg.keyboard.small, svg[role=img]:not(.keyboard)";
        const pictures = [...panel.querySelectorAll(kinds)].filter(isSeen);
        const { paddingLeft, paddingRight } = getComputedStyle(panel);
        // The question of an exercise is beside the keys, which have a panel that is drawn only.
        const drawn = getComputedStyle(panel, "::after");
        const width = drawn.position === "absolute" ? parseFloat(drawn.width)
            : panel.getBoundingClientRect().width - parseFloat(paddingLeft) - parseFloat(paddingRight);
        const part = pictures.length ? extent(pictures) / width : 1;
        if (part < 0.8) narrow.push([panel.id || panel.className, part]);
    }
    return { narrow, used: extent(panels) / Math.min(innerWidth, 1440) };
}"""
STATES = {
    "long names": lambda screen: screen.choose("C♭°11(♭13addΔ7)", "F♯mi11(♭5♭9♭13)"),
    "precise names": lambda screen: screen.choose("G♭ma13(♯11 omit9)", "C♯7alt(♭9♯9♯5♯11)"),
    "lower suggestions": lambda screen: (screen.choose(upper="D"), screen.type("lower", "Cm")),
    "upper suggestions": lambda screen: (screen.choose("Cma7"), screen.type("upper", "D♭°11")),
    "message": lambda screen: (screen.choose("Cma7", "D"), screen.choose(upper="W" * 64)),
}


@pytest.mark.all
@pytest.mark.firefox
@pytest.mark.parametrize("state", STATES)
def test_everything_fits_the_window(visit, state):
    screen = visit()
    STATES[state](screen)
    screen.settle()
    for width, height in SIZES:
        screen.page.set_viewport_size({"width": width, "height": height})
        for measure in [OVERFLOWS, SMALL_CONTROLS]:
            assert screen.page.evaluate(measure) == [], width


@pytest.mark.firefox
def test_wide_screens_show_the_chords_and_the_result_side_by_side(visit):
    screen = visit("/combine/Cma7/D")

    def places(width, height):
        screen.page.set_viewport_size({"width": width, "height": height})
        return [screen.page.locator(f"#{panel}").bounding_box() for panel in ["lower", "upper", "result"]]

    lower, upper, result = places(390, 844)
    assert lower["y"] < upper["y"] < result["y"] and lower["x"] == upper["x"] == result["x"]
    lower, upper, result = places(820, 1180)
    assert lower["y"] == upper["y"] < result["y"] and lower["x"] < upper["x"]
    lower, upper, result = places(1280, 800)
    assert lower["x"] == upper["x"] < result["x"] and lower["y"] == result["y"] < upper["y"]
    # A keyboard is as wide as its panel.
    for panel in ["lower", "upper", "result"]:
        keys, frame = [
            screen.page.locator(f"#{panel}{part}").first.bounding_box()["width"] for part in [" .keyboard", ""]]
        assert keys >= .8 * frame, panel
    lower, upper, result = places(844, 390)
    assert lower["y"] == upper["y"] == result["y"] and lower["x"] < upper["x"] < result["x"]


def test_phones_show_the_name_and_the_keys_of_the_result(visit):
    page = visit("/combine/Cma7/D", viewport={"width": 360, "height": 640}).page
    result = page.locator("#result")
    name, navigation = result.locator(".name").bounding_box(), page.locator("#navigation").bounding_box()
    assert name["y"] + name["height"] <= navigation["y"]
    # The captions of all panels are as far from their edges.
    gaps = page.locator(".combine .place").evaluate_all("""places => places.map(place =>
        place.getBoundingClientRect().top - place.closest(".panel").getBoundingClientRect().top)""")
    assert max(gaps) - min(gaps) <= 2
    page.set_viewport_size({"width": 640, "height": 360})
    play, info = [page.locator(f"#lower {part}").bounding_box()["y"] for part in [".play", ".info"]]
    assert play == pytest.approx(info, abs=1)
    keys = result.locator(".keyboard").bounding_box()
    assert keys["y"] + keys["height"] <= 360


@pytest.mark.all
@pytest.mark.parametrize("route", WIDE_SCREENS)
def test_desks_use_their_width(visit, route):
    page = visit(route).page
    for width, height in [(1180, 820), (1440, 900), (1920, 1080)]:
        page.set_viewport_size({"width": width, "height": height})
        # An exercise begins when what was practised is read, and the voicing of a chord follows the rest of its screen.
        wait_until(page, lambda: page.evaluate(NARROW)["used"] >= 0.85, True)
        wait_until(page, lambda: page.evaluate(NARROW)["narrow"], [])


@pytest.mark.parametrize("route", ["/combine/Cma7/D", "/combine/C7/F♯mi", "/combine/Cma7/E"])
def test_result_fills_its_panel_on_a_desk(visit, route):
    panel = visit(route, viewport={"width": 1440, "height": 900}).page.locator("#result")
    blank, height, wide = panel.evaluate("""panel => {
        const { bottom, height, width } = panel.getBoundingClientRect();
        const last = Math.max(...[...panel.children].map(part => part.getBoundingClientRect().bottom));
        const notes = [...panel.querySelectorAll(".notes li")].map(note => note.getBoundingClientRect());
        return [bottom - last, height, (notes.at(-1).right - notes[0].left) / width];
    }""")
    assert blank < .15 * height and wide >= .8


def test_list_of_tunes_begins_in_the_upper_half_of_a_phone(visit):
    page = visit("/tunes", viewport={"width": 360, "height": 640}).page
    row = page.locator(".tune-row")
    expect(row.first).to_be_visible()
    assert row.first.bounding_box()["y"] <= .55 * 640
    # Three tunes are above the navigation.
    third = row.nth(2).bounding_box()
    assert third["y"] + third["height"] <= page.locator("#navigation").bounding_box()["y"]


def test_controls_of_a_tune_end_at_the_edges_of_the_window(visit):
    page = visit("/tunes/blues").page
    dock, navigation = page.locator(".dock"), page.locator("#navigation")
    for width, height in [(360, 640), (820, 1180), (1000, 1400)]:
        page.set_viewport_size({"width": width, "height": height})
        box = dock.bounding_box()
        assert (box["x"], box["width"]) == pytest.approx((0, width), abs=1), width
        assert box["y"] + box["height"] == pytest.approx(navigation.bounding_box()["y"], abs=1), width


@pytest.mark.parametrize("route, part", [("/tunes/blues", "#bar-0"), ("/board/C7", ".squares .square >> nth=0")])
def test_first_screen_of_a_phone_on_its_side_shows_music(visit, route, part):
    page = visit(route, viewport={"width": 640, "height": 360}).page
    box, back = page.locator(part).bounding_box(), page.locator(".up")
    assert box["y"] + box["height"] <= page.evaluate(
        "document.querySelector('.dock')?.getBoundingClientRect().top ?? innerHeight")
    # Back is a whole arrow, and nothing covers it.
    assert min(back.bounding_box()[side] for side in ["width", "height"]) >= 44
    back.click()
    expect(page.locator(part)).to_be_hidden()


def test_controls_of_a_tune_stay_below_an_opened_bar(visit):
    page = visit("/tunes/blues", viewport={"width": 360, "height": 640}).page
    page.locator("#bar-1 .bar-face").click()
    page.locator("#chord-lesson > summary").click()
    play, navigation = page.get_by_role("button", name="Play the tune"), page.locator("#navigation")
    expect(page.locator("#chord-lesson .chip").first).to_be_visible()
    box = play.bounding_box()
    assert box["y"] + box["height"] <= navigation.bounding_box()["y"]


def test_hands_of_a_playing_tune_can_be_read_and_leave_bars_in_view(visit):
    page = visit("/tunes/blues").page
    page.get_by_role("button", name="Play the tune").click()
    keyboard = page.locator("#tune-now .keyboard")
    expect(keyboard).to_be_visible()
    for width, height in [(360, 640), (844, 390), (932, 430), (960, 720), (1180, 820), (1440, 900)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        # Three octaves to be read, not to be played.
        assert keyboard.bounding_box()["width"] >= 170, width
        bar = page.locator("#bar-0").bounding_box()
        assert bar["y"] + bar["height"] / 2 <= page.locator(".dock").bounding_box()["y"], width
        # Nothing of what is said beside the keys is cut.
        head = page.locator(".tune-hands-head")
        assert head.evaluate("head => head.scrollHeight <= head.clientHeight"), width
    # On small phones on their side, the keys and all controls take two short lines.
    for width, height in [(568, 320), (667, 375), (740, 360)]:
        page.set_viewport_size({"width": width, "height": height})
        assert keyboard.bounding_box()["width"] >= 170, width
        assert page.locator(".dock").bounding_box()["height"] <= 150, width


def test_picker_shows_no_keyboard_without_a_lit_key(visit):
    screen = visit("/select/upper", viewport={"width": 1180, "height": 820})
    keyboards = screen.page.locator(":is(.type, .chosen) > .keyboard:visible")
    expect(keyboards).to_have_count(0)
    screen.page.get_by_role("radio", name="D", exact=True).click()
    expect(screen.page.locator(".type > .keyboard:visible")).not_to_have_count(0)


def test_suggestions_do_not_touch_the_keys(visit):
    page = visit().page
    for width, height in [(820, 1180), (1180, 820), (1440, 900)]:
        page.set_viewport_size({"width": width, "height": height})
        for panel in ["lower", "upper"]:
            chip = page.locator(f"#{panel} .common .chip").first.bounding_box()
            top = page.locator(f"#{panel} .keyboard .key").first.bounding_box()["y"]
            assert top - chip["y"] - chip["height"] >= 4, (panel, width)


def test_signs_of_an_equation_are_between_its_chords(visit):
    page = visit("/ways/C13(♭9)", viewport={"width": 640, "height": 360}).page
    box, *signs = [page.locator(f".equation {part}").first for part in [".term", ".sign >> nth=0", ".sign >> nth=1"]]
    middle = lambda part: part.bounding_box()["y"] + part.bounding_box()["height"] / 2
    assert [middle(sign) for sign in signs] == pytest.approx([middle(box)] * 2, abs=4)


def test_titles_of_screens_are_alike_and_above_their_screen(visit):
    page = visit("/settings", viewport={"width": 1440, "height": 900}).page
    sizes = []
    for route in ["/settings", "/tunes", "/practise", "/dictionary"]:
        page.goto(route)
        title = page.locator("main h2").first
        sizes.append(title.evaluate("title => getComputedStyle(title).fontSize"))
        if route == "/settings":
            box, panel = title.bounding_box(), page.locator("main .panel").first.bounding_box()
            assert panel["y"] - box["y"] - box["height"] >= 8
    assert len(set(sizes)) == 1, sizes
    # One column begins where its back link begins.
    page.goto("/settings")
    page.set_viewport_size({"width": 820, "height": 1180})
    assert page.locator(".sheet").bounding_box()["x"] == pytest.approx(page.locator(".up").bounding_box()["x"], abs=1)


def test_text_and_buttons_do_not_touch(visit):
    page = visit("/play", viewport={"width": 1180, "height": 820}).page
    gaps = page.locator(".panel > .caption + .chips").evaluate_all("""all => all.map(one =>
        one.getBoundingClientRect().top - one.previousElementSibling.getBoundingClientRect().bottom)""")
    assert len(gaps) >= 2 and min(gaps) >= 4, gaps


def test_fifteen_notes_are_in_two_even_rows(visit):
    page = visit("/combine/C♭°11(♭13addΔ7)/F♯mi11(♭5♭9♭13)", viewport={"width": 1180, "height": 820}).page
    boxes = page.locator("#result .notes > li").evaluate_all(
        "notes => notes.map(note => note.getBoundingClientRect()).map(({ top, width }) => [top, Math.round(width)])")
    tops = [top for top, _ in boxes]
    assert len(boxes) == 15 and [tops.count(top) for top in sorted(set(tops))] == [8, 7]
    assert len({width for _, width in boxes}) == 1


def test_headings_are_larger_than_their_text(visit):
    page = visit("/practise/course/shells").page
    heading, text = [
        page.locator(f".lesson {name}").first.evaluate("part => parseFloat(getComputedStyle(part).fontSize)")
        for name in ["h3", "p"]]
    assert heading > text


def test_short_chart_of_an_exercise_ends_with_its_music(visit):
    page = visit("/practise/play_row_Dmi7_G7_Cma7/in_time_90_beats_4/bass_band_with-band").page
    bars = page.locator(".practise-chart > li")
    expect(bars).to_have_count(3)
    assert bars.evaluate_all("bars => bars.map(bar => parseFloat(getComputedStyle(bar).borderRightWidth) > 0)") == [
        False, False, True]
    expect(page.locator(".practise-chart")).to_have_css("border-right-width", "0px")


def test_focusing_a_field_does_not_zoom_a_phone(visit):
    screen = visit(viewport={"width": 390, "height": 844})
    size = screen.field("lower").evaluate("field => parseFloat(getComputedStyle(field).fontSize)")
    assert size >= 16


def test_meter_fills_its_staff(visit):
    page = visit("/tunes/blues/staff", viewport={"width": 1180, "height": 820}).page
    signs = page.locator(".tune-staff .systems text.metre:visible")
    expect(signs).to_have_count(4)
    found = signs.evaluate_all("""signs => signs.map(sign =>
        [parseFloat(getComputedStyle(sign).fontSize), Number(sign.getAttribute("y"))])""")
    # Two numbers, each as high as two spaces of 10 units. Digits have about 0.71 of the size of their type.
    assert all(19 <= .71 * size <= 20.5 for size, _ in found)
    assert [lower - upper for (_, upper), (_, lower) in zip(found[::2], found[1::2])] == [20, 20]


@pytest.mark.parametrize("width, height", [(844, 390), (667, 375)])
def test_keys_to_play_are_seen_on_a_phone_in_landscape(visit, width, height):
    page = visit("/play", viewport={"width": width, "height": height}).page
    top = page.locator("#piano .key").first.bounding_box()["y"]
    assert height - top >= 120
    # The name of a chord does not move them.
    for key in "adg":
        page.keyboard.down(key)
    expect(page.locator("#played .row li")).to_have_count(1)
    assert page.locator("#piano .key").first.bounding_box()["y"] == pytest.approx(top, abs=1)


def test_suggestions_leave_the_upper_chord_visible_on_a_phone(visit):
    screen = visit(viewport={"width": 360, "height": 640})
    screen.type("lower", "Cm")
    options = screen.page.locator("#lower .options")
    expect(options).to_be_visible()
    box, upper = options.bounding_box(), screen.page.locator("#upper").bounding_box()
    assert box["y"] + box["height"] <= upper["y"] + .25 * upper["height"]
