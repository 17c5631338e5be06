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


# A chordset with notes and lights in it, for the screens that need one.
CHORDSET = {
    "title": "Dusk",
    "chords": [
        {
            "position": position,
            "background": {"hue": 45 * position, "purity": 0.8, "brightness": 0.7},
            "lumis": [{"sides": sides, "hue": 120} for sides in (1, 3)],
            "music": {"lower": lower, "upper": upper, "colorsLight": False} if lower else None,
        }
        for position, (lower, upper) in enumerate([("Cma7", "D"), ("Ami7", None), ("C♯mi7(♭5)", "F♯ma7(♯11)"), *[(None, None)] * 5])
    ],
}
