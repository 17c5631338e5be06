"""Files and symbols as other programs write them, with the right answers: one row for each class of fault.

Bars are separated by `|`. `@` gives the beat of a chord. Lengths such as `C:4` are quarter notes between the markers of
the MIDI file.
"""

import json
import subprocess
from pathlib import Path

import mido
import pytest

from serving import CHORDS

FILES = Path(__file__).parent / "Fixtures" / "foreign"

WRITTEN = [
    ("musicxml-empty-kind-and-offsets.musicxml", "C@1 Emi@2 A♯°7@3"),
    ("musicxml-empty-kind-with-text.musicxml", "C | Dmi7 | G7 | F | A♭/C"),
    ("musicxml-kind-synonyms.musicxml",
     "C | Cmi | C+ | C° | C7 | Cma7 | Cmi7 | C°7 | Cmi7(♭5) | Cmi(Δ7) | C6 | Cmi6 | C6/9 | C9 | Cma9 | Cmi9 | C7sus4"
     " | C7 | Cmi(Δ7) | C9(♯5) | C° | C | C7sus4 | C°7 | Cmi7(♭5) | Cmi(Δ7) | Cma7(♯5) | C | Cmi"),
    ("musicxml-inversion-without-bass.musicxml", "C7sus4 | F/A | G7/F | Cmi7"),
    ("musicxml-numerals.musicxml", "Emi7 | A7 | Dma7 | G"),
    ("musicxml-offset-into-bar-before.musicxml", "C@1 | F@1 Ami@4 | "),
    ("musicxml-utf16.musicxml", "C | F♯"),
    ("musicxml-utf16-compressed.mxl", "C | F♯"),
    ("musicxml-latin1.musicxml", "C | G7"),
    ("musicxml-timewise.musicxml", "C | G7"),
    ("chordpro-blanks-in-directives.cho", "Ami | Dmi7 | E7 | Ami"),
    ("chordpro-meta.cho", "G | D7"),
    ("chordpro-byte-order-mark.cho", "G | D7 | G"),
    ("chordpro-utf16.cho", "G | D7 | G"),
    ("chordpro-latin1.cho", "G | D7 | G"),
    ("chordpro-chorus-recalled.cho", "D | G | Emi | A7 | D | G"),
    ("chordpro-transpose-within.cho", "C | G7 | D | A7"),
    ("chordpro-foreign-blocks.cho", "G | D | Emi"),
    ("chordpro-brackets-in-comments.cho", "Dmi | G/B | C | D"),
    ("chordpro-recalled-chords.cho", "D | G | D | D | G | D"),
    ("chordpro-bar-lines-in-brackets.cho", "A |  |  | Fsus2 | C | G | Fsus2 | Ami | F"),
    ("text-chords-above-words.txt", "Ami | C/G | Dsus4 | C | C | G | F | C/E | Dmi | C"),
    ("text-time-signature-in-bar.txt", "Dmi7@1 G7@3 | Cma7@1 | Gmi7@1 | G♭7@1 | Fma7@1 | Cma7@1 | Emi7@1 | A7@1"),
    ("text-bass-alone.txt", "C@1 C/B@2 C/A@3 C/G@4 | F@1 | G7@1 | C@1"),
    ("text-percent-within-a-bar.txt", "Gmi7@1 | Bmi7@1 | C7@1 F@3"),
]
PLAYED = [
    ("musicxml-sound-only-da-capo-al-coda.musicxml", "C | D | E | C | D | F"),
    ("musicxml-to-coda-before-the-first-note.musicxml", "C | D | E | F | G | C | F | G"),
    ("musicxml-signs-in-a-music-font.musicxml", "C | D | E | F | D | E | G | A"),
    ("musicxml-ending-lists.musicxml", "C | D | C | E | C | D | C | F"),
    ("ireal-coda-as-outro.txt", "Cma7 | Fma7 | Ami7 | C6"),
    ("chordpro-grid-endings.cho",
     "G7@1 | G7@1 | G7@1 | G7@1 | C7@1 | C7@1 | G7@1 | C7@1 | C7@1 | C@1 | C@1 Ami@2 | Dmi/F@1"),
    ("text-ending-1-2.txt", "C | D | C | D | C | E"),
    ("text-ending-1-comma-2.txt", "C | D | C | D | C | E"),
    ("text-ending-1-to-3.txt", "C | D | C | D | C | D | C | E"),
    ("text-ending-1-3.txt", "C | D | C | E | C | D | C | F"),
]
HEARD = [
    ("ireal-coda-as-outro-three-choruses.txt",
     "Cma7:4 Fma7:4 Dmi7:4 G7:4 Cma7:4 Fma7:4 Dmi7:4 G7:4 Cma7:4 Fma7:4 Ami7:4 C6:4"),
    ("ireal-coda-section-only.txt", "Cma7:4 Fma7:4 Dmi7:4 G7:4 Cma7:4 Fma7:4 Dmi7:4 G7:4 Ami7:4 C6:4"),
    ("ireal-coda-in-a-repeat.txt",
     "Cma7:4 Fma7:4 Dmi7:4 G7:4 Cma7:4 Fma7:4 Dmi7:4 G7:4 Cma7:4 Fma7:4 Dmi7:4 G7:4 Cma7:4 Fma7:4 Ami7:4 C6:4"),
    ("musicxml-bar-divided-by-repeat.musicxml", "G7:1 C:4 F:3 C:4 F:3 G7:1 C:4"),
    ("musicxml-additive-time.musicxml", "C:1.5 F:1"),
]
HEADS = [
    ("musicxml-utf16.musicxml", {"title": "Zwölf"}), ("musicxml-utf16-compressed.mxl", {"title": "Zwölf"}),
    ("musicxml-latin1.musicxml", {"title": "Zwölf"}),
    ("musicxml-numerals.musicxml", {"key": "D major"}), ("musicxml-transposing-part.musicxml", {"key": "C major"}),
    ("musicxml-additive-time.musicxml", {"time": "5/8"}),
    ("chordpro-blanks-in-directives.cho", {"title": "Space before", "key": "A minor"}),
    ("chordpro-meta.cho", {"title": "Meta title", "key": "G major", "composer": "Me"}),
    ("chordpro-byte-order-mark.cho", {"title": "Über é", "key": "G major"}),
    ("chordpro-utf16.cho", {"title": "Über é", "key": "G major"}),
    ("chordpro-latin1.cho", {"title": "Über é", "key": "G major"}),
    ("chordpro-transpose-within.cho", {"key": "C major"}),
]
MIDI = [
    ("midi-running-status-after-meta.mid", "C F"), ("midi-running-status-after-sysex.mid", "C F"),
    ("midi-riff.rmi", "C F"), ("midi-real-time-bytes.mid", "C F"), ("midi-byte-between-tracks.mid", "C"),
    ("midi-time-in-frames.mid", "C F"),
]
SYMBOLS = [
    ("C9(omit9)", "C E G B♭"), ("C11(omit11)", "C G B♭ D"), ("C13(omit13)", "C E G B♭ D"), ("Csusb2", "C D♭ G"),
    ("Esusb2", "E F B"), ("Csus#4", "C F♯ G"), ("C4", "C F G"), ("D4", "D G A"), ("C7/4", "C F G B♭"),
    ("C74", "C F G B♭"), ("C7(4)", "C F G B♭"), ("C9/4", "C F G B♭ D"), ("Ephryg", "E F A B D"),
    ("C½dim", "C E♭ G♭ B♭"), ("Cmaj7lyd", "C E G B F♯"), ("C:maj7/3", "E C G B"), ("A:min7", "A C E G"),
    ("D:sus4(b7)", "D G A C"), ("G:(1,b3,5)", "G B♭ D"), ("F:maj(*3,9)", "F C G"), ("A/3", "C♯ A E"),
]
GERMAN = [("e7", "Emi7"), ("e/H", "Emi/H"), ("fis7", "F♯mi7"), ("E7", "E7"), ("es", "E♭mi"), ("b7", "Bmi7")]
NOTES = [("E4 G4 C5", "C/E"), ("C4 E4 G4 Bb4", "C7"), ("Bb2 C4 E4 D5", "C9/B♭"), ("C5 E4 G4", "C/E")]


