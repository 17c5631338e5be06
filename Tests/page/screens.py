"""Every screen's examples, as the engine itself tells them, so that no test can forget a screen.

FOR THE LEAD: as soon as `chords page --screens` exists it is what counts. Then FALLBACK goes, with the `if` in `screens()`.
"""

import json
import subprocess

import pytest

from serving import ROOT

CHORDS = ROOT / ".build/release/chords"
LINKED = ""
FALLBACK = [
    {"name": "start", "path": "/"},
    {"name": "combine", "path": "/combine/Cma7/D"},
    {"name": "combine-polychord", "path": "/combine/Cma7/E"},
    {"name": "select", "path": "/select/lower/Cma7/D"},
    {"name": "select-nothing", "path": "/select/upper"},
    {"name": "details", "path": "/details/Cma7/D"},
    {"name": "details-polychord", "path": "/details/Cma7/E"},
    {"name": "chord", "path": "/chord/C°11(♭13addΔ7)"},
    {"name": "scale", "path": "/scale/C/Lydian_Dominant"},
    {"name": "scale-spelled", "path": "/scale/B♯/Diminished"},
    {"name": "circle", "path": "/circle/F♯"},
    {"name": "linnstrument", "path": "/linnstrument"},
    {"name": "chordsets", "path": "/chordsets", "needs": "chordset"},
    {"name": "sheet", "path": "/chordsets/{id}", "needs": "chordset"},
    {"name": "light-chord", "path": "/chordsets/{id}/1", "needs": "chordset"},
    {"name": "stage", "path": "/chordsets/{id}/stage", "needs": "chordset"},
    {"name": "settings", "path": "/settings"},
    {"name": "help", "path": "/help"},
]


def screens():
    """name, path and, if it must be there first, what the screen needs; `{id}` in a path is that of a chordset."""
    told = subprocess.run([CHORDS, "page", "--screens"], stdin=subprocess.DEVNULL, capture_output=True)
    return json.loads(told.stdout) if told.returncode == 0 else FALLBACK


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
