"""The documents are short, in plain English, and what they name and link to exists."""

import re

import pytest

from blocks import ARTICLES, DOCUMENTS, NOTES, README, name, prose
from serving import ROOT

SOURCES = "\n".join(file.read_text() for file in ROOT.glob("Sources/*/**/*.swift"))


@pytest.fixture(params=[*DOCUMENTS, *NOTES, *ARTICLES], ids=name)
def document(request):
    return request.param


def anchors(document):
    """The anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", prose(document), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(document):
    found = []
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(document)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = document.parent / path if path else document
        if not target.exists() or (anchor and anchor not in anchors(target)):
            found.append(link)
    return found


def test_links_point_to_existing_files_and_headings(document):
    assert broken_links(document) == []


def test_broken_link_is_detected(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# One & two\n[a](page.md#one--two) [b](#two) [c](none.md) [d](https://x.y) [e](page.md)\n```\n# Two\n```\n")
    assert broken_links(page) == ["#two", "none.md"]


def test_architecture_lists_all_modules():
    table = (ROOT / "docs/ARCHITECTURE.md").read_text().split("| layer | module | content |")[1].split("\n\n")[0]
    listed = {module for row in table.splitlines()[2:] for module in re.findall(r"`([\w-]+)`", row.split("|")[2])}
    folders = {path.name for path in (ROOT / "Sources").iterdir() if path.is_dir()}
    # Bindings to C, the C runtime of the page, and the build of the page.
    others = {name for name in folders if re.match("C[A-Z]", name)} | {"WasmRuntime", "PageBuilding", "page-builder"}
    assert listed == folders - others


def test_paths_in_documents_exist(document):
    paths = re.findall(r"`((?:Sources|Tests|Web|Benchmarks|docs|tools|examples)/[\w./+-]*)[^`]*`", document.read_text())
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("path, limit", [("README.md", 1000), ("docs/ARCHITECTURE.md", 3000)])
def test_document_has_a_maximum_length(path, limit):
    assert len((ROOT / path).read_text().split()) <= limit


def test_the_animation_is_small():
    assert (ROOT / "docs/demo.webp").stat().st_size <= 1_000_000


def test_every_document_is_reachable_from_the_readme():
    reached, waiting = set(), [README]
    while waiting:
        document = waiting.pop()
        reached.add(document)
        links = re.findall(r"\]\(([^)\s#:]+\.md)[^)]*\)", prose(document))
        waiting += [path for path in ((document.parent / link).resolve() for link in links) if path not in reached]
    assert [name(document) for document in DOCUMENTS if document not in reached] == []


def test_documents_and_tools_are_in_plain_english():
    files = [*DOCUMENTS, *NOTES, *ARTICLES, *(ROOT / name for name in ["run", "test", "site"])]
    for folder in ["Benchmarks", "docs/hosting", "examples", "tools"]:
        files += [path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    quaint = re.compile(r"(?i)\b(?:whoever|somebody|nobody)\b")
    assert [(name(file), word) for file in files for word in quaint.findall(file.read_text())] == []


def test_types_named_in_the_theory_exist():
    named = " ".join(re.findall(r"^\*In the code:\*(.*)", (ROOT / "docs/theory.md").read_text(), re.MULTILINE))
    types = [name.split(".")[0] for name in re.findall(r"`([A-Z]\w+(?:\.\w+)?)`", named)]
    assert len(types) > 30
    declared = set(re.findall(r"(?:struct|enum|typealias) (\w+)", SOURCES))
    assert [name for name in types if name not in declared] == []


def test_documents_and_headings_named_in_code_exist():
    named = []
    for folder in ["Sources", "Tests", "Web", "tools", "Benchmarks"]:
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in {".swift", ".py", ".js", ".mjs", ".css", ".bash"}:
                named += [(name(file), *found) for found in re.findall(r"(docs/[\w./-]+\.md)(?:, “([^”]+)”)?", file.read_text())]
    assert len(named) > 5
    headings = {path: re.findall(r"^#+ (.*)$", (ROOT / path).read_text(), re.MULTILINE) if (ROOT / path).exists() else [] for _, path, _ in named}
    assert [one for one in named if not (ROOT / one[1]).exists() or one[2] and one[2] not in headings[one[1]]] == []
