"""The screen stays on under hands that do not touch it, and no longer."""

from playwright.sync_api import expect

from devices import LIGHT, hide, is_lit
from linnstrument import INSTRUMENTS
from screen import Screen
# Some of these are fixtures.
from test_practise import lift, piano, sign, strike  # noqa: F401
from test_stage import come, keep, own_server, plain, stage  # noqa: F401


def test_an_exercise_keeps_the_screen_on_after_midi_was_heard(piano):
    page = piano("/practise/play_chord_7", prepare=LIGHT)
    expect(sign(page)).to_be_visible()
    is_lit(page, False)
    strike(page, [50])
    is_lit(page)
    lift(page, [50])
    hide(page)
    is_lit(page, False)
    hide(page, False)
    is_lit(page)
    # Nothing is asked for on a screen of another kind.
    page.get_by_role("link", name="Tunes", exact=True).first.click()
    is_lit(page, False)


def test_minutes_after_the_last_note_the_screen_may_sleep(new_page, server):
    page = new_page(server.url)
    page.clock.install()
    page.add_init_script(INSTRUMENTS + LIGHT)
    page.goto("/play")
    Screen(page).begun()
    page.evaluate("midi.plug('Piano')")
    page.get_by_role("button", name="Enable MIDI").click()
    page.wait_for_function("() => midi.inputs.get('Piano').onmidimessage")
    is_lit(page, False)
    page.evaluate("midi.play('Piano', [0x90, 60, 80])")
    is_lit(page)
    page.clock.run_for(4 * 60_000)
    page.evaluate("midi.play('Piano', [0x80, 60, 80])")
    page.clock.run_for(4 * 60_000)
    is_lit(page)
    page.clock.run_for(90_000)
    is_lit(page, False)
    page.evaluate("midi.play('Piano', [0x90, 62, 80])")
    is_lit(page)


def test_a_tune_keeps_the_screen_on_and_asks_again_when_it_is_seen_again(new_page, server):
    page = new_page(server.url)
    page.add_init_script(LIGHT)
    page.goto("/tunes/blues")
    Screen(page).begun()
    page.get_by_role("button", name="Play the tune").click()
    is_lit(page)
    hide(page)
    is_lit(page, False)
    hide(page, False)
    is_lit(page)
    # A battery that is low ends it, and the next chance is taken.
    page.evaluate("lights.isRefused = true; for (const light of lights.on) light.release()")
    hide(page, False)
    is_lit(page, False)
    page.evaluate("lights.isRefused = false")
    hide(page, False)
    is_lit(page)
    page.get_by_role("button", name="Stop the tune").click()
    is_lit(page, False)


def test_the_stage_keeps_the_screen_on_by_itself(stage):
    page = stage(plain()).page
    page.evaluate(LIGHT)
    hide(page, False)
    is_lit(page)
    page.get_by_role("link", name="Close").click()
    is_lit(page, False)
