"""The command line: output and exit codes of the built program."""

import itertools
import json
import os
import pty
import re
import shutil
import subprocess
import zlib
from xml.etree import ElementTree

import pytest

from serving import CHORDS, ROOT

FIXTURES = ROOT / "Tests/HarmonyTests/Fixtures"


def chords(*arguments, stdin=b"", environment=None):
    """Runs `chords` and returns exit code, standard output and standard error."""
    run = subprocess.run(
        [CHORDS, *arguments], input=stdin, capture_output=True, timeout=60, env={**os.environ, **(environment or {})}
    )
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def rows(name):
    return [line.split("\t") for line in (FIXTURES / f"{name}.tsv").read_text().splitlines()[1:]]


def at_a_terminal(*arguments, environment=None):
    """The output of `chords` in a terminal."""
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", **(environment or {})}
    process = subprocess.Popen([CHORDS, *arguments], stdout=follower, stdin=subprocess.DEVNULL, env=environment)
    os.close(follower)
    output = b""
    while True:
        try:
            chunk = os.read(leader, 4096)
        except OSError:  # Linux reports the closed end this way.
            break
        if not chunk:
            break
        output += chunk
    os.close(leader)
    assert process.wait(10) == 0
    return output.decode()


def output_lines(*arguments):
    """The lines of the plain text output."""
    code, out, err = chords(*arguments)
    assert (code, err) == (0, ""), err
    return out.splitlines()


def test_answers_are_transposed_for_an_instrument():
    told_for_b_flat = output_lines("combine", "Cma7", "D", "--for", "Bb")
    assert told_for_b_flat[0] == "Dma7 + E = Dma13(♯11)"
    assert told_for_b_flat[-1] == "Written for B♭, sounds as Cma13(♯11)."
    assert output_lines("combine", "Cma7 + D", "--for", "b♭")[0] == "Dma7 + E = Dma13(♯11)"
    assert "sounds" not in output_lines("combine", "Cma7", "D", "--for", "C")[-1]
    assert output_lines("info", "Cmi7", "--for", "Eb")[0] == "Ami7"
    # C E G is written G B D for a horn. MIDI numbers are sounding pitches too.
    assert output_lines("name", "C", "E", "G", "--for", "F")[0] == "G"
    assert output_lines("name", "60", "64", "67", "--for", "f")[0] == "G"
    assert output_lines("key", "Eb major", "--for", "Bb")[0] == "F major"
    assert output_lines("ways", "G13(b9)", "--for", "Bb")[1].startswith("A7 ")
    assert output_lines("scale", "C Lydian", "--for", "Bb")[0] == "D Lydian"
    assert output_lines("graph", "C", "--for", "Bb")[0] == "D: D F♯ A"
    assert output_lines("circle", "C", "--for", "Bb")[0].startswith("D at")
    # With German note names, a clarinet reads H where A sounds.
    assert output_lines("info", "A7", "--for", "Bb", "--notes", "german")[0] == "H7"
    _, out, _ = chords("combine", "Cma7", "D", "--for", "Bb", "--json")
    answer = json.loads(out)
    assert (answer["title"], answer["for"], answer["sounds"]) == ("Dma13(♯11)", "Bb", "Cma13(♯11)")
    assert answer["pitches"] == [
        pitch + 2 for pitch in json.loads(chords("combine", "Cma7", "D", "--json")[1])["pitches"]]
    assert "for" not in json.loads(chords("info", "C", "--json")[1])
    # The sounding name keeps the spelling of the input, and transposed notes are spelled as one chord.
    assert output_lines("info", "F#7", "--for", "Eb")[0].startswith("E♭7")
    assert output_lines("info", "F#7", "--for", "Eb")[-1] == "Written for E♭, sounds as F♯7."
    assert output_lines("name", "F#", "A#", "C#", "--for", "Eb")[0] == "E♭"
    assert output_lines("name", "C#", "E", "G#", "B", "--for", "Eb")[0] == "B♭mi7"
    assert output_lines("scale", "B Major", "--for", "Eb")[0].startswith("A♭ ")
    # The highest keys are moved down an octave: C♯ E G♯ become E♭ G♭ B♭.
    assert output_lines("name", "121", "124", "127", "--for", "Bb")[0] == output_lines(
        "name", "61", "64", "67", "--for", "Bb")[0]
    # Batches repeat their input in the output, so they are not transposed.
    assert chords("combine", "--batch", "--for", "Bb", stdin="Cma7\tD\n".encode())[0] == 64
    # Errors quote the input.
    code, _, err = chords("combine", "C + ? = C13", "--for", "Bb")
    assert code == 65 and "C" in err and "D" not in err.replace("D.", "")
    code, _, err = chords("info", "C", "--for", "D")
    assert code == 64 and "--for" in err
    code, _, err = chords("info", "Xma7", "--for", "Bb")
    assert code == 65 and "Xma7" in err


