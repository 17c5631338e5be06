"""The example that counts the chords of a corpus, in one process and on Spark."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys

import pytest

from serving import ROOT

EXAMPLE = ROOT / "examples/spark"
TABLES = ["chords.csv", "transitions.csv", "unread.csv"]
# Spark is large and slow to start. ./test does not install it, and tests it only if it is installed.
needs_spark = pytest.mark.skipif(
    importlib.util.find_spec("pyspark") is None or shutil.which("java") is None, reason="no PySpark")


def run(program, *arguments):
    run = subprocess.run([sys.executable, EXAMPLE / program, *arguments], capture_output=True, text=True, timeout=300)
    return run.returncode, run.stdout, run.stderr


def count(folder, output, *options):
    code, out, err = run("chords.py", folder, "--output", output, *options)
    assert code == 0, err
    return {table: (output / table).read_bytes() for table in TABLES}


def make(folder, *options):
    code, out, err = run("make_corpus.py", folder, *options)
    assert (code, err) == (0, "")
    return folder


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Files, including unreadable ones and one whose name cannot be written in a line."""
    corpus = make(tmp_path_factory.mktemp("corpus") / "corpus", "--chords", "6000")
    (corpus / "files/text.mid").write_text("C E G")
    (corpus / "files/words.txt").write_text("nothing to play")
    (corpus / "files/two\nlines.mid").write_bytes(b"")
    (corpus / "files/folder.mid").mkdir()
    (corpus / "files/README.md").write_text("| C |")
    return corpus


UNREAD = [
    ("midi", "two\\nlines.mid", "line break"), ("midi", "text.mid", "MThd"),
    ("sheet", "words.txt", "is not a line of chords"),
]


def check(corpus, counted):
    for table in TABLES[:2]:
        assert counted[table] == (corpus / "counts" / table).read_bytes(), table
    lines = counted["unread.csv"].decode().splitlines()[1:]
    assert len(lines) == len(UNREAD)
    for source, name, why in UNREAD:
        assert any(line.startswith(source) and name in line and why in line for line in lines)


def test_one_process_counts_the_corpus(corpus, tmp_path):
    check(corpus, count(corpus / "files", tmp_path, "--alone"))


@needs_spark
@pytest.mark.parametrize("options", [[], ["--partitions", "7"]])
def test_spark_counts_the_same(corpus, tmp_path, options):
    check(corpus, count(corpus / "files", tmp_path, *options))


@needs_spark
def test_spark_reports_a_missing_program(corpus, tmp_path):
    code, out, err = run("chords.py", corpus / "files", "--output", tmp_path / "counts", "--chords", "/nowhere/chords")
    assert code not in (0, 65) and "/nowhere/chords" in err and not (tmp_path / "counts").exists()


def test_corpus_depends_only_on_the_seed(tmp_path):
    def content(name, *options):
        folder = make(tmp_path / name, "--chords", "300", *options)
        return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    first = content("first")
    assert first == content("second", "--seed", "1") and first != content("third", "--seed", "2")
    assert {path.suffix for path in first} >= {".mid", ".csv"}


def test_chords_are_counted_by_numeral_and_type(tmp_path):
    (tmp_path / "one.txt").write_text("Key: C\n| C | D/C7 | C/E | C6/9 | F#7/E | N.C. | G7 |\n")
    counted = count(tmp_path, tmp_path / "counts", "--alone")
    rows = sorted(line.rsplit(",", 1)[0] for line in counted["chords.csv"].decode().splitlines()[1:])
    types = sorted(row.split(",", 3)[3] for row in rows)
    assert types == ["6/9", "7", "7", "7 below another", "triad"], rows


def test_usage_errors(corpus, tmp_path):
    for program, arguments, code, words in [
        ("chords.py", [], 64, "FOLDER"), ("chords.py", [tmp_path / "none"], 66, "There is no folder"),
        ("chords.py", [tmp_path, "--alone"], 65, "nothing to count"),
        ("chords.py", [corpus, "--alone", "--partitions", "2"], 64, "--partitions"),
        ("chords.py", [corpus, "--partitions", "0"], 64, "from 1"),
        ("chords.py", [corpus, "--alone", "--chords", "/nowhere/chords"], 69, "/nowhere/chords"),
        ("make_corpus.py", [corpus], 64, "empty folder"),
        ("make_corpus.py", [tmp_path / "new", "--chords", "0"], 64, "from 1"),
        ("make_corpus.py", [tmp_path / "new", "--chords", "many"], 64, "many"),
    ]:
        got, out, err = run(program, *arguments)
        assert (got, out) == (code, "") and words in err and "Traceback" not in err, (program, arguments, err)
