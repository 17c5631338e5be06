"""Classes that copy themselves field by field."""

import re

import pytest

from layers import SOURCES


@pytest.mark.parametrize("name", ["PracticeSession"])
def test_every_stored_property_is_copied(name):
    (path,) = SOURCES.rglob(name + ".swift")
    text = path.read_text()
    start = text.index("    init(copying other:")
    copied = re.findall(r"^        (\w+) = other\.\1$", text[start:text.index("\n    }", start)], re.M)
    # A computed property has a body.
    stored = re.findall(r"^    (?:private )?(?:private\(set\) )?(?:var|let) (\w+)[^{\n]*$", text, re.M)
    assert len(stored) >= 20 and sorted(copied) == sorted(stored)