def run(*arguments):
    answer = subprocess.run([CHORDS, *arguments], capture_output=True, timeout=60)
    return answer.returncode, answer.stdout, answer.stderr.decode()


def shown(name, *arguments):
    code, out, _ = run("tune", "show", FILES / name, "--format", "json", *arguments)
    assert code == 0
    return json.loads(out)


def bars(tune, with_beats):
    return " | ".join(
        " ".join(chord["symbol"] + (f"@{chord['beat']:g}" if with_beats else "") for chord in bar["chords"])
        for section in tune["sections"] for bar in section["bars"])


@pytest.mark.parametrize("name, expected", WRITTEN)
def test_bars_are_read_without_a_message(name, expected):
    book = shown(name)
    assert bars(book["tunes"][0], "@" in expected) == expected
    assert book["problems"] == []


@pytest.mark.parametrize("name, expected", PLAYED)
def test_bars_are_played_in_order(name, expected):
    book = shown(name, "--unfold")
    played = bars(book["tunes"][0], "@" in expected).split(" | ")
    # A bar without chords continues the last one.
    for index, bar in enumerate(played):
        played[index] = bar or played[index - 1]
    assert " | ".join(played) == expected
    assert book["problems"] == []


@pytest.mark.parametrize("name, expected", HEARD)
def test_chords_sound_as_long_as_they_are_written(name, expected, tmp_path):
    code, _, _ = run("tune", "show", FILES / name, "--format", "midi", "--plain", "--output", tmp_path / "a.mid")
    assert code == 0
    assert lengths(tmp_path / "a.mid") == expected


