"""Exported MusicXML is read correctly by an independent parser (music21) and an independent engraver (verovio)."""

import json
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import mido
import music21
import musicxml
import pytest
import verovio
import xmlschema

from serving import CHORDS

SCHEMA = xmlschema.XMLSchema(Path(musicxml.__file__).parent / "generate_classes/musicxml_4_0.xsd")
LETTERS = "CDEFGAB"
SIGNS = {"♭": -1, "♯": 1, "𝄫": -2, "𝄪": 2}
MEI = "{http://www.music-encoding.org/ns/mei}"
# Accidentals in MEI.
ALTERATIONS = {"n": 0, "s": 1, "f": -1, "x": 2, "ss": 2, "ff": -2}


def chords(*arguments, **options):
    run = subprocess.run([CHORDS, *arguments], capture_output=True, timeout=60, **options)
    assert (run.returncode, run.stderr) == (0, b""), run.stderr.decode()
    return run.stdout


def spelled(name, pitch):
    """A note as (letter, alteration, octave). B♯ is written an octave below the C that sounds the same."""
    alteration = sum(SIGNS[sign] for sign in name[1:])
    return name[0], alteration, (pitch - alteration) // 12 - 1


def as_read(file):
    """The chord symbols and the notes of each staff, bar by bar, as music21 reads them."""
    parts = music21.converter.parse(file).parts
    assert len(parts) == 2
    bars = []
    for measures in zip(*(part.getElementsByClass("Measure") for part in parts)):
        symbols = list(measures[0].recurse().getElementsByClass(music21.harmony.ChordSymbol))
        notes = [[
            (pitch.step, int(pitch.alter), pitch.octave)
            for note in measure.recurse().notes if not isinstance(note, music21.harmony.ChordSymbol)
            for pitch in note.pitches
        ] for measure in measures]
        bars.append((symbols, notes))
    return bars


def as_engraved(xml):
    """The chord symbols as text and the notes of each staff, bar by bar, as verovio draws them."""
    toolkit = verovio.toolkit()
    assert toolkit.loadData(xml)
    score = ElementTree.fromstring(toolkit.getMEI())
    assert "<svg" in toolkit.renderToSVG(1)
    signature = int(
        (score.find(f".//{MEI}keySig") if score.find(f".//{MEI}keySig") is not None else {}).get("sig", "0")[:-1] or 0)
    is_sharp = any("s" in key.get("sig", "") for key in score.iter(f"{MEI}keySig"))
    order = "FCGDAEB" if is_sharp else "BEADGCF"
    usual = {letter: 1 if is_sharp else -1 for letter in order[:signature]}
    bars = []
    for measure in score.iter(f"{MEI}measure"):
        staves = []
        for staff in measure.iter(f"{MEI}staff"):
            notes = []
            for note in staff.iter(f"{MEI}note"):
                letter = note.get("pname").upper()
                # Only drawn accidentals count, not implied ones.
                drawn = [sign.get("accid") for sign in note.iter(f"{MEI}accid") if sign.get("accid")] + [
                    note.get("accid")]
                alteration = ALTERATIONS[drawn[0]] if drawn[0] else usual.get(letter, 0)
                notes.append((letter, alteration, int(note.get("oct"))))
            staves.append(notes)
        bars.append(([("".join(harm.itertext())) for harm in measure.iter(f"{MEI}harm")], staves))
    return bars


def pitch_classes(notes):
    return {(2 * LETTERS.index(name[0]) - (name[0] in "FGAB") + sum(SIGNS[sign] for sign in name[1:])) % 12
        for name in notes}


def practice_sheets(tmp_path, chords_of_notes):
    """MusicXML of practice sheets with these chords, eight in each."""
    database = tmp_path / "sets.sqlite"
    chords("sets", "add", "--database", database)
    document = json.loads(chords("sets", "export", "--database", database))
    template = document["chordsets"][0]
    document["chordsets"] = []
    for start in range(0, len(chords_of_notes), 8):
        chordset = json.loads(json.dumps(template)) | {"id": f"sheet-{start}"}
        for place, (lower, upper) in enumerate(chords_of_notes[start : start + 8]):
            chordset["chords"][place]["music"] = {"lower": lower, "upper": upper, "colorsLight": False}
        document["chordsets"].append(chordset)
    file = tmp_path / "sheets.json"
    file.write_text(json.dumps(document))
    chords("sets", "import", file, "--database", database)
    for chordset in document["chordsets"]:
        yield chords("sets", "export", chordset["id"], "--format", "musicxml", "--database", database).decode()


