"""MIDI on the command line: files written by an independent library (PyPI `mido`), and bytes from an instrument."""

import json
import math
import os
import select
import subprocess

import mido
import pytest

from serving import CHORDS, ROOT


C, G7, AMI = [48, 52, 55], [43, 47, 50, 53], [45, 48, 52]


def midi(*arguments, stdin=b""):
    """Runs `chords midi` and returns exit code, standard output and standard error."""
    run = subprocess.run([CHORDS, "midi", *arguments], input=stdin, capture_output=True, timeout=60)
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def chords_of(path, *arguments):
    code, out, err = midi(path, "--json", *arguments)
    assert (code, err) == (0, "")
    return json.loads(out)["chords"]


def play(track, notes, length, channel=0, gap=0):
    """Adds simultaneous notes, `gap` ticks after the last event, that are released after `length` ticks."""
    for index, note in enumerate(notes):
        track.append(mido.Message("note_on", note=note, velocity=80, channel=channel, time=gap if index == 0 else 0))
    for index, note in enumerate(notes):
        track.append(mido.Message("note_off", note=note, channel=channel, time=length if index == 0 else 0))


def save(file, path):
    file.save(path)
    return path


def add_events(track, events):
    """Adds note events in order of time. Each is a tick, a kind of message and a note."""
    now = 0
    for tick, kind, note in sorted(events):
        track.append(mido.Message(kind, note=note, velocity=80, time=tick - now))
        now = tick


@pytest.fixture
def song(tmp_path):
    """Format 0, 480 ticks to a quarter note, 120 and then 60 quarter notes a minute."""
    file = mido.MidiFile(type=0, ticks_per_beat=480)
    track = file.add_track()
    play(track, C, 960)
    track.append(mido.MetaMessage("set_tempo", tempo=1_000_000))
    play(track, G7, 720, gap=240)
    play(track, [60, 61, 62, 63], 480)
    return save(file, tmp_path / "song.mid")


def test_chords_of_a_file_with_one_track(song):
    assert chords_of(song, "--vocabulary", "classic") == [
        {"bar": 1, "beat": 1, "seconds": 0, "duration": 1, "pitches": C, "notes": ["C", "E", "G"], "name": "C",
         "alone": None, "lower": "C", "upper": None, "key": "C major", "numeral": "I"},
        # Two quarter notes of half a second, and an eighth note at one second per quarter note.
        {"bar": 1, "beat": 3.5, "seconds": 1.5, "duration": 1.5, "pitches": G7, "notes": ["G", "B", "D", "F"],
         "name": "G7", "alone": None, "lower": "G7", "upper": None, "key": "C major", "numeral": "V7"},
        {"bar": 2, "beat": 1, "seconds": 3, "duration": 1, "pitches": [60, 61, 62, 63],
         "notes": ["C", "D♭", "D", "E♭"], "name": None, "alone": None, "lower": None, "upper": None, "key": None,
         "numeral": None},
    ]
    # Only the classic vocabulary has no name for these notes.
    assert [chord["name"] for chord in chords_of(song)][:2] == ["C", "G7"] and chords_of(song)[2]["name"]


def test_plain_text_output(song):
    code, out, err = midi(song, "--vocabulary", "classic")
    assert (code, err) == (0, "")
    assert out == (
        "Bar:beat  Seconds  Chord    Notes      Hands\n"
        + "1:1       0        C        C E G\n"
        + "1:3.5     1.5      G7       G B D F\n"
        + "2:1       3        no name  C D♭ D E♭\n"
    )


# A left hand's rootless chords for Dmi9, G13 and Cma9: third or seventh below, and no root.
TWO_FIVE_ONE = [[53, 57, 60, 64], [53, 57, 59, 64], [52, 55, 59, 62]]


