"""The dependencies between the folders of Sources/, and the layers that they must follow.

    python3 Tests/structure/layers.py          prints every dependency between folders, with the names it consists of
    python3 Tests/structure/layers.py --dot    the same for Graphviz

The compiler keeps the layers of modules. Inside a module any file can use any other, so this script checks the folders.
It reads the source as text: the top-level declarations of each folder, and where other folders use their names. A name
that is declared twice is ignored. Members that an extension adds to a type of another folder are not seen.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "Sources"
# The layers of a module's folders, the highest first. Folders of one layer do not use each other. In a listed module,
# every
# folder must be listed.
LAYERS = {
    "Interface": [["App"], ["Features/*"], ["Kit"], ["Session"]],
    "Exchange": [["Text"], ["JSON", "Scores"]],
    "Rendering": [
        ["Drawings/Circle", "Drawings/Graph", "Drawings/Light", "Drawings/Chart"],
        ["Drawings/Keyboard", "Drawings/Staff"],
        ["Engraving", "Presenting"],
        ["HTML"],
    ],
    "Listening": [["Microphone"], ["Verifying"], ["Hearing"], ["Sound"], ["Model"], ["Spectrum"], ["Arithmetic"]],
    "Practice": [
        ["Simulating", "Assignments"], ["Today"], ["Courses"], ["Scheduling"], ["Results"], ["Running"],
        ["Exercises", "Memory"], ["Judging"],
    ],
    "Tunes": [
        ["Storing"], ["Formats", "Playing"], ["Transposing"], ["Form", "Text", "IReal", "MusicXML"], ["Analysis"],
        ["Model", "Markup"],
    ],
}

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
STRING = re.compile(r'"""(.*?)"""|"((?:[^"\\\n]|\\.)*)"', re.S)
DECLARATION = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:public |package |private |fileprivate |final |nonisolated\(unsafe\) |indirect )*"
    r"(struct|enum|class|actor|protocol|typealias|func|let|var)\s+(\w+)",
    re.M,
)
# Names that a file declares for itself: members, variables, cases and parameters.
LOCAL = re.compile(r"^[ ]+.*?\b(?:let|var|func|case)\s+\.?(\w+)|[(,]\s*(?:\w+\s+)?([a-z]\w*):", re.M)
NAME = re.compile(r"\b[A-Za-z_]\w*\b")


def code(text):
    """The text without comments and string contents. Interpolated code stays."""
    computed = lambda match: " ".join(re.findall(r"\\\(([^\"]*?)\)", match[1] or match[2] or ""))
    return COMMENT.sub("", STRING.sub(lambda match: f' "" {computed(match)} ', text))


def folder(path):
    """The folder that is a layer or a feature, such as `Interface/Features/Circle`, for a file anywhere inside it."""
    parts = path.relative_to(SOURCES).parts[:-1]
    named = sum(LAYERS.get(parts[0], []), [])
    is_deeper = any(name.startswith(f"{parts[1]}/") for name in named) if len(parts) > 2 else False
    return "/".join(parts[:3] if is_deeper else parts[:2])


def read(module):
    """For each folder of a module: the names it declares for others, and the names it uses."""
    declared, used = defaultdict(set), defaultdict(set)
    for path in sorted((SOURCES / module).rglob("*.swift")):
        text = code(path.read_text(encoding="utf-8"))
        own = set()
        for match in DECLARATION.finditer(text):
            line = text[text.rfind("\n", 0, match.start()) + 1 : match.end()]
            # A private name belongs to its file, even if others declare the same name.
            (own if "private " in line else declared[folder(path)]).add(match[2])
        own |= {name for names in LOCAL.findall(text) for name in names}
        # Members after a dot and argument labels are not uses of a top-level name.
        free = re.sub(r"\.\s*[a-z]\w*|\b[a-z]\w*:", " ", text)
        used[folder(path)] |= set(NAME.findall(free)) - own
    return declared, used


def dependencies(module):
    """(from, to) → the names of `to` that `from` uses."""
    declared, used = read(module)
    home = defaultdict(set)
    for place, names in declared.items():
        for name in names:
            home[name].add(place)
    found = defaultdict(set)
    for place, names in used.items():
        for name in names:
            if len(home[name]) == 1:
                (other,) = home[name]
                if other != place:
                    found[place, other].add(name)
    return found


def layer(module, place):
    """The number of a folder's layer, 0 at the top; None if it is not listed."""
    inside = place.removeprefix(module + "/")
    for number, names in enumerate(LAYERS[module]):
        if any(inside == name or name.endswith("/*") and inside.startswith(name[:-1]) for name in names):
            return number
    return None


def violations(module):
    """One sentence for each folder of a module that has no layer or uses a folder it must not use."""
    places = {folder(path) for path in (SOURCES / module).rglob("*.swift")}
    for place in sorted(places):
        if layer(module, place) is None:
            yield f"{place} has no layer: add it to LAYERS in Tests/structure/layers.py"
    for (upper, lower), names in sorted(dependencies(module).items()):
        here, there = layer(module, upper), layer(module, lower)
        if here is None or there is None or here < there:
            continue
        kind = "its neighbour" if here == there else "the upper layer"
        yield f"{upper} uses {kind} {lower}: {', '.join(sorted(names))}"


def cycles(found):
    """Sets of folders that depend on each other, directly or indirectly."""
    after = defaultdict(set)
    for one, other in found:
        after[one].add(other)

    def reached(start):
        seen, waiting = set(), [start]
        while waiting:
            for place in after[waiting.pop()] - seen:
                seen.add(place)
                waiting.append(place)
        return seen

    reach = {place: reached(place) for place in list(after)}
    found = {
        frozenset({one} | {other for other in reach[one] if one in reach.get(other, ())})
        for one in reach if one in reach[one]
    }
    return sorted(sorted(cycle) for cycle in found)


if __name__ == "__main__":
    modules = sorted(path.name for path in SOURCES.iterdir() if list(path.rglob("*.swift")))
    everything = {pair: names for module in modules for pair, names in dependencies(module).items()}
    if "--dot" in sys.argv:
        print("digraph folders {\n  rankdir=TB;\n  node [shape=box];")
        for one, other in sorted(everything):
            print(f'  "{one}" -> "{other}";')
        print("}")
    else:
        for (one, other), names in sorted(everything.items()):
            print(f"{one} → {other}: {', '.join(sorted(names)[:6])}{' …' if len(names) > 6 else ''}")
        both = sum((other, one) in everything for one, other in everything) // 2
        print(
            f"{len(everything)} dependencies, {both} pairs depend on each other, "
            f"cycles: {cycles(everything) or 'none'}")
