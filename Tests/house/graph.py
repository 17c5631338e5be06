"""The graph of the house: which folder of Sources/ uses the types and functions of which other.

    python3 Tests/house/graph.py          prints every arrow between folders, with the names behind it
    python3 Tests/house/graph.py --dot    the same for Graphviz

Between modules the compiler allows arrows in one direction only; inside a module any file can use any other, and only this
script sees whether floors are kept. It reads the source as text: what a folder declares at the top level of its files, and
where these names stand elsewhere. A name that is declared in two places counts for neither; what an extension adds to a
type of another folder, and is used behind a dot, is not seen.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "Sources"
# What of a module's folders stands above what, the highest first; what stands on one floor has no arrows between each other.
# A folder that is not named here, of a module that is, is an error: whoever adds one says where it belongs.
FLOORS = {
    "Interface": [["App"], ["Features/*"], ["Kit"], ["Session"]],
    "Exchange": [["Text"], ["JSON", "Scores"], ["Requests"]],
    "Rendering": [
        ["Drawings/Circle", "Drawings/Graph", "Drawings/Light", "Drawings/Chart"],
        ["Drawings/Keyboard", "Drawings/Staff"],
        ["Engraving", "Presenting"],
        ["HTML"],
    ],
    "Practice": [["Courses"], ["Results"], ["Running"], ["Exercises", "Memory"], ["Judging"], ["Basics"]],
    "Tunes": [["Formats", "Playing"], ["Transposing"], ["Form", "Text", "IReal", "MusicXML", "Analysis"], ["Model", "Markup"]],
}

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
STRING = re.compile(r'"""(.*?)"""|"((?:[^"\\\n]|\\.)*)"', re.S)
DECLARATION = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:public |package |private |fileprivate |final |nonisolated\(unsafe\) |indirect )*"
    r"(struct|enum|class|actor|protocol|typealias|func|let|var)\s+(\w+)",
    re.M,
)
# What a file calls so for itself: a member, a variable, a case, a parameter.
LOCAL = re.compile(r"^[ ]+.*?\b(?:let|var|func|case)\s+\.?(\w+)|[(,]\s*(?:\w+\s+)?([a-z]\w*):", re.M)
NAME = re.compile(r"\b[A-Za-z_]\w*\b")


def code(text):
    """Without comments and without what strings say; what is computed inside of a string stays."""
    computed = lambda match: " ".join(re.findall(r"\\\(([^\"]*?)\)", match[1] or match[2] or ""))
    return COMMENT.sub("", STRING.sub(lambda match: f' "" {computed(match)} ', text))


def folder(path):
    """`Interface/Features/Circle` for a file anywhere inside of it: a floor's folder, or a feature's."""
    parts = path.relative_to(SOURCES).parts[:-1]
    named = sum(FLOORS.get(parts[0], []), [])
    is_deeper = any(name.startswith(f"{parts[1]}/") for name in named) if len(parts) > 2 else False
    return "/".join(parts[:3] if is_deeper else parts[:2])


def read(module):
    """Of each folder of a module: what it declares for others, and the names that stand in it."""
    declared, used = defaultdict(set), defaultdict(set)
    for path in sorted((SOURCES / module).rglob("*.swift")):
        text = code(path.read_text(encoding="utf-8"))
        own = set()
        for match in DECLARATION.finditer(text):
            line = text[text.rfind("\n", 0, match.start()) + 1 : match.end()]
            # What is private to a file is a name of its own there, whatever others call theirs.
            (own if "private " in line else declared[folder(path)]).add(match[2])
        own |= {name for names in LOCAL.findall(text) for name in names}
        # A member after its dot may be called like anything, and so may an argument before its colon.
        free = re.sub(r"\.\s*[a-z]\w*|\b[a-z]\w*:", " ", text)
        used[folder(path)] |= set(NAME.findall(free)) - own
    return declared, used


def arrows(module):
    """(from, to) → the names that `from` uses of `to`."""
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


def floor(module, place):
    """The number of a folder's floor, 0 at the top; None where it is not said."""
    inside = place.removeprefix(module + "/")
    for number, floors in enumerate(FLOORS[module]):
        if any(inside == name or name.endswith("/*") and inside.startswith(name[:-1]) for name in floors):
            return number
    return None


def faults(module):
    """What is wrong with a module's folders, a sentence each."""
    places = {folder(path) for path in (SOURCES / module).rglob("*.swift")}
    for place in sorted(places):
        if floor(module, place) is None:
            yield f"{place} is on no floor: say on which in Tests/house/graph.py"
    for (upper, lower), names in sorted(arrows(module).items()):
        here, there = floor(module, upper), floor(module, lower)
        if here is None or there is None or here < there:
            continue
        kind = "a neighbour's" if here == there else "an upper floor's"
        yield f"{upper} uses {kind} {lower}: {', '.join(sorted(names))}"


def circles(found):
    """Sets of folders from each of which an arrow leads, perhaps by way of others, to all of the set."""
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
    found = {frozenset({one} | {other for other in reach[one] if one in reach.get(other, ())}) for one in reach if one in reach[one]}
    return sorted(sorted(circle) for circle in found)


if __name__ == "__main__":
    modules = sorted(path.name for path in SOURCES.iterdir() if list(path.rglob("*.swift")))
    everything = {arrow: names for module in modules for arrow, names in arrows(module).items()}
    if "--dot" in sys.argv:
        print("digraph house {\n  rankdir=TB;\n  node [shape=box];")
        for one, other in sorted(everything):
            print(f'  "{one}" -> "{other}";')
        print("}")
    else:
        for (one, other), names in sorted(everything.items()):
            print(f"{one} → {other}: {', '.join(sorted(names)[:6])}{' …' if len(names) > 6 else ''}")
        both = sum((other, one) in everything for one, other in everything) // 2
        print(f"{len(everything)} arrows, {both} pairs point both ways, circles: {circles(everything) or 'none'}")
