"""The rules behind the files of test_foreign.py, with other inputs: the spellings of programs and people."""

import io
import itertools
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
# Without a kind the numeral says what it is.
NUMERALS = [("ii7", "Dmi7"), ("V7", "G7"), ("viio", "B°"), ("viiø7", "Bmi7(♭5)"), ("IV+", "F+"), ("V6", "G")]


def test_kinds_are_read_by_their_words():
    assert bars(shown(score(*(harmony for harmony, _ in KINDS)))["tunes"][0], False).split(" | ") == [
        symbol for _, symbol in KINDS]


def test_functions_lead_to_other_degrees():
    book = shown(score(*(f"<function>{function}</function><kind>major</kind>" for function, _ in FUNCTIONS)))
    assert bars(book["tunes"][0], False).split(" | ") == [symbol for _, symbol in FUNCTIONS]


def test_numerals_without_a_kind_are_chords():
    book = shown(score(*(f"<function>{numeral}</function><kind/>" for numeral, _ in NUMERALS)))
    assert bars(book["tunes"][0], False).split(" | ") == [symbol for _, symbol in NUMERALS]


def test_a_printed_title_names_a_tune_without_another():
    def credit(what, *words):
        parts = "".join(f"<credit-words>{word}</credit-words>" for word in words)
        return f"<credit><credit-type>{what}</credit-type>{parts}</credit>"

    head = credit("title", "Blue", "Song") + credit("composer", "Ann")
    xml = score(kind("major")).decode().replace("<part id", head + "<part id")
    tune = shown(xml.encode())["tunes"][0]
    assert (tune["title"], tune["composer"]) == ("Blue Song", "Ann")
    named = xml.replace("<credit>", "<work><work-title>Red</work-title></work><credit>", 1)
    assert shown(named.encode())["tunes"][0]["title"] == "Red"


def test_the_place_on_the_first_page_tells_title_and_composer():
    def credit(words, page=1, **style):
        style = "".join(f" {name.replace('_', '-')}='{value}'" for name, value in style.items())
        return f"<credit page='{page}'><credit-words{style}>{words}</credit-words></credit>"

    head = (
        credit("For Ann", justify="center", valign="top", font_size="12")
        + credit("Blue Song", justify="center", valign="top", font_size="24")
        + credit("© 2020", justify="center", valign="bottom", font_size="30")
        + credit("Bob", justify="right", font_size="12") + credit("Part 2", 2, justify="center", font_size="40"))
    xml = score(kind("major")).decode().replace("<part id", head + "<part id")
    tune = shown(xml.encode())["tunes"][0]
    assert (tune["title"], tune["composer"]) == ("Blue Song", "Bob")


def test_a_movement_is_a_tune_of_its_work():
    head = "<work><work-title>Suite</work-title></work><movement-title>Blue</movement-title>"
    xml = score(kind("major")).decode().replace("<part id", head + "<part id")
    assert shown(xml.encode())["tunes"][0]["title"] == "Blue"


@pytest.mark.parametrize("place, expected", [("end", "C D E F D E G"), ("start", "C D E F D G")])
def test_the_first_of_two_coda_signs_leads_to_the_other(place, expected):
    def harmony(root):
        return f"<harmony><root><root-step>{root}</root-step></root><kind>major</kind></harmony>" + REST

    def sign(name):
        return f"<direction><direction-type><{name}/></direction-type></direction>"

    words = "<direction><direction-type><words>D.S. al Coda</words></direction-type></direction>"
    third = harmony("E") + sign("coda") if place == "end" else sign("coda") + harmony("E")
    measures = [harmony("C"), sign("segno") + harmony("D"), third, harmony("F") + words, sign("coda") + harmony("G")]
    xml = "<score-partwise><part id='P1'>" + "".join(f"<measure>{one}</measure>" for one in measures)
    assert played(shown((xml + "</part></score-partwise>").encode(), "--unfold")["tunes"][0]) == expected


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


