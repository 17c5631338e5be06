"""The rules behind the files of test_foreign.py, with other inputs: the spellings of programs and people."""

import json
import subprocess
import zipfile

import pytest

from serving import CHORDS
from test_foreign import bars

REST = "<note><rest/><duration>4</duration><voice>1</voice></note>"


def run(*arguments, stdin=b""):
    answer = subprocess.run([CHORDS, *arguments], input=stdin, capture_output=True, timeout=60)
    return answer.returncode, answer.stdout.decode(), answer.stderr.decode()


def shown(content, *arguments):
    code, out, error = run("tune", "show", "-", "--format", "json", *arguments, stdin=content)
    assert code == 0, error
    return json.loads(out)


def played(tune):
    """The bars in order; one without chords continues the last."""
    order = bars(tune, False).split(" | ")
    for index, bar in enumerate(order):
        order[index] = bar or order[index - 1]
    return " ".join(order)


def score(*harmonies):
    """A score with one harmony per bar."""
    measures = "".join(f"<measure><harmony>{harmony}</harmony>{REST}</measure>" for harmony in harmonies)
    return f"<?xml version='1.0'?><score-partwise><part id='P1'>{measures}</part></score-partwise>".encode()


def kind(name, degrees="", text=""):
    root = "<root><root-step>E</root-step></root>"
    return f"{root}<kind text='{text}'>{name}</kind>{degrees}"


def degree(value, alter, how):
    return (f"<degree><degree-value>{value}</degree-value><degree-alter>{alter}</degree-alter>"
            f"<degree-type>{how}</degree-type></degree>")


KINDS = [
    (kind("dom"), "E7"), (kind("dominantseventh"), "E7"), (kind("minorseventh"), "Emi7"),
    (kind("dominant-flat-five"), "E7(♭5)"), (kind("dominant-sharp-eleventh"), "E7(♯11)"),
    (kind("dominant-suspended-fourth"), "E7sus4"), (kind("augmented-dominant-ninth"), "E9(♯5)"),
    (kind("major-minor-seventh"), "Emi(Δ7)"), (kind("minor-thirteenth"), "Emi13"), (kind("other"), "E"),
    (kind("other", degree(5, 0, "add") + degree(9, 0, "add")), "E5(add9)"),
    (kind("dominant-11th", degree(11, 1, "alter")), "E9(♯11)"),
]
FUNCTIONS = [("V/V", "D"), ("bVII", "B♭"), ("vii/ii", "C♯"), ("#iv", "F♯")]


def test_kinds_are_read_by_their_words():
    assert bars(shown(score(*(harmony for harmony, _ in KINDS)))["tunes"][0], False).split(" | ") == [
        symbol for _, symbol in KINDS]


def test_functions_lead_to_other_degrees():
    book = shown(score(*(f"<function>{function}</function><kind>major</kind>" for function, _ in FUNCTIONS)))
    assert bars(book["tunes"][0], False).split(" | ") == [symbol for _, symbol in FUNCTIONS]


def test_the_score_is_found_beside_pictures_and_files_of_macos(tmp_path):
    def container(*files):
        rows = "".join(f"<rootfile full-path='{name}' media-type='{kind}'/>" for name, kind in files)
        return f"<container><rootfiles>{rows}</rootfiles></container>"

    xml = score(kind("major")).decode()
    for files in [
        [("META-INF/container.xml", container(("a.pdf", "application/pdf"), ("a.xml", "application/xml"))),
            ("a.pdf", "%PDF"), ("a.xml", xml)],
        [("__MACOSX/._a.xml", "\0\5"), ("a.xml", xml)],
    ]:
        with zipfile.ZipFile(tmp_path / "a.mxl", "w") as archive:
            for name, content in files:
                archive.writestr(name, content)
        assert bars(shown((tmp_path / "a.mxl").read_bytes())["tunes"][0], False) == "E"


@pytest.mark.parametrize("content, expected", [
    ("|: C | 1 - 2. D :| 3. E |", "C D C D C E"), ("|: C | 1/2. D :| 3. E |", "C D C D C E"),
    ("|: C | 1&2. D :| 3. E |", "C D C D C E"), ("|: C | 1.+2. D :| 3. E |", "C D C D C E"),
    ("|: C |[1. D :|[2. E |", "C D C E"), ("|: C | G :| (x3)", "C G C G C G"),
    ("|: C | G :| 3 times\n| F |", "C G C G C G F"), ("| C | D Da Capo |", "C D C D"),
    ("| C | Segno D | E Dal Segno |", "C D E D E"), ("| C | D Fine | E | D. C. al Fine", "C D E C D"),
    ("1 | C | Am |\n3 | F | G |", "C Ami F G"), ("| C | Am | 2\n| F | G | 4", "C Ami F G"),
    ("│ C │ G │", "C G"), ("Dm7, G7, Cmaj7", "Dmi7 G7 Cma7"), ("Dm7 - G7 - Cmaj7", "Dmi7 G7 Cma7"),
    ("Dm7 → G7 → Cmaj7", "Dmi7 G7 Cma7"),
    ("{t: G}\n{sog}\n| C . | G . | F . | %% . | . . |\n{eog}", "C G F G F"),
    ("{t: G}\n{sog}\n| C . |\n|s dn up |\n| G . |\n{eog}", "C G"),
    ("{t: R}\n{soc}\n{sog}\n| C . | F . |\n{eog}\n{eoc}\n[G]a [D]b\n{chorus}", "C F G D C F"),
    ("{t: R}\n{soc}\n[C]a\n{sot}\n|[F]|\n{eot}\n[F]b\n{eoc}\n{chorus}", "C F C F"),
])
def test_bars_are_played_in_order(content, expected):
    assert played(shown(content.encode(), "--unfold")["tunes"][0]) == expected


