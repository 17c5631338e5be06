"""Runs a command and prints its time, and the memory of the largest process called `chords` and of all processes.

    python measure.py COMMAND ARGUMENT …

Memory is RSS in megabytes of 10⁶ bytes, sampled ten times per second. Shared pages count for each process. Needs Linux,
because it reads /proc.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")


def processes():
    """(number, parent, name, RSS in bytes) of each process."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            head, rest = (folder / "stat").read_text().rsplit(")", 1)
            pages = int((folder / "statm").read_text().split()[1])
        except OSError:
            continue  # it has ended meanwhile
        yield int(folder.name), int(rest.split()[1]), head.split("(", 1)[1], pages * PAGE


def below(root):
    """A process and its descendants."""
    found = list(processes())
    family = {root}
    while more := {number for number, parent, _, _ in found if parent in family} - family:
        family |= more
    return [(name, size) for number, _, name, size in found if number in family]


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: measure.py COMMAND ARGUMENT …")
    began = time.monotonic()
    process = subprocess.Popen(sys.argv[1:])
    largest = together = 0
    while process.poll() is None:
        family = below(process.pid)
        largest = max([largest, *(size for name, size in family if name == "chords")])
        together = max(together, sum(size for _, size in family))
        time.sleep(0.1)
    seconds = time.monotonic() - began
    print(f"{seconds:.1f} s; chords {largest / 1e6:.1f} MB, all together {together / 1e6:.0f} MB", file=sys.stderr)
    sys.exit(process.returncode)


if __name__ == "__main__":
    main()
