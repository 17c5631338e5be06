"""Writes a test corpus of MIDI files and lead sheets with about as many chords as requested, and the expected counts.

    python make_corpus.py FOLDER --chords 10000 --seed 1

The pieces are textbook cadences in random order, each in one key or two. The generator knows the numeral of every
chord, so the tables in FOLDER/counts do not depend on the program that is tested. The files are in FOLDER/files. The
same seed writes the same files.
"""

import csv
import html
import random
import struct
import urllib.parse
import zipfile
from collections import Counter
from pathlib import Path
from xml.sax.saxutils import escape

from chords import Parser

# Numeral, semitones and letters above the tonic, type. Each phrase of a mode begins on the tonic and leads back to it,
# so phrases can follow each other in any order. None is a cadence of another key, such as vi V/V V, which is also ii V
# I on the dominant.
DEGREES = {
    "major": {
        "Ima7": (0, 0, "ma7"), "ii7": (2, 1, "mi7"), "iii7": (4, 2, "mi7"), "IVma7": (5, 3, "ma7"), "V7": (7, 4, "7"),
        "vi7": (9, 5, "mi7"), "V7/ii": (9, 5, "7"),
    },
    "minor": {
        "i7": (0, 0, "mi7"), "iiø7": (2, 1, "mi7(♭5)"), "iv7": (5, 3, "mi7"), "V7": (7, 4, "7"),
        "♭VIma7": (8, 5, "ma7"),
    },
}
PHRASES = {
    "major": [
        "Ima7 vi7 ii7 V7", "Ima7 V7/ii ii7 V7", "Ima7 IVma7 ii7 V7", "Ima7 iii7 vi7 ii7 V7", "Ima7 IVma7 V7",
        "Ima7 ii7 V7",
    ],
    "minor": ["i7 iv7 V7", "i7 iiø7 V7", "i7 ♭VIma7 iiø7 V7", "i7 iv7 iiø7 V7"],
}
LETTERS = "CDEFGAB"
NATURALS = [0, 2, 4, 5, 7, 9, 11]
# The common one of two names of a key, because a MIDI file has no names.
TONICS = {
    "major": "C D♭ D E♭ E F G♭ G A♭ A B♭ B".split(),
    "minor": "C C♯ D E♭ E F F♯ G A♭ A B♭ B".split(),
}
# Semitones above the root, as the left hand plays them.
NOTES = {"ma7": (0, 4, 7, 11), "mi7": (0, 3, 7, 10), "7": (0, 4, 7, 10), "mi7(♭5)": (0, 3, 6, 10)}


def pitch_class(name):
    return (NATURALS[LETTERS.index(name[0])] + name.count("♯") - name.count("♭")) % 12


def above(tonic, semitones, letters):
    """The name of the note that is some semitones and letters above another."""
    letter = (LETTERS.index(tonic[0]) + letters) % 7
    raised = (pitch_class(tonic) + semitones - NATURALS[letter] + 6) % 12 - 6
    return LETTERS[letter] + ("♯" * raised if raised > 0 else "♭" * -raised)


class Chord:
    def __init__(self, tonic, mode, numeral):
        semitones, letters, self.type = DEGREES[mode][numeral]
        self.tonic, self.mode, self.numeral = tonic, mode, numeral
        self.root = above(tonic, semitones, letters)

    @property
    def relative(self):
        return f"{self.numeral} {self.type}"


def piece(chance, length):
    """The chords of a piece: phrases in one key, in half of all pieces also in a second one, and the final tonic."""
    mode = chance.choice(list(PHRASES))
    tonic = chance.choice(TONICS[mode])
    keys = [(tonic, mode)]
    if chance.random() < 0.5:
        # A tritone away, so that no chord belongs to both keys.
        keys.append(next(
            (other, mode) for other in TONICS[mode] if (pitch_class(other) - pitch_class(tonic)) % 12 == 6))
    chords = []
    for tonic, mode in keys:
        here = []
        while len(here) < length / len(keys):
            here += [Chord(tonic, mode, numeral) for numeral in chance.choice(PHRASES[mode]).split()]
        chords += here + [Chord(tonic, mode, PHRASES[mode][0].split()[0])]
    return chords


