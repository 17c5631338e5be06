#!/usr/bin/env python3
"""Reads damaged files of all formats on the command line.

    python3 Tests/attacks/damaged_files.py [--count 1000000] [--seed 1] [--program .build/release/chords]

Takes the small files of the tests as they are written by other programs, and damages them: cut off, bits flipped, parts
repeated, deleted or exchanged with another file, huge numbers, signs of the format inserted. The same seed makes the
same files. Expected: each file has an answer, none takes longer than `SECONDS`, and the memory stays below `MEGABYTES`.
A file that breaks this is kept, and its path printed.
"""

import argparse
import os
import random
import re
import resource
import select
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The time for one file, on a busy machine, and the memory of the program after many.
SECONDS, MEGABYTES = 20, 400
# The number of files that one program reads.
BATCH = 1_000

FORMATS = {
    "text": [b"|", b"|:", b":|", b"%", b"/", b"(", b")", b"[", b"]", b"\"", b"1.", b"x9", b"{", b"}", b"\n",
             b"D.C. al Coda", b"Coda", b"Segno", b"{soc}", b"{chorus}", b"{transpose: 9}", b"{sog}", b"Melody: C4 ",
             b" x2", b"./.", b" (b9)", b"1)", b"1st ", "⊕".encode(), b"play ", b"e|--3--|", b" maj7", b"\nA\n",
             b" (1) ", b"**", b"C-F", b"C...", b",", b"\nKey: G\n", b" 4/1", b" ii7 ", b"V/V/V", "¦".encode(), b"//// ",
             b"\nForm: AABA\n", b"0.0 1.5 ", b"[x3]", b"\n---\n", b"\n1. | "],
    "ireal": [b"{", b"}", b"[", b"]", b"|", b"Q", b"S", b"x", b"r", b"n", b"N1", b"N2", b"T44", b"T12", b"W/", b"*",
        b"<",
              b">", b"(", b")", b"=", b"===", b"Kcl", b"LZ", b"XyQ", b"%", b"1r34LbKcu7", b"irealb://"],
    "musicxml": [b"<", b">", b"</", b"/>", b"<!--", b"<![CDATA[", b"&#", b"<measure>", b"</measure>", b"<harmony>",
                 b"<repeat direction='backward'/>", b"<backup><duration>9</duration></backup>", b"<part id='P9'>"],
    "midi": [b"MThd", b"MTrk", b"\xff\x2f\0", b"\xff\x58\4\x7f\7\0\0", b"\xff\x51\3\0\0\0", b"\x90",
        b"\xf0", b"\xff\xff\xff\x7f"],
}
NUMBERS = [b"0", b"-1", b"99", b"255", b"65536", b"2147483647", b"-2147483648", b"4294967296", b"9" * 40]


def sources():
    """The content of the files by format."""
    found = {name: [] for name in FORMATS}
    folders = [ROOT / "Tests/commandline/Fixtures/foreign", ROOT / "Tests/InstrumentsTests/Fixtures"]
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        if path.suffix in (".mid", ".rmi"):
            found["midi"].append(content[:4_000])
        elif path.suffix in (".musicxml", ".mxl"):
            found["musicxml"].append(content)
        elif b"ireal" in content[:100]:
            found["ireal"].append(content)
        elif path.suffix in (".txt", ".cho"):
            found["text"].append(content)
    return found


