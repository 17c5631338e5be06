"""Every screen opens in Firefox and WebKit with its title, controls and layout, and without errors.

In the first lane the page is loaded once and then shows one screen after the other, because the browsers compile the
engine for seconds. In the second lane every screen is loaded.
"""

import re

import pytest
from playwright.sync_api import expect

from looks import OVERFLOWS
from screen import Screen
from screens import every_screen
from webkit import WebKitPage

# Shows another screen, as going back or forward in the history does. The engine keeps running.
SHOW = """(path) => {
    history.pushState(history.length, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state: history.length }));
}"""


@pytest.fixture
def is_loaded(request):
    """Whether every screen is loaded, not only shown."""
    return request.config.getoption("--all")


@pytest.mark.only_firefox
@every_screen
def test_screen_opens_in_firefox(one_tab, chordset, example, is_loaded):
    page, errors = one_tab
    path = example["path"].replace("{id}", chordset)
    if is_loaded or page.url == "about:blank":
        # Leaving the screen before interrupts what it still loads, which is an error of that screen.
        page.goto("about:blank")
        # The browser reports them late.
        page.wait_for_timeout(100)
        errors.messages.clear()
        errors.expected = ["404"] if example["name"] == "missing" else []
        Screen(page).goto(path)
    else:
        page.evaluate(SHOW, path)
    # A stored chordset's title is its own.
    expect(page).to_have_title(re.compile("Chord Combiner$") if example["needs"] else example["title"])
    expect(page.locator("#trouble")).to_be_hidden()
    page.evaluate("document.fonts.ready")
    assert page.evaluate(OVERFLOWS) == []
    assert errors.unexpected == []


@every_screen
def test_screen_opens_in_webkit(driver, server, chordset, example, is_loaded):
    page = WebKitPage(driver, server.url)
    path = example["path"].replace("{id}", chordset)
    if is_loaded or not driver.current_url.startswith(server.url):
        page.goto(path)
    else:
        page.run(f"({SHOW})(arguments[0])", path)
    page.wait_until(
        "return document.title.endsWith('Chord Combiner')" if example["needs"]
        else f"return document.title === {example['title']!r}")
    assert page.run("return document.getElementById('trouble').textContent") == ""
    assert page.run(f"return ({OVERFLOWS})()") == []
