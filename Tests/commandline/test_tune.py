"""Tunes on the command line. Links of iReal Pro are generated here from the description of their format."""

import json
import random
import subprocess
import urllib.parse
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import mido
import music21
import musicxml
import pytest
import verovio
import xmlschema

from serving import CHORDS


BLUES = """\
Title: Harbour Blues
Composer: Ann Other
Style: Medium Swing
Key: F
Tempo: 132

[A]
|: F7 | Bb7 | F7 | Cmi7 F7 |
| Bb7 | Bdim7 | F7 | Ami7(b5) D7(b9) |
| Gmi7 | C7 | 1. F7 D7 | Gmi7 C7 :|
| 2. F7 | N.C. Fine |]
"""


def tune(*arguments, stdin=""):
    """Runs `chords tune` and returns exit code, standard output and standard error."""
    run = subprocess.run([CHORDS, "tune", *arguments], input=stdin.encode(), capture_output=True, timeout=60)
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def shown(text, *arguments):
    code, out, err = tune("show", "-", "--format", "json", *arguments, stdin=text)
    assert (code, err) == (0, "")
    return json.loads(out)


def obfuscated(music):
    """Encodes music as in a link: abbreviated and obfuscated."""
    for long, short in [("   ", "XyQ"), (" |", "LZ"), ("| x", "Kcl")]:
        music = music.replace(long, short)
    result = ""
    while len(music) > 51:
        block, music = list(music[:50]), music[50:]
        for index in [*range(5), *range(10, 24)]:
            block[index], block[49 - index] = block[49 - index], block[index]
        result += "".join(block)
    return "1r34LbKcu7" + result + music


def song(title, music, composer="Other Ann", style="Bossa Nova", key="C", tempo=0):
    fields = [title, composer, "", style, key, "", obfuscated(music), "Latin-Brazil: Bossa Acoustic", str(tempo), "3"]
    return "=".join(urllib.parse.quote(field, safe="") for field in fields)


DUSK = song(
    "Dusk, The", "{*AT44C^7   |A-7   |D-7   |G7sus G7 |N1E-7 A7b9 |D-7,sDb7#11,|lC69   | x  }        Y|N2C6 W/B "
    "|A-7,W/G,F#h7,F^7(D-9)]S[*BE-7   |A7alt   |   r|    <D.S. al Coda>]Y[QC^7   |n   Z", key="A-", tempo=140)


def test_text_is_written_as_it_is_read():
    assert tune("show", "-", stdin=BLUES) == (0, BLUES, "")
    code, link, _ = tune("show", "-", "--format", "ireal", stdin=BLUES)
    assert code == 0 and link.startswith("irealb://Harbour%20Blues=Other%20Ann==Medium%20Swing=F==1r34LbKcu7")
    # iReal Pro writes Fine only as a text.
    assert tune("show", "-", stdin=link) == (0, BLUES, "")


def test_json_of_a_text():
    answer = shown(BLUES)
    assert answer["problems"] == []
    [blues] = answer["tunes"]
    assert list(blues) == ["title", "composer", "style", "key", "time", "tempo", "sections", "unfolded"]
    assert [blues[name] for name in ["title", "composer", "style", "key", "time", "tempo"]] == [
        "Harbour Blues", "Ann Other", "Medium Swing", "F major", "4/4", 132]
    [section] = blues["sections"]
    assert section["label"] == "A"
    bars = section["bars"]
    assert bars[0] == {"chords": [{"beat": 1, "symbol": "F7"}], "marks": ["repeat start"]}
    assert bars[7] == {
        "chords": [{"beat": 1, "symbol": "Ami7(♭5)"}, {"beat": 3, "symbol": "D7(♭9)"}], "marks": []}
    assert [bar["marks"] for bar in bars[10:]] == [
        ["ending 1"], ["repeat end"], ["ending 2"], ["N.C.", "Fine", "final line"]]
    assert blues["unfolded"] == [*range(1, 13), *range(1, 11), 13, 14]


