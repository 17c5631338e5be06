"""Piano recordings for fitting and testing: voicings played by sampled pianos in made-up rooms.

Needs Debian's fluidsynth, fluid-soundfont-gm, timgm6mb-soundfont and musescore-general-soundfont, and Python's numpy
and scipy.
"""

import pathlib
import random
import struct
import subprocess
import tempfile
from dataclasses import dataclass

import numpy
from scipy.io import wavfile
from scipy.signal import butter, fftconvolve, resample_poly, sosfilt

RATE = 22050  # Hz, that of the model
FONTS = pathlib.Path("/usr/share/sounds")
PIANOS = {
    "FluidR3": FONTS / "sf2/FluidR3_GM.sf2",
    "TimGM6mb": FONTS / "sf2/TimGM6mb.sf2",
    "MuseScore": FONTS / "sf3/MuseScore_General_Full.sf3",
}
ROOMS = ("clean", "room", "hard")
TICKS = 1000  # per second


@dataclass
class Strike:
    """A chord of a performance: when it is struck, in seconds, which notes, and whether one rings before it."""

    seconds: float
    pitches: list
    follows: bool
    row: int = 0


def voicings(path=pathlib.Path(__file__).with_name("voicings.tsv")):
    """The rows of the table: symbol, left hand, right hand."""
    rows = [line.split("\t") for line in path.read_text().splitlines()[1:]]
    return [(row[0], [int(n) for n in row[2].split()], [int(n) for n in row[3].split()]) for row in rows]


def in_one_hand():
    """Triads and seventh chords in close position, from C3 to C6, with their inversions."""
    kinds = ("4 7", "3 7", "3 6", "4 8", "5 7", "4 7 11", "4 7 10", "3 7 10", "3 6 10", "3 6 9", "4 7 9", "3 7 11")
    chords = []
    for kind in kinds:
        notes = [0, *map(int, kind.split())]
        for root in range(48, 72):
            for inversion in range(len(notes)):
                chord = sorted(root + note + 12 * (index < inversion) for index, note in enumerate(notes))
                if chord[-1] <= 84:
                    chords.append(chord)
    return chords


def played(chords, seed):
    """A performance of chords, as notes (seconds, length, pitch, velocity), and its strikes.

    Half of the chords follow the previous one without a gap, the others after a pause. The notes of a chord are up to
    25 ms apart.
    """
    random_ = random.Random(seed)
    notes, strikes, time = [], [], 1.0
    for row, pitches in enumerate(chords):
        follows = row > 0 and random_.random() < 0.5
        if not follows:
            time += random_.uniform(0.6, 1.4)
        strikes.append(Strike(time, list(pitches), follows, row))
        loudness, length = random_.uniform(45, 105), random_.uniform(0.8, 1.8)
        for pitch in pitches:
            velocity = max(25, min(120, round(loudness + random_.uniform(-12, 12))))
            notes.append((time + random_.uniform(0, 0.025), length - 0.03, pitch, velocity))
        time += length
    return notes, strikes, time + 2


def altered(pitches, kind, random_):
    """A chord as it is played wrong: a note a semitone off, a note missing, or an extra one.

    kind: right, semitone, missing, extra (another pitch class), or doubling (an octave of a note of the chord).
    """
    low, high = min(pitches) - 4, max(pitches) + 8
    free = [pitch for pitch in range(low, high) if pitch not in pitches]
    doubles = lambda pitch: any((pitch - other) % 12 == 0 for other in pitches)
    if kind == "right":
        return list(pitches)
    if kind == "missing":
        gone = random_.choice(pitches)
        return [pitch for pitch in pitches if pitch != gone]
    if kind == "semitone":
        old, new = random_.choice(
            [(pitch, pitch + step) for pitch in pitches for step in (-1, 1) if pitch + step not in pitches])
        return sorted([pitch for pitch in pitches if pitch != old] + [new])
    return sorted([*pitches, random_.choice([pitch for pitch in free if doubles(pitch) == (kind == "doubling")])])


