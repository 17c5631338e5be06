"""Every screen in one visit: touch, keyboard and screen reader use, small windows and large text."""

import json
import re

import pytest
from playwright.sync_api import expect

from looks import (
    LAYOUT_SHIFT, OFF_CENTER_INFO, OVERFLOWS, RECORD_RINGS, RENDER_OFFSCREEN, SELECTABLE_NAMES, SET_TEXT_SIZE,
    SET_THEME, SHOWN_THOUGH_HIDDEN, SIZES, SMALL_CONTROLS, TAB_STOP_RINGS, UNFOLD_DETAILS, ZOOMING_CONTROLS,
    broken_words, is_ring_visible, serious_violations)
from screen import PHONE
from screens import every_screen


def tab_rings(page, count):
    """The focus rings seen when pressing Tab this often, or until the end of the page."""
    page.evaluate(SET_THEME, "light")
    page.evaluate(RECORD_RINGS)
    for _ in range(count):
        page.keyboard.press("Tab")
    return page.evaluate("rings")


@pytest.mark.firefox
@every_screen
def test_screen_is_accessible(visit, browser_errors, chordset, example, request):
    if example["name"] == "missing":
        browser_errors.allow("404")
    screen = visit(example["path"].replace("{id}", chordset))
    page = screen.page
    # A stored chordset's title is its own.
    expect(page).to_have_title(re.compile("Chord Combiner$") if example["needs"] else example["title"])
    page.evaluate("document.fonts.ready")
    faults = {}
    # Only Chromium measures it. Up to 0.1 is called good by its developers.
    if not screen.is_firefox and (shift := page.evaluate(LAYOUT_SHIFT)) > 0.1:
        faults["moves while it is loaded"] = shift
    if found := page.evaluate(SHOWN_THOUGH_HIDDEN):
        faults["is hidden, but seen"] = found
    page.evaluate(UNFOLD_DETAILS)
    page.evaluate(RENDER_OFFSCREEN)
    if found := broken_words(page):
        faults["word breaks"] = found
    for kind, measure in {"zooms": ZOOMING_CONTROLS, "is selected": SELECTABLE_NAMES}.items():
        if found := page.evaluate(measure):
            faults[kind] = found
    for size in SIZES:
        page.set_viewport_size(dict(zip(["width", "height"], size)))
        for kind, measure in {"sticks out": OVERFLOWS, "is small": SMALL_CONTROLS, "ⓘ": OFF_CENTER_INFO}.items():
            if found := page.evaluate(measure):
                faults[kind, size[0]] = found
    page.evaluate(SET_TEXT_SIZE, "200")
    if found := broken_words(page):
        faults["word breaks", "large text"] = found
    for size in [SIZES[0], SIZES[3]]:
        page.set_viewport_size(dict(zip(["width", "height"], size)))
        for kind, measure in {"sticks out": OVERFLOWS, "is small": SMALL_CONTROLS}.items():
            if found := page.evaluate(measure):
                faults[kind, size[0], "large text"] = found
    page.evaluate(SET_TEXT_SIZE, "100")
    # Back to the top, where tabbing starts.
    page.keyboard.press("Tab")
    page.evaluate(SET_THEME, "dark")
    focused_rings = page.evaluate(TAB_STOP_RINGS)
    # All of them only in the second lane, because every key press takes a frame.
    count = len(focused_rings) if request.config.getoption("--all") else min(len(focused_rings), 20)
    tabbed_rings = tab_rings(page, count)
    assert len(focused_rings) >= 6 and len(tabbed_rings) >= 6 and focused_rings[0][-1] != tabbed_rings[0][-1]
    if found := [ring for ring in focused_rings + tabbed_rings if not is_ring_visible(ring)]:
        faults["focus"] = found
    # axe's rules read the DOM, which is the same in every browser.
    if not screen.is_firefox and (found := serious_violations(page)):
        faults["axe"] = found
    assert not faults, json.dumps({str(kind): found for kind, found in faults.items()}, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("route", [
    "/combine/Cma7/E", "/circle/C", "/tunes", "/tunes/blues", "/tunes/blues/staff", "/tunes/blues/voicings",
    "/tunes/minor-blues/analysis", "/practise", "/play"])
def test_screen_stays_in_place_on_a_phone(visit, route):
    page = visit(route, viewport=PHONE).page
    page.evaluate("document.fonts.ready")
    assert page.evaluate(LAYOUT_SHIFT) <= 0.1


def test_practice_stays_in_place_on_a_desk(visit):
    page = visit("/practise", viewport={"width": 1180, "height": 820}).page
    expect(page.locator("#practise-advice .caption[role='status']")).to_have_count(0)
    assert page.evaluate(LAYOUT_SHIFT) <= 0.02
