"""The guide uses the labels of the page."""

import re

import pytest

from blocks import name
from serving import ROOT

GUIDE = sorted((ROOT / "docs/guide").glob("*.md"))
TEXTS = sorted(ROOT.glob("Sources/Interface/**/*Text.swift"))


@pytest.mark.skipif(not TEXTS, reason="the page's texts are not in files of their own yet")
def test_bold_words_of_the_guide_are_labels_of_the_page():
    # Without the marks around names.
    shown = re.sub(r"\\u\{[EF]\}", "", "\n".join(file.read_text() for file in TEXTS))
    bold = [(name(page), label) for page in GUIDE for label in re.findall(r"\*\*([^*]+)\*\*", page.read_text())]
    assert len(bold) > 60
    assert [(page, label) for page, label in bold if f'"{label}' not in shown] == []