def test_a_link_of_ireal_pro():
    answer = shown(f"irealb://{DUSK}")
    assert answer["problems"] == []
    [dusk] = answer["tunes"]
    assert [dusk[name] for name in ["title", "composer", "style", "key", "time", "tempo"]] == [
        "The Dusk", "Ann Other", "Bossa Nova", "A minor", "4/4", 140]
    assert [(section["label"], len(section["bars"])) for section in dusk["sections"]] == [("A", 10), ("B", 6)]
    bars = [bar for section in dusk["sections"] for bar in section["bars"]]
    symbols = [[(chord["beat"], chord["symbol"]) for chord in bar["chords"]] for bar in bars]
    assert symbols == [
        [(1, "Cma7")], [(1, "Ami7")], [(1, "Dmi7")], [(1, "G7sus4"), (3, "G7")], [(1, "Emi7"), (3, "A7(♭9)")],
        [(1, "Dmi7"), (3, "D♭7(♯11)")], [(1, "C6/9")], [], [(1, "C6"), (3, "C6/B")],
        [(1, "Ami7"), (2, "Ami7/G"), (3, "F♯mi7(♭5)"), (4, "Fma7")],
        [(1, "Emi7")], [(1, "A7alt")], [], [], [(1, "Cma7")], [],
    ]
    assert bars[7]["marks"] == ["repeat bar", "repeat end"]
    assert bars[9]["marks"] == ["(Dmi9) on 4", "double line"]
    assert bars[10]["marks"] == ["Segno"]
    assert [bar["marks"] for bar in bars[12:]] == [
        ["repeat two bars"], ["repeat two bars", "D.S. al Coda", "double line"], ["Coda"], ["N.C.", "final line"]]
    assert dusk["unfolded"] == [*range(1, 9), *range(1, 5), 9, 10, 11, 12, 13, 14, 11, 12, 13, 14, 15, 16]


def test_many_tunes_in_a_page(tmp_path):
    links = "===".join([DUSK, song("One", "[T34C   |F   Z"), song("Two", "[T12G7   Z"), "My%20Tunes"])
    page = tmp_path / "page.html"
    page.write_text(f'<p>My tunes: <a href="irealb://{links}">here</a></p>')
    code, out, err = tune("list", page)
    assert (code, err) == (0, "")
    assert [line.split()[:2] for line in out.splitlines()] == [
        ["Number", "Title"], ["1", "The"], ["2", "One"], ["3", "Two"]]
    code, out, _ = tune("list", page, "--json")
    listed = json.loads(out)["tunes"]
    assert [(one["index"], one["title"], one["time"], one["bars"]) for one in listed] == [
        (1, "The Dusk", "4/4", 16), (2, "One", "3/4", 2), (3, "Two", "12/8", 1)]
    assert json.loads(tune("show", page, "--index", "3", "--format", "json")[1])["tunes"][0]["title"] == "Two"
    for index in [4, 0, -2**63]:
        assert tune("show", page, f"--index={index}")[0] == 65


def test_transposition():
    moved = shown(BLUES, "--transpose", "Ab")["tunes"][0]
    assert moved["key"] == "A♭ major"
    chords = [chord["symbol"] for bar in moved["sections"][0]["bars"] for chord in bar["chords"]]
    assert chords[:7] == ["A♭7", "D♭7", "A♭7", "E♭mi7", "A♭7", "D♭7", "D°7"]
    assert tune("show", "-", "--transpose", "H", stdin=BLUES)[0] == 65


@pytest.mark.parametrize("names, text", [
    ("german", "Key: H\n\n| H7 | B7 | F#mi7 |\nMelody: H4 B4 | . | F#5:1\n"),
    ("solfege", "Key: Si\n\n| Si7 | Sib7 | Fa#mi7 |\nMelody: Si4 Sib4 | . | Fa#5:1\n"),
])
def test_note_names_follow_the_notes_option(names, text):
    assert tune("show", "-", "--notes", names, stdin=text) == (0, text, "")
    english = "Key: B\n\n| B7 | Bb7 | F#mi7 |\nMelody: B4 Bb4 | . | F#5:1\n"
    link = tune("show", "-", "--notes", names, "--format", "ireal", stdin=text)[1]
    assert link == tune("show", "-", "--format", "ireal", stdin=english)[1], "a link has names of its own"
    assert json.loads(tune("analyse", "-", "--notes", names, "--json", stdin=text)[1])["tunes"][0]["key"] == (
        "H major" if names == "german" else "Si major")