def lengths(path):
    file = mido.MidiFile(path)
    markers, end = [], 0
    for track in file.tracks:
        now = 0
        for message in track:
            now += message.time
            if message.type == "marker":
                markers.append((now, message.text))
        end = max(end, now)
    markers.sort()
    ends = [time for time, _ in markers[1:]] + [end]
    return " ".join(f"{text}:{(stop - time) / file.ticks_per_beat:g}" for (time, text), stop in zip(markers, ends))


@pytest.mark.parametrize("name, expected", HEADS)
def test_heads_are_read(name, expected):
    tune = shown(name)["tunes"][0]
    assert {key: tune[key] for key in expected} == expected


def test_a_pickup_ends_its_bar():
    tune = shown("musicxml-upbeat-without-implicit.musicxml")["tunes"][0]
    first, *rest = tune["sections"][0]["bars"]
    assert [(note["note"], note["beat"]) for note in first["melody"]] == [("G4", 4)]
    assert bars(tune, False) == " | C | G7" and len(rest) == 2


def test_a_transposing_part_is_read_as_it_sounds():
    book = shown("musicxml-transposing-part.musicxml")
    tune = book["tunes"][0]
    assert bars(tune, False) == "Dmi7 | G7 | Cma7"
    assert [note["note"] for bar in tune["sections"][0]["bars"] for note in bar["melody"]] == ["D5", "B4", "C5"]
    assert [problem["message"] for problem in book["problems"]] == [
        "The part is written for an instrument in B♭. It was read as it sounds."]


def test_endings_are_called_by_all_their_passes():
    for name, expected in [("text-ending-1-2.txt", "1.2."), ("musicxml-ending-lists.musicxml", "1.3.")]:
        assert f"| {expected} D" in run("tune", "show", FILES / name)[1].decode()


def test_signs_of_a_music_font_are_not_words():
    text = run("tune", "show", FILES / "musicxml-signs-in-a-music-font.musicxml")[1].decode()
    assert "Þ" not in text and "%" not in text


def test_a_capo_is_reported():
    book = shown("chordpro-capo.cho")
    assert bars(book["tunes"][0], False) == "G | C | D7 | G"
    assert "capo at fret 2" in book["problems"][0]["message"]


def test_songs_of_one_file_are_tunes():
    tunes = shown("chordpro-new-song.cho")["tunes"]
    assert [(tune["title"], tune["key"], bars(tune, False)) for tune in tunes] == [
        ("One", None, "C | G"), ("Two", "E minor", "Emi | B7")]