@pytest.fixture
def cadence(tmp_path):
    def cadence(up, gap=0):
        file = mido.MidiFile(type=0, ticks_per_beat=480)
        track = file.add_track()
        for notes in TWO_FIVE_ONE:
            play(track, [note + up for note in notes], 960, gap=gap)
        return save(file, tmp_path / f"cadence{up}.mid")

    return cadence


@pytest.mark.parametrize("up, names", [
    (0, ["Dmi9", "G13", "Cma9"]), (-2, ["Cmi9", "F13", "B♭ma9"]), (3, ["Fmi9", "B♭13", "E♭ma9"]),
    (4, ["F♯mi9", "B13", "Ema9"]),
])
def test_rootless_chords_are_named_by_their_progression(cadence, up, names):
    chords = chords_of(cadence(up), "--band")
    assert [chord["name"] for chord in chords] == names
    # Without context, the first and the last are named on their third.
    assert [chord["alone"] for chord in chords][::2] == [
        {0: "Fma7", -2: "E♭ma7", 3: "A♭ma7", 4: "Ama7"}[up], {0: "Emi7", -2: "Dmi7", 3: "Gmi7", 4: "A♭mi7"}[up]]
    # Without --band every chord has a sounding root.
    assert [chord["name"] for chord in chords_of(cadence(up))][::2] == [chord["alone"] for chord in chords][::2]


def test_plain_text_marks_a_name_changed_by_context(cadence):
    code, out, err = midi(cadence(0), "--band")
    assert (code, err) == (0, "")
    rows = [line.split("  ") for line in out.splitlines()]
    assert [[cell.strip() for cell in row if cell.strip()][2] for row in rows] == [
        "Chord", "Dmi9 (by itself Fma7)", "G13", "Cma9 (by itself Emi7)",
    ]


def test_long_silence_ends_a_progression(tmp_path):
    def names(beats):
        # F A C D, which before G7 is a Dmi7; a beat is half a second.
        file = mido.MidiFile(type=0, ticks_per_beat=480)
        track = file.add_track()
        play(track, [53, 57, 60, 62], 480)
        play(track, G7, 480, gap=480 * beats)
        return [(chord["name"], chord["alone"]) for chord in chords_of(save(file, tmp_path / "rest.mid"))]

    assert names(7) == [("Dmi7/F", "F6"), ("G7", None)]
    assert names(9) == [("F6", None), ("G7", None)]


def test_key_decides_the_spelling(cadence):
    file = mido.MidiFile(type=0)
    play(file.add_track(), [63, 66, 70], 480)
    path = save(file, cadence(0).with_name("key.mid"))
    assert [chord["notes"] for chord in chords_of(path, "--key", "B major")] == [["D♯", "F♯", "A♯"]]
    assert [chord["notes"] for chord in chords_of(path, "--key", "D♭ major")] == [["E♭", "G♭", "B♭"]]
    code, out, err = midi(path, "--key", "H major")
    assert (code, out) == (64, "") and "H major" in err
    for option in (["--band"], ["--key", "C"], ["--vocabulary", "classic"], ["--per", "bar"]):
        assert midi("--listen", *option)[0] == 64


@pytest.fixture
def walking(tmp_path):
    """Shells over a walking bass, twice Dmi7 G7 Cma7 A7, one to a bar, with a title and a key signature."""
    file = mido.MidiFile(type=0, ticks_per_beat=480)
    track = file.add_track()
    track.append(mido.MetaMessage("track_name", name="Four bars"))
    track.append(mido.MetaMessage("key_signature", key="C"))
    bars = [([38, 41, 45, 44], [53, 60]), ([43, 47, 50, 49], [53, 59]), ([36, 40, 43, 44], [52, 59]),
            ([45, 49, 52, 51], [55, 61])]
    events = []
    for bar, (bass, shell) in enumerate(2 * bars):
        for beat, note in enumerate(bass):
            events += [(1920 * bar + 480 * beat, "note_on", note), (1920 * bar + 480 * beat + 450, "note_off", note)]
        for note in shell:
            events += [(1920 * bar, "note_on", note), (1920 * bar + 1800, "note_off", note)]
    add_events(track, events)
    return save(file, tmp_path / "walking.mid")


