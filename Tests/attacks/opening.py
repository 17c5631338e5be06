#!/usr/bin/env python3
"""Creates the same new database in many programs at the same moment.

usage: Tests/attacks/opening.py [--files 400] [--programs 8] [--servers 4]

Needs both programs (`tools/build -c release`) and the page (`./site --output .build-web`). For each file, several
`chords sets add` start at once with a new path; then, for a tenth of the files, several `chords-server`. Expected
output, with exit code 0:

    400 files, 8 programs at once on each: 0 failed, 0 chordsets lost
    40 files, 4 servers at once on each: 0 failed
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("CHORDS_TEST_SITE", ".build-web")

from serving import CHORDS, PROGRAM, SITE  # noqa: E402



def programs_at_once(database, count):
    """Starts `chords sets add` several times at once. → the errors, and the number of lost chordsets."""
    running = [
        subprocess.Popen(
            [CHORDS, "sets", "add", "--title", str(number), "--database", database],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for number in range(count)
    ]
    said = [(process.communicate()[1], process.returncode) for process in running]
    failed = [error for error, code in said if code != 0]
    profile = subprocess.run(
        [CHORDS, "sets", "profile", "--database", database], check=True, capture_output=True, text=True).stdout
    kept = int(profile.split()[1].rstrip(","))
    return failed, count - len(failed) - kept


def servers_at_once(database, count):
    """Starts several servers at once. → the errors of those that did not print their address."""
    running = [
        subprocess.Popen(
            [PROGRAM, "--site", SITE, "--port", "0", "--database", database],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(count)
    ]
    failed = []
    for process in running:
        line = process.stdout.readline()
        process.terminate()
        error = process.communicate()[1]
        if not line.startswith("Chord Combiner is at"):
            failed.append(error)
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=400)
    parser.add_argument("--programs", type=int, default=8)
    parser.add_argument("--servers", type=int, default=4)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        failed, lost = [], 0
        for number in range(options.files):
            refused, missing = programs_at_once(folder / f"{number}/sets.sqlite", options.programs)
            failed += refused
            lost += missing
        print(
            f"{options.files} files, {options.programs} programs at once on each: "
            f"{len(failed)} failed, {lost} chordsets lost")
        unheard = []
        files = max(options.files // 10, 1)
        for number in range(files):
            unheard += servers_at_once(folder / f"served-{number}/sets.sqlite", options.servers)
        print(f"{files} files, {options.servers} servers at once on each: {len(unheard)} failed")
    for error in sorted(set(failed + unheard)):
        print(error, end="", file=sys.stderr)
    sys.exit(1 if failed or unheard or lost else 0)


if __name__ == "__main__":
    main()
