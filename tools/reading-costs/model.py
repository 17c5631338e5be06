"""The parts of a reading: a family, tensions, omissions and a bass. Each *part* has a cost, and a reading costs the sum
of its parts. Sources/Harmony/Naming has the same model in Swift; see docs/names.md.
"""

import re
from functools import lru_cache

# Degrees of each family. If two share equally many notes with a symbol, the first one is used.
FAMILIES = {
    "7": "1 3 5 ♭7",
    "ma7": "1 3 5 7",
    "mi7": "1 ♭3 5 ♭7",
    "ma": "1 3 5",
    "mi": "1 ♭3 5",
    "6": "1 3 5 6",
    "mi6": "1 ♭3 5 6",
    "mi(Δ7)": "1 ♭3 5 7",
    "mi7(♭5)": "1 ♭3 ♭5 ♭7",
    "°7": "1 ♭3 ♭5 °7",
    "°": "1 ♭3 ♭5",
    "+": "1 3 ♯5",
    "7(♯5)": "1 3 ♯5 ♭7",
    "7(♭5)": "1 3 ♭5 ♭7",
    "ma7(♯5)": "1 3 ♯5 7",
    "ma7(♭5)": "1 3 ♭5 7",
    "°ma7": "1 ♭3 ♭5 7",
    "7sus4": "1 4 5 ♭7",
    "ma7sus4": "1 4 5 7",
    "7sus2": "1 2 5 ♭7",
    "ma7sus2": "1 2 5 7",
    "sus4": "1 4 5",
    "sus2": "1 2 5",
    "5": "1 5",
}
FAMILIES = {name: degrees.split() for name, degrees in FAMILIES.items()}

# Some families are too rare for tension costs of their own, and share those of a relative.
RELATIVES = [
    ("7", "7(♯5)", "7(♭5)"),
    ("ma7", "ma7(♯5)", "ma7(♭5)"),
    ("ma7sus4", "ma7sus2"),
    ("sus4", "sus2"),
]
KIN = {family: relatives[0] for relatives in RELATIVES for family in relatives}

THIRDS = ("3", "♭3", "4", "2")
NINTHS = {"♭9", "9", "♯9"}


def semitones(degree):
    """The semitones of a degree above the root, within the octave: 1 for ♭9, 9 for 13, 6 and °7."""
    number = int(re.sub(r"\D", "", degree))
    natural = [0, 2, 4, 5, 7, 9, 11][(number - 1) % 7]
    return (natural + degree.count("♯") - degree.count("♭") - 2 * degree.count("°")) % 12


def bits(degrees):
    """A set of notes above its root, as twelve bits."""
    return sum({1 << semitones(degree) for degree in degrees})


def third(family):
    return next((degree for degree in FAMILIES[family] if degree in THIRDS), None)


def has_seventh(family):
    return any(degree in FAMILIES[family] for degree in ("7", "♭7", "°7"))


def tension(family, note):
    """The name of a note as a tension on a family, or None if it cannot be one."""
    own, its_third = FAMILIES[family], third(family)
    has_natural_fifth = not {"♭5", "♯5"} & set(own)
    is_simple = family in ("ma", "mi", "°")
    return {
        1: "♭9",
        2: "9" if its_third != "2" else None,
        3: "♯9" if its_third == "3" else None,
        5: None if its_third == "4" else "11" if its_third == "♭3" else "add11",
        6: "♯11" if (has_natural_fifth or "♯5" in own) and its_third != "4" else None,
        8: "♭13" if "♯5" not in own else None,
        # A triad with a sixth is its own family.
        9: None if is_simple or {"6", "°7"} & set(own) else "13" if has_seventh(family) else "add6",
        11: "addΔ7" if {"♭7", "°7"} & set(own) else None,
    }.get(note)


@lru_cache(None)
def interpretations(notes):
    """All families with tensions and omissions that some notes can be, above a root that may be silent."""
    found = []
    for family, own in FAMILIES.items():
        omitted = [degree for degree in own if not notes >> semitones(degree) & 1]
        if any(degree not in ("1", "5") and not (degree == "3" and family in ("7", "ma7")) for degree in omitted):
            continue
        beyond = notes & ~bits(own)
        tensions = [tension(family, note) for note in range(12) if beyond >> note & 1]
        if None not in tensions:
            found.append((family, tuple(tensions), tuple(omitted)))
    return found


def parts(family, tensions, omitted, bass, has_band=False):
    """The parts of a reading, with their counts.

    bass: semitones of the lowest note above the root. With a bass player it counts half.
    """
    counts = {}

    def add(part, count=1.0):
        counts[part] = counts.get(part, 0.0) + count

    kin, present = KIN.get(family, family), set(tensions)
    add(("family", family))
    for degree in tensions:
        add(("tension", kin, degree))

    # Tensions that clash.
    ninths = present & NINTHS
    if len(ninths) > 1 and (kin != "7" or "9" in ninths):
        add("two ninths")
    if {"13", "♭13"} <= present:
        add("two thirteenths")
    if "♯11" in present and present & {"11", "add11"}:
        add("two elevenths")
    additions = sum(degree.startswith("add") for degree in tensions)
    if additions > 1:
        add("many additions", additions - 1)
    if len(tensions) > 3:
        add("many tensions", len(tensions) - 3)

    if "5" in omitted:
        # Tensions that replace the fifth: C13 is played without it.
        replaced = " replaced" if present & {"11", "♯11", "13", "♭13"} else ""
        add("no fifth" + replaced + (" in a triad" if len(FAMILIES[family]) == 3 else ""))
    if "3" in omitted:
        add("no third")
    rootless = "1" in omitted
    if rootless:
        add("no root" if not has_band else "no root beside a band")

    if bass:
        share = 0.5 if has_band and not rootless else 1.0
        before = "rootless, " if rootless else ""
        own = next((d for d in FAMILIES[family] if semitones(d) == bass and d not in omitted), None)
        if own is None:
            add(before + "bass: a tension", share)
        else:
            number = re.sub(r"\D", "", own)
            name = {"3": "third", "5": "fifth", "6": "seventh", "7": "seventh"}.get(number, "suspension")
            add(f"{before}bass: {name}", share)
            if tensions and not rootless:
                add(f"bass: {name}, each tension", share * len(tensions))
    return counts


def seen_from(root, notes):
    return (notes >> root | notes << 12 - root) & 0xFFF


def readings(notes, bass, has_band=False):
    """All readings from all twelve roots: (root, family, tensions, omitted, parts)."""
    return [
        (root, *reading, parts(*reading, (bass - root) % 12, has_band))
        for root in range(12)
        for reading in interpretations(seen_from(root, notes))
    ]
