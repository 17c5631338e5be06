"""The planted faults: each must still find its text, or it would test nothing."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/faults"))

from faults import FAULTS  # noqa: E402


def test_text_of_each_fault_occurs_once():
    texts = [
        path.read_text() for folder in ["Sources", "Web"] for path in (ROOT / folder).rglob("*")
        if path.suffix in [".swift", ".js", ".css"]]
    counts = {fault.number: sum(text.count(fault.find) for text in texts) for fault in FAULTS}
    assert len(FAULTS) == 60 and {number for number, count in counts.items() if count != 1} == set()
