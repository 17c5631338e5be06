"""Every screen opens in Firefox and WebKit with its title, controls and layout, and without errors."""

import re

import pytest
from playwright.sync_api import expect

from looks import OVERFLOWS
from screen import Screen
from screens import every_screen
from webkit import WebKitPage


@pytest.mark.only_firefox
@every_screen
def test_screen_opens_in_firefox(one_tab, chordset, example):
    page, errors = one_tab
    # Leaving the screen before interrupts what it still loads, which is an error of that screen.
    page.goto("about:blank")
    errors.messages.clear()
    errors.expected = ["404"] if example["name"] == "missing" else []
    Screen(page).goto(example["path"].replace("{id}", chordset))
    # A stored chordset's title is its own.
    expect(page).to_have_title(re.compile("Chord Combiner$") if example["needs"] else example["title"])
    expect(page.locator("#trouble")).to_be_hidden()
    page.evaluate("document.fonts.ready")
    assert page.evaluate(OVERFLOWS) == []
    assert errors.unexpected == []


@every_screen
def test_screen_opens_in_webkit(driver, server, chordset, example):
    page = WebKitPage(driver, server.url).goto(example["path"].replace("{id}", chordset))
    page.wait_until(
        "return document.title.endsWith('Chord Combiner')" if example["needs"]
        else f"return document.title === {example['title']!r}")
    assert page.run("return document.getElementById('trouble').textContent") == ""
    assert page.run(f"return ({OVERFLOWS})()") == []
