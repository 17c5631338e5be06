"""Examples of every screen, as listed by the engine, so tests cannot miss a new screen."""

import json
import subprocess

import pytest

from serving import CHORDS



def screens():
    """Each has a name, a path and what it requires, if anything. `{id}` in a path is a chordset's id."""
    return json.loads(subprocess.run([CHORDS, "page", "--screens"], capture_output=True, check=True).stdout)


# For a test with the parameter `example`.
every_screen = pytest.mark.parametrize("example", screens(), ids=[example["name"] for example in screens()])
