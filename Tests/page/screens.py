"""Every screen's examples, as the engine itself tells them, so that no test can forget a screen."""

import json
import subprocess

import pytest

from serving import CHORDS



def screens():
    """name, path and, if it must be there first, what the screen needs; `{id}` in a path is that of a chordset."""
    return json.loads(subprocess.run([CHORDS, "page", "--screens"], capture_output=True, check=True).stdout)


# For a test with the parameter `example`.
every_screen = pytest.mark.parametrize("example", screens(), ids=[example["name"] for example in screens()])
