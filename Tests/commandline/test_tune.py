"""Tunes at the command line. Links of iReal Pro are made here by themselves, from the description of their format."""

import json
import subprocess
import time
import urllib.parse

import pytest

from serving import ROOT

PROGRAM = ROOT / ".build/release/chords"

BLUES = """\
Title: Harbour Blues
Composer: Ann Other
Style: Medium Swing
Key: F
Tempo: 132

[A]
|: F7 | Bb7 | F7 | Cmi7 F7 |
| Bb7 | Bdim7 | F7 | Ami7(b5) D7(b9) |
| Gmi7 | C7 | 1. F7 D7 | Gmi7 C7 :|
| 2. F7 | N.C. Fine |]
"""


def tune(*arguments, stdin=""):
    """Runs `chords tune` and gives exit code, standard output and standard error."""
    run = subprocess.run([PROGRAM, "tune", *arguments], input=stdin.encode(), capture_output=True, timeout=60)
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def shown(text, *arguments):
    code, out, err = tune("show", "-", "--format", "json", *arguments, stdin=text)
    assert (code, err) == (0, "")
    return json.loads(out)


def hidden(music):
    """Music as it stands in a link: shortened, and with signs in other places."""
    for long, short in [("   ", "XyQ"), (" |", "LZ"), ("| x", "Kcl")]:
        music = music.replace(long, short)
    result = ""
    while len(music) > 51:
        block, music = list(music[:50]), music[50:]
        for index in [*range(5), *range(10, 24)]:
            block[index], block[49 - index] = block[49 - index], block[index]
        result += "".join(block)
    return "1r34LbKcu7" + result + music


def song(title, music, composer="Other Ann", style="Bossa Nova", key="C", tempo=0):
    fields = [title, composer, "", style, key, "", hidden(music), "Latin-Brazil: Bossa Acoustic", str(tempo), "3"]
    return "=".join(urllib.parse.quote(field, safe="") for field in fields)


DUSK = song(
    "Dusk, The", "{*AT44C^7   |A-7   |D-7   |G7sus G7 |N1E-7 A7b9 |D-7,sDb7#11,|lC69   | x  }        Y|N2C6 W/B "
    "|A-7,W/G,F#h7,F^7(D-9)]S[*BE-7   |A7alt   |   r|    <D.S. al Coda>]Y[QC^7   |n   Z", key="A-", tempo=140)


def test_text_is_written_as_it_is_read():
    assert tune("show", "-", stdin=BLUES) == (0, BLUES, "")
    code, link, _ = tune("show", "-", "--format", "ireal", stdin=BLUES)
    assert code == 0 and link.startswith("irealb://Harbour%20Blues=Other%20Ann==Medium%20Swing=F==1r34LbKcu7")
    # iReal Pro has no other Fine than among its words.
    assert tune("show", "-", stdin=link) == (0, BLUES, "")


def test_json_of_a_text():
    answer = shown(BLUES)
    assert answer["problems"] == []
    [blues] = answer["tunes"]
    assert list(blues) == ["title", "composer", "style", "key", "time", "tempo", "sections", "unfolded"]
    assert [blues[name] for name in ["title", "composer", "style", "key", "time", "tempo"]] == [
        "Harbour Blues", "Ann Other", "Medium Swing", "F major", "4/4", 132]
    [section] = blues["sections"]
    assert section["label"] == "A"
    bars = section["bars"]
    assert bars[0] == {"chords": [{"beat": 1, "symbol": "F7"}], "marks": ["repeat start"]}
    assert bars[7] == {
        "chords": [{"beat": 1, "symbol": "Ami7(♭5)"}, {"beat": 3, "symbol": "D7(♭9)"}], "marks": []}
    assert [bar["marks"] for bar in bars[10:]] == [["ending 1"], ["repeat end"], ["ending 2"], ["N.C.", "Fine", "final line"]]
    assert blues["unfolded"] == [*range(1, 13), *range(1, 11), 13, 14]


def test_a_link_of_ireal_pro():
    answer = shown(f"irealb://{DUSK}")
    assert answer["problems"] == []
    [dusk] = answer["tunes"]
    assert [dusk[name] for name in ["title", "composer", "style", "key", "time", "tempo"]] == [
        "The Dusk", "Ann Other", "Bossa Nova", "A minor", "4/4", 140]
    assert [(section["label"], len(section["bars"])) for section in dusk["sections"]] == [("A", 10), ("B", 6)]
    bars = [bar for section in dusk["sections"] for bar in section["bars"]]
    symbols = [[(chord["beat"], chord["symbol"]) for chord in bar["chords"]] for bar in bars]
    assert symbols == [
        [(1, "Cma7")], [(1, "Ami7")], [(1, "Dmi7")], [(1, "G7sus4"), (3, "G7")], [(1, "Emi7"), (3, "A7(♭9)")],
        [(1, "Dmi7"), (3, "D♭7(♯11)")], [(1, "C6/9")], [], [(1, "C6"), (3, "C6/B")],
        [(1, "Ami7"), (2, "Ami7/G"), (3, "F♯mi7(♭5)"), (4, "Fma7")],
        [(1, "Emi7")], [(1, "A7alt")], [], [], [(1, "Cma7")], [],
    ]
    assert bars[7]["marks"] == ["repeat bar", "repeat end"]
    assert bars[9]["marks"] == ["(Dmi9) on 4", "double line"]
    assert bars[10]["marks"] == ["Segno"]
    assert [bar["marks"] for bar in bars[12:]] == [
        ["repeat two bars"], ["repeat two bars", "D.S. al Coda", "double line"], ["Coda"], ["N.C.", "final line"]]
    assert dusk["unfolded"] == [*range(1, 9), *range(1, 5), 9, 10, 11, 12, 13, 14, 11, 12, 13, 14, 15, 16]