def damaged(content, others, tokens, choice):
    """A file with one to six faults."""
    content = bytearray(content)
    for _ in range(choice.choice((1, 1, 1, 2, 3, 6))):
        size = len(content)
        start = choice.randrange(size + 1)
        end = min(size, start + choice.choice((1, 2, 5, 20, 200)))
        match choice.randrange(10):
            case 0: del content[start:]
            case 1: del content[start:end]
            case 2: content[start:end] = content[start:end] * choice.choice((2, 3, 10, 100))
            case 3 if size:
                for _ in range(choice.choice((1, 3, 10))): content[choice.randrange(size)] ^= 1 << choice.randrange(8)
            case 4: content[start:end] = choice.randbytes(end - start)
            case 5:
                other = choice.choice(others)
                cut = choice.randrange(len(other) + 1)
                content[start:] = other[cut:]
            case 6:
                numbers = list(re.finditer(rb"\d+", content))
                if numbers:
                    number = choice.choice(numbers)
                    content[number.start():number.end()] = choice.choice(NUMBERS)
            case 7: content[start:start] = choice.choice(tokens) * choice.choice((1, 1, 2, 50))
            case 8: content[start:start] = content[end:end + choice.randrange(1, 400)]
            case 9: content[start:end] = b"\0" * (end - start)
        # What is repeated must not grow without limit.
        del content[60_000:]
    return bytes(content)


def files(seed, count):
    """(format, content) of each file."""
    choice, contents = random.Random(seed), sources()
    formats = [name for name in FORMATS if contents[name]]
    for _ in range(count):
        name = choice.choice(formats)
        yield name, damaged(choice.choice(contents[name]), contents[name], FORMATS[name], choice)


def command(program, name):
    return [program, "midi", "--batch"] if name == "midi" else [program, "tune", "analyse", "--batch"]


def limited():
    resource.setrlimit(resource.RLIMIT_DATA, (4 * MEGABYTES << 20, 4 * MEGABYTES << 20))


def answers(process):
    """The lines that a program writes; ends when it ends, or after `SECONDS` without anything."""
    output, waiting = process.stdout.fileno(), b""
    while select.select([output], [], [], SECONDS)[0] and (part := os.read(output, 1 << 20)):
        *lines, waiting = (waiting + part).split(b"\n")
        yield from lines


def reading(program, name, paths):
    """Reads files with one program, which gets all paths at once.

    Returns the path of the file without an answer, and why; None if all have one.
    """
    with tempfile.TemporaryFile() as listed:
        listed.write(b"".join(str(path).encode() + b"\n" for path in paths))
        listed.seek(0)
        process = subprocess.Popen(
            command(program, name), stdin=listed, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            preexec_fn=limited)
    try:
        count = sum(line.endswith(b"}") for line in answers(process))
        if count < len(paths):
            try:
                return paths[count], f"the program ended with {process.wait(1)}"
            except subprocess.TimeoutExpired:
                return paths[count], f"no answer within {SECONDS} s"
        # The memory of a program that has ended.
        _, _, usage = os.wait4(process.pid, 0)
        memory = usage.ru_maxrss // 1024
        return (paths[-1], f"{memory} MB after these files") if memory > MEGABYTES else None
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def attack(program, count, seed, report=lambda done: None):
    """Reads damaged files. Returns the paths of those that broke the program, with the reasons."""
    broken = []
    kept = Path(tempfile.mkdtemp(prefix="damaged-"))
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        waiting, done = {name: [] for name in FORMATS}, 0

        def read(name):
            paths = waiting[name]
            while paths and (fault := reading(program, name, paths)):
                path, reason = fault
                copy = kept / f"{name}-{len(broken)}"
                copy.write_bytes(path.read_bytes())
                broken.append((copy, reason))
                del paths[:paths.index(path) + 1]
            paths.clear()

        for name, content in files(seed, count):
            path = Path(folder) / f"{name}-{len(waiting[name])}"
            path.write_bytes(content)
            waiting[name].append(path)
            done += 1
            if len(waiting[name]) == BATCH:
                read(name)
                report(done)
        for name in FORMATS:
            read(name)
    return broken


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", default=ROOT / ".build/release/chords")
    options = parser.parse_args()
    broken = attack(
        options.program, options.count, options.seed, lambda done: print(f"{done} files", file=sys.stderr, flush=True))
    for path, reason in broken:
        print(f"{path}: {reason}")
    print(f"{options.count} damaged files: {len(broken)} broke the program.")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
