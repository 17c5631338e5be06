"""Compares how this engine and four open libraries name and read the same chords. Started by ./run.

Each library is called as its documentation recommends, and its first answer counts. An error is no answer. Notes are
spelled as the chord spells them, lowest first. Times are processor times for one answer. Ours include the start of the
program, all readings with reasons, and JSON.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import time
import warnings
from dataclasses import dataclass

import lists
import music
from lists import ROOT, fifths, note_name, pitch_class

CHORDS = ROOT / ".build/release/chords"


@dataclass
class Answer:
    name: str | None = None
    # Pitch classes; other roots that an engine gives, best first.
    root: int | None = None
    bass: int | None = None
    others: tuple[int, ...] = ()


NONE = Answer()


def classes(names):
    """The pitch classes of a library's note names: C, Eb, B-, F##."""
    return frozenset(pitch_class(fifths(re.sub(r"\d", "", name).replace("-", "b"))) for name in names)


class Music21:
    title = "music21"

    def __init__(self):
        from music21 import chord, harmony

        self.chord, self.harmony = chord, harmony

    def name(self, sound):
        chord = self.chord.Chord([note_name(note, flat="-") + str(octave) for note, octave in sound.notes])
        root, bass = chord.root(), chord.bass()
        figure = self.harmony.chordSymbolFigureFromChord(chord)
        return Answer(None if "Cannot Be Identified" in figure else figure, root.pitchClass, bass.pitchClass)

    def read(self, symbol):
        return frozenset(pitch.pitchClass for pitch in self.harmony.ChordSymbol(symbol).pitches)


class PyChord:
    title = "pychord"

    def __init__(self):
        import pychord

        self.pychord = pychord

    def name(self, sound):
        found = first(self.pychord.find_chords_from_notes, sound)
        if not found:
            return NONE
        roots = [pitch_class(fifths(chord.root)) for chord in found]
        bass = found[0].on
        return Answer(str(found[0]), roots[0], pitch_class(fifths(bass)) if bass else roots[0], tuple(roots[1:]))

    def read(self, symbol):
        return frozenset(int(note) % 12 for note in self.pychord.Chord(symbol).components(visible=False))


class Mingus:
    title = "mingus"

    def __init__(self):
        from mingus.core import chords

        self.chords = chords

    def name(self, sound):
        found = first(lambda names: self.chords.determine(names, shorthand=True), sound)
        if not found:
            return NONE
        # Only the long name has the inversion. U|L is one chord above another.
        lower = [name.split("|")[-1] for name in found]
        roots = [pitch_class(fifths(re.match("[A-G][#b]*", name)[0])) for name in lower if re.match("[A-G]", name)]
        if not roots:
            return NONE
        return Answer(found[0], roots[0], sound_bass(sound), tuple(roots[1:]))

    def read(self, symbol):
        return classes(self.chords.from_shorthand(symbol))


class MusicPy:
    title = "musicpy"
    # An uncommon set takes a tenth of a second.
    every = 8

    def __init__(self):
        os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
        # It looks for a sound card, and the system prints an error if there is none.
        kept, null = os.dup(2), os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        import musicpy
        from musicpy import alg

        os.dup2(kept, 2)
        self.musicpy, self.alg = musicpy, alg

    def name(self, sound):
        names = [note_name(note, simple=True) for note, _ in sound.notes]
        places = zip(names, lists.stacked([fifths(name) for name in names]))
        chord = self.musicpy.chord(", ".join(name + str(octave) for name, (_, octave) in places))
        found = self.alg.detect(chord, get_chord_type=True)
        if found is None or found.type != "chord":
            return NONE
        last = found
        while last.polychords:
            last = last.polychords[0]
        root = last.root or re.sub(r"\d", "", last.note_name)
        answer = Answer(found.to_text(), pitch_class(fifths(root)), sound_bass(sound))
        # It cannot read its own text, but the answer can be turned into notes.
        answer.meant = found
        return answer

    def read(self, symbol):
        return self._notes(self.musicpy.trans(symbol))

    def read_back(self, answer):
        return self._notes(answer.meant.to_chord())

    def _notes(self, chord):
        return frozenset(note.degree % 12 for note in chord.notes)