def test_every_chord_type_is_read_with_its_notes(tmp_path):
    types = json.loads(chords("vocabulary", "--vocabulary", "classic", "--json"))["types"]
    # The precise name, because a title omits implied degrees.
    wanted = [("C" + kind["suffix"]["ma"], kind["example"]) for kind in types]
    # Notes that players omit: the fifth, degrees that a 13 or 11 implies, and some alterations of `alt`.
    def may_be_omitted(degree, suffix):
        return degree in ("5", "9", "11") or "alt" in suffix and degree.strip("♭♯") in ("5", "9", "11", "13")

    unsaid = {
        "C" + kind["suffix"]["ma"]: {
            note for note, degree in zip(kind["example"], kind["degrees"])
            if may_be_omitted(degree, kind["suffix"]["ma"])
        }
        for kind in types
    }
    bars = []
    for xml in practice_sheets(tmp_path, [(title, None) for title, _ in wanted]):
        SCHEMA.validate(ElementTree.fromstring(xml))
        drawn = as_engraved(xml)
        for (symbols, notes), (_, engraved) in zip(as_read(xml), drawn, strict=True):
            assert [sorted(staff) for staff in notes] == [sorted(staff) for staff in engraved]
            bars.append((symbols, notes))
    assert len(bars) >= len(wanted) >= 144
    for (symbols, notes), (title, example) in zip(bars, wanted):
        assert len(symbols) == 1, title
        assert {pitch.pitchClass for pitch in symbols[0].pitches} == pitch_classes(example), title
        # A hand that plays a chord of its own is spelled as that chord, so only the keys are compared.
        spellings = {letter + {0: "", 1: "♯", -1: "♭", 2: "𝄪", -2: "𝄫"}[alter] for letter, alter, _ in sum(notes, [])}
        sounding = pitch_classes(spellings)
        assert sounding <= pitch_classes(example), title
        assert pitch_classes(example) - sounding <= pitch_classes(unsaid[title]), title


# In MusicXML an added seventh is minor by default, in many programs major, so none is written. (music21 leaves an added
# seventh unchanged and would agree with both.)
@pytest.mark.parametrize("symbol", ["C7sus4", "Cma7sus4", "C°ma7", "C7sus2", "C7(♭9)", "Cma9", "Cma7(♯5)"])
def test_no_seventh_is_written_as_an_added_degree(tmp_path, symbol):
    (xml,) = practice_sheets(tmp_path, [(symbol, None)])
    (harmony,) = ElementTree.fromstring(xml).iter("harmony")
    assert not any(
        degree.findtext("degree-value") == "7" and degree.findtext("degree-type") == "add"
        for degree in harmony.iter("degree"))
    # The chord is unchanged when it is read back.
    file = tmp_path / "read.musicxml"
    file.write_text(xml)
    read = json.loads(chords("tune", "show", str(file), "--format", "json"))
    (chord,) = [chord["symbol"] for bar in read["tunes"][0]["sections"][0]["bars"] for chord in bar["chords"]]
    notes = lambda name: pitch_classes(json.loads(chords("info", name, "--json"))["notes"])
    assert notes(chord) == notes(symbol)


def test_a_polychord_has_two_symbols(tmp_path):
    (xml,) = practice_sheets(tmp_path, [("Cma7", "E♭mi"), ("B♭7", "A")])
    read, drawn = as_read(xml), as_engraved(xml)
    assert [symbol.root().name for symbol in read[0][0]] == ["C", "E-"]
    assert {pitch.name for pitch in read[0][0][1].pitches} == {"E-", "G-", "B-"}
    assert drawn[0][0] == ["Cma7", "E♭mi"]


def hands(voicing):
    return [sorted(spelled(note["note"], note["pitch"]) for note in voicing[hand]) for hand in ["right", "left"]]


def reachable(notes, lowest, highest):
    """Whether no note needs more than three ledger lines."""
    return all(lowest <= 7 * octave + LETTERS.index(letter) <= highest for letter, _, octave in notes)


