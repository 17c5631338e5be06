#!/usr/bin/env python3
"""Makes symbols.woff2 and double-accidentals.woff2: see README.md.

Usage: make.py DejaVuSans.ttf NotoMusic-Regular.ttf   (needs PyPI's fonttools and brotli)
"""

import pathlib
import sys

from fontTools.misc.transform import Transform
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

SYMBOLS = "♭♮♯°Δø+−⁰¹²³⁴⁵⁶⁷⁸⁹"
DOUBLE_ACCIDENTALS = "𝄪𝄫"


def subset(source, characters):
    options = Options()
    options.hinting = False  # hints would double the size, and modern screens do not need them
    options.layout_features = []
    options.notdef_outline = True
    font = TTFont(source, recalcTimestamp=False)  # the same input gives the same bytes
    if "FFTM" in font:
        del font["FFTM"]  # FontForge's timestamps
    subsetter = Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    return font


def fit_text(font):
    """Gives double accidentals the height and center of ♭ and ♯ in DejaVu Sans. They are designed for a staff line, and
    would be small and low in text."""
    for character, scale, lift in (("𝄪", 1.6, 155), ("𝄫", 1.1, 60)):
        name = font.getBestCmap()[ord(character)]
        pen = TTGlyphPen(None)
        font.getGlyphSet()[name].draw(TransformPen(pen, Transform(scale, 0, 0, scale, 0, lift)))
        glyph = pen.glyph()
        glyph.recalcBounds(font["glyf"])
        font["glyf"][name] = glyph
        advance, _ = font["hmtx"][name]
        font["hmtx"][name] = (round(advance * scale), glyph.xMin)


def save(font, name):
    font.flavor = "woff2"
    font.save(pathlib.Path(__file__).with_name(name))


if len(sys.argv) != 3:
    sys.exit(__doc__)
dejavu, noto_music = sys.argv[1:]
save(subset(dejavu, SYMBOLS), "symbols.woff2")
double_accidentals = subset(noto_music, DOUBLE_ACCIDENTALS)
fit_text(double_accidentals)
save(double_accidentals, "double-accidentals.woff2")