def test_lead_sheet_has_a_chord_a_bar(walking):
    code, out, err = midi(walking, "--json", "--per", "bar")
    assert (code, err) == (0, "")
    sheet = json.loads(out)
    assert list(sheet) == ["per", "meter", "key", "keys", "chords", "tracks", "duration", "problems"]
    assert (sheet["per"], sheet["meter"], sheet["key"]) == ("bar", "4/4", "C major")
    assert sheet["keys"] == [{"key": "C major", "bars": [1, 8]}]
    assert [(chord["bar"], chord["beat"], chord["name"]) for chord in sheet["chords"]] == [
        (bar + 1, 1, ["Dmi7", "G7", "Cma7", "A7"][bar % 4]) for bar in range(8)]
    assert [chord["seconds"] for chord in sheet["chords"]] == [2 * bar for bar in range(8)]
    assert {chord["key"] for chord in sheet["chords"]} == {"C major"} and all(c["numeral"] for c in sheet["chords"])
    # Every change of what sounds is the default, and has more.
    changes = json.loads(midi(walking, "--json")[1])
    assert changes == json.loads(midi(walking, "--json", "--per", "change")[1]) and len(changes["chords"]) > 8
    # A batch has one object per line.
    lines = batch(f"{walking}\n{walking}\n".encode(), "--json", "--per", "bar")[1]
    assert lines == 2 * [{"file": str(walking), **sheet}]


def test_lead_sheet_is_a_chart_that_tune_reads(walking):
    code, out, err = midi(walking, "--per", "bar")
    assert (code, err) == (0, "")
    assert out == (
        "Title: Four bars\nKey: C\n\n| Dmi7 | G7 | Cma7 | A7 |\n| Dmi7 | G7 | Cma7 | A7 |\n")
    run = subprocess.run([CHORDS, "tune", "show", "-"], input=out.encode(), capture_output=True, timeout=60)
    assert run.returncode == 0 and run.stdout.decode() == out


def test_a_key_or_an_instrument_spells_the_lead_sheet(walking):
    def names(*options):
        return [c["name"] for c in json.loads(midi(walking, "--json", "--per", "bar", *options)[1])["chords"]][:3]

    assert names("--for", "Eb") == ["Bmi7", "E7", "Ama7"]
    sheet = json.loads(midi(walking, "--json", "--per", "bar", "--key", "A minor")[1])
    assert sheet["key"] == "A minor"


@pytest.mark.parametrize("seconds", [0.45, 0.58, 0.66])
def test_stride_in_another_tempo_has_its_bars_where_the_bass_is(tmp_path, seconds):
    """The bass is on 1 and 3, and chords are on 2 and 4. The file says 120 beats a minute."""
    file = mido.MidiFile(type=0, ticks_per_beat=480)
    track = file.add_track()
    row = [("Emi7", 40, 35, [52, 55, 59, 62]), ("Ami7", 45, 40, [52, 55, 57, 60]),
           ("Dmi7", 38, 45, [53, 57, 60, 62]), ("G7", 43, 38, [53, 55, 59, 62])]
    events = []
    for bar in range(24):
        _, root, fifth, chord = row[bar % 4]
        for beat, notes in enumerate(([root], chord, [fifth], chord)):
            # 960 ticks are a second.
            begin = round(960 * seconds * (4 * bar + beat))
            end = begin + round(960 * seconds * 0.55)
            events += [event for note in notes for event in ((begin, "note_on", note), (end, "note_off", note))]
    add_events(track, events)
    code, out, err = midi(save(file, tmp_path / "stride.mid"), "--json", "--per", "bar")
    assert (code, err) == (0, "")
    chords = json.loads(out)["chords"]
    assert [chord["name"] for chord in chords] == [row[bar % 4][0] for bar in range(24)]
    for bar, chord in enumerate(chords):
        assert abs(chord["seconds"] - 4 * bar * seconds) < 0.1


