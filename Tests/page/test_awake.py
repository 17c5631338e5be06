"""The screen stays on while music is played without touching it, and no longer."""

import re

import pytest
from playwright.sync_api import expect

from devices import FAKE_WAKE_LOCK, hide, expect_awake
from linnstrument import INSTRUMENTS
from screen import Screen
# Some of these names are fixtures.
from test_practice import note_off, piano, prompt, note_on  # noqa: F401
from test_stage import visit_canvas, store_chordset, own_server, eight_colors, stage  # noqa: F401


def test_exercise_keeps_the_screen_on_after_midi_input(piano):
    page = piano("/practise/play_chord_7", prepare=FAKE_WAKE_LOCK)
    expect(prompt(page)).to_be_visible()
    expect_awake(page, False)
    note_on(page, [50])
    expect_awake(page)
    note_off(page, [50])
    hide(page)
    expect_awake(page, False)
    hide(page, False)
    expect_awake(page)
    # Other screens request no wake lock.
    page.get_by_role("link", name="Tunes", exact=True).first.click()
    expect_awake(page, False)


@pytest.mark.all
def test_screen_may_sleep_minutes_after_the_last_note(new_page, server):
    page = new_page(server.url)
    page.clock.install()
    page.add_init_script(INSTRUMENTS + FAKE_WAKE_LOCK)
    page.goto("/play")
    Screen(page).wait_until_ready()
    page.evaluate("midi.plug('Piano')")
    page.get_by_role("button", name="Enable MIDI").click()
    page.wait_for_function("() => midi.inputs.get('Piano').onmidimessage")
    expect_awake(page, False)
    page.evaluate("midi.play('Piano', [0x90, 60, 80])")
    expect_awake(page)
    page.clock.fast_forward(4 * 60_000)
    page.evaluate("midi.play('Piano', [0x80, 60, 80])")
    page.clock.fast_forward(4 * 60_000)
    expect_awake(page)
    page.clock.fast_forward(90_000)
    expect_awake(page, False)
    page.evaluate("midi.play('Piano', [0x90, 62, 80])")
    expect_awake(page)


def test_a_refused_lock_is_not_requested_at_each_note(piano):
    page = piano("/practise/play_chord_7", prepare=FAKE_WAKE_LOCK + "lights.isRefused = true;")
    expect(prompt(page)).to_be_visible()
    for pitch in range(50, 60):
        note_on(page, [pitch])
        expect(page.locator(f"#practise-keys [data-pitch='{pitch}']")).to_have_class(re.compile("lit|foreign"))
    assert page.evaluate("lights.asked") == 1
    # It may be granted when the page is shown again.
    page.evaluate("lights.isRefused = false")
    hide(page)
    hide(page, False)
    expect_awake(page)


def test_tune_keeps_the_screen_on_and_reacquires_the_lock_when_visible_again(new_page, server):
    page = new_page(server.url)
    page.add_init_script(FAKE_WAKE_LOCK)
    page.goto("/tunes/blues")
    Screen(page).wait_until_ready()
    page.get_by_role("button", name="Play the tune").click()
    expect_awake(page)
    hide(page)
    expect_awake(page, False)
    hide(page, False)
    expect_awake(page)
    # A low battery releases the lock, and the next occasion requests it again.
    page.evaluate("lights.isRefused = true; for (const light of lights.on) light.release()")
    hide(page, False)
    expect_awake(page, False)
    page.evaluate("lights.isRefused = false")
    hide(page, False)
    expect_awake(page)
    page.get_by_role("button", name="Stop the tune").click()
    expect_awake(page, False)


def test_stage_keeps_the_screen_on(stage):
    page = stage(eight_colors()).page
    page.evaluate(FAKE_WAKE_LOCK)
    hide(page, False)
    expect_awake(page)
    page.get_by_role("link", name="Close").click()
    expect_awake(page, False)
