"""Assignments: exercises in a link, and what is left of them."""

import json
import re
import subprocess

from playwright.sync_api import expect

from serving import CHORDS
from test_practice import note_off, note_on, piano  # noqa: F401

ONE = "/practise/play_chord_ma/through"
TWO = "/practise/name_chord_7/through"


def answer(page, right=True):
    """Answers the one card of the open exercise: it is known, or it is not."""
    page.get_by_role("button", name="Show answer").click()
    page.keyboard.press("1" if right else "3")
    expect(page.locator(".practise-sum")).to_be_visible()


def test_teacher_makes_an_assignment_and_pupil_sees_what_is_left(visit):
    page = visit(ONE).page
    page.get_by_role("link", name="Add to assignment").click()
    expect(page).to_have_url(re.compile(r"/practise/assignment/good_90_from_\d{4}-\d\d-\d\d/play_chord_ma/through$"))
    page.goto("/practise/play_cadence_major/through")
    page.get_by_role("link", name="Add to assignment").click()
    expect(page.get_by_role("heading", name="Assignment", exact=True)).to_be_visible()
    expect(page.locator("main [role=status]")).to_have_text("0 of 2 exercises done.")

    page.get_by_text("Change", exact=True).click()
    page.get_by_label("Due").fill("2099-12-31")
    page.get_by_label("Pass mark").select_option("100")
    page.get_by_label("Time limit per chord").select_option("10")
    exercises = "play_chord_ma/through/then/play_cadence_major/through"
    expect(page).to_have_url(re.compile(r"/good_100_within_10_from_[-\d]+_by_2099-12-31/" + exercises + "$"))
    terms = "Pass mark: 100% right on the first try, each within 10 s. Due on 31 Dec"
    expect(page.locator("main")).to_contain_text(terms)
    link = page.url

    # The pupil, on another device.
    pupil = visit(link).page
    first = pupil.locator(".lessons > .lesson").first
    expect(first).to_contain_text("0 of 1 good")
    first.get_by_role("link", name="Start").click()
    expect(pupil).to_have_url(re.compile(ONE + "$"))
    answer(pupil)
    pupil.get_by_role("link", name="Assignment", exact=True).click()
    expect(pupil).to_have_url(link)
    expect(first).to_contain_text("✓ 1 of 1 good")
    expect(pupil.locator("main [role=status]")).to_have_text("1 of 2 exercises done.")
    # The first screen of practice remembers it.
    pupil.goto("/practise")
    expect(pupil.locator("#practise-advice")).to_contain_text("1 of 2 exercises done.")
    pupil.get_by_role("link", name="Assignment", exact=True).click()
    expect(pupil).to_have_url(link)


def test_result_is_sent_as_a_file_that_judge_recomputes(piano, tmp_path):
    page = piano("/practise/assignment/good_100_within_60/play_chord_ma/through" + "/then/play_chord_mi/through")
    page.locator(".lessons > .lesson").first.get_by_role("link", name="Start").click()
    expect(page.locator("#practise-name")).to_be_visible()
    note_on(page, [48, 52, 55])
    expect(page.locator(".practise-sum")).to_have_text("1 of 1")
    note_off(page, [48, 52, 55])
    page.get_by_role("link", name="Assignment", exact=True).click()
    page.locator(".lessons > .lesson").nth(1).get_by_role("link", name="Start").click()
    answer(page)
    page.get_by_role("link", name="Assignment", exact=True).click()
    expect(page.locator("main [role=status]")).to_have_text("All done.")
    with page.expect_download() as download:
        page.get_by_role("button", name="Send result").click()
    assert download.value.suggested_filename == "Chord Combiner assignment.json"
    download.value.save_as(tmp_path / "result.json")

    def judge(*arguments):
        done = subprocess.run([CHORDS, "practise", "judge", *arguments], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    judged = json.loads(judge(tmp_path / "result.json", "--json"))
    assert [(part["good"], part["cards"], part["judged"], part["refuted"]) for part in judged["exercises"]] == [
        (1, 1, 1, []), (1, 1, 0, [])]
    assert judged["done"] == 2
    told = judge(tmp_path / "result.json")
    assert "2 of 2 exercises are done." in told and "1 good answer was graded by the pupil" in told
    # What was played decides: with E♭ in place of E, it was no major chord.
    text = (tmp_path / "result.json").read_text()
    assert "d52:" in text
    (tmp_path / "other.json").write_text(text.replace("d52:", "d51:"))
    judged = json.loads(judge(tmp_path / "other.json", "--json"))
    assert (judged["exercises"][0]["good"], judged["exercises"][0]["refuted"]) == (0, ["play 0 chord ma"])


def test_exercises_are_removed_and_a_new_assignment_begins(visit):
    page = visit("/practise/assignment/good_80/play_chord_ma/through/then/play_chord_7/fifths").page
    page.get_by_text("Change", exact=True).click()
    page.get_by_role("button", name="Remove C", exact=True).click()
    expect(page).to_have_url(re.compile("/practise/assignment/good_80/play_chord_7/fifths$"))
    expect(page.locator(".lessons > .lesson")).to_have_count(1)
    page.get_by_role("link", name="New assignment").click()
    expect(page).to_have_url(re.compile("/practise/assignment$"))
    expect(page.locator("main")).to_contain_text("Add to assignment")


def test_invalid_assignment_explains_why(visit, browser_errors):
    browser_errors.allow("400", "404")
    page = visit("/practise/assignment/good_90_by_2026-02-30/play_chord_7").page
    expect(page.get_by_role("alert")).to_contain_text("2026-02-30")