def test_small_german_letters_are_minor_chords():
    assert bars(shown("chordpro-german-small-letters.cho", "--notes", "german")["tunes"][0], False) == (
        "Ami | Emi7 | Dmi/F | C")
    # With English names nothing changes.
    assert bars(shown("chordpro-german-small-letters.cho")["tunes"][0], False) == "A | E7 | D/F | C"


def test_text_that_is_no_chord_moves_nothing():
    book = shown("text-band-in-a-box.txt")
    tune = book["tunes"][0]
    assert bars(tune, True) == (
        "Fma7@1 | A♭7@1 | Gmi7@1 | C7@1 | Fma7@1 | Cmi7@1 F7@3 | B♭ma7@1 | E♭7@1 | Fma7@1 D7@3 | G7@1 C7@3")
    assert [(problem["bar"], problem["text"]) for problem in book["problems"]] == [(1, "a)"), (5, "a)")]
    assert tune["sections"][0]["bars"][-1]["marks"] == ["repeat end 3x"]


@pytest.mark.parametrize("name, expected", MIDI)
def test_midi_files_are_read_as_players_read_them(name, expected):
    code, out, _ = run("midi", FILES / name, "--json")
    assert code == 0
    assert " ".join(chord["name"] for chord in json.loads(out)["chords"]) == expected


def test_midi_files_have_the_right_notes_and_times():
    entry, = json.loads(run("midi", FILES / "midi-byte-between-tracks.mid", "--json")[1])["chords"]
    assert (entry["bar"], entry["beat"], entry["pitches"]) == (1, 1, [48, 60, 64, 67, 72])
    assert [chord["seconds"] for chord in json.loads(run("midi", FILES / "midi-time-in-frames.mid", "--json")[1])[
        "chords"]] == [0, 2]


@pytest.mark.parametrize("name", ["midi-no-ticks.mid", "midi-no-midi-file.mid", "midi-format-2.mid"])
def test_an_unreadable_midi_file_has_one_reason(name):
    code, out, error = run("midi", FILES / name)
    assert (code, out) == (65, b"")
    assert error.count("\n") == 1 and "no chords" not in error


@pytest.mark.parametrize("symbol, notes", SYMBOLS)
def test_symbols_are_read(symbol, notes):
    code, out, _ = run("info", symbol, "--json")
    assert code == 0
    answer = json.loads(out)
    assert set(answer["notes"]) == set(notes.split())


@pytest.mark.parametrize("symbol, expected", GERMAN)
def test_german_symbols_are_read(symbol, expected):
    answer = json.loads(run("info", symbol, "--notes", "german", "--json")[1])
    assert answer["short"] == expected or answer["title"] == expected
    # A small letter means something else in English, which the answer states.
    assert ("in English" in answer.get("readAs", "")) == (symbol != "E7")


@pytest.mark.parametrize("notes, expected", NOTES)
def test_notes_have_octaves(notes, expected):
    answer = json.loads(run("name", *notes.split(), "--json")[1])
    assert answer["title"] == expected
    assert "C4 is middle C." in answer["readAs"]
    line = subprocess.run([CHORDS, "name", "--batch"], input=notes.encode(), capture_output=True, timeout=60).stdout
    assert line.decode().split("\t")[1] == expected


def test_octaves_are_given_for_all_notes_or_none():
    code, _, error = run("name", "C4", "E", "G")
    assert code == 65 and "“E” has no octave" in error


def test_chordpro_is_read_as_it_is_written(tmp_path):
    for name in ["chordpro-grid-endings.cho", "text-bass-alone.txt", "text-percent-within-a-bar.txt",
                 "musicxml-kind-synonyms.musicxml", "chordpro-new-song.cho"]:
        code, out, _ = run("tune", "show", FILES / name, "--format", "chordpro")
        assert code == 0
        (tmp_path / "a.cho").write_bytes(out)
        again = json.loads(run("tune", "show", tmp_path / "a.cho", "--format", "json")[1])
        assert [bars(tune, True) for tune in again["tunes"]] == [bars(tune, True) for tune in shown(name)["tunes"]]