def variable(number):
    digits = [number & 0x7F]
    while number := number >> 7:
        digits.insert(0, number & 0x7F | 0x80)
    return bytes(digits)


def midi(notes, end, program=0):
    events = []
    for seconds, length, pitch, velocity in notes:
        events.append((round(seconds * TICKS), bytes([0x90, pitch, velocity])))
        events.append((round((seconds + length) * TICKS), bytes([0x80, pitch, 0])))
    track, last = bytes([0, 0xC0, program]), 0
    for tick, message in sorted(events):
        track += variable(tick - last) + message
        last = tick
    track += variable(round(end * TICKS) - last) + b"\xff\x2f\x00"
    # Without a tempo, a quarter note lasts half a second.
    return (b"MThd" + struct.pack(">IHHH", 6, 0, 1, TICKS // 2) + b"MTrk" + struct.pack(">I", len(track)) + track)


def rendered(piano, notes, end, program=0):
    """The sound of a performance at 22,050 Hz, mono, from a piano or the path of a sound font.

    program: 0 for a grand piano, 1 for a bright one.
    """
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "notes.mid").write_bytes(midi(notes, end, program))
        subprocess.run(
            ["fluidsynth", "-q", "-n", "-i", "-R", "0", "-C", "0", "-g", "0.6", "-r", "44100",
             "-F", folder / "notes.wav", PIANOS.get(piano, piano), folder / "notes.mid"], check=True)
        _, both = wavfile.read(folder / "notes.wav")
    mono = both.astype(numpy.float32).mean(axis=1) / 32768
    return resample_poly(mono, 1, 2).astype(numpy.float32)


def in_rooms(samples, room, seed, seconds=60):
    """The sound in rooms that change every minute."""
    pieces = range(0, samples.size, seconds * RATE)
    return numpy.concatenate(
        [in_room(samples[start : start + seconds * RATE], room, [*seed, start]) for start in pieces])


def in_room(samples, room, seed):
    """The sound in a room: reverberation, a tilt of the spectrum, and noise."""
    noise = numpy.random.default_rng(seed)
    if room == "clean":
        return samples
    hard = room == "hard"
    decay = noise.uniform(0.7, 1.1) if hard else noise.uniform(0.25, 0.5)  # seconds for 60 dB
    ratio = noise.uniform(-2, 3) if hard else noise.uniform(5, 11)  # direct to reverberant sound in dB
    signal_to_noise = noise.uniform(20, 28) if hard else noise.uniform(35, 45)  # dB
    time = numpy.arange(int(decay * RATE)) / RATE
    tail = noise.standard_normal(time.size) * 10 ** (-3 * time / decay)
    tail[: int(0.004 * RATE)] = 0
    # Rooms absorb high frequencies first.
    tail = sosfilt(butter(1, noise.uniform(2000, 5000), fs=RATE, output="sos"), tail)
    tail *= 10 ** (-ratio / 20) / numpy.sqrt((tail**2).sum())
    tail[0] = 1
    result = fftconvolve(samples, tail)[: samples.size]
    if hard:
        # A small microphone loses the lows, a soft room the highs.
        result = sosfilt(butter(1, noise.uniform(120, 250), "highpass", fs=RATE, output="sos"), result)
        shelf = sosfilt(butter(1, 1500, fs=RATE, output="sos"), result)
        result = shelf + noise.uniform(0.3, 1.0) * (result - shelf)
    # Pink noise: its power falls by 3 dB per octave.
    spectrum = numpy.fft.rfft(noise.standard_normal(samples.size))
    spectrum /= numpy.sqrt(numpy.maximum(numpy.arange(spectrum.size), samples.size * 30 / RATE))
    hiss = numpy.fft.irfft(spectrum, samples.size)
    level = numpy.sqrt((result**2).mean()) * 10 ** (-signal_to_noise / 20) / numpy.sqrt((hiss**2).mean())
    return (result + level * hiss).astype(numpy.float32)
