"""Functions, keys, cadences and chord scales against tunes and chords that a teacher analyzed (fixtures/)."""

import csv
import json
import re
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from serving import CHORDS

FIXTURES = Path(__file__).parent / "fixtures"


def rows(name):
    with open(FIXTURES / name, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


TUNES = rows("analysis-tunes.tsv")
CHORD_ROWS = defaultdict(list)
for row in rows("analysis.tsv"):
    CHORD_ROWS[row["tune"]].append(row)


def run(*arguments, stdin=""):
    return subprocess.run([CHORDS, *arguments], input=stdin, capture_output=True, text=True, timeout=60).stdout


def analysis(text):
    return json.loads(run("tune", "analyse", "-", "--json", stdin=text))["tunes"][0]


def same_scale(shown, named):
    """Whether a shown scale has a name of the fixtures, which call some scales by other names."""
    plain = shown.replace("Half-Whole", "Half-whole").replace("Whole-Half", "Whole-half")
    return plain == named


@pytest.mark.parametrize("tune", [tune["tune"] for tune in TUNES])
def test_tunes(tune):
    """Keys, numerals with quality, first scales with their avoid notes, areas and cadences of each tune. Without its
    key line, the tune still has its main key."""
    [expected] = [row for row in TUNES if row["tune"] == tune]
    text = (FIXTURES / "analysis" / (tune + ".txt")).read_text(encoding="utf-8")
    answer = analysis(text)
    at = {(chord["bar"], chord["beat"]): chord for chord in answer["chords"]}
    for row in CHORD_ROWS[tune]:
        chord = at[int(row["bar"]), float(row["beat"])]
        where = f"{tune} {row['bar']}:{row['beat']} {row['symbol']}"
        if row["key"] == "-":
            assert (chord["key"], chord["numeral"]) == (None, None), where
        else:
            readings = [row["key"] + ":" + row["numeral"], *row["also"].split(",")]
            assert f"{chord['key']}:{chord['numeral']}" in readings, where
        named = row["scales"].split("|")
        first = chord["scales"][0]
        [place] = [number for number, name in enumerate(named) if same_scale(first["name"], name)]
        allowed = [set(notes.split()) - {"-"} for notes in row["avoid"].split("|")[place].split(";")]
        assert set(first["avoid"]) in allowed, where
    keys = {area["key"] for area in answer["areas"]}
    for wanted in filter(None, expected["keys"].split(",")):
        assert keys & set(capital(wanted).split("|")), wanted
    told = {(cadence["name"], cadence["key"], cadence["bars"][-1]) for cadence in answer["cadences"]}
    for wanted in filter(None, expected["cadences"].split(",")):
        names, key, bar = re.match(r"(\S+) in (.+) bar (\d+)$", wanted).groups()
        assert any((name, key, int(bar)) in told for name in names.split("|")), wanted
    named = [None] if expected["key"] == "-" else capital(expected["key"]).split("|")
    assert answer["key"] in named
    assert analysis(re.sub(r"(?m)^Key:.*\n", "", text))["key"] in named


def capital(keys):
    return keys.replace("dorian", "Dorian")


def test_scales_of_one_chord():
    """The scales of a chord where it stands: the first one, the order of the groups, and the avoid notes."""
    table = rows("chord-scales.tsv")
    lines = ["\t".join(row[column] for column in ("chord", "key", "after", "before")) for row in table]
    answers = [json.loads(line) for line in run("info", "--batch", "--json", stdin="\n".join(lines)).splitlines()]
    assert len(answers) == len(table)
    for row, answer in zip(table, answers):
        shown = answer["scales"]
        where = f"{row['chord']} in {row['key']} as {row['numeral']}"
        groups = [group.split("|") for group in row["scales"].split(" > ")]
        places = []
        for name, notes in zip([name for group in groups for name in group], row["avoid"].split("|")):
            [place] = [number for number, scale in enumerate(shown) if same_scale(scale["name"], name)]
            places.append(place)
            assert set(shown[place]["avoid"]) in [set(x.split()) - {"-"} for x in notes.split(";")], where
        assert places[0] == 0 or shown[0]["name"] in groups[0] or len(groups[0]) > 1, where
        start = 0
        for group in groups[:-1]:
            start += len(group)
            assert max(places[start - len(group):start]) < min(places[start:]), where
        never = [name for name in row["never"].split("|") if name]
        assert not any(same_scale(scale["name"], name) for scale in shown[:3] for name in never), where


def test_tune_and_single_chord_agree():
    """A chord of a tune has the numeral and scales of the same chord between the same neighbors."""
    text = "Key: C\n| Cma7 | Emi7(b5) | A7 | Dmi7 | Fmi7 | Bb7 | Cma7 | Dmi7 | G7 | Cma7 |"
    chords = analysis(text)["chords"]
    for before, chord, after in zip(chords, chords[1:], chords[2:]):
        alone = json.loads(run(
            "info", chord["symbol"], "--key", "C", "--after", before["symbol"], "--before", after["symbol"], "--json"))
        # The second degree needs the dominant and its goal to be read as applied.
        if not chord["numeral"].startswith("iiø7/"):
            assert (alone["numeral"], alone["function"]) == (chord["numeral"], chord["function"])
        assert alone["scales"][0] == chord["scales"][0]


def test_info_without_a_key():
    answer = json.loads(run("info", "Cma7", "--json"))
    assert (answer["numeral"], answer["function"]) == (None, None)
    assert answer["scales"][0] == {
        "name": "C Ionian", "kind": "scale", "notes": ["C", "D", "E", "F", "G", "A", "B"], "avoid": ["F"]}
    assert [scale["kind"] for scale in answer["scales"]] == ["scale"] * 3 + ["pentatonic"] * 3


def test_columns_of_a_batch_override_the_options():
    lines = "A7\tC\t\tDmi7\nA7\nA7\tC\t\t\t\nH7\tC\n"
    run_lines = run("info", "--batch", "--json", "--key", "D", stdin=lines).splitlines()
    answers = [json.loads(line) for line in run_lines]
    assert [answer.get("numeral") for answer in answers] == ["V7/ii", "V7", None, None]
    assert "error" in answers[2] and "error" in answers[3]
    wrong = subprocess.run([CHORDS, "info", "A7", "--key", "Q"], capture_output=True, text=True)
    assert wrong.returncode == 65 and "The key: " in wrong.stderr
