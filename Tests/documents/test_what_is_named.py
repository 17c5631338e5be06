"""What the documents name is there."""

import re

import pytest

from blocks import README
from serving import ROOT

DOCUMENTS = [README, *sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("examples/*/*.md"))]
SOURCES = "\n".join(file.read_text() for file in ROOT.glob("Sources/*/**/*.swift"))


@pytest.fixture(params=DOCUMENTS, ids=lambda document: str(document.relative_to(ROOT)))
def document(request):
    return request.param


def test_links_lead_to_files(document):
    links = re.findall(r"\]\(([^)#:]+)[^):]*\)", document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_paths_are_those_of_files(document):
    paths = re.findall(r"`((?:Sources|Tests|Web|Benchmarks|docs|tools|examples)/[\w./+-]*)[^`]*`", document.read_text())
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_types_of_the_theory_are_declared():
    named = " ".join(re.findall(r"^\*In the code:\*(.*)", (ROOT / "docs/theory.md").read_text(), re.MULTILINE))
    types = [name.split(".")[0] for name in re.findall(r"`([A-Z]\w+(?:\.\w+)?)`", named)]
    assert len(types) > 30
    declared = set(re.findall(r"(?:struct|enum|typealias) (\w+)", SOURCES))
    assert [name for name in types if name not in declared] == []
