"""`./site`: the page as plain files."""

import re
import subprocess
import urllib.request
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from serving import ROOT, SITE


def site(*arguments, cwd=ROOT):
    return subprocess.run([ROOT / "site", *arguments], cwd=cwd, capture_output=True, text=True)


def test_page_works_on_a_plain_file_server():
    """A copy of the built page, written by `./site`, which any web host can serve."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=SITE)) as host:
        Thread(target=host.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{host.server_port}/"
        page = urllib.request.urlopen(base).read().decode()
        assert "Select Lower Chord" in page
        worker = urllib.request.urlopen(base + "service-worker.js").read().decode()
        asked = set(re.findall(r'(?:href|src)="((?:assets|icons|manifest)[^"]*)"', page))
        asked |= set(re.findall(r"assets/[\w./-]+\.\w+", worker))
        assert any(path.endswith(".wasm") for path in asked) and len(asked) > 20
        for path in asked:
            assert urllib.request.urlopen(base + path).status == 200, path
        host.shutdown()


@pytest.mark.parametrize("arguments", [[], ["--output"], ["--output", ""], ["here"], ["--output", "a", "b"]])
def test_wrong_arguments_print_the_usage(arguments):
    run = site(*arguments)
    assert (run.returncode, run.stdout) == (64, "") and "--output FOLDER" in run.stderr


def test_folder_with_other_files_is_not_changed(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    run = site("--output", str(tmp_path))
    assert run.returncode != 0 and "holds something else" in run.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
