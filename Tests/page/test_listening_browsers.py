"""Listening to a piano in Firefox, with a sound server, and in WebKit, with the microphone that it has for tests."""

import re

import pytest
from playwright.sync_api import expect

from conftest import new_context
from microphone import microphone
from screen import Screen, launch, wait_until
from test_listening import EXERCISE, listen, listening, prompt, take, verdict
from webkit import WebKitPage, webkit

pytestmark = pytest.mark.all

ALLOWED, DENIED = 1, 2


@pytest.fixture
def firefox(playwright, server, browser_errors):
    """firefox(permission) → the exercise in a Firefox with that permission, and its microphone."""
    browsers = []
    with microphone() as source:

        def firefox(permission=ALLOWED):
            browsers.append(
                launch(
                    playwright, "firefox", env=source.environment,
                    firefox_user_prefs={"permissions.default.microphone": permission}))
            page = new_context(browsers[-1], server.url, browser_errors).new_page()
            page.goto(EXERCISE)
            Screen(page).wait_until_ready()
            return page, source

        yield firefox
        for browser in browsers:
            browser.close()


def test_firefox_judges_what_is_played(firefox, tmp_path):
    page, source = firefox()
    listen(page)
    expect(prompt(page)).to_contain_text("B♭")
    source.play(take(tmp_path / "wrong.wav", (0.5, "F9"), seconds=2))
    # Which notes it names differs when the sound server drops some sound.
    expect(verdict(page)).to_contain_text(re.compile("Not yet: I do not hear the (D|B♭)"), timeout=20_000)
    source.play(take(tmp_path / "right.wav", (0.5, "Bbma7"), seconds=2))
    expect(prompt(page)).not_to_contain_text("♭", timeout=20_000)


def test_firefox_shows_the_level(firefox, tmp_path):
    page, source = firefox()
    listen(page)
    page.evaluate("""() => {
        window.highest = 0;
        const look = () => {
            highest = Math.max(highest, document.querySelector("meter").value);
            requestAnimationFrame(look);
        };
        look();
    }""")
    source.play(take(tmp_path / "take.wav", (0.2, "F9"), seconds=1.5))
    wait_until(page, lambda: page.evaluate("highest > 0.5"))


def test_firefox_whose_microphone_is_unplugged(firefox):
    page, source = firefox()
    listen(page)
    source.unplug()
    expect(listening(page)).to_contain_text("The microphone was disconnected.", timeout=20_000)


def test_firefox_without_permission(firefox):
    page, _ = firefox(DENIED)
    page.get_by_role("button", name="Listen").click()
    page.get_by_role("button", name="Start listening").click()
    expect(listening(page)).to_contain_text("The browser does not allow the microphone.", timeout=20_000)
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Listen")).to_be_visible()


@pytest.fixture
def webkit_page(server, tmp_path):
    """The exercise in a WebKit that has a microphone for tests."""
    with webkit(tmp_path / "log", "--enable-media-stream=TRUE", "--enable-mock-capture-devices=TRUE") as driver:
        page = WebKitPage(driver, server.url)
        page.goto(EXERCISE)
        yield page


def listen_in(page, prepare=""):
    # WebKit may forget what is assigned to navigator.mediaDevices itself.
    page.run("""
        const ask = MediaDevices.prototype.getUserMedia;
        MediaDevices.prototype.getUserMedia = async function (wanted) {
            return (window.stream = await ask.call(this, wanted));
        };
    """ + prepare)
    page.click("button", "Listen beta")
    page.click("button", "Start listening")


def says(page, text):
    page.wait_until(f"return document.querySelector('#listening').textContent.includes({text!r})")


def test_webkit_hears_and_stops(webkit_page):
    page = webkit_page
    listen_in(page)
    says(page, "Listening")
    # Its microphone beeps about once a second. A beep is no chord.
    page.wait_until("return document.querySelector('meter').value > 0.5")
    page.wait_until("return document.querySelector('#practise-verdict').textContent.includes('Not yet')")
    assert page.run("return stream.getTracks()[0].readyState") == "live"
    page.click("button", "Stop")
    page.wait_until("return document.querySelector('#listening') === null")
    page.wait_until("return stream.getTracks()[0].readyState === 'ended'")


def test_webkit_whose_microphone_is_unplugged(webkit_page):
    listen_in(webkit_page)
    says(webkit_page, "Listening")
    webkit_page.run("stream.getTracks()[0].dispatchEvent(new Event('ended'))")
    says(webkit_page, "The microphone was disconnected.")
    webkit_page.click("button", "Try again")
    says(webkit_page, "Listening")


def test_webkit_without_permission(webkit_page):
    listen_in(webkit_page, """
        MediaDevices.prototype.getUserMedia = async () => { throw new DOMException("", "NotAllowedError"); };
    """)
    says(webkit_page, "The browser does not allow the microphone.")


def test_webkit_without_a_microphone(driver, server):
    page = WebKitPage(driver, server.url)
    page.goto(EXERCISE)
    page.click("button", "Listen beta")
    page.click("button", "Start listening")
    says(page, "microphone was found")
    page.click("button", "Close")
