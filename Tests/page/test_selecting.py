"""Choosing a chord by touch: the pickers, what matches, and the way there and back."""

import re

import pytest
from playwright.sync_api import expect

from screen import PHONE

MATCHING = "ma mi + ° sus2 add2 mi(add2) ma7 ma7(♭5) ma7(♯5) ma7sus4(♯5) 7 7(♭5) 7sus2 mi7(♭5) °7 °ma7 mi6 6 mi(Δ7)".split()


@pytest.fixture
def tags(visit):
    """tags(route) → the page there, with ways to its tags."""

    def tags(route, **options):
        page = visit(route, **options).page
        page.letter = lambda name: page.get_by_role("radiogroup", name="Letter").get_by_role("radio", name=re.compile(f"^{name}"))
        page.accidental = lambda sign: page.get_by_role("radiogroup", name="Accidental").get_by_role("radio", name=re.compile(f"^{sign}"))
        page.type = lambda name: page.locator(".type").filter(has=page.locator(f"b:text-is('{name}')"))
        page.result = page.locator(".result h2")
        return page

    return tags


def test_keyboards_and_titles_open_the_screen(visit):
    page = visit("/combine/Cma7/D").page
    for half, title in [("lower", "Select Lower Chord"), ("upper", "Select Upper Chord")]:
        page.locator(f"#{half} svg").click()
        expect(page.locator(".place")).to_have_text(title)
        page.get_by_role("link", name="Done").click()
        page.locator(f"#{half} h2").click()
        expect(page.locator(".place")).to_have_text(title)
        page.keyboard.press("Escape")
        expect(page.locator("#result h2")).to_have_text("Cma13(♯11)")


@pytest.mark.firefox
def test_a_chord_is_chosen_by_touch_and_the_result_follows(tags):
    page = tags("/", viewport=PHONE)
    page.locator("#lower svg").click()
    expect(page.locator(".chosen h2")).to_have_text("Please select a chord")
    expect(page.locator(".type b").first).to_have_text("ma")
    expect(page.locator(".types .lit")).to_have_count(0)
    page.letter("F").click()
    expect(page.locator(".type b").nth(10)).to_have_text("Fma7")
    page.type("Fma7").click()
    expect(page.locator(".chosen h2")).to_have_text("Fma7")
    expect(page.result).to_have_text("Fma7")
    page.accidental("♯").click()
    expect(page.locator(".chosen h2")).to_have_text("F♯ma7")
    expect(page).to_have_url(re.compile("/select/lower/F%E2%99%AFma7$"))
    page.reload()
    expect(page.locator(".chosen h2")).to_have_text("F♯ma7")
    expect(page.locator("[aria-checked=true]")).to_have_count(3)


def test_colours_of_tags_and_what_stands_for_them(tags):
    page = tags("/select/lower/Cma7/D")
    paint = lambda tag: tag.evaluate("tag => { const s = getComputedStyle(tag); return [s.backgroundColor, s.boxShadow !== 'none', s.borderColor] }")
    both, match, neither = (paint(page.letter(name)) for name in "CDE")
    assert both[0] != match[0] and neither[0] not in (both[0], match[0])
    assert both[1] and match[1] and not neither[1]
    # Selected tags have a ring, matching ones a sign; screen readers hear both.
    assert both[2] != neither[2]
    expect(page.letter("D")).to_have_accessible_name(re.compile("^D ?, matches$"))
    expect(page.letter("C")).to_be_checked()


@pytest.mark.firefox
def test_the_list_opens_at_the_chosen_type(tags):
    page = tags("/combine/Cmi6/D", viewport=PHONE)
    page.locator("#lower h2").click()
    expect(page.type("Cmi6")).to_be_in_viewport()
    expect(page.type("Cmi6")).to_be_checked()


@pytest.mark.firefox
def test_arrows_walk_letters_and_types(tags):
    page = tags("/select/lower/Cma7/D")
    page.letter("C").focus()
    page.keyboard.press("ArrowRight")
    expect(page.letter("D")).to_be_focused()
    expect(page.letter("D")).to_be_checked()
    page.locator(".type[aria-checked=true]").focus()
    page.keyboard.press("ArrowDown")
    expect(page.type("Dma7(♭5)")).to_be_focused()
    expect(page.locator(".chosen h2")).to_have_text("Dma7(♭5)")


@pytest.mark.firefox
def test_a_slash_leads_to_the_field_and_is_typed_in_it(tags):
    page = tags("/select/lower/Cma7/D")
    page.letter("E").focus()
    page.keyboard.press("/")
    expect(page.locator("#lower-field")).to_be_focused()
    page.keyboard.type("E/")
    expect(page.locator("#lower-field")).to_have_value("E/")
