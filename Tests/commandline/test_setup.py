"""`./run` and `./test` with missing packages, on a simulated machine with fake programs."""

import os
import pty
import shutil
import socket
import subprocess
import time

import pytest

from serving import ROOT

RUN = ROOT / "run"


@pytest.fixture
def machine(tmp_path):
    """machine("need brotli", programs…) → the result of the setup, and the calls of apt-get."""
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


def test_present_package_is_not_installed(machine):
    run, asked = machine("need brotli; want binaryen 'it is slow'", brotli="", wasm_opt="", apt_get="")
    assert (run.returncode, run.stdout, asked) == (0, "done\n", "")


def test_missing_packages_are_installed_together(machine):
    run, asked = machine("need brotli xvfb graphviz", dot="", apt_get="")
    assert (run.returncode, run.stderr) == (0, "")
    assert "-qq install -y brotli xvfb\n" in asked and "graphviz" not in asked


def test_failed_installation_prints_the_command(machine):
    run, _ = machine("need brotli xvfb")
    assert (run.returncode, run.stdout) == (69, "")
    assert "apt-get install brotli xvfb" in run.stderr


def test_refused_installation_installs_nothing(machine):
    run, _ = machine("need brotli", apt_get="exit 100")
    assert run.returncode == 69 and "apt-get install brotli" in run.stderr


def test_failed_update_does_not_prevent_installation(machine):
    run, asked = machine("need brotli", apt_get='[[ "$*" != *update* ]]')
    assert run.returncode == 0 and "install -y brotli" in asked


def test_missing_optional_package_is_reported(machine):
    run, _ = machine("want brotli 'the page is larger'")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("Without brotli the page is larger; ") and "apt-get install brotli" in run.stdout


def test_missing_swift_is_reported_with_its_address(machine):
    run, _ = machine("need_swift")
    assert run.returncode == 69 and "swift.org/install" in run.stderr


# ./run


def run(*arguments):
    return subprocess.run([RUN, *arguments], capture_output=True, text=True, timeout=30)


@pytest.mark.parametrize("arguments", [["--prot", "9000"], ["9000"], ["--port"]])
def test_invalid_option_is_reported_before_the_build(arguments):
    answer = run(*arguments)
    assert (answer.returncode, answer.stdout) == (64, "") and "--help" in answer.stderr


@pytest.mark.parametrize("option", ["--port {}", "--port={}"])
def test_port_in_use_is_reported_before_the_build(option):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        answer = run(*option.format(port).split())
    assert (answer.returncode, answer.stdout) == (69, "")
    assert f"port {port} is already in use" in answer.stderr


@pytest.fixture
def checkout(tmp_path):
    """A copy of `./run` with fake builds: `checkout.run(options…)` → its result, and the built products.

    The environment variables SERVER and PAGE hold commands that the two builds run as well.
    """
    root, programs = tmp_path / "checkout", tmp_path / "bin"
    for folder in ["tools", "Sources", "Web"]:
        (root / folder).mkdir(parents=True)
    programs.mkdir()
    shutil.copy(RUN, root)
    for tool in ["build", "setup.bash"]:
        shutil.copy(ROOT / "tools" / tool, root / "tools")
    (root / "Package.swift").touch()
    built = root / "built"
    built.touch()

    def script(path, text):
        path.write_text(f"#!/bin/bash\nset -e\n{text}\n")
        path.chmod(0o755)

    script(programs / "swift", f"""
        case "$*" in
          --version) echo Swift 6 ;;
          "package resolve") echo versions >> {built}; touch Package.resolved ;;
          *chords-server) echo "[7/9] Compiling"; echo server >> {built}; eval "$SERVER"
             mkdir -p ".build/$3"
             printf '#!/bin/bash\necho "serving in $PWD: $*"' > ".build/$3/chords-server"
             chmod +x ".build/$3/chords-server" ;;
          *page-builder) echo builder >> {built}; eval "$BUILDER"
             mkdir -p ".build/$3"; cp {programs}/builder ".build/$3/page-builder" ;;
        esac""")
    script(programs / "builder", f"""
        echo "Collecting …"; echo page >> {built}; eval "$PAGE"
        folder=${{!#}}
        mkdir -p "$folder"; echo "$*" > "$folder/index.html"
        echo "A first visit loads 1 kB."; echo "The page is in $folder." """)

    class Checkout:
        def environment(self, **builds):
            return {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "BUILDER": "", "SERVER": "", "PAGE": "",
                **builds}

        def run(self, *options, **builds):
            built.write_text("")
            answer = subprocess.run(
                [root / "run", "--port", "0", *options], cwd=tmp_path, env=self.environment(**builds),
                capture_output=True, text=True, timeout=60)
            return answer, sorted(built.read_text().split())

    checkout = Checkout()
    checkout.root = root
    return checkout


