"""Every screen opens in Firefox and WebKit with its title, controls and layout, and without errors."""

import re

import pytest
from playwright.sync_api import expect

from looks import OVERFLOWS
from screens import every_screen
from webkit import WebKitPage


@pytest.mark.only_firefox
@every_screen
def test_screen_opens_in_firefox(visit, browser_errors, chordset, example):
    if example["name"] == "missing":
        browser_errors.allow("404")
    page = visit(example["path"].replace("{id}", chordset), viewport={"width": 390, "height": 844}).page
    # A stored chordset's title is its own.
    expect(page).to_have_title(re.compile("Chord Combiner$") if example["needs"] else example["title"])
    expect(page.locator("#trouble")).to_be_hidden()
    page.evaluate("document.fonts.ready")
    assert page.evaluate(OVERFLOWS) == []


@every_screen
def test_screen_opens_in_webkit(driver, server, chordset, example):
    page = WebKitPage(driver, server.url).goto(example["path"].replace("{id}", chordset))
    page.wait_until(
        "return document.title.endsWith('Chord Combiner')" if example["needs"]
        else f"return document.title === {example['title']!r}")
    assert page.run("return document.getElementById('trouble').textContent") == ""
    assert page.run(f"return ({OVERFLOWS})()") == []