def test_unfolded_form():
    code, out, _ = tune("show", "-", "--unfold", stdin="|: C | % | 1. F :| 2. G Fine | D.C. al Fine Am |")
    assert (code, out) == (0, "| C | C | F |\n[]\n| C | C | G | Ami |\n[]\n| C | C | G |\n")


@pytest.mark.parametrize("options", [(), ("--unfold",)])
def test_form_without_an_end_is_reported_once(options):
    text = "| C | F D.S. |\n"
    code, out, err = tune("show", "-", *options, stdin=text)
    assert (code, out) == (0, text)
    assert err.count("no Segno") == 1
    answer = json.loads(tune("show", "-", "--format", "json", *options, stdin=text)[1])
    assert [(problem["tune"], problem["bar"]) for problem in answer["problems"]] == [(1, 2)]


def test_problems_are_reported_and_the_rest_is_read():
    text = "| C | Fnothing G | D.S. al Fine Am |"
    code, out, err = tune("show", "-", stdin=text)
    assert code == 0 and "| C | Fnothing G | Ami D.S. al Fine |" in out
    problems = err.splitlines()
    assert len(problems) == 2 and problems[0].startswith("Tune 1, bar 2: “Fnothing”")
    assert problems[1].startswith("Tune 1, bar 3: “D.S. al Fine”")
    answer = shown(text)
    assert [(problem["tune"], problem["bar"]) for problem in answer["problems"]] == [(1, 2), (1, 3)]
    assert answer["tunes"][0]["unfolded"] == []


@pytest.mark.parametrize("text", ["", "\n\n", "irealb://nothing=here"])
def test_input_without_a_tune_is_refused(text):
    code, out, err = tune("show", "-", "--format", "json", stdin=text)
    assert (code, out) == (65, "") and err


def test_missing_file_is_reported(tmp_path):
    assert tune("list", tmp_path / "none")[0] == 66


def test_analysis():
    code, out, err = tune("analyse", "-", "--json", stdin="Key: C\n| Dm7 | G7 | Cmaj7 | A7 |")
    assert (code, err) == (0, "")
    [analysis] = json.loads(out)["tunes"]
    assert [(chord["symbol"], chord["numeral"], chord["key"]) for chord in analysis["chords"]] == [
        ("Dmi7", "ii7", "C major"), ("G7", "V7", "C major"), ("Cma7", "Ima7", "C major"), ("A7", "V7/ii", "C major")]
    assert analysis["chords"][3]["function"] == "applied dominant of ii"
    assert analysis["areas"] == [{"key": "C major", "bars": [1, 4]}]
    assert analysis["cadences"] == [
        {"name": "ii–V–I", "key": "C major", "bars": [1, 3], "symbols": ["Dmi7", "G7", "Cma7"]}]
    code, out, _ = tune("analyse", "-", stdin="| Dm7 | G7 | Cmaj7 |")
    assert code == 0 and "ii–V–I in C major" in out


def test_analysis_in_other_formats():
    text = "Title: Steps\nKey: C\n| Dm7 | G7 | Cmaj7 | % |\n| Ebm7 | Ab7 | Dbmaj7 | % |\n| Dm7 | G7 | C6 | % |"
    assert tune("analyse", "-", "--format", "json", stdin=text) == tune("analyse", "-", "--json", stdin=text)
    code, out, _ = tune("analyse", "-", stdin=text)
    assert code == 0 and "G7     V7       C major   G Mixolydian (avoid C)" in out
    code, out, _ = tune("analyse", "-", "--format", "svg", stdin=text)
    texts = [element.text for element in ElementTree.fromstring(out).iter("{http://www.w3.org/2000/svg}text")]
    assert code == 0 and texts[:2] == ["Steps", "C major"]
    for expected in ["ii7", "Ima7", "ii–V–I · C major", "ii–V–I · D♭ major", "D♭ major"]:
        assert expected in texts
    for wrong in (["--format", "svg", "--json"], ["--format", "pdf"]):
        assert tune("analyse", "-", *wrong, stdin=text)[0] == 64
    # A drawing has one tune.
    assert tune("analyse", "-", "--format", "svg", stdin=text + "\n\n" + text)[0] == 65


