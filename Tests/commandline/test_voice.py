"""Voicings for two hands on the command line."""

import json
import os
import pty
import re
import subprocess
from xml.etree import ElementTree

import mido
import pytest

from serving import CHORDS
from test_chords import chords, output_lines

STYLES = ["pair", "close", "shell", "rootless-a", "rootless-b", "drop-2", "drop-3", "drop-2-4", "spread", "quartal",
    "so-what",
          "kenny-barron", "upper-structure", "block"]
SEMITONES = {"1": 0, "2": 2, "3": 4, "4": 5, "5": 7, "6": 9, "7": 11, "9": 2, "11": 5, "13": 9}
SIGNS = {"♭": -1, "♯": 1, "°": -2, "𝄫": -2, "𝄪": 2}
LETTERS = dict(zip("CDEFGAB", (0, 2, 4, 5, 7, 9, 11)))


def voice_json(*arguments):
    """The answer in JSON."""
    code, out, err = chords("voice", *arguments, "--json")
    assert (code, err) == (0, ""), err
    return json.loads(out)


def alteration(text):
    return sum(SIGNS.get(sign, 0) for sign in text)


def above_root(degree):
    return (SEMITONES[degree.lstrip("♭♯°")] + alteration(degree)) % 12


def pitch_class(note):
    return (LETTERS[note[0]] + alteration(note[1:])) % 12


def keys(voicing):
    return [tone["pitch"] for hand in ("left", "right") for tone in voicing[hand]]


def check(voicing, root, degrees, reach=16):
    """Checks every voicing: names, degrees and keys agree, and the hands are in order and within their span."""
    tones = voicing["left"] + voicing["right"]
    pitches = keys(voicing)
    assert tones and pitches == sorted(set(pitches))
    for tone in tones:
        assert tone["pitch"] % 12 == pitch_class(tone["note"]) == (root + above_root(tone["degree"])) % 12
        assert tone.get("added", False) == (tone["degree"] in voicing["added"])
    for hand in ("left", "right"):
        own = [tone["pitch"] for tone in voicing[hand]]
        assert len(own) <= 5
        assert voicing["span"][hand] == (own[-1] - own[0] if own else 0) <= reach
    # Every degree sounds or is listed as missing, and every other note is listed as added.
    sounding = {tone["degree"] for tone in tones}
    assert sounding - set(degrees) == set(voicing["added"]) and set(degrees) - sounding == set(voicing["missing"])
    assert voicing["why"] and "fingers" not in voicing


def test_best_voicing_of_each_style():
    answer = voice_json("C13(b9)")
    assert answer["symbol"] == "C13(♭9)"
    # Every style has a voicing or a reason.
    with_voicing = [voicing["style"] for voicing in answer["voicings"]]
    without = [missing["style"] for missing in answer["without"]]
    assert sorted(with_voicing + without) == sorted(STYLES)
    assert {"rootless-a", "rootless-b", "shell"} <= set(with_voicing)
    assert all(re.fullmatch(r"[^.]+\.", missing["reason"]) for missing in answer["without"])
    for voicing in answer["voicings"]:
        check(voicing, 0, ["1", "3", "5", "♭7", "♭9", "13"])
    # The A form from methods (voicings.tsv): third, thirteenth, seventh and flat ninth.
    rootless = next(voicing for voicing in answer["voicings"] if voicing["style"] == "rootless-a")
    assert [tone["degree"] for tone in rootless["left"]] == ["3", "13", "♭7", "♭9"] and rootless["right"] == []


def test_all_voicings_of_a_style_best_first():
    best = {voicing["style"]: voicing for voicing in voice_json("Dmi7")["voicings"]}
    for style in best:
        answer = voice_json("Dmi7", "--style", style)
        assert answer["without"] == [] and answer["voicings"][0] == best[style]
        assert {voicing["style"] for voicing in answer["voicings"]} == {style}
        costs = [voicing["cost"] for voicing in answer["voicings"]]
        assert costs == sorted(costs)
        assert len(
            {tuple(map(tuple, ([t["pitch"] for t in v["left"]], [t["pitch"] for t in v["right"]])))
                for v in answer["voicings"]}) == len(costs)
    close = voice_json("Dmi7", "--style", "close")["voicings"]
    assert len(close) > 3 and voice_json("Dmi7", "--style", "close", "--limit", "3")["voicings"] == close[:3]
    # The plain text lists twelve and the total number.
    lines = output_lines("voice", "Dmi7", "--style", "close")
    assert len(close) <= 12 or f"12 of {len(close)}: use --limit to see more." in lines


