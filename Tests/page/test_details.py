"""Details screens: links between chords and scales, to any depth and back."""

import re

import pytest
from playwright.sync_api import expect

from screen import Screen


@pytest.mark.firefox
def test_links_lead_through_five_screens_and_back(visit):
    page = visit("/combine/Cma7/D").page
    page.get_by_role("link", name="Details of Cma13(♯11)").click()
    expect(page.get_by_role("heading", name="Component chords")).to_be_visible()
    page.get_by_role("link", name="Ami13").click()
    expect(page.locator("h2")).to_have_text(["Ami13"])
    page.get_by_role("link", name="A Dorian", exact=True).click()
    expect(page.locator("h2")).to_have_text(["A Dorian"])
    page.get_by_role("link", name="Emi7", exact=True).click()
    expect(page.locator("h2")).to_have_text(["Emi7"])
    expect(page).to_have_url(re.compile("/chord/Emi7$"))
    titles = ["A Dorian", "Ami13", "Cma13(♯11)"]
    for title in titles:
        page.go_back()
        expect(page.locator("h2")).to_have_text([title])
    page.go_back()
    expect(page.locator("#result h2")).to_have_text("Cma13(♯11)")
    for title in reversed(titles):
        page.go_forward()
        expect(page.locator("h2")).to_have_text([title])
    page.reload()
    expect(page.locator("h2")).to_have_text(["A Dorian"])
    # The two chords are still selected.
    page.keyboard.press("Escape")
    expect(page.locator("#result h2")).to_have_text("Cma13(♯11)")


@pytest.mark.firefox
def test_upper_chord_stays_yellow(visit):
    screen = visit("/combine/Cma7/D")
    page = screen.page
    page.get_by_role("link", name="Details of D").click()
    chord = page.get_by_role("region", name="Chord", exact=True)

    def colors():
        expect(chord.locator(".place")).to_have_text("Upper chord")
        keys = chord.locator(".key.lit[data-pitch]").evaluate_all("keys => keys.map(key => getComputedStyle(key).fill)")
        notes = page.locator(".notes li").evaluate_all(
            "notes => notes.map(note => getComputedStyle(note).borderBottomColor)")
        return set(keys + notes)

    yellow = {"rgb(243, 195, 59)"}
    assert colors() == yellow
    assert chord.locator("h2").evaluate("name => getComputedStyle(name).color") == "rgb(125, 90, 0)"
    screen.reload()
    assert colors() == yellow
    page.get_by_role("link", name="Enlarge").click()
    expect(page).to_have_title("D · Graph · Chord Combiner")
    page.go_back()
    assert colors() == yellow
    page.go_back()
    page.get_by_role("link", name="Details of Cma7").click()
    expect(chord.locator(".place")).to_have_text("Chord")
    assert chord.locator(".key.lit[data-pitch]").first.evaluate(
        "key => getComputedStyle(key).fill") == "rgb(92, 157, 242)"


def test_tension_is_shown_on_a_bar(visit):
    page = visit("/chord/Cma13(♯11)").page
    bar = page.get_by_role(
        "img", name="Tension: tense, between C, the calmest of all chords, and C°11(♭13addΔ7), the tensest")
    # The mark is at (21.35 − 0.45) / (42.60 − 0.45) of the bar, at the center of its triangle.
    share = bar.evaluate("""bar => {
        const [mark, ...zones] = [".mark", "rect:first-of-type", "rect:last-of-type"]
            .map(part => bar.querySelector(part).getBoundingClientRect());
        return (mark.x + mark.width / 2 - zones[0].left) / (zones[1].right - zones[0].left);
    }""")
    assert share == pytest.approx(20.9 / 42.15, abs=0.01)
    expect(page.locator(".level")).to_have_text("Tense")
    page.get_by_role("link", name="C°11(♭13addΔ7)", exact=True).last.click()
    expect(page.locator(".level")).to_have_text("Very tense")


def test_server_renders_everything_without_javascript(visit):
    page = visit("/chord/Cma13(♯11)", java_script_enabled=False).page
    expect(page.locator("h2")).to_have_text(["Cma13(♯11)"])
    expect(page.locator(".degree").first).to_have_text("1")
    page.get_by_role("link", name="C Lydian", exact=True).click()
    expect(page.locator("h2")).to_have_text(["C Lydian"])


def test_static_copy_has_the_same_screens(new_page, static_url):
    page = new_page(static_url)
    Screen(page).goto(static_url + "#/details/Cma7/D")
    expect(page.locator("h2")).to_have_text(["Cma13(♯11)"])
    page.locator("#all-scales summary").click()
    page.get_by_role("link", name="G Major", exact=True).click()
    expect(page).to_have_url(static_url + "#/scale/G/Major")
    link = page.get_by_role("link", name="C Lydian").get_attribute("href")
    page.goto(static_url + link)
    expect(page.locator("h2")).to_have_text(["C Lydian"])


def test_unreadable_chord_is_explained_and_the_screen_still_works(visit, browser_errors):
    page = visit("/chord/Cfoo").page
    expect(page.get_by_role("alert").filter(has_text="“Cfoo” is not a chord")).to_be_visible()
    browser_errors.allow("404")
    page.locator("#lower-field").click()
    page.keyboard.type("Cma7")
    expect(page.locator("#result h2")).to_have_text("Cma7")
