"""Progressions in numerals on the command line: CONTRACT.md, `chords progression`."""

import json

import pytest

from test_chords import chords

NOTES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


def progression(*arguments):
    """The answers in JSON, one for each key."""
    code, out, err = chords("progression", *arguments, "--json")
    assert (code, err) == (0, ""), err
    return [json.loads(line) for line in out.splitlines()]


def pitch_class(symbol):
    return (NOTES[symbol[0]] + {"♭": -1, "♯": 1}.get(symbol[1:2], 0)) % 12


def test_two_five_one_in_e_flat():
    (answer,) = progression("ii V I", "--key", "Eb", "--style", "rootless")
    assert answer["key"] == "E♭ major"
    assert [(chord["numeral"], chord["symbol"], chord["beats"]) for chord in answer["chords"]] == [
        ("ii7", "Fmi7", 4), ("V7", "B♭7", 4), ("Ima7", "E♭ma7", 4)]
    # Forms A, B, A of section 11: 3 5 7 9, then 7 9 3 13, then 3 5 7 9.
    degrees = [[(pitch - pitch_class(chord["symbol"])) % 12 for pitch in chord["left"] + chord["right"]]
        for chord in answer["chords"]]
    assert degrees == [[3, 7, 10, 2], [10, 2, 4, 9], [4, 7, 11, 2]]
    assert all(set(chord) == {"numeral", "symbol", "beats", "left", "right"} for chord in answer["chords"])


def test_minor_has_its_own_seventh_chords():
    (answer,) = progression("i ii iv V", "--key", "C minor")
    assert [(chord["numeral"], chord["symbol"]) for chord in answer["chords"]] == [
        ("i7", "Cmi7"), ("iiø7", "Dmi7(♭5)"), ("iv7", "Fmi7"), ("V7", "G7")]


def test_a_triad_stays_a_triad():
    (answer,) = progression("ii(triad) V(triad) I(triad)", "--key", "G")
    assert [(chord["numeral"], chord["symbol"]) for chord in answer["chords"]] == [
        ("ii(triad)", "Ami"), ("V(triad)", "D"), ("I(triad)", "G")]


def test_dashes_and_ascii_signs():
    (plain,) = progression("ii7-V7-Ima7", "--key", "C")
    (dashed,) = progression("ii–V–I", "--key", "C")
    assert plain == dashed
    (answer,) = progression("bVII7 #iv°7 ii-7b5", "--key", "C")
    assert [chord["numeral"] for chord in answer["chords"]] == ["♭VII7", "♯iv°7", "iiø7"]


@pytest.mark.parametrize("text, mode", [("ii V I", "major"), ("ii V i", "minor"), ("blues", "major")])
def test_all_keys(text, mode):
    answers = progression(text, "--key", "all")
    keys = [answer["key"] for answer in answers]
    assert keys[0] == "C " + mode
    assert [pitch_class(key) for key in keys] == [5 * step % 12 for step in range(12)]
    first = answers[0]["chords"]
    for answer in answers:
        up = pitch_class(answer["key"])
        assert [chord["numeral"] for chord in answer["chords"]] == [chord["numeral"] for chord in first]
        assert [(pitch_class(chord["symbol"]) - up) % 12 for chord in answer["chords"]] == [
            pitch_class(chord["symbol"]) for chord in first]


def test_without_a_bass_player_the_root_sounds():
    for band in ([], ["--band"]):
        (answer,) = progression("ii V I", "--style", "shell", *band)
        has_roots = [pitch_class(chord["symbol"]) in {pitch % 12 for pitch in chord["left"] + chord["right"]}
            for chord in answer["chords"]]
        assert has_roots == [True, True, True] or band


def test_the_chart_is_a_tune(tmp_path):
    code, out, err = chords("progression", "minor blues", "--key", "F", "--format", "chart")
    assert (code, err) == (0, "")
    chart = tmp_path / "chart.txt"
    chart.write_text(out)
    code, out, err = chords("tune", "analyse", str(chart), "--json")
    assert (code, err) == (0, "")
    (tune,) = json.loads(out)["tunes"]
    assert tune["key"] == "F minor"


@pytest.mark.parametrize("arguments, words", [
    (["ii V foo"], ["Bar 3", "“foo”", "neither a numeral nor a chord"]),
    (["| ii | V VI VII vi I |"], ["Bar 2 has 5 chords", "at most four"]),
    ([""], ["empty"]),
    (["ii V I", "--key", "X"], ["“X”", "note name"]),
    (["ii V I", "--style", "loud"], ["“loud”", "rootless"]),
    (["I " * 65], ["65 chords", "at most 64"]),
])
def test_bad_input_is_named(arguments, words):
    code, out, err = chords("progression", *arguments)
    assert (code, out) == (65, "")
    assert all(word in err for word in words), err
