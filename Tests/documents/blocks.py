"""The documents, and their fenced blocks."""

import re
from dataclasses import dataclass

from serving import ROOT

README = ROOT / "README.md"
DOCUMENTS = [README, *sorted(ROOT.glob("docs/**/*.md"))]
ARTICLES = sorted(ROOT.glob("Sources/*/*.docc/*.md"))
# Documentation inside the source folders.
NOTES = [path for folder in ["Benchmarks", "Tests", "Web", "examples", "tools"]
    for path in sorted((ROOT / folder).glob("**/*.md"))]


def name(document):
    """The name of a document in test ids."""
    return str(document.relative_to(ROOT))


@dataclass
class Block:
    language: str
    first_line: int
    lines: list[str]


def blocks(document):
    """The fenced blocks of a document in order."""
    found, block = [], None
    for number, line in enumerate(document.read_text().splitlines(), 1):
        if block is None and line.startswith("```"):
            block = Block(line[3:].strip(), number + 1, [])
        elif block is not None and line == "```":
            found.append(block)
            block = None
        elif block is not None:
            block.lines.append(line)
    assert block is None, f"{document}: the block at line {block.first_line} has no end"
    return found


def prose(document):
    """The text of a document without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", document.read_text(), flags=re.DOTALL | re.MULTILINE)
