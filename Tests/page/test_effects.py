"""The effects of the engine: equal on the Swift and JavaScript sides."""

import re

from serving import ROOT


def test_host_handles_exactly_the_effects_of_the_engine():
    sources = [path.read_text() for path in (ROOT / "Sources").rglob("*.swift")]
    (effect,) = [text for text in sources if re.search(r"^(public )?(indirect )?enum Effect\b", text, re.MULTILINE)]
    names = re.search(r"var name: String \{\n(.*?)\n    \}\n", effect, re.DOTALL)[1]
    asked = re.findall(r'"(\w+)"', names)
    host = (ROOT / "Web/loop/effects.js").read_text()
    known = re.findall(r"^  (\w+)[:,]", re.search(r"const effects = \{\n(.*?)\n\};", host, re.DOTALL)[1], re.MULTILINE)
    assert len(asked) > 20
    assert sorted(asked) == sorted(known)
