"""The daily session: it starts with one tap, lasts as long as asked, and survives a reload and a second tab."""

import json
import re
from datetime import datetime, timezone

import pytest
from playwright.sync_api import expect

from devices import hide
from screen import Screen, wait_until
from test_practice import note_off, note_on, piano, prompt, stored_lines  # noqa: F401


def sign(page):
    return page.locator("#practise-sign")


def head(page):
    return page.locator("#practise-head")


def answer(page, key="1"):
    """Answers with cards, by the keyboard."""
    # The database exists once there is a question.
    expect(prompt(page)).to_be_visible()
    count = len(stored_lines(page))
    if page.locator(".choice").count() == 0:
        page.keyboard.press("Space")
        expect(page.get_by_text("Did you know it?")).to_be_visible()
    page.keyboard.press(key)
    wait_until(page, lambda: len(stored_lines(page)), count + 1)
    # A wrong answer by ear stays until the learner goes on.
    if page.get_by_role("button", name="Next").count():
        page.keyboard.press("Enter")


@pytest.mark.firefox
def test_it_starts_with_one_tap_and_remembers_its_length(visit):
    page = visit("/practise").page
    page.get_by_role("button", name="5 min", exact=True).click()
    expect(page.get_by_role("button", name="5 min", exact=True)).to_have_attribute("aria-pressed", "true")
    page.reload()
    Screen(page).wait_until_ready()
    page.get_by_role("link", name="Today · 5 min").click()
    expect(page).to_have_url(re.compile("/practise/today/5/cards$"))
    expect(prompt(page)).to_be_visible()
    expect(head(page)).to_contain_text("5 min left")


def test_it_is_played_if_an_instrument_is_connected(piano):
    page = piano("/practise")
    link = page.get_by_role("link", name="Today · 10 min")
    expect(link).to_have_attribute("href", re.compile("/practise/today/10$"))
    page.get_by_role("button", name="Flashcards").click()
    expect(link).to_have_attribute("href", re.compile("/practise/today/10/cards$"))


def test_it_is_played_hands_free(piano):
    page = piano("/practise/today/5")
    page.get_by_role("button", name="Show keys").click()
    for count in range(1, 5):
        keys = page.locator("#practise-keys .lit[data-pitch]")
        expect(keys.first).to_be_visible()
        pitches = keys.evaluate_all("keys => keys.map(key => Number(key.dataset.pitch))")
        note_on(page, pitches)
        # It is stored before it is shown.
        expect(page.locator("#practise-verdict")).not_to_be_empty()
        wait_until(page, lambda: len(stored_lines(page)), count)
        note_off(page, pitches)
        # The next question follows by itself.
        expect(page.locator("#practise-verdict")).to_be_empty()
    assert all(" played play " in line for line in stored_lines(page))


@pytest.mark.all
def test_bars_of_the_tune_come_before_the_minute_by_ear(new_page, server):
    page = new_page(server.url)
    page.clock.install(time=datetime(2026, 11, 24, 9, 0, tzinfo=timezone.utc))
    screen = Screen(page)
    screen.goto("/tunes/blues")
    page.locator(".tune-hand-on").get_by_role("link", name="Practise").click()
    expect(prompt(page)).to_be_visible()
    screen.goto("/practise")
    caption = page.locator("#practise-advice .caption").first
    expect(caption).to_contain_text("something new, bars of “")
    title = re.search("bars of “(.*)”", caption.inner_text())[1]
    screen.goto("/practise/today/5/cards")
    bars = page.locator(".practise-chart > li")
    asked = []
    for count in range(100):
        page.clock.run_for(8_000)
        if "right on the first try" in sign(page).inner_text():
            break
        current = page.locator(".practise-chart > li[aria-current=step]")
        if current.count():
            asked.append((current.inner_text(), prompt(page).inner_text()))
        answer(page, "3" if len(asked) == 2 else "1")
        page.clock.run_for(700)
    # One question after another, each with the name of a chord in its bar.
    assert len(asked) >= 4 and all(name in bar for bar, name in asked), asked
    expect(sign(page)).to_contain_text(re.compile(re.escape(title) + r", bars? \d"))
    expect(bars.locator(".mark.right")).to_have_count(len(asked) - 1)
    expect(bars.locator(".mark.missed")).to_have_count(1)
    expect(bars.locator(".mark.missed .spoken")).to_have_text(", missed")
    # It can be left out.
    screen.goto("/practise")
    page.get_by_role("button", name="Leave out “" + title + "”").click()
    expect(caption).to_contain_text("something new, and ear training")


@pytest.mark.firefox
def test_a_reload_continues_the_same_session(visit):
    page = visit("/practise/today/10/cards").page
    for key in "1311":
        answer(page, key)
    expect(page.get_by_role("button", name="Show answer")).to_be_visible()
    shown = sign(page).inner_text(), head(page).inner_text()
    page.reload()
    Screen(page).wait_until_ready()
    expect(sign(page)).to_have_text(shown[0], use_inner_text=True)
    assert head(page).inner_text() == shown[1]
    assert len(stored_lines(page)) == 4


