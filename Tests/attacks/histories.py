"""Random histories of two or three browsers and a server that loses its data: is anything lost, do all converge?

    python3 Tests/attacks/histories.py [--histories N]

Requires a release build of the tests (`tools/build -c release --build-tests`). Runs 160,000 histories, a sixth under
each of the conditions of Tests/SyncTests/HistoryTests.swift: lost messages, tabs without locks, and databases that are
lost, copied, restored and rolled back. It takes a few minutes and prints the test runner's summary. Exits with 1 if a
history loses anything or does not converge; the seed of the first one is printed.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONDITIONS = 6

options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
options.add_argument("--histories", type=int, default=160_000, help="in all (160,000 unless given)")
count = -(-options.parse_args().histories // CONDITIONS)
command = ["swift", "test", "-c", "release", "--skip-build", "--filter", "HistoryTests"]
result = subprocess.run(command, cwd=ROOT, env={**os.environ, "CHORDS_HISTORIES": str(count)})
print(f"{count * CONDITIONS} histories: {'all converge, nothing is lost' if result.returncode == 0 else 'FAILED'}")
sys.exit(result.returncode)
