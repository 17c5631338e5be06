"""Every command in the documents works and prints the shown answer.

A command after `$ ` is run. The lines below it are its answer, where “…” stands for anything: at the end of a line for
its rest, alone for any number of lines. Commands without a prompt are for people; what they call has to exist.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import urllib.error
import urllib.parse
import urllib.request
import wave
from argparse import ArgumentParser

import pytest

from blocks import DOCUMENTS, NOTES, README, blocks, name, prose
from serving import CHORDS, PROGRAM, ROOT

# Written for a server machine. Tests/server/test_hosting.py and tools/try-hosting test it.
HOSTING = ROOT / "docs/HOSTING.md"


def prompt_commands():
    """(document, command, answer) for every command after a prompt."""
    found = []
    for document in DOCUMENTS:
        lines = [line for block in blocks(document) if not block.language for line in block.lines]
        text = "\n".join(lines) + "\n"
        found += [(document, *pair) for pair in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)]
    return found


def commands(start):
    return [command for _, command, _ in prompt_commands() if command.startswith(start)]


def table_commands():
    """The complete commands in tables. `list`, `show ID` both belong to `chords sets`."""
    found = []
    for line in "\n".join(document.read_text() for document in DOCUMENTS).splitlines():
        if line.startswith("| `chords "):
            row = re.findall(r"`([^`]*)`", line.split("|")[1])
            for command in row:
                if command in ["midi"]:
                    command = row[0].replace("musicxml", command)
                found.append(command if command.startswith("chords ") else f"chords sets {command}")
    return [re.sub(r"[\[\]]", "", command) for command in found]


def inline_commands():
    """The commands in sentences, such as `chords ways 'C7 + ? = C7(#9b13)'`."""
    found = []
    for document in DOCUMENTS:
        text = "\n".join(line for line in prose(document).splitlines() if not line.startswith("| `chords "))
        found += re.findall(r"`(chords [^`]* '[^`]*'[^`]*|chords help [a-z ]+)`", text)
    return sorted(set(found))


def chords(arguments, folder):
    """Runs a program in the folder of the example files, where it also stores its data."""
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "NO_COLOR": "1"}
    return subprocess.run(
        [CHORDS, *arguments], cwd=folder, env=environment, capture_output=True, text=True, errors="replace", timeout=60)


def is_answer(shown, given):
    """Whether the shown lines match the output, with “…” for omissions."""
    def lines(text):
        return [line.rstrip() for line in text.rstrip().splitlines()]

    pattern = "".join(
        r"(?:.*\n)*" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n" for line in lines(shown))
    return re.fullmatch(pattern, "".join(line + "\n" for line in lines(given))) is not None


def test_answers_are_compared_line_by_line():
    assert is_answer("a\n…\nd e\n", "a\nb\nc\nd e") and is_answer("a b …", "a b c") and is_answer("a\n…", "a")
    assert not is_answer("a\nb", "a\nb\nc") and not is_answer("a …", "b c") and not is_answer("a\n…\nd", "a\nb\nc")


def test_every_command_is_tested():
    known = ("swift run chords ", "swift run -c release Benchmarks", "curl ")
    assert [command for _, command, _ in prompt_commands() if not command.startswith(known)] == []
    assert len(prompt_commands()) > 30 and len(table_commands()) > 30 and len(inline_commands()) > 1


@pytest.mark.parametrize(
    "command, answer", [one[1:] for one in prompt_commands() if one[1].startswith("swift run chords ")])
def test_shown_answer_matches_the_output(command, answer, tmp_path):
    run = chords(shlex.split(command)[3:], tmp_path)
    assert (run.returncode, is_answer(answer, run.stdout)) == (0, True), run.stdout + run.stderr


@pytest.mark.parametrize("document", [one for one in [*DOCUMENTS, *NOTES] if one != HOSTING], ids=name)
def test_programs_called_without_a_prompt_exist(document):
    known = {"cd", "curl", "diff", "git", "pip", "python3", "node", "spark-submit", "swift", "tsc"}
    for block in blocks(document):
        if block.language or any(
                re.match(r"[\$|.<{]|.*[┌│▶]| ", line) for line in block.lines if not line.startswith("./")):
            continue
        for line in block.lines:
            program = line.split("#")[0].split()
            if program and not program[0].startswith(".venv"):
                assert program[0] in known or os.access(ROOT / program[0], os.X_OK), f"{line} ({block.first_line})"


def test_readme_begins_with_the_two_commands():
    first = [line.split()[0] for line in blocks(README)[0].lines]
    assert first == ["./run", "./test"]
    assert 'name: "Benchmarks"' in (ROOT / "Package.swift").read_text()


@pytest.fixture
def folder(tmp_path):
    """Creates the files and the chordset that the commands in the documents use."""
    shutil.copy(ROOT / "Tests/InstrumentsTests/Fixtures/written.mid", tmp_path / "song.mid")
    (tmp_path / "more.txt").write_text("Title: Three\n| Bm7b5 | E7 | Am7 | % |\n")
    (tmp_path / "tunes.txt").write_text("Title: One\n| Dm7 | G7 | Cmaj7 | % |\nTitle: Two\n| Am7 D7 | Gmaj7 |\n")
    with wave.open(str(tmp_path / "take.wav"), "wb") as silence:
        silence.setparams((1, 2, 44100, 0, "NONE", ""))
        silence.writeframes(bytes(2 * 44100))
    exercise = chords(["practise", "make", "--thing", "upper-structure VI", "--json"], tmp_path)
    (tmp_path / "exercise.json").write_text(exercise.stdout)
    (tmp_path / "learner.json").write_text("{}")
    light = [{"position": position, "music": {"lower": "Cma7", "upper": "D"}} for position in range(8)]
    document = {"format": "chord-combiner/chordsets", "version": 1,
        "chordsets": [{"id": "ID", "title": "Dawn", "chords": light}]}
    (tmp_path / "kept").write_text(json.dumps(document))
    assert chords(["sets", "import", "kept"], tmp_path).returncode == 0
    assert chords(["sets", "backup", "backup.sqlite"], tmp_path).returncode == 0
    document["chordsets"][0]["id"] = "other"
    (tmp_path / "FILE").write_text(json.dumps(document))
    return tmp_path


@pytest.mark.parametrize("command", [*table_commands(), *inline_commands()])
def test_listed_command_succeeds(command, folder):
    run = chords(shlex.split(command)[1:], folder)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout or "delete" in command


def curl(command, url):
    """The request of a curl command, to another host."""
    parser = ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("-X", default="GET")
    parser.add_argument("-H", action="append", default=[])
    parser.add_argument("-d")
    asked = parser.parse_args(shlex.split(command)[1:])
    return urllib.request.Request(
        asked.address.replace("http://127.0.0.1:8080", url), method=asked.X, data=asked.d and asked.d.encode(),
        headers=dict(header.split(": ", 1) for header in asked.H))


def test_the_server_answers_every_request(server):
    created = None
    for command in commands("curl "):
        request = curl(command.replace("/ID", f"/{created}"), server.url)
        with urllib.request.urlopen(request) as response:
            answer = response.read().decode()
        # Requests that only read need no cleanup.
        adds = request.method == "POST" and not re.search("/read|/judge|/qr", command)
        assert response.status == (201 if adds else 200), command
        if adds:
            created = json.loads(answer)["id"]
        assert ("<svg" in answer) == ("/qr" in command or command.rstrip("'").endswith(".svg")), command


def test_screens_named_in_documents_exist(server):
    """Each address in backticks, such as `/ways/C13(♭9)`, is a screen."""
    pattern = re.compile(r"`(/(?!api/|healthz|readyz|metrics|etc/|var/|opt/|usr/|tmp/|mnt/|assets/)[^`\s]*)`")
    addresses = sorted({found for document in DOCUMENTS for found in pattern.findall(prose(document))})
    assert len(addresses) > 20
    missing = []
    for address in addresses:
        try:
            urllib.request.urlopen(server.url + urllib.parse.quote(address)).close()
        except urllib.error.HTTPError:
            missing.append(address)
    assert missing == []


def test_equations_in_documents_are_correct(tmp_path):
    """Each `Cma7 + D = Cma13(♯11)` in a sentence, with or without backticks, matches the answer of `combine`."""
    chord = r"(?<![\w♭♯])[A-G][♭♯#b]?(?:\+|[^\s,.;:`|=+/]*[\w)♭♯Δø°])?(?:/[A-G][♭♯]?|/[A-G]\S*\w)?"
    wrong, count = [], 0
    for document in DOCUMENTS:
        for lower, upper, result in re.findall(rf"({chord}) \+ ({chord}) = ({chord})(?![\w♭♯(?])", prose(document)):
            count += 1
            given = json.loads(chords(["combine", lower, upper, "--json"], tmp_path).stdout)["title"]
            if given != result.replace("b", "♭").replace("#", "♯"):
                wrong.append(f"{name(document)}: {lower} + {upper} = {result}, not {given}")
    assert (wrong, count > 5) == ([], True)


def test_run_accepts_the_options_of_the_server():
    def options(program):
        run = subprocess.run([program, "--help"], capture_output=True, text=True)
        assert run.returncode == 0
        lines = re.findall(r"^  (?:-h, )?(--[a-z-]+(?:(?:, |/)--[a-z-]+)*)", run.stdout, re.MULTILINE)
        return {option for line in lines for option in re.split(", |/", line)}

    # --copy-to does not serve, and ./run has two more options.
    assert options(ROOT / "run") == options(PROGRAM) - {"--copy-to"} | {"--release", "--debug"}
