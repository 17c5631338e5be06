"""Counts the chords of MIDI files and lead sheets, by key and by successor.

    python chords.py FOLDER … --output COUNTS             on Spark: local[2], or wherever spark-submit leads
    python chords.py FOLDER … --output COUNTS --alone     in one process, without Spark

Both pipe file names through `chords … --batch` and count its lines with the same functions.
"""

import argparse
import csv
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from functools import partial
from operator import add
from pathlib import Path

# The sources, with the command that reads them and their file extensions.
SOURCES = {
    "midi": (["midi", "--batch"], (".mid", ".midi")),
    "sheet": (
        ["tune", "analyse", "--batch"],
        (".musicxml", ".xml", ".mxl", ".txt", ".html", ".htm", ".irealb", ".irealbook", ".cho", ".chordpro"),
    ),
}
# The tables to write, with the names of their columns.
TABLES = {
    "chords": ["source", "key", "numeral", "type"],
    "transitions": ["source", "mode", "from", "steps", "to mode", "to"],
    "unread": ["source", "file", "why"],
}

SEMITONES = dict(zip("CDEFGAB", [0, 2, 4, 5, 7, 9, 11])) | {"♭": -1, "♯": 1, "𝄫": -2, "𝄪": 2}
# A MIDI file has no note names, so the more common one of two enharmonic keys counts.
USUAL = {
    "major": ["C", "D♭", "D", "E♭", "E", "F", "G♭", "G", "A♭", "A", "B♭", "B"],
    "minor": ["C", "C♯", "D", "E♭", "E", "F", "F♯", "G", "A♭", "A", "B♭", "B"],
}
NOTE = "[A-G][♭♯𝄫𝄪]*"


# Reading a line


def pitch_class(note):
    return sum(SEMITONES[sign] for sign in note) % 12


def type_of(symbol):
    """The suffix of a symbol, such as `mi7`, or `triad` for a root alone. The bass is omitted: C7/E has the type of C7.
    A polychord has the type of its lower chord, which also has the numeral."""
    # The part after the slash of C6/9 is not a note.
    both = re.fullmatch(f"{NOTE}.*/{NOTE}(.+)", symbol)
    if both:
        return f"{both[1]} below another"
    return re.fullmatch(f"{NOTE}(.*?)(/{NOTE})?", symbol)[1] or "triad"


def rows_of_chords(source, chords):
    """The counts for a sequence of (key, numeral, symbol). A chord without a name separates its neighbors."""
    before = None
    for key, numeral, symbol in chords:
        if symbol is None:
            yield "unnamed", source
            before = None
            continue
        type = type_of(symbol)
        tonic, mode = key.split(" ", 1)
        if source == "midi":
            tonic = USUAL[mode][pitch_class(tonic)]
        yield "chords", source, f"{tonic} {mode}", numeral, type
        here = pitch_class(tonic), mode, f"{numeral} {type}"
        if before:
            yield "transitions", source, before[1], before[2], (here[0] - before[0]) % 12, *here[1:]
        before = here


def rows(source, line):
    """The counts for one line of `chords … --batch`: tuples of a table or a total, and a row."""
    answer = json.loads(line)
    yield "files", source
    if "error" in answer:
        yield "unread", source, answer["file"], answer["error"]
    if "chords" in answer:
        yield from rows_of_chords(
            source, [(chord["key"], chord["numeral"], chord["name"]) for chord in answer["chords"]])
    for tune in answer.get("tunes", []):
        yield "tunes", source
        yield from rows_of_chords(
            source, [(chord["key"], chord["numeral"], chord["symbol"]) for chord in tune["chords"]])
    for problem in answer.get("problems", []):
        yield "unread", source, answer["file"], problem["message"]


def counted(source, lines):
    """The rows of many lines, each with its count."""
    counts = Counter()
    for line in lines:
        counts.update(rows(source, line))
    return counts.items()


# Sources of lines


def listed(folders):
    """The file names of each source in some folders, and the number of names that do not fit into a line."""
    names, counts = {source: [] for source in SOURCES}, Counter()
    for folder in folders:
        for path in sorted(path for path in Path(folder).resolve().rglob("*") if path.is_file()):
            for source, (_, endings) in SOURCES.items():
                if not path.name.lower().endswith(endings):
                    continue
                if is_line(str(path)):
                    names[source].append(str(path))
                else:
                    counts["files", source] += 1
                    counts["unread", source, ascii(str(path)),
                        "A name with a line break or bytes that are no UTF-8 cannot be handed on."] += 1
    return names, counts