@pytest.mark.parametrize("typed", ["rootless-a", "Rootless A", "rootlessA", "ROOTLESS-A"])
def test_style_names_are_read_leniently(typed):
    assert voice_json("C9", "--style", typed) == voice_json("C9", "--style", "rootless-a")


def test_two_chords_are_divided_between_the_hands():
    for typed in ("C7 + A", "A|C7", "C7 + A = C13(b9)", "A over C7"):
        assert voice_json(typed) == voice_json("C7 + A")
    assert voice_json("C7", "+", "A") == voice_json("C7 + A")
    pair = voice_json("C7 + A", "--style", "pair")["voicings"][0]
    assert {tone["note"] for tone in pair["left"]} <= {"C", "E", "G", "B♭"} and {
        tone["note"] for tone in pair["right"]} == {"A", "C♯", "E"} or \
        {tone["note"] for tone in pair["right"]} == {"A", "D♭", "E"}
    assert voice_json("C7 + A")["voicings"][0]["style"] == "pair"
    # A polychord has no single name, and the notes of each hand are spelled as in its chord.
    polychord = voice_json("Ema/Cma7")
    assert polychord["symbol"] == "Ema/Cma7" and [voicing["style"] for voicing in polychord["voicings"]] == ["pair"]
    pair = polychord["voicings"][0]
    assert {tone["note"] for tone in pair["right"]} == {"E", "G♯", "B"}
    assert max(t["pitch"] for t in pair["left"]) < pair["right"][0]["pitch"]
    assert {missing["style"] for missing in polychord["without"]} == set(STYLES) - {"pair"}


def test_voicings_fit_the_span_of_the_hands():
    for name, reach in (("octave", 12), ("ninth", 14), ("tenth", 16)):
        for voicing in voice_json("Cma9", "--reach", name)["voicings"]:
            check(voicing, 0, ["1", "3", "5", "7", "9"], reach)
    for voicing in voice_json("Cma9", "--reach", "tenth,octave")["voicings"]:
        assert voicing["span"]["left"] <= 16 and voicing["span"]["right"] <= 12
    assert voice_json("Cma9", "--reach", "tenth") == voice_json("Cma9") == voice_json("Cma9", "--register", "middle")


def test_registers_are_in_ascending_order():
    def heights(register):
        voicings = voice_json("Cma9", "--register", register)["voicings"]
        return sum(sum(keys(voicing)) / len(keys(voicing)) for voicing in voicings) / len(voicings)

    assert heights("low") < heights("middle") < heights("high")


def test_some_styles_add_extensions():
    """Rootless forms, upper structures, So What and Kenny Barron color a plain chord; the others do not."""
    added = {voicing["style"]: voicing["added"] for voicing in voice_json("Dmi7")["voicings"] if voicing["added"]}
    assert added == {"rootless-a": ["9"], "rootless-b": ["9"], "so-what": ["11"], "kenny-barron": ["9", "11"],
                     "upper-structure": ["9"]}
    assert not any(voicing["added"] for voicing in voice_json("C13(b9)")["voicings"])
    plain = voice_json("Dmi7", "--plain")
    assert not any(voicing["added"] for voicing in plain["voicings"])
    reasons = {missing["style"]: missing["reason"] for missing in plain["without"]}
    assert all("not a rootless form" in reasons[style] for style in ("rootless-a", "rootless-b"))
    roots = {"Dmi7": (2, ["1", "♭3", "5", "♭7"]), "G7": (7, ["1", "3", "5", "♭7"]), "Cma7": (0, ["1", "3", "5", "7"])}
    for options, added in (([], [["9"], ["9", "13"], ["9"]]), (["--plain"], [[], [], []])):
        led = row(*roots, "--style", "rootless", *options)["chords"]
        assert [chord["added"] for chord in led] == added
        for chord in led:
            check(chord, *roots[chord["symbol"]])


def test_a_row_names_the_chords_outside_its_style():
    """No triad above these shells adds a tension, so they are voiced in other styles."""
    led = row("Dmi7 G7 Cma7", "--style", "upper-structure", "--plain")
    assert all(chord["style"] != "upper-structure" for chord in led["chords"])
    assert [missing["symbol"] for missing in led["without"]] == ["Dmi7", "G7", "Cma7"]
    assert all("adds a tension" in missing["reason"] for missing in led["without"])


