"""The lists for the comparison of engines: sounds with their names, and symbols with their meaning.

A note is a place on the line of fifths (C 0, G 1, F −1), so everything is spelled in every key.
"""

import csv
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "Tests/HarmonyTests/Fixtures"

# C D♭ D E♭ E F F♯ G A♭ A B♭ B
KEYS = [0, -5, 2, -3, 4, -1, 6, 1, -4, 3, -2, 5]


@dataclass(frozen=True)
class Sound:
    """Some notes, from the lowest up, each with its octave (4 begins with middle C)."""

    notes: tuple[tuple[int, int], ...]
    # Pitch classes, if textbooks name the chord.
    root: int | None = None
    bass: int | None = None

    @property
    def pitch_classes(self):
        return frozenset(pitch_class(note) for note, _ in self.notes)


def pitch_class(fifths):
    return 7 * fifths % 12


def fifths(name):
    """The place of a note such as B♭ or F## on the line of fifths."""
    return "FCGDAEB".index(name[0]) - 1 + 7 * (len(re.findall("[♯#]", name)) - len(re.findall("[♭b]", name[1:])))


def degree_fifths(degree):
    """The distance of ♭9 or °7 from the root on the line of fifths."""
    number = int(re.sub(r"\D", "", degree))
    natural = [0, 2, 4, -1, 1, 3, 5][(number - 1) % 7]
    return natural + 7 * (degree.count("♯") - degree.count("♭") - 2 * degree.count("°"))


def note_name(place, simple=False, flat="b"):
    """C, Eb or F##. Simple names have at most one accidental: not all libraries read two, and none reads three."""
    while not (-8 <= place <= 12 if simple else -15 <= place <= 19):
        place += 12 if place < 0 else -12
    signs = (place + 1) // 7
    return "FCGDAEB"[(place + 1) % 7] + ("#" * signs if signs > 0 else flat * -signs)


