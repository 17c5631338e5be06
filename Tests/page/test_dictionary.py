"""The chord dictionary: `/dictionary`."""

import json
import re
import subprocess

import pytest
from playwright.sync_api import expect

from looks import RENDER_OFFSCREEN
from serving import CHORDS

TYPES = ".dictionary-list li"


def vocabulary():
    answer = subprocess.run([CHORDS, "vocabulary", "--json"], capture_output=True, text=True, check=True).stdout
    return json.loads(answer)["types"]


def test_every_type_once_with_its_notes(visit):
    page = visit("/dictionary").page
    expect(page.locator(TYPES).first).to_be_visible()
    types = vocabulary()
    names = page.locator(f"{TYPES} .playable a").all_inner_texts()
    assert len(names) == len(set(names)) == len(types)
    notes = [text.split() for text in page.locator(f"{TYPES} p b").all_inner_texts()]
    assert sorted(map(sorted, notes)) == sorted(sorted(kind["example"]) for kind in types)


def test_keyboards_of_all_groups_are_in_line(visit):
    page = visit("/dictionary").page
    for width, height in [(390, 844), (820, 1180), (1440, 900)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(RENDER_OFFSCREEN)
        lines = page.evaluate("""() => [...document.querySelectorAll(".dictionary-list")].map(list =>
            [...new Set([...list.querySelectorAll("svg")].map(keys => Math.round(keys.getBoundingClientRect().left)))])
        """)
        columns = max(lines, key=len)
        assert len(columns) > 1 and all(line == columns[:len(line)] for line in lines), (width, lines)


@pytest.mark.all
@pytest.mark.parametrize("search, first, count", [
    ("m7b5", "Cmi7(♭5)", 1), ("13(#11)", "C13(♯11)", 1), ("half diminished", "Cmi7(♭5)", None),
    ("C E G B D F#", "Cma9(♯11)", None),
])
def test_search(visit, search, first, count):
    page = visit("/dictionary").page
    page.get_by_role("searchbox").fill(search)
    expect(page.locator(".dictionary [role=status]")).to_be_visible()
    names = page.locator(f"{TYPES} .playable a").all_inner_texts()
    assert first in names
    assert count is None or len(names) == count


@pytest.mark.all
@pytest.mark.firefox
def test_filters(visit):
    page = visit("/dictionary").page
    page.get_by_label("Number of notes").select_option("3")
    expect(page.locator(".dictionary [role=status]")).to_be_visible()
    count = sum(len(kind["degrees"]) == 3 for kind in vocabulary())
    expect(page.locator(TYPES)).to_have_count(count)
    page.get_by_label("Family").select_option("diminished")
    expect(page.locator(f"{TYPES} .playable a")).to_have_text(["C°"])
    page.get_by_label("Family").select_option("Any")
    page.get_by_role("searchbox").fill("no such chord")
    expect(page.get_by_text("No chord matches “no such chord”")).to_be_visible()


@pytest.mark.all
@pytest.mark.firefox
def test_twelve_roots_by_arrow(visit):
    page = visit("/dictionary/C").page
    roots = page.get_by_role("group", name="Root", exact=True)
    roots.get_by_role("link", name="C", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("/dictionary/F$"))
    expect(page.locator(f"{TYPES} .playable a").first).to_have_text(re.compile("^F"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("/dictionary/G$"))


@pytest.mark.firefox
def test_way_from_and_to_a_chord(visit):
    page = visit("/chord/A7").page
    page.get_by_role("link", name="Chord dictionary").click()
    expect(page).to_have_url(re.compile("/dictionary/A$"))
    page.locator(f"{TYPES} .playable a").filter(has_text=re.compile(r"^A13\(♯11\)$")).click()
    expect(page).to_have_url(re.compile("/chord/A13"))
