"""`chords sets`: chordsets in a file, with adding, showing, deleting, import and export."""

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

import mido
import musicxml
import pytest
import xmlschema

from attacks.opening import programs_at_once
from serving import CHORDS



@pytest.fixture
def sets(tmp_path):
    """sets("list", …) → exit code, standard output and standard error, with a new database."""

    def sets(*arguments, database=tmp_path / "sets.sqlite"):
        run = subprocess.run(
            [CHORDS, "sets", *arguments, "--database", database], capture_output=True, text=True, timeout=60)
        return run.returncode, run.stdout, run.stderr

    return sets


@pytest.fixture
def sets_json(sets):
    """sets_json("list", …) → the JSON output."""

    def sets_json(*arguments, **options):
        code, out, err = sets(*arguments, "--json", **options)
        assert (code, err) == (0, "")
        return json.loads(out)

    return sets_json


def test_adding_showing_renaming_deleting(sets, sets_json):
    assert sets("list") == (0, "", "")
    first = sets_json("add", "--title", "Dawn")
    assert list(first) == ["id", "title", "position", "chords"]
    assert (first["title"], first["position"]) == ("Dawn", 0)
    assert [chord["position"] for chord in first["chords"]] == list(range(8))
    assert all({"background", "bpm", "lumis"} <= chord.keys() for chord in first["chords"])
    assert len({json.dumps(chord["background"]) for chord in first["chords"]}) == 8
    code, out, _ = sets("add")
    second = out.strip()
    assert code == 0 and second != first["id"]
    assert [entry["id"] for entry in sets_json("list")] == [first["id"], second]
    assert sets("list")[1] == f"{first['id']}  Dawn\n{second}  (untitled)\n"
    assert sets_json("show", first["id"]) == first
    assert len(sets("show", first["id"])[1].splitlines()) == 10
    assert sets_json("rename", second, "Dusk")["title"] == "Dusk"
    assert sets("profile") == (0, "chordsets: 2, chords: 16\n", "")
    assert sets_json("profile") == {"chordsets": 2, "chords": 16}
    assert sets_json("delete", first["id"])["id"] == first["id"]
    assert [(entry["title"], entry["position"]) for entry in sets_json("list")] == [("Dusk", 0)]
    assert sets("profile")[1] == "chordsets: 1, chords: 8\n"


def test_direction_marks_in_a_title_are_escaped(sets, sets_json):
    """Characters that change the direction of text are escaped, because they could disguise the rest of the line."""
    for turn in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069":
        one = sets_json("add", "--title", f"a{turn}gpj.b")
        assert one["title"] == f"a{turn}gpj.b"
        line = f"{one['id']}  a<U+{ord(turn):04X}>gpj.b"
        assert sets("list")[1] == line + "\n"
        assert sets("show", one["id"])[1].startswith(line)
        assert sets("delete", one["id"])[1] == f"Deleted: {line}\n"
    # Right-to-left letters are not escaped.
    assert sets("show", sets_json("add", "--title", "שלום")["id"])[1].splitlines()[0].endswith("  שלום")


def test_import_restores_an_export_exactly(sets, sets_json, tmp_path):
    for title in ["Dawn", "<b>&\"'", "שלום \u202e🎹"]:
        sets_json("add", "--title", title)
    _, exported, _ = sets("export")
    file = tmp_path / "sets.json"
    file.write_text(exported)
    assert [entry["title"] for entry in json.loads(exported)["chordsets"]] == ["Dawn", "<b>&\"'", "שלום \u202e🎹"]
    assert sets("import", file) == (0, "", "")
    assert sets("delete-all", "--yes")[0] == 0
    assert sets("profile")[1] == "chordsets: 0, chords: 0\n"
    assert sets("import", file)[0] == 0
    assert sets("export")[1] == exported
    one = sets_json("list")[1]
    assert [entry["id"] for entry in json.loads(sets("export", one["id"])[1])["chordsets"]] == [one["id"]]


def test_new_chordset_is_plain_or_gentle(sets_json):
    for words, has_lumis in [([], False), (["--begin", "plain"], False), (["--begin", "gentle"], True)]:
        chords = sets_json("add", *words)["chords"]
        assert len(chords) == 8 and all(bool(chord["lumis"]) == has_lumis for chord in chords)