@pytest.mark.parametrize("beats", [4, 3])
def test_bars_follow_the_tempo(tmp_path, beats):
    """Broken chords in a tempo that changes. Bars and chords begin where they were played."""
    # A beat lasts from 0.44 to 0.56 s. The tempo falls and rises within ten bars.
    times = [0]
    for beat in range(24 * beats):
        times.append(times[-1] + 0.5 * (1 + 0.12 * math.sin(2 * math.pi * beat / (10 * beats))))
    file = mido.MidiFile(type=0, ticks_per_beat=480)
    track = file.add_track()
    row = [("Dmi7", [38, 45, 50, 53, 57, 60, 57, 53]), ("G7", [43, 50, 55, 59, 62, 65, 62, 59]),
           ("Cma7", [36, 43, 48, 52, 55, 59, 55, 52]), ("Ami7", [45, 52, 57, 60, 64, 67, 64, 60])]
    events = []
    for eighth in range(48 * beats):
        begin, end = times[eighth // 2], times[eighth // 2 + 1]
        if eighth % 2:
            begin = (begin + end) / 2
        note = row[eighth // (2 * beats) % 4][1][eighth % (2 * beats)]
        # 960 ticks are a second.
        events += [(round(960 * begin), "note_on", note), (round(960 * begin) + 190, "note_off", note)]
    add_events(track, events)
    code, out, err = midi(save(file, tmp_path / "free.mid"), "--json", "--per", "bar")
    assert (code, err) == (0, "")
    sheet = json.loads(out)
    assert sheet["meter"] == f"{beats}/4"
    assert [chord["name"] for chord in sheet["chords"]] == [row[bar % 4][0] for bar in range(24)]
    for bar, chord in enumerate(sheet["chords"]):
        assert abs(chord["seconds"] - times[bar * beats]) < 0.15


def long_file(tmp_path, rests):
    file = mido.MidiFile(type=0, ticks_per_beat=1)
    track = file.add_track()
    track.append(mido.MetaMessage("set_tempo", tempo=0xFFFFFF))
    play(track, C, 1)
    for _ in range(rests):
        track.append(mido.MetaMessage("text", text="", time=0xFFFFFFF))
    play(track, G7, 1)
    return save(file, tmp_path / "long.mid")


def test_very_large_times_are_exact(tmp_path):
    _, chord = chords_of(long_file(tmp_path, 7))
    # A quarter note of 16.777215 s for each tick, one of them for the first chord, and four of them to a bar.
    ticks = 1 + 7 * 268_435_455
    assert chord["seconds"] == pytest.approx(ticks * 16.777215)
    assert (chord["bar"], chord["beat"]) == (1 + ticks // 4, 1 + ticks % 4)


def test_times_beyond_the_limit_are_refused_after_the_chords_before(tmp_path):
    code, out, err = midi(long_file(tmp_path, 300), "--json")
    assert code == 65 and "2,147,483,647" in err
    assert [chord["name"] for chord in json.loads(out)["chords"]] == ["C"]


def test_running_status_and_velocity_zero(tmp_path):
    # C E G, let go by velocity 0, then C F A.
    content = bytes.fromhex(
        "00903C40 004040 004340 8360 3C00 004000 004300 003C40 004140 004540 8360 3C00 004100 004500 00FF2F00")
    path = tmp_path / "running.mid"
    path.write_bytes(
        b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0]) + b"MTrk" + len(content).to_bytes(4, "big") + content)
    # mido reads the same.
    assert len([m for m in mido.MidiFile(path) if m.type == "note_on"]) == 12
    chords = chords_of(path)
    assert [(c["name"], c["seconds"], c["duration"]) for c in chords] == [("C", 0, 0.5), ("F/C", 0.5, 0.5)]


def test_tempo_and_meter_are_read_from_another_track(tmp_path):
    file = mido.MidiFile(type=1, ticks_per_beat=96)
    tempo = file.add_track()
    tempo.append(mido.MetaMessage("time_signature", numerator=6, denominator=8))
    tempo.append(mido.MetaMessage("set_tempo", tempo=mido.bpm2tempo(60)))
    # Two bars of six eighths, which are 48 ticks each.
    tempo.append(mido.MetaMessage("time_signature", numerator=2, denominator=4, time=2 * 6 * 48))
    tempo.append(mido.MetaMessage("set_tempo", tempo=mido.bpm2tempo(240)))
    notes = file.add_track()
    for chord in (C, G7, AMI, C):
        play(notes, chord, 5 * 48)
    chords = chords_of(save(file, tmp_path / "tempi.mid"))
    # At ticks 0, 240, 480, 720. The tempo changes at 576, which is second 6.
    assert [(c["bar"], c["beat"]) for c in chords] == [(1, 1), (1, 6), (2, 5), (3, 2.5)]
    assert [c["seconds"] for c in chords] == [0, 2.5, 5, 6.375]
    assert [c["name"] for c in chords] == ["C", "G7", "Ami", "C"]


def test_piano_file_of_a_notation_program(tmp_path):
    """Format 1: two staves in two tracks, meta events, pedal on the upper staff, drums in a third track."""
    file = mido.MidiFile(type=1, ticks_per_beat=480)
    right, left, drums = file.add_track("Piano"), file.add_track("Piano"), file.add_track("Drumset")
    right.append(mido.MetaMessage("time_signature", numerator=3, denominator=4))
    right.append(mido.MetaMessage("key_signature", key="D"))
    right.append(mido.MetaMessage("set_tempo", tempo=600_000))
    right.append(mido.MetaMessage("marker", text="Anfang"))
    for track, channel in ((right, 0), (left, 1)):
        track.append(mido.Message("control_change", control=121, value=0, channel=channel))
        track.append(mido.Message("program_change", program=0, channel=channel))
        track.append(mido.Message("control_change", control=7, value=100, channel=channel))
        track.append(mido.MetaMessage("midi_port", port=0))
    right.append(mido.Message("sysex", data=[0x7E, 0x7F, 9, 1]))
    # D over C, E over C, G7 in both hands. Notes end a tick early, as in files from notation programs.
    for upper in ([62, 66, 69], [64, 68, 71], [59, 62, 65]):
        play(right, upper, 1439)
        right.append(mido.MetaMessage("lyrics", text="la", time=1))
    for lower in (C, C, [43, 47, 50]):
        play(left, lower, 1439, channel=1)
        left.append(mido.MetaMessage("text", text="la", time=1))
    for _ in range(18):
        play(drums, [36, 42], 239, channel=9, gap=1)
    chords = chords_of(save(file, tmp_path / "piano.mid"))
    assert [(c["bar"], c["beat"], c["seconds"]) for c in chords] == [(1, 1, 0), (2, 1, 1.8), (3, 1, 3.6)]
    assert [(c["name"], c["lower"], c["upper"]) for c in chords] == [
        ("C6/9(♯11)", "C", "D"), ("Ema/Cma", "C", "E"), ("G7", "G", "B°"),
    ]
    assert chords[1]["notes"] == ["C", "E", "G", "E", "G♯", "B"]


@pytest.mark.parametrize("note", ["60", "C4", "b#3", "D𝄫4"])
def test_hands_are_split_at_a_note(tmp_path, note):
    file = mido.MidiFile(type=0)
    play(file.add_track(), [60, 64, 67, 71], 480)
    [chord] = chords_of(save(file, tmp_path / "split.mid"), "--split", note)
    assert (chord["name"], chord["lower"], chord["upper"]) == ("Cma7", None, "Cma7")


def test_mido_reads_our_files():
    # MIDIFileTests.swift compares with the same file.
    file = mido.MidiFile(ROOT / "Tests/InstrumentsTests/Fixtures/written.mid")
    message, meta = mido.Message, mido.MetaMessage
    assert (file.type, file.ticks_per_beat, file.charset) == (1, 480, "latin1")
    assert list(file.tracks[0]) == [
        meta("time_signature", numerator=6, denominator=8, clocks_per_click=36, notated_32nd_notes_per_beat=8),
        meta("set_tempo", tempo=600_000),
        meta("track_name", name="Conductor"),
        meta("set_tempo", tempo=300_000, time=200_000),
        meta("end_of_track"),
    ]
    # mido counts channels from 0, and time from the message before.
    assert list(file.tracks[1]) == [
        message("sysex", data=[0x7D, 1, 2]),
        message("program_change", program=5),
        message("control_change", channel=15, control=64, value=127),
        message("pitchwheel", channel=2, pitch=-8192),
        message("aftertouch", channel=3, value=80),
        message("note_on", note=60, velocity=100),
        message("note_on", note=64, velocity=100, time=127),
        message("polytouch", note=60, value=9, time=128),
        message("note_off", note=60, velocity=64, time=16_383),
        message("note_off", note=64, velocity=0, time=16_384),
        meta("end_of_track", time=960),
    ]
    # 200 000 ticks at 600 000 microseconds to 480 of them.
    assert file.length == pytest.approx(250)


def test_damaged_file_is_read_up_to_the_damage(song, tmp_path):
    whole = song.read_bytes()
    damaged = tmp_path / "damaged.mid"
    for count in range(len(whole)):
        damaged.write_bytes(whole[:count])
        code, out, err = midi(damaged, "--json", "--vocabulary", "classic")
        assert code == 65 and len(err.splitlines()) == 1, count
        offset = int(err.rstrip(")\n").split("(byte ")[1])
        assert offset <= count
        names = [chord["name"] for chord in json.loads(out)["chords"]]
        # The name of a chord that is still being struck at the end of the file is not checked.
        assert names[:-1] == ["C", "G7", None][: max(0, len(names) - 1)]
    assert names[:2] == ["C", "G7"]
    code, out, err = midi(damaged)
    assert code == 65 and out.splitlines()[2].startswith("1:3.5") and f"(byte {count})" in err


def test_file_that_is_not_midi_is_refused(tmp_path):
    text = tmp_path / "text.mid"
    text.write_text("C E G")
    assert midi(text) == (
        65, "",
        "This is not a Standard MIDI File: it does not begin with “MThd”. (byte 0)\n",
    )
    songs = mido.MidiFile(type=2)
    songs.add_track()
    code, out, err = midi(save(songs, tmp_path / "songs.mid"))
    assert code == 65 and "format 2" in err and "(byte 8)" in err


def test_unreadable_files_are_reported(tmp_path):
    for path in (tmp_path / "none.mid", tmp_path):
        code, out, err = midi(path)
        assert (code, out) == (66, "") and str(path) in err and len(err.splitlines()) == 1
    code, out, err = midi("/dev/zero")
    assert (code, out) == (65, "") and "bytes" in err


@pytest.mark.parametrize(
    "arguments",
    [(), ("--batch", "x.mid"), ("--batch", "--listen"), ("--batch", "--for", "Bb"), ("--listen", "x.mid"),
        ("--listen", "--json"), ("x.mid", "--split", "H4"), ("x.mid", "--split", "128"),
                  ("x.mid", "--split", "C"), ("x.mid", "--split", "C99999999999999999999")]
)
def test_usage_errors(arguments):
    code, out, err = midi(*arguments)
    assert (code, out) == (64, "") and err.startswith("Error: ")


def test_listening():
    stream = bytes.fromhex("903C64 3E64 F8 3C00 B04040 F07D0102F7 E00040 3C64")
    code, out, err = midi("--listen", stdin=stream)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "Note On 60 velocity 100, channel 1",
        "Note On 62 velocity 100, channel 1",
        "Clock",
        "Note Off 60 velocity 64, channel 1",
        "Sustain Pedal 64, channel 1",
        "System Exclusive, 3 bytes",
        "Pitch Bend 0, channel 1",
        # 60 + 128 · 100 − 8192
        "Pitch Bend +4668, channel 1",
    ]


