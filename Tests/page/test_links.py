"""Links as people and programs alter them: # for a sharp, trailing punctuation, double escaping."""

from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import expect


def expect_result(screen, title, route):
    expect(screen.page).to_have_title(title + " · Chord Combiner")
    assert unquote(screen.address()).endswith(route), screen.address()
    screen.reload()
    expect(screen.page).to_have_title(title + " · Chord Combiner")


@pytest.mark.all
@pytest.mark.firefox
@pytest.mark.parametrize("typed, title, route", [
    ("/chord/G#m7", "G♯mi7", "/chord/G♯mi7"),
    ("/chord/C#", "C♯", "/chord/C♯"),
    ("/ways/A#7(b9)", "Chord pairs for A♯7(♭9)", "/ways/A♯7(♭9)"),
    ("/circle/C#m", "C♯ minor · Circle of fifths", "/circle/C♯m"),
    ("/graph/D#mi9", "D♯mi9 · Graph", "/graph/D♯mi9"),
    ("/board/_/F#", "All pairs with F♯", "/board/_/F♯"),
    # Neither an anchor nor a part of a chord.
    ("/chord/Gm7#reviews", "Gmi7", "/chord/Gmi7"),
    ("/chord/C#/circle/A", "A major · Circle of fifths", "/circle/A"),
])
def test_hash_typed_as_a_sharp_belongs_to_the_chord(visit, typed, title, route):
    expect_result(visit(typed), title, route)


def test_both_chords_of_a_link_with_hashes_are_read(visit):
    screen = visit("/combine/C#7/E")
    screen.expect_titles("C♯7", "E")
    assert unquote(screen.address()).endswith("/combine/C♯7/E")
    screen.goto("/combine/A7/G#")
    screen.expect_titles("A7", "G♯")


def test_in_page_anchor_is_not_part_of_a_chord(visit):
    screen = visit("/chord/G#screen")
    expect(screen.page).to_have_title("G · Chord Combiner")
    # An address edited by hand.
    screen.page.evaluate("location.hash = 'm9'")
    expect_result(screen, "G♯mi9", "/chord/G♯mi9")


TRAILING_TEXTS = [".", ")", "),", "”", "…", "。", "%E2%80%8B", "%EF%BB%BF.", "&utm_source=x", "%3Fsi=7", "%3E", "%2522"]


@pytest.mark.all
def test_trailing_punctuation_is_ignored_by_page_and_server(visit, static_copy, fetch_page):
    served, copied = visit(), static_copy()
    for number, tail in enumerate(TRAILING_TEXTS):
        # Loaded, and followed within the page.
        assert fetch_page("/combine/F7/A%E2%99%ADmi" + tail) == (200, True), tail
        served.goto("/combine/F7/A%E2%99%ADmi" + tail)
        served.expect_titles("F7", "A♭mi")
        assert unquote(served.address()).endswith("/combine/F7/A♭mi"), tail
        copied.goto(f"?{number}#/combine/F7/A%E2%99%ADmi" + tail)
        copied.expect_titles("F7", "A♭mi")
        assert unquote(copied.address()).endswith("#/combine/F7/A♭mi"), tail
        served.page.evaluate("route => { history.pushState(null, '', route); dispatchEvent(new "
                             "PopStateEvent('popstate')); }",
                             "/ways/E7(%E2%99%AF9)" + tail)
        expect(served.page).to_have_title("Chord pairs for E7(♯9) · Chord Combiner")


@pytest.fixture
def fetch_page(server):
    """fetch_page(path) → the status, and whether both chords are in the HTML without JavaScript."""
    from urllib.error import HTTPError
    from urllib.request import urlopen

    def fetch(path):
        try:
            with urlopen(server.url + quote(path, safe="/%&=?)>,.")) as answer:
                return answer.status, "F7 + A♭mi" in answer.read().decode()
        except HTTPError as error:
            return error.code, False

    return fetch


def test_double_or_fully_escaped_links_are_read(visit, static_copy):
    served, copied = visit(), static_copy()
    for route in [
        "/combine/" + quote(quote("B♭7")) + "/" + quote(quote("C♯mi")),
        "/combine/" + quote(quote(quote("B♭7"))) + "/" + quote(quote("C♯mi"))]:
        served.goto(route)
        served.expect_titles("B♭7", "C♯mi")
        assert unquote(served.address()).endswith("/combine/B♭7/C♯mi")
    copied.goto("?1#" + quote("/combine/E♭7/F", safe=""))
    copied.expect_titles("E♭7", "F")
    served.goto("/" + quote("#/circle/E♭", safe=""))
    expect(served.page).to_have_title("E♭ major · Circle of fifths · Chord Combiner")


def test_readable_chord_is_kept_and_unreadable_one_reported(visit, browser_errors):
    screen = visit("/combine/C/D°")
    screen.expect_titles("C", "D°")
    screen.goto("/combine/H7./D")
    expect(screen.field("lower")).to_have_value("H7.")
    browser_errors.allow("404")
    screen.goto("/chord/Gfoo7.")
    expect(screen.page.get_by_role("alert").first).to_contain_text("foo")
    assert screen.address().endswith("/chord/Gfoo7.")
