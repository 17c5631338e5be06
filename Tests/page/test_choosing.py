"""Combining two chords: typing, the result, history, sharing and memory."""

from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from screen import Screen


def address(screen):
    return unquote(screen.address()).removeprefix("http://").partition("/")[2]


def expect_cma7_and_d(screen):
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    expect(screen.page).to_have_title("Cma13(♯11) = Cma7 + D · Chord Combiner")
    for half, symbol in [("lower", "Cma7"), ("upper", "D")]:
        expect(screen.field(half)).to_have_value(symbol)
        expect(screen.suggestions(half)).to_have_count(0)
    assert address(screen) == "combine/Cma7/D"
    assert screen.lit("lower") == {pitch: "lower" for pitch in [60, 64, 67, 71]}
    assert screen.lit("upper") == {pitch: "upper" for pitch in [62, 66, 69]}
    lower, upper = [60, 64, 67, 71], [74, 78, 81]
    assert screen.lit() == {pitch: "lower" for pitch in lower} | {pitch: "upper" for pitch in upper}
    assert screen.glyphs() == ["lower"] * 4 + ["upper"] * 3


@pytest.fixture
def cma7_and_d(visit):
    screen = visit()
    screen.choose("Cma7", "D")
    screen.expect_titles(result="Cma13(♯11)")
    # Also waits until it is stored.
    screen.settle()
    return screen


@pytest.mark.firefox
def test_two_chords_are_combined(cma7_and_d):
    screen = cma7_and_d
    expect_cma7_and_d(screen)
    assert screen.names("lower") == ["C", "E", "G", "B"]
    assert screen.names("upper") == ["D", "F♯", "A"]
    assert screen.names() == ["C", "E", "G", "B", "D", "F♯", "A"]
    assert screen.glyphs("lower") == screen.glyphs("upper") == []
    expect(screen.place("result")).to_have_text("Unified chord")
    degrees = screen.page.locator("#result .notes .degree")
    expect(degrees).to_have_text(["1", "3", "5", "7", "9", "♯11", "13"])
    expect(screen.readings).to_contain_text("Ami13/C")


@pytest.mark.firefox
def test_result_is_announced_to_screen_readers(visit):
    screen = visit()
    screen.choose("Cma7")
    expect(screen.announcer).to_have_text("lower chord C major 7")
    screen.choose(upper="D")
    expect(screen.announcer).to_have_text("C major 7 and D major make C major 13 sharp 11")
    expect(screen.announcer).to_have_attribute("aria-live", "polite")
    expect(screen.keyboard()).to_have_accessible_name(
        "Piano keyboard of 3 octaves from C4, lit: C (lower), E (lower), G (lower), B (lower), D (upper), F sharp "
        "(upper), A (upper)"
    )
    screen.choose(upper="E")
    expect(screen.announcer).to_have_text("C major 7 and E major are a polychord")


def test_common_tones_have_both_colors_and_a_full_disc(visit):
    screen = visit().choose("C", "C+")
    screen.expect_titles(result="A♭ma7(♯5)/C")
    glyphs = ["both", "both", "lower", "upper"]
    assert list(screen.lit()) == [60, 64, 67, 68]
    assert screen.glyphs() == glyphs
    colors = {"both": "upper lower", "lower": "lower", "upper": "upper"}
    assert list(screen.lit().values()) == [colors[glyph] for glyph in glyphs]
    expect(screen.page.locator("#result .notes .part")).to_have_text(glyphs)


def test_reloading_changes_nothing(cma7_and_d):
    cma7_and_d.page.reload()
    expect_cma7_and_d(cma7_and_d)


@pytest.mark.firefox
def test_the_choice_is_remembered(cma7_and_d):
    page = cma7_and_d.page.context.new_page()
    page.goto("/")
    expect_cma7_and_d(Screen(page))


def test_link_shows_the_same_result_in_another_browser(cma7_and_d, visit):
    expect_cma7_and_d(visit(cma7_and_d.address()))


def test_chords_with_a_slash_or_many_symbols_can_be_shared(visit):
    screen = visit().choose("D/F#", "C♭°11(♭13 omit9)")
    screen.expect_titles("D/F♯")
    titles = [screen.title(panel).text_content() for panel in ["lower", "upper", "result"]]
    assert not set("#?") & set(screen.address())
    visit(screen.address()).expect_titles(*titles)


@pytest.mark.firefox
def test_back_and_forward_step_through_the_choices(visit):
    screen = visit()
    page = screen.page
    steps = [
        ("", "waiting for chord selection…", "", ""),
        ("combine/Cma7", "Cma7", "Cma7", ""),
        ("combine/Cma7/D", "Cma13(♯11)", "Cma7", "D"),
        ("combine/Cma7/E", "Ema/Cma7", "Cma7", "E"),
        ("combine/C/E", "Ema/Cma", "C", "E"),
    ]

    def expect_step(step):
        path, title, lower, upper = step
        screen.expect_titles(result=title)
        assert address(screen) == path
        expect(screen.field("lower")).to_have_value(lower)
        expect(screen.field("upper")).to_have_value(upper)

    screen.choose("Cma7", "D")
    screen.choose(upper="E")
    # Repeating the same choice is no history step.
    screen.choose(upper="E")
    screen.choose(lower="C")
    expect_step(steps[4])
    for step in reversed(steps[:4]):
        page.go_back()
        expect_step(step)
    for step in steps[1:]:
        page.go_forward()
        expect_step(step)