def test_all_scores_of_an_archive_are_read():
    def zipped(*files):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files:
                archive.writestr(name, content)
        return data.getvalue()

    names = ["major", "minor", "dominant"]
    files = [(f"{name}.musicxml", score(kind(name), kind("nonsense"))) for name in names]
    book = shown(zipped(*files, ("note.txt", "C"), ("other.xml", "<a/>")))
    assert [bars(tune, False).split(" | ")[0] for tune in book["tunes"]] == ["E", "Emi", "E7"]
    # The bars of unread chords belong to their tunes.
    assert [problem["tune"] for problem in book["problems"]] == [1, 2, 3, None]
    assert "“other.xml” is not a score." in book["problems"][3]["message"]
    # The page and the command line unpack at most 32 MB.
    def long(count):
        return zipped(("a.musicxml", score(kind("major")) + b" " * count))

    assert shown(long(31_000_000))["problems"] == []
    code, _, error = run("tune", "show", "-", stdin=long(32_000_000))
    assert code == 65 and "The file is too large" in error


@pytest.mark.parametrize("content, expected", [
    ("|: C | 1 - 2. D :| 3. E |", "C D C D C E"), ("|: C | 1/2. D :| 3. E |", "C D C D C E"),
    ("|: C | 1&2. D :| 3. E |", "C D C D C E"), ("|: C | 1.+2. D :| 3. E |", "C D C D C E"),
    ("|: C |[1. D :|[2. E |", "C D C E"), ("|: C | G :| (x3)", "C G C G C G"),
    ("|: C | G :| 3 times\n| F |", "C G C G C G F"), ("| C | D Da Capo |", "C D C D"),
    ("| C | Segno D | E Dal Segno |", "C D E D E"), ("| C | D Fine | E | D. C. al Fine", "C D E C D"),
    ("1 | C | Am |\n3 | F | G |", "C Ami F G"), ("| C | Am | 2\n| F | G | 4", "C Ami F G"),
    ("│ C │ G │", "C G"), ("║ C ┃ G ║", "C G"), ("𝄆 C 𝄀 F 𝄇 G 𝄂", "C F C F G"),
    ("|: C |1) D :|2) E |", "C D C E"), ("|: C |1: D :|2: E |", "C D C E"), ("|: C | 1st D :| 2nd E |", "C D C E"),
    ("|: C | 1st time: D :| 2nd time: E |", "C D C E"), ("|: C | G :| play 3 times\n| F |", "C G C G C G F"),
    ("|: C | G :| (play 3x)\n| F |", "C G C G C G F"),
    # A count after a line without a repeat sign repeats the line.
    ("| C | G | x2\n| F |", "C G C G F"), ("| C | G | (x2)\n| F |", "C G C G F"), ("| C | G | x 2", "C G C G"),
    ("| C | x | x |", "C C C"), ("C G Am x2\nF", "C G Ami C G Ami F"),
    ("| C | ./. | F |", "C C F"), ("| C | G | .//. | | F |", "C G C G F"),
    # A section before the first bar line, or alone above bars, is no bar.
    ("|: C |[1] F :|[2] G |", "C F C G"), ("|: C |1-2 F :|3 G |", "C F C F C G"),
    ("|: C |1,3 F :|2,4 G :|", "C F C G C F C G"),
    ("A) | C | F |\nB) | G |", "C F G"), ("(A) | C | F |\n(B) | G |", "C F G"), ("A. | C |\nB. | G |", "C G"),
    ("Bridge | C | F |", "C F"), ("Vamp | C | F |", "C F"), ("A\n| C | F |\nB\n| G |", "C F G"),
    ("| C | F ⊕ | G D.C. al Coda |\n| ⊕ A |", "C F G C F A"),
    ("|: C | (1) F :| (2) G |", "C F C G"), ("|: C | (1st) F :| (2nd) G |", "C F C G"),
    # An ending on a line of its own is no number of a bar.
    ("|: C | F |\n1. | G | A :|\n2. | D ||", "C F G A C F D"),
    ("|: C |\n1st ending: | G :|\n2nd ending: | D |", "C G C D"),
    ("|: C | F |\n[1] G :|\n[2] A |", "C F G C F A"), ("m1 | C | F |\nm3 | G |", "C F G"), ("bar 1: | C |", "C"),
    ("| C | F | *2\n| G |", "C F C F G"), ("|: C :| (repeat 3 times)\n| G |", "C C C G"),
    ("|: C :| [x3]\n| G |", "C C C G"),
    ("| C | F (to coda) | G (D.C. al Coda) |\n[Coda]\n| A |", "C F G C F A"),
    ("| C | F To Coda | G D.C. al Coda |\nCoda\n| A |", "C F G C F A"),
    ("| C | 𝄋 F | G ⊕ | A D.S. al ⊕ |\n⊕ | D |", "C F G A F G D"),
    ("| C | F Coda | G D.C. al Coda |\n| Coda A |", "C F G C F A"),
    ("| C | F (Fine) | G (D.C. al Fine) |", "C F G C F"),
    ("A1\n| C |\nA2\n| F |", "C F"), ("(Bridge)\n| C |\nB (8 bars)\n| F |", "C F"), ("A:| C | F |\nB:| G |", "C F G"),
    ("A |: C | F :|\nB | G | D |", "C F C F G D"), ("¦ C ¦ F ¦", "C F"), ("+---+---+\n| C | F |\n+---+---+", "C F"),
    ("| C //// | //// | F |", "C C F"), ("C,F,G", "C F G"), ("Eb; Cm; Fm", "E♭ Cmi Fmi"),
    ("Cm7 -> F7 > Bb", "Cmi7 F7 B♭"),
    ("• Cm7 • F7", "Cmi7 F7"), ("| **C** | `F7` | _G_ |", "C F7 G"), ("0.0 1.5 C:maj\n1.5 3.25 G:7/3", "C G7/B"),
    ("{t: G}\n{sog}\n| C . | F . | %% | | G . |\n{eog}", "C F C F G"),
    ("Dm7, G7, Cmaj7", "Dmi7 G7 Cma7"), ("Dm7 - G7 - Cmaj7", "Dmi7 G7 Cma7"),
    ("Dm7 → G7 → Cmaj7", "Dmi7 G7 Cma7"),
    ("{t: G}\n{sog}\n| C . | G . | F . | %% . | . . |\n{eog}", "C G F G F"),
    ("{t: G}\n{sog}\n| C . |\n|s dn up |\n| G . |\n{eog}", "C G"),
    ("{t: R}\n{soc}\n{sog}\n| C . | F . |\n{eog}\n{eoc}\n[G]a [D]b\n{chorus}", "C F G D C F"),
    ("{t: R}\n{soc}\n[C]a\n{sot}\n|[F]|\n{eot}\n[F]b\n{eoc}\n{chorus}", "C F C F"),
])
def test_bars_are_played_in_order(content, expected):
    assert played(shown(content.encode(), "--unfold")["tunes"][0]) == expected


