"""`chords sets`: chordsets kept in a file, added, shown, taken away and carried elsewhere."""

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

from serving import ROOT

PROGRAM = ROOT / ".build/release/chords"


@pytest.fixture
def sets(tmp_path):
    """sets("list", …) → exit code, standard output and standard error, in a database of the test's own."""

    def sets(*arguments, database=tmp_path / "sets.sqlite"):
        run = subprocess.run(
            [PROGRAM, "sets", *arguments, "--database", database], capture_output=True, text=True, timeout=60)
        return run.returncode, run.stdout, run.stderr

    return sets


@pytest.fixture
def told(sets):
    """told("list", …) → what is answered in JSON."""

    def told(*arguments, **options):
        code, out, err = sets(*arguments, "--json", **options)
        assert (code, err) == (0, "")
        return json.loads(out)

    return told


def test_adding_showing_renaming_deleting(sets, told):
    assert sets("list") == (0, "", "")
    first = told("add", "--title", "Dawn")
    assert list(first) == ["id", "title", "position", "chords"]
    assert (first["title"], first["position"]) == ("Dawn", 0)
    assert [chord["position"] for chord in first["chords"]] == list(range(8))
    assert all({"background", "bpm", "lumis"} <= chord.keys() for chord in first["chords"])
    assert len({json.dumps(chord["background"]) for chord in first["chords"]}) == 8
    code, out, _ = sets("add")
    second = out.strip()
    assert code == 0 and second != first["id"]
    assert [entry["id"] for entry in told("list")] == [first["id"], second]
    assert sets("list")[1] == f"{first['id']}  Dawn\n{second}  (untitled)\n"
    assert told("show", first["id"]) == first
    assert len(sets("show", first["id"])[1].splitlines()) == 10
    assert told("rename", second, "Dusk")["title"] == "Dusk"
    assert sets("profile") == (0, "chordsets: 2, chords: 16\n", "")
    assert told("profile") == {"chordsets": 2, "chords": 16}
    assert told("delete", first["id"])["id"] == first["id"]
    assert [(entry["title"], entry["position"]) for entry in told("list")] == [("Dusk", 0)]
    assert sets("profile")[1] == "chordsets: 1, chords: 8\n"


def test_an_export_is_imported_exactly(sets, told, tmp_path):
    for title in ["Dawn", "<b>&\"'", "שלום \u202e🎹"]:
        told("add", "--title", title)
    _, exported, _ = sets("export")
    file = tmp_path / "sets.json"
    file.write_text(exported)
    assert [entry["title"] for entry in json.loads(exported)["chordsets"]] == ["Dawn", "<b>&\"'", "שלום \u202e🎹"]
    assert sets("import", file) == (0, "", "")
    assert sets("delete-all", "--yes")[0] == 0
    assert sets("profile")[1] == "chordsets: 0, chords: 0\n"
    assert sets("import", file)[0] == 0
    assert sets("export")[1] == exported
    one = told("list")[1]
    assert [entry["id"] for entry in json.loads(sets("export", one["id"])[1])["chordsets"]] == [one["id"]]


@pytest.mark.parametrize("count", [7, 9])
def test_a_file_with_seven_or_nine_chords_in_a_set_adds_nothing(sets, told, tmp_path, count):
    told("add", "--title", "Dawn")
    told("add", "--title", "Dusk")
    document = json.loads(sets("export")[1])
    sets("delete-all", "--yes")
    chords = document["chordsets"][1]["chords"]
    document["chordsets"][1]["chords"] = (chords + chords)[:count]
    file = tmp_path / "sets.json"
    file.write_text(json.dumps(document))
    code, out, err = sets("import", file)
    assert (code, out) == (65, "") and "“Dusk”" in err and str(count) in err
    assert sets("list") == (0, "", "")


def test_delete_all_wants_a_yes(sets, told):
    told("add")
    code, _, err = sets("delete-all")
    assert code == 64 and "--yes" in err
    assert told("profile") == {"chordsets": 1, "chords": 8}
    assert told("delete-all", "--yes") == {"deleted": 1}


@pytest.mark.parametrize("arguments, code, words", [
    (["show", "nobody"], 65, "“nobody”"), (["rename", "nobody", "x"], 65, "“nobody”"), (["delete", "nobody"], 65, "“nobody”"),
    (["export", "nobody"], 65, "“nobody”"), (["import", "/no/such/file"], 66, "/no/such/file"),
    (["add", "--title", "x" * 10_000], 65, "10000"), (["add", "--title", "a\nb"], 65, "one line"), (["add", "x"], 64, "x"),
    (["show"], 64, "id"),
])
def test_what_cannot_be_done_is_said(sets, arguments, code, words):
    ended, out, err = sets(*arguments)
    assert (ended, out) == (code, "") and words in err
    assert sets("list") == (0, "", "")


def test_a_file_that_is_no_database_is_left_alone(sets, tmp_path):
    for content in [b"no database", b"SQLite format 3\0" + b"x" * 5000]:
        path = tmp_path / "other"
        path.write_bytes(content)
        code, out, err = sets("add", database=path)
        assert (code, out) == (65, "") and str(path) in err and "--database" in err
        assert path.read_bytes() == content
    assert sets("list", database=tmp_path)[0] == 65


def test_without_a_name_the_file_is_where_the_help_says(data_home):
    help = subprocess.run([PROGRAM, "sets", "--help"], capture_output=True, text=True).stdout
    assert "chord-combiner/chordsets.sqlite" in help
    subprocess.run([PROGRAM, "sets", "add"], check=True, capture_output=True)
    assert (data_home / "chord-combiner/chordsets.sqlite").exists()
    subprocess.run([PROGRAM, "sets", "delete-all", "--yes"], check=True, capture_output=True)


def test_many_programs_at_once_lose_nothing(sets, told):
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: sets("add", "--title", str(number)), range(40)))
    assert {code for code, _, _ in answers} == {0}, answers
    entries = told("list")
    assert sorted(int(entry["title"]) for entry in entries) == list(range(40))
    assert [entry["position"] for entry in entries] == list(range(40))
    assert told("profile") == {"chordsets": 40, "chords": 320}
