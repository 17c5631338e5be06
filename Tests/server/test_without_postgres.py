"""A server built without the trait PostgreSQL."""

import os
import subprocess

import pytest

from serving import ROOT, Server

# The limit of time is for the tests, not for the build, which takes a quarter of an hour beside the page tests.
pytestmark = [pytest.mark.all, pytest.mark.timeout(func_only=True)]

FOLDER = ROOT / ".build-sqlite"


@pytest.fixture(scope="module")
def program():
    subprocess.run(
        ["swift", "build", "--disable-default-traits", "--product", "chords-server", "--scratch-path", FOLDER],
        cwd=ROOT, check=True, env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"})
    # Without optimization, which would take three times as long.
    return FOLDER / "debug/chords-server"


def test_server_without_the_trait_does_not_load_libpq(program):
    loaded = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    assert "libsqlite3" in loaded and "libpq" not in loaded


def test_server_without_the_trait_stores_in_a_file(program, folder, tmp_path, monkeypatch, ask):
    monkeypatch.setattr("serving.PROGRAM", program)
    server = Server(folder, tmp_path / "log", "--database", tmp_path / "file.sqlite")
    headers = {"Content-Type": "application/json"}
    assert ask("/api/v1/chordsets", "POST", headers, server, b"{}").status == 201
    assert server.stop() == 0


def test_server_without_the_trait_explains_why_it_refuses_postgres(program, folder):
    result = subprocess.run(
        [program, "--site", folder, "--port", "0", "--database", "postgres:///chords"], capture_output=True, text=True,
        timeout=10)
    assert result.returncode == 69 and "without PostgreSQL" in result.stderr
