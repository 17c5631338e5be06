"""Practice days: answers keep their local day, and the current day is always read from the clock."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from devices import hide
from screen import Screen, wait_until
from test_practice import play, prompt, stored_lines

STORE_LINES = """async (lines) => {
    const open = indexedDB.open("chord-combiner-practice", 1);
    open.onupgradeneeded = () => open.result.createObjectStore("lines", { autoIncrement: true });
    const database = await new Promise((done) => (open.onsuccess = () => done(open.result)));
    const store = database.transaction("lines", "readwrite").objectStore("lines");
    await Promise.all(lines.map((line) => new Promise((done) => (store.add(line).onsuccess = done))));
    database.close();
}"""


def at(zone, *moment):
    return datetime(*moment, tzinfo=ZoneInfo(zone))


def line(moment, east=None, outcome="right"):
    stamp = str(int(moment.timestamp())) + ("" if east is None else f"{east:+d}")
    return f"{stamp} {outcome} 1500 5 played play 2 chord mi7"


@pytest.fixture
def results_at(new_page, server):
    """results_at(zone, now, lines) → the results page at that time, with these stored answers."""

    def results_at(zone, now, *lines, route="/practise/results"):
        page = new_page(server.url, timezone_id=zone)
        page.clock.install(time=now)
        page.goto("/settings")
        Screen(page).wait_until_ready()
        page.evaluate(STORE_LINES, list(lines))
        page.goto(route)
        Screen(page).wait_until_ready()
        return page

    return results_at


def days(page):
    expect(page.locator(".day-list li").first).to_be_visible()
    return [text.split(":")[0] for text in page.locator(".day-list li").all_inner_texts()]


@pytest.mark.all
# Two evenings in summer time, viewed in winter, and the reverse in the southern hemisphere.
@pytest.mark.parametrize("zone, first", [
    ("Europe/Berlin", (2026, 10, 22, 23, 40)), ("America/New_York", (2026, 10, 30, 23, 50)),
    ("Australia/Adelaide", (2026, 10, 2, 23, 45))])
def test_answers_of_earlier_versions_keep_their_days_across_dst(results_at, zone, first):
    evening = at(zone, *first)
    page = results_at(zone, evening + timedelta(days=5), line(evening), line(evening + timedelta(minutes=30)))
    assert days(page) == ["4 days ago", "5 days ago"]


def test_answers_keep_their_days_when_the_time_zone_changes(results_at):
    evening = at("Asia/Tokyo", 2026, 3, 10, 23, 50)
    lines = [line(evening, 540), line(evening + timedelta(minutes=20), 540)]
    page = results_at("America/Los_Angeles", evening + timedelta(days=3), *lines)
    assert days(page) == ["2 days ago", "3 days ago"]
    # After flying west, earlier answers may be dated after today.
    page = results_at("America/Los_Angeles", evening + timedelta(hours=1), *lines)
    assert days(page) == ["Today"]


def test_answers_store_their_utc_offset(results_at):
    page = results_at("Europe/Berlin", at("Europe/Berlin", 2026, 3, 29, 1, 58), route="/practise/play_chord_7")
    for expected in ["+60", "+120"]:
        expect(prompt(page)).to_be_visible()
        page.keyboard.press("Space")
        page.keyboard.press("1")
        page.clock.run_for(300)
        wait_until(page, lambda: stored_lines(page)[-1].split(" ")[0][-len(expected):], expected)
        page.clock.run_for(180_000)


def test_import_from_an_earlier_version_keeps_its_days(results_at, tmp_path):
    evening = at("Europe/Lisbon", 2026, 10, 24, 23, 30)
    page = results_at("Europe/Lisbon", evening + timedelta(days=4))
    (tmp_path / "old.json").write_text(
        '{"format":"chord-combiner-practice","version":1,"attempts":["%s","%s"]}' % (
            line(evening), line(evening + timedelta(minutes=40))))
    page.locator("input[type=file]").set_input_files(tmp_path / "old.json")
    wait_until(page, lambda: days(page), ["3 days ago", "4 days ago"])


# Today


@pytest.mark.all
@pytest.mark.parametrize("how", ["seen", "opened"])
def test_current_day_is_not_cached(results_at, how):
    now = at("Pacific/Auckland", 2026, 6, 1, 22, 0)
    page = results_at("Pacific/Auckland", now, line(now - timedelta(minutes=5), outcome="wrong"))
    assert days(page) == ["Today"]
    expect(page.get_by_text("Due now: 0 cards")).to_be_visible()
    if how == "opened":
        page.get_by_role("link", name="Tunes", exact=True).first.click()
        expect(page.locator(".day-list")).to_have_count(0)
    else:
        hide(page)
    page.clock.set_system_time(now + timedelta(hours=11))
    if how == "opened":
        page.get_by_role("link", name="Practise", exact=True).first.click()
        expect(page.locator("#practise-sum")).to_contain_text("Nothing yet today")
        page.get_by_role("link", name="Show by chord, key and day").click()
    else:
        hide(page, False)
    wait_until(page, lambda: days(page), ["Yesterday"])
    expect(page.get_by_text("Due now: 1 card", exact=True)).to_be_visible()
    expect(page.locator(".heat-cell.due")).to_have_count(1)


def test_exercises_due_overnight_are_offered(results_at):
    now = at("Europe/Paris", 2026, 9, 3, 21, 0)
    page = results_at("Europe/Paris", now, line(now, 120), route="/practise/due")
    expect(page.locator(".empty")).to_have_text("Nothing is due now.")
    hide(page)
    page.clock.set_system_time(now + timedelta(hours=12))
    hide(page, False)
    expect(prompt(page)).to_contain_text("Dmi7")


def test_wrong_clock_hides_no_exercise(results_at, new_page, server):
    now = at("Europe/London", 2026, 11, 20, 12, 0)
    wrong = at("Europe/London", 2033, 2, 3, 4, 5)
    page = results_at("Europe/London", now, line(wrong))
    assert days(page) == ["Today"]
    # Both the recorded time and the time it was noticed are kept.
    wait_until(page, lambda: len(stored_lines(page)), 2)
    stamps = [text.split(" ")[0] for text in stored_lines(page)]
    counted, said = stamps[1].split("+0~")
    assert stamps[0] == said == str(int(wrong.timestamp())) and 0 <= int(counted) - now.timestamp() < 3600
    page.clock.set_system_time(now + timedelta(days=2))
    page.reload()
    Screen(page).wait_until_ready()
    assert days(page) == ["2 days ago"]
    expect(page.locator(".heat-cell.due")).to_have_count(1)
    assert len(stored_lines(page)) == 2
