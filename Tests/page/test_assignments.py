"""Assignments: exercises in a link, and what is left of them."""

import re

from playwright.sync_api import expect

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
    page.get_by_label("Good is").select_option("100")
    page.get_by_label("Time for a chord").select_option("10")
    exercises = "play_chord_ma/through/then/play_cadence_major/through"
    expect(page).to_have_url(re.compile(r"/good_100_within_10_from_[-\d]+_by_2099-12-31/" + exercises + "$"))
    expect(page.locator("main")).to_contain_text("Good: 100% right at the first try, each within 10 s. Due on 31 Dec")
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
