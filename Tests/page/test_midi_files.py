"""Recording and saving MIDI, and playing MIDI files on the grid and the keyboards."""

import io
import re

import mido
import pytest
from playwright.sync_api import expect

from linnstrument import OFF, ON, PADS_OF_60
from screen import FAILING_ENGINE, RECORD_NOTES


def midi_file(*chords, seconds=1.0, extra=()):
    """A format 1 file at 120 bpm: consecutive chords of equal duration."""
    file = mido.MidiFile(type=1, ticks_per_beat=480)
    file.tracks.append(mido.MidiTrack([mido.MetaMessage("set_tempo", tempo=500_000)]))
    track = mido.MidiTrack()
    file.tracks.append(track)
    track.extend(extra)
    for chord in chords:
        for note in chord:
            track.append(mido.Message("note_on", note=note, velocity=90))
        for index, note in enumerate(chord):
            track.append(mido.Message("note_off", note=note, time=0 if index else round(960 * seconds)))
    data = io.BytesIO()
    file.save(file=data)
    return data.getvalue()


# Cells with the names of held notes.
HELD_NAMES = "#held tbody td:nth-child(2)"
CHORDS = [(48, 52, 55, 59), (50, 53, 57, 60), (43, 47, 50, 53)]  # Cma7, Dmi7, G7


def open_file(linn, data, name="three.mid"):
    linn.page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "audio/midi", "buffer": data})
    return linn


@pytest.fixture
def track(linnstrument):
    """track(data) → the LinnStrument screen with this file open."""
    return lambda data, **options: open_file(linnstrument(**options), data)


@pytest.mark.firefox
def test_file_plays_and_its_chords_are_named(track):
    linn = track(midi_file(*CHORDS, seconds=1))
    chords = linn.page.locator(".track button")
    expect(chords.locator("b")).to_have_text(["Cma7", "Dmi7", "G7"])
    expect(chords.locator("span")).to_have_text(["1:1", "1:3", "2:1"])
    seen = linn.page.evaluate(
        """async () => {
            const seen = [];
            [...document.querySelectorAll("#recording button")].find(button => button.textContent === "Play").click();
            const start = performance.now();
            while (performance.now() - start < 15000) {
                await new Promise(requestAnimationFrame);
                const name = document.querySelector("#played h2").textContent;
                const present = document.querySelector(".track [aria-current] b")?.textContent;
                const notes = [...document.querySelectorAll("#held tbody td:nth-child(2)")]
                    .map(cell => cell.textContent).join(" ");
                const keys = [...document.querySelectorAll("#piano .note-name")].length;
                const entry = [name, present, notes, keys, document.querySelector(".voice") !== null];
                if (JSON.stringify(seen.at(-1)) !== JSON.stringify(entry)) seen.push(entry);
                if ([...document.querySelectorAll("#recording button")]
                    .some(button => button.textContent === "Play")) break;
            }
            return seen;
        }""")
    for name, notes in [("Cma7", "C3 E3 G3 B3"), ("Dmi7", "D3 F3 A3 C4"), ("G7", "G2 B2 D3 F3")]:
        # Shown at once, named when steady, and lit on the grid and the piano.
        assert [name, notes, 4, True] in [[present, held, keys, lit] for _, present, held, keys, lit in seen]
        assert [name, name, notes] in [entry[:3] for entry in seen]
    # At the end nothing is held, and the file can be played again.
    linn.expect_lit([])
    expect(linn.page.locator("#recording")).to_contain_text("0:03 / 0:03")
    linn.button("Play").click()
    expect(linn.button("Pause")).to_be_visible()


@pytest.mark.firefox
def test_notes_of_a_file_sound(track):
    linn = track(midi_file(*CHORDS, seconds=0.3))
    linn.page.evaluate(RECORD_NOTES)
    linn.button("Play").click()
    linn.page.wait_for_function("() => struck.length >= 12")
    assert linn.page.evaluate("struck.map(note => note.pitch)") == [note for chord in CHORDS for note in chord]
    assert all(linn.page.evaluate("struck.map(note => note.duration === null)"))