def test_analyses_of_many_files(tmp_path):
    text, other, words = tmp_path / "one.txt", tmp_path / "two.txt", tmp_path / "words.txt"
    text.write_text("Key: C\n| Dm7 | G7 | Cmaj7 |\n")
    other.write_text("Title: A\n| Hm7 | E7 | Am |\n\nTitle: B\n| F7 |\n")
    words.write_text("nothing to play")
    names = "\n".join(map(str, [text, words, tmp_path, other]))
    code, out, err = tune("analyse", "--batch", stdin=names)
    lines = [json.loads(line) for line in out.splitlines()]
    assert (code, err, len(lines)) == (0, "", 4)
    for line, file in [(lines[0], text), (lines[3], other)]:
        assert line == {"file": str(file), **json.loads(tune("analyse", file, "--json")[1])}
    assert len(lines[3]["tunes"]) == 2 and lines[3]["problems"]
    assert [list(line) for line in lines[1:3]] == [["file", "error"]] * 2
    assert tune("analyse", "--batch", stdin=str(words))[0] == 65
    german = json.loads(tune("analyse", "--batch", "--notes", "german", stdin=str(other))[1])
    assert german["problems"] == [] and german["tunes"][0]["chords"][0]["symbol"] == "Hmi7"
    for wrong in (["--batch", text], ["--batch", "--index", "1"], []):
        code, out, err = tune("analyse", *wrong, stdin=names)
        assert (code, out) == (64, "") and err.startswith("Error: ")


def test_two_thousand_tunes_are_read():
    """The size of the largest shared collections."""
    link = "irealb://" + "===".join([DUSK] * 2000)
    code, out, _ = tune("list", "-", "--json", stdin=link)
    assert code == 0 and len(json.loads(out)["tunes"]) == 2000

# MARK: Music


SCHEMA = xmlschema.XMLSchema(Path(musicxml.__file__).parent / "generate_classes/musicxml_4_0.xsd")
SIGNS = {"♭": -1, "♯": 1, "𝄫": -2, "𝄪": 2}
STANDARD = """Title: Harbour Lights
Composer: Ann Other
Style: Medium Swing
Key: Eb
Tempo: 132
Choruses: 3

[A]
|: Ebmaj7 | C7(b9) | Fm7 (B7) | Bb7 / / Bb7sus4 |
| 1. Gm7 C7 | Fm7 Bb7 :| 2. Eb6 | N.C. ||
[B]
| Segno "Solos" Abm7 | % | Db7 | %% | %% | A/C7 To Coda |
| (3/4) D7alt | G7/B Fermata | (4/4) Cm7 F7 | Bb7 D.S. al Coda ||
[]
| Coda Eb6 | Bbm7/Eb Eb7 | Ab6 Adim7 | Eb/Bb |]
"""


def pitch_classes(symbol):
    notes = json.loads(
        subprocess.run([CHORDS, "info", symbol, "--json"], capture_output=True, check=True).stdout)["notes"]
    return {(2 * "CDEFGAB".index(name[0]) - (name[0] in "FGAB") + sum(SIGNS[sign] for sign in name[1:])) % 12
        for name in notes}


def chords_of(bar):
    return [(chord["beat"], chord["symbol"]) for chord in bar["chords"]]


def bars_of(tune):
    return [bar for section in tune["sections"] for bar in section["bars"]]


# A pickup, ties over bar lines and line breaks, tuplets, a bar without melody, and a bar that repeats chords.
SONG = """Title: Harbour Song
Key: Eb

[A]
|: . | Ebmaj7 | Abmaj7 Bb7 | % |
Melody: r:2. F4:8 G4 | Ab4:2~ Ab4:12 G4 F4 Eb4:4 | D5:20 C5 Bb4 A4 Bb4 r:4 B4:8. C5:16 D5:4~ | D5:1~
| 1. Gmi7(b5) C7 :| 2. Ebma7 | (3/4) Fmi7 | (6/8) Bb7 . . Eb7 . . |]
Melody: D5:2 Db5 | . | Ab4:8 C5:5/8 | Eb5:6 D5 C5 Bb4:4~
"""


@pytest.mark.parametrize("text",
    [SONG, STANDARD, BLUES,
        "Time: 6/8\nTempo: 180\n|: Am . . D7 . . | % :|3x\n| (5/4) C / / G . | E7 A7 D7 G7 C7 F7 |]"])