def test_fingers_on_request():
    for voicing in voice_json("C13(b9)", "--fingers")["voicings"]:
        for hand, way in (("left", -1), ("right", 1)):
            fingers = voicing["fingers"][hand]
            # One finger for each key, without crossing.
            assert len(fingers) == len(voicing[hand]) and fingers == sorted(set(fingers), reverse=way < 0)
            assert set(fingers) <= {1, 2, 3, 4, 5}
    assert "Fingers" in output_lines("voice", "C7", "--fingers")[2].split()
    assert "Fingers" not in output_lines("voice", "C7")[2].split()


def test_plain_text_has_notes_degrees_spans_and_reasons():
    lines = output_lines("voice", "C13(b9)")
    answer = voice_json("C13(b9)")
    assert lines[0] == "C13(♭9)" and lines[2].split()[:3] == ["Style", "Left", "hand"]
    assert re.split(r"  +", lines[2]) == ["Style", "Left hand", "Right hand", "Degrees", "Spans", "Why"]
    for line, voicing in zip(lines[3:], answer["voicings"]):
        for tone in voicing["left"] + voicing["right"]:
            octave = (tone["pitch"] - alteration(tone["note"][1:])) // 12 - 1
            assert f"{tone['note']}{octave}" in line.split()
        assert " | ".join(
            " ".join(t["degree"] for t in voicing[hand]) for hand in ("left", "right") if voicing[hand]) in line
        assert line.endswith(voicing["why"])
    for missing in answer["without"]:
        assert any(line.endswith(missing["reason"]) for line in lines)


# Progressions


def row(*arguments):
    return voice_json(*arguments, "--lead")["leading"]


def test_voice_leading_of_a_progression():
    answer = row("Dmi7 G7 Cma7", "--style", "rootless")
    chosen = answer["chords"]
    assert [chord["symbol"] for chord in chosen] == ["Dmi7", "G7", "Cma7"]
    assert [chord["style"] for chord in chosen] in (
        ["rootless-a", "rootless-b", "rootless-a"], ["rootless-b", "rootless-a", "rootless-b"])
    # Each of four voices moves to the voice of the same position.
    moved = sum(
        abs(one - other) for before, after in zip(chosen, chosen[1:]) for one, other in zip(keys(before), keys(after)))
    assert answer["movement"] == answer["parts"]["movement"] == moved
    assert answer["cost"] == sum(answer["parts"].values())
    lines = output_lines("voice", "Dmi7 G7 Cma7", "--lead", "--style", "rootless")
    assert [line.split()[0] for line in lines[:4]] == ["Chord", "Dmi7", "G7", "Cma7"]
    assert lines[-1] == f"The voices move {moved} semitones in all."
    assert not any(chord["added"] for chord in row("Dmi7 G7 Cma7", "--style", "rootless", "--plain")["chords"])


@pytest.mark.parametrize("typed", [
    "Dm7 G7 CM7", "Dmi7, G7, Cma7", "| Dmi7 | G7 | Cma7 |", "Dmi7 | G7 || Cma7", "Dm7,G7,C^7", "D-7 - G7 - CΔ",
    "Dmi7 → G7 → Cma7",
    "D m7  G 7\tCma7", "Ｄmi7 G7 Cma7"])
def test_progressions_are_read_leniently(typed):
    assert row(typed) == row("Dmi7", "G7", "Cma7")


def test_signs_may_be_ascii():
    assert row("Bb7 F#mi7(b5) C7(#9, b13) A|C7") == row("B♭7 F♯mi7(♭5) C7(♯9♭13), C7 + A")
    assert [chord["symbol"] for chord in row("Bb7 b9, F#mi7 b5")["chords"]] == ["B♭7(♭9)", "F♯mi7(♭5)"]
    assert [chord["style"] for chord in row("A|C7 F6", "--style", "any")["chords"]][0] in STYLES


def test_repeated_chord_is_two_chords():
    twice = row("Cma7 Cma7")
    assert len(twice["chords"]) == 2 and twice["movement"] == 0


