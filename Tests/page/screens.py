"""Examples of every screen, as listed by the engine, so tests cannot miss a new screen."""

import json
import subprocess

import pytest

from serving import CHORDS

# Views of other screens with other chords, which only the second lane opens.
VARIANTS = {
    "one chord", "details of a polychord", "upper chord", "graph over a bass", "largest chord",
    "scale of double sharps", "upper chord sought", "lower chord sought", "circle in minor", "board of an upper chord",
    "hands in a style", "hands of a polychord", "linnstrument with a shape", "linked chordset", "tune with endings",
    "linked tune", "typed progression", "exercise with two chords", "exercise over a row", "today with cards",
    "chord of the day with cards", "dictionary of another root",
}


def screens():
    """Each has a name, a path and what it requires, if anything. `{id}` in a path is a chordset's id."""
    return json.loads(subprocess.run([CHORDS, "page", "--screens"], capture_output=True, check=True).stdout)


def _examples():
    found = screens()
    unknown = VARIANTS - {example["name"] for example in found}
    assert not unknown, unknown
    for example in found:
        marks = [pytest.mark.all] if example["name"] in VARIANTS else []
        yield pytest.param(example, id=example["name"], marks=marks)


# For a test with the parameter `example`.
every_screen = pytest.mark.parametrize("example", list(_examples()))