def test_lead_sheet_is_valid_and_read_back_unchanged(text):
    xml = tune("show", "-", "--format", "musicxml", stdin=text)[1]
    SCHEMA.validate(ElementTree.fromstring(xml))
    again = tune("show", "-", stdin=xml)
    assert again == tune("show", "-", stdin=text)


def test_a_lead_sheet_through_other_programs():
    xml = tune("show", "-", "--format", "musicxml", stdin=STANDARD)[1]
    bars = bars_of(shown(STANDARD)["tunes"][0])
    score = music21.converter.parseData(xml, format="musicxml")
    assert score.metadata.title == "Harbour Lights" and score.metadata.composer == "Ann Other"
    assert [mark.number for mark in score.recurse().getElementsByClass(music21.tempo.MetronomeMark)] == [132]
    assert [key.sharps for key in score.recurse().getElementsByClass(music21.key.KeySignature)] == [-3]
    measures = score.parts[0].getElementsByClass("Measure")
    assert len(measures) == len(bars)
    for bar, measure in zip(bars, measures):
        symbols = [symbol for symbol in measure.recurse().getElementsByClass(music21.harmony.ChordSymbol)
                   if not isinstance(symbol, music21.harmony.NoChord)]
        alternates = sum(mark.startswith("(") for mark in bar["marks"])
        if "A/C7" in [symbol for _, symbol in chords_of(bar)]:
            continue  # Of two chords music21 reads the first.
        assert len(symbols) == len(bar["chords"]) + alternates
        if alternates:
            continue
        assert [symbol.offset + 1 for symbol in symbols] == [beat for beat, _ in chords_of(bar)]
        for symbol, (_, name) in zip(symbols, chords_of(bar)):
            assert {pitch.pitchClass for pitch in symbol.pitches} == pitch_classes(name), name
    repeats = [(index, mark.direction) for index, measure in enumerate(measures)
               for mark in [measure.leftBarline, measure.rightBarline] if isinstance(mark, music21.bar.Repeat)]
    assert repeats == [(0, "start"), (5, "end")]
    brackets = list(score.recurse().getElementsByClass(music21.spanner.RepeatBracket))
    assert [(bracket.number, len(bracket)) for bracket in brackets] == [("1", 2), ("2", 2)]
    toolkit = verovio.toolkit()
    assert toolkit.loadData(xml)
    mei = ElementTree.fromstring(toolkit.getMEI())
    space = "{http://www.music-encoding.org/ns/mei}"
    assert len(list(mei.iter(f"{space}measure"))) == len(bars)
    drawn = ["".join(harm.itertext()) for harm in mei.iter(f"{space}harm")]
    assert len(drawn) >= sum(len(bar["chords"]) for bar in bars)


def melody_of(tune):
    """For each bar (offset in quarter notes, length, pitch, whether it is tied over the bar line), from JSON."""
    beats = int(tune["time"].split("/")[1])
    bars = []
    for bar in bars_of(tune):
        beats = next((int(mark.split("/")[1]) for mark in bar["marks"] if mark.replace("/", "").isdigit()), beats)
        bars.append(
            [
                (round((note["beat"] - 1) * 4 / beats, 2), round(note["length"] * 4 / beats, 2), note["pitch"],
                    note["tied"])
                     for note in bar.get("melody", [])])
    return bars


def heard_melody(part):
    """The same as music21 reads it."""
    bars = []
    for measure in part.getElementsByClass("Measure"):
        notes = []
        for note in measure.recurse().notes:
            if isinstance(note, music21.harmony.Harmony):
                continue
            offset, length = float(note.getOffsetInHierarchy(measure)), float(note.quarterLength)
            is_tied = note.tie is not None and note.tie.type in ["start", "continue"]
            is_continued = note.tie is not None and note.tie.type in ["stop", "continue"]
            if is_continued and notes and notes[-1][3] and notes[-1][0] + notes[-1][1] == pytest.approx(offset):
                notes[-1] = (notes[-1][0], notes[-1][1] + length, note.pitch.midi, is_tied)
            else:
                notes.append((offset, length, note.pitch.midi, is_tied))
        bars.append([(round(offset, 2), round(length, 2), pitch, tied) for offset, length, pitch, tied in notes])
    return bars