def is_line(name):
    return not re.search("[\n\r\udc80-\udcff]", name)


def counts_of_one_process(names, program):
    counts = Counter()
    for source, (arguments, _) in SOURCES.items():
        process = subprocess.Popen(
            [program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        # Names are written and answers read at the same time, so that neither pipe blocks.
        writer = threading.Thread(target=write, args=(process.stdin, names[source]))
        writer.start()
        counts.update(dict(counted(source, process.stdout)))
        writer.join()
        # 65: none of the files could be read. This is an answer, too.
        if process.wait() not in (0, 65):
            raise RuntimeError(f"“{shlex.join([program, *arguments])}” ended with {process.returncode}.")
    return counts


def write(pipe, names):
    try:
        with pipe:
            pipe.writelines(name + "\n" for name in names)
    except BrokenPipeError:
        pass  # its exit code tells why


def counts_of_spark(names, program, partitions):
    from pyspark import SparkContext

    # Two threads, unless spark-submit has started this program with a master, which overrides this.
    os.environ.setdefault("PYSPARK_SUBMIT_ARGS", "--master local[2] pyspark-shell")
    context = SparkContext(appName="chords")
    counts = Counter()
    for source, (arguments, _) in SOURCES.items():
        # 65: none of the files of a partition could be read. This is an answer, too; for other codes Spark retries.
        command = shlex.join(["sh", "-c", '"$@" || test $? -eq 65', "sh", program, *arguments])
        slices = partitions or max(context.defaultParallelism, len(names[source]) // 250 + 1)
        found = (
            context.parallelize(names[source], slices)
            .pipe(command, env={"PATH": os.environ["PATH"]}, checkCode=True)
            .mapPartitions(partial(counted, source))
            .reduceByKey(add)
        )
        counts.update(dict(found.collect()))
    context.stop()
    return counts


# Output


def write_tables(counts, folder):
    """Writes each table, sorted by frequency. Equal counts give equal bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    for table, columns in TABLES.items():
        found = sorted((-count, row[1:]) for row, count in counts.items() if row[0] == table)
        with open(folder / f"{table}.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow([*columns, "count"])
            writer.writerows([*row, -count] for count, row in found)


def totals(counts):
    sums = Counter()
    for row, count in counts.items():
        sums[row[0]] += count
    return sums


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"Error: {message}\n")


def main():
    parser = Parser(description="Count the chords of MIDI files and lead sheets, by key and by successor.")
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="a folder with files, at any depth")
    parser.add_argument("--output", type=Path, default=Path("counts"),
        help="the folder for chords.csv, transitions.csv and unread.csv (default: counts)")
    parser.add_argument("--chords", default=str(Path(__file__).resolve().parents[2] / ".build/release/chords"),
        help="the program `chords`, as it is called where it runs")
    parser.add_argument("--alone", action="store_true", help="without Spark, in one process")
    parser.add_argument("--partitions", type=int,
        help="into how many parts Spark divides each source (default: one for each 250 files)")
    asked = parser.parse_args()
    if asked.partitions is not None and asked.partitions < 1:
        parser.error(f"--partitions {asked.partitions}: give a number from 1.")
    if asked.alone and asked.partitions:
        parser.error("--partitions is for Spark: leave out --alone.")
    for folder in asked.folders:
        if not os.path.isdir(folder):
            parser.exit(66, f"There is no folder “{folder}”.\n")

    began = time.monotonic()
    names, counts = listed(asked.folders)
    if not any(names.values()):
        parser.exit(65, "There is nothing to count: no file is called " + ", ".join(
            ending for _, endings in SOURCES.values() for ending in endings) + ".\n")
    if asked.alone and shutil.which(asked.chords) is None:
        parser.exit(69, f"There is no program “{asked.chords}”: build it, or name another with --chords.\n")
    counts.update(counts_of_one_process(names, asked.chords) if asked.alone
                  else counts_of_spark(names, asked.chords, asked.partitions))
    sums = totals(counts)
    write_tables(counts, asked.output)
    print(", ".join(f"{what}: {sums[what]}"
        for what in ["files", "tunes", "chords", "transitions", "unnamed", "unread"]))
    print(f"{time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    main()
