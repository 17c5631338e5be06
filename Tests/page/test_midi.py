"""Quirks of real instruments: bouncing contacts, two ports, drums, clocks, reversed pedals; and hidden tabs."""

import mido
import pytest
from playwright.sync_api import expect

from devices import hide
from screen import wait_until
# piano is a fixture.
from test_practice import note_off, note_on, piano, play, prompt, stored_lines, verdict  # noqa: F401

C7, F7 = [48, 52, 55, 58], [53, 57, 60, 63]


def send(page, *messages, port="Piano", time=None):
    """Sends messages with one time stamp, in milliseconds of the page's clock."""
    page.evaluate("""([port, messages, time]) => {
        for (const message of messages)
            midi.inputs.get(port).onmidimessage?.({
                data: new Uint8Array(message), timeStamp: time ?? performance.now() });
    }""", [port, [list(m) for m in messages], time])


def saved(linn):
    """The messages of the saved recording."""
    with linn.page.expect_download() as download:
        linn.button("Save as MIDI").click()
    return [message for message in mido.MidiFile(download.value.path()) if not message.is_meta]


def lit(page):
    return page.locator("#practise-keys .lit[data-pitch]").evaluate_all(
        "keys => keys.map(key => Number(key.dataset.pitch))")


@pytest.mark.parametrize("ending", [(0xB0, 124, 0), (0xFF,)], ids=["omni off", "reset"])
def test_held_notes_are_tracked_consistently_in_practice(piano, ending):
    page = piano("/practise/play_chord_7")
    expect(prompt(page)).to_contain_text("C")
    # A bouncing contact, and a lost note-off.
    send(page, [0x90, 49, 80], [0x90, 49, 70], [0x80, 49, 0], [0x90, 61, 80])
    wait_until(page, lambda: 49 in lit(page), False)
    send(page, ending)
    wait_until(page, lambda: 61 in lit(page), False)
    play(page, C7)
    expect(prompt(page)).to_contain_text("F")


def test_unplugging_an_instrument_releases_only_its_own_keys(piano):
    page = piano("/practise/play_chord_7")
    page.evaluate("midi.plug('Pads')")
    page.wait_for_function("() => midi.inputs.get('Pads').onmidimessage")
    expect(prompt(page)).to_contain_text("C")
    send(page, [0x90, 61, 80], port="Pads")
    send(page, [0x90, 48, 80])
    page.evaluate("midi.unplug('Pads')")
    wait_until(page, lambda: 61 in lit(page), False)
    send(page, *([0x90, key, 80] for key in C7[1:]))
    expect(verdict(page)).to_contain_text("Right")


# Two ports


def test_instrument_on_two_ports_plays_a_scale_once(piano):
    page = piano("/practise/play_scale_Dorian/through/from_D")
    page.evaluate("midi.plug('Bluetooth')")
    page.wait_for_function("() => midi.inputs.get('Bluetooth').onmidimessage")
    expect(prompt(page)).to_be_visible()
    for key in [62, 64, 65, 67, 69, 71, 72, 74]:
        page.evaluate("""async (key) => {
            const now = performance.now() - 40;
            const play = (port, status, time) => midi.inputs.get(port).onmidimessage({
                data: Uint8Array.of(status, key, 80), timeStamp: time });
            play("Piano", 0x90, now); play("Bluetooth", 0x90, now + 13);
            play("Bluetooth", 0x80, now + 20); play("Piano", 0x80, now + 30);
        }""", key)
    wait_until(page, lambda: [line.split(" ")[1] for line in stored_lines(page)], ["as-written"])
    assert all(int(line.split(" ")[3]) >= 4 for line in stored_lines(page))


def test_instrument_on_two_ports_is_recorded_once_with_a_notice(linnstrument):
    linn = linnstrument()
    linn.enable("USB", "DIN")
    page = linn.page
    linn.button("Record").click()
    # The time stamps below are half a second in the past.
    page.wait_for_function("() => performance.now() > 600")
    page.evaluate("""async () => {
        const play = (port, bytes, time) => midi.inputs.get(port).onmidimessage({ data: Uint8Array.of(...bytes),
            timeStamp: time });
        const begin = performance.now() - 500;
        for (const [at, bytes] of [[0, [0xB0, 64, 127]], [50, [0x90, 57, 77]], [120, [0x80, 57, 0]],
            [150, [0x90, 57, 77]], [190, [0x80, 57, 0]], [300, [0xB0, 64, 0]]]) {
            play("DIN", bytes, begin + at);
            play("USB", bytes, begin + at + 9);
        }
        // Later than this, it counts as another instrument.
        play("DIN", [0x90, 60, 50], begin + 400);
        play("USB", [0x90, 60, 50], begin + 440);
        play("DIN", [0x80, 60, 0], begin + 450);
        play("USB", [0x80, 60, 0], begin + 460);
    }""")
    expect(page.locator("#midi")).to_contain_text("“DIN” and “USB” send the same notes")
    linn.button("Stop recording").click()
    messages = saved(linn)
    assert [(one.type, one.note) for one in messages if one.type.startswith("note")] == [
        ("note_on", 57), ("note_off", 57), ("note_on", 57), ("note_off", 57),
        ("note_on", 60), ("note_on", 60), ("note_off", 60), ("note_off", 60)]
    assert [one.value for one in messages if one.is_cc(64)] == [127, 0]