@pytest.mark.parametrize("voice", [None, "rootless"])
def test_a_melody_through_other_programs(voice):
    asked = ["--voice", voice] if voice else []
    xml = tune("show", "-", "--format", "musicxml", *asked, stdin=SONG)[1]
    SCHEMA.validate(ElementTree.fromstring(xml))
    answer = shown(SONG)["tunes"][0]
    wanted = melody_of(answer)
    assert wanted[0] == [(3.0, 0.5, 65, False), (3.5, 0.5, 67, False)] and wanted[3] == [(0.0, 4.0, 74, True)]
    score = music21.converter.parseData(xml, format="musicxml")
    assert len(score.parts) == (3 if voice else 1)
    assert heard_melody(score.parts[0]) == wanted
    for measure in score.parts[0].getElementsByClass("Measure"):
        assert measure.highestTime == measure.barDuration.quarterLength
    # A score with voicings keeps the melody.
    assert melody_of(shown(xml)["tunes"][0]) == wanted
    toolkit = verovio.toolkit()
    assert toolkit.loadData(xml)
    space = "{http://www.music-encoding.org/ns/mei}"
    mei = ElementTree.fromstring(toolkit.getMEI())
    staves = [staff for measure in mei.iter(f"{space}measure") for staff in measure.iter(f"{space}staff")
        if staff.get("n") == "1"]
    assert len(staves) == len(wanted)
    drawn = [[note for note in staff.iter(f"{space}note")] for staff in staves]
    assert [bool(bar) for bar in drawn] == [bool(bar) for bar in wanted]
    assert len(list(mei.iter(f"{space}tuplet"))) >= 2
    assert "<svg" in toolkit.renderToSVG(1)
    # A file rewritten by another program is read as the same tune.
    if not voice:
        again = music21.musicxml.m21ToXml.GeneralObjectExporter(score).parse().decode()
        assert melody_of(shown(again)["tunes"][0]) == wanted


def test_melody_is_transposed_and_exported(tmp_path):
    moved = shown(SONG, "--transpose", "C")["tunes"][0]
    assert [[note["note"] for note in bar.get("melody", [])] for bar in bars_of(moved)][:2] == [
        ["D4", "E4"], ["F4", "E4", "D4", "C4"]]
    file = tmp_path / "song.mid"
    assert tune("show", "-", "--format", "midi", "--output", file, stdin=SONG)[0] == 0
    midi = mido.MidiFile(file)
    assert [track.name for track in midi.tracks][-1] == "Melody"
    svg = tune("show", "-", "--format", "svg", stdin=SONG)[1]
    assert svg.count('class="melody"') == svg.count('class="row"') and "with its melody" in svg


def test_score_needs_chords_or_a_melody(tmp_path):
    def score(note):
        path = tmp_path / "score.musicxml"
        path.write_text(
            f"<score-partwise><part><measure><note>{note}<duration>1</duration></note></measure></part>"
            f"</score-partwise>")
        return path

    melody = score("<pitch><step>D</step><octave>5</octave></pitch>")
    assert tune("show", melody) == (0, "| . |\nMelody: D5\n", "")
    assert tune("show", "-", stdin="| . |\nMelody: D5\n") == (0, "| . |\nMelody: D5\n", "")
    assert tune("show", melody, "--transpose", "D")[1] == "| . |\nMelody: E5\n"
    for options in [(), ("--voice", "any")]:
        for format in ["json", "musicxml", "svg"]:
            assert tune("show", melody, "--format", format, *options)[::2] == (0, "")
    assert tune("show", melody, "--format", "midi", "--output", tmp_path / "heard.mid")[0] == 0
    assert tune("analyse", melody)[0] == 0 and tune("list", melody)[0] == 0
    code, out, err = tune("show", score("<rest/>"))
    assert (code, out) == (65, "") and "no chord symbols" in err
    assert tune("show", "-", stdin="| hello | you |")[0] == 65