def test_seeking_shows_the_notes_held_there(track):
    linn = track(midi_file(*CHORDS, seconds=10, extra=[mido.Message("control_change", control=64, value=0)]))
    slider = linn.page.get_by_role("slider", name="Position")
    assert slider.get_attribute("max") == "300"
    slider.fill("150")
    expect(linn.page.locator("#recording")).to_contain_text("0:15 / 0:30")
    expect(linn.name).to_have_text("Dmi7")
    expect(linn.page.locator(".track [aria-current] b")).to_have_text("Dmi7")
    expect(linn.page.locator(HELD_NAMES)).to_have_text(["D3", "F3", "A3", "C4"])
    linn.page.locator(".track button", has_text="G7").click()
    # Exactly at its start, the chord is held and named.
    expect(linn.name).to_have_text("G7")
    expect(linn.page.locator(HELD_NAMES)).to_have_text(["G2", "B2", "D3", "F3"])
    expect(linn.page.locator("#recording")).to_contain_text("0:20 / 0:30")
    expect(linn.page.locator(".track [aria-current] b")).to_have_text("G7")
    linn.button("Play").click()
    expect(linn.name).to_have_text("G7")
    linn.button("Pause").click()
    slider.press("Home")
    expect(linn.page.locator("#recording")).to_contain_text("0:00 / 0:30")
    linn.button("Close").click()
    linn.expect_lit([])
    expect(slider).to_have_count(0)


def test_file_plays_in_the_combiner_and_can_be_captured(track):
    linn = track(midi_file((48, 52, 55, 74, 78, 81), seconds=20))
    linn.button("Play").click()
    expect(linn.name).not_to_have_text("Play some notes")
    linn.page.get_by_role("link", name="Combine", exact=True).click()
    expect(linn.page.locator("#lower [data-played]").first).to_be_attached()
    expect(linn.page.locator("#upper [data-played]").first).to_be_attached()
    linn.page.get_by_role("link", name="Play", exact=True).click()
    expect(linn.name).not_to_have_text("Play some notes")
    linn.button("Use both hands").click()
    linn.page.get_by_role("link", name="Combine", exact=True).click()
    linn.screen.expect_titles("C", "D")


def test_drums_light_no_pads(track):
    drums = mido.Message("note_on", channel=9, note=60, velocity=90)
    linn = track(midi_file((48, 52, 55), seconds=5, extra=[drums]))
    linn.button("Play").click()
    expect(linn.page.locator(HELD_NAMES)).to_have_text(["C3", "E3", "G3"])


def test_damaged_file_reports_the_position_and_plays_up_to_it(track):
    data = midi_file(*CHORDS, seconds=10)
    linn = track(data[:-30])
    problem = linn.page.locator("#recording [role=alert]")
    expect(problem).to_contain_text(re.compile(r"\(byte \d+\)"))
    expect(problem).to_contain_text("The part before that can be played")
    expect(linn.page.locator(".track b").first).to_have_text("Cma7")
    linn.button("Play").click()
    expect(linn.page.locator("#held tbody tr")).to_have_count(4)


@pytest.mark.parametrize("data", [b"", b"no music at all", b"MThd", b"MThd\0\0\0\6\0\2\0\1\1\xe0", bytes(range(256))])
def test_invalid_file_is_rejected_and_the_open_file_stays(track, data):
    linn = track(midi_file(*CHORDS, seconds=1))
    expect(linn.page.locator(".track b")).to_have_count(3)
    open_file(linn, data, "odd <b>.mid")
    expect(linn.page.locator("#notice")).to_contain_text("“odd <b>.mid” cannot be played.")
    expect(linn.page.locator("#notice")).to_contain_text(re.compile(r"\(byte \d+\)"))
    expect(linn.page.locator(".track b")).to_have_count(3)


def test_oversized_file_is_rejected(track):
    linn = track(bytes(8_000_001))
    expect(linn.page.locator("#notice")).to_contain_text("too large to open here")


def dense_file(size):
    """A file of this size in which 127 keys are held and one more is repeated: every event changes the sound."""
    data = bytearray(b"\x00\x90\x00\x64")
    for note in range(1, 127):
        data += bytes([0, note, 100])
    while len(data) < size:
        data += bytes([1, 127, 100, 1, 127, 0])
    data += b"\x00\xff\x2f\x00"
    return b"MThd\0\0\0\6\0\0\0\1\1\xe0MTrk" + len(data).to_bytes(4, "big") + data


