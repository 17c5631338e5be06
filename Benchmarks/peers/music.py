"""Tasks that need more than one chord: naming in context, the key of a tune, chords from MIDI files.

The data are the project's own fixtures, which teachers' rules have labeled. Only roots and keys are compared, because
the libraries name types differently. Notes of MIDI files are spelled with flats. Durations do not count.
"""

import csv
import json
import subprocess
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import mido
from lists import ROOT, Sound, fifths, pitch_class

TESTS = ROOT / "Tests"
TUNES = TESTS / "commandline/fixtures"
STYLES = TESTS / "InstrumentsTests/Fixtures/styles"
# C D♭ D E♭ E F F♯ G A♭ A B♭ B
SPELLED = [0, -5, 2, -3, 4, -1, 6, 1, -4, 3, -2, 5]


def rows(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def sound(pitches):
    return Sound(tuple((SPELLED[pitch % 12], pitch // 12 - 1) for pitch in sorted(pitches)))


class Music:
    """The tasks, with what is right. Our engine reads the chord symbols of the data."""

    def __init__(self, ours):
        self.ours = ours
        self.contexts = rows(TESTS / "HarmonyTests/Fixtures/contexts.tsv")
        self.tunes = [row for row in rows(TUNES / "analysis-tunes.tsv") if row["key"] != "-"]
        self.chords = defaultdict(list)
        for row in rows(TUNES / "analysis.tsv"):
            self.chords[row["tune"]].append(row["symbol"])
        self.slots = defaultdict(list)
        for row in rows(STYLES / "expected.tsv"):
            self.slots[row["file"]].append(row)
        wanted = [[row["expected"], *row["acceptable"].split(",")] for row in self.contexts] + [
            row["expected"].split(",") for slots in self.slots.values() for row in slots] + list(self.chords.values())
        self.known = {}
        texts = sorted({text for symbols in wanted for text in symbols if text})
        for text, answer in zip(texts, self._lines(["info", "--batch", "--json"], texts)):
            self.known[text] = answer

    def _lines(self, arguments, lines):
        done = subprocess.run(
            [self.ours, *arguments], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def _root(self, symbol):
        return pitch_class(fifths(self.known[symbol]["root"]))

    # MARK: Contexts

    def sounds(self):
        return [sound(map(int, row["notes"].split())) for row in self.contexts]

    def context_roots(self):
        """The acceptable roots of each voicing."""
        return [{self._root(text) for text in [row["expected"], *row["acceptable"].split(",")] if text}
                for row in self.contexts]

    def named_in_context(self):
        """Our roots, with key, neighbors and bass player."""
        roots = [None] * len(self.contexts)
        for band in ("no", "yes"):
            places = [place for place, row in enumerate(self.contexts) if row["band"] == band]
            lines = ["\t".join(self.contexts[place][column] for column in ("notes", "key", "after", "before"))
                     for place in places]
            options = ["--band"] if band == "yes" else []
            for place, answer in zip(places, self._lines(["name", "--batch", "--json", *options], lines)):
                first = answer["readings"][0]
                roots[place] = pitch_class(fifths(first["root"]))
        return roots

    # MARK: Keys

    def keys(self):
        """The main keys of each tune, as (tonic, whether it is minor)."""
        return [{key(name) for name in row["key"].split("|")} for row in self.tunes]

    def progressions(self):
        """The notes of the chords of each tune, root position, from the octave of middle C up."""
        return [[self._pitches(text) for text in self.chords[row["tune"]]] for row in self.tunes]

    def _pitches(self, symbol):
        root = 48 + self._root(symbol)
        notes = [pitch_class(fifths(name)) for name in self.known[symbol]["notes"]]
        return sorted({root + (note - root) % 12 for note in notes})

    def our_keys(self):
        return [self._our_key((TUNES / "analysis" / (row["tune"] + ".txt")).read_text("utf-8")) for row in self.tunes]

    def _our_key(self, text):
        """The key of a chart without its key line."""
        lines = [line for line in text.splitlines() if not line.startswith("Key:")]
        done = subprocess.run(
            [self.ours, "tune", "analyse", "-", "--json"], input="\n".join(lines), stdout=subprocess.PIPE, text=True)
        name = json.loads(done.stdout)["tunes"][0]["key"]
        return key(name) if name else None

    # MARK: MIDI files

    def slot_roots(self):
        return [{self._root(text) for text in row["expected"].split(",")} for slots in self.slots.values()
                for row in slots]

    def slot_sounds(self):
        """The notes that sound between two changes of chord. The libraries do not find the changes."""
        sounds = []
        for name, slots in self.slots.items():
            notes, bounds = played(STYLES / name), self._bounds(slots)
            for start, end in zip(bounds, bounds[1:]):
                # An eighth before the chord belongs to it.
                inside = {pitch for pitch, begin in notes if start - 0.51 <= begin < end - 0.51}
                sounds.append(sound(inside))
        return sounds

    def our_slots(self):
        """The root of the chord that covers most of each slot; we find the changes ourselves."""
        roots = []
        for name, slots in self.slots.items():
            options = slots[0]["options"].split()
            done = subprocess.run(
                [self.ours, "midi", STYLES / name, "--json", "--per", "bar", *options], stdout=subprocess.PIPE,
                text=True)
            beats, bounds = self._beats(slots), self._bounds(slots)
            found = [((chord["bar"] - 1) * beats + chord["beat"] - 1, chord["name"])
                     for chord in json.loads(done.stdout)["chords"]]
            named = dict(zip((text for _, text in found),
                             self._lines(["info", "--batch", "--json"], [text for _, text in found])))
            ends = [start for start, _ in found[1:]] + [bounds[-1]]
            for start, stop in zip(bounds, bounds[1:]):
                shares = Counter()
                for (begin, text), end in zip(found, ends):
                    shares[text] += max(0, min(end, stop) - max(begin, start))
                text = shares.most_common(1)[0][0] if shares else None
                roots.append(pitch_class(fifths(named[text]["root"])) if text else None)
        return roots

    def _beats(self, slots):
        return int(slots[0]["meter"].split("/")[0])

    def _bounds(self, slots):
        """When each slot begins, and when the last one ends, in beats."""
        beats = self._beats(slots)
        starts = [(int(row["bar"]) - 1) * beats + float(row["beat"]) - 1 for row in slots]
        return [*starts, starts[-1] + beats]


def key(name):
    """The tonic of `B♭ minor`, and whether its third is minor."""
    tonic, mode = name.split()
    return pitch_class(fifths(tonic)), mode.lower() in ("minor", "dorian", "phrygian", "aeolian", "locrian")


def played(path):
    """The notes of a MIDI file with the beats on which they begin."""
    file = mido.MidiFile(path)
    notes = []
    for track in file.tracks:
        tick = 0
        for message in track:
            tick += message.time
            if message.type == "note_on" and message.velocity > 0:
                notes.append((message.note, tick / file.ticks_per_beat))
    return notes


# MARK: Keys by other libraries


def music21_key(chords):
    from music21 import chord, stream

    found = stream.Stream([chord.Chord(pitches, quarterLength=4) for pitches in chords]).analyze("key")
    return found.tonic.pitchClass, found.mode == "minor"


def musicpy_key(chords):
    import musicpy
    from musicpy import alg

    names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    notes = [musicpy.note(names[pitch % 12], pitch // 12 - 1) for pitches in chords for pitch in pitches]
    found = alg.detect_scale(musicpy.chord(notes), get_scales=True)
    scale = found[0] if isinstance(found, list) else found
    return scale.start.degree % 12, scale.mode in ("minor", "dorian", "phrygian", "aeolian")


def aeberscale_key(chords):
    from aeberscale import find_scale

    notes = [pitch for pitches in chords for pitch in pitches]
    scale = find_scale(notes, [1.0] * len(notes))
    scale = scale if hasattr(scale, "root_number") else scale[0]
    has_minor_third = (scale.root_number + 3) % 12 in scale.note_numbers
    return scale.root_number, has_minor_third and (scale.root_number + 4) % 12 not in scale.note_numbers


KEY_FINDERS = {"music21": music21_key, "musicpy": musicpy_key, "aeberscale": aeberscale_key}