@pytest.mark.parametrize("voice", ["rootless", "upper-structure", "any", "drop-2"])
def test_score_for_two_hands(voice):
    xml = tune("show", "-", "--format", "musicxml", "--voice", voice, stdin=STANDARD)[1]
    SCHEMA.validate(ElementTree.fromstring(xml))
    answer = shown(STANDARD, "--voice", voice)["tunes"][0]
    wanted = {}
    for voicing in answer["voicings"]:
        wanted[voicing["bar"], voicing["beat"]] = sorted(
            note["pitch"] for hand in ["left", "right"] for note in voicing[hand])
    score = music21.converter.parseData(xml, format="musicxml")
    assert len(score.parts) == 2
    heard = {}
    for part in score.parts:
        for number, measure in enumerate(part.getElementsByClass("Measure"), 1):
            assert measure.highestTime == measure.barDuration.quarterLength
            for note in measure.recurse().notes:
                if isinstance(note, music21.harmony.ChordSymbol) or note.tie and note.tie.type in ["stop", "continue"]:
                    continue
                place = number, float(note.getOffsetInHierarchy(measure)) + 1
                heard.setdefault(place, []).extend(pitch.midi for pitch in note.pitches)
    assert {place: sorted(pitches) for place, pitches in heard.items() if place in wanted} == wanted
    # The second bar of a two-bar repeat and chords held over a bar line are struck again.
    assert all(beat == 1 for _, beat in heard.keys() - wanted.keys())
    # The chords are those of the chart without repeat signs.
    again = bars_of(shown(xml)["tunes"][0])
    struck = {(voicing["bar"], voicing["beat"]) for voicing in answer["voicings"]}
    assert {(number, beat) for number, bar in enumerate(again, 1) for beat, _ in chords_of(bar)} == struck


def test_midi_of_a_tune(tmp_path):
    file = tmp_path / "tune.mid"
    assert tune("show", "-", "--format", "midi", "--voice", "rootless", "--output", file, stdin=STANDARD)[0] == 0
    midi = mido.MidiFile(file)
    names = [track.name for track in midi.tracks]
    assert names == ["Harbour Lights", "Left hand", "Right hand", "Bass", "Drums", "Count-in"]
    # Three choruses.
    played = 3 * shown(STANDARD)["tunes"][0]["unfolded"]
    bars = bars_of(shown(STANDARD)["tunes"][0])
    threes = {index for index, bar in enumerate(bars, 1) if index in [15, 16]}
    beats = 4 + sum(3 if number in threes else 4 for number in played)
    assert abs(midi.length - beats * 60 / 132) < 0.01
    clicks = [message for message in midi.tracks[5] if message.type == "note_on"]
    assert len(clicks) == 4 and all(message.channel == 9 for message in clicks)
    starts = {}
    for track in midi.tracks[1:5]:
        time = 0
        for message in track:
            time += message.time
            if message.type == "note_on":
                starts.setdefault(track.name, []).append((time / midi.ticks_per_beat, message.note))
    # Players are a few milliseconds late.
    assert 4 <= min(time for notes in starts.values() for time, _ in notes) < 4.05, "behind the count"
    # The roots of the first four bars, E♭, C, F and B♭, are the first notes of a bass that walks on every beat.
    bass = [(round(time), note) for time, note in starts["Bass"] if abs(time - round(time)) < 0.1]
    assert [note % 12 for time, note in bass if time in [4, 8, 12, 16]] == [3, 0, 5, 10]
    assert {time for time, _ in bass} >= set(range(4, 20)) and all(28 <= note <= 51 for _, note in bass)
    signatures = [
        (message.numerator, message.denominator) for message in midi.tracks[0] if message.type == "time_signature"]
    assert signatures == [(4, 4)] + 3 * [(3, 4), (4, 4)]


def test_a_chart_as_a_drawing():
    svg = ElementTree.fromstring(tune("show", "-", "--format", "svg", stdin=STANDARD)[1])
    space = "{http://www.w3.org/2000/svg}"
    rows = [group for group in svg.iter(f"{space}g") if group.get("class") == "row"]
    # The second ending is below the first, and sections begin new lines.
    assert len(rows) == 7
    texts = ["".join(text.itertext()) for text in svg.iter(f"{space}text")]
    for wanted in ["Harbour Lights", "Ann Other", "A", "B", "1.", "2.", "N.C.", "A/C7", "D.S. al Coda", "Solos", "To",
            "D7alt", "G7/B"]:
        assert wanted in texts, wanted
    assert [texts.count(number) for number in ["3", "4"]] == [1, 5], "metres"
    voiced = ElementTree.fromstring(tune("show", "-", "--format", "svg", "--voice", "any", stdin=STANDARD)[1])
    staves = [group for group in voiced.iter(f"{space}g") if group.get("class") == "staff"]
    assert len(staves) == 7 and float(voiced.get("height")) > 2 * float(svg.get("height"))