def test_a_dash_in_a_bar_is_a_beat():
    assert bars(shown(b"| C - - - | G - F - |")["tunes"][0], True) == "C@1 | G@1 F@3"


def test_headers_have_other_names():
    tune = shown(b"Title: A\nArtist: B\nMeter: 3/4\nBPM: 90\n| C |")["tunes"][0]
    assert (tune["composer"], tune["time"], tune["tempo"]) == ("B", "3/4", 90)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_needs_no_mark(encoding):
    tune = shown("{title: Für}\n[C]a [G]b".encode(encoding))["tunes"][0]
    assert (tune["title"], bars(tune, False)) == ("Für", "C | G")


def test_symbols_without_chord_are_answered():
    code, out, _ = run("info", "--batch", "--json", stdin=b"N\nX\nN.C.\n")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [(answer["short"], answer["root"], answer["notes"]) for answer in answers] == [
        ("N.C.", None, []), ("X", None, []), ("N.C.", None, [])]
    # The fields are those of a chord.
    chord = json.loads(run("info", "C", "--json")[1])
    assert set(chord) == set(answers[0]) - {"readAs"}
    columns = [line.split("\t") for line in run("info", "--batch", stdin=b"N\nC\n")[1].splitlines()]
    assert columns[0][0] == "N.C." and len(columns[0]) == len(columns[1])
    assert run("info", "N")[:2] == (0, "N.C.\n\nNo chord: nothing is played.\n")


def notes(status, pitches, velocity, time):
    """Notes at one time; `time` is the bytes of the delta."""
    return b"".join(
        (time if index == 0 else b"\0") + bytes([status, pitch, velocity]) for index, pitch in enumerate(pitches))


# C and F, each for four beats.


C, F = (60, 64, 67), (65, 69, 72)
END = b"\0\xff\x2f\0"
SONG = b"".join([
    notes(0x90, C, 80, b"\0"), notes(0x80, C, 0, b"\x83\0"), notes(0x90, F, 80, b"\0"), notes(0x80, F, 0, b"\x83\0")])


def header(tracks=1):
    return b"MThd" + bytes([0, 0, 0, 6, 0, 1, 0, tracks, 0, 96])


def track(content, length=None):
    return b"MTrk" + (len(content) if length is None else length).to_bytes(4, "big") + content


@pytest.mark.parametrize("content, remark", [
    (header() + track(b"\0\xf1\0" + SONG + END), "a message for a device"),
    (header() + track(b"\0\xf2\0\0" + SONG + END), "a message for a device"),
    (header() + track(b"\0\xf6" + SONG + END), "a message for a device"),
    (header() + track(SONG + END, 5), "another length"), (header() + track(SONG + END, 0), "another length"),
    (header() + track(SONG + END, 5_000), "another length"), (header(9) + track(SONG + END), "fewer tracks"),
    (header(0) + track(SONG + END), None), (b"\0" * 128 + header() + track(SONG + END), None),
])
def test_midi_files_are_read_on(content, remark, tmp_path):
    (tmp_path / "a.mid").write_bytes(content)
    code, out, error = run("midi", tmp_path / "a.mid", "--json")
    assert code == 0, error
    assert [(chord["name"], chord["seconds"]) for chord in json.loads(out)["chords"]] == [("C", 0), ("F", 2)]
    assert remark in error if remark else error == ""
    # The JSON has the same lines in the form of the problems of tunes.
    batch = subprocess.run(
        [CHORDS, "midi", "--batch"], input=b"a.mid", cwd=tmp_path, capture_output=True, timeout=60).stdout
    for answer in [json.loads(out), json.loads(batch)]:
        assert answer["problems"] == [
            {"tune": None, "bar": None, "text": None, "message": line} for line in error.splitlines()]


def test_several_files_have_one_summary(tmp_path):
    contents = {"a.txt": "Title: Blue\n| C | F |", "b.txt": "Title: Blue\n| C | F |\n\nTitle: Red\n| Gfoo7 | C |",
        "c.txt": "nothing at all", "d.txt": "Title: Song\n| C |\nMelody: C5:1"}
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
    names = [tmp_path / name for name in contents] + [tmp_path / "gone.txt"]
    code, out, error = run("tune", "list", *names)
    assert code == 0
    assert out.splitlines()[-1] == (
        "4 tunes in 5 files, 1 with a melody. “Blue” is there twice. 2 files have no tune. 1 problem was found.")
    assert f"{tmp_path}/b.txt, tune 2, bar 1: " in error and f"{tmp_path}/gone.txt: " in error
    answer = json.loads(run("tune", "list", *names, "--json")[1])
    assert [(tune["file"][-5:], tune["index"], tune["title"], tune["isRepeated"]) for tune in answer["tunes"]] == [
        ("a.txt", 1, "Blue", False), ("b.txt", 1, "Blue", True), ("b.txt", 2, "Red", False),
        ("d.txt", 1, "Song", False)]
    assert [problem["text"] for problem in answer["problems"]].count("Gfoo7") == 1
    assert run("tune", "list", tmp_path / "c.txt", tmp_path / "gone.txt")[0] == 65
