"""Chord pairs for one chord: searching by touch and keyboard, playing, selecting and undoing."""

import re

import pytest
from playwright.sync_api import expect

from looks import SET_THEME, OVERFLOWS, SMALL_CONTROLS, serious_violations
from screen import PHONE

WIDTHS = [(320, 568), (390, 844), (810, 1080), (1280, 800)]


def pair_titles(page):
    return page.locator(".sum")


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def follow(page, name):
    page.get_by_role("link", name=name, exact=True).first.click()


def test_chord_leads_to_its_pairs_to_the_combiner_and_back(visit):
    screen = visit("/combine/Dmi7/G")
    page = screen.page
    page.get_by_role("link", name="Details of G7sus4").or_(page.get_by_role("link", name="Details of ").last).click()
    page.get_by_role("link", name=re.compile("^All [0-9]+ chord pairs$")).click()
    expect(page.locator("#equation h2")).to_be_visible()
    page.locator("#ways-field").fill("C13b9")
    page.locator("#ways-field").press("Enter")
    expect(page).to_have_title("Chord pairs for C13(♭9) · Chord Combiner")
    expect(pair_titles(page).first).to_have_text("C7 + A")
    follow(page, "Keep C7 in the left hand")
    expect(pair_titles(page)).to_have_text(["C7 + A", "C7 + A7", "C7 + B♭°ma7"])
    assert "/ways/C13(%E2%99%AD9)/C7/_" in screen.address()
    pair_titles(page).nth(1).click()
    screen.expect_titles("C7", "A7", "C13(♭9)")
    expect(screen.announcer).to_have_text(re.compile("^C 7 and A 7 make C 13 flat 9, pair 2 of [0-9]+$"))
    press(page, "Undo")
    screen.expect_titles("Dmi7", "G")
    page.go_back()
    page.go_back()
    expect(pair_titles(page)).to_have_text(["C7 + A", "C7 + A7", "C7 + B♭°ma7"])


def test_ambiguous_symbol_is_explained_wherever_it_is_typed(visit):
    page = visit("/ways/C13(♭9)").page
    for field in ["#ways-field", "[data-change='board of']"]:
        page.locator(field).fill("Do7")
        page.locator(field).press("Enter")
        expect(page.get_by_text("“Do7” is read in English: Ré°7 in solfège.")).to_be_visible()
        page.goto("/board/C7")


@pytest.mark.all
def test_filters_hide_pairs_and_show_the_count(visit):
    page = visit("/ways/C13(♭9)").page
    found = page.locator(".found")
    expect(found).to_have_text("23 chord pairs")
    press(page, "Rootless")
    hidden = int(found.text_content().split()[0])
    assert 0 < hidden < 23 and found.text_content().endswith(f"{hidden} of 23 chord pairs")
    assert pair_titles(page).count() == min(hidden, 12)
    press(page, "With root")
    expect(found).to_have_text(f"{23 - hidden} of 23 chord pairs")
    expect(page.get_by_role("button", name="Rootless")).to_have_attribute("aria-pressed", "false")
    press(page, "With root")
    expect(found).to_have_text("23 chord pairs")
    # The bass note from the settings.
    press(page, "With a bass player")
    page.goto("/settings")
    expect(page.locator("#band-yes")).to_be_checked()


def test_pair_plays_as_voiced(visit):
    screen = visit("/ways/C13(♭9)")
    page = screen.page
    page.evaluate(
        """() => { window.told = []; document.addEventListener("notes", ({ detail }) => told.push(detail)); }""")
    pitches = "() => told.at(-1)?.map(note => note.pitch).join()"
    play = page.get_by_role("button", name="Play C7 + A", exact=True)
    play.click()
    page.wait_for_function(f"() => ({pitches})() === '48,52,55,58,61,64,69'")
    assert page.evaluate("told.at(-1).every(note => note.start === told.at(-1)[0].start)")
    play.click(modifiers=["Shift"])
    page.wait_for_function("() => told.length > 1 && told.at(-1).at(-1).start > told.at(-1)[0].start")
    assert page.evaluate(pitches) == "48,52,55,58,61,64,69"


