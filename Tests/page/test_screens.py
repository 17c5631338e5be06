"""Every screen in one visit: it can be used by finger, keyboard and screen reader, in small windows and in large text."""

import json
import re

import pytest
from playwright.sync_api import expect

from looks import DRESS, ENLARGE, INFO, LAY_OUT, LEAD, OUTSIDE, SIZES, SMALL, UNFOLD, WALK, is_seen, serious_faults
from screens import every_screen


def rings_of_a_walk(page, count):
    """The rings that are seen by whoever presses Tab so often, or until the walk is at its end."""
    page.evaluate(DRESS, "light")
    page.evaluate(WALK)
    for _ in range(count):
        page.keyboard.press("Tab")
    return page.evaluate("rings")


@pytest.mark.firefox
@every_screen
def test_a_screen_is_for_everybody(visit, complaints, chordset, example):
    if example["name"] == "missing":
        complaints.expect("404")
    screen = visit(example["path"].replace("{id}", chordset))
    page = screen.page
    # A stored chordset has its own title.
    expect(page).to_have_title(re.compile("Chord Combiner$") if example["needs"] else example["title"])
    page.evaluate(UNFOLD)
    page.evaluate(LAY_OUT)
    page.evaluate("document.fonts.ready")
    faults = {}
    for size in SIZES:
        page.set_viewport_size(dict(zip(["width", "height"], size)))
        for kind, measure in {"sticks out": OUTSIDE, "is small": SMALL, "ⓘ": INFO}.items():
            if found := page.evaluate(measure):
                faults[kind, size[0]] = found
    page.evaluate(ENLARGE, "200")
    for size in [SIZES[0], SIZES[3]]:
        page.set_viewport_size(dict(zip(["width", "height"], size)))
        for kind, measure in {"sticks out": OUTSIDE, "is small": SMALL}.items():
            if found := page.evaluate(measure):
                faults[kind, size[0], "large text"] = found
    page.evaluate(ENLARGE, "100")
    # To the first place, from where the walk begins.
    page.keyboard.press("Tab")
    page.evaluate(DRESS, "dark")
    led = page.evaluate(LEAD)
    walked = rings_of_a_walk(page, len(led))
    assert len(led) >= 6 and len(walked) >= 6 and led[0][-1] != walked[0][-1]
    if found := [ring for ring in led + walked if not is_seen(ring)]:
        faults["focus"] = found
    # Its rules read what is in the page, which is the same in every browser.
    if not screen.is_firefox and (found := serious_faults(page)):
        faults["axe"] = found
    assert not faults, json.dumps({str(kind): found for kind, found in faults.items()}, indent=1, ensure_ascii=False)
