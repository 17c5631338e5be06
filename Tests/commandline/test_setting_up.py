"""What `./run` and `./test` do where something is missing, on a machine that has only what a test gives it."""

import socket
import subprocess

import pytest

from serving import ROOT

RUN = ROOT / "run"


@pytest.fixture
def machine(tmp_path):
    """machine("need brotli", programs…) → how the setup ends there, and what was asked of apt-get."""
    programs = tmp_path / "bin"
    programs.mkdir()
    asked = tmp_path / "asked"
    asked.touch()
    (programs / "env").symlink_to("/usr/bin/env")

    def machine(command, **scripts):
        for name, script in {"sudo": 'shift; exec "$@"', **scripts}.items():
            program = programs / name.replace("_", "-")
            program.write_text(f'#!/bin/bash\necho "$@" >> {asked}\n{script}\n')
            program.chmod(0o755)
        run = subprocess.run(
            ["/bin/bash", "-euc", f". tools/setup.bash; {command}; echo done"],
            cwd=ROOT, env={"PATH": str(programs)}, capture_output=True, text=True)
        return run, asked.read_text()

    return machine


def test_what_is_there_is_not_installed(machine):
    run, asked = machine("need brotli; want binaryen 'it is slow'", brotli="", wasm_opt="", wasm_split="", apt_get="")
    assert (run.returncode, run.stdout, asked) == (0, "done\n", "")


def test_what_is_missing_is_installed_at_once(machine):
    run, asked = machine("need brotli xvfb graphviz", dot="", apt_get="")
    assert (run.returncode, run.stderr) == (0, "")
    assert "-qq install -y brotli xvfb\n" in asked and "graphviz" not in asked


def test_what_cannot_be_installed_is_named_with_the_command_that_does_it(machine):
    run, _ = machine("need brotli xvfb")
    assert (run.returncode, run.stdout) == (69, "")
    assert "apt-get install brotli xvfb" in run.stderr


def test_a_refusal_is_no_installation(machine):
    run, _ = machine("need brotli", apt_get="exit 100")
    assert run.returncode == 69 and "apt-get install brotli" in run.stderr


def test_old_lists_may_do(machine):
    run, asked = machine("need brotli", apt_get='[[ "$*" != *update* ]]')
    assert run.returncode == 0 and "install -y brotli" in asked


def test_what_is_only_wanted_is_said_to_be_lost(machine):
    run, _ = machine("want brotli 'the page is larger'")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("Without brotli the page is larger; ") and "apt-get install brotli" in run.stdout


def test_without_swift_there_is_a_word_where_to_get_it(machine):
    run, _ = machine("need_swift")
    assert run.returncode == 69 and "swift.org/install" in run.stderr


# ./run


def run(*arguments):
    return subprocess.run([RUN, *arguments], capture_output=True, text=True, timeout=30)


@pytest.mark.parametrize("arguments", [["--prot", "9000"], ["9000"], ["--port"]])
def test_a_wrong_option_is_told_before_anything_is_built(arguments):
    answer = run(*arguments)
    assert (answer.returncode, answer.stdout) == (64, "") and "--help" in answer.stderr


@pytest.mark.parametrize("option", ["--port {}", "--port={}"])
def test_a_port_that_is_taken_is_told_before_anything_is_built(option):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        answer = run(*option.format(port).split())
    assert (answer.returncode, answer.stdout) == (69, "")
    assert f"port {port} is already in use" in answer.stderr


# ./test


def run_tests(*arguments):
    return subprocess.run([ROOT / "test", *arguments], capture_output=True, text=True, timeout=30)


@pytest.mark.parametrize("arguments", [
    ["pages"], ["swift", "circle"], ["page", "nothing"], ["page", "../test"], ["circle", "page"], ["--page"], [""],
])
def test_a_part_that_does_not_exist_is_told_before_anything_is_built(arguments):
    answer = run_tests(*arguments)
    assert (answer.returncode, answer.stdout) == (64, "") and "--help" in answer.stderr


def test_the_help_names_every_part():
    answer = run_tests("--help")
    assert answer.returncode == 0
    parts = {line.split()[0] for line in answer.stdout.splitlines() if line.startswith("  ") and line[2] not in " -"}
    assert parts == {"swift", "commandline", "server", "types", "page"}
