"""Scores and charts that we write are read by other programs as the same chords, bars, order of playing and key."""

import json
import os
import re
import shutil
import subprocess
from xml.etree import ElementTree

import music21
import pytest
import verovio

from serving import CHORDS

MUSESCORE = shutil.which("musescore3")
MEI = "{http://www.music-encoding.org/ns/mei}"
SVG = "{http://www.w3.org/2000/svg}"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
FORMS = {
    "repeat": "Key: C\n|: C | F | G7 | C :|\n| Am | Dm | G7 | C |]",
    "repeat three times": "Key: F\n|: F | Bb :|3x\n| C7 | F |]",
    "endings": "Key: G\n|: G | Em | 1. Am | D7 :| 2. C | G |]",
    "three endings": "Key: G\n|: G | 1. Em :| 2. Am :| 3. D7 | G |]",
    "shared ending": "Key: D\n|: D | 1.2. A7 :| 3. G | D |]",
    "D.C. al Fine": "Key: Bb\n| Bb | Eb | F7 | Bb Fine |\n| Gm | Cm | D7 | Gm D.C. al Fine |]",
    "D.S. al Coda": "Key: Eb\n| Eb | Segno Ab | Bb7 To Coda | Cm | Fm | Bb7 D.S. al Coda |\n"
        "[Coda]\n| Coda Abm6 | Eb |]",
    "D.C. al Coda": "Key: Am\n| Am | Dm To Coda | E7 | Am D.C. al Coda |\n| Coda F | Am |]",
    "D.S. al Fine": "Key: Dm\n| Dm | Segno Gm | A7 | Dm Fine | Bb | A7 D.S. al Fine |]",
    "meters": "Key: C\nTime: 3/4\n| C | (4/4) F | (6/8) G7 | (3/4) C |]",
    "pickup chords": "Key: Ab\n| Ab / / Eb7 | Ab . Db . | Bbm7 / Eb7 / | Ab |]",
}
# One of each common kind, with basses.
KINDS = """Key: C
| C | Cm | C+ | Cdim | C7 | Cma7 | Cm7 | Cdim7 | Cm7b5 | Cm(ma7) | C6 | Cm6 |
| C9 | Cma9 | Cm9 | C11 | Cm11 | C13 | Cma13 | Csus2 | Csus4 | C7sus4 | C9sus4 | C6/9 |
| C7b9 | C7#9 | C7#11 | C7b13 | C7b5 | C7#5 | C13b9 | Cma7#11 | Cma7#5 | Cadd9 | Cmadd9 | C5 |
| C/E | F/A | G7/B | Am/G | Bb/C | F#m7b5/C | Dbma7/Ab | Eb7/Db | C7alt | Cm7b5 | Abm | B7 |]"""


def tune(text, *arguments):
    run = subprocess.run([CHORDS, "tune", "show", "-", *arguments], input=text, capture_output=True, timeout=60)
    assert (run.returncode, run.stderr) == (0, b""), run.stderr.decode()
    return run.stdout


def shown(content, *arguments):
    answer = json.loads(tune(content, "--format", "json", *arguments))
    assert answer["problems"] == []
    return answer["tunes"][0]


def bars(tune):
    return [[(chord["beat"], chord["symbol"]) for chord in bar["chords"]]
            for section in tune["sections"] for bar in section["bars"]]


def notes(symbols):
    """Root, bass and notes of each symbol."""
    answers = subprocess.run([CHORDS, "info", "--batch", "--json"], input="\n".join(symbols).encode(),
        capture_output=True, timeout=60).stdout.decode().splitlines()
    return [(answer["root"], answer["bass"], tuple(sorted(answer["notes"]))) for answer in map(json.loads, answers)]


def compared(tune):
    """The chords of each bar with their beats and notes."""
    names = sorted({symbol for bar in bars(tune) for _, symbol in bar})
    known = dict(zip(names, notes(names)))
    return [[(beat, known[symbol]) for beat, symbol in bar] for bar in bars(tune)]


def musescore(folder, xml):
    """The score as MuseScore writes it after it has read it."""
    (folder / "in.musicxml").write_bytes(xml)
    subprocess.run([MUSESCORE, "-o", folder / "out.musicxml", folder / "in.musicxml"], check=True, timeout=120,
        capture_output=True, env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "HOME": str(folder)})
    return (folder / "out.musicxml").read_bytes()


