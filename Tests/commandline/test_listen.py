"""`chords listen`: WAV files of made-up piano chords."""

import json
import math
import random
import shutil
import struct
import subprocess
import sys

import pytest

from serving import CHORDS, ROOT
from test_practice import keys, make, practise

RATE = 22050
# C13(♭9) for two hands, as `chords voice` lists it.
C13 = [48, 52, 58, 61, 64, 69]
VOICING = "48 52 58 | 61 64 69"


def listen(*arguments, stdin=b""):
    """Runs `chords listen` and returns exit code, standard output and standard error."""
    run = subprocess.run([CHORDS, "listen", *map(str, arguments)], input=stdin, capture_output=True, timeout=120)
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def answer(*arguments):
    code, out, err = listen(*arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def sound(chords, seconds, rate=RATE, level=0.05, noise=0.0002):
    """Chords as (seconds, MIDI numbers). Each note has eight partials, about as loud as those of a piano."""
    generator = random.Random(46)
    samples = [noise * generator.uniform(-1, 1) for _ in range(int(seconds * rate))]
    for start, pitches in chords:
        for pitch in pitches:
            for partial in range(1, 9):
                frequency = 440 * 2 ** ((pitch - 69) / 12) * partial
                if frequency > rate / 2:
                    continue
                # A rotation for each sample: a sine that fades.
                turn = 2 * math.pi * frequency / rate
                fade = math.exp(-(2 + partial) / rate)
                cosine, sine = fade * math.cos(turn), fade * math.sin(turn)
                x, y = level / partial**1.5, 0.0
                for index in range(int(start * rate), len(samples)):
                    samples[index] += y
                    x, y = x * cosine - y * sine, x * sine + y * cosine
    return samples


def wav(samples, rate=RATE, bits=16, channels=1, kind=1):
    """The bytes of a WAV file; the same sound in all channels."""
    frames = bytearray()
    for sample in samples:
        if kind == 3:
            piece = struct.pack("<f" if bits == 32 else "<d", sample)
        elif bits == 8:
            piece = bytes([round(128 + 127 * sample)])
        else:
            piece = round((2 ** (bits - 1) - 1) * sample).to_bytes(bits // 8, "little", signed=True)
        frames += piece * channels
    size = bits // 8 * channels
    return (b"RIFF" + struct.pack("<I", 36 + len(frames)) + b"WAVEfmt "
            + struct.pack("<IHHIIHH", 16, kind, channels, rate, rate * size, size, bits)
            + b"data" + struct.pack("<I", len(frames)) + bytes(frames))


@pytest.fixture(scope="module")
def take(tmp_path_factory):
    """C13(♭9), the same with A♭ instead of A, and the same without D♭."""
    path = tmp_path_factory.mktemp("listen") / "take.wav"
    path.write_bytes(
        wav(sound([(0.7, C13), (2.2, [48, 52, 58, 61, 64, 68]), (3.7, [48, 52, 58, 64, 69])], 5)))
    return path


def test_exact_voicing(take):
    result = answer(take, "--expect", "C13(b9)", "--voicing", VOICING)
    assert result["file"] == str(take)
    assert result["seconds"] == 5
    assert [abs(onset["seconds"] - time) < 0.05 for onset, time in zip(result["onsets"], (0.7, 2.2, 3.7))] == [True] * 3
    right, wrong, missing = result["onsets"]
    assert (right["verdict"], right["missing"]) == ("right", [])
    assert right["score"] >= 0.5
    assert wrong["verdict"] != "right" and wrong["score"] < 0.5
    assert missing["verdict"] == "not yet"
    assert missing["missing"] == ["D♭"]
    for onset in result["onsets"]:
        assert set(onset) == {"seconds", "verdict", "score", "missing", "notes"}
        for note in onset["notes"]:
            assert 21 <= note["pitch"] <= 108 and 0.5 <= note["confidence"] <= 1


def test_any_voicing(take):
    verdicts = [onset["verdict"] for onset in answer(take, "--expect", "C13(b9)")["onsets"]]
    assert verdicts[0] == "right"
    assert "right" not in verdicts[1:]
    # Another chord.
    assert {onset["verdict"] for onset in answer(take, "--expect", "F#ma7")["onsets"]} == {"not yet"}


def test_voicing_need_not_make_the_symbol(take):
    onsets = answer(take, "--expect", "F", "--voicing", "48 52 58 61 64 69")["onsets"]
    assert onsets[0]["verdict"] == "right"


def test_notes_without_expectation(take):
    for onset in answer(take)["onsets"]:
        assert set(onset) == {"seconds", "notes"}
        assert {48, 52, 58} <= {note["pitch"] for note in onset["notes"]}


def test_text(take):
    code, out, err = listen(take, "--expect", "C13(b9)", "--voicing", "C3 E3 Bb3 | Db4 E4 A4")
    assert (code, err) == (0, "")
    first, _, third = out.splitlines()
    assert first.startswith("0.") and " s  right (" in first and "C3 E3 B♭3" in first
    assert "not yet" in third and "I do not hear D♭" in third


def test_standard_input(take):
    code, out, _ = listen("-", "--json", stdin=take.read_bytes())
    assert code == 0
    assert len(json.loads(out)["onsets"]) == 3


ROW = "row C13(b9) F#7 Dmi7"


def judged(folder, exercise, chords, seconds):
    """Judges a recording of sound."""
    (folder / "exercise.json").write_text(json.dumps(exercise))
    (folder / "take.wav").write_bytes(wav(sound(chords, seconds)))
    code, out, err = practise("judge", folder / "exercise.json", folder / "take.wav", "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_recording_of_an_exercise_is_judged(tmp_path):
    exercise = make("--thing", ROW)
    first, second, third = map(keys, exercise["questions"])
    # F♯7 without its third, and again.
    incomplete = [pitch for pitch in second if pitch % 12 != 10]
    result = judged(tmp_path, exercise, [(0.7, first), (2.2, incomplete), (3.7, second), (5.2, third)], 6.5)
    assert [question["outcome"] for question in result["questions"]] == ["right"] * 3
    attempts = [[attempt["outcome"] for attempt in question["attempts"]] for question in result["questions"]]
    assert attempts == [["right"], ["almost", "right"], ["right"]]
    assert result["questions"][1]["attempts"][0]["missing"] == [{"degree": "3", "note": "A♯"}]
    # The second chord is left out.
    skipped = judged(tmp_path, exercise, [(0.7, first), (2.2, third)], 3.5)
    assert [question["outcome"] for question in skipped["questions"]] == ["right", "missed", "right"]


def test_recording_is_judged_in_time(tmp_path):
    exercise = make("--thing", ROW, "--tempo", "80")
    first, second, third = map(keys, exercise["questions"])
    # Three seconds for each chord. The second is late, and the third is another one.
    result = judged(tmp_path, exercise, [(1, first), (4.4, second), (7, second)], 9)
    assert [question["outcome"] for question in result["questions"]] == ["right", "late", "wrong"]
    assert abs(result["questions"][1]["delay"] - 0.4) < 0.05


def test_damaged_recording_of_an_exercise_is_reported(tmp_path):
    (tmp_path / "exercise.json").write_text(json.dumps(make("--thing", ROW)))
    (tmp_path / "take.wav").write_bytes(b"RIFF\x10\0\0\0WAVEfmt ")
    code, out, err = practise("judge", tmp_path / "exercise.json", tmp_path / "take.wav")
    assert (code, out) == (65, "") and "take.wav" in err and len(err.splitlines()) == 1


@pytest.mark.parametrize("rate, bits, channels, kind", [
    (8000, 8, 1, 1), (11025, 16, 2, 1), (16000, 24, 1, 1), (44100, 32, 1, 1), (48000, 32, 2, 3), (96000, 64, 1, 3),
    (192000, 16, 6, 1),
])
def test_formats(tmp_path, rate, bits, channels, kind):
    path = tmp_path / "sound.wav"
    path.write_bytes(wav(sound([(0.5, [48, 55, 64])], 1.5, rate), rate, bits, channels, kind))
    onset, = answer(path, "--expect", "C")["onsets"]
    assert onset["verdict"] == "right"
    assert abs(onset["seconds"] - 0.5) < 0.05


@pytest.mark.parametrize("samples", [
    [], [0.1], [0.0] * 2 * RATE, sound([], 12, noise=0.1), [0.0] * RATE + [0.9, -0.9] + [0.0] * RATE,
], ids=["empty", "one sample", "silence", "noise", "click"])
def test_nothing_to_hear(tmp_path, samples):
    path = tmp_path / "nothing.wav"
    path.write_bytes(wav(samples))
    assert answer(path, "--expect", "C")["onsets"] == []
    assert listen(path) == (0, "No notes were heard.\n", "")


def test_cut_off_file(tmp_path, take):
    path = tmp_path / "cut.wav"
    path.write_bytes(take.read_bytes()[: 44 + 2 * 2 * RATE + 1])
    code, out, err = listen(path, "--json")
    message = f"The file is cut off: its “data” chunk should have {2 * 5 * RATE} bytes, and has {2 * 2 * RATE + 1}."
    assert (code, err) == (0, message + "\n")
    result = json.loads(out)
    assert (len(result["onsets"]), result["seconds"], result["problems"]) == (1, 2, [message])


@pytest.mark.parametrize("content, message", [
    (b"", "This is not a WAV file."),
    (b"ID3\x04" + bytes(1000), "This is not a WAV file."),
    (wav([0.1] * 100, bits=16, kind=7), "The samples of this WAV file are compressed (format 7)."),
    (wav([0.1] * 100, rate=4000), "The sample rate is 4000 Hz."),
    (wav([0.1] * 100)[:30], "The WAV file has no “fmt ” chunk"),
    (wav([0.1] * 100)[:36], "The WAV file has no “data” chunk."),
])
def test_files_that_cannot_be_read(tmp_path, content, message):
    path = tmp_path / "bad.wav"
    path.write_bytes(content)
    code, out, err = listen(path)
    assert (code, out) == (65, "")
    assert err.startswith(f"“{path}”: {message}")


def test_missing_file(tmp_path):
    code, out, err = listen(tmp_path / "none.wav")
    assert (code, out) == (66, "")
    assert "Check that the file exists." in err


@pytest.mark.parametrize("arguments, words", [
    (["--voicing", "48"], "--voicing needs --expect"),
    (["--expect", "Gfoo7"], "Gfoo7"),
    (["--expect", "C", "--voicing", "48 | 52 | 55"], "more than two hands"),
    (["--expect", "C", "--voicing", "48 x"], "“x” is not a key of a piano"),
    (["--expect", "C", "--voicing", "12 48"], "from 21 to 108"),
    (["--expect", "C", "--voicing", " | "], "The voicing is empty"),
    ([], None),
])
def test_wrong_usage(take, arguments, words):
    if words is None:
        assert listen()[0] == 64
        return
    code, out, err = listen(take, *arguments)
    assert (code, out) == (64, "")
    assert words in err


def test_memory_does_not_grow_with_the_file(tmp_path):
    """Ten minutes of noise with a chord at the beginning and at the end."""
    chord = wav(sound([(0.5, [48, 55, 64])], 2))[44:]
    pause = b"".join(struct.pack("<h", random.Random(1).randint(-5, 5)) for _ in range(RATE)) * 596
    data = chord + pause + chord
    path = tmp_path / "long.wav"
    path.write_bytes(wav([])[:40] + struct.pack("<I", len(data)) + data)
    script = (
        "import resource, subprocess, sys; run = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, run.stdout.decode())")
    run = subprocess.run(
        [sys.executable, "-c", script, CHORDS, "listen", path, "--json"], capture_output=True, text=True, timeout=300)
    kilobytes, out = run.stdout.split(" ", 1)
    assert [round(onset["seconds"], 1) for onset in json.loads(out)["onsets"]] == [0.5, 598.5]
    # The file has 26 MB, and its samples as floats would have 53.
    assert int(kilobytes) < 120_000


def test_weights_come_from_the_package(tmp_path):
    """Makes the weights again. Skipped if the package index cannot be reached."""
    download = subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--retries", "1", "--dest", tmp_path, "basic-pitch==0.4.0"], capture_output=True, timeout=300)
    if download.returncode:
        pytest.skip("The package index cannot be reached.")
    wheel, = tmp_path.glob("*.whl")
    made = tmp_path / "made"
    subprocess.run([sys.executable, ROOT / "tools/listening/weights", "--wheel", wheel, "--output", made], check=True)
    for file in made.iterdir():
        assert file.read_bytes() == (ROOT / "Sources/Listening/Model" / file.name).read_bytes(), file.name
    assert len(list(made.iterdir())) == 3


@pytest.mark.all
def test_outputs_are_those_of_onnx_runtime():
    """21 windows of three pianos. Needs the sound fonts, and onnxruntime and scipy in some Python on the path."""
    probe = CHORDS.with_name("listening-probe")
    python = shutil.which("python3")
    packages = subprocess.run([python, "-c", "import onnxruntime, scipy"], capture_output=True)
    if not probe.exists() or packages.returncode:
        pytest.skip("listening-probe is not built, or onnxruntime or scipy is not installed.")
    subprocess.run([python, ROOT / "tools/listening/compare", "--probe", probe], check=True, timeout=600)
