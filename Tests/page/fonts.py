"""Roboto for pictures that people review: it resembles the fonts of most devices, unlike Debian's system font."""

import os
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

CONFIGURATION = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><include>/etc/fonts/fonts.conf</include>
<match>
  <test name="family"><string>system-ui</string></test>
  <edit name="family" mode="prepend" binding="strong"><string>Roboto</string></edit>
</match>
<match>
  <test name="family"><string>sans-serif</string></test>
  <edit name="family" mode="prepend" binding="strong"><string>Roboto</string></edit>
</match>
</fontconfig>
"""


@contextmanager
def roboto():
    """Lets browsers that are launched meanwhile use Roboto, from Debian's fonts-roboto, as system font."""
    before = os.environ.get("FONTCONFIG_FILE")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "fonts.conf"
        file.write_text(CONFIGURATION)
        os.environ["FONTCONFIG_FILE"] = str(file)
        try:
            yield
        finally:
            if before is None:
                del os.environ["FONTCONFIG_FILE"]
            else:
                os.environ["FONTCONFIG_FILE"] = before