def count(counts, source, chords):
    counts.update(("chords", source, f"{c.tonic} {c.mode}", c.numeral, c.type) for c in chords)
    counts.update(
        ("transitions", source, a.mode, a.relative, (pitch_class(b.tonic) - pitch_class(a.tonic)) % 12, b.mode,
            b.relative)
        for a, b in zip(chords, chords[1:]))


# Files


def midi(chance, chords):
    """A file of format 0: a bar or two beats for each chord, in close position."""
    def delta(ticks):
        parts = [ticks & 127]
        while ticks := ticks >> 7:
            parts.insert(0, ticks & 127 | 128)
        return bytes(parts)

    track = bytearray(delta(0) + b"\xff\x51\x03" + (60_000_000 // chance.randrange(60, 200)).to_bytes(3, "big"))
    for chord in chords:
        notes = [48 + pitch_class(chord.root) + semitones for semitones in NOTES[chord.type]]
        for note in notes:
            track += delta(0) + bytes([0x90, note, chance.randrange(40, 100)])
        for place, note in enumerate(notes):
            track += delta(chance.choice([960, 1920]) if place == 0 else 0) + bytes([0x80, note, 64])
    track += delta(0) + b"\xff\x2f\0"
    return b"MThd" + struct.pack(">IHHH", 6, 0, 1, 480) + b"MTrk" + struct.pack(">I", len(track)) + track


def text(title, chords):
    """Plain text, four bars per line. The second line begins with a repeated bar, which is not a new chord."""
    bars = [chord.root + chord.type for chord in chords]
    bars.insert(4, "%")
    lines = ["| " + " | ".join(bars[start:start + 4]) + " |" for start in range(0, len(bars), 4)]
    return f"Title: {title}\nKey: {key(chords)}\n\n" + "\n".join(lines) + "\n"


def key(chords):
    return chords[0].tonic + ("m" if chords[0].mode == "minor" else "")


def ireal(title, chords):
    """A link in iReal Pro's first format, in a page."""
    quality = {"ma7": "^7", "mi7": "-7", "7": "7", "mi7(♭5)": "h7"}
    plain = lambda name: name.replace("♭", "b").replace("♯", "#")
    music = "[T44" + " |".join(plain(chord.root) + quality[chord.type] for chord in chords) + " Z"
    fields = [title, "Textbook", "Medium Swing", plain(key(chords)).replace("m", "-"), "n", music]
    link = "irealbook://" + urllib.parse.quote("=".join(fields), safe="=")
    return f'<html><body><a href="{html.escape(link)}">{html.escape(title)}</a></body></html>\n'


def musicxml(title, chords):
    kinds = {"ma7": "major-seventh", "mi7": "minor-seventh", "7": "dominant", "mi7(♭5)": "half-diminished"}
    fifths = "FCGDAEB".index(chords[0].tonic[0]) - 1 + 7 * (chords[0].tonic.count("♯") - chords[0].tonic.count("♭"))
    fifths -= 3 if chords[0].mode == "minor" else 0
    head = (f"<attributes><divisions>1</divisions><key><fifths>{fifths}</fifths><mode>{chords[0].mode}</mode></key>"
            "<time><beats>4</beats><beat-type>4</beat-type></time></attributes>")
    measures = []
    for number, chord in enumerate(chords, 1):
        alter = chord.root.count("♯") - chord.root.count("♭")
        root = f"<root-step>{chord.root[0]}</root-step>" + (f"<root-alter>{alter}</root-alter>" if alter else "")
        measures.append(
            f'<measure number="{number}">{head if number == 1 else ""}<harmony><root>{root}</root>'
            f"<kind>{kinds[chord.type]}</kind></harmony><note><rest/><duration>4</duration></note></measure>\n")
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<score-partwise version="4.0"><work><work-title>{escape(title)}</work-title></work>'
        '<part-list><score-part id="P1"><part-name>Lead</part-name></score-part></part-list>\n'
        f'<part id="P1">{"".join(measures)}</part></score-partwise>\n')


def write_mxl(path, score):
    container = (
        '<?xml version="1.0"?><container><rootfiles><rootfile full-path="score.musicxml"/></rootfiles></container>')
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        # The present time would change the bytes.
        for name, content in [("META-INF/container.xml", container), ("score.musicxml", score)]:
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)