@pytest.mark.parametrize("content, expected", [
    ("| C7 (b9) | Fmaj7 (#11) | G7 (b9,b13) |", "C7(♭9)@1 | Fma7(♯11)@1 | G7(♭9♭13)@1"),
    ("| Fm7 b5 | Bb7 #9 |", "Fmi7(♭5)@1 | B♭7(♯9)@1"), ("| C maj7 A m7 | G sus4 |", "Cma7@1 Ami7@3 | Gsus4@1"),
    # A chord in parentheses is above the chord before, and a small letter may be a root.
    ("| C (Am7) | F |", "C@1 | F@1"), ("| am7 b7 | F |", "Ami7@1 B7@3 | F@1"),
    ("| C:maj7 | A:min/b3 | C/b7 | D/4 | E/b3 |", "Cma7@1 | Ami/C@1 | C/B♭@1 | D/G@1 | E/G@1"),
    ("| Dm7-G7 | C→F | C7(b9,b13) |", "Dmi7@1 G7@3 | C@1 F@3 | C7(♭9♭13)@1"), ("| C-7 | C-F |", "Cmi7@1 | C@1 F@3"),
    ("| C... | Am7. D7. | G/// |", "C@1 | Ami7@1 D7@3 | G@1"), ("| C _ F _ | G · · A |", "C@1 F@3 | G@1 A@4"),
    # Degrees of the key, as numbers and as numerals.
    ("Key: G\n| 1 | 2m7 5(7) | 1/3 | b7 |", "G@1 | Ami7@1 D7@3 | G/B@1 | F@1"),
    ("Key: F\n| ii7 V7 | Imaj7 | viio |", "Gmi7@1 C7@3 | Fma7@1 | E°@1"),
    ("Key: C\n| V7/V | bVII |", "D7@1 | B♭@1"),
    ("{t: A}\n{key: D}\n[1]a [4]b [6m]c", "D@1 | G@1 | Bmi@1"),
    ("C  G\nGo away now\nAm\nGo", "C@1 | G@1 | Ami@1"),
    # Words below chords, also short ones that begin with a note name.
    ("Am7  D7  G\nDo not go away\nC  G\nA day\nF", "Ami7@1 | D7@1 | G@1 | C@1 | G@1 | F@1"),
    ("dm7 g7 cmaj7\nam7 d7", "Dmi7@1 | G7@1 | Cma7@1 | Ami7@1 | D7@1"),
    ("{t: A}\n[C a [G]b [Am*]c", "G@1 | Ami@1"),
    ("{t: A} {key: G}\n[G]a", "G@1"), ("[Verse 1]\n[G]Shine a [D]light\n[Chorus]\n[Em]Down", "G@1 | D@1 | Emi@1"),
    ("{t: A}\n{sog}\n|: C . |1,2 G . :|3 F . |\n{eog}", "C@1 | G@1 | F@1"),
])
def test_bars_are_written_without_a_message(content, expected):
    book = shown(content.encode())
    assert bars(book["tunes"][0], True) == expected
    assert book["problems"] == []