@pytest.mark.parametrize("count", [7, 9])
def test_import_of_a_chordset_without_eight_chords_adds_nothing(sets, sets_json, tmp_path, count):
    sets_json("add", "--title", "Dawn")
    sets_json("add", "--title", "Dusk")
    document = json.loads(sets("export")[1])
    sets("delete-all", "--yes")
    chords = document["chordsets"][1]["chords"]
    document["chordsets"][1]["chords"] = (chords + chords)[:count]
    file = tmp_path / "sets.json"
    file.write_text(json.dumps(document))
    code, out, err = sets("import", file)
    assert (code, out) == (65, "") and "“Dusk”" in err and str(count) in err
    assert sets("list") == (0, "", "")


def test_delete_all_requires_yes(sets, sets_json):
    sets_json("add")
    code, _, err = sets("delete-all")
    assert code == 64 and "--yes" in err
    assert sets_json("profile") == {"chordsets": 1, "chords": 8}
    assert sets_json("delete-all", "--yes") == {"deleted": 1}


@pytest.mark.parametrize("arguments, code, words", [
    (["show", "nobody"], 65, "“nobody”"), (["rename", "nobody", "x"], 65, "“nobody”"),
    (["delete", "nobody"], 65, "“nobody”"),
    (["export", "nobody"], 65, "“nobody”"), (["import", "/no/such/file"], 66, "/no/such/file"),
    (["add", "--title", "x" * 10_000], 65, "10000"), (["add", "--title", "a\nb"], 65, "one line"),
    (["add", "x"], 64, "x"),
    (["show"], 64, "id"), (["add", "--begin", "loud"], 64, "gentle"),
])
def test_errors_are_reported_and_change_nothing(sets, arguments, code, words):
    ended, out, err = sets(*arguments)
    assert (ended, out) == (code, "") and words in err
    assert sets("list") == (0, "", "")


def test_file_that_is_not_a_database_is_not_changed(sets, tmp_path):
    for content in [b"no database", b"SQLite format 3\0" + b"x" * 5000]:
        path = tmp_path / "other"
        path.write_bytes(content)
        code, out, err = sets("add", database=path)
        assert (code, out) == (65, "") and str(path) in err and "--database" in err
        assert path.read_bytes() == content
    assert sets("list", database=tmp_path)[0] == 65


def test_default_database_is_where_the_help_says(data_home):
    help = subprocess.run([CHORDS, "sets", "--help"], capture_output=True, text=True).stdout
    assert "chord-combiner/chordsets.sqlite" in help
    subprocess.run([CHORDS, "sets", "add"], check=True, capture_output=True)
    assert (data_home / "chord-combiner/chordsets.sqlite").exists()
    subprocess.run([CHORDS, "sets", "delete-all", "--yes"], check=True, capture_output=True)


def test_concurrent_programs_lose_nothing(sets, sets_json):
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: sets("add", "--title", str(number)), range(40)))
    assert {code for code, _, _ in answers} == {0}, answers
    entries = sets_json("list")
    assert sorted(int(entry["title"]) for entry in entries) == list(range(40))
    assert [entry["position"] for entry in entries] == list(range(40))
    assert sets_json("profile") == {"chordsets": 40, "chords": 320}


def test_concurrent_programs_can_create_the_same_database(tmp_path):
    for number in range(25):
        failed, lost = programs_at_once(tmp_path / str(number) / "sets.sqlite", 8)
        assert (failed, lost) == ([], 0), number


# Pictures and practice sheets


@pytest.fixture
def chordset_with_music(sets, sets_json, tmp_path):
    """The id of a chordset with note chords, and lumis in its third chord."""
    sets_json("add", "--title", "Practice <1>")
    document = json.loads(sets("export")[1])
    chords = document["chordsets"][0]["chords"]
    for position, names in enumerate(
            [("Cma7", "D"), ("C", "E"), ("Fmi7", None), ("B♭7", "G"), ("Cma7", "E♭mi"), ("D/C", None)]):
        chords[position]["music"] = {"lower": names[0], "upper": names[1], "colorsLight": position == 2}
        chords[position]["bpm"] = 60 + 30 * (position % 2)
    chords[2]["lumis"] = [
        {"sides": sides, "size": 0.3, "x": 0.2 * sides, "thickness": thickness, "speed": 0.1, "heading": 40 * sides}
        for sides, thickness in [(1, 1), (1, 0.2), (2, 0.1), (3, 1), (5, 0.5)]]
    document["chordsets"][0]["id"] = "practice"
    file = tmp_path / "chordset_with_music.json"
    file.write_text(json.dumps(document))
    assert sets("import", file)[0] == 0
    return "practice"


