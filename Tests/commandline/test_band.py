"""The band in exported files, measured as a listener would, on all progressions of the fixtures.

The figures are those of jazz recordings: Friberg and Sundström, Music Perception 19 (2002), for the ride.
"""

import io
import subprocess
from dataclasses import dataclass
from pathlib import Path

import mido
import pytest

from serving import CHORDS

TUNES = sorted((Path(__file__).parent / "fixtures/analysis").glob("*.txt"))
CHORUSES = 10
FEELS = ["swing", "up", "waltz", "ballad", "bossa", "straight", "latin"]
RIDE = {51, 53, 59}
PLAYERS = ["Left hand", "Right hand", "Bass", "Drums"]
# The long eighth note in short ones, by beats per minute.
RATIOS = {120: 3, 160: 2.5, 200: 2, 240: 1.5}


def median(numbers):
    ordered = sorted(numbers)
    return ordered[len(ordered) // 2]


def deviation(numbers):
    mean = sum(numbers) / len(numbers)
    return (sum((number - mean) ** 2 for number in numbers) / len(numbers)) ** 0.5


@dataclass
class Performance:
    """A MIDI file; times in beats of a quarter note."""

    notes: dict  # of each track: start, pitch, velocity
    bars: list  # start and length, with the count-in
    choruses: list  # their starts
    beat: float  # in milliseconds
    unended: int

    def comping(self, start, end):
        """The onsets of the hands, in sixteenth notes."""
        return tuple(sorted({
            round(4 * (note[0] - start)) for hand in PLAYERS[:2] for note in self.notes[hand]
            if start <= note[0] < end}))

    def chords(self):
        """The onsets of each chord, in milliseconds."""
        chords = []
        for onset in sorted(self.beat * note[0] for hand in PLAYERS[:2] for note in self.notes[hand]):
            if chords and onset - chords[-1][-1] < 60:
                chords[-1].append(onset)
            else:
                chords.append([onset])
        return [chord for chord in chords if len(chord) > 1]


def perform(path, feel, tempo=120, seed=0, choruses=CHORUSES):
    done = subprocess.run(
        [CHORDS, "tune", "show", path, "--format", "midi", "--feel", feel, "--tempo", str(tempo), "--seed", str(seed),
         "--choruses", str(choruses)], capture_output=True, check=True)
    song = mido.MidiFile(file=io.BytesIO(done.stdout))
    notes, meters, choruses, unended, end, beat = {}, [], [], 0, 0, 500
    for index, track in enumerate(song.tracks):
        time, sounding = 0, {}
        found = notes.setdefault(track.name if index else "", [])
        for message in track:
            time += message.time
            now = time / song.ticks_per_beat
            if message.type == "note_on" and message.velocity > 0:
                unended += (message.channel, message.note) in sounding
                sounding[message.channel, message.note] = now
                found.append((now, message.note, message.velocity))
            elif message.type in ("note_on", "note_off"):
                unended += sounding.pop((message.channel, message.note), None) is None
            elif message.type == "time_signature":
                meters.append((now, 4 * message.numerator / message.denominator))
            elif message.type == "set_tempo":
                beat = message.tempo / 1000
            elif message.type == "cue_marker" and message.text.startswith("Chorus "):
                choruses.append(now)
        unended += len(sounding)
        end = max(end, now)
    bars = []
    for (start, length), (next_start, _) in zip(meters, [*meters[1:], (end, 0)]):
        bars += [(start + number * length, length) for number in range(round((next_start - start) / length))]
    return Performance(notes, bars, [bars[1][0], *choruses], beat, unended)


def check_everybody(band, path):
    """What is true of all feels."""
    assert band.unended == 0
    assert 5 <= median([chord[-1] - chord[0] for chord in band.chords()]) <= 25
    for player in PLAYERS:
        assert deviation([velocity for _, _, velocity in band.notes[player]]) >= 5, player
    # Each chorus is another one, also for those who only hear the rhythm of the hands.
    starts = [*band.choruses, band.choruses[-1] + band.choruses[1] - band.choruses[0]]
    spans = list(zip(starts, starts[1:]))
    assert len(spans) == CHORUSES
    assert len({band.comping(*span) for span in spans}) == CHORUSES
    assert len({band.comping(start, start + length) for start, length in band.bars[1:]}) >= 20
    for player in PLAYERS:
        lines = {
            tuple((round(start - first, 3), pitch) for start, pitch, _ in band.notes[player] if first <= start < end)
            for first, end in spans}
        assert len(lines) == CHORUSES, player


def line(band):
    """The bass notes on beats."""
    return {round(start): pitch for start, pitch, _ in band.notes["Bass"] if abs(start - round(start)) < 0.2}


def check_walking(band):
    walked = line(band)
    beats = range(round(band.bars[1][0]), round(sum(band.bars[-1])))
    assert sum(beat in walked for beat in beats) >= 0.85 * len(beats)
    steps = [abs(walked[bar] - walked[bar - 1]) for bar in (round(start) for start, _ in band.bars[2:])
        if bar in walked and bar - 1 in walked]
    assert len(steps) >= 0.85 * (len(band.bars) - 2)
    assert sum(step in (1, 2) for step in steps) >= len(steps) / 2


def check_ride(band, tempo):
    parts = [start % 1 for start, pitch, _ in band.notes["Drums"] if pitch in RIDE]
    ratios = [part / (1 - part) for part in parts if 0.3 < part < 0.95]
    assert len(ratios) >= 20 and abs(median(ratios) / RATIOS[tempo] - 1) <= 0.25


def check_even(band):
    """No eighth note is swung, and nothing walks."""
    for player in PLAYERS:
        # Triplets would be at 0.67, and players are up to 25 ms late.
        assert all(start % 1 < 0.58 or start % 1 > 0.95 for start, _, _ in band.notes[player]), player
    # Half of four beats, or two of three.
    limit = sum({4: 0.6, 3: 0.7}[length] * length for _, length in band.bars[1:])
    assert len(line(band)) < limit


@pytest.mark.parametrize("feel", FEELS)
@pytest.mark.parametrize("path, seed", [
    pytest.param(path, seed, marks=[] if seed == 0 and index % 10 == 0 else [pytest.mark.all])
    for index, path in enumerate(TUNES) for seed in range(3)], ids=lambda value: getattr(value, "stem", str(value)))
def test_band_plays_like_people(path, seed, feel):
    # Each tune has one of the tempi.
    tempo = list(RATIOS)[(TUNES.index(path) + seed) % 4] if feel in ("swing", "up", "waltz") else 120
    band = perform(path, feel, tempo, seed)
    check_everybody(band, path)
    # Other beats than quarter notes are not measured.
    if {length for _, length in band.bars} <= {3, 4}:
        if feel in ("swing", "up", "waltz"):
            check_walking(band)
            check_ride(band, tempo)
        if feel in ("bossa", "straight", "latin"):
            check_even(band)


@pytest.mark.parametrize("tempo", RATIOS)
def test_ride_swings_less_the_faster_it_is(tempo):
    check_ride(perform(TUNES[0], "swing", tempo), tempo)


def test_same_seed_gives_the_same_file():
    one, other = (perform(TUNES[0], "swing", seed=5, choruses=2) for _ in range(2))
    assert one == other != perform(TUNES[0], "swing", seed=6, choruses=2)
