"""Practice over HTTP: exercises, judged recordings and courses."""

import base64
import io
import json
import subprocess
import threading
from urllib.parse import quote

import mido
import pytest

from assertions import assert_error
from serving import CHORDS

EXERCISE, JUDGE, COURSES = (f"/api/v1/practise/{name}" for name in ["exercise", "judge", "courses"])


@pytest.fixture
def exercise(ask, conforms):
    def exercise(thing, query=""):
        answer = ask(f"{EXERCISE}?thing={quote(thing)}{query}")
        assert answer.status == 200, answer.body
        conforms("Exercise", answer.json)
        return answer.json

    return exercise


@pytest.fixture
def judge(ask):
    def judge(body, query="", **options):
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = options.pop("headers", {"Content-Type": "application/json"})
        return ask(JUDGE + query, "POST", headers=headers, body=content, **options)

    return judge


def strokes(exercise, change=lambda pitches: pitches):
    """Each chord as written, one per second."""
    played = []
    for index, question in enumerate(exercise["questions"]):
        pitches = change(question["left"] + question["right"])
        played += [{"seconds": index + 1, "down": pitch} for pitch in pitches]
        played += [{"seconds": index + 1.8, "up": pitch} for pitch in pitches]
    return played


def file(strokes):
    """The same as a Standard MIDI File in Base64: at 120 quarter notes a minute, 480 ticks each."""
    written = mido.MidiFile(type=0, ticks_per_beat=480)
    track, ticks = written.add_track(), 0
    for stroke in strokes:
        tick = round(stroke["seconds"] * 960)
        kind, note = ("note_on", stroke["down"]) if "down" in stroke else ("note_off", stroke["up"])
        track.append(mido.Message(kind, note=note, time=tick - ticks))
        ticks = tick
    stream = io.BytesIO()
    written.save(file=stream)
    return base64.b64encode(stream.getvalue()).decode()


# Exercises


def test_exercise_equals_that_of_the_command_line(ask, exercise):
    made = exercise("upper-structure VI",
        "&order=fifths&from=F&tempo=90&beats=2&bass=free&landing=200&as-written=true&reach=octave&seed=7")
    words = made["words"]
    assert words == "play upper-structure VI | fifths from F | in time 90 beats 2 | bass free as-written landing 200"
    arguments = [made["words"], "--seed", "7", "--reach", "octave", "--json"]
    run = subprocess.run([CHORDS, "practise", "make", *arguments], capture_output=True)
    assert json.loads(run.stdout) == made
    assert ask(f"{EXERCISE}?words={quote(made['words'])}&seed=7&reach=octave").json == made
    # A seed has up to 64 bits.
    assert exercise("pair C7 + A")["questions"][0]["title"] == "C7 with A on top"
    assert exercise("chord 7", "&seed=18446744073709551615")["seed"] == 18446744073709551615


@pytest.mark.parametrize("thing, task", [
    ("chord 7", "name"), ("voicing mi7 rootless-a", "hear"), ("upper-structure II", "complete"),
    ("scale Dorian", "play"),
    ("cadence minor", "compare"), ("pair Cma7 + D", "tension"), ("row Dmi7 G7 F/G", "changed"), ("chord mi7", "echo"),
    ("scale Altered", "hear")])
def test_every_task_matches_its_schema(exercise, thing, task):
    made = exercise(thing, f"&task={task}&with-bass=true&voiced=true")
    assert made["task"] == task
    assert made["conditions"]["withBass"] is True and made["conditions"]["withBand"] is False


def test_a_band_accompanies_in_time(exercise):
    made = exercise("row Dmi7 G7", "&tempo=90&with-band=true")
    assert made["conditions"]["withBand"] is True and made["words"].endswith("| in time 90 beats 4 | with-band")


def test_note_names_follow_the_notes_parameter(ask):
    german = ask(f"{EXERCISE}?thing=row%20H7%20E&from=H&notes=german").json
    assert [question["title"] for question in german["questions"]] == ["H7", "E"]
    assert german["words"] == "play row B7 Ema"


@pytest.mark.parametrize("query, words", [
    ("", ["missing", "words", "thing"]), ("?thing=chord%207&words=play%20chord%207", ["either"]),
    ("?thing=", ["thing", "missing"]),
    ("?thing=chord%20Q7", ["Q7"]), ("?thing=chord%207&order=sideways", ["fourths, fifths"]),
    ("?thing=chord%207&task=sing", ["sing"]),
    ("?thing=chord%207&task=complete", ["equation"]), ("?thing=chord%207&tempo=fast", ["tempo"]),
    ("?thing=chord%207&tempo=1000", ["30 to 300"]),
    ("?thing=chord%207&tempo=090", ["tempo", "90"]), ("?thing=chord%207&beats=2", ["tempo"]),
    ("?thing=chord%207&bass=deep", ["lowest, free or band"]),
    ("?thing=chord%207&landing=1", ["20 to 2000"]), ("?thing=chord%207&as-written=yes", ["as-written"]),
    ("?thing=chord%207&from=H", ["H"]),
    ("?thing=chord%207&reach=foot", ["octave, ninth or tenth"]),
    ("?thing=chord%207&register=top", ["low, middle or high"]),
    ("?thing=chord%207&seed=-1", ["seed"]), ("?thing=chord%207&seed=x", ["seed"]),
    ("?thing=chord%207&seed=18446744073709551616", ["seed"]),
    ("?thing=chord%207&thing=chord%207", ["2 times"]), ("?thing=" + "C" * 1025, ["1024"]),
    ("?thing=chord%207&notes=x", ["notes"]),
    ("?thing=row" + "%20C7" * 100 + "&order=fifths", ["1000 questions"])])