@pytest.mark.all
def test_long_file_is_read_without_blocking_the_page(track):
    linn = track(midi_file(*CHORDS, seconds=1))
    # Records the progress whenever another task gets a turn during reading.
    linn.page.evaluate(
        """() => {
            window.turns = [];
            const look = () => {
                const bar = document.querySelector("#recording progress");
                if (bar) turns.push(bar.value);
                setTimeout(look, 10);
            };
            look();
        }""")
    open_file(linn, dense_file(1_200_000), "long.mid")
    expect(linn.page.locator("#recording h3")).to_have_text("long.mid")
    expect(linn.page.locator("#recording progress")).to_have_count(0)
    turns = linn.page.evaluate("turns")
    assert len(set(turns)) > 5 and turns == sorted(turns)
    linn.button("Play").click()
    expect(linn.page.locator("#held tbody tr").first).to_be_visible()


@pytest.mark.firefox
def test_reading_a_long_file_can_be_stopped(track):
    linn = track(midi_file(*CHORDS, seconds=1))
    # Clicks as soon as the button appears, since the file may be read before the test finds it. Clicks once,
    # since the next action would remove the message.
    linn.page.evaluate(
        """() => new MutationObserver((_, observer) => {
            const stop = [...document.querySelectorAll("#recording button")]
                .find(button => button.textContent === "Stop reading");
            if (!stop) return;
            observer.disconnect();
            stop.click();
        }).observe(document.querySelector("#recording"), { childList: true, subtree: true })""")
    open_file(linn, dense_file(1_200_000), "long.mid")
    expect(linn.page.locator("#notice")).to_have_text("“long.mid” was not opened.")
    expect(linn.page.locator(".track b")).to_have_count(3)
    expect(linn.button("Stop reading")).to_have_count(0)


def test_file_that_fails_the_engine_is_closed(linnstrument, browser_errors):
    browser_errors.allow("as the test wanted", "{}")
    linn = open_file(linnstrument(prepare=FAILING_ENGINE), midi_file(*CHORDS, seconds=10))
    expect(linn.page.locator(".track b")).to_have_count(3)
    # While reading another file.
    linn.page.evaluate(
        """() => new MutationObserver((_, observer) => {
            if (!document.querySelector("#recording progress")) return;
            window.isFailing = true;
            window.failingAction = "play read-on";
            observer.disconnect();
        }).observe(document.querySelector("#recording"), { childList: true, subtree: true })""")
    open_file(linn, dense_file(1_200_000), "long.mid")
    expect(linn.page.locator("#notice")).to_have_text("“long.mid” was not opened.")
    expect(linn.screen.trouble).to_contain_text("Something went wrong")
    expect(linn.page.locator("#recording progress")).to_have_count(0)
    expect(linn.page.locator(".track b")).to_have_count(3)
    # While playing. Playback can be retried.
    linn.button("Play").click()
    expect(linn.page.locator("#held tbody tr")).to_have_count(4)
    # Not at another action, such as that of a timer, after which the file plays on.
    linn.page.evaluate("[window.isFailing, window.failingAction] = [true, 'play picture']")
    expect(linn.screen.trouble).to_contain_text("Something went wrong")
    linn.button("Play").click()
    expect(linn.button("Pause")).to_be_visible()
    expect(linn.page.locator("#held tbody tr")).to_have_count(4)


def test_notes_held_at_the_position_sound_on_resume(track):
    linn = track(midi_file(*CHORDS, seconds=10))
    linn.page.get_by_role("slider", name="Position").fill("150")
    expect(linn.name).to_have_text("Dmi7")
    linn.page.evaluate(RECORD_NOTES)
    linn.button("Play").click()
    linn.page.wait_for_function("() => struck.length >= 4")
    assert linn.page.evaluate("struck.map(note => note.pitch)") == [50, 53, 57, 60]