@pytest.mark.all
def test_two_tabs_share_the_session(new_page, server):
    one = new_page(server.url)
    one.goto("/practise/today/10/cards")
    Screen(one).wait_until_ready()
    expect(prompt(one)).to_be_visible()
    answer(one)
    two = one.context.new_page()
    two.goto("/practise/today/10/cards")
    Screen(two).wait_until_ready()
    expect(sign(two)).to_have_text(sign(one).inner_text(), use_inner_text=True)
    answer(two)
    expect(sign(one)).to_have_text(sign(two).inner_text(), use_inner_text=True)
    answer(one)
    expect(sign(two)).to_have_text(sign(one).inner_text(), use_inner_text=True)
    # No question was asked in both tabs.
    cards = [line.split(" ", 5)[5] for line in stored_lines(one)]
    assert len(cards) == 3 and all(card != following for card, following in zip(cards, cards[1:]))


@pytest.mark.all
def test_a_session_lasts_as_long_as_asked_and_all_numbers_agree(new_page, server, tmp_path):
    page = new_page(server.url, timezone_id="Europe/Berlin")
    start = datetime(2026, 11, 24, 18, 0, tzinfo=timezone.utc)
    page.clock.install(time=start)
    page.goto("/practise/today/5/cards")
    Screen(page).wait_until_ready()
    expect(prompt(page)).to_be_visible()
    for count in range(100):
        page.clock.run_for(11_000)
        if "right on the first try" in sign(page).inner_text():
            break
        answer(page, "3" if count % 5 == 2 else "1")
        # The feedback on a right answer by ear.
        page.clock.run_for(700)
        if count == 5:
            # An hour in another tab.
            hide(page)
            page.clock.run_for(1_000)
            hide(page, False)
    seconds = page.evaluate("Date.now() / 1000") - start.timestamp()
    assert abs(seconds - 300) <= 30
    first = {}
    for line in stored_lines(page):
        _, outcome, _, quality, _, card = line.split(" ", 5)
        first.setdefault(card, outcome == "right" and int(quality) >= 4)
    right = sum(first.values())
    expect(sign(page)).to_contain_text(f"{right} of {len(first)}")
    expect(sign(page)).to_contain_text("Tomorrow")
    with page.expect_download() as download:
        page.get_by_role("link", name="Progress").click()
        expect(page.locator(".day-list li").first).to_contain_text(f"{len(first)} cards, {right} right")
        page.get_by_role("button", name="Export").click()
    download.value.save_as(tmp_path / "practice.json")
    exported = json.loads((tmp_path / "practice.json").read_text())["attempts"]
    assert sorted(exported) == sorted(stored_lines(page))


@pytest.mark.parametrize("route", ["/practise", "/practise/today/20/cards"])
def test_nothing_is_cut_off_on_small_screens_with_large_text(visit, route):
    page = visit(route, viewport={"width": 320, "height": 640}).page
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.locator("#screen h2").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_ten_chords_are_played_against_the_clock(piano):
    page = piano("/practise")
    page.get_by_role("link", name="Ten chords").click()
    expect(page).to_have_url(re.compile("/practise/ten$"))
    page.get_by_role("button", name="Show keys").click()
    page.get_by_role("button", name="Start", exact=True).click()
    for count in range(1, 11):
        keys = page.locator("#practise-keys .lit[data-pitch]")
        expect(keys.first).to_be_visible()
        expect(head(page)).to_contain_text(f"{count - 1} / 10")
        pitches = keys.evaluate_all("keys => keys.map(key => Number(key.dataset.pitch))")
        note_on(page, pitches)
        wait_until(page, lambda: len(stored_lines(page)), count)
        note_off(page, pitches)
        expect(page.locator("#practise-verdict")).to_be_empty()
    line = re.compile(r"Ten chords · \d+ [A-Z][a-z]+ · 10 of 10 in (\d+ min )?\d+ s")
    expect(sign(page)).to_contain_text(line)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy result").click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()).startsWith('Ten chords · ')")
    assert line.fullmatch(page.evaluate("navigator.clipboard.readText()"))


def test_the_clock_runs_and_the_chord_of_the_day_follows_the_local_date(new_page, server):
    # The same local date in two time zones, twenty hours apart.
    shown = []
    for zone, hour in [("Pacific/Auckland", 1), ("America/Los_Angeles", 21)]:
        page = new_page(server.url, timezone_id=zone)
        page.clock.install(time=datetime(2026, 11, 24, hour, tzinfo=timezone.utc))
        page.goto("/practise/chord-of-the-day/cards")
        Screen(page).wait_until_ready()
        expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
        shown.append(page.get_by_text("similar chords in ten keys").inner_text())
        page.get_by_role("button", name="Start", exact=True).click()
        expect(head(page)).to_contain_text("0 / 10 · 0 s")
        page.clock.run_for(3100)
        expect(head(page)).to_contain_text("0 / 10 · 3 s")
    assert shown[0] == shown[1]


@pytest.mark.parametrize("width, height", [(360, 640), (390, 844)])
def test_the_answer_is_not_under_its_buttons_and_lengths_fit(new_page, server, width, height):
    page = new_page(server.url, viewport={"width": width, "height": height})
    page.goto("/practise")
    Screen(page).wait_until_ready()
    lengths = page.locator(".practise-lengths button")
    tops = {box["y"] for box in (button.bounding_box() for button in lengths.all())}
    assert lengths.count() == 4 and len(tops) == 1
    page.goto("/practise/play_upper-structure_VI")
    Screen(page).wait_until_ready()
    page.get_by_role("button", name="Show answer").click()
    staff = page.locator("#practise-staff svg")
    expect(staff).to_be_visible()
    buttons = page.locator("#practise-answers").bounding_box()
    assert staff.bounding_box()["y"] >= buttons["y"] + buttons["height"]
