"""The lists used to compare engines. The libraries themselves are not run here."""

import importlib.util

import pytest

from serving import ROOT

specification = importlib.util.spec_from_file_location("lists", ROOT / "Benchmarks/peers/lists.py")
lists = importlib.util.module_from_spec(specification)
specification.loader.exec_module(lists)


@pytest.mark.parametrize("degrees, written", [
    ("1 ♭3 ♭5 ♭7", ["Cm7b5", "Cmi7(b5)", "Ch7"]),
    ("1 3 5 ♭7 9 ♯11 13", ["C13#11", "C13(#11)", "C13#11"]),
    ("1 3 5 ♭7 ♭9 ♭13", ["C7b9b13", "C7(b9,b13)", "C7b9b13"]),
    ("1 3 ♭5 ♭7 ♯9", ["C7b5#9", "C7(b5,#9)", "C7b5#9"]),
    ("1 ♭3 5 ♭7 9 11 13", ["Cm13", "Cmi13", "C-13"]),
    ("1 3 5 6 9", ["C6/9", "C6/9", "C69"]),
    ("1 4 5 ♭7 9", ["C9sus4", "C9sus4", "C9sus"]),
    ("1 3 5 9", ["Cadd9", "C(add9)", "Cadd9"]),
])
def test_symbols_are_written_as_in_lead_sheets(degrees, written):
    assert lists.spellings(degrees) == written


def test_each_style_has_96_symbols():
    assert [len({symbol.text for symbol in lists.symbols(style)}) for style in range(3)] == [96, 96, 96]


def test_notes_are_spelled_and_stacked():
    names = [(lists.note_name(note), octave)
        for note, octave in lists.stacked([lists.fifths(n) for n in ("B♭", "D", "A♭", "C♭")])]
    # C♭ belongs to the octave of its letter.
    assert names == [("Bb", 3), ("D", 4), ("Ab", 4), ("Cb", 5)]
    assert lists.note_name(lists.degree_fifths("°7")) == "Bbb"
    assert lists.note_name(lists.fifths("F##"), simple=True) == "G"


def test_played_voicings_contain_the_chord_in_every_key():
    assert [len(sounds) for sounds in (lists.voicings(False), lists.voicings(True), lists.upper_structures())] == [
        72 * 12, 28 * 12, 53 * 12]
    rooted = lists.voicings(False)
    assert all(sound.root in sound.pitch_classes and sound.bass in sound.pitch_classes for sound in rooted)
    assert not any(sound.root in sound.pitch_classes for sound in lists.voicings(True))
    first = lists.upper_structures()[:12]
    # C7 and D in C, then up by semitones.
    assert [sound.pitch_classes for sound in first] == [
        frozenset((note + key) % 12 for note in (0, 2, 4, 6, 7, 9, 10)) for key in range(12)]


def test_all_sets_are_complete():
    assert len({sound.pitch_classes for sound in lists.all_sets()}) == 4095
