#!/usr/bin/env python3
"""Sends valid and invalid requests generated from the description of the API (Schemathesis).

usage: Tests/attacks/schema.py [--examples 30] [--seed 1] [-- OPTION …]

Needs the server and the page, built, and a network the first time: Schemathesis is installed from PyPI into
`.build/schemathesis`, because nothing else here needs its two dozen packages. Arguments after `--` are passed to it.
Expected output is a table without failures, with exit code 0:

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
# Valid responses that the description cannot express. Symbols, keys, notes, tunes, exercises, page links and other
# texts have a grammar, and are refused with 400 otherwise. Another version than the current one gets 412, and an
# undelete of a new item 404.
SETTINGS = """
[checks]
positive_data_acceptance.expected-statuses = ["2xx", 404, 409, 412]
negative_data_rejection.expected-statuses = ["4xx"]
ensure_resource_availability.enabled = false

[[operations]]
include-path-regex = "^/api/v1/(?!linnstrument|openapi|qr|shelf|vocabulary)"
checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 404, 409, 412]
"""
PLACE = ROOT / ".build/schemathesis"


def installed():
    program = PLACE / "bin/schemathesis"
    if not program.exists():
        venv.create(PLACE, with_pip=True)
        subprocess.run(
            [PLACE / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE],
            check=True)
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
                program, "run", f"{server.url}/api/v1/openapi.json", "--checks", "all", "--max-examples",
                str(options.examples),
                "--seed", str(options.seed), "--generation-database", "none",
                # Event streams do not end.
                "--exclude-path-regex", "/events$",
                # A server without keys answers 404 to changes of the shelf, with and without “Authorization”.
                "--exclude-checks", "missing_required_header", *options.rest,
            ], cwd=folder).returncode
        finally:
            print(server.log, end="")
            server.stop()


if __name__ == "__main__":
    sys.exit(main())
