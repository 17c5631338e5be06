"""The Swift examples in documents and DocC articles compile, and give the results in their comments.

A document is one program, read from top to bottom. A comment behind an expression, or behind the name that it gives a
value, promises that value; “…” stands for anything.
"""

import re
import subprocess

import pytest

from blocks import ARTICLES, DOCUMENTS as PAGES, blocks
from serving import BUILT

DOCUMENTS = [
    document for document in [*PAGES, *ARTICLES] if any(block.language == "swift" for block in blocks(document))]

CHECKS = """
func shown<Value>(_ value: Value) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.map { shown($0.value) } ?? "nil" }
    if mirror.displayStyle == .collection {
        return "[" + mirror.children.map { shown($0.value) }.joined(separator: ", ") + "]"
    }
    return (value as? String).map { String(reflecting: $0) } ?? String(describing: value)
}

func found<Value>(_ document: Int, _ line: Int, _ value: Value) {
    print(document, line, shown(value), separator: "\\t")
}
"""


def promise(line):
    """The code of a line and the result promised by its comment."""
    found = re.fullmatch(r"(\s*\S.*?)\s+// (.*)", line)
    return found.groups() if found else (line, None)


def swift(document):
    return [block for block in blocks(document) if block.language == "swift"]


def promises(document):
    """The promised results by line of the document."""
    found = {}
    for block in swift(document):
        for number, line in enumerate(block.lines, block.first_line):
            found[number] = promise(line)[1]
    return {number: value for number, value in found.items() if value}


def program(documents):
    """A program that prints the results of all examples, and the modules it needs."""
    imports, functions = set(), []
    for place, document in enumerate(documents):
        body = []
        for block in swift(document):
            body.append(f'#sourceLocation(file: "{document}", line: {block.first_line})')
            for number, line in enumerate(block.lines, block.first_line):
                code, value = promise(line)
                named = re.match(r"\s*(?:let|var) (\w+)", code)
                if code.startswith("import "):
                    imports.add(code)
                    body.append("")
                elif not value:
                    body.append(code)
                elif named:
                    body.append(f"{code}; found({place}, {number}, {named[1]})")
                else:
                    body.append(f"found({place}, {number}, {code.strip()})")
        functions.append("\n".join([f"func document{place}() throws {{", *body, "#sourceLocation()", "}"]))
    calls = [f"try document{place}()" for place in range(len(documents))]
    return "\n".join([*sorted(imports), CHECKS, *functions, *calls, ""]), [line.split()[1] for line in imports]


def run(documents, folder):
    """The actual results: for each document, values by line."""
    source, modules = program(documents)
    (folder / "main.swift").write_text(source)
    objects = [file for module in modules for file in (BUILT / f"{module}.build").glob("*.o")]
    command = [
        "swiftc", "-swift-version", "6", "-suppress-warnings", "-I", BUILT / "Modules", folder / "main.swift", *objects]
    compiler = subprocess.run([*command, "-o", folder / "examples"], capture_output=True, text=True)
    assert compiler.returncode == 0, compiler.stderr
    examples = subprocess.run([folder / "examples"], capture_output=True, text=True)
    assert examples.returncode == 0, examples.stderr
    given = [{} for _ in documents]
    for line in examples.stdout.splitlines():
        place, number, value = line.split("\t")
        given[int(place)][int(number)] = value
    return given


def broken_promises(document, given):
    """The wrong promises by line."""
    def is_kept(number, promise):
        pattern = ".*".join(re.escape(part) for part in promise.split("…"))
        return number in given and re.fullmatch(pattern, given[number])

    return {
        number: f"promised {promise}, given {given.get(number)}"
        for number, promise in promises(document).items()
        if not is_kept(number, promise)
    }


@pytest.fixture(scope="module")
def given(tmp_path_factory):
    return run(DOCUMENTS, tmp_path_factory.mktemp("examples"))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.stem)
def test_examples_print_what_their_comments_promise(document, given):
    assert broken_promises(document, given[DOCUMENTS.index(document)]) == {}


def test_every_article_has_a_checked_example():
    articles = [document for document in DOCUMENTS if document.stem != document.parent.stem]
    assert len(articles) >= 4 and all(promises(article) for article in articles)


def test_wrong_promise_is_detected(tmp_path):
    wrong = tmp_path / "wrong.md"
    wrong.write_text('''# Wrong
```swift
import Harmony
let chord = try Chord("C")  // Dma
chord.notes  // [C, E♭, …]
chord.name   // "Cma"
```
''')
    assert set(broken_promises(wrong, run([wrong], tmp_path)[0])) == {4, 5}


def test_example_that_does_not_compile_is_detected(tmp_path):
    wrong = tmp_path / "wrong.md"
    wrong.write_text('```swift\nimport Harmony\nChord.read("C")\n```\n')
    with pytest.raises(AssertionError, match=r"wrong\.md:3:\d+: error"):
        run([wrong], tmp_path)
