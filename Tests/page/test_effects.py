"""The effects of the engine: equal on the Swift and JavaScript sides."""

import re

from serving import ROOT


def test_host_handles_exactly_the_effects_of_the_engine():
    folder = ROOT / "Sources/Interface/Session/Effects"
    # The first string of each list is a name. Some depend on the kind of what is stored.
    names = re.compile(r'\[(?:kind == \.\w+ \? "(\w+)" : )?"(\w+)"')
    sources = [path.read_text() for path in folder.glob("*Effect.swift")]
    asked = [name for text in sources for pair in names.findall(text) for name in pair if name]
    host = (ROOT / "Web/loop/effects.js").read_text()
    known = re.findall(r"^  (\w+)[:,]", re.search(r"const effects = \{\n(.*?)\n\};", host, re.DOTALL)[1], re.MULTILINE)
    assert len(asked) > 20
    assert sorted(asked) == sorted(known)