def test_no_chord_may_stand_in_parentheses():
    assert bars(shown("C  (N.C.)  F\nwords go here now".encode())["tunes"][0], False) == "C |  | F"


def test_tablature_and_headings_of_guitarists_are_no_bars():
    head = b"Tuning: E A D G B E\nCapo: 3\n[Intro]\ne|--3-0--|\nB|--1h3--|\n\n[Verse]\n"
    book = shown(head + b"Am  G\nWords to sing here\n")
    assert bars(book["tunes"][0], False) == "Ami | G"
    assert [problem["message"] for problem in book["problems"]] == [
        "The tuning has no meaning here. It was passed over.",
        "There is a capo at fret 3. The chords are kept as they are fingered; they sound 3 semitones higher.",
        "Tablature has no chords. It was passed over."]


def test_a_count_after_the_name_of_a_section_is_no_bar():
    book = shown(b"[Chorus] x2\nC G\n")
    assert bars(book["tunes"][0], False) == "C | G"
    assert [problem["text"] for problem in book["problems"]] == ["x2"]


@pytest.mark.parametrize("content", [
    b"%PDF-1.4\n", b"MThd\0\0\0\6\0\0\0\1\0\x60", b"\x89PNG\r\n\x1a\n\0", b"\xff\xd8\xff\xe0\0\x10JFIF",
    b"<?xml version='1.0'?><mei/>",
])
def test_other_files_are_refused_in_one_sentence(content):
    code, _, error = run("tune", "show", "-", stdin=content)
    assert code == 65
    assert error == "This is not a tune: expected iReal Pro, MusicXML, ChordPro or plain text.\n"


def test_a_long_line_that_is_passed_over_is_cut_in_the_message():
    code, _, error = run("tune", "show", "-", stdin=b"some words " * 100)
    assert code == 65 and len(error) < 150 and "…" in error


def test_a_count_below_a_line_is_no_bar():
    book = shown(b"|: C | F :|\n| G |\nx2\n| A |")
    assert bars(book["tunes"][0], False) == "C | F | G | A"
    assert [problem["text"] for problem in book["problems"]] == ["x2"]


