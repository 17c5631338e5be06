"""Interruptions of audio by the system: frozen pages, suspended or closed contexts, the iPhone's ring switch."""

import pytest
from playwright.sync_api import expect

from devices import hide
from screen import RECORD_NOTES, Screen
from test_midi_files import CHORDS, midi_file, track  # noqa: F401: track is a fixture

TRACK_AUDIO_CONTEXTS = """
window.contexts = [];
window.AudioContext = class extends AudioContext {
    constructor(...options) { super(...options); contexts.push(this); }
};
// The audio session of an iPhone.
navigator.audioSession = { type: "auto" };
window.types = [];
"""
# Blocks the page for this many milliseconds.
BLOCK_PAGE = "(milliseconds) => { const end = performance.now() + milliseconds; while (performance.now() < end); }"


@pytest.fixture
def blues(new_page, server):
    page = new_page(server.url)
    page.add_init_script(TRACK_AUDIO_CONTEXTS)
    page.goto("/tunes/blues")
    Screen(page).wait_until_ready()
    page.evaluate(RECORD_NOTES)
    page.locator("#tune-tempo").fill("200")
    page.locator("#tune-tempo").press("Enter")
    page.get_by_role("button", name="Play the tune").click()
    page.wait_for_function("() => struck.some(({ part }) => part === 2)")
    return page


@pytest.mark.all
def test_clock_resumes_after_a_pause_without_late_notes(blues):
    blues.wait_for_function("() => struck.some(({ pitch }) => pitch === 44)")
    before = blues.evaluate("struck.filter(({ pitch }) => pitch === 44).length")
    blues.evaluate(BLOCK_PAGE, 4000)
    blues.wait_for_function("before => struck.filter(({ pitch }) => pitch === 44).length > before + 2", arg=before)
    struck = blues.evaluate("struck")
    assert max(one["start"] - one["ideal"] for one in struck) < 0.06
    # The hi-hat is closed on two and four, at most 4 ms late. No two strokes coincide, and each is on its beat as if
    # there had been no pause.
    hats = [one["ideal"] for one in struck if one["part"] == 3 and one["pitch"] == 44]
    beats = [(time - hats[0]) / 0.3 for time in hats]
    assert all(abs(beat - round(beat)) < 0.014 for beat in beats)
    gaps = [round(later - one) for one, later in zip(beats, beats[1:])]
    assert min(gaps) == 2 and max(gaps) > 5


@pytest.mark.all
@pytest.mark.parametrize("what", ["suspend", "close"])
def test_interrupted_sound_resumes_when_the_page_is_visible(blues, what):
    hide(blues)
    blues.evaluate(f"contexts.at(-1).{what}()")
    blues.wait_for_function("() => contexts.at(-1).state !== 'running'")
    struck = blues.evaluate("struck.length")
    hide(blues, False)
    blues.wait_for_function("() => contexts.at(-1).state === 'running'")
    assert blues.evaluate("contexts.length") == (2 if what == "close" else 1)
    blues.wait_for_function("struck => window.struck.length > struck + 20", arg=struck)
    expect(blues.get_by_role("button", name="Stop the tune")).to_be_visible()


def test_key_sounds_after_the_audio_context_was_closed(new_page, server):
    page = new_page(server.url)
    page.add_init_script(TRACK_AUDIO_CONTEXTS)
    page.goto("/combine/Cma7/D")
    Screen(page).wait_until_ready()
    page.keyboard.press("a")
    page.wait_for_function("() => contexts[0]?.state === 'running'")
    page.evaluate("contexts[0].close()")
    page.keyboard.press("s")
    page.wait_for_function("() => contexts[1]?.state === 'running'")


def test_iphone_plays_with_its_ring_switch_off(blues):
    assert blues.evaluate("navigator.audioSession.type") == "playback"


@pytest.mark.all
def test_sound_works_after_a_back_forward_cache_restore(blues):
    blues.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    expect(blues.get_by_role("button", name="Play the tune")).to_be_visible()


def test_file_playback_resumes_after_the_page_was_frozen(track):
    linn = track(midi_file(*CHORDS, *CHORDS, seconds=1))
    linn.page.evaluate(RECORD_NOTES)
    linn.button("Play").click()
    linn.page.wait_for_function("() => struck.length > 0")
    before = linn.page.evaluate("struck.length")
    linn.page.evaluate(BLOCK_PAGE, 3000)
    linn.page.wait_for_timeout(100)
    assert linn.page.evaluate("struck.length") - before <= 4