@pytest.mark.all
def test_keyboard_alone_is_enough(visit):
    screen = visit("/ways/C13(♭9)")
    page = screen.page
    page.get_by_role("button", name="Seventh chords").focus()
    screen.press("Enter")
    expect(page.get_by_role("button", name="Seventh chords")).to_be_focused()
    expect(pair_titles(page).first).to_have_text("C7 + A7")
    screen.press("Space")
    page.locator("#ways-field").focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("Dmi1")
    expect(page.locator("#ways-options li b").first).to_be_visible()
    screen.press("Escape")
    expect(page.locator("#ways-options")).to_be_hidden()
    page.keyboard.type("1")
    screen.press("Enter")
    expect(page.locator("#screen")).to_be_focused()
    expect(pair_titles(page).first).to_have_text("Dmi7 + C")
    press(page, "Essential notes")
    page.locator(".more").focus()
    screen.press("Enter")
    expect(page.locator(".way:focus")).to_have_count(1)
    screen.press("Tab", "Enter")
    expect(screen.title("result")).to_have_text("Dmi11")
    page.go_back()
    screen.press("Escape")
    expect(screen.title("result")).to_have_text("Dmi11")


def test_chord_without_pairs_suggests_alternatives(visit):
    screen = visit("/ways/C7/F♯/_")
    page = screen.page
    expect(page.get_by_text("F♯ is not part of C7")).to_be_visible()
    page.locator("#found-ways").get_by_role("link", name="Unpin F♯").click()
    expect(pair_titles(page).first).to_be_visible()
    page.locator("#ways-field").fill("Hm")
    page.locator("#ways-field").press("Enter")
    expect(page.locator("#ways-message")).to_contain_text("“Hm”")
    screen.goto("/ways/C13(♭9)/_/A7")
    press(page, "Triads")
    page.get_by_role("button", name="Allow any right hand").click()
    expect(pair_titles(page).first).to_have_text("C7 + A7")


@pytest.mark.all
@pytest.mark.parametrize(
    "route", ["/ways/C°11(♭13addΔ7)", "/ways/G♭ma13(♯11)/G♭ma7(omit5)/_", "/ways/C7/F♯/_", "/ways/C7alt(♭9♯9♯5♯11)"])
def test_layout_and_accessibility_at_every_width(visit, route):
    page = visit(route).page
    for name in ["Essential notes", "With a bass player"]:
        press(page, name)
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        for measure in [OVERFLOWS, SMALL_CONTROLS]:
            assert page.evaluate(measure) == [], width
    assert serious_violations(page) == {}


def test_works_in_a_static_copy(new_page, static_url):
    page = new_page(static_url)
    page.goto(static_url + "#/ways/C13(♭9)/C7/_")
    expect(pair_titles(page)).to_have_text(["C7 + A", "C7 + A7", "C7 + B♭°ma7"])
    assert page.locator(".keep").first.get_attribute("href") == "#/ways/C13(♭9)/C7/A"
    page.locator("#share summary").click()
    press(page, "Copy C13(♭9)")
    expect(page.locator("#notice")).to_contain_text("C13(♭9)")


def test_server_renders_pairs_without_javascript(visit):
    page = visit("/ways/C13(♭9)", java_script_enabled=False).page
    expect(pair_titles(page).first).to_have_text("C7 + A")
    page.get_by_role("link", name="Keep C7 in the left hand").first.click()
    expect(pair_titles(page)).to_have_text(["C7 + A", "C7 + A7", "C7 + B♭°ma7"])
    pair_titles(page).first.click()
    expect(page.locator("#result h2")).to_have_text("C13(♭9)")


def test_print_shows_only_the_pairs(visit):
    page = visit("/ways/C13(♭9)", viewport=PHONE).page
    page.evaluate(SET_THEME, "dark")
    page.emulate_media(media="print")
    expect(pair_titles(page).first).to_be_visible()
    expect(page.locator("button, input, nav, .keep, .way-filters").filter(visible=True)).to_have_count(0)


@pytest.mark.all
def test_pairs_are_linked_from_every_chord(visit):
    screen = visit("/circle/C")
    page = screen.page
    page.get_by_role("link", name="Chord pairs for Ami", exact=True).first.click()
    expect(page).to_have_title("Chord pairs for Ami · Chord Combiner")
    screen.goto("/chord/Cma9")
    page.get_by_text("The graph as a list").click()
    page.locator("#graph-list").get_by_role("link", name="Chord pairs for Emi7").first.click()
    expect(page).to_have_title("Chord pairs for Emi7 · Chord Combiner")
    screen.goto("/scale/C/Lydian")
    page.get_by_text("How do I play these?").click()
    page.get_by_role("link", name=re.compile("^Cma7 ?, chord pairs$")).click()
    expect(page).to_have_title("Chord pairs for Cma7 · Chord Combiner")
    screen.goto("/combine/Cma7/D")
    screen.readings.locator("summary").first.click()
    screen.readings.get_by_role("link", name="How do I play this?").first.click()
    expect(page.locator("#equation")).to_be_visible()