def test_several_directives_stand_in_a_line():
    assert shown(b"{t: A} {key: G} {time: 3/4}\n[G]a")["tunes"][0]["key"] == "G major"


def test_a_grid_has_a_label_among_attributes():
    tune = shown(b"{t: A}\n{start_of_grid: shape=\"4x4\" label=\"Intro\"}\n| C . |\n{eog}")["tunes"][0]
    assert [section["label"] for section in tune["sections"]] == ["Intro"]


@pytest.mark.parametrize("content, title", [
    ("Blue\n| C | F |", "Blue"), ("Green Road (in F)\n\n| C | F |", "Green Road (in F)"),
    ("A Walk\n| C | F |", "A Walk"),
    ("Green Road\nby Ann\nC\nF", "Green Road"), ("Title = Green Road\nKey : F\n| C | F |", "Green Road"),
    # A first line that may be a chord stays one.
    ("Title: Green\n| C | F |", "Green"),
])
def test_a_line_of_words_before_the_first_bar_is_the_title(content, title):
    book = shown(content.encode())
    assert book["tunes"][0]["title"] == title
    assert bars(book["tunes"][0], False) == "C | F"
    assert book["problems"] == []


def test_a_line_with_a_label_and_words_is_passed_over():
    book = shown(b"Title: A\nForm: AABA\nStrumming: D DU DU\nC  G\nwords to sing\n")
    assert bars(book["tunes"][0], False) == "C | G"
    assert [problem["text"] for problem in book["problems"]] == ["Form: AABA", "Strumming: D DU DU"]
    # What may be meant as a chord keeps its place.
    assert [problem["text"] for problem in shown(b"A: Gfoo7\n| C |")["problems"]] == ["Gfoo7"]


@pytest.mark.parametrize("line, time, key", [
    ("Time signature: 3/4", "3/4", None), ("3/4", "3/4", None), ("Key: E flat", "4/4", "E♭ major"),
    ("Key: F sharp minor", "4/4", "F♯ minor"),
])
def test_words_of_headers_are_read(line, time, key):
    tune = shown((line + "\nC F").encode())["tunes"][0]
    assert (tune["time"], tune["key"]) == (time, key)


@pytest.mark.parametrize("tempo", ["-1", "0.5", "90-120", "fast"])
def test_other_tempos_are_reported(tempo):
    book = shown(f"Tempo: {tempo}\n| C |".encode())
    assert book["tunes"][0]["tempo"] is None
    assert [problem["text"] for problem in book["problems"]] == [tempo]


def part(number, *measures):
    return f"<part id='P{number}'>" + "".join(f"<measure>{measure}</measure>" for measure in measures) + "</part>"


def melody(tune):
    return [note["note"] for section in tune["sections"] for bar in section["bars"] for note in bar.get("melody") or []]


@pytest.mark.parametrize("clef, expected", [("G", ["A4", "G4"]), ("F", [])])
def test_a_melody_may_be_in_another_part_than_the_chords(clef, expected):
    def note(step):
        pitch = f"<pitch><step>{step}</step><octave>4</octave></pitch>"
        return f"<note>{pitch}<duration>4</duration><voice>1</voice></note>"

    def harmony(root):
        return f"<harmony><root><root-step>{root}</root-step></root><kind>major</kind></harmony>" + REST

    chords = [harmony("F"), harmony("C")]
    notes = [f"<attributes><clef><sign>{clef}</sign></clef></attributes>" + note("A"), note("G")]
    for parts in [part(1, *chords) + part(2, *notes)] + [part(1, *notes) + part(2, *chords)] * (clef == "G"):
        tune = shown(f"<score-partwise>{parts}</score-partwise>".encode())["tunes"][0]
        assert (bars(tune, False), melody(tune)) == ("F | C", expected)


@pytest.mark.parametrize("tempo", ["120", "120 bpm", "♩ = 120", "1/4 = 120"])
def test_a_tempo_is_the_only_number_of_its_line(tempo):
    for content in [f"Tempo: {tempo}\n| C |", "{t: A}\n{tempo: " + tempo + "}\n[C]a"]:
        assert shown(content.encode())["tunes"][0]["tempo"] == 120