def test_a_practice_sheet_is_valid_musicxml(sets, chordset_with_music, tmp_path):
    code, out, err = sets("export", chordset_with_music, "--format", "musicxml")
    assert (code, err) == (0, "")
    file = tmp_path / "sheet.musicxml"
    file.write_text(out)
    schema = xmlschema.XMLSchema(Path(musicxml.__file__).parent / "generate_classes/musicxml_4_0.xsd")
    schema.validate(str(file))
    score = ElementTree.fromstring(out)
    assert len(score.findall("part/measure")) == 8
    roots = [
        [root.text for root in measure.findall("harmony/root/root-step")] for measure in score.findall("part/measure")]
    # E over C and E♭mi over Cma7 are polychords, written with both halves; G over B♭7 is B♭13(♭9).
    assert roots == [["C"], ["C", "E"], ["F"], ["B"], ["C", "E"], ["D"], [], []]
    assert [words.text for words in score.iter("words")] == ["Ema/Cma", "E♭mi/Cma7"]
    assert [bass.text for bass in score.iter("bass-step")] == ["C"]


def test_practice_sheet_is_valid_midi(sets, chordset_with_music, tmp_path):
    file = tmp_path / "sheet.mid"
    run = subprocess.run(
        [CHORDS, "sets", "export", chordset_with_music, "--format", "midi", "--database", tmp_path / "sets.sqlite"],
        capture_output=True)
    assert (run.returncode, run.stderr) == (0, b"")
    file.write_bytes(run.stdout)
    read = mido.MidiFile(file)
    notes, time, tempi = [], 0, []
    for message in mido.merge_tracks(read.tracks):
        time += message.time
        if message.type == "note_on":
            notes.append((time // (4 * read.ticks_per_beat), message.note))
        if message.type == "set_tempo":
            tempi.append(mido.tempo2bpm(message.tempo))
    # The first two chords are the halves of a pair: C E G B in the left hand, D F♯ A above it in the right.
    first = [note for bar, note in notes if bar == 0]
    assert [note % 12 for note in sorted(first)[:4]] == [0, 4, 7, 11]
    assert {note % 12 for note in sorted(first)[4:]} == {2, 6, 9} and len(first) == 7
    assert {bar for bar, _ in notes} == {0, 1, 2, 3, 4, 5}
    assert [round(tempo) for tempo in tempi] == [60, 90, 60, 90, 60, 90, 60]
    assert time == 8 * 4 * read.ticks_per_beat


def test_picture_depends_only_on_time_and_seed(sets, sets_json, chordset_with_music):
    def picture(*arguments):
        code, out, err = sets("picture", chordset_with_music, *arguments)
        assert (code, err) == (0, "")
        return out

    drawing = ElementTree.fromstring(picture("3", "--time", "4", "--seed", "5"))
    tags = [element.tag.split("}")[1] for element in drawing]
    assert tags == ["rect", "circle", "circle", "polygon", "polygon", "polygon"]
    assert [len(element.get("points").split()) for element in drawing if element.get("points")] == [2, 3, 5]
    assert picture("3", "--time", "4", "--seed", "5") == picture("3", "--time", "4", "--seed", "5")
    assert len({picture("3", "--time", time, "--seed", seed) for time in "45" for seed in "56"}) == 4
    shapes = sets_json("picture", chordset_with_music, "3", "--time", "4", "--seed", "5")
    # F is at eleven o'clock on the circle of fifths, which is a hue of 330°.
    red, green, blue = (int(shapes["background"][place:place + 2], 16) for place in (1, 3, 5))
    assert red > blue > green
    assert [shape["sides"] for shape in shapes["shapes"]] == [1, 1, 2, 3, 5]
    for wrong in [["0"], ["9"], ["x"], ["1", "--time", "-1"], ["1", "--time", "nan"], ["1", "--seed", "-1"]]:
        assert sets("picture", chordset_with_music, *wrong)[0] == 64, wrong


def test_chordset_without_music_has_no_practice_sheet(sets, chordset_with_music):
    assert sets("export", "--format", "midi")[0] == 64
    assert sets("export", chordset_with_music, "--format", "midi", "--json")[0] == 64
    assert sets("export", chordset_with_music, "--format", "pdf")[0] == 64
    assert sets("export", "nobody", "--format", "musicxml")[0] == 65