def test_note_names_follow_the_notes_option():
    german = output_lines("combine", "B7", "C", "--notes", "german")
    assert german[0].startswith("B7 + C = B") and german[-1] == "“B7” is read in German: B♭7 in English."
    solfege = output_lines("combine", "Solma7 + La", "--notes", "solfege")
    assert solfege[0] == "Solma7 + La = Solma13(♯11)"
    # Names on the drawn keyboard do not overlap.
    assert any(line.split() == ["Sol", "Si", "Ré", "La", "Mi"] for line in solfege)
    assert any(line.split() == ["Fa♯", "Do♯"] for line in solfege)
    assert any("Fa♯ is the 9th" in line and "Sol, the third, is in the bass" in line for line in solfege)
    assert output_lines("info", "Do7")[-1] == "“Do7” is read in English: Ré°7 in solfège."
    assert "read" not in output_lines("info", "B7")[-1]
    assert "read" not in output_lines("info", "H7", "--notes", "german")[-1]
    assert output_lines("info", "Do7", "--notes", "solfege")[-1] == "“Do7” is read in solfège: C7 in English."
    assert output_lines("name", "H", "Dis", "Fis", "--notes", "german")[0] == "H"
    assert output_lines("key", "h", "--notes", "german")[0] == "H minor"
    assert output_lines("scale", "La", "Dorian", "--notes", "solfege")[0] == "La Dorian"
    assert output_lines("circle", "Si", "--notes", "solfege")[0].startswith("Si/Do♭ at ")
    assert output_lines("ways", "H13(b9)", "--notes", "german")[1].startswith("H7 ")
    assert output_lines("board", "Es7", "--notes", "german")[0].startswith("E♭7 +")
    assert output_lines(
        "match", "Solma7", "La", "--edit", "lower", "--notes", "solfege")[0] == "Letters         Ré, Mi, Sol, La"
    assert output_lines("graph", "H7", "--notes", "german")[:2] == ["H7", "  H: H D♯ F♯"]
    assert output_lines("vocabulary", "--notes", "solfege")[0].split()[1] == "Doma…"
    assert output_lines("linnstrument", "60", "--notes", "solfege")[0].startswith("Do4 (60): ")


def test_batches_and_json_use_the_note_names():
    code, out, _ = chords("combine", "--batch", "--notes", "german", stdin="B7\tH\nHma7\tCis\n".encode())
    lines = [line.split("\t") for line in out.splitlines()]
    assert code == 0 and lines[0][3] == "Hma/B7" and lines[1][5].split(", ")[0] == "H"
    code, out, _ = chords("info", "--batch", "--json", "--notes", "solfege", stdin="Ré7\nC7\n".encode())
    first, second = map(json.loads, out.splitlines())
    assert code == 65 and first["notes"] == ["Ré", "Fa♯", "La", "Do"] and "Do, Ré" in second["error"]
    code, _, err = chords("info", "C7", "--notes", "french")
    assert code == 64 and "solfege" in err


def test_plain_text_of_combine():
    code, out, err = chords("combine", "Cma7", "D")
    assert (code, err) == (0, "")
    assert out.startswith("Cma7 + D = Cma13(♯11)\n")
    for line in ("Degrees         1      3      5      7      9      ♯11    13",
            "Pitches         60     64     67     71     74     78     81"):
        assert line in out
    # Each other reading gives the reason for its rank.
    assert "Also            Ami13/C" in out and "; C, the third, is in the bass" in out


def test_colors_only_in_a_terminal_that_allows_them():
    assert "\x1b" not in chords("combine", "C", "D")[1]
    assert "\x1b[94m" in at_a_terminal("combine", "C", "D")
    assert "\x1b" not in at_a_terminal("combine", "C", "D", environment={"NO_COLOR": "1"})
    assert "\x1b" not in at_a_terminal("combine", "C", "D", environment={"TERM": "dumb"})


@pytest.mark.parametrize(
    "arguments",
    [("combine", "Cma7", "D"), ("info", "Cma13(#11)"), ("match", "Cma7", "D", "--edit", "lower"),
        ("name", "C", "E", "G")],
)
def test_every_command_answers_with_json(arguments):
    code, out, err = chords(*arguments, "--json")
    assert (code, err) == (0, "") and isinstance(json.loads(out), dict)


def test_match_lists_letters_accidentals_and_types():
    answer = json.loads(chords("match", "Cma7", "D", "--edit", "lower", "--vocabulary", "classic", "--json")[1])
    assert answer["letters"] == ["C", "D", "G", "A"] and answer["accidentals"] == ["♮"]
    types = "ma mi + ° sus2 add2 mi(add2) ma7 ma7(♭5) ma7(♯5) ma7sus4(♯5) 7 7(♭5) 7sus2 mi7(♭5) °7 °ma7 6 mi6 mi(Δ7)"
    assert answer["types"] == types.split()


def test_all_pairs_of_the_table_in_one_batch():
    table = rows("pairs-lower-C")
    code, out, _ = chords(
        "combine", "--vocabulary", "classic", "--batch", stdin="".join(f"{r[0]}\t{r[1]}\n" for r in table).encode())
    answers = [line.split("\t") for line in out.splitlines()]
    assert code == 0 and len(answers) == len(table)
    for answer, row in zip(answers, table):
        assert answer[:5] + answer[7:] == row