def write_sheet(chance, folder, name, counts, length):
    """Writes a lead sheet in one of four formats; plain text has several tunes per file. Returns the number of
    chords."""
    ending = chance.choice(["txt", "html", "musicxml", "mxl"])
    tunes = [piece(chance, length) for _ in range(chance.randrange(1, 9) if ending == "txt" else 1)]
    for tune in tunes:
        count(counts, "sheet", tune)
    path = folder / f"{name}.{ending}"
    match ending:
        case "txt": path.write_text("\n".join(text(f"{name}, {number}", tune) for number, tune in enumerate(tunes, 1)),
            encoding="utf-8")
        case "html": path.write_text(ireal(name, tunes[0]), encoding="utf-8")
        case "musicxml": path.write_text(musicxml(name, tunes[0]), encoding="utf-8")
        case "mxl": write_mxl(path, musicxml(name, tunes[0]))
    return sum(len(tune) for tune in tunes)


def write_midi(chance, folder, name, counts, length):
    chords = piece(chance, length)
    count(counts, "midi", chords)
    (folder / f"{name}.mid").write_bytes(midi(chance, chords))
    return len(chords)


def write_corpus(folder, wanted, seed):
    """Writes half of the chords as MIDI files and half as lead sheets, a hundred files per folder."""
    chance, counts = random.Random(seed), Counter()
    for source, write in [("midi", write_midi), ("sheets", write_sheet)]:
        written = number = 0
        while written < wanted / 2:
            place = folder / "files" / source / f"{number // 100:04}"
            place.mkdir(parents=True, exist_ok=True)
            length = min(chance.randrange(16, 400) if source == "midi" else chance.randrange(8, 64), wanted)
            written += write(chance, place, f"{source} {number:06}", counts, length)
            number += 1
    return counts


def write_counts(counts, folder):
    """The tables that chords.py must write for these files."""
    tables = {
        "chords": ["source", "key", "numeral", "type"],
        "transitions": ["source", "mode", "from", "steps", "to mode", "to"],
    }
    folder.mkdir(parents=True, exist_ok=True)
    for table, columns in tables.items():
        rows = sorted((-number, row[1:]) for row, number in counts.items() if row[0] == table)
        with open(folder / f"{table}.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow([*columns, "count"])
            writer.writerows([*row, -number] for number, row in rows)


def main():
    parser = Parser(description="Write MIDI files and lead sheets to count, and their counts.")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a new folder, or an empty one")
    parser.add_argument("--chords", type=int, default=10_000, help="about how many in all (default: 10000)")
    parser.add_argument("--seed", type=int, default=1, help="another number makes other pieces (default: 1)")
    asked = parser.parse_args()
    if asked.folder.exists() and (not asked.folder.is_dir() or any(asked.folder.iterdir())):
        parser.error(f"“{asked.folder}” is there and not an empty folder: give a new one.")
    if asked.chords < 1:
        parser.error(f"--chords {asked.chords}: give a number from 1.")
    counts = write_corpus(asked.folder, asked.chords, asked.seed)
    write_counts(counts, asked.folder / "counts")
    print(f"{sum(number for row, number in counts.items() if row[0] == 'chords')} chords in “{asked.folder / 'files'}”")


if __name__ == "__main__":
    main()