def test_midi_access_is_requested_once_at_a_time_and_old_ports_are_closed(linnstrument):
    linn = linnstrument(prepare="""
        midi.plug("Piano");
        midi.given = [];
        navigator.requestMIDIAccess = () => new Promise((done) => {
            // Each MIDIAccess has its own ports, as in browsers.
            const access = { inputs: new Map([["Piano", { id: "Piano", name: "Piano", state: "connected" }]]),
                outputs: new Map() };
            midi.given.push(access);
            midi.allow = () => done(access);
        });
    """)
    page = linn.page
    linn.button("Enable MIDI").click()
    linn.button("Enable MIDI").click()
    assert page.evaluate("midi.given.length") == 1
    page.evaluate("midi.allow()")
    expect(linn.button("Enable MIDI")).to_have_count(0)
    # A second request from elsewhere, as when practice looks for MIDI.
    page.evaluate("""async () => {
        const { enableMIDI } = await import(new URL("midi/instruments.js",
            document.querySelector("script[type=module]").src));
        enableMIDI();
        midi.allow();
    }""")
    page.wait_for_function("() => midi.given.at(-1).inputs.get('Piano').onmidimessage")
    assert page.evaluate("midi.given.length") == 2
    assert page.evaluate("midi.given.map(({ inputs }) => !!inputs.get('Piano').onmidimessage)") == [False, True]


# Drums


def test_drum_channel_is_not_harmony_outside_mpe(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    drums = [(0x99, 38, 100), (0x99, 42, 100)]
    linn.play((0x90, 55, 80), (0x90, 59, 80), (0x90, 62, 80), *drums)
    expect(linn.name).to_have_text("G")
    assert len(linn.held()) == 3
    # An MPE zone that includes the channel makes these notes.
    linn.play((0xB0, 101, 0), (0xB0, 100, 6), (0xB0, 6, 12), (0x99, 66, 80))
    expect(linn.name).to_contain_text("F♯")
    linn.page.reload()
    linn.screen.wait_until_ready()
    linn.enable("Other")
    linn.set("channel-10", "yes")
    linn.play((0x99, 64, 100), port="Other")
    wait_until(linn.page, lambda: len(linn.held()), 1)


def test_drum_hit_is_not_an_answer(piano):
    page = piano("/practise/play_chord_7")
    expect(prompt(page)).to_contain_text("C")
    send(page, [0x99, 37, 90])
    play(page, C7)
    expect(prompt(page)).to_contain_text("F")


# Hidden tabs


def test_hidden_page_does_not_grade_but_records(piano):
    page = piano("/practise/play_chord_7")
    expect(prompt(page)).to_contain_text("C")
    hide(page)
    note_on(page, [47, 50, 53])
    page.wait_for_timeout(400)
    note_off(page, [47, 50, 53])
    note_on(page, C7)
    page.wait_for_timeout(400)
    note_off(page, C7)
    hide(page, False)
    expect(prompt(page)).to_contain_text("C")
    assert stored_lines(page) == []
    # Keys held when the page becomes visible start nothing, and their release ends nothing.
    play(page, C7)
    expect(prompt(page)).to_contain_text("F")


def test_recording_continues_in_a_hidden_page(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    linn.button("Record").click()
    linn.play((0x90, 60, 71), (0x80, 60, 0))
    hide(linn.page)
    linn.play((0x90, 61, 72), (0x80, 61, 0))
    assert linn.held() == []
    hide(linn.page, False)
    linn.play((0x90, 62, 73), (0x80, 62, 0))
    linn.button("Stop recording").click()
    assert [(one.note, one.velocity) for one in saved(linn) if one.type == "note_on"] == [(60, 71), (61, 72), (62, 73)]


def test_time_while_hidden_is_not_graded(piano):
    page = piano("/practise/play_row_Dmi7_G7/in_time_240_beats_4")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    hide(page)
    expect(page.get_by_role("button", name="Start")).to_be_attached()
    page.wait_for_timeout(2500)
    assert stored_lines(page) == []


# Other quirks


def test_midi_clock_does_not_fill_the_monitor(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    linn.button("Show messages").click()
    linn.play((0x90, 60, 64), *[(0xF8,)] * 90, *[(0xFE,)] * 50, (0xFA,))
    expect(linn.page.locator("#monitor tbody tr")).to_have_count(2)
    linn.button("Clock").click()
    expect(linn.page.locator("#monitor tbody tr")).to_have_count(30)


def test_impossible_time_stamps_are_replaced_by_now(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    for time, keys, name in [
        ("performance.now() + 90000", (48, 52, 55), "C"), ("Date.now()", (50, 54, 57), "D"), ("0", (52, 56, 59), "E")]:
        linn.page.evaluate(f"""(keys) => {{
            for (const key of keys) midi.inputs.get("Linn").onmidimessage({{ data: Uint8Array.of(0x90, key, 80),
                timeStamp: {time} }});
        }}""", list(keys))
        expect(linn.name).to_have_text(name)
        linn.play(*[(0x80, key, 0) for key in keys])


def test_reversed_pedal_is_detected_and_corrected(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    # At rest it reports that it is down.
    linn.play((0xB0, 64, 127), *[(status, key, 80) for key in range(40, 62) for status in (0x90, 0x80)])
    linn.button("Reverse the pedal").click()
    wait_until(linn.page, linn.held, [])
    expect(linn.page.locator("#sustain-pedal")).to_have_value("yes")
    linn.play((0x90, 60, 80), (0x80, 60, 0))
    assert linn.held() == []
    linn.play((0xB0, 64, 0), (0x90, 60, 80), (0x80, 60, 0))
    linn.expect_held(["1"])
    linn.play((0xB0, 64, 127))
    wait_until(linn.page, linn.held, [])