def test_error_names_the_unreadable_part_of_an_exercise(ask, query, words):
    assert_error(ask(EXERCISE + query), 400, *words)


def test_largest_exercise_is_answered(exercise):
    made = exercise("row " + "C13(b9) A7alt Dmi9 G7 " * 20, "&order=shuffled&task=compare")
    assert len(made["questions"]) > 900


# Judging


def test_file_and_strokes_are_judged_alike(exercise, judge, conforms):
    made = exercise("upper-structure VI")
    played = strokes(made)
    for body in [{"exercise": made, "strokes": played}, {"exercise": made, "midi": file(played)},
            {"exercise": made["words"], "strokes": played}]:
        conforms("Performance", body)
        answer = judge(body)
        assert answer.status == 200, answer.body
        conforms("JudgedTake", answer.json)
        assert [question["outcome"] for question in answer.json["questions"]] == ["as-written"] * 12
        # The bars of the file last two seconds.
        bars = [question["bar"] for question in answer.json["questions"]]
        assert bars == ([None] * 12 if "strokes" in body else [(index + 1) // 2 + 1 for index in range(12)])
        assert [question["seconds"] for question in answer.json["questions"]] == list(range(1, 13))


def test_wrong_notes_are_reported_with_their_degree(exercise, judge, conforms):
    made = exercise("chord 7", "&order=through")
    (question,) = made["questions"]
    wrong = [pitch - 1 if pitch % 12 == 4 else pitch for pitch in question["left"] + question["right"]]
    answer = judge(
        {"exercise": made, "strokes": [{"seconds": 0.5, "down": pitch} for pitch in wrong]}, "?notes=solfege")
    conforms("JudgedTake", answer.json)
    (judged,) = answer.json["questions"]
    assert judged["outcome"] == "almost" and judged["missing"] == [{"degree": "3", "note": "Mi"}]
    assert [foreign["pitch"] % 12 for foreign in judged["foreign"]] == [3] and judged["title"] == "Do7"


def test_pedal_and_all_notes_off_are_understood(exercise, judge):
    made = exercise("chord ma7", "&order=through")
    low, *high = made["questions"][0]["left"] + made["questions"][0]["right"]
    held = [{"seconds": 0, "down": low}, {"seconds": 0.1, "pedal": True}, {"seconds": 0.2, "up": low}]
    rest = [{"seconds": 0.3, "down": pitch} for pitch in high]

    def outcome(*strokes):
        return [question["outcome"]
            for question in judge({"exercise": made, "strokes": list(strokes)}).json["questions"]]

    assert outcome(*held, *rest) == ["as-written"]
    assert outcome(*held, {"seconds": 0.25, "pedal": False}, *rest) == ["almost"]
    assert outcome(*held, {"seconds": 0.25, "allUp": True}, *rest) == ["almost"]
    assert outcome() == []


def test_timing_is_measured_from_the_downbeat(exercise, judge):
    made = exercise("chord 7", "&tempo=60&beats=1")
    body = {"exercise": made, "strokes": strokes(made)}
    assert judge(body).json["summary"]["outcomes"]["as-written"] == 12
    assert judge({**body, "downbeat": 0.7}).json["summary"]["outcomes"]["late"] == 12


@pytest.mark.parametrize("change, words", [
    ({"exercise": None}, ["words"]), ({"exercise": {"words": "sing chord 7"}}, ["sing"]),
    ({"exercise": "name chord 7"}, ["choosing"]),
    ({"exercise": {"words": "play chord 7", "seed": -1}}, ["seed"]),
    ({"exercise": {"words": "play chord 7", "hands": 10}}, ["hands"]),
    ({"exercise": "play row" + " C7" * 513}, ["512"]),
    ({"exercise": "play row" + " C7" * 200 + " | fifths"}, ["1000 questions"]),
    ({"midi": "TVRoZA=="}, ["either"]), ({"strokes": None}, ["array"]), ({"strokes": [None]}, ["Stroke 1"]),
    ({"strokes": [{"seconds": 1}]}, ["Stroke 1"]), ({"strokes": [{"down": 60}]}, ["Stroke 1"]),
    ({"strokes": [{"seconds": 1, "sing": 60}]}, ["Stroke 1"]),
    ({"strokes": [{"seconds": 1, "down": 60, "up": 60}]}, ["Stroke 1"]),
    ({"strokes": [{"seconds": 1, "down": 128}]}, ["0 to 127"]),
    ({"strokes": [{"seconds": 1, "down": 60.5}]}, ["0 to 127"]),
    ({"strokes": [{"seconds": -1, "down": 60}]}, ["seconds"]),
    ({"strokes": [{"seconds": 1e99, "down": 60}]}, ["seconds"]),
    ({"strokes": [{"seconds": "1", "down": 60}]}, ["seconds"]),
    ({"strokes": [{"seconds": 2, "down": 60}, {"seconds": 1, "up": 60}]}, ["Stroke 2", "order"]),
    ({"strokes": [{"seconds": 1, "pedal": 1}]}, ["pedal"]),
    ({"strokes": [{"seconds": 1, "allUp": False}]}, ["allUp"]), ({"downbeat": 1}, ["waits"]),
    ({"downbeat": "1"}, ["downbeat"]),
    ({"exercise": "play chord 7 | in time 90", "downbeat": -1}, ["downbeat"]),
    ({"exercise": "play chord 7 | in time 90", "downbeat": 1e9}, ["downbeat"]),
    ({"tempo": 90}, ["tempo"])])
def test_error_names_what_cannot_be_judged(judge, conforms, change, words):
    answer = judge({"exercise": "play chord 7", "strokes": [], **change})
    assert_error(answer, 400, *words)
    conforms("Error", answer.json)


@pytest.mark.parametrize("midi, words", [
    ("", ["MThd"]), ("?", ["Base64"]), (7, ["Base64"]), ("TVRoZA==", ["byte"]), ("UklGRg==", ["MThd"]),
    ("TVRoZA", ["Base64"])])
def test_unreadable_file_is_reported(judge, midi, words):
    assert_error(judge({"exercise": "play chord 7", "midi": midi}), 400, *words)


def test_body_must_be_json_within_the_size_limit(judge, ask):
    assert_error(judge(b"{"), 400, "JSON")
    assert_error(judge(b"[]"), 400, "object")
    assert_error(judge({"strokes": []}), 400, "exercise")
    assert_error(judge({"exercise": "play chord 7"}), 400, "midi", "strokes")
    assert_error(judge({"exercise": "play chord 7", "strokes": []}, headers={"Content-Type": "text/plain"}), 415,
        "application/json")
    assert_error(judge({"exercise": "play chord 7", "strokes": []}, "?notes=x"), 400, "notes")
    assert_error(judge(b" " * ((1 << 20) + 1)), 413, "1048576")
    for method in ["GET", "PUT", "DELETE", "PATCH"]:
        answer = ask(JUDGE, method)
        assert_error(answer, 405, method)
        assert answer.headers["allow"] == "POST"


def test_one_megabyte_is_judged(judge):
    clusters = [{"seconds": index / 100, "down": 36 + index % 60} for index in range(20_000)]
    body = json.dumps({"exercise": "play row" + " Dmi7 G7 Cma7 A7alt" * 125, "strokes": clusters}).encode()
    assert 500_000 < len(body) < 1 << 20
    assert judge(body).status == 200
    assert_error(judge({"exercise": "play chord 7", "strokes": [{"seconds": 1, "up": 60}] * 40_001}), 400, "40000")
    track = mido.MidiTrack(mido.Message("note_on", note=36 + index % 60) for index in range(150_000))
    whole, stream = mido.MidiFile(type=0, ticks_per_beat=480), io.BytesIO()
    whole.tracks.append(track)
    whole.save(file=stream)
    assert_error(
        judge({"exercise": "play chord 7", "midi": base64.b64encode(stream.getvalue()).decode()}), 400, "40000")


def test_judging_a_long_recording_does_not_delay_other_requests(judge, ask):
    busy = [{"seconds": index / 5, "down" if index % 3 else "up": 36 + index // 3 % 60} for index in range(8_000)]
    body = {"exercise": "play row" + " Dmi7 G7 Cma7 A7alt" * 125, "strokes": busy}
    # More requests than processors.
    judging = [threading.Thread(target=judge, args=(body,), kwargs={"timeout": 60}) for _ in range(6)]
    for thread in judging:
        thread.start()
    answered = 0
    while any(thread.is_alive() for thread in judging):
        assert ask("/api/v1/chordsets").status == 200
        answered += 1
    # If requests waited for the judging, there would be at most one response for each recording.
    assert answered > 2 * len(judging)


# Courses


def test_courses_are_listed_and_read(ask, conforms):
    listed = ask(COURSES)
    conforms("Courses", listed.json)
    for course in listed.json:
        answer = ask(f"{COURSES}/{course['id']}").json
        conforms("Course", answer)
        assert len(answer["lessons"]) == course["lessons"]
        for lesson in answer["lessons"]:
            assert ask(f"{EXERCISE}?words={quote(lesson['exercise'])}").json["link"] == lesson["link"]
    assert_error(ask(COURSES + "/yodelling"), 400, "yodelling", "rootless")
    assert_error(ask(COURSES + "/"), 400, "id")
