"""What stands between the fences of a document."""

from dataclasses import dataclass

from serving import ROOT


@dataclass
class Block:
    language: str
    first_line: int
    lines: list[str]


def blocks(document):
    """The fenced blocks of a document, in their order."""
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


README = ROOT / "README.md"
