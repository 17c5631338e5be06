"""Chord names: the vocabulary setting, alternative readings, and chords with many tensions."""

import re

import pytest
from playwright.sync_api import expect

from linnstrument import ON
from screen import Screen, wait_until
from shelf import Shelf

JAZZ, CLASSIC = "Jazz names", "Reference table"
# The name of C7 + A for jazz musicians, and in the original table.
EXPECTED_NAME = {JAZZ: "C13(♭9)", CLASSIC: "E°11(♭13)/C"}


def choose(page, vocabulary):
    page.get_by_role("group", name="Chord vocabulary", exact=True).get_by_label(vocabulary).check()


@pytest.fixture
def beside_settings(new_page, server):
    """beside_settings(route) → that screen, and the settings in another tab of the same browser."""

    def beside_settings(route, prepare=""):
        settings = Screen(new_page(server.url)).goto("/settings")
        page = settings.page.context.new_page()
        if prepare:
            page.add_init_script(prepare)
        return Screen(page).goto(route), settings.page

    return beside_settings


@pytest.fixture
def chordset(server):
    """The address of a chordset whose first chord is C7 + A."""
    shelf = Shelf(server.url)
    light = {"background": {"hue": 0, "purity": 0.8, "brightness": 0.7}, "lumis": []}
    music = {"lower": "C7", "upper": "A", "colorsLight": False}
    chords = [{"position": position, **light, "music": None if position else music} for position in range(8)]
    id = shelf.request("POST", body={"title": "Altered", "chords": chords})["id"]
    yield id
    shelf.request("DELETE", "/" + id)


@pytest.mark.firefox
def test_jazz_names_are_the_default(visit):
    screen = visit("/combine/C7/A")
    page = screen.page
    screen.expect_titles("C7", "A", EXPECTED_NAME[JAZZ])
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("group", name="Chord vocabulary", exact=True).get_by_label(JAZZ)).to_be_checked()
    choose(page, CLASSIC)
    expect(page.locator(".sheet .name")).to_have_text(EXPECTED_NAME[CLASSIC])
    page.locator(".up").click()
    screen.expect_titles("C7", "A", EXPECTED_NAME[CLASSIC])
    expect(screen.place("result")).to_have_text("Slash chord")
    expect(page).to_have_title(re.compile("^" + re.escape(EXPECTED_NAME[CLASSIC])))
    # Also on the next visit, until something else is chosen.
    screen.reload()
    screen.expect_titles(result=EXPECTED_NAME[CLASSIC])
    screen.choose(upper="A♭").expect_titles(result="A♭ma/C7")
    expect(screen.place("result")).to_have_text("Polychord")
    screen.goto("/settings")
    choose(page, JAZZ)
    screen.goto("/combine/C7/A♭").expect_titles(result="C7(♯9♭13)")


# Each screen that names two chords: its address and the selector of the name.
PLACES = {
    "combiner": ("/combine/C7/A", "#result h2"),
    "details": ("/details/C7/A", "h2"),
    "circle": ("/circle/C", ".legend .chip"),
    "chordsets": ("/lights", ".cell span"),
    "chordset": ("/lights/{id}", ".card h3"),
    "light chord": ("/lights/{id}/1", ".music-name"),
}


@pytest.mark.all
@pytest.mark.parametrize("place", PLACES)
def test_vocabulary_setting_applies_at_once_on_every_screen(beside_settings, chordset, place):
    route, selector = PLACES[place]
    screen, settings = beside_settings("/combine/C7/A" if place == "circle" else route.replace("{id}", chordset))
    if place == "circle":
        screen.page.get_by_role("link", name="Circle", exact=True).click()
    name = screen.page.locator(selector).filter(has_text=re.compile("♭9|♭13"))
    for vocabulary, sign in [(JAZZ, "= "), (CLASSIC, "= "), (JAZZ, "= ")]:
        choose(settings, vocabulary)
        expect(name).to_have_text((sign if place == "circle" else "") + EXPECTED_NAME[vocabulary])


