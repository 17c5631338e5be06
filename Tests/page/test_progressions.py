"""Progressions in any key: `/progressions`."""

import re

import pytest
from playwright.sync_api import expect

NOTES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


def symbols(page):
    """The chord symbols of the cards below the chart."""
    cards = page.locator(".tune-card h4")
    expect(cards.first).to_be_visible()
    return [text.strip() for text in cards.all_inner_texts()]


def test_two_five_one_rootless_takes_one_tap_from_the_circle(visit):
    page = visit("/circle/E♭").page
    page.get_by_role("link", name="Progressions").first.click()
    expect(page.get_by_role("heading", name="ii–V–I", exact=True)).to_be_visible()
    assert symbols(page) == ["Fmi7", "B♭7", "E♭ma7"]
    expect(page.locator(".tune-card .caption")).to_have_text(["rootless A", "rootless B", "rootless A"])


@pytest.mark.all
@pytest.mark.parametrize("start", ["/combine/Cma7/D", "/practise", "/more"])
def test_links_from_other_screens(visit, start):
    page = visit(start).page
    page.get_by_role("link", name=re.compile("^Progressions")).first.click()
    expect(page).to_have_url(re.compile("/progressions/C/rootless/two-five-one$"))


def test_the_twelve_keys_by_arrow_key_and_by_tap(visit):
    page = visit("/progressions/C/rootless/two-five-one").page
    keys = page.get_by_role("group", name="Key", exact=True)
    keys.get_by_role("link", name="C", exact=True).focus()
    roots = []
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        expect(keys.locator("[aria-current]")).to_have_count(1)
        text = symbols(page)[2]
        roots.append((NOTES[text[0]] + {"♭": -1, "♯": 1}.get(text[1], 0)) % 12)
    # Fourths from C: F, B♭, … and C again.
    assert roots == [5 * step % 12 for step in range(1, 13)]
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tune-card h4").last).to_have_text("Gma7")
    keys.get_by_role("link", name="A♭", exact=True).click()
    expect(page.locator(".tune-card h4").first).to_have_text("B♭mi7")


@pytest.mark.all
def test_style_progression_and_own_numerals(visit):
    page = visit("/progressions/F/rootless/two-five-one").page
    page.get_by_label("Voicings").select_option("Shells")
    expect(page).to_have_url(re.compile("/shell/"))
    page.get_by_label(re.compile("^Progressions")).select_option("minor-blues")
    expect(page).to_have_url(re.compile("/progressions/Fm/shell/minor-blues$"))
    assert symbols(page)[0] == "Fmi7"
    field = page.get_by_label("Numerals or chords")
    field.fill("ii V | I(triad)")
    field.press("Enter")
    expect(page.locator(".tune-card h4")).to_have_text(["Gmi7", "C7", "F"])
    # The address has all of it.
    page.reload()
    assert symbols(page) == ["Gmi7", "C7", "F"]
    page.go_back()
    expect(page.locator(".tune-card h4").first).to_have_text("Fmi7")


def test_bad_numerals_are_named_and_nothing_is_lost(visit):
    page = visit("/progressions/F/rootless/two-five-one").page
    field = page.get_by_label("Numerals or chords")
    field.fill("ii foo")
    field.press("Enter")
    expect(page.locator("#notice")).to_contain_text("“foo” is neither a numeral nor a chord symbol")
    assert symbols(page) == ["Gmi7", "C7", "Fma7"]


def test_it_is_saved_practiced_and_played(visit):
    page = visit("/progressions/E♭/rootless/two-five-one").page
    page.get_by_role("button", name="Save to my tunes").click()
    expect(page).to_have_url(re.compile("/tunes/"))
    expect(page.get_by_role("heading", name="ii–V–I", exact=True)).to_be_visible()
    page.go_back()
    link = page.get_by_role("link", name=re.compile("^Practi[cs]e")).and_(page.locator("a[href*='practise/play']"))
    link.first.click()
    expect(page).to_have_url(re.compile("practise/play_row_Fmi7_B"))


@pytest.mark.all
@pytest.mark.parametrize("path, words", [
    ("/progressions/X", "“X”"), ("/progressions/C/loud", "“loud”"), ("/progressions/C/any/ii_foo", "“foo”"),
])
def test_bad_addresses_say_what_is_wrong(visit, path, words):
    answer = visit("/more").page.request.get(path)
    assert answer.status == 404 and words in answer.text()


def test_typed_chords_follow_the_key(visit):
    page = visit("/progressions/C/rootless/two-five-one").page
    field = page.get_by_label("Numerals or chords")
    field.fill("Dmi7 G7(b9, b13) Cma7")
    field.press("Enter")
    assert symbols(page) == ["Dmi7", "G7(♭9♭13)", "Cma7"]
    page.get_by_role("group", name="Key", exact=True).get_by_role("link", name="E♭", exact=True).click()
    expect(page.locator(".tune-card h4")).to_have_text(["Fmi7", "B♭7(♭9♭13)", "E♭ma7"])
    expect(field).to_have_value(re.compile("^Fmi7 Bb7"))
    page.reload()
    expect(page.locator(".tune-card h4")).to_have_text(["Fmi7", "B♭7(♭9♭13)", "E♭ma7"])
    # A chord among numerals is meant in the key that is shown.
    field.fill("ii C7 I")
    field.press("Enter")
    expect(page.locator(".tune-card h4")).to_have_text(["Fmi7", "C7", "E♭ma7"])
