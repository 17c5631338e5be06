"""Appearance of the main screen: each chord name once, and keys that move into the result."""

import pytest
from playwright.sync_api import expect

from screen import wait_until

# How often a text is visible in headings and fields.
COUNT_VISIBLE = """text => [...document.querySelectorAll("#lower :is(h2, input), #upper :is(h2, input)")]
    .filter(element => (element.value ?? element.textContent) === text
        && getComputedStyle(element).color !== "rgba(0, 0, 0, 0)").length"""

# Counts the key animations that start.
COUNT_ANIMATIONS = """() => {
    window.travelled = [];
    new MutationObserver(changes => changes.forEach(({ addedNodes }) => addedNodes.forEach(node => {
        if (node.matches?.(".traveller")) travelled.push(node.className);
    }))).observe(document.body, { childList: true });
}"""


@pytest.mark.firefox
def test_chord_name_is_shown_once(visit):
    screen = visit("/combine/Cma7/D")
    assert screen.page.evaluate(COUNT_VISIBLE, "Cma7") == 1
    screen.field("lower").focus()
    assert screen.page.evaluate(COUNT_VISIBLE, "Cma7") == 2
    # While typing, the field covers the name.
    name, field = (screen.page.locator(place).bounding_box() for place in ["#lower h2", "#lower-field"])
    assert field["x"] <= name["x"] and field["y"] <= name["y"] + name["height"] / 2
    screen.page.keyboard.press("Escape")
    screen.field("upper").focus()
    assert screen.page.evaluate(COUNT_VISIBLE, "Cma7") == 1


@pytest.mark.firefox
def test_unreadable_text_stays_visible(visit):
    screen = visit("/combine/Cma7/D")
    screen.type("lower", "Dmaj7x")
    screen.field("upper").focus()
    assert screen.page.evaluate(COUNT_VISIBLE, "Dmaj7x") == 1


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_keys_animate_into_the_result(visit, motion):
    screen = visit("/combine/Cma7")
    page = screen.page
    page.emulate_media(reduced_motion=motion)
    page.evaluate(COUNT_ANIMATIONS)
    screen.choose(upper="D")
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    if motion == "reduce":
        page.wait_for_timeout(300)
        assert page.evaluate("travelled") == []
        return
    # D, F♯ and A move. The other keys stay.
    wait_until(page, lambda: page.evaluate("travelled"), ["traveller upper"] * 3)
    expect(page.locator(".traveller")).to_have_count(0)
