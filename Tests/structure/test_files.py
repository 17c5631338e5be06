"""What is committed: nothing that a build or an experiment has left behind."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
AT_THE_TOP = {
    ".editorconfig", ".gitignore", ".swift-format", "LICENSE", "Package.swift", "README.md", "run", "site", "test",
}
# The largest files are samples of instruments and pictures in documents.
LARGEST = 1_100_000


def committed():
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in names.split("\0") if (ROOT / name).is_file()]


def test_top_folder_has_only_known_files():
    assert {name for name in committed() if "/" not in name} <= AT_THE_TOP


def test_no_committed_file_is_large():
    assert {name: size for name in committed() if (size := (ROOT / name).stat().st_size) > LARGEST} == {}
