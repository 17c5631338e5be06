"""Practice on the command line. PyPI `mido` writes recordings of the keys given by an exercise."""

import io
import json
import subprocess

import mido
import pytest

from serving import CHORDS


FOURTHS = [5 * step % 12 for step in range(12)]
FIFTHS = [7 * step % 12 for step in range(12)]
NATURALS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


def practise(*arguments, stdin=b""):
    """Runs `chords practise` and returns exit code, standard output and standard error."""
    run = subprocess.run([CHORDS, "practise", *map(str, arguments)], input=stdin, capture_output=True, timeout=120)
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def make(*arguments):
    code, out, err = practise("make", *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def pitch_class(note):
    return (NATURALS[note[0]] + note.count("♯") - note.count("♭") + 2 * note.count("𝄪") - 2 * note.count("𝄫")) % 12


def keys(question):
    return question["left"] + question["right"]


def chord(seconds, pitches, length=0.8, gap=0.0, channel=0):
    """Keys struck at intervals of `gap` and released together, as (seconds, message)."""
    down = [
        (seconds + index * gap, mido.Message("note_on", note=pitch, velocity=70, channel=channel))
        for index, pitch in enumerate(pitches)]
    up = [(seconds + length, mido.Message("note_off", note=pitch, channel=channel)) for pitch in pitches]
    return down + up


def pedal(seconds, is_down, channel=0):
    return [(seconds, mido.Message("control_change", control=64, value=127 if is_down else 0, channel=channel))]


def track(events):
    """At 120 quarter notes a minute, 480 ticks each: 960 ticks a second."""
    ticks = 0
    written = mido.MidiTrack()
    for seconds, message in sorted(events, key=lambda event: event[0]):
        tick = round(seconds * 960)
        written.append(message.copy(time=tick - ticks))
        ticks = tick
    return written


class Teacher:
    """Stores an exercise and a recording in a folder, and judges the recording."""

    def __init__(self, folder):
        self.exercise, self.take = folder / "exercise.json", folder / "take.mid"

    def judge(self, exercise, events, *arguments, tracks=None):
        self.exercise.write_text(json.dumps(exercise, ensure_ascii=False))
        file = mido.MidiFile(type=0 if tracks is None else 1, ticks_per_beat=480)
        for part in tracks or [events]:
            file.tracks.append(track(part))
        file.save(self.take)
        code, out, err = practise("judge", self.exercise, self.take, "--json", *arguments)
        assert (code, err) == (0, "")
        return json.loads(out)


@pytest.fixture
def teacher(tmp_path):
    return Teacher(tmp_path)


def outcomes(judged):
    return [question["outcome"] for question in judged["questions"]]


def played(exercise, change=lambda pitches: pitches, **how):
    """The written answers to all questions, one per second, starting after one second."""
    return sum(
        (chord(index + 1, change(keys(question)), **how) for index, question in enumerate(exercise["questions"])), [])


# Exercises


def test_an_upper_structure_goes_through_all_keys():
    exercise = make("--thing", "upper-structure VI", "--order", "fourths", "--seed", "7")
    assert [pitch_class(question["key"]) for question in exercise["questions"]] == FOURTHS
    for question in exercise["questions"]:
        root = pitch_class(question["key"])
        left, right = ({(pitch - root) % 12 for pitch in question[hand]} for hand in ["left", "right"])
        # A major triad on the sixth degree, above the third and seventh of the dominant.
        assert right == {9, 1, 4} and {4, 10} <= left <= {0, 4, 7, 10}
        assert {(pitch - root) % 12 for pitch in question["allowed"]} == {0, 4, 7, 10, 9, 1}
        assert {9, 1, 4, 10} <= {(pitch - root) % 12 for pitch in question["needed"]}
        assert [pitch_class(note) for note in question["notes"]] == [pitch % 12 for pitch in keys(question)]
        assert question["degrees"][-3:] in [["13", "♭9", "3"], ["♭9", "3", "13"], ["3", "13", "♭9"]]
    assert exercise["questions"][0]["title"] == "C7 with A on top"
    assert (exercise["seed"], exercise["words"]) == (7, "play upper-structure VI")
    assert exercise["link"] == "/practise/play_upper-structure_VI"
    assert exercise["hands"] == {"left": "tenth", "right": "tenth", "register": "middle"}


@pytest.mark.parametrize("order, steps", [("fourths", FOURTHS), ("fifths", FIFTHS), ("semitones", list(range(12)))])
def test_orders_begin_with_the_given_key(order, steps):
    exercise = make("--thing", "chord mi7", "--order", order, "--from", "Bb")
    assert [pitch_class(question["key"]) for question in exercise["questions"]] == [(10 + step) % 12 for step in steps]
    for question in exercise["questions"]:
        assert {(pitch - pitch_class(question["key"])) % 12 for pitch in keys(question)} == {0, 3, 7, 10}


def test_shuffled_keys_are_the_same_for_the_same_seed():
    orders = [
        [question["key"] for question in make("--thing", "chord 7", "--order", "shuffled", "--seed", seed)["questions"]]
        for seed in [1, 1, 2, 18446744073709551615]]
    assert orders[0] == orders[1] and len({tuple(order) for order in orders}) == 3
    assert all(sorted(map(pitch_class, order)) == list(range(12)) for order in orders)


@pytest.mark.parametrize("arguments", [
    ["play upper-structure VI | fifths"],
    ["--thing", "cadence minor rootless", "--bass", "band", "--from", "F#", "--tempo", "120", "--beats", "2"],
    ["--thing", "row Dmi7 G7 C7+A", "--order", "semitones"],
    ["--thing", "row Dmi7 G7", "--tempo", "90", "--with-band"],
    ["--thing", "pair C7 + Ab", "--as-written", "--landing", "300"],
    ["--thing", "way C7 + A = C13(b9)", "--task", "complete", "--seed", "3"],
    ["--thing", "scale lydian dominant", "--from", "G"],
    ["--thing", "voicing 7 shell", "--task", "hear", "--voiced", "--with-bass", "--seed", "9"],
])
def test_line_of_an_exercise_recreates_it(arguments):
    exercise = make(*arguments)
    assert make(exercise["words"], "--seed", exercise["seed"]) == exercise
    # Its link says the same in readable form.
    assert exercise["link"] == "/practise/" + "/".join(
        part.strip().replace(" ", "_") for part in exercise["words"].split("|"))


def test_options_override_the_line():
    exercise = make("play chord 7 | fifths | in time 90 beats 2", "--tempo", "60", "--bass", "free", "--from", "D")
    assert exercise["words"] == "play chord 7 | fifths from D | in time 60 beats 2 | bass free"
    assert exercise["pace"] == {"waits": False, "tempo": 60, "beats": 2}
    assert make("play chord 7 | in time 90", "--beats", "1")["pace"]["beats"] == 1


def test_voicings_fit_smaller_hands():
    exercise = make("--thing", "chord ma9", "--reach", "octave,ninth", "--register", "low")
    assert exercise["hands"] == {"left": "octave", "right": "ninth", "register": "low"}
    for question in exercise["questions"]:
        spans = [max(question[hand], default=0) - min(question[hand], default=0) for hand in ["left", "right"]]
        assert spans[0] <= 12 and spans[1] <= 14


def test_root_is_optional_with_a_bass_player():
    exercise = make("--thing", "voicing mi7 rootless-a", "--bass", "band")
    for question in exercise["questions"]:
        root = pitch_class(question["key"])
        assert root not in question["needed"] and root not in [pitch % 12 for pitch in keys(question)]


def test_one_of_the_choices_is_right():
    for task in ["name", "hear", "complete", "compare", "tension", "changed"]:
        for question in make("--thing", "upper-structure II", "--task", task)["questions"]:
            assert sum(choice["isRight"] for choice in question["choices"]) == 1, task
            assert ("sounds" in question) == (task not in ["name", "complete"])


def pitch_class(name):
    return (2 * "CDEFGAB".index(name[0]) - (name[0] in "FGAB") + name.count("♯") - name.count("♭")) % 12


def test_plain_text_of_an_exercise():
    code, out, err = practise("make", "--thing", "upper-structure VI", "--order", "fourths")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "upper structure VI" and "around the circle (4ths) from C" in lines[1]
    head = next(line for line in lines if line.startswith("Number"))
    assert head.split() == ["Number", "Key", "Question", "Left", "hand", "Right", "hand", "Degrees"]
    rows = lines[lines.index(head) + 1:][:12]
    for number, (row, question) in enumerate(zip(rows, make("--thing", "upper-structure VI")["questions"]), 1):
        cells = [cell.strip() for cell in row.split("  ") if cell.strip()]
        assert cells[:3] == [str(number), question["key"], question["title"]]
        names = [name.rstrip("0123456789") for name in (cells[3] + " " + cells[4]).split()]
        # A hand that plays a chord of its own is spelled as that chord, in JSON by the degrees of the whole.
        assert [pitch_class(name) for name in names] == [pitch_class(name) for name in question["notes"]]
        assert cells[5].replace(" |", "").split() == question["degrees"]
    assert lines[-2:] == ["play upper-structure VI", "/practise/play_upper-structure_VI"]


def test_scale_is_one_line_in_text_and_notes_in_json():
    exercise = make("--thing", "scale Dorian", "--order", "through", "--from", "D")
    assert [question["note"] for question in exercise["questions"]] == ["D", "E", "F", "G", "A", "B", "C", "D"]
    out = practise("make", exercise["words"])[1]
    (row,) = [line for line in out.splitlines() if line.startswith("1–8")]
    assert "D Dorian" in row and "1 2 ♭3 4 5 6 ♭7" in row


def test_note_names_follow_the_notes_option():
    german = make("--thing", "row Hmi7 E7", "--from", "H", "--notes", "german")
    assert [question["title"] for question in german["questions"]] == ["Hmi7", "E7"]
    assert german["words"] == "play row Bmi7 E7"
    assert german["questions"][0]["notes"][0] == "H"
    # The title is the same without the fifth.
    assert {11, 2, 9} <= {pitch % 12 for pitch in keys(german["questions"][0])} <= {11, 2, 6, 9}
    assert make("play pair B7 + C | from B", "--notes", "german")["words"] == make(
        "play pair Bb7 + C | from Bb")["words"]
    assert make("--thing", "way Do7 + La = Do13(b9)", "--notes", "solfege")["words"] == make(
        "--thing", "way C7 + A = C13(b9)")["words"]


@pytest.mark.parametrize("arguments, code, words", [
    ([], 64, "--thing"), (["play chord 7", "--thing", "chord 7"], 64, "not both"),
    (["play", "chord", "7"], 64, "unexpected"),
    (["--thing", "chord 7", "--beats", "2"], 64, "--tempo"), (["play chord 7", "--beats", "2"], 65, "tempo"),
    (["--thing", "chord 7", "--seed", "-1"], 64, "seed"), (["--thing", "chord 7", "--seed", "x"], 64, "seed"),
    (["--thing", "chord 7", "--seed", "18446744073709551616"], 64, "seed"),
    (["--thing", "chord 7", "--tempo", "fast"], 64, "tempo"),
    ([""], 65, "play"), (["--thing", ""], 65, "chord"), (["--thing", "chord Q7"], 65, "Q7"),
    (["sing chord 7"], 65, "“sing”"),
    (["--thing", "upper-structure IX"], 65, "IX"), (["--thing", "scale of nothing"], 65, "of nothing"),
    (["--thing", "row"], 65, "row"),
    (["--thing", "row Dmi7 Hmi7"], 65, "Hmi7"), (["--thing", "way C7 + A = Dmi7"], 65, "another chord"),
    (["--thing", "pair C7"], 65, "C7"),
    (["--thing", "cadence dorian"], 65, "major or minor"), (["--thing", "voicing 7 jazzy"], 65, "rootless-a"),
    (["--thing", "chord 7", "--order", "sideways"], 65, "fourths, fifths"),
    (["--thing", "chord 7", "--task", "sing"], 65, "play, name"),
    (["--thing", "chord 7", "--task", "complete"], 65, "equation"),
    (["--thing", "scale Dorian", "--task", "tension"], 65, "tension"),
    (["--thing", "chord 7", "--bass", "high"], 65, "lowest, free or band"),
    (["--thing", "chord 7", "--from", "H"], 65, "H"),
    (["--thing", "chord 7", "--tempo", "301"], 65, "30 to 300"),
    (["--thing", "chord 7", "--tempo=-90"], 65, "30 to 300"),
    (["--thing", "chord 7", "--tempo", "90", "--beats", "0"], 65, "1 to 16"),
    (["--thing", "chord 7", "--landing", "5"], 65, "20 to 2000"),
    (["--thing", "chord 7", "--reach", "foot"], 65, "octave, ninth or tenth"),
    (["--thing", "chord 7", "--register", "top"], 65, "low, middle or high"),
    (["--thing", "row " + "C7 " * 513], 65, "512"),
    (["--thing", "row " + "C7 " * 100, "--order", "fifths"], 65, "1000 questions"),
    (["--thing", "row H7 Q7", "--notes", "german"], 65, "Q7"), (["--thing", "pair H7", "--notes", "german"], 65, "H7"),
])
def test_error_names_the_unreadable_part_of_an_exercise(arguments, code, words):
    found, out, err = practise("make", *arguments)
    assert (found, out) == (code, "") and words in err
    assert code == 64 or len(err.splitlines()) == 1


# Judging


@pytest.mark.parametrize("thing", [
    "upper-structure VI", "chord ma7", "voicing mi7 rootless-a", "cadence major", "row Dmi7 G7 Cma7", "pair C7 + Ab",
    "scale Altered"])
def test_written_voicings_are_right(teacher, thing):
    exercise = make("--thing", thing)
    judged = teacher.judge(exercise, played(exercise))
    count = len(exercise["questions"])
    assert outcomes(judged) == ["as-written"] * count
    assert [question["seconds"] for question in judged["questions"]] == [index + 1 for index in range(count)]
    # A bar of four quarter notes lasts two seconds.
    assert [(question["bar"], question["beat"]) for question in judged["questions"]] == [
        ((index + 1) // 2 + 1, 1 + 2 * ((index + 1) % 2)) for index in range(count)]
    assert [question["card"] for question in judged["questions"]] == [
        question["card"] for question in exercise["questions"]]
    assert all(len(question["attempts"]) == 1 for question in judged["questions"])
    assert judged["summary"] == {
        "asked": count, "answered": count, "right": count, "attempts": count, "sentence": f"All {count} are right.",
        "outcomes": {"as-written": count, "right": 0, "late": 0, "almost": 0, "wrong": 0, "missed": 0}}


def test_voicing_counts_in_any_octave_and_other_voicings_as_right(teacher):
    exercise = make("--thing", "chord 7")
    octave_up = played(exercise, lambda pitches: [pitch + 12 for pitch in pitches])
    assert set(outcomes(teacher.judge(exercise, octave_up))) == {"as-written"}
    # The bass stays, and the note above it moves up an octave.
    opened = lambda pitches: [pitches[0], *pitches[2:], pitches[1] + 12]
    assert set(outcomes(teacher.judge(exercise, played(exercise, opened)))) == {"right"}
    strict = make("--thing", "chord 7", "--as-written")
    judged = teacher.judge(
        strict, sum((chord(index + 1, opened(keys(question)), 0.3) + chord(index + 1.5, keys(question), 0.3)
                                        for index, question in enumerate(strict["questions"])), []))
    assert set(outcomes(judged)) == {"as-written"}
    first = [question["attempts"][0] for question in judged["questions"]]
    assert all(attempt["outcome"] == "almost" and attempt["revoiced"] for attempt in first)


def test_wrong_note_is_named_and_can_be_corrected(teacher):
    exercise = make("--thing", "chord 7")
    events = []
    for index, question in enumerate(exercise["questions"]):
        root = keys(question)[0]
        # A minor third where the major third belongs, and then the chord.
        wrong = [pitch - 1 if (pitch - root) % 12 == 4 else pitch for pitch in keys(question)]
        events += chord(2 * index + 1, wrong) + chord(2 * index + 2, keys(question))
    judged = teacher.judge(exercise, events)
    assert outcomes(judged) == ["as-written"] * 12
    for index, question in enumerate(judged["questions"]):
        first, second = question["attempts"]
        assert (first["outcome"], first["seconds"], first["bar"]) == ("almost", 2 * index + 1, index + 1)
        assert [missing["degree"] for missing in first["missing"]] == ["3"]
        (foreign,) = first["foreign"]
        root = keys(exercise["questions"][index])[0]
        assert (foreign["pitch"] - root) % 12 == 3 and pitch_class(foreign["note"]) == foreign["pitch"] % 12
        assert second["outcome"] == "as-written" and second["missing"] == second["foreign"] == []
    assert judged["summary"]["attempts"] == 24


def test_a_missing_note_is_named(teacher):
    exercise = make("--thing", "chord mi7")
    lacking = lambda pitches: [pitch for pitch in pitches if (pitch - pitches[0]) % 12 != 10]
    last = exercise["questions"][-1]
    events = played(exercise)
    events = [event for event in events if event[0] < 12] + chord(12, lacking(keys(last)), length=3)
    judged = teacher.judge(exercise, events)
    assert outcomes(judged) == ["as-written"] * 11 + ["almost"]
    assert judged["questions"][-1]["missing"] == [{"degree": "♭7", "note": last["notes"][-1]}]
    assert judged["questions"][-1]["foreign"] == [] and "missing" in judged["questions"][-1]["sentence"]
    assert (judged["summary"]["right"], judged["summary"]["sentence"]) == (11, "11 of 12 are right; 1 almost.")


def test_bass_is_judged_by_the_condition_of_the_exercise(teacher):
    turned = lambda pitches: [*pitches[1:], pitches[0] + 12]
    strict = make("--thing", "chord 7", "--order", "through")
    (question,) = teacher.judge(strict, played(strict, turned))["questions"]
    assert question["outcome"] == "almost" and question["wrongBass"] == {"degree": "3", "note": "E"}
    free = make("--thing", "chord 7", "--order", "through", "--bass", "free")
    assert outcomes(teacher.judge(free, played(free, turned))) == ["right"]
    band = make("--thing", "chord 7", "--order", "through", "--bass", "band")
    assert outcomes(teacher.judge(band, chord(1, [64, 67, 70]))) in (["right"], ["as-written"])


def test_random_notes_are_wrong(teacher):
    exercise = make("--thing", "chord 7", "--order", "through")
    judged = teacher.judge(exercise, chord(1, [61, 63, 66, 68]))
    assert outcomes(judged) == ["wrong"] and len(judged["questions"][0]["foreign"]) == 4
    assert judged["summary"]["sentence"] == "0 of 1 are right; 1 wrong."


def test_in_time_chords_are_early_late_or_missed(teacher):
    exercise = make("--thing", "chord 7", "--tempo", "60", "--beats", "2")
    questions = exercise["questions"]
    due = [3 + 2 * index for index in range(12)]
    late = [0, -0.1, 0.1, 0.4, None] + [0] * 7
    events = sum(
        (chord(time + delay, keys(question), 1.2) for time, delay, question in zip(due, late, questions)
            if delay is not None), [])
    for judged in [teacher.judge(exercise, events), teacher.judge(exercise, events, "--downbeat", "3")]:
        assert outcomes(judged) == ["as-written"] * 3 + ["late", "missed"] + ["as-written"] * 7
        assert [question["delay"] for question in judged["questions"]] == late
        assert judged["questions"][4]["seconds"] is None and judged["questions"][4]["bar"] is None
        assert judged["summary"]["sentence"] == "11 of 12 are right, 1 of them late; 1 missed."
    # Measured from another downbeat, everything is late.
    judged = teacher.judge(exercise, events, "--downbeat", "2.5")
    assert outcomes(judged)[:3] == ["late"] * 3


def test_rolled_chords_are_one_attempt(teacher):
    exercise = make("--thing", "upper-structure ♭VI")
    judged = teacher.judge(exercise, sum((
        chord(3 * index + 1, keys(question), length=2, gap=0.1)
        for index, question in enumerate(exercise["questions"])), []))
    assert set(outcomes(judged)) == {"as-written"}
    for index, question in enumerate(judged["questions"]):
        assert len(question["attempts"]) == 1
        # The last note completes it.
        assert question["seconds"] == pytest.approx(
            3 * index + 1 + 0.1 * (len(keys(exercise["questions"][index])) - 1), abs=0.002)


def test_pedal_sustains_released_keys(teacher):
    exercise = make("--thing", "upper-structure II")
    events = []
    for index, question in enumerate(exercise["questions"]):
        begin = 2 * index + 1
        # The hands never play together. The pedal changes shortly after each chord.
        events += chord(begin, question["left"], 0.1) + pedal(begin + 0.02, True) + chord(
            begin + 0.3, question["right"], 0.1)
        events += pedal(begin + 1.9, False)
    assert set(outcomes(teacher.judge(exercise, events))) == {"as-written"}
    without = [event for event in events if event[1].type != "control_change"]
    assert "as-written" not in outcomes(teacher.judge(exercise, without))


def test_channels_are_merged_and_drums_ignored(teacher):
    exercise = make("--thing", "pair C7 + A")
    left, right, drums = [], [], []
    for index, question in enumerate(exercise["questions"]):
        left += chord(index + 1, question["left"], channel=0)
        right += chord(index + 1, question["right"], channel=3)
        drums += chord(index + 0.5, [36, 37, 38], 0.1, channel=9) + chord(index + 1, [35, 42], channel=9)
    assert set(outcomes(teacher.judge(exercise, left + right + drums))) == {"as-written"}
    assert set(outcomes(teacher.judge(exercise, [], tracks=[left, right, drums]))) == {"as-written"}
    loud = [(seconds, message.copy(channel=0)) for seconds, message in drums]
    assert set(outcomes(teacher.judge(exercise, left + right + loud))) != {"as-written"}


@pytest.mark.parametrize("ends", [
    lambda seconds, pitches: [(seconds, mido.Message("note_on", note=pitch, velocity=0)) for pitch in pitches],
    lambda seconds, _: [(seconds, mido.Message("control_change", control=123, value=0))],
    lambda seconds, _: [(seconds, mido.Message("control_change", control=120, value=0))],
])
def test_every_message_that_ends_notes_is_understood(teacher, ends):
    exercise = make("--thing", "chord ma7")
    events = []
    for index, question in enumerate(exercise["questions"]):
        struck = [event for event in chord(index + 1, keys(question)) if event[1].type == "note_on"]
        events += struck + ends(index + 1.8, keys(question))
    assert set(outcomes(teacher.judge(exercise, events))) == {"as-written"}


def test_questions_after_the_end_are_unanswered(teacher):
    exercise = make("--thing", "chord 7")
    judged = teacher.judge(exercise, [event for event in played(exercise) if event[0] < 5.9])
    assert outcomes(judged) == ["as-written"] * 5
    assert judged["summary"]["answered"] == 5 and judged["summary"]["sentence"] == "5 of 12 are right; 7 not reached."
    nothing = teacher.judge(exercise, [])
    assert (nothing["questions"], nothing["summary"]["answered"], nothing["summary"]["sentence"]) == (
        [], 0, "Nothing was played.")


def test_missing_half_of_an_equation_is_judged(teacher):
    exercise = make("--thing", "upper-structure VI", "--task", "complete")
    judged = teacher.judge(exercise, sum((
        chord(index + 1, question["right"]) for index, question in enumerate(exercise["questions"])), []))
    assert judged["summary"]["right"] == 12


def test_exercise_is_judged_with_its_own_hands_and_seed(teacher):
    exercise = make("--thing", "chord ma9", "--reach", "octave", "--register", "high", "--order", "shuffled", "--seed",
        "5", "--as-written")
    assert keys(exercise["questions"][0]) != keys(make(exercise["words"], "--seed", "5")["questions"][0])
    assert set(outcomes(teacher.judge(exercise, played(exercise)))) == {"as-written"}
    # The words, the seed and the hands are enough.
    short = {name: exercise[name] for name in ["words", "seed", "hands"]}
    assert set(outcomes(teacher.judge(short, played(exercise)))) == {"as-written"}


def test_plain_text_of_a_judgement(teacher):
    exercise = make("--thing", "chord 7", "--order", "semitones")
    events = [event for event in played(exercise) if event[0] < 2.9]
    # D7 without its third.
    events += chord(3, [pitch for pitch in keys(exercise["questions"][2]) if pitch % 12 != 6], 3)
    teacher.judge(exercise, events)
    code, out, err = practise("judge", teacher.exercise, teacher.take)
    assert (code, err) == (0, "")
    rows = [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in out.splitlines()]
    assert rows[0] == ["Number", "Bar:beat", "Seconds", "Question", "Verdict", "Attempts", "Feedback"]
    assert rows[1][:6] == ["1", "1:3", "1", "C7", "as written", "1"]
    assert rows[3][:6] == ["3", "2:3", "3", "D7", "almost", "1"] and rows[3][6].startswith("F♯, the third,")
    assert out.splitlines()[-1] == "2 of 12 are right; 1 almost, 9 not reached."


def test_exercise_or_recording_can_come_from_standard_input(teacher):
    exercise = make("--thing", "chord 7")
    judged = teacher.judge(exercise, played(exercise))
    for arguments, stdin in [(["-", teacher.take], teacher.exercise), ([teacher.exercise, "-"], teacher.take)]:
        code, out, err = practise("judge", *arguments, "--json", stdin=stdin.read_bytes())
        assert (code, err, json.loads(out)) == (0, "", judged)


def test_one_hour_of_playing_is_judged(teacher):
    exercise = make("--thing", "row " + "Dmi7 G7 Cma7 A7 " * 125)
    assert len(exercise["questions"]) == 500
    # Everything after the last question is ignored.
    events = played(exercise) + sum((chord(501 + index, range(50, 60), 0.7) for index in range(1500)), [])
    assert teacher.judge(exercise, events)["summary"]["right"] == 500
    code, out, err = practise("judge", teacher.exercise, "-", stdin=long_recording(40_002))
    assert (code, out) == (65, "") and "40000" in err and len(err.splitlines()) == 1
    assert practise("judge", teacher.exercise, "-", stdin=long_recording(40_000))[0] == 0


def long_recording(strokes):
    """One key, struck repeatedly."""
    events = sum(
        ([(index / 10, mido.Message("note_on", note=60)), (index / 10 + 0.05, mido.Message("note_off", note=60))]
                  for index in range(strokes // 2)), [])
    file, stream = mido.MidiFile(type=0, ticks_per_beat=480), io.BytesIO()
    file.tracks.append(track(events))
    file.save(file=stream)
    return stream.getvalue()


@pytest.mark.parametrize("written, arguments, code, words", [
    ("{", [], 65, "not JSON"), ("", [], 65, "not JSON"), ("[]", [], 65, "words"), ("7", [], 65, "words"),
    ('{"words": 7}', [], 65, "words"),
    ('{"words": "play chord Q7"}', [], 65, "Q7"), ('"sing"', [], 65, "sing"),
    ('{"words": "name chord 7"}', [], 65, "choosing"),
    ('{"words": "play chord 7", "seed": -1}', [], 65, "seed"),
    ('{"words": "play chord 7", "seed": "7"}', [], 65, "seed"),
    ('{"words": "play chord 7", "seed": 1.5}', [], 65, "seed"),
    ('{"words": "play chord 7", "hands": []}', [], 65, "hands"),
    ('{"words": "play chord 7", "hands": {"left": 12}}', [], 65, "left"),
    ('{"words": "play chord 7", "hands": {"left": "foot"}}', [], 65, "octave, ninth or tenth"),
    ('{"words": "play chord 7"}', ["--downbeat", "1"], 65, "waits"),
    ('{"words": "play chord 7 | in time 90"}', ["--downbeat", "nan"], 64, "--downbeat"),
    ('{"words": "play chord 7 | in time 90"}', ["--downbeat", "inf"], 64, "--downbeat"),
    ('{"words": "play chord 7 | in time 90"}', ["--downbeat=-1"], 64, "--downbeat"),
    ('{"words": "play chord 7 | in time 90"}', ["--downbeat", "soon"], 64, "downbeat"),
])
def test_exercise_that_cannot_be_judged_is_refused(teacher, written, arguments, code, words):
    teacher.judge(make("--thing", "chord 7"), chord(1, [60]))
    teacher.exercise.write_text(written)
    found, out, err = practise("judge", teacher.exercise, teacher.take, *arguments)
    assert (found, out) == (code, "") and words in err
    assert code == 64 or len(err.splitlines()) == 1


def test_unreadable_recording_is_reported(teacher, tmp_path):
    exercise = make("--thing", "chord 7")
    teacher.judge(exercise, played(exercise))
    whole = teacher.take.read_bytes()
    for damaged, word in [(b"", "MThd"), (b"RIFF", "MThd"), (whole[:-30], "(byte"),
            (whole[:8] + b"\0\2" + whole[10:], "format 2")]:
        teacher.take.write_bytes(damaged)
        code, out, err = practise("judge", teacher.exercise, teacher.take, "--json")
        assert (code, out) == (65, "") and word in err and len(err.splitlines()) == 1
    assert practise("judge", teacher.exercise, tmp_path / "none.mid")[0] == 66
    assert practise("judge", tmp_path / "none.json", teacher.take)[0] == 66
    code, _, err = practise("judge", "-", "-")
    assert code == 64 and "both" in err
    # Alone, the result of an assignment is expected.
    code, _, err = practise("judge", teacher.exercise)
    assert code == 65 and "recording" in err


# Courses


def test_courses_are_listed_and_read():
    listed = json.loads(practise("courses", "--json")[1])
    assert "upper-structures" in [course["id"] for course in listed] and len(listed) >= 6
    for course in listed:
        course_json = json.loads(practise("courses", course["id"], "--json")[1])
        assert (course_json["title"], len(course_json["lessons"])) == (course["title"], course["lessons"])
        code, out, err = practise("courses", course["id"])
        assert (code, err) == (0, "")
        for lesson in course_json["lessons"]:
            assert make(lesson["exercise"])["link"] == lesson["link"]
            assert all(
                text in out for text in [lesson["title"], *lesson["paragraphs"], lesson["exercise"], lesson["link"]])
    assert all(course["id"] in practise("courses")[1] for course in listed)
    code, out, err = practise("courses", "yodelling")
    assert (code, out) == (65, "") and "yodelling" in err and "rootless" in err


# The result of an assignment


WORDS = "play voicing mi7 rootless-a | shuffled"


def result(folder, shift=lambda index: 0, recorded=lambda index: True, **members):
    """A pupil's file: each chord of a shuffled exercise after 1.5 s, played as written but for `shift`."""
    attempts, played = [], []
    for index, question in enumerate(make(WORDS, "--seed", 77)["questions"]):
        stamp = f"{1_764_000_000 + 5 * index}+60"
        attempts.append(f"{stamp} right 1500 5 played {question['card']}")
        pitches = [pitch + shift(index) for pitch in keys(question)]
        strokes = [f"d{pitch}:1500" for pitch in pitches] + [f"u{pitch}:2500" for pitch in pitches]
        if recorded(index):
            played.append(f"answer {stamp} 77 {index} tenth,tenth,middle {','.join(strokes)} {WORDS}")
    file = folder / "result.json"
    file.write_text(json.dumps({
        "format": "chord-combiner-assignment", "version": 1, "hands": "tenth,tenth,middle",
        "assignment": "good 80 within 2 from 2025-11-01 | " + WORDS, "attempts": attempts, "played": played, **members,
    }, ensure_ascii=False))
    return file


def judged_result(*arguments):
    code, out, err = practise("judge", *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_result_of_an_assignment_is_judged_again(tmp_path):
    judged = judged_result(result(tmp_path))
    (part,) = judged["exercises"]
    assert part == {
        "words": WORDS, "title": part["title"], "cards": 12, "good": 12, "judged": 12, "done": True, "median": 1.5,
        "left": [], "refuted": []}
    assert judged["done"] == 1 and judged["assignment"].startswith("good 80 within 2 from 2025-11-01")
    assert practise("judge", "-", stdin=result(tmp_path).read_bytes())[1].endswith("1 of 1 exercises are done.\n")


def test_wrong_notes_of_a_result_are_found(tmp_path):
    # Half a step too high in every third key: four of twelve.
    judged = judged_result(result(tmp_path, lambda index: 1 if index % 3 == 0 else 0))
    (part,) = judged["exercises"]
    assert (part["good"], part["judged"], part["done"], judged["done"]) == (8, 8, False, 0)
    cards = [question["card"] for question in make(WORDS, "--seed", 77)["questions"]]
    assert sorted(part["refuted"]) == sorted(cards[::3]) == sorted(part["left"])


def test_answers_without_a_recording_are_counted_apart(tmp_path):
    file = result(tmp_path, recorded=lambda index: index > 1)
    (part,) = judged_result(file)["exercises"]
    assert (part["good"], part["judged"], part["refuted"]) == (12, 10, [])
    code, out, err = practise("judge", file)
    assert "2 good answers were graded by the pupil or heard through a microphone" in out


@pytest.mark.parametrize("members, named", [
    ({"format": "chord-combiner-practice"}, "not the result"), ({"version": 2}, "version 1"),
    ({"assignment": "good 20"}, "50 to 100"), ({"assignment": None}, "format"), ({"hands": "huge"}, "hands"),
])  # fmt: skip
def test_other_files_are_refused_with_a_reason(tmp_path, members, named):
    code, out, err = practise("judge", result(tmp_path, **members))
    assert code == 65 and out == "" and named in err


def test_random_damage_of_a_result_is_survived(tmp_path):
    text = result(tmp_path).read_bytes()
    for step in range(40):
        place = 97 * step % len(text)
        code, out, err = practise("judge", "-", stdin=text[:place] + b"9" + text[place + 2:])
        assert code in (0, 65), err
