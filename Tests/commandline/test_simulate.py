"""`chords practise simulate`: daily sessions with simulated learners."""

import json
import re
import subprocess

import pytest

from serving import CHORDS

LEARNER = {
    "memory": {"law": "power", "halfLife": 1, "growth": 1.8, "shrink": 0.4},
    "answer": {"seconds": 3, "spread": 0.3, "error": 0.05},
    "slow": {"roots": {"Gb": 2, "Db": 2}, "types": {"mi7(b5)": 1.6}, "changes": 1.4},
    "absent": [[30, 44]], "course": "two-five-one", "instrument": True,
}


def simulate(learner, *arguments):
    """Runs the command and returns exit code, standard output and standard error."""
    text = learner if isinstance(learner, str) else json.dumps(learner)
    run = subprocess.run(
        [CHORDS, "practise", "simulate", "-", *map(str, arguments)], input=text.encode(), capture_output=True,
        timeout=120)
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def answer(learner, *arguments):
    code, out, err = simulate(learner, *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


@pytest.fixture(scope="module")
def simulation():
    return answer(LEARNER, "--days", 120, "--minutes", 10, "--seed", 5)


def test_each_day_has_its_numbers(simulation):
    days = simulation["days"]
    assert [day["day"] for day in days] == list(range(120))
    assert all(list(day) == ["day", "minutes", "questions", "new", "due", "left", "right"] for day in days)
    for day in days:
        if 30 <= day["day"] <= 44:
            assert day["minutes"] == day["questions"] == day["new"] == day["right"] == 0 and day["left"] == day["due"]
        else:
            assert 9 <= day["minutes"] <= 11
            assert 0 <= day["right"] <= day["questions"] and 0 <= day["left"] <= day["due"]
    # While the learner is away, cards become due and stay it.
    due = [day["due"] for day in days[30:46]]
    assert due == sorted(due) and due[-1] > due[0]


def test_cards_agree_with_the_days(simulation):
    cards, days = simulation["cards"], simulation["days"]
    names = ["id", "kind", "words", "first", "asked", "median", "interval", "longestOverdue"]
    assert all(list(card) == names for card in cards)
    assert len({card["id"] for card in cards}) == len(cards)
    assert {card["kind"] for card in cards} == {"chord", "change", "ear"}
    assert sum(card["asked"] for card in cards) == sum(day["questions"] for day in days)
    for day in days:
        assert day["new"] == sum(card["first"] == day["day"] for card in cards)
    assert all(card["interval"] >= 1 and card["median"] > 0 for card in cards)
    assert not any(30 <= card["first"] <= 44 for card in cards)


def test_cards_are_named_like_chords(simulation):
    words = {card["id"]: card["words"] for card in simulation["cards"]}
    assert words["play 2 chord mi7"] == "Dmi7"
    # Changes from one chord to another; upper structures have longer names.
    changes = [word for id, word in words.items() if " row " in id and "+" not in id]
    assert "Dmi7 → G7" in changes and all(re.fullmatch(r"[A-G][♭♯]?\S* → [A-G][♭♯]?\S*", word) for word in changes)


def test_slow_roots_are_slower(simulation):
    """Twice the time on two roots. Their medians are about twice as long."""
    chords = [card for card in simulation["cards"] if card["id"].endswith(" chord mi7") and card["kind"] == "chord"]
    slow = [card["median"] for card in chords if card["id"].split()[1] in ("1", "6")]
    fast = [card["median"] for card in chords if card["id"].split()[1] not in ("1", "6")]
    assert len(slow) == 2 and len(fast) == 10
    assert 1.5 < sum(slow) / 2 / (sum(fast) / 10) < 2.6


def test_seed_decides(simulation):
    assert answer(LEARNER, "--days", 120, "--minutes", 10, "--seed", 5) == simulation
    assert answer(LEARNER, "--days", 120, "--minutes", 10, "--seed", 6) != simulation


def test_spelling_of_a_root_does_not_matter(simulation):
    other = json.loads(json.dumps(LEARNER).replace('"Gb"', '"F#"').replace('"Db"', '"C♯"'))
    assert answer(other, "--days", 120, "--minutes", 10, "--seed", 5) == simulation


def test_every_field_has_a_default():
    defaults = {
        "memory": {"law": "exponential", "halfLife": 1.5, "growth": 2.0, "shrink": 0.4},
        "answer": {"seconds": 2.5, "spread": 0.3, "error": 0.03}, "slow": {"roots": {}, "types": {}, "changes": 1},
        "absent": [], "course": "circle", "instrument": True,
    }
    assert answer({}, "--days", 10) == answer(defaults, "--days", 10)


def test_instrument_decides_whether_there_are_changes():
    learner = {**LEARNER, "instrument": False, "absent": []}
    kinds = {card["kind"] for card in answer(learner, "--days", 60)["cards"]}
    assert kinds == {"chord", "ear"}


def test_a_day_that_is_too_short_for_an_answer_still_ends_in_time():
    learner = {"answer": {"seconds": 400, "spread": 0.8}}
    days = answer(learner, "--days", 20, "--minutes", 5)["days"]
    assert all(4.5 <= day["minutes"] <= 5.5 for day in days)


def test_summary_can_be_read():
    code, out, err = simulate(LEARNER, "--days", 40, "--minutes", 5)
    assert (code, err) == (0, "")
    assert "30 sessions" in out and "Slowest cards" in out and "0–9" in out


def test_two_years_take_a_few_seconds():
    assert len(answer({}, "--seed", 2)["days"]) == 630


@pytest.mark.parametrize(
    "learner, part",
    [
        ("{", "JSON"),
        ([], "A learner must be a JSON object"),
        ({"memory": 3}, "“memory” must be a JSON object"),
        ({"memory": {"law": "linear"}}, "Use exponential, power or step"),
        ({"memory": {"law": 1}}, "“memory.law” must be a string"),
        ({"memory": {"halfLife": 0}}, "“memory.halfLife” is 0"),
        ({"memory": {"growth": -2}}, "“memory.growth” is -2"),
        ({"memory": {"shrink": 1.5}}, "“memory.shrink” is 1.5"),
        ({"answer": {"seconds": "2"}}, "“answer.seconds” is \"2\""),
        ({"answer": {"error": 1.01}}, "from 0 to 1"),
        ({"slow": {"roots": {"H": 2}}}, "“H” in “slow.roots”"),
        ({"slow": {"roots": {"F#": 2, "Gb": 2}}}, "is there twice"),
        ({"slow": {"types": {"zz": 2}}}, "“zz” in “slow.types”"),
        ({"slow": {"types": {"7": -1}}}, "“slow.types.7” is -1"),
        ({"slow": {"changes": None}}, "“slow.changes” is null"),
        ({"absent": [[121, 100]]}, "ends before it begins"),
        ({"absent": [[-1, 5]]}, "before day 0"),
        ({"absent": [100, 121]}, "list of pairs"),
        ({"absent": [[100]]}, "list of pairs"),
        ({"absent": [[1, 2.5]]}, "list of pairs"),
        ({"course": "jazz"}, "There is no course “jazz”"),
        ({"course": 1}, "“course” must be a string"),
        ({"instrument": "yes"}, "“instrument” must be true or false"),
    ],
)
def test_bad_learner_is_explained(learner, part):
    code, out, err = simulate(learner, "--days", 1)
    assert (code, out) == (65, "")
    assert part in err and len(err.splitlines()) == 1


def test_unknown_field_is_reported_and_ignored():
    learner = {"memory": {"halflife": 9}, "name": "Ann"}
    code, out, err = simulate(learner, "--days", 5, "--json")
    assert code == 0 and "“memory.halflife”" in err and "“name”" in err
    assert json.loads(out) == answer({}, "--days", 5)


@pytest.mark.parametrize("arguments", [["--days", 0], ["--days", 4000], ["--minutes", 7], ["--seed", -1]])
def test_bad_option_is_wrong_usage(arguments):
    code, out, err = simulate({}, *arguments)
    assert code == 64 and out == "" and err


def test_missing_file_is_reported(tmp_path):
    run = subprocess.run(
        [CHORDS, "practise", "simulate", tmp_path / "none.json"], capture_output=True, timeout=30)
    assert run.returncode == 66