def test_all_selectable_pairs_match_an_independent_implementation():
    # The checksum is from an independent implementation in Python, written from the rules alone.
    types = [row[0] for row in rows("chord-types") if row[5] == "yes"]
    names = [letter + accidental + suffix for accidental in ("", "♭", "♯") for letter in "CDEFGAB" for suffix in types]
    pairs = "".join(f"{lower}\t{upper}\n" for lower in names for upper in names)
    code, out, _ = chords("combine", "--vocabulary", "classic", "--batch", stdin=pairs.encode())
    assert code == 0 and out.count("\n") == 345_744
    assert zlib.crc32(out.encode()) == 0xAC4A5C82
    # The jazz vocabulary unifies the same pairs in the same way, except those in a frozen list for the lower root C.
    jazz = [line.split("\t")[:4] for line in chords("combine", "--batch", stdin=pairs.encode())[1].splitlines()]
    unified = [(old, new) for old, new in zip(classic_columns(out), jazz) if old[2] == "unified"]
    exceptions = {pair_above(lower, upper) for lower, upper, _, _ in rows("jazz-exceptions-C")}
    assert len(unified) == 69_856
    assert {pair_above(*old[:2]) for old, new in unified if old != new} == exceptions
    # Only over a complete seventh chord does a classic slash chord become a polychord.
    triads = ["ma", "mi", "+", "°", "sus4", "sus2", "add4", "mi(add4)", "add2", "mi(add2)", "mi(♭6)"]
    lost = [old for old, new in zip(classic_columns(out), jazz) if old[2] == "slash" and new[2] == "polychord"]
    assert lost and not [old for old in lost if pair_above(*old[:2])[0] in triads]


def classic_columns(out):
    """Lower chord, upper chord, kind and title of each line."""
    return [line.split("\t")[:4] for line in out.splitlines()]


def pair_above(lower, upper):
    """The suffix of the lower chord, the semitones up to the upper root, and its suffix."""
    def parts(name):
        size = 2 if name[1:2] in ("♭", "♯") else 1
        pitch = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}[name[0]]
        return pitch + {"♭": -1, "♯": 1}.get(name[1:size], 0), name[size:]
    (low, one), (high, other) = parts(lower), parts(upper)
    return one, (high - low) % 12, other


def test_all_details_of_the_table_in_one_batch():
    table = rows("chord-details-C")
    code, out, _ = chords("info", "--vocabulary", "classic", "--batch", stdin="\n".join(r[0] for r in table).encode())
    assert code == 0 and [line.split("\t") for line in out.splitlines()] == table


def test_a_batch_answers_every_line_even_after_errors():
    code, out, err = chords("combine", "--batch", stdin="Cma7\tD\r\nH\tC\n\nC\nC\tD\tE\nC\tC\n".encode())
    lines = [line.split("\t") for line in out.splitlines()]
    assert code == 65 and [line[2] for line in lines] == ["unified", "error", "error", "error", "error", "unified"]
    assert lines[1][0] == "H" and "note name" in lines[1][3]
    code, out, err = chords("info", "--batch", stdin="C7b13\nfoo\n".encode())
    assert code == 65 and out.splitlines()[0].startswith("C7(♭13)\tC, E, G, B♭, A♭\t1, 3, 5, ♭7, ♭13\t60 64 67 70 80\t")
    assert out.splitlines()[1].split("\t")[:2] == ["foo", "error"]
    assert chords("name", "--batch", stdin=b"C E G\nX\n")[0] == 65


def test_a_batch_answers_with_json_lines_too():
    code, out, _ = chords("combine", "--batch", "--json", stdin=b"Cma7\tD\nH\tC\n")
    first, second = (json.loads(line) for line in out.splitlines())
    assert code == 65 and first["title"] == "Cma13(♯11)" and second["input"] == "H\tC"
    assert "note name" in second["error"]