@pytest.mark.firefox
def test_playback_pauses_while_the_page_is_hidden(track):
    linn = track(midi_file(*CHORDS, seconds=10))
    linn.button("Play").click()
    expect(linn.page.locator("#held tbody tr")).to_have_count(4)
    linn.page.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { get: () => true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""")
    expect(linn.button("Play")).to_be_visible()


def test_escape_pauses_a_file(track):
    linn = track(midi_file(*CHORDS, seconds=10))
    linn.button("Play").click()
    expect(linn.page.locator("#held tbody tr")).to_have_count(4)
    linn.page.keyboard.press("Escape")
    expect(linn.button("Play")).to_be_visible()


def test_unreleased_pedal_ends_with_the_file(track):
    linn = track(midi_file((48, 52, 55), seconds=0.3, extra=[mido.Message("control_change", control=64, value=127)]))
    linn.page.get_by_role("slider", name="Position").fill("2")
    expect(linn.page.locator(HELD_NAMES)).to_have_count(3)
    linn.button("Play").click()
    linn.expect_lit([])
    expect(linn.button("Play")).to_be_visible()


def test_extremely_long_file_is_harmless(track):
    # Two events at maximum distance, at the slowest tempo and one tick per quarter note.
    note = b"\xff\xff\xff\x7f\x90\x3c\x40" + b"\xff\xff\xff\x7f\x80\x3c\x40"
    body = b"\x00\xff\x51\x03\xff\xff\xff" + note + b"\x00\xff\x2f\x00"
    linn = track(b"MThd\0\0\0\6\0\0\0\1\0\1" + b"MTrk" + len(body).to_bytes(4, "big") + body)
    expect(linn.page.locator("#recording h3")).to_have_text("three.mid")
    linn.page.get_by_role("slider", name="Position").press("End")
    linn.button("Play").click()
    linn.button("Close").click()
    expect(linn.page.locator("#recording h3")).to_have_count(0)
    expect(linn.screen.trouble).to_be_hidden()


# Recording


def test_played_notes_are_recorded_saved_and_replayed(linnstrument, tmp_path):
    linn = linnstrument()
    linn.enable("Linn")
    linn.play([ON, 40, 90], [OFF, 40, 0])  # before the recording
    linn.expect_lit([])
    linn.button("Record").click()
    begin, change = linn.page.evaluate(
        """async () => {
            const pause = () => new Promise(done => setTimeout(done, 300));
            await pause();
            const begin = performance.now();
            midi.play("Linn", [0xE0, 0, 70], [0x90, 48, 100], [0x90, 52, 90], [0x90, 55, 80]);
            await pause();
            const change = performance.now();
            midi.play("Linn", [0x80, 48, 7], [0x90, 52, 0], [0x80, 55, 7], [0x91, 62, 60]);
            await pause();
            return [begin, change];
        }""")
    linn.button("Stop recording").click()
    stopped = linn.page.evaluate("performance.now()")
    # At most the actual duration, which may be longer on a busy machine.
    longest = int((stopped - begin) / 1000)
    expect(linn.page.locator("#recording")).to_contain_text(re.compile(f"Recorded: 0:0[0-{min(longest, 9)}]"))
    with linn.page.expect_download() as download:
        linn.button("Save as MIDI").click()
    assert download.value.suggested_filename.endswith(".mid")
    download.value.save_as(tmp_path / "recording.mid")
    file = mido.MidiFile(tmp_path / "recording.mid")
    messages = [message for message in file if not message.is_meta]
    kinds = [(message.type, message.channel, getattr(message, "note", None)) for message in messages]
    # Earlier instrument state: the bend range of each channel.
    ranges = [(message.control, message.value) for message in messages if message.type == "control_change"]
    assert ranges == [(101, 0), (100, 0), (6, 2)] * 16
    messages = [message for message in messages if message.type != "control_change"]
    assert kinds[48:] == [
        ("pitchwheel", 0, None), ("note_on", 0, 48), ("note_on", 0, 52), ("note_on", 0, 55), ("note_off", 0, 48),
        ("note_off", 0, 52), ("note_off", 0, 55), ("note_on", 1, 62), ("note_off", 1, 62),
    ]
    assert [message.velocity for message in messages if message.type == "note_on"] == [100, 90, 80, 60]
    # Leading silence is removed. The last key was still held and ends with the recording.
    times = [message.time for message in messages]
    # The first note makes the audio context, so on a slow machine the second and the third arrive later.
    assert times[0] == 0 and sum(times[:5]) == pytest.approx((change - begin) / 1000, abs=0.02)
    assert 0.25 < times[-1] < (stopped - change) / 1000 + 0.02
    linn.page.wait_for_timeout(50)
    linn.play([OFF + 1, 62, 0])
    linn.expect_lit([])
    linn.button("Replay").click()
    expect(linn.page.locator("#recording h3")).to_have_text("Your recording")
    # In tenths of a second, between the third note and the first release.
    middle = round(5 * (sum(times[:4]) + sum(times[:5])))
    linn.page.get_by_role("slider", name="Position").fill(str(middle))
    expect(linn.page.locator("#held tbody tr")).to_have_count(3)
    expect(linn.page.locator("#held tbody td").nth(4)).to_have_text("+0.19")
    linn.page.evaluate(RECORD_NOTES)
    linn.button("Play").click()
    linn.page.wait_for_function("() => struck.length >= 4")
    assert linn.page.evaluate("struck.map(note => note.pitch)") == [48, 52, 55, 62]


@pytest.mark.firefox
def test_on_screen_pads_are_recorded_with_slides(linnstrument):
    linn = linnstrument()
    linn.button("Record").click()
    x, y = linn.middle(3, 15)
    width = linn.pad(3, 17).bounding_box()["x"] - linn.pad(3, 16).bounding_box()["x"]
    linn.page.mouse.move(x, y)
    linn.page.mouse.down()
    linn.expect_lit(PADS_OF_60)
    linn.page.mouse.move(x + 2 * width, y, steps=4)
    expect(linn.page.locator("#held tbody td").nth(4)).to_have_text(re.compile(r"\+(1\.99|2\.00)"))
    linn.page.wait_for_timeout(500)
    linn.page.mouse.up()
    linn.expect_lit([])
    linn.button("Stop recording").click()
    linn.button("Replay").click()
    slider = linn.page.get_by_role("slider", name="Position")
    slider.fill(str(int(slider.get_attribute("max")) - 1))
    expect(linn.page.locator("#held tbody td").nth(4)).to_have_text(re.compile(r"\+(1\.99|2\.00)"))


def test_empty_recording_is_discarded(linnstrument):
    linn = linnstrument()
    linn.button("Record").click()
    linn.button("Stop recording").click()
    expect(linn.button("Record")).to_be_visible()
    expect(linn.button("Save as MIDI")).to_have_count(0)


def test_recording_includes_earlier_instrument_settings(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    # An MPE zone of seven members: bends of 48 semitones. 8192 * 12 / 48 = 2048, and 2048 + 8192 = 80 * 128.
    linn.play([0xB0, 101, 0], [0xB0, 100, 6], [0xB0, 6, 7])
    # The first note makes the audio context, which delays the next message on a slow machine.
    linn.play([ON + 1, 60, 90], [OFF + 1, 60, 0])
    linn.expect_lit([])
    linn.button("Record").click()
    linn.play([ON + 1, 60, 90], [0xE1, 0, 80])
    expect(linn.page.locator("#held tbody td").nth(4)).to_have_text("+12.00")
    linn.page.wait_for_timeout(300)
    # All notes off ends the key, also in the recording.
    linn.button("All notes off").click()
    linn.expect_lit([])
    linn.button("Stop recording").click()
    linn.button("Replay").click()
    linn.page.get_by_role("slider", name="Position").fill("2")
    expect(linn.page.locator("#held tbody td").nth(4)).to_have_text("+12.00")
    linn.button("Play").click()
    linn.expect_lit([])


def test_double_click_on_stop_loses_no_recording(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    linn.button("Record").click()
    linn.play([ON, 60, 90], [0xF8], [OFF, 60, 0])
    linn.button("Stop recording").dblclick()
    expect(linn.button("Stop recording")).to_be_visible()
    linn.button("Stop recording").click()
    expect(linn.button("Save as MIDI")).to_be_visible()


@pytest.mark.all
def test_new_take_keeps_the_previous_one(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    for note in [60, 62]:
        linn.button("Record").click()
        linn.play([ON, note, 90])
        linn.page.wait_for_timeout(100)
        linn.play([OFF, note, 0])
        linn.button("Stop recording").click()
    linn.page.evaluate(
        "window.struck = []; document.addEventListener('notes', ({ detail }) => struck.push(detail[0].pitch))")
    for count in [1, 2, 3]:
        linn.button("Replay").click()
        linn.button("Play").click()
        linn.page.wait_for_function("count => struck.length === count", arg=count)
        linn.button("Previous take").click()
    assert linn.page.evaluate("struck") == [62, 60, 62]


def test_key_held_at_the_start_is_recorded(linnstrument):
    linn = linnstrument()
    linn.enable("Linn")
    linn.play([ON, 40, 77])
    expect(linn.page.locator("#held tbody tr")).to_have_count(1)
    linn.button("Record").click()
    linn.page.wait_for_timeout(300)
    linn.play([OFF, 40, 0])
    linn.expect_lit([])
    linn.button("Stop recording").click()
    linn.button("Replay").click()
    linn.page.get_by_role("slider", name="Position").fill("1")
    linn.expect_held(["1", "E2", "77"])
