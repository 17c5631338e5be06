#!/usr/bin/env python3
"""Reads MIDI files that cost much time and memory, on the command line and in the page's engine.

    python3 Tests/attacks/midi_files.py [MEGABYTES …]

Needs `.build/release/chords` and `.build-web`. Prints for each file the seconds and memory of `chords midi`, and the
memory and the longest pause of the page's engine. Expected: times grow no faster than sizes and stop growing at a
million events, the memory stays below 400 MB, and nothing traps.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
END = b"\0\xff\x2f\0"


def file(*tracks, division=480):
    def chunk(name, content):
        return name + len(content).to_bytes(4, "big") + content

    head = b"\0\1" + len(tracks).to_bytes(2, "big") + division.to_bytes(2, "big")
    return chunk(b"MThd", head) + b"".join(chunk(b"MTrk", track + END) for track in tracks)


def repeated(size, *parts):
    """The first part once, then the others repeated up to a number of bytes."""
    first, *others = parts
    turn = b"".join(others)
    return first + turn * (size // len(turn))


def everything_down(delta):
    """All keys of all channels, with running status."""
    return b"".join(
        bytes([0, 0x90 | channel]) + bytes([delta]).join(bytes([note, 100]) for note in range(128))
        for channel in range(16))


FILES = {
    "all keys of all channels": lambda size: file(repeated(size, b"", everything_down(1))),
    "127 keys held, one moves": lambda size: file(repeated(
        size, b"\0\x90\0\x64" + b"".join(bytes([0, note, 100]) for note in range(1, 127)), b"\1\x7f\x64\1\x7f\0")),
    "a chord every 50 ms": lambda size: file(repeated(
        size, b"\0\x90\x30\0", *(
            b"".join(bytes([0, note + step, 100]) for step in (0, 4, 7))
            + bytes([3, note, 0, 0, note + 4, 0, 0, note + 7, 0])
            for note in range(24, 100))), division=24),
    "a time signature each tick": lambda size: file(repeated(size, b"", b"\1\xff\x58\4\1\7\x18\x08\1\x90\x3c\x64"),
        division=1),
    "a tempo each tick": lambda size: file(repeated(size, b"", b"\1\xff\x51\3\0\0\1\1\x90\x3c\x64\1\x80\x3c\x64"),
        division=1),
    "bends that move all keys": lambda size: file(repeated(
        size, b"\0\xb0\x65\0\0\x64\6\0\6\x0f" + everything_down(0) + b"\0\xe0\0\0", b"\1\0\x40\1\x7f\x7f")),
    "tracks of twenty bytes": lambda size: file(*[b"\1\x90\x3c\x64\1\x80\x3c\x64"] * min(65_535, size // 20)),
    "more bars than 32 bits count": lambda size: file(
        b"\0" + b"\xff\x58\4\1\7\x18\x08\x9f\xff\xff\x7f" * 2 + b"\xff\x58\4\1\7\x18\x08", division=1),
}

# The system reports only the maximum memory of all children, so each runs in its own parent.
NATIVE = """
import resource, subprocess, sys
run = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(run.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
"""


def main(sizes):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.mid"
        for name, make in FILES.items():
            for size in sizes:
                path.write_bytes(make(round(size * 1e6)))
                began = time.monotonic()
                command = [sys.executable, "-c", NATIVE, ROOT / ".build/release/chords", "midi", "--json", path]
                code, memory = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
                seconds = time.monotonic() - began
                page = subprocess.run(
                    ["node", ROOT / "Tests/attacks/midi_file_in_page.mjs", path, ROOT / ".build-web"],
                    capture_output=True, text=True).stdout.strip()
                length = path.stat().st_size / 1e6
                print(f"{name:28} {length:5.2f} MB: {seconds:6.2f} s, {memory:>4} MB, code {code}; {page}", flush=True)


main([float(size) for size in sys.argv[1:]] or [0.6, 1.2, 3, 6])