def test_batches_accept_any_bytes():
    assert chords("combine", "--batch") == (0, "", "")
    code, out, _ = chords("combine", "--batch", stdin=b"\xff\xfe\tC\n\x00\tC\n" + b"C" * 100_000 + b"\tC\nC\tD")
    assert code == 65 and len(out.splitlines()) == 4
    reader = subprocess.Popen([CHORDS, "combine", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    reader.stdout.close()  # As with `| head -1`.
    try:
        reader.communicate(b"Cma7\tD\n" * 200_000, timeout=30)
    except BrokenPipeError:
        pass
    assert reader.wait(10) != 0


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (("combine", "Cfoo", "D"), 65, "“foo” cannot be read"),
        (("combine", "C", ""), 65, "No chord was given"),
        (("combine", "C" * 100, "D"), 65, "at most 64 characters"),
        (("info", "Db|C"), 65, "polychord"),
        (("info", "E♭7(♭9omit9)"), 65, "“E♭7(♭9omit9)” asks for a 9 and leaves it out. Drop one of the two."),
        (("info", "Gma7(no9)"), 65, "“Gma7(no9)” leaves out a 9, which the chord does not have."),
        (("info", "C7 + A = Dm7"), 65, "C7 + A is C13(♭9), not Dmi7"),
        (("info", "Dm7 G7"), 65, "“Dm7” and “G7”"),
        (("combine", "C7 + ?"), 65, "Give a lower and an upper chord"),
        (("combine", "Cma7 + D", "--batch"), 64, "Leave out the arguments"),
        (("name", "C", "E", "H"), 65, "“H” is not a note name"),
        (("name", "60", "128"), 65, "0 to 127"),
        (("combine", "C"), 64, "lower and an upper chord"),
        (("combine", "C", "D", "E"), 64, "Unexpected argument"),
        (("combine", "C", "--batch"), 64, "Leave out the arguments"),
        (("match", "C", "D"), 64, "--edit"),
        (("match", "C", "D", "--edit", "both"), 64, "lower"),
        (("name",), 64, "notes"),
        (("graph", "Cfoo"), 65, "“foo” cannot be read"),
        (("graph", "C", "--format", "gif"), 64, "gif"),
        (("graph", "C", "--format", "dot", "--json"), 64, "not both"),
        (("graph",), 64, "symbol"),
        (("fish",), 64, "fish"),
    ],
)
def test_error_names_the_input_and_sets_the_exit_code(arguments, code, words):
    got, out, err = chords(*arguments)
    assert (got, out) == (code, "") and words in err


def test_tab_in_a_line_adds_no_columns():
    columns = len(chords("info", "--batch", stdin=b"C\n")[1].strip("\n").split("\t"))
    # Key and neighbors may follow the symbol.
    assert len(chords("info", "--batch", stdin=b"C\tD\n")[1].strip("\n").split("\t")) == columns
    assert len(chords("info", "--batch", stdin=b"C\t\t\t\tD\n")[1].strip("\n").split("\t")) == 3
    assert len(chords("name", "--batch", stdin=b"C E\tG\n")[1].strip("\n").split("\t")) == 6


def test_byte_order_mark_is_skipped():
    assert chords("info", "--batch", stdin="\ufeffCma7\n".encode())[1].startswith("Cma7\t")


def test_failed_write_sets_the_exit_code():
    with open("/dev/full", "wb") as full:
        for arguments in (["info", "C"], ["combine", "--batch"]):
            run = subprocess.run([CHORDS, *arguments], input=b"C\tD\n", stdout=full, stderr=subprocess.PIPE)
            assert run.returncode == 74 and b"could not be written" in run.stderr


def test_closed_standard_input_is_reported():
    folder = os.open("/", os.O_RDONLY)
    run = subprocess.run([CHORDS, "info", "--batch"], stdin=folder, capture_output=True)
    os.close(folder)
    assert run.returncode == 65 and run.stderr