def check(voicings, xml):
    """Each bar has the notes of its voicing with their spelling, on the staff of each hand."""
    SCHEMA.validate(ElementTree.fromstring(xml))
    for reading in [as_read(xml), as_engraved(xml)]:
        assert len(reading) == len(voicings)
        for (_, staves), voicing in zip(reading, voicings):
            right, left = hands(voicing)
            assert sorted(sum(staves, [])) == sorted(right + left)
            # E3 to F6 on the treble staff, G1 to A4 on the bass staff.
            if reachable(right, 23, 45) and reachable(left, 11, 33):
                assert [sorted(staff) for staff in staves] == [right, left]


@pytest.mark.parametrize("symbol", ["C13(b9)", "Ebmi7", "F#7(#9)", "Gbma7(#11)", "B7alt", "D|C7", "Eb|B7"])
def test_a_voicing_is_written_for_two_hands(symbol):
    xml = chords("voice", symbol, "--format", "musicxml").decode()
    voicings = json.loads(chords("voice", symbol, "--json"))["voicings"]
    check(voicings[: xml.count("<measure")], xml)


ROWS = ["Dmi7 G7 Cma7", "Fmi7 Bb7 Ebma7 Abma7 Dmi7(b5) G7(b9) Cmi6", "C#mi7 F#7 Bma7"]


@pytest.mark.parametrize("row", ROWS)
def test_progression_is_written_for_two_hands(row, tmp_path):
    xml = chords("voice", row, "--lead", "--format", "musicxml").decode()
    leading = json.loads(chords("voice", row, "--lead", "--json"))["leading"]["chords"]
    check(leading, xml)
    for (symbols, _), voicing in zip(as_read(xml), leading):
        notes = json.loads(chords("info", voicing["symbol"], "--json"))["notes"]
        assert {pitch.pitchClass for pitch in symbols[0].pitches} == pitch_classes(notes), voicing["symbol"]
    assert len(as_read(xml)) == len(row.split())


# Two chords on one note, a repeated chord, a chord that lasts for two bars, and a bar without melody.
CHART = "Title: Try\nKey: C\n| Dm7 G7 | Cmaj7 | % | A7 |"
MELODY = "\nMelody: D5:1 | . | C5:1 | E5:2 F5"


@pytest.mark.parametrize("text, options", [
    (CHART, []), (CHART, ["--voice", "rootless"]), (CHART + MELODY, []), (CHART + MELODY, ["--voice", "rootless"]),
])
def test_numerals_are_lyrics_on_request(text, options, tmp_path):
    """music21 reads the numerals of the analysis below the notes of the top part. Read back, the chart is the same."""
    show = ["tune", "show", "-", "--format", "musicxml", *options]
    plain = chords(*show, input=text.encode()).decode()
    xml = chords(*show, "--numerals", input=text.encode()).decode()
    SCHEMA.validate(ElementTree.fromstring(xml))
    lyrics = [
        " ".join(note.lyric for note in measure.recurse().notesAndRests if note.lyric)
        for measure in music21.converter.parse(xml).parts[0].getElementsByClass("Measure")
    ]
    assert lyrics == ["ii7 V7", "Ima7", "", "V7/ii"]
    assert not any(note.lyric for note in music21.converter.parse(plain).recurse().notesAndRests)
    written = []
    for number, score in enumerate([plain, xml]):
        file = tmp_path / f"{number}.musicxml"
        file.write_text(score, encoding="utf-8")
        written.append(chords("tune", "show", file))
    assert written[0] == written[1]


def test_numerals_are_for_musicxml():
    run = subprocess.run([CHORDS, "tune", "show", "-", "--numerals"], input=CHART.encode(), capture_output=True)
    assert run.returncode == 64 and b"--format musicxml" in run.stderr


def test_midi_of_a_progression_has_a_track_for_each_hand(tmp_path):
    file = tmp_path / "row.mid"
    chords("voice", ROWS[0], "--lead", "--format", "midi", "--output", file)
    leading = json.loads(chords("voice", ROWS[0], "--lead", "--json"))["leading"]["chords"]
    midi = mido.MidiFile(file)
    assert midi.type == 1 and len(midi.tracks) == 3
    for track, hand in zip(midi.tracks[1:], ["left", "right"]):
        assert track.name == hand.capitalize() + " hand"
        struck = [message.note for message in track if message.type == "note_on"]
        assert struck == [note["pitch"] for voicing in leading for note in voicing[hand]]
    assert not any(message.type == "note_on" for message in midi.tracks[0])