def first(ask, sound):
    """The first answers, trying several orders of the notes."""
    for places in lists.orders(sound):
        if found := ask([note_name(place, simple=True) for place in places]):
            return found
    return None


def sound_bass(sound):
    """For libraries that number inversions: the bass is right if the root is right."""
    return pitch_class(sound.notes[0][0])


class Peer:
    """A library that is called once per chord in this process."""

    def __init__(self, library):
        self.library, self.title = library, library.title
        self.every = getattr(library, "every", 1)

    def named(self, sounds):
        return self._timed(lambda sound: self.library.name(sound), sounds, NONE)

    def read(self, texts):
        return self._timed(lambda text: self.library.read(text), texts, None)

    def read_back(self, answers):
        read = getattr(self.library, "read_back", lambda answer: self.library.read(answer.name))
        return self._timed(lambda answer: read(answer) if answer.name else None, answers, None)[0]

    def _timed(self, work, inputs, nothing):
        answers = []
        start = time.process_time()
        for each in inputs:
            try:
                answers.append(work(each))
            # They fail in many ways: with their own errors, type errors, or infinite recursion.
            except Exception:
                answers.append(nothing)
        return answers, (time.process_time() - start) / len(inputs)


class Ours:
    """This engine, through its command line: all chords in one process."""

    title = "Chord Combiner"
    every = 1

    def named(self, sounds, *options):
        lines = [" ".join(note_name(note) for note, _ in sound.notes) for sound in sounds]
        answers, seconds = self._run(["name", *options], lines)
        return [self._answer(answer) for answer in answers], seconds

    def combined(self, pairs):
        answers, _ = self._run(["combine"], ["\t".join(pair) for pair in pairs])
        return [Answer(answer["title"], *self._root_and_bass(answer)) for answer in answers]

    def read(self, texts):
        answers, seconds = self._run(["info"], texts)
        return [classes(map(plain, answer["notes"])) if "notes" in answer else None for answer in answers], seconds

    def read_back(self, answers):
        return self.read([answer.precise for answer in answers])[0]

    def _answer(self, answer):
        first, *others = answer["readings"]
        found = Answer(first["title"], *self._root_and_bass(first), tuple(self._root_and_bass(x)[0] for x in others))
        # The title omits what the ear supplies.
        found.precise = first["precise"]
        return found

    def _root_and_bass(self, reading):
        return [pitch_class(fifths(plain(reading[part] or reading["root"]))) for part in ("root", "bass")]

    def _run(self, command, lines):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [CHORDS, *command, "--batch", "--json"], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(answers) == len(lines)
        return answers, seconds / len(lines)


def plain(name):
    return name.replace("𝄫", "♭♭").replace("𝄪", "♯♯")


# MARK: The table


def share(count, of):
    # Rounded down, so that 100 % means all.
    return f"{1000 * count // of / 10:g} %"


def duration(seconds):
    return f"{seconds * 1e6:,.0f} µs"