@pytest.mark.all
def test_vocabulary_setting_applies_at_once_to_played_notes(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    linn.play(*([ON, pitch, 90] for pitch in [48, 52, 55, 58, 69, 73, 76]))
    expect(linn.name).to_have_text(EXPECTED_NAME[JAZZ])
    settings = Screen(linn.page.context.new_page()).goto("/settings").page
    for vocabulary in [CLASSIC, JAZZ]:
        choose(settings, vocabulary)
        expect(linn.name).to_have_text(EXPECTED_NAME[vocabulary])


@pytest.mark.all
def test_altered_chord_is_spelled_by_the_vocabulary(beside_settings):
    screen, settings = beside_settings("/chord/G7alt")
    notes = screen.page.locator(".notes").first.locator("b")
    for vocabulary, spelled in [
        # With ♭13, which shows the triads of E♭ and D♭, and with ♯5.
        (JAZZ, {"G", "B", "F", "A♭", "A♯", "C♯", "E♭"}), (CLASSIC, {"G", "B", "D♯", "F", "A♭", "A♯", "C♯"}),
    ]:
        choose(settings, vocabulary)
        wait_until(screen.page, lambda: set(notes.all_text_contents()), spelled)


@pytest.mark.all
def test_any_played_notes_have_a_name(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    expect(linn.name).not_to_have_text(re.compile("^[A-G]"))
    # One note, then chromatically more until all twelve sound.
    for pitch in range(60, 72):
        linn.play([ON, pitch, 90])
        expect(linn.page.locator("#held tbody tr")).to_have_count(pitch - 59)
        # The name is a chord with a root, not a list of notes.
        expect(linn.name).to_have_text(re.compile(r"^[A-G][♭♯]?[^ ]+|^C \(note\)$"))
        expect(linn.name).not_to_have_text(re.compile("^[A-G][♭♯]? [A-G]"))


# Alternative readings

# A diminished seventh chord has a reading on each of its notes, and four as 7(♭9) without its root.
OTHER_READINGS = {"E♭°7/C", "F♯°7/C", "A°7/C", *(f"{root}7(♭9) (no root)" for root in ["D", "F", "A♭", "B"])}


@pytest.mark.firefox
def test_three_other_readings_are_shown_and_the_rest_on_request(visit):
    screen = visit("/combine/C°7/E♭°7")
    screen.expect_titles(result="C°7")
    first = screen.readings.locator("> .reading > summary")
    rest = screen.readings.locator(".more .reading > summary")
    expect(first).to_have_count(3)
    expect(rest).to_have_count(4)
    assert {*first.all_text_contents(), *rest.all_text_contents()} == OTHER_READINGS
    for reading in rest.all():
        expect(reading).to_be_hidden()
    screen.readings.get_by_text("4 more", exact=True).click()
    for reading in rest.all():
        expect(reading).to_be_visible()
    # Another pair has its own list, initially closed.
    screen.choose(upper="Cma")
    screen.choose(lower="C").expect_titles(result="C")


@pytest.mark.firefox
def test_each_reading_can_be_opened_for_an_explanation(visit):
    screen = visit("/combine/C/Ami")
    screen.expect_titles(result="C6")
    reading = screen.readings.locator(".reading").filter(has_text="Ami7/C")
    why = reading.locator(".why")
    expect(why).to_be_hidden()
    reading.locator("summary").click()
    # From A, C is the third, E the fifth and G the seventh. C is the bass.
    for word in ["third", "seventh", "C", "bass", "."]:
        expect(why.locator("p")).to_contain_text(word)
    reading.locator("summary").press("Enter")
    expect(why).to_be_hidden()
    screen.press("Space")
    expect(why).to_be_visible()
    why.get_by_role("link", name="Ami7/C").click()
    expect(screen.page.get_by_role("heading", level=2)).to_have_text(["Ami7/C"])


def test_a_polychord_has_readings_as_one_chord(visit):
    screen = visit("/combine/Cma7/E")
    expect(screen.place("result")).to_have_text("Polychord")
    screen.expect_titles(result="Ema/Cma7")
    # C E G B with G♯, which is a ♭13 with a natural fifth.
    expect(screen.readings.locator(".reading summary").first).to_have_text("Cma7(♭13)")


# Chords with many tensions

CHORDS = [
    # Degrees, scales that contain them, and both tension values, worked out by hand from the theory's tables
    # of scales and weights.
    ("C13(♭9)", "1 3 5 ♭7 ♭9 13", {"C Half-Whole diminished", "C Mixolydian ♭2"}, "24.50", "19.65"),
    ("C7(♯9♭13)", "1 3 5 ♭7 ♯9 ♭13", {"C Phrygian ♭4"}, "21.00", "15.90"),
    ("C7alt", "1 3 ♭7 ♭9 ♯9 ♯11 ♭13", {"C Super Locrian"}, "30.80", "24.15"),
    ("C7(♭9♯9♯11♭13)", "1 3 5 ♭7 ♭9 ♯9 ♯11 ♭13", set(), "40.95", "32.90"),
]


def section(page, title):
    return page.locator("section").filter(has=page.get_by_role("heading", name=title, exact=True))


@pytest.mark.all
@pytest.mark.parametrize("symbol, degrees, scales, by_degree, voiced", CHORDS, ids=[chord[0] for chord in CHORDS])
def test_jazz_chord_is_described_in_full(visit, symbol, degrees, scales, by_degree, voiced):
    page = visit("/chord/" + symbol).page
    # Three or more alterations are abbreviated to “alt”.
    expect(page.locator("h2")).to_have_text([symbol])
    expect(page.locator(".notes").first.locator(".degree")).to_have_text(degrees.split())
    base = {"5"} <= set(degrees.split())
    expect(section(page, "Base chord").get_by_role("link").first).to_have_text("C7" if base else re.compile("^C7"))
    expect(section(page, "Extensions").locator(".degree")).to_have_text(
        [degree for degree in degrees.split() if int(degree.strip("♭♯")) > 7])
    expect(page.locator("#tension-Degrees summary meter")).to_have_attribute("value", by_degree.replace(".", ""))
    expect(page.locator("#tension-Voicing summary meter")).to_have_attribute("value", voiced.replace(".", ""))
    page.locator("#all-scales summary").click()
    if scales:
        # The innermost section: all scales are inside that of the scales to play.
        primary = section(page, "Primary scales").last.get_by_role("link")
        expect(primary).to_have_count(len(scales))
        assert set(primary.all_text_contents()) == scales
        expect(section(page, "Closest scale")).to_have_count(0)
    else:
        # The altered scale has no natural fifth, and the half-whole scale no ♭13.
        expect(section(page, "Primary scales")).to_have_count(0)
        expect(section(page, "Closest scale").locator("p")).to_have_text(
            re.compile("^C (Super Locrian has all notes but G|Half-Whole diminished has all notes but A♭)$"))


# Note names in each chord


@pytest.mark.firefox
def test_each_hand_is_spelled_as_its_own_chord(visit):
    screen = visit("/combine/C7/E♭").wait_until_ready()
    screen.expect_titles(result="C7(♯9)")
    assert screen.names("upper") == ["E♭", "G", "B♭"]
    assert screen.names() == ["C", "E", "G", "B♭", "E♭"]
    chip = screen.page.locator("#result .notes li").filter(has_text="♯9")
    expect(chip.locator("b")).to_have_text("E♭")
    expect(screen.keyboard()).to_have_accessible_name(re.compile(r"E flat \(upper, in the result D sharp\)$"))
    other = screen.keyboard().locator(".other-name")
    expect(other).to_have_text(["D♯"])
    expect(other).to_be_hidden()
    key = screen.keyboard().locator(".renamed rect").bounding_box()
    screen.page.mouse.move(key["x"] + key["width"] / 2, key["y"] + key["height"] / 3)
    expect(other).to_be_visible()
    screen.page.mouse.move(0, 0)
    expect(other).to_be_hidden()


def test_touched_key_shows_its_other_name_and_sounds(visit):
    # B♭ is the ♯11 of E7alt. Its ♯9, F𝄪, is read as G everywhere.
    screen = visit("/combine/C/E7(♭5)", has_touch=True, is_mobile=True)
    screen.expect_titles(result="E7alt/C")
    assert screen.names() == ["C", "E", "G♯", "D", "G", "B♭"]
    screen.page.evaluate(
        "window.struck = []; document.addEventListener('notes', ({ detail }) => struck.push(...detail))")
    renamed = screen.keyboard().locator(".renamed").filter(has_text="A♯")
    renamed.scroll_into_view_if_needed()
    other, key = renamed.locator("text"), renamed.locator("rect").bounding_box()
    screen.page.touchscreen.tap(key["x"] + key["width"] / 2, key["y"] + key["height"] / 2)
    expect(other).to_be_visible()
    wait_until(screen.page, lambda: screen.page.evaluate("struck.at(-1)?.pitch"), 82)


def test_no_second_name_if_spellings_agree(visit):
    screen = visit("/combine/Cma7/D")
    screen.expect_titles(result="Cma13(♯11)")
    expect(screen.keyboard().locator(".other-name")).to_have_count(0)


# Layout


@pytest.mark.all
@pytest.mark.parametrize("width, height", [(360, 640), (768, 1024), (1440, 900)])
def test_longest_names_fit(visit, width, height):
    # Each name ends within its panel.
    screen = visit("/chord/C7(♭9♯9♯11♭13)", viewport={"width": width, "height": height})
    for route in [
        "/chord/C7(♭9♯9♯11♭13)", "/chord/E♭7(♭9♯9♯11♭13)", "/combine/C7(♭9♯9♯11)/A♭", "/combine/C7/A", "/settings"]:
        screen.goto(route)
        assert screen.page.evaluate("document.documentElement.scrollWidth") <= width, route
        out = screen.page.evaluate("""() => [...document.querySelectorAll(
            "h2, .precise, .name, .readings summary, .notes, .choice")]
            .filter(text => text.checkVisibility() && text.closest(".panel"))
            .filter(text => text.scrollWidth > text.clientWidth + 1
                || text.getBoundingClientRect().right > text.closest(".panel").getBoundingClientRect().right)
            .map(text => text.textContent)""")
        assert out == [], route