def test_voicings_in_text_and_json():
    code, out, err = tune("show", "-", "--voice", "rootless", stdin="| Dm7 | G7 | Cmaj7 |")
    assert (code, err) == (0, "")
    assert [line.split()[:4] for line in out.splitlines()[1:4]] == [
        ["1:1", "Dmi7", "rootless", "A"], ["2:1", "G7", "rootless", "B"], ["3:1", "Cma7", "rootless", "A"]]
    [answer] = shown("| Dm7 | G7 | Cmaj7 |", "--voice", "upper-structure")["tunes"]
    assert [voicing["style"] for voicing in answer["voicings"]] == ["upper-structure"] * 3
    assert all(voicing["upper"] for voicing in answer["voicings"])


# MARK: Other files


def test_a_compressed_score(tmp_path):
    xml = tune("show", "-", "--format", "musicxml", stdin=STANDARD)[1]
    for compression in [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED]:
        file = tmp_path / "tune.mxl"
        with zipfile.ZipFile(file, "w", compression) as archive:
            archive.writestr("META-INF/container.xml",
                '<container><rootfiles><rootfile full-path="lead/tune.musicxml"/></rootfiles></container>')
            archive.writestr("other.xml", "<score-partwise/>")
            archive.writestr("lead/tune.musicxml", xml)
        assert tune("show", file) == tune("show", "-", stdin=STANDARD)
        whole = file.read_bytes()
        for damaged in [whole[:100], whole[:-30], whole[:60] + b"\0" * 40 + whole[100:]]:
            file.write_bytes(damaged)
            code, out, err = tune("show", file)
            assert code in [0, 65] and (err or out)


CHORDPRO = """# from a song book
{title: River Song}
{artist: Ann Other}
{key: G}
{time: 3/4}
{start_of_verse}
[G]Down by the [D7/F#]river, [Em7]all a[C]lone
[G] [D7] [G]
{end_of_verse}
{soc: Refrain}
[C]Sing it [*slowly][Cm6]out
{eoc}
{start_of_tab}
e|--[C]--|
{end_of_tab}
{start_of_grid}
A | G . . | % | D7 . G |  2x
{end_of_grid}
"""


def test_chordpro():
    code, out, err = tune("show", "-", stdin=CHORDPRO)
    assert (code, err) == (0, "")
    assert out == """Title: River Song
Composer: Ann Other
Key: G
Time: 3/4

[Verse]
| G | D7/F# | Emi7 | C |
| G | D7 | G |
[Refrain]
| C | Cmi6 |
[]
| G | % | D7 G |
"""


# MARK: Bad input


@pytest.mark.parametrize("arguments, code", [
    (["--format", "midi", "--voice", "nonsense"], 65), (["--voice", "rootless-a", "--reach", "two"], 65),
    (["--format", "jpeg"], 64),
    (["--format", "ireal", "--voice", "any"], 64), (["--reach", "ninth"], 64), (["--index", "2"], 65),
    (["--transpose", "Q"], 65), (["--output", "/nowhere/at/all"], 74),
])
def test_invalid_options_are_refused(arguments, code):
    answer, out, err = tune("show", "-", *arguments, stdin="| C |")
    assert answer == code and out == "" and len(err.splitlines()[0]) > 20


def test_drawing_requires_a_single_tune():
    book = "Title: One\n| C |\nTitle: Two\n| F |\n"
    for format in ["svg", "musicxml", "midi"]:
        code, out, err = tune("show", "-", "--format", format, stdin=book)
        assert (code, out) == (65, "") and "2 tunes" in err and "--index" in err
        assert tune("show", "-", "--index", "2", "--format", "musicxml", stdin=book)[0] == 0


def test_bytes_without_a_tune_are_refused(tmp_path):
    file = tmp_path / "noise"
    generator = random.Random(5)
    for length in [1, 100, 100_000]:
        file.write_bytes(bytes(generator.randrange(256) for _ in range(length)))
        assert tune("list", file)[0] in [0, 65]
    file.write_bytes(b"PK\x03\x04" + b"\0" * 200)
    code, out, err = tune("list", file)
    assert (code, out) == (65, "") and "compressed" in err
    file.write_bytes(b"| C " * 2_100_000)
    assert tune("list", file)[0] == 65