@pytest.mark.all
@pytest.mark.parametrize("name", FORMS)
def test_musescore_keeps_chords_bars_and_order(name, tmp_path):
    tune_ = shown(FORMS[name].encode())
    again = shown(musescore(tmp_path, tune(FORMS[name].encode(), "--format", "musicxml")))
    assert compared(again) == compared(tune_)
    assert again["unfolded"] == tune_["unfolded"]
    assert (again["key"], again["time"]) == (tune_["key"], tune_["time"])


@pytest.mark.all
@pytest.mark.parametrize("key", ["C", "Bb", "F#", "Ab"])
def test_musescore_keeps_all_kinds_in_all_keys(key, tmp_path):
    moved = shown(KINDS.encode(), "--transpose", key)
    again = shown(musescore(tmp_path, tune(KINDS.encode(), "--transpose", key, "--format", "musicxml")))
    assert again["key"] == moved["key"]
    assert compared(again) == compared(moved)


@pytest.mark.parametrize("name", FORMS)
def test_music21_plays_the_bars_in_order(name):
    written = shown(FORMS[name].encode())
    xml = tune(FORMS[name].encode(), "--format", "musicxml")
    part = music21.converter.parseData(xml.decode(), format="musicxml").parts[0]
    # After a jump it numbers the bars anew, but copies keep their editorial notes.
    for measure in part.getElementsByClass("Measure"):
        measure.editorial.written = measure.number
    played = part.expandRepeats().getElementsByClass("Measure")
    assert [measure.editorial.written for measure in played] == written["unfolded"]


def verovio_score(xml):
    """The score as verovio reads it, and as MEI."""
    verovio.enableLog(verovio.LOG_WARNING)
    score = verovio.toolkit()
    assert score.loadData(xml.decode())
    return score, ElementTree.fromstring(score.getMEI())


def symbols(element):
    """The chord symbols of a part of a score in MEI."""
    return ["".join(harmony.itertext()) for harmony in element.iter(MEI + "harm")]


@pytest.mark.all
@pytest.mark.parametrize("name", FORMS)
def test_verovio_shows_chords_and_bars_and_plays_them_in_order(name, capfd):
    written = shown(FORMS[name].encode())
    score, mei = verovio_score(tune(FORMS[name].encode(), "--format", "musicxml"))
    measures = list(mei.iter(MEI + "measure"))
    assert [symbols(measure) for measure in measures] == [[symbol for _, symbol in bar] for bar in bars(written)]
    # Another time through a measure has its identifier with a suffix.
    numbers = {measure.get(XML_ID): number for number, measure in enumerate(measures, 1)}
    played = [entry["measureOn"].split("-rend")[0]
        for entry in score.renderToTimemap({"includeMeasures": True}) if "measureOn" in entry]
    assert [numbers[measure] for measure in played] == written["unfolded"]
    assert capfd.readouterr().err == ""


@pytest.mark.all
@pytest.mark.parametrize("key", ["C", "Bb", "F#", "Ab"])
def test_verovio_shows_all_kinds_in_all_keys(key, capfd):
    moved = shown(KINDS.encode(), "--transpose", key)
    score, mei = verovio_score(tune(KINDS.encode(), "--transpose", key, "--format", "musicxml"))
    expected = [symbol for bar in bars(moved) for _, symbol in bar]
    # It repeats the degrees that the symbol contains, although the score says not to print them: C9(9).
    assert len(symbols(mei)) == len(expected)
    assert all(symbol.startswith(wanted) for symbol, wanted in zip(symbols(mei), expected))
    pages = [ElementTree.fromstring(score.renderToSVG(page)) for page in range(1, score.getPageCount() + 1)]
    drawn = [group for page in pages for group in page.iter(SVG + "g") if group.get("class") == "harm"]
    assert len(drawn) == len(expected)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("format", ["ireal", "chordpro", "musicxml"])
def test_our_own_files_are_read_back(name, format):
    written = shown(FORMS[name].encode())
    again = shown(tune(FORMS[name].encode(), "--format", format))
    assert compared(again) == compared(written)
    assert again["unfolded"] == written["unfolded"]
