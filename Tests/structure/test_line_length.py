"""Lines of source code have at most 120 columns."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAXIMUM = 120
SUFFIXES = ["swift", "js", "mjs", "css", "py"]
# Folders of generated data for tests.
GENERATED = "Fixtures"


def source_files():
    """The paths of all source files in the repository."""
    patterns = [f"*.{suffix}" for suffix in SUFFIXES]
    run = subprocess.run(["git", "ls-files", "-z", "--", *patterns], cwd=ROOT, check=True, capture_output=True)
    paths = [Path(name) for name in run.stdout.decode().split("\0") if name]
    return [path for path in paths if GENERATED not in path.parts and (ROOT / path).is_file()]


def long_lines(text):
    """The numbers and lengths of all lines that are too long."""
    lines = enumerate(text.split("\n"), 1)
    return [(number, len(line)) for number, line in lines if len(line) > MAXIMUM]


def test_source_files_are_found():
    """Without them the test below would check nothing."""
    found = {path.suffix[1:] for path in source_files()}
    assert found == set(SUFFIXES) and len(source_files()) > 500


def test_lines_have_at_most_120_columns():
    found = {
        f"{path}:{number}": length
        for path in source_files()
        for number, length in long_lines((ROOT / path).read_text(encoding="utf-8"))
    }
    assert found == {}


def test_long_line_is_detected():
    assert long_lines("a" * 120 + "\n" + "♭" * 121 + "\n") == [(2, 121)]
