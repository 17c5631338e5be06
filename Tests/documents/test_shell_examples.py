"""What the README says to type works, and what it shows as the answer is the answer."""

import json
import os
import re
import shlex
import shutil
import subprocess
import urllib.request
from argparse import ArgumentParser

import pytest

from blocks import README, blocks
from serving import CHORDS, PROGRAM, ROOT



def typed():
    """(command, answer) for everything behind a prompt."""
    lines = [line for block in blocks(README) if not block.language for line in block.lines]
    text = "\n".join(lines) + "\n"
    return [(command, answer) for command, answer in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)]


def commands(start):
    return [command for command, _ in typed() if command.startswith(start)]


def listed():
    """The commands that the tables list, each whole; `list`, `show ID` are both of `chords sets`."""
    found = []
    for line in README.read_text().splitlines():
        if line.startswith("| `chords "):
            row = re.findall(r"`([^`]*)`", line.split("|")[1])
            for command in row:
                if command in ["midi"]:
                    command = row[0].replace("musicxml", command)
                found.append(command if command.startswith("chords ") else f"chords sets {command}")
    return [re.sub(r"[\[\]]", "", command) for command in found]


def chords(arguments, folder):
    """Runs the program where the files of the examples lie; what it keeps lies there, too."""
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "NO_COLOR": "1"}
    return subprocess.run(
        [CHORDS, *arguments], cwd=folder, env=environment, capture_output=True, text=True, errors="replace", timeout=60)


def test_every_command_is_of_a_kind_that_is_tested():
    known = ("swift run chords ", "swift run -c release Benchmarks", "curl ")
    assert [command for command, _ in typed() if not command.startswith(known)] == []
    assert len(typed()) > 10 and len(listed()) > 20


@pytest.mark.parametrize("command, answer", [one for one in typed() if one[0].startswith("swift run chords ")])
def test_the_answer_shown_is_the_answer(command, answer, tmp_path):
    run = chords(shlex.split(command)[3:], tmp_path)
    lines = [line.rstrip() for line in run.stdout.splitlines()]
    assert (run.returncode, lines) == (0, [line.rstrip() for line in answer.rstrip().splitlines()])


def test_the_other_commands_exist():
    assert 'name: "Benchmarks"' in (ROOT / "Package.swift").read_text()
    for line in blocks(README)[0].lines:
        assert os.access(ROOT / line.split()[0], os.X_OK), line
    assert os.access(ROOT / "site", os.X_OK)


@pytest.fixture
def folder(tmp_path):
    """Where the files and the chordset lie that the README's commands name."""
    shutil.copy(ROOT / "Tests/InstrumentsTests/Fixtures/written.mid", tmp_path / "song.mid")
    (tmp_path / "tunes.txt").write_text("Title: One\n| Dm7 | G7 | Cmaj7 | % |\nTitle: Two\n| Am7 D7 | Gmaj7 |\n")
    exercise = chords(["practise", "make", "--thing", "upper-structure VI", "--json"], tmp_path)
    (tmp_path / "exercise.json").write_text(exercise.stdout)
    light = [{"position": position, "music": {"lower": "Cma7", "upper": "D"}} for position in range(8)]
    document = {"format": "chord-combiner/chordsets", "version": 1, "chordsets": [{"id": "ID", "title": "Dawn", "chords": light}]}
    (tmp_path / "kept").write_text(json.dumps(document))
    assert chords(["sets", "import", "kept"], tmp_path).returncode == 0
    assert chords(["sets", "backup", "backup.sqlite"], tmp_path).returncode == 0
    document["chordsets"][0]["id"] = "other"
    (tmp_path / "FILE").write_text(json.dumps(document))
    return tmp_path


@pytest.mark.parametrize("command", listed())
def test_a_listed_command_answers(command, folder):
    run = chords(shlex.split(command)[1:], folder)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout or "delete" in command


def curl(command, url):
    """The request that curl would make, to another host."""
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
        # What is only read is kept nowhere.
        adds = request.method == "POST" and not re.search("/read|/judge|/qr", command)
        assert response.status == (201 if adds else 200), command
        if adds:
            created = json.loads(answer)["id"]
        assert ("<svg" in answer) == ("/qr" in command or command.rstrip("'").endswith(".svg")), command


def test_run_names_the_options_of_the_server():
    def options(program):
        run = subprocess.run([program, "--help"], capture_output=True, text=True)
        assert run.returncode == 0
        lines = re.findall(r"^  (?:-h, )?(--[a-z-]+(?:(?:, |/)--[a-z-]+)*)", run.stdout, re.MULTILINE)
        return {option for line in lines for option in re.split(", |/", line)}

    # With --copy-to nothing is served; ./run has two options of its own.
    assert options(ROOT / "run") == options(PROGRAM) - {"--copy-to"} | {"--release", "--debug"}