def test_listening_reads_messages_of_mido():
    messages = [
        mido.Message(kind, channel=channel)
        for kind in ("note_on", "note_off", "polytouch", "control_change", "program_change", "aftertouch", "pitchwheel")
        for channel in range(16)
    ]
    code, out, _ = midi("--listen", stdin=b"".join(bytes(message.bytes()) for message in messages))
    lines = out.splitlines()
    assert code == 0 and len(lines) == len(messages)
    for line, message in zip(lines, messages):
        assert line.endswith(f", channel {message.channel + 1}")


def test_listening_answers_at_once():
    process = subprocess.Popen([CHORDS, "midi", "--listen"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for byte in bytes.fromhex("903C64"):
        process.stdin.write(bytes([byte]))
        process.stdin.flush()
    assert select.select([process.stdout], [], [], 10)[0]
    assert os.read(process.stdout.fileno(), 100) == b"Note On 60 velocity 100, channel 1\n"
    process.stdin.close()
    assert process.wait(10) == 0


@pytest.mark.parametrize("up", range(12))
def test_key_is_found_for_chords(tmp_path, up):
    file = mido.MidiFile(type=0)
    # ii°, V and i of a minor key, whose notes have no names here, then IV, V and I of the parallel major key.
    for notes in (
            [50, 53, 56, 60], [43, 47, 50, 53], [48, 51, 55, 58], [53, 57, 60, 64], [43, 47, 50, 53], [48, 52, 55, 59]):
        play(file.tracks[0] if file.tracks else file.add_track(), [note + up for note in notes], 480)
    path = save(file, tmp_path / "keys.mid")
    chords = chords_of(path)
    assert [chord["numeral"] for chord in chords] == ["iiø7", "V7", "i7", "IVma7", "V7", "Ima7"]
    assert [chord["key"].split(" ")[1] for chord in chords] == ["minor"] * 3 + ["major"] * 3
    # The requested one of two enharmonic names of a key.
    name = ["C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B"][up] + " minor"
    assert chords_of(path, "--key", name)[2]["key"] == name


# MARK: Many files


def batch(names, *arguments):
    code, out, err = midi("--batch", *arguments, stdin=names)
    assert err == ""
    return code, [json.loads(line) for line in out.splitlines()]


def test_batch_answers_every_file_with_one_line(song, tmp_path):
    damaged, text, folder = tmp_path / "damaged.mid", tmp_path / "text.mid", tmp_path / "folder"
    damaged.write_bytes(song.read_bytes()[:-30])
    text.write_text("C E G")
    folder.mkdir()
    os.mkfifo(tmp_path / "pipe")
    names = [song, damaged, text, folder, tmp_path / "pipe", tmp_path / "none.mid", "", "-", "/dev/zero", song / "x",
        "n" * 70_000, song]
    code, lines = batch("\n".join(map(str, names)).encode())
    assert code == 0 and len(lines) == len(names)
    whole = json.loads(midi(song, "--json")[1])
    assert lines[0] == lines[-1] == {"file": str(song), **whole}
    assert lines[1]["chords"] and lines[1]["error"] == midi(damaged)[2].rstrip("\n")
    for line, words in zip(lines[2:-1], [
        "does not begin with “MThd”", "is a folder", "is a device or a pipe", "There is no file", "The line is empty",
        "has the file names", "is a device or a pipe", "There is no file", "more than 4095 bytes",
    ]):
        assert list(line) == ["file", "error"] and words in line["error"]


def test_batch_fails_only_if_no_file_can_be_read(song):
    assert batch(b"") == (0, [])
    assert batch(b"none\n")[0] == 65 and batch(b"\n")[0] == 65
    assert batch(f"none\n{song}\n".encode())[0] == 0


def test_file_names_may_be_any_bytes(song, tmp_path):
    folder = os.fsencode(tmp_path)
    odd = folder + b"/\xff\xc3 odd\t.mid"
    for name in [odd, folder + b"/-"]:
        with open(name, "wb") as file:
            file.write(song.read_bytes())
    run = subprocess.run(
        [CHORDS, "midi", "--batch"], cwd=tmp_path, capture_output=True,
        input="\ufeff".encode() + odd + b"\r\n./-\r\nsong.mid\0x\r\nsong.mid")
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert [line["file"] for line in lines] == [f"{tmp_path}/\ufffd\ufffd odd\t.mid", "./-", "song.mid\0x", "song.mid"]
    assert ["chords" in line for line in lines] == [True, True, False, True] and "zero byte" in lines[2]["error"]


def test_batch_accepts_the_other_options(song):
    options = ["--vocabulary", "classic", "--key", "H", "--notes", "german", "--split", "50", "--band"]
    assert batch(str(song).encode(), *options)[1] == [
        {"file": str(song), **json.loads(midi(song, "--json", *options)[1])}]
    assert batch(str(song).encode(), "--json") == batch(str(song).encode())


def test_batch_answers_each_file_at_once(song):
    process = subprocess.Popen([CHORDS, "midi", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for name in [str(song), "none", str(song)]:
        process.stdin.write(name.encode() + b"\n")
        process.stdin.flush()
        assert select.select([process.stdout], [], [], 10)[0]
        assert json.loads(process.stdout.readline())["file"] == name
    process.stdin.close()
    assert process.wait(10) == 0


def test_memory_of_a_batch_does_not_grow_with_files(song):
    def peak(count):
        process = subprocess.Popen([CHORDS, "midi", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        # The memory of an answer is freed before the next one.
        for _ in range(count):
            process.stdin.write(str(song).encode() + b"\n")
            process.stdin.flush()
            process.stdout.readline()
        status = open(f"/proc/{process.pid}/status").read()
        process.stdin.close()
        assert process.wait(10) == 0
        return int(status.split("VmHWM:")[1].split()[0])

    assert peak(2000) < peak(200) + 1000


def test_events_beyond_the_limit_are_omitted_and_reported(tmp_path):
    """Events of three bytes, one more than the limit. All keys go down and up within two ticks."""
    events = b"\0\x90\x30\x64" + b"\0\x34\x64\0\x37\x64" + b"\x60\x30\0" + b"\0\x40\0" * 999_997
    track = events + b"\0\xff\x2f\0"
    (tmp_path / "long.mid").write_bytes(b"MThd\0\0\0\6\0\0\0\1\0\x60MTrk" + len(track).to_bytes(4, "big") + track)
    code, out, err = midi(tmp_path / "long.mid", "--json")
    assert code == 65 and err.startswith("The file has more than 1000000 events. The rest was not read: split")
    # The root is released after a quarter note.
    assert [chord["name"] for chord in json.loads(out)["chords"]] == ["C"]


def test_chords_beyond_the_limit_are_omitted_and_reported(tmp_path):
    """20,001 chords, alternating between C and D."""
    file = mido.MidiFile(type=0, ticks_per_beat=24)
    track = file.add_track()
    for number in range(20_001):
        play(track, [note + 2 * (number % 2) for note in C], 24)
    code, out, err = midi(save(file, tmp_path / "long.mid"), "--json")
    assert len(json.loads(out)["chords"]) == 20_000
    assert (code, err) == (65, "Only the first 20000 chords are named. Split the file to get the others.\n")