def column(engine, every, keys, tasks):
    """The results of one engine: row titles and their cells."""
    cells = {}

    def right(answers, sounds, bass=True):
        return share(
            sum(a.root == s.root and (not bass or a.bass == s.bass) for a, s in zip(answers, sounds)), len(sounds))

    def spoken(title, sounds):
        answers, seconds = engine.named(sounds)
        if sounds[0].root is not None:
            cells[f"{title}: root and bass right"] = right(answers, sounds)
        cells[f"{title}: named at all"] = share(sum(answer.name is not None for answer in answers), len(sounds))
        back = engine.read_back(answers)
        cells[f"{title}: the name, read back, gives the notes"] = share(
            sum(notes == sound.pitch_classes for notes, sound in zip(back, sounds)), len(sounds))
        cells[f"{title}: time for a name"] = duration(seconds)

    rooted = lists.voicings(False, keys)
    spoken(f"{len(rooted)} voicings with a root", rooted)

    rootless = lists.voicings(True, keys)
    title = f"{len(rootless)} voicings without root"
    answers, _ = engine.named(rootless)
    cells[f"{title}: root right"] = right(answers, rootless, bass=False)
    cells[f"{title}: root among the first three"] = within_three(answers, rootless)
    is_ours = isinstance(engine, Ours)
    band = engine.named(rootless, "--band")[0] if is_ours else None
    cells[f"{title}: root right, with a bass player"] = right(band, rootless, bass=False) if band else "–"
    cells[f"{title}: root among the first three, with a bass player"] = within_three(band, rootless) if band else "–"

    structures = lists.upper_structures(keys)
    spoken(f"{len(structures)} upper structures", structures)
    pairs = lists.upper_structure_pairs(keys)
    combined = engine.combined(pairs) if is_ours else None
    cells[f"{len(structures)} upper structures: root and bass right, from both symbols"] = (
        right(combined, structures) if combined else "–")
    some = f"{len(lists.all_sets(every)):,} sets of notes"
    spoken(some, lists.all_sets(every * engine.every))
    if engine.every > 1:
        cells |= {row: f"{cell} *" for row, cell in cells.items() if row.startswith(some)}

    cells |= musical(engine, tasks)
    seconds = []
    for index, style in enumerate(lists.STYLES):
        symbols = lists.symbols(index)
        notes, time_each = engine.read([symbol.text for symbol in symbols])
        seconds.append(time_each)
        read = sum(symbol.is_read_as(found) for symbol, found in zip(symbols, notes))
        cells[f"{len(symbols)} symbols, {style}: read right"] = share(read, len(symbols))
    cells["time for a symbol"] = duration(sum(seconds) / len(seconds))
    return cells


def musical(engine, tasks):
    """The results in context, in tunes and in MIDI files."""
    is_ours = isinstance(engine, Ours)

    def count(found, wanted):
        return share(sum(each in right for each, right in zip(found, wanted)), len(wanted))

    def roots(sounds):
        return [answer.root for answer in engine.named(sounds)[0]]

    contexts, tunes, slots = tasks.context_roots(), tasks.keys(), tasks.slot_roots()
    finder = music.KEY_FINDERS.get(engine.title)
    found = tasks.our_keys() if is_ours else [tried(finder, row) for row in tasks.progressions()] if finder else None
    return {
        f"{len(contexts)} voicings in context: root right, from notes alone": count(roots(tasks.sounds()), contexts),
        f"{len(contexts)} voicings in context: root right, with key, neighbors and band": (
            count(tasks.named_in_context(), contexts) if is_ours else "–"),
        f"{len(tunes)} tunes: main key right, from chords alone": count(found, tunes) if found else "–",
        f"{len(slots)} chords of {len(tasks.slots)} MIDI files: root right": count(
            tasks.our_slots() if is_ours else roots(tasks.slot_sounds()), slots),
    }


def tried(finder, row):
    try:
        return finder(row)
    except Exception:
        return None


def within_three(answers, sounds):
    return share(sum(s.root in (a.root, *a.others[:2]) for a, s in zip(answers, sounds)), len(sounds))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--quick", action="store_true", help="three keys, and every sixteenth set of notes")
    quick = options.parse_args().quick
    warnings.simplefilter("ignore")
    keys, every = (lists.KEYS[:3], 16) if quick else (lists.KEYS, 1)
    tasks = music.Music(CHORDS)
    columns = {}
    for make in (Ours, Music21, PyChord, Mingus, MusicPy):
        engine = make() if make is Ours else Peer(make())
        start = time.monotonic()
        columns[engine.title] = column(engine, every, keys, tasks)
        print(f"{engine.title}: {time.monotonic() - start:.0f} s", file=sys.stderr)
    print(f"| | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
    for row in next(iter(columns.values())):
        print(f"| {row} | {' | '.join(cells[row] for cells in columns.values())} |")
    scales = [tried(music.aeberscale_key, row) for row in tasks.progressions()]
    right = sum(scale in keys for scale, keys in zip(scales, tasks.keys()))
    print(f"\naeberscale, which finds scales: {share(right, len(scales))} of the main keys.")
    print(f"\n\\* musicpy was asked only one in {MusicPy.every} of them, since it is slow.")


if __name__ == "__main__":
    main()
