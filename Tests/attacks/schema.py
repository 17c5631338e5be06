#!/usr/bin/env python3
"""Requests of all kinds made from the description of the API, right and wrong ones (Schemathesis).

usage: Tests/attacks/schema.py [--examples 30] [--seed 1] [-- OPTION …]

Needs the server and the page, built, and a network the first time: Schemathesis is installed from PyPI into
`.build/schemathesis`, since it brings two dozen packages that nothing else here needs. What follows `--` is handed to it.
It must print a table without failures, and exit with 0:

    No issues found
"""

import argparse
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("CHORDS_TEST_SITE", ".build-web")

from serving import ROOT, SITE, Server  # noqa: E402

PACKAGE = "schemathesis==4.32.5"
# What the description cannot say, and is no fault: a symbol, a key, notes and the name of a scale have a grammar, and what
# does not keep to it is refused with 400 as described; so is a link to the next page that nobody has written. Whoever names
# another version than there is gets 412. What has just been added cannot be undeleted (404).
SETTINGS = """
[checks]
positive_data_acceptance.expected-statuses = ["2xx", 404, 409, 412]
negative_data_rejection.expected-statuses = ["4xx"]
ensure_resource_availability.enabled = false

[[operations]]
include-path-regex = "^/api/v1/(combine|chords|scales|keys|match|name|chordsets)"
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 404, 409, 412]
"""
PLACE = ROOT / ".build/schemathesis"


def installed():
    program = PLACE / "bin/schemathesis"
    if not program.exists():
        venv.create(PLACE, with_pip=True)
        subprocess.run([PLACE / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE], check=True)
    return program


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--examples", type=int, default=30, help="of each kind of request")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("rest", nargs="*", help="options of Schemathesis")
    options = parser.parse_args()
    program = installed()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "schemathesis.toml").write_text(SETTINGS)
        server = Server(SITE, Path(folder) / "log")
        try:
            return subprocess.run([
                program, "run", f"{server.url}/api/v1/openapi.json", "--checks", "all", "--max-examples", str(options.examples),
                "--seed", str(options.seed), "--generation-database", "none",
                # Streams of events do not end.
                "--exclude-path", "/api/v1/chordsets/events", *options.rest,
            ], cwd=folder).returncode
        finally:
            print(server.log, end="")
            server.stop()


if __name__ == "__main__":
    sys.exit(main())