def test_many_tunes_in_a_page(tmp_path):
    links = "===".join([DUSK, song("One", "[T34C   |F   Z"), song("Two", "[T12G7   Z"), "My%20Tunes"])
    page = tmp_path / "page.html"
    page.write_text(f'<p>My tunes: <a href="irealb://{links}">here</a></p>')
    code, out, err = tune("list", page)
    assert (code, err) == (0, "")
    assert [line.split()[:2] for line in out.splitlines()] == [["Number", "Title"], ["1", "The"], ["2", "One"], ["3", "Two"]]
    code, out, _ = tune("list", page, "--json")
    listed = json.loads(out)["tunes"]
    assert [(one["index"], one["title"], one["time"], one["bars"]) for one in listed] == [
        (1, "The Dusk", "4/4", 16), (2, "One", "3/4", 2), (3, "Two", "12/8", 1)]
    assert json.loads(tune("show", page, "--index", "3", "--format", "json")[1])["tunes"][0]["title"] == "Two"
    assert tune("show", page, "--index", "4")[0] == 65


def test_in_another_key():
    moved = shown(BLUES, "--transpose", "Ab")["tunes"][0]
    assert moved["key"] == "A♭ major"
    chords = [chord["symbol"] for bar in moved["sections"][0]["bars"] for chord in bar["chords"]]
    assert chords[:7] == ["A♭7", "D♭7", "A♭7", "E♭mi7", "A♭7", "D♭7", "D°7"]
    assert tune("show", "-", "--transpose", "H", stdin=BLUES)[0] == 65


def test_as_it_is_played():
    code, out, _ = tune("show", "-", "--unfold", stdin="|: C | % | 1. F :| 2. G Fine | D.C. al Fine Am |")
    assert (code, out) == (0, "| C | C | F |\n[]\n| C | C | G | Ami |\n[]\n| C | C | G |\n")


def test_what_cannot_be_read_is_told_and_the_rest_is_answered():
    text = "| C | Fnothing G | D.S. al Fine Am |"
    code, out, err = tune("show", "-", stdin=text)
    assert code == 0 and "| C | . . G / | Ami D.S. al Fine |" in out
    told = err.splitlines()
    assert len(told) == 2 and told[0].startswith("Tune 1, bar 2: “Fnothing”") and told[1].startswith("Tune 1, bar 3: “D.S. al Fine”")
    answer = shown(text)
    assert [(problem["tune"], problem["bar"]) for problem in answer["problems"]] == [(1, 2), (1, 3)]
    assert answer["tunes"][0]["unfolded"] == []


@pytest.mark.parametrize("text", ["", "\n\n", "irealb://nothing=here"])
def test_nothing_to_read(text):
    code, out, err = tune("show", "-", "--format", "json", stdin=text)
    assert (code, out) == (65, "") and err


def test_a_file_that_is_not_there(tmp_path):
    assert tune("list", tmp_path / "none")[0] == 66


def test_analysis():
    code, out, err = tune("analyse", "-", "--json", stdin="Key: C\n| Dm7 | G7 | Cmaj7 | A7 |")
    assert (code, err) == (0, "")
    [analysis] = json.loads(out)["tunes"]
    assert [(chord["symbol"], chord["numeral"], chord["key"]) for chord in analysis["chords"]] == [
        ("Dmi7", "ii", "C major"), ("G7", "V", "C major"), ("Cma7", "I", "C major"), ("A7", "V/ii", "C major")]
    assert analysis["areas"] == [{"key": "C major", "bars": [1, 4]}]
    assert analysis["cadences"] == [
        {"name": "ii–V–I", "key": "C major", "bars": [1, 3], "symbols": ["Dmi7", "G7", "Cma7"]}]
    code, out, _ = tune("analyse", "-", stdin="| Dm7 | G7 | Cmaj7 |")
    assert code == 0 and "ii–V–I in C major" in out


def test_two_thousand_tunes_take_no_time():
    """The largest collections that players share: five milliseconds for each would be ten seconds."""
    link = "irealb://" + "===".join([DUSK] * 2000)
    start = time.monotonic()
    code, out, _ = tune("list", "-", "--json", stdin=link)
    assert code == 0 and len(json.loads(out)["tunes"]) == 2000
    assert time.monotonic() - start < 10