def test_answers_are_transposed_for_an_instrument():
    sounding, read = voice_json("C13(b9)"), voice_json("C13(b9)", "--for", "Bb")
    assert (read["symbol"], read["for"], read["sounds"]) == ("D13(♭9)", "Bb", "C13(♭9)")
    # The same keys, written a whole tone higher.
    assert [[pitch - 2 for pitch in keys(voicing)] for voicing in read["voicings"]] == [
        keys(voicing) for voicing in sounding["voicings"]]
    for voicing in read["voicings"]:
        check(voicing, 2, ["1", "3", "5", "♭7", "♭9", "13"])
    led = voice_json("Dmi7 G7 Cma7", "--lead", "--for", "Eb")
    assert [chord["symbol"] for chord in led["leading"]["chords"]] == ["Bmi7", "E7", "Ama7"]
    assert led["sounds"] == "Dmi7 G7 Cma7"
    assert output_lines("voice", "Ema/Cma7", "--for", "Bb")[0] == "F♯ma/Dma7"
    polychord = voice_json("Ema/Cma7", "--for", "Bb")["voicings"][0]
    assert {tone["note"] for tone in polychord["left"]} <= {"D", "F♯", "A", "C♯"}
    assert {tone["note"] for tone in polychord["right"]} == {"F♯", "A♯", "C♯"}
    assert output_lines("voice", "C7", "--for", "F")[-1] == "Written for F, sounds as C7."


def test_note_names_follow_the_notes_option():
    german = voice_json("H7", "--notes", "german", "--style", "shell")["voicings"][0]
    assert german["left"][0]["note"] == "H" or "H" in [tone["note"] for tone in german["left"]]
    assert output_lines("voice", "B7 Es7", "--lead", "--notes", "german")[-1].startswith(
        "“B7” is read in German: B♭7 in English.")
    assert voice_json("Sol7", "--notes", "solfege")["symbol"] == "Sol7"


@pytest.mark.parametrize("arguments, code, words", [
    ([], 64, "chords"), ([""], 65, "No chord"), (["H7"], 65, "H7"),
    (["C7", "--style", "rootles"], 65, "rootless-a, rootless-b"),
    (["C7", "--reach", "seventh"], 65, "octave, ninth or tenth"),
    (["C7", "--reach", "tenth,"], 65, "octave, ninth or tenth"),
    (["C7", "--reach", "tenth,tenth,tenth"], 65, "3 spans"), (["C7", "--register", "top"], 65, "low, middle or high"),
    (["C7", "--limit", "0"], 65, "limit"), (["C7 + ?"], 65, "lacks a chord"), (["C7 + A = Dm7"], 65, "not Dmi7"),
    (["Dmi7 G7 Cma7"], 65, "--lead"), (["Dmi7", "G7"], 65, "--lead"), (["D | Cma7"], 65, "--lead"),
    (["", "--lead"], 65, "No chord"), (["| |", "--lead"], 65, "No chord"), (["Dmi7 Xyz", "--lead"], 65, "“Xyz”"),
    (["Dmi7 % Cma7", "--lead"], 65, "“%”"), (["play Dmi7", "--lead"], 65, "“play”"),
    (["C7 + A Dmi7", "--lead"], 65, "comma"),
    (["C7 + H, Dmi7", "--lead"], 65, "H"), ([" ".join(["C7"] * 65), "--lead"], 65, "65 chords"),
    (["C7", "--lead", "--style", "root"], 65, "any, rootless, pair"), (["C7", "--lead", "--limit", "2"], 64, "--limit"),
    (["C7", "--json", "--format", "text"], 64, "not both"), (["C7", "--degrees"], 64, "svg"),
    (["C7", "--degrees", "--fingers", "--format", "svg"], 64, "--fingers"), (["C7", "--format", "gif"], 64, "gif"),
    (["C7(" + "b9" * 40 + ")"], 65, "64 characters")])
def test_error_names_what_cannot_be_voiced(arguments, code, words):
    got, out, err = chords("voice", *arguments)
    assert (got, out) == (code, "") and words in err, err


def test_progression_has_at_most_64_chords():
    assert len(row(" | ".join(["Dmi7 G7"] * 32))["chords"]) == 64


def test_words_around_a_chord_are_ignored():
    assert voice_json("play Cma7 here") == voice_json("Cma7")


# Staff and files


def test_staff_as_a_drawing():
    code, out, err = chords("voice", "C13(b9)", "--style", "rootless-a", "--format", "svg")
    assert (code, err) == (0, "")
    drawing = ElementTree.fromstring(out)
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg" and "C 13 flat 9" in drawing.get("aria-label")

    def texts(*options):
        svg = chords("voice", "C13(b9)", "--style", "rootless-a", "--format", "svg", *options)[1]
        return "".join(ElementTree.fromstring(svg).itertext())

    assert texts("--degrees") != texts() != texts("--fingers")
    # Several chords have one bar each.
    best = voice_json("C13(b9)", "--style", "rootless-a")["voicings"]
    assert chords("voice", "C13(b9)", "--style", "rootless-a", "--format", "svg", "--limit", "2")[1].count(
        "left hand") == min(2, len(best))