@pytest.mark.parametrize("symbol, notes", [
    ("Am4", "A C D E"), ("Dm7/4", "D F G A C"), ("Em7(4)", "E G A B D"), ("C/2", "C D E G"), ("Bb/b7", "B♭ D F A♭"),
    ("F/6", "F A C D"), ("F/b6", "F A C D♭"), ("E/b3", "E G♯ B G"), ("G7/4", "G C D F"), ("C/b9", "C E G D♭"),
])
def test_fourths_and_degrees_in_the_bass_are_read(symbol, notes):
    code, out, error = run("info", symbol, "--json")
    assert code == 0, error
    assert set(json.loads(out)["notes"]) == set(notes.split())


@pytest.mark.parametrize("notes, names", [
    ("D E G Bb C", ["C7/D", "C9/D"]), ("D3 E3 G3 Bb3 C4", ["C7/D", "C9/D"]), ("B C# E G A", ["A7/B", "A9/B"]),
])
def test_a_seventh_chord_over_its_ninth_is_no_suspended_chord(notes, names):
    # Both names are the same root, bass and notes.
    assert json.loads(run("name", *notes.split(), "--json")[1])["title"] in names


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
    (header() + track(SONG + END, 5), "does not match its header"),
    (header() + track(SONG + END, 0), "does not match its header"),
    (header() + track(SONG + END, 5_000), "does not match its header"),
    (header(9) + track(SONG + END), "fewer tracks"),
    (header(0) + track(SONG + END), None),
    (b"RIFF\0\0\0\0RMIDdata\0\0\0\0" + header() + track(SONG + END), None),
    (header() + track(b"\0\xff\x51\3\0\0\0" + SONG + END), None),
    (header() + track(END) + track(SONG + END), "more tracks"), (b"\0" * 128 + header() + track(SONG + END), None),
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
    (tmp_path / "e.txt").write_text("| C | G |")
    code, out, error = run("tune", "list", *names)
    assert code == 0
    assert out.splitlines()[-1] == (
        "4 tunes in 5 files, 1 with a melody. “Blue” appears twice. 2 files have no tune. 1 problem was found.")
    assert f"{tmp_path}/b.txt, tune 2, bar 1: " in error and f"{tmp_path}/gone.txt: " in error
    answer = json.loads(run("tune", "list", *names, "--json")[1])
    assert [(tune["file"][-5:], tune["index"], tune["title"], tune["isRepeated"]) for tune in answer["tunes"]] == [
        ("a.txt", 1, "Blue", False), ("b.txt", 1, "Blue", True), ("b.txt", 2, "Red", False),
        ("d.txt", 1, "Song", False)]
    assert [problem["text"] for problem in answer["problems"]].count("Gfoo7") == 1
    assert run("tune", "list", tmp_path / "c.txt", tmp_path / "gone.txt")[0] == 65
    code, out, error = run("tune", "list", tmp_path / "a.txt", "-", stdin=b"| C | G |")
    assert (code, out.splitlines()[-1], error) == (0, "2 tunes in 2 files.", "")
    code, out, _ = run("tune", "list", "-", tmp_path / "e.txt", stdin=b"| C | G |")
    assert (code, out.splitlines()[-1]) == (0, "2 tunes in 2 files. An untitled tune appears twice.")


def test_thousands_of_tunes_with_one_title_are_compared_in_seconds(tmp_path):
    chords = itertools.islice(itertools.product("CDEFGAB", repeat=5), 5_000)
    tunes = ["Title: Song\n| " + " | ".join(bars) + " |\n" for bars in chords]
    (tmp_path / "a.txt").write_text("\n".join(tunes))
    (tmp_path / "b.txt").write_text(tunes[-1])
    code, out, _ = run("tune", "list", tmp_path / "a.txt", tmp_path / "b.txt")
    assert code == 0
    assert out.splitlines()[-1] == "5001 tunes in 2 files. “Song” appears twice."