def test_batch_answers_each_line_at_once():
    process = subprocess.Popen([CHORDS, "info", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for symbol in (b"Cma7", b"D"):
        process.stdin.write(symbol + b"\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith(symbol)
    process.stdin.close()
    assert process.wait(10) == 0


def test_scale_is_found_by_any_of_its_names():
    answer = json.loads(chords("scale", "C Lydian Dominant", "--json")[1])
    assert answer["notes"] == ["C", "D", "E", "F♯", "G", "A", "B♭"] and answer["parent"] == "Melodic minor"
    assert answer["modes"][0] == "G Melodic minor" and "C7(♭5)" in answer["chords"] and "Cma7" not in answer["chords"]
    assert chords("scale", "c", "mixolydian", "#4")[1] == chords("scale", "C Lydian Dominant")[1]
    for bad, words in [(["C", "Fish"], "“Fish” is not a scale"), (["H", "Major"], "“H” is not a note name"),
            (["C"], "root and a name")]:
        code, out, err = chords("scale", *bad)
        assert (code, out) == (65, "") and words in err


def test_json_of_a_key():
    answer = json.loads(chords("key", "C", "--json")[1])
    assert list(answer) == [
        "name", "fifths", "signature", "scale", "triads", "sevenths", "relative", "parallel", "dominant", "subdominant",
        "related", "secondaryDominants", "borrowed", "enharmonic",
    ]  # fmt: skip
    assert answer["name"] == "C major" and answer["fifths"] == 0 and answer["enharmonic"] is None
    assert answer["signature"] == {"count": 0, "accidental": None, "names": []}
    assert [c["numeral"] for c in answer["triads"]] == "I ii iii IV V vi vii°".split()
    assert [c["chord"] for c in answer["triads"]] == "Cma Dmi Emi Fma Gma Ami B°".split()
    assert [c["chord"] for c in answer["sevenths"]] == "Cma7 Dmi7 Emi7 Fma7 G7 Ami7 Bmi7(♭5)".split()
    assert answer["sevenths"][6]["quality"] == "half-diminished seventh"
    assert answer["secondaryDominants"][0] == {"of": "ii", "chord": "A7"}
    assert answer["borrowed"][2] == {"numeral": "♭III", "chord": "E♭ma"}
    assert (answer["relative"], answer["parallel"], answer["dominant"]) == ("A minor", "C minor", "G major")
    assert answer["related"] == ["A minor", "G major", "E minor", "F major", "D minor"]
    minor = json.loads(chords("key", "g#", "minor", "--json")[1])
    assert minor["enharmonic"] == "A♭ minor"
    assert minor["signature"] == {"count": 5, "accidental": "sharp", "names": ["F♯", "C♯", "G♯", "D♯", "A♯"]}


def test_plain_text_of_keys():
    code, out, err = chords("key", "D dorian")
    assert (code, err) == (0, "") and out.startswith("D Dorian\n")
    assert "Relative        C major" in out and "Sevenths        Dmi7" in out
    assert "Theoretical, with 8 sharps: use A♭ major." in chords("key", "G#")[1]
    assert "Theoretical" not in chords("key", "C#")[1]


def test_json_of_a_circle_position():
    answer = json.loads(chords("circle", "F#", "--json")[1])
    assert (answer["position"], answer["clock"], answer["names"]) == (6, 6, ["F♯", "G♭"])
    assert answer["majorKeys"] == ["F♯ major", "G♭ major"] and answer["minorKeys"] == ["D♯ minor", "E♭ minor"]
    assert [(s["count"], s["accidental"]) for s in answer["signatures"]] == [(6, "sharp"), (6, "flat")]
    # The positions of the roots in fifths from the tonic, which is at the selected position.
    for degrees, numerals, fifths in [
        ("majorDegrees", "I ii iii IV V vi vii°", [0, 2, 4, -1, 1, 3, 5]),
        ("minorDegrees", "i ii° III iv v VI VII", [0, 2, -3, -1, 1, -4, -2]),
    ]:
        assert [degree["numeral"] for degree in answer[degrees]] == numerals.split()
        assert [degree["clock"] for degree in answer[degrees]] == [6 + place for place in fifths]
    assert answer["majorDegrees"][3]["chord"] == "Bma"
    # Enharmonic and relative keys share one position.
    assert all(json.loads(chords("circle", name, "--json")[1]) == answer for name in ["Gb", "eb", "D#m", "F# major"])
    assert chords("circle", "C")[1].startswith("C at 12 o’clock\n")
    assert chords("circle", "Cb")[1].startswith("B/C♭ at 5 o’clock\n")
    # The text has the degrees of every key, in the spelling that was asked for, too.
    assert "G♭ major        I G♭ma, ii A♭mi, iii B♭mi, IV C♭ma" in chords("circle", "Gb")[1]


def test_a_bare_bass_is_a_note():
    rows = output_lines("ways", "G9sus4")
    assert any(row.startswith("G (note) ") for row in rows) and not any("omit3" in row for row in rows)


def test_circle_as_a_drawing():
    code, out, _ = chords("circle", "A", "--format", "svg")
    texts = [text.text for text in ElementTree.fromstring(out.encode()).iter("{http://www.w3.org/2000/svg}text")]
    assert code == 0 and "vi F♯mi" in texts and "iv Bmi" in texts
    assert chords("circle", "A", "--format", "svg", "--json")[0] == 64


@pytest.mark.parametrize("command", ["key", "circle"])
@pytest.mark.parametrize(
    "bad, words", [("H", "“H” does not begin with a note name"), ("C fish", "“fish” is not a mode")])
def test_invalid_key_is_refused(command, bad, words):
    code, out, err = chords(command, bad)
    assert (code, out) == (65, "") and words in err


def test_a_graph_is_a_list_or_a_drawing():
    assert chords("graph", "Cma7") == (0, "Cma7\n  C: C E G\n  Emi: E G B\n", "")
    code, out, _ = chords("graph", "C6/9", "--format", "svg")
    assert code == 0 and ElementTree.fromstring(out.encode()).tag == "{http://www.w3.org/2000/svg}svg"
    answer = json.loads(chords("graph", "Cma7", "--json")[1])
    assert [node["name"] for node in answer["nodes"]] == ["Cma7", "Cma", "Emi", "C", "E", "G", "B"]
    assert [node["pitch"] for node in answer["nodes"][3:]] == [60, 64, 67, 71] and [1, 3] in answer["edges"]


@pytest.mark.parametrize("symbol", ["C", "C6/9", "D/C", "Cma9", "F♯7alt", "B♭13(♯11)", "C°11(♭13addΔ7)"])
def test_graphviz_draws_every_graph_without_a_warning(symbol):
    dot = chords("graph", symbol, "--format", "dot")[1]
    graph = json.loads(chords("graph", symbol, "--json")[1])
    run = subprocess.run([shutil.which("dot"), "-Tjson"], input=dot.encode(), capture_output=True)
    assert (run.returncode, run.stderr) == (0, b"")
    drawn = json.loads(run.stdout)
    nodes = {item["_gvid"]: item for item in drawn["objects"] if "shape" in item}
    labels = [
        node["label"].split(" = ")[0] for _, node in sorted(nodes.items(), key=lambda pair: int(pair[1]["name"][1:]))]
    # A major triad has no suffix, and “alt” alone is the altered dominant.
    alt = "7alt(♭9♯9♯11♭13 omit5)"
    names = [node["name"].replace(alt, "7alt") for node in graph["nodes"]]
    assert labels == [re.sub(r"^(..?)ma(?=/|$)", r"\1", name) for name in names]
    lines = [[int(nodes[edge[end]]["name"][1:]) for end in ("tail", "head")] for edge in drawn["edges"]]
    assert sorted(lines) == sorted(graph["edges"])


def test_notes_may_be_names_or_midi_numbers():
    assert chords("name", "C", "E", "G", "B", "D")[1].startswith("Cma9\n")
    assert chords("name", "60", "64", "67", "71", "74")[1].startswith("Cma9\n")
    unnamed = chords("name", "--vocabulary", "classic", "C", "Db", "D")[1]
    assert "no name" in unnamed and "1  ♭2  2" in unnamed


def named(*arguments, stdin=b""):
    code, out, err = chords("name", "--json", *arguments, stdin=stdin)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_notes_are_named_in_the_jazz_vocabulary():
    assert named("C", "E", "Bb")["title"] == "C7" and named("C", "E", "Bb")["precise"] == "C7(omit5)"
    assert named("E", "G#", "C")["title"] == "E+"
    assert named("C")["title"] == "C (note)"
    answer = named("--band", "E", "Bb", "D", "A")
    assert answer["title"] == "C13" and answer["readings"][0]["rootless"] is True
    assert answer["notes"] == ["E", "B♭", "D", "A"]
    for reading in answer["readings"]:
        assert set(reading) == {"title", "precise", "root", "bass", "degrees", "omits", "rootless", "cost", "why"}
        assert reading["why"]
    combined = json.loads(chords("combine", "C7", "Ab", "--json")[1])
    assert combined["title"] == "C7(♯9♭13)" and combined["kind"] == "unified"


def test_key_and_neighbouring_chords_change_the_name():
    # E G B D over E is Emi7; with a bass player, after G7 and in C, it is Cma9 without its root.
    notes = ["E", "G", "B", "D"]
    assert named(*notes)["title"] == "Emi7"
    assert named("--band", "--after", "G7", "--key", "C major", *notes)["title"] == "Cma9"
    code, out, _ = chords("name", "--batch", "--band", stdin="E G B D\tC major\tG7\nE G B D\t\t\tA7\n".encode())
    titles = [line.split("\t")[1] for line in out.splitlines()]
    assert code == 0 and titles == ["Cma9", "Emi7"]
    for option, value in [("--key", "H major"), ("--after", "Cfoo"), ("--before", "Cfoo"), ("--vocabulary", "blues")]:
        code, out, err = chords("name", option, value, *notes)
        assert code in (64, 65) and out == "" and value.split()[0].removeprefix("C") in err


def test_two_chords_are_accepted_as_their_combination():
    expected = chords("combine", "Cma7", "D")
    for typed in ("Cma7 + D", "Cma7+D", "D/Cma7", "D|Cma7", "D over Cma7", "Cma7 + D = Cma13(#11)", "“Cma7 + D” =\n"):
        assert chords("combine", typed) == expected
    assert chords("info", "Cma7 + D") == chords("info", "Cma13(#11)") == chords("info", "play Cma13(#11) here.")
    assert chords("graph", "Cma7 + D") == chords("graph", "Cma13(#11)")
    assert chords("board", "C + Em") == chords("board", "Cma7")
    assert chords("match", "C + Em", "D", "--edit", "upper") == chords("match", "Cma7", "D", "--edit", "upper")
    # A slash chord and a trailing plus are not two chords.
    assert json.loads(chords("info", "D/C", "--json")[1])["precise"] == "Dma/C"
    assert json.loads(chords("info", "C7+", "--json")[1])["precise"] == "C7(♯5)"


def test_equation_with_an_open_half_is_solved():
    def ways(*arguments):
        code, out, err = chords("ways", *arguments, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    assert ways("C7 + ? = C13(b9)") == ways("C13(b9)", "--lower", "C7")
    assert ways("C13(b9) = _ + A") == ways("C13(b9)", "--upper", "A")
    assert ways("A over ? = C13(b9)", "--lower", "C7") == ways("C13(b9)", "--lower", "C7", "--upper", "A")
    for typed in ("= C13(b9)", "C13(b9) = ?", "? + ? = C13(b9)", "C7 + A", "C7 + A = C13(b9)"):
        assert ways(typed) == ways("C13(b9)")


def test_chord_pairs_of_a_chord():
    code, out, err = chords("ways", "C13(b9)")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == [
        "Lower", "Upper", "Sounds", "Adds", "Lacks", "Left", "hand", "Right", "hand", "Known", "as"]
    assert re.split(r" {2,}", lines[1]) == [
        "C7", "A", "C13(♭9)", "♭9 13", "48 52 55 58", "61 64 69", "upper structure VI"]
    whole = json.loads(chords("ways", "C13(b9)", "--json")[1])
    assert lines[-1] == f"12 of {len(whole)}: use --limit to see more."
    assert "--limit" not in chords("ways", "C13(b9)", "--limit", str(len(whole)))[1]
    assert list(whole[0]) == [
        "lower", "upper", "title", "precise", "complete", "missing", "adds", "known", "lowerPitches", "upperPitches"]
    assert all(way["complete"] and not way["missing"] for way in whole)
    assert json.loads(chords("ways", "C13(b9)", "--json", "--limit", "3")[1]) == whole[:3]
    shells = [
        way for way in json.loads(chords("ways", "G7alt", "--playable", "--json")[1]) if way["lower"] == "G7(omit5)"]
    assert {way["upper"] for way in shells[:4]} == {"E♭ma", "D♭ma", "A♭mi", "B♭mi"}
    assert all(set(way["missing"] + way["adds"]) == {"♭9", "♯9", "♯11", "♭13"} for way in shells[:4])
    given = json.loads(chords("ways", "C13(b9)", "--lower", "C7", "--upper", "A", "--json")[1])
    assert given == whole[:1]
    band = json.loads(chords("ways", "Cma13(#11)", "--upper", "D", "--playable", "--band", "--json")[1])
    assert [way["lower"] for way in band[:4]] == ["Cma7", "Cma7(♭5)", "Emi", "Emi7"]
    assert "--playable" in chords("ways", "C7", "--lower", "D")[1]


@pytest.mark.parametrize("arguments, words", [
    (["ways", "H"], "H"), (["ways", "C7", "--upper", "H"], "H"), (["ways", "C7", "--limit", "0"], "limit"),
    (["ways", "Db/Cma"], "not one chord"), (["ways", "C7 + ?"], "lacks a chord"),
    (["ways", "C7 + ? = C13(b9)", "--lower", "C7"], "twice"), (["board", "H"], "H"),
    (["board", "C7", "--types", "ma,zz"], "zz")])
def test_invalid_arguments_of_ways_and_board_are_refused(arguments, words):
    code, out, err = chords(*arguments)
    assert (code, out) == (65, "") and words in err


def test_board_agrees_with_combine():
    board = json.loads(chords("board", "C7", "--types", "ma,mi7(b5)", "--json")[1])
    assert board["lower"] == "C7" and len(board["cells"]) == 24
    pairs = "".join(f"C7\t{cell['upper']}\n" for cell in board["cells"])
    combined = [line.split("\t") for line in chords("combine", "--batch", stdin=pairs.encode())[1].splitlines()]
    assert [(cell["kind"], cell["title"]) for cell in board["cells"]] == [(line[2], line[3]) for line in combined]
    turned = json.loads(chords("board", "A", "--upper", "--types", "7", "--json")[1])
    assert turned["upper"] == "Ama" and {"C7", "E♭7"} < {cell["lower"] for cell in turned["cells"]}
    out = chords("board", "C7")[1].splitlines()
    assert out[0].split() == ["C7", "+", "ma", "mi"] and len(out) == 13
    assert out[10].split() == ["A", "C13(♭9)", "24.50", "C13", "17.45"]
    assert out[7].split()[0] == "F♯"


def test_known_pairs_have_names():
    expected = json.loads(chords("info", "C7no1no5", "--json")[1])
    assert (expected["precise"], expected["short"], expected["notes"]) == ("C7(omit1 omit5)", "C7", ["E", "B♭"])
    combined = json.loads(chords("combine", "C7(omit5)", "Ab", "--json")[1])
    assert (combined["title"], combined["precise"]) == ("C7(♯9♭13)", "C7(♯9♭13 omit5)")


def test_error_names_the_context_option():
    for option, place in [("--key", "The key: "), ("--after", "The chord before: "), ("--before", "The chord after: ")]:
        code, out, err = chords("name", "C", "E", "G", option, "X")
        assert (code, out) == (65, "") and place in err and "“X”" in err
    assert chords("name", "E", "Bb", "D", "A", "--band")[1].startswith("C13 (no root)\n")


@pytest.mark.parametrize("option", [["--band"], ["--key", "C major"], ["--after", "G7"], ["--before", "C"]])
def test_classic_vocabulary_refuses_context(option):
    code, out, err = chords("name", "C", "E", "G", "--vocabulary", "classic", *option)
    assert (code, out) == (65, "") and "jazz vocabulary" in err
    line = chords("name", "--batch", "--vocabulary", "classic", stdin=b"C E G\tC major\n")
    assert line[0] == 65 and "jazz vocabulary" in line[1]


def test_vocabularies_are_listed():
    for name, least, most in [("classic", 144, 144), ("jazz", 200, 300)]:
        answer = json.loads(chords("vocabulary", "--vocabulary", name, "--json")[1])
        assert answer["vocabulary"] == name and least <= len(answer["types"]) <= most
        lines = chords("vocabulary", "--vocabulary", name)[1].splitlines()
        assert len(lines) == 1 + len(answer["types"])
        # Each listed symbol is read back as the notes next to it.
        for type in answer["types"]:
            for hand in ("ma", "maj", "delta"):
                if len(type["degrees"]) > 6:
                    info = chords("info", "C" + type["suffix"][hand], "--vocabulary", name, "--json")[1]
                    assert json.loads(info)["degrees"] == type["degrees"]
    assert json.loads(chords("vocabulary", "--json")[1])["vocabulary"] == "jazz"


def test_altered_dominant_depends_on_the_vocabulary():
    def notes(*arguments):
        return json.loads(chords("info", "G7alt", "--json", *arguments)[1])["notes"]

    assert notes() == ["G", "B", "F", "A♭", "A♯", "C♯", "E♭"]
    assert notes("--vocabulary", "classic") == ["G", "B", "D♯", "F", "A♭", "A♯", "C♯"]


def test_pads_of_a_linnstrument():
    """Worked examples from the documentation of the instrument."""
    answer = json.loads(chords("linnstrument", "60", "--model", "200", "--json")[1])
    assert answer == {"pads": [
        {"row": 3, "column": 21, "index": 145}, {"row": 4, "column": 16, "index": 115},
        {"row": 5, "column": 11, "index": 85},
        {"row": 6, "column": 6, "index": 55}, {"row": 7, "column": 1, "index": 25}]}

    def places(*options):
        pads = json.loads(chords("linnstrument", "60", "--model", "128", *options, "--json")[1])["pads"]
        return [(pad["row"], pad["column"]) for pad in pads]

    assert places("--octave", "1") == [(2, 14), (3, 9), (4, 4)]
    assert places("--transpose", "2") == [(4, 14), (5, 9), (6, 4)]
    assert places("--lights", "2") == [(5, 13), (6, 8), (7, 3)]
    assert places("--left-handed") == [(4, 1), (5, 6), (6, 11), (7, 16)]
    assert places("--offset", "-5") == [(2, 1), (3, 6), (4, 11), (5, 16)]
    assert json.loads(chords("linnstrument", "29", "--json")[1]) == {"pads": []}
    # A grid of eight rows from the top, with the pads of the note in brackets.
    code, out, _ = chords("linnstrument", "60", "--model", "128")
    lines = out.splitlines()
    assert code == 0 and lines[0] == "C4 (60): row 4 column 16, row 5 column 11, row 6 column 6, row 7 column 1"
    assert [line[0] for line in lines[2:]] == list("87654321")
    assert [line.count("[C4]") for line in lines[2:]] == [0, 1, 1, 1, 1, 0, 0, 0] and lines[3].startswith("7 [C4]")
    assert lines[9].split()[1] == "F♯1"


def test_two_hands_on_a_linnstrument():
    answer = json.loads(chords("linnstrument", "48", "52", "58", "+", "61", "64", "69", "--json")[1])
    assert [key["note"] for key in answer["left"]] == [48, 52, 58]
    assert [key["note"] for key in answer["right"]] == [61, 64, 69]

    def held(hand):
        return [(key["row"], key["column"]) for key in answer[hand]]

    def stretch(pads):
        return max((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 for one in pads for other in pads)

    for hand in ("left", "right"):
        # Each note is on one of its pads, and no other choice is closer together.
        every = [
            [(pad["row"], pad["column"])
                for pad in json.loads(chords("linnstrument", str(key["note"]), "--json")[1])["pads"]]
                 for key in answer[hand]]
        assert all(pad in pads for pad, pads in zip(held(hand), every))
        assert stretch(held(hand)) == min(stretch(pads) for pads in itertools.product(*every))
    assert max(column for _, column in held("left")) < min(column for _, column in held("right"))
    assert chords("linnstrument", "48 52 58 + 61 64 69", "--json")[1] == json.dumps(
        answer, separators=(",", ":")) + "\n"
    lines = output_lines("linnstrument", "48", "52", "58", "+", "61", "64", "69")
    assert lines[0].startswith("Left hand: C3 (48) row ") and lines[1].startswith("Right hand: D♭4 (61) row ")
    grid = "\n".join(lines[3:])
    assert sorted(re.findall(r"\[(\S+)\]", grid)) == ["B♭3", "C3", "E3"]
    assert sorted(re.findall(r"\((\S+)\)", grid)) == ["A4", "D♭4", "E4"]
    # One hand may be empty.
    assert json.loads(chords("linnstrument", "60", "+", "--json")[1])["right"] == []


@pytest.mark.parametrize("arguments, words", [
    (["48", "52"], "one +"), (["48", "+", "52", "+", "60"], "one +"), (["+"], "No notes") ,
    (["48", "+", "48"], "twice"),
    (["60", "61", "62", "63", "64", "65", "+"], "at most 5 notes"), (["20", "+", "60"], "20 has no pad"),
    (["48", "+", "C4"], "“C4”"),
    (["128"], "0 to 127"), (["C4"], "“C4” is not a MIDI note"), (["60", "--model", "100"], "128 or 200"),
    (["60", "--offset", "17"], "-16 to 16"), (["60", "--octave", "6"], "-5 to 5"), (["60", "--lights", "x"], "-7 to 7"),
])
def test_invalid_linnstrument_arguments_are_refused(arguments, words):
    code, out, err = chords("linnstrument", *arguments)
    assert (code, out) == (65, "") and words in err
    assert chords("linnstrument")[0] == 64
