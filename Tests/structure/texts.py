"""Finds sentences of the page outside the files that hold its texts.

    python3 Tests/structure/texts.py          prints each with its place

A translator finds all texts of a folder of Sources/Interface in one file, whose name ends in Text.swift. Other string
literals are markup, actions, addresses or stored names. Swift is read as text. A literal is a sentence if it is passed
as text, if it begins with a capital letter, or if it has several words that are neither classes of the style sheets nor
words of an action.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INTERFACE = ROOT / "Sources/Interface"
# Drawings for the page and the command line. Their texts are in Presenting/PresentingText.swift.
DRAWINGS = ROOT / "Sources/Rendering/Drawings"

# Key names of browsers.
KEYS = {"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Enter", "Escape", "Space", "Delete", "Tab",
    "Mod", "Key"}
# Literals that only look like sentences, by file: stored names, names of undo steps, and names of screens for tests.
NAMES = {
    "App/AppVerb.swift": {"Mod+z", "Mod+Z", "Mod+y"},
    "App/Page.swift": {
        "<!--region ◦-->", '<meta name=\\"description\\" content=\\"', '<link rel=\\"canonical\\" href=\\"',
    },
    "Chart/ChartSymbol.swift": {" scale(◦)"},
    "Features/Chordsets/Editor/updateEditor.swift": {"grip ◦"},
    "Features/Shelf/ShelfView.swift": {"read ", "code ", "link "},
    "Features/Listening/updateListening.swift": {"tune ◦"},
    "Session/ListeningSetup.swift": {" headphones", " explained", "◦ headphones explained"},
    "Features/Play/LinnStrument/GridSVG.swift": {"voice color-◦ mark-◦ "},
    "Features/Play/Instruments/ConnectedInstruments.swift": {"LinnStrument"},
    "Features/Play/Notes/HeldNotesPanel.swift": {"swatch color-◦ mark-◦"},
    "Features/Practice/Draft.swift": {"Lydian Dominant", "major rootless", "major shell"},
    "Features/Practice/ResultsView.swift": {"heat-cell new"},
    "Features/Tunes/Chart/CadenceBracket.swift": {"bracket", "bracket whole"},
    "Features/Tunes/Chart/ChosenBarsView.swift": {
        "insert after", "move back", "move on", "end repeat", "end double", "end final",
    },
    "Features/Tunes/Chart/Tune+Editing.swift": {"Time: "},
    "Features/Tunes/Chart/updateChart.swift": {"label ◦"},
    "Features/Tunes/Library/TuneFacts.swift": {"Time:", "Tempo:"},
    "Features/Tunes/List/TuneListView.swift": {"Delete Backspace"},
    "Features/Tunes/Sets/TuneSetsView.swift": {"Delete Backspace"},
    "Session/TuneSet.swift": {"Set list"},
    "Graph/GraphDOT.swift": {
        "  graph [ranksep=1, nodesep=0.2];\\n", "  subgraph {\\n    rank=same;\\n    node [", "    n◦ [label=",
        "shape=house, fontsize=16",
        "shape=circle, width=0.5, fixedsize=true",
    },
    "Graph/GraphSVG.swift": {"graph wide room-"},
    "Session/ChordChoice.swift": {"Letter", "Accidental", "Type"},
    "Kit/StorageLine.swift": {" settle "},
    "Session/Equation.swift": {"Solved"},
    "Session/Suggestions.swift": {"So", "Maj"},
    "Session/UndoableList.swift": {"move "},
    "Staff/StaffSVG.swift": {"label "},
}
CHORD = re.compile(r"[A-G][♭♯b#]?(ma|mi|m|dim|sus|add|alt)[\d(]?.*")
# Attributes whose value is shown or read aloud.
SPOKEN_ATTRIBUTE = re.compile(
    r"""\b(?:aria-label|title|alt|placeholder|aria-description|aria-roledescription)='([^'?]*[A-Za-z]{2}[^']*)'""")
TAG = re.compile(r"^[a-z][a-z0-9-]*( [a-z][a-z0-9:-]*(=|\b)|/?$)")
DRAWING = re.compile(r"^(M|m|translate|rotate|scale)[-\d (◦]|[a-zA-Z]-?\d")


def literals(text):
    """The string literals of a Swift file: the code before each, its text with ◦ for interpolations, and its line."""
    found = []

    def string(place):
        """Reads a literal from its opening quotation mark. Interpolations are read as code."""
        start = place
        hashes = 0
        while text[place] == "#":
            hashes, place = hashes + 1, place + 1
        mark = '"""' if text.startswith('"""', place) else '"'
        place += len(mark)
        content = ""
        before = text[max(0, start - 80) : start]
        while place < len(text) and not text.startswith(mark + "#" * hashes, place):
            if text[place] == "\\" and text.startswith("\\" + "#" * hashes + "(", place):
                place = code(place + 2 + hashes, ")")
                content += "◦"
            elif text[place] == "\\" and not hashes:
                content += text[place : place + 2]
                place += 2
            else:
                content += text[place]
                place += 1
        found.append((start, before, content))
        return place + len(mark) + hashes

    def code(place, end=None):
        depth = 0
        while place < len(text):
            character = text[place]
            if text.startswith("//", place):
                place = (text.find("\n", place) + 1) or len(text)
            elif text.startswith("/*", place):
                place = text.index("*/", place) + 2
            elif character == '"' or character == "#" and text[place : place + 3].strip("#").startswith('"'):
                place = string(place)
            elif end and character == end and depth == 0:
                return place + 1
            else:
                depth += (character == "(") - (character == ")") if end else 0
                place += 1
        return place

    code(0)
    return [(before, content, text.count("\n", 0, start) + 1) for start, before, content in sorted(found)]


def classes():
    """The classes and ids of the style sheets."""
    sheets = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "Web").rglob("*.css"))
    return set(re.findall(r"[.#]([a-zA-Z][\w-]*)", sheets))


def actions():
    """The first words of actions."""
    words = (INTERFACE / "App/Action.swift").read_text(encoding="utf-8").split("enum Feature: String {")[1].split(
        "}")[0]
    return set(re.findall(r"\b[a-z]\w*", words)) | {"chordsets", "chord", "editor", "stage", "sheet"}


def is_sentence(before, content, known, verbs):
    if re.search(r"(element|void|part)\(\s*(_ )?$", before) or TAG.match(content) and "=" in content:
        return bool(SPOKEN_ATTRIBUTE.search(content))
    if re.search(r"(\btext: |[.\s]write\()$", before):
        return bool(re.search(r"[A-Za-z]{2}", content.replace("\\", "")))
    words = re.findall(r"[A-Za-z][\w’-]*", content)
    # Names and addresses of screens in a table for tests, and the last words of actions that switch a setting.
    if re.search(r"^\s*\($", before.split("\n")[-1]) and re.match(r"[a-z ]+$", content) or content in (" yes", " no"):
        return False
    if not words or set(words) <= KEYS or CHORD.fullmatch(content) or DRAWING.search(content):
        return False
    if re.match(r"[A-Z][a-z]+", content.lstrip(" ,.;:(“")) and not set(words) <= KEYS:
        return True
    if " " not in content or not any(re.fullmatch(r"[a-z]{2,}", word) for word in words):
        return False
    return words[0] not in verbs and not set(words) <= known


def sentences(folder):
    """Path, line and text of each sentence in a folder outside its files of texts."""
    known, verbs = classes(), actions()
    for path in sorted(folder.rglob("*.swift")):
        if path.name.endswith("Text.swift"):
            continue
        for before, content, line in literals(path.read_text(encoding="utf-8")):
            place = path.relative_to(folder).as_posix()
            if content not in NAMES.get(place, ()) and is_sentence(before, content, known, verbs):
                yield place, line, content


if __name__ == "__main__":
    for place, line, content in [*sentences(INTERFACE), *sentences(DRAWINGS)]:
        if not sys.argv[1:] or any(place.startswith(name) for name in sys.argv[1:]):
            print(f"{place}:{line}: {content!r}")