def stacked(places):
    """Each note above the one before it, the first in the octave below middle C."""
    notes, last = [], 36
    for place in places:
        pitch = last + 1 + (pitch_class(place) - last - 1) % 12 if notes else 48 + pitch_class(place)
        # B♯ belongs to the octave of its letter.
        notes.append((place, (pitch - (place + 1) // 7) // 12 - 1))
        last = pitch
    return tuple(notes)


def orders(sound):
    """Several orders of the notes, for libraries without octaves that read some chords in one order only.

    The orders are as played, in close position above the lowest note, and in thirds above it.
    """
    places = list(dict.fromkeys(place for place, _ in sound.notes))
    lowest = places[0]
    yield places
    yield sorted(places, key=lambda place: pitch_class(place - lowest))
    # A fifth is four steps of the scale and a step is four thirds, octaves aside.
    yield sorted(places, key=lambda place: 4 * 4 * (place - lowest) % 7)


def rows(name):
    with open(FIXTURES / name, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def voicings(rootless, keys=KEYS):
    """Voicings as jazz methods teach them, in all keys."""
    found = []
    for row in rows("voicings.tsv"):
        if (row["rootless"] == "yes") is not rootless:
            continue
        degrees = f"{row['left']} {row['right'] or ''}".split()
        for key in keys:
            places = [key + degree_fifths(degree) for degree in degrees]
            found.append(Sound(stacked(places), root=pitch_class(key), bass=pitch_class(places[0])))
    return found


TYPES = {row["suffix"]: row["degrees"].split() for row in rows("chord-types.tsv")}


def split(symbol):
    """B♭ and mi7 of B♭mi7."""
    return re.fullmatch("([A-G][♭♯]?)(.*)", symbol).groups()


def chord_notes(symbol):
    """The notes of a chord of the classic table."""
    root, suffix = split(symbol)
    return [fifths(root) + degree_fifths(degree) for degree in TYPES[suffix or "ma"]]


def upper_structures(keys=KEYS):
    """Upper structures over their lower chords, in all keys. Textbooks name each on the root of the lower chord."""
    found = []
    for row in rows("upper-structures.tsv"):
        lower = chord_notes(row["lower"])
        # Each key has one name in a played chord.
        names = {pitch_class(place): place for place in lower}
        upper = [names.get(pitch_class(place), place) for place in chord_notes(row["upper"])]
        for key in keys:
            root = pitch_class(lower[0] + key)
            found.append(Sound(stacked([place + key for place in lower + upper]), root=root, bass=root))
    return found


def upper_structure_pairs(keys=KEYS):
    """The same, as two symbols each."""
    return [
        tuple(moved(row[half], key) for half in ("lower", "upper")) for row in rows("upper-structures.tsv")
        for key in keys
    ]


def moved(symbol, key):
    root, suffix = split(symbol)
    return note_name(fifths(root) + key, simple=True) + suffix


def all_sets(every=1):
    """All 4,095 sets of keys, over the first note from C up, with flats. There is no right root."""
    plain = [0, -5, 2, -3, 4, -1, -6, 1, -4, 3, -2, 5]
    return [
        Sound(stacked([plain[note] for note in range(12) if bits >> note & 1])) for bits in range(1, 4096, every)
    ]


# MARK: Symbols

# By family: typed, engraved and written by hand, with N for 7, 9, 11 or 13.
HEADS = {
    "1 3 5 ♭7": ("N", "N", "N"),
    "1 3 5 7": ("majN", "maN", "^N"),
    "1 ♭3 5 ♭7": ("mN", "miN", "-N"),
    "1 ♭3 5 7": ("mMN", "mi(maN)", "-^N"),
    "1 ♭3 ♭5 ♭7": ("mNb5", "miN(b5)", "hN"),
    "1 ♭3 ♭5 °7": ("dimN", "°N", "oN"),
    "1 ♭3 ♭5 7": ("dim(majN)", "°(maN)", "o^N"),
    "1 ♭3 ♯5 ♭7": ("mN#5", "miN(#5)", "-N#5"),
    "1 3 ♯5 ♭7": ("N#5", "+N", "N#5"),
    "1 3 ♭5 ♭7": ("Nb5", "N(b5)", "Nb5"),
    "1 3 ♯5 7": ("majN#5", "maN(#5)", "^N#5"),
    "1 3 ♭5 7": ("majNb5", "maN(b5)", "^Nb5"),
    "1 4 5 ♭7": ("Nsus4", "Nsus4", "Nsus"),
    "1 3 5 6": ("6", "6", "6"),
    "1 ♭3 5 6": ("m6", "mi6", "-6"),
    "1 3 ♭5 6": ("6b5", "6(b5)", "6b5"),
    "1 3 5": ("", "", ""),
    "1 ♭3 5": ("m", "mi", "-"),
    "1 ♭3 ♭5": ("dim", "°", "o"),
    "1 3 ♯5": ("aug", "+", "+"),
    "1 ♭3 ♯5": ("m#5", "mi(#5)", "-#5"),
    "1 4 5": ("sus4", "sus4", "sus"),
    "1 2 5": ("sus2", "sus2", "sus2"),
    "1 5": ("5", "5", "5"),
}
WHOLE = {
    "1 3 ♯5 ♭7 ♭9 ♯9 ♯11": ("7alt", "7alt", "7alt"),
    "1 5 ♭7 9 11": ("11", "11", "11"),
}


def spellings(degrees):
    """A chord on C as lead sheets write it: typed (Cm7b5), engraved (Cmi7(b5)) and written by hand (Ch7).

    None where no head of the table is in it, or it is written so rarely that there is no custom.
    """
    if degrees in WHOLE:
        return ["C" + text for text in WHOLE[degrees]]
    present = degrees.split()
    heads = [head for head in HEADS if set(head.split()) <= set(present)]
    if not heads:
        return None
    head = max(heads, key=lambda head: len(head.split()))
    beyond = [degree for degree in present if degree not in head.split()]
    has_seventh = any(degree in head.split() for degree in ("7", "♭7", "°7"))
    number = "7"
    if has_seventh and "9" in beyond:
        # 13 implies 9, and after a minor third 11; 11 implies 9.
        minor = "♭3" in head.split()
        if "13" in beyond and ("11" in beyond) is minor:
            number, said = "13", {"9", "11", "13"}
        elif "11" in beyond and minor:
            number, said = "11", {"9", "11"}
        else:
            number, said = "9", {"9"}
        beyond = [degree for degree in beyond if degree not in said]
    elif has_seventh and "13" in beyond and any(degree in beyond for degree in ("♭9", "♯9")):
        number = "13"
        beyond.remove("13")
    written = []
    for style, text in enumerate(HEADS[head]):
        text = text.replace("N", number)
        rest = list(beyond)
        if "6" in head and "9" in rest:
            rest.remove("9")
            text = text.replace("6", "69" if style == 2 else "6/9")
        rest = [
            degree.replace("♭", "b").replace("♯", "#") if has_seventh and degree[0] in "♭♯" or degree in ("♭6", "♯11")
            else "add" + degree.replace("♭", "b").replace("♯", "#")
            for degree in rest
        ]
        if style == 1 and rest:
            # Alterations share one pair of parentheses.
            text = text[:-1] + "," if text.endswith("5)") else text + "("
            written.append("C" + text + ",".join(rest) + ")")
        else:
            written.append("C" + text + "".join(rest))
    return written


@dataclass(frozen=True)
class Symbol:
    text: str
    # Semitones above the root.
    degrees: frozenset
    # Notes that textbooks treat differently: the ninth and eleventh of a 13, the third of an 11.
    optional: frozenset

    def is_read_as(self, notes):
        return notes is not None and (notes ^ self.degrees) <= self.optional


STYLES = ["typed", "engraved", "by hand"]


def symbols(style, count=96):
    """The degree sets that are written most often, in one of the styles."""
    found = []
    for row in rows("symbol-counts.tsv"):
        written = spellings(row["degrees"])
        # There is no common notation for these: a single flat fifth looks like a root with a flat.
        if written is None or row["degrees"] in ("1 3 ♭5", "1 2 4 5", "1 5 9", "1 3 5 6 ♭7"):
            continue
        text = written[style]
        optional = {2, 5} if "13" in text else {2, 3, 4} if "11" in re.sub("#11|add11", "", text) else set()
        if "alt" in text:
            optional = {1, 3, 6, 7, 8}
        semitones = frozenset(pitch_class(degree_fifths(degree)) for degree in row["degrees"].split())
        found.append(Symbol(text, semitones, frozenset(optional)))
    return found[:count]
