#!/usr/bin/env python3
"""Makes the PNG icons from icon.svg, for systems without SVG icons: see ../README.md.

Usage: make.py   (needs Debian's librsvg2-bin)
"""

import pathlib
import subprocess

FOLDER = pathlib.Path(__file__).parent
ROUNDED = (FOLDER / "icon.svg").read_text()
# Systems that crop icons to their own shape need a picture without transparent corners. The two circles are within the
# middle 80 %, which no shape crops.
FULL = ROUNDED.replace(' rx="14"', "")
assert FULL != ROUNDED

for name, size, picture in [
    ("icon-192", 192, ROUNDED),
    ("icon-512", 512, ROUNDED),
    ("maskable-512", 512, FULL),
    ("apple-touch-icon", 180, FULL),
]:
    subprocess.run(
        ["rsvg-convert", f"--width={size}", f"--height={size}", f"--output={FOLDER / name}.png"],
        input=picture.encode(), check=True,
    )
