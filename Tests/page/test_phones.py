"""Phones: narrow columns, double taps, translation, and text selection on keys."""

import json

import pytest

from looks import SET_TEXT_SIZE, RENDER_OFFSCREEN, UNFOLD_DETAILS
from screens import every_screen

# Words of more than three letters that break across lines. Words with a hyphen, a slash or
# a <wbr> count as two.
BROKEN_WORDS = r"""() => {
    const broken = new Set(), range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const element = text.parentElement;
        if (!element.checkVisibility()
            || element.closest(".spoken, svg, .skip, .shelf-text, textarea, option, #announcer")) continue;
        for (const { 0: word, index } of text.data.matchAll(/[\p{Letter}\p{Mark}’]{4,}/gu)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
                .map(({ top }) => Math.round(top));
            if (new Set(lines).size > 1) broken.add(`${word} in ${element.outerHTML.slice(0, 100)}`);
        }
    }
    return [...broken];
}"""


@every_screen
def test_no_word_breaks_on_a_phone(visit, browser_errors, chordset, example):
    if example["name"] == "missing":
        browser_errors.allow("404")
    page = visit(example["path"].replace("{id}", chordset)).page
    assert broken(page) == {}


@pytest.mark.parametrize("route", [
    "/practise/name_scale_Lydian_Dominant", "/practise/name_scale_Phrygian",
    "/practise/play_upper-structure_VI/in_time_90_beats_4"])
def test_no_word_breaks_on_text_heavy_screens(visit, route):
    page = visit(route).page
    page.locator("#practise-name").wait_for()
    assert broken(page) == {}
    page.keyboard.press("1")
    assert broken(page) == {}


def broken(page):
    page.evaluate(UNFOLD_DETAILS)
    page.evaluate(RENDER_OFFSCREEN)
    page.evaluate("document.fonts.ready")
    faults = {}
    for percent in ["100", "200"]:
        page.evaluate(SET_TEXT_SIZE, percent)
        for width in [320, 360, 412]:
            page.set_viewport_size({"width": width, "height": 740})
            if found := page.evaluate(BROKEN_WORDS):
                faults[f"{width} px, {percent} %"] = found
    page.evaluate(SET_TEXT_SIZE, "100")
    return faults


# Controls on which a double tap zooms. Gesture areas declare their own touch-action.
ZOOMING_CONTROLS = """() => [...document.querySelectorAll(
    "button, a[href], summary, select, input:not([type=range]), label, [data-action], [data-press]")]
    .filter(element => element.checkVisibility() && ["auto"].includes(getComputedStyle(element).touchAction))
    .map(element => element.outerHTML.slice(0, 100))"""

# Names of chords, notes and degrees that translation would change.
TRANSLATABLE_NAMES = r"""() => {
    const quality = "(ma|mi|m|°|ø|\\+|dim|aug|sus|alt|Δ)?(6|7|9|11|13|6/9)?(sus[24]?)?";
    const name = new RegExp("^[A-G](♭♭|♯♯|[♭♯𝄫𝄪])?" + quality + "(\\([^)]*\\))?(/[A-G][♭♯]?)?$", "u");
    const degree = /^[♭♯°𝄫]*(1|2|3|4|5|6|7|9|11|13)$/;
    const found = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const element = text.parentElement, words = text.data.trim();
        // Sections of a tune are named by letters, and titles of exercises are sentences.
        if (element.closest("[dir=auto], .practise-head h2, kbd")) continue;
        const isName = name.test(words) || (/[♭♯°]/.test(words) && degree.test(words))
            || words.split(/[ ,+=|]+/).filter(Boolean).length > 1 && words.split(/[ ,+=|]+/).filter(Boolean)
                .every(word => name.test(word) || degree.test(word));
        if (isName && element.closest("[translate]")?.getAttribute("translate") !== "no")
            found.add(`${words} in ${element.outerHTML.slice(0, 100)}`);
    }
    return [...found];
}"""

# Key names that can be selected.
SELECTABLE_NAMES = """() => [...document.querySelectorAll("svg:has(.key) text")]
    .filter(text => text.checkVisibility() && !text.closest(".spoken"))
    .filter(text => {
        for (let part = text; part; part = part.parentElement)
            if (getComputedStyle(part).userSelect === "none") return false;
        return true;
    })
    .map(text => text.outerHTML.slice(0, 100))"""


@every_screen
def test_taps_do_not_zoom_select_or_translate_symbols(visit, browser_errors, chordset, example):
    if example["name"] == "missing":
        browser_errors.allow("404")
    page = visit(example["path"].replace("{id}", chordset), viewport={"width": 390, "height": 844}).page
    page.evaluate(UNFOLD_DETAILS)
    found = {kind: page.evaluate(measure) for kind, measure in {
        "zooms": ZOOMING_CONTROLS, "translated": TRANSLATABLE_NAMES, "selected": SELECTABLE_NAMES}.items()}
    assert found == {kind: [] for kind in found}, json.dumps(found, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("width", [320, 360, 412])
def test_timed_prompt_is_visible_on_a_phone(visit, width):
    page = visit("/practise/play_cadence_minor/in_time_72_beats_2", viewport={"width": width, "height": 740}).page
    # Two lines at most.
    assert page.locator("h2").bounding_box()["height"] < 72
    keys = page.locator("#practise-keys").bounding_box()
    bar = page.locator("#navigation").bounding_box()
    assert keys["y"] + keys["height"] <= bar["y"] + 1