def test_first_run_builds_and_serves_in_the_current_folder(checkout, tmp_path):
    answer, built = checkout.run("--database", "mine.sqlite")
    assert (answer.returncode, built) == (0, ["builder", "page", "server", "versions"])
    assert answer.stdout.endswith(
        f"serving in {tmp_path}: --site {checkout.root}/.build-page --port 0 --database mine.sqlite\n")


@pytest.mark.parametrize("option, configuration, site, arguments", [
    ([], "debug", ".build-page", "--local .build-page"),
    (["--debug"], "debug", ".build-page", "--debug .build-page"),
    (["--release"], "release", ".build-web", ".build-web"),
])
def test_option_selects_the_configuration(checkout, option, configuration, site, arguments):
    answer, _ = checkout.run(*option)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.endswith(f"--site {checkout.root}/{site} --port 0\n")
    assert (checkout.root / site / "index.html").read_text() == arguments + "\n"
    assert [path.name for path in (checkout.root / ".build").iterdir() if path.is_dir()] == [configuration]


def test_builds_are_reused_until_another_overwrites_them(checkout):
    everything = ["builder", "page", "server"]
    checkout.run()
    assert checkout.run("--release")[1] == everything
    assert checkout.run()[1] == []
    assert checkout.run("--release")[1] == []
    assert checkout.run("--debug")[1] == everything
    assert checkout.run("--debug")[1] == []
    assert checkout.run()[1] == everything


def test_unchanged_sources_are_not_built_again(checkout):
    checkout.run()
    assert checkout.run()[1] == []
    time.sleep(0.05)
    (checkout.root / "Sources/New.swift").touch()
    assert checkout.run()[1] == ["builder", "page", "server"]
    assert checkout.run()[1] == []
    shutil.rmtree(checkout.root / ".build-page")
    assert checkout.run()[1] == ["builder", "page", "server"]


@pytest.mark.parametrize("broken, other", [("SERVER", "PAGE"), ("PAGE", "SERVER")])
def test_failing_build_stops_the_other_build_and_is_reported(checkout, tmp_path, broken, other):
    pid = tmp_path / "pid"
    began = time.monotonic()
    # Fails when the other one has begun.
    failing = f"until [[ -s {pid} ]]; do sleep 0.05; done; echo 'error: no such note'; exit 1"
    answer, _ = checkout.run(**{broken: failing, other: f"echo $$ > {pid}; sleep 600"})
    assert answer.returncode == 1 and time.monotonic() - began < 300
    assert "error: no such note" in answer.stderr and "serving" not in answer.stdout
    with pytest.raises(ProcessLookupError):
        for _ in range(50):
            os.kill(int(pid.read_text()), 0)
            time.sleep(0.1)
    # The next run builds again.
    assert checkout.run()[1] == ["builder", "page", "server"]


def test_page_builder_that_does_not_compile_stops_the_build(checkout):
    answer, built = checkout.run(BUILDER="echo 'error: no such note'; exit 1")
    assert (answer.returncode, built) == (1, ["builder", "versions"])
    assert "error: no such note" in answer.stderr and "serving" not in answer.stdout


def test_progress_is_printed_in_a_terminal(checkout):
    child, terminal = pty.fork()
    if child == 0:
        os.execve(checkout.root / "run", ["run", "--port", "0"], checkout.environment(SERVER="sleep 4"))
    said = b""
    try:
        while data := os.read(terminal, 4096):
            said += data
    except OSError:
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert "Server: 7 of 9. Page: ready" in said.decode() and "serving" in said.decode()


# ./test


def run_tests(*arguments):
    return subprocess.run([ROOT / "test", *arguments], capture_output=True, text=True, timeout=30)


@pytest.mark.parametrize("arguments", [
    ["pages"], ["swift", "circle"], ["page", "nothing"], ["page", "../test"], ["circle", "page"], ["--page"], [""],
])
def test_unknown_part_is_reported_before_the_build(arguments):
    answer = run_tests(*arguments)
    assert (answer.returncode, answer.stdout) == (64, "") and "--help" in answer.stderr


def test_help_lists_every_part():
    answer = run_tests("--help")
    assert answer.returncode == 0
    parts = {line.split()[0] for line in answer.stdout.splitlines() if line.startswith("  ") and line[2] not in " -"}
    assert parts == {"swift", "commandline", "server", "fuzz", "types", "page"}