def music(*arguments):
    """The chords of a MusicXML answer, bar by bar: staff and MIDI number of each note."""
    code, out, err = chords("voice", *arguments, "--format", "musicxml")
    assert (code, err) == (0, ""), err
    bars = []
    for measure in ElementTree.fromstring(out).iter("measure"):
        bar = []
        for note in measure.iter("note"):
            if (pitch := note.find("pitch")) is not None:
                step, octave = pitch.findtext("step"), int(pitch.findtext("octave"))
                bar.append(
                    (int(note.findtext("staff")), 12 * octave + 12 + LETTERS[step] + int(pitch.findtext("alter") or 0)))
        bars.append(bar)
    return bars


def test_score_for_two_hands():
    best = voice_json("C7 + A")["voicings"][0]
    assert sorted(pitch for _, pitch in music("C7 + A")[0]) == keys(best)
    led = row("Dmi7 G7 Cma7")["chords"]
    assert [sorted(pitch for _, pitch in bar) for bar in music("Dmi7 G7 Cma7", "--lead")] == [
        keys(chord) for chord in led]
    assert len(music("C7", "--limit", "3")) == 3
    assert "<fingering" in chords("voice", "C7", "--fingers", "--format", "musicxml")[1]
    # For a trumpet it is written a whole tone higher, with a note.
    out = chords("voice", "C7 + A", "--for", "Bb", "--format", "musicxml")[1]
    assert "<chromatic>-2</chromatic>" in out
    assert sorted(pitch for _, pitch in music("C7 + A", "--for", "Bb")[0]) == [pitch + 2 for pitch in keys(best)]


@pytest.mark.parametrize("reader", ["C", "Bb"])
def test_a_midi_file_has_a_track_for_each_hand(tmp_path, reader):
    file = tmp_path / "row.mid"
    assert chords("voice", "Dmi7 G7 Cma7", "--lead", "--for", reader, "--format", "midi", "--output", file) == (
        0, "", "")
    tracks = [track for track in mido.MidiFile(file).tracks if any(message.type == "note_on" for message in track)]
    led = row("Dmi7 G7 Cma7")["chords"]
    hands = [[tone["pitch"] for chord in led for tone in chord[hand]] for hand in ("left", "right")]
    assert [[message.note for message in track if message.type == "note_on"] for track in tracks] == [
        hand for hand in hands if hand]
    # Standard output gets the same bytes, unless it is a terminal.
    run = subprocess.run([CHORDS, "voice", "Dmi7 G7 Cma7", "--lead", "--for", reader, "--format", "midi"],
        capture_output=True, timeout=60)
    assert run.stdout == file.read_bytes()


def test_midi_is_not_written_to_a_terminal():
    leader, follower = pty.openpty()
    run = subprocess.run(
        [CHORDS, "voice", "C7", "--format", "midi"], stdout=follower, stderr=subprocess.PIPE, timeout=60)
    os.close(follower)
    os.close(leader)
    assert run.returncode == 64 and b"--output" in run.stderr


def test_output_is_written_to_a_file(tmp_path):
    file = tmp_path / "answer"
    for options in ([], ["--json"], ["--format", "svg"], ["--format", "musicxml"]):
        assert chords("voice", "C7", *options, "--output", file) == (0, "", "")
        assert file.read_text() == chords("voice", "C7", *options)[1]
    # A failed request leaves the file unchanged, and a failed write is reported.
    file.write_text("kept")
    assert chords("voice", "H7", "--output", file)[0] == 65 and file.read_text() == "kept"
    code, out, err = chords("voice", "C7", "--output", tmp_path / "none" / "answer")
    assert (code, out) == (74, "") and "could not be written" in err


@pytest.mark.parametrize("format", ["svg", "musicxml", "midi"])
def test_style_without_a_voicing_has_no_staff(format):
    code, out, err = chords("voice", "Ema/Cma7", "--style", "shell", "--format", format)
    assert (code, out) == (65, "") and err.strip() == voice_json("Ema/Cma7", "--style", "shell")["without"][0]["reason"]


def test_reasons_for_styles_without_a_voicing_of_a_fifth():
    reasons = {missing["style"]: missing["reason"] for missing in voice_json("C5")["without"]}
    assert "pair" in reasons and "close" not in reasons
    # The reason is always too few notes, never too many.
    for style in ["drop-2", "drop-3", "drop-2-4", "spread", "block"]:
        assert any(words in reasons[style] for words in ("too few", "at least")) and "more" not in reasons[style], style
