"""Files that people open: good ones and bad ones, several at once, and an engine that fails after reading them."""

import pytest
from playwright.sync_api import expect

from screen import FAILING_ENGINE, Screen, wait_until
from test_midi_files import CHORDS, midi_file
from test_tunes import TWO_TUNES, server, shelf, listed_titles, zipped_score  # noqa: F401: two are fixtures

# The device does not give out any file from now on.
UNREADABLE = """() => {
    File.prototype.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
}"""
# The engine fails at the next file, which is read just before.
FAIL_AT_FILE = """() => {
    const { arrayBuffer } = File.prototype;
    File.prototype.arrayBuffer = async function () {
        const data = await arrayBuffer.call(this);
        File.prototype.arrayBuffer = arrayBuffer;
        window.isFailing = true;
        return data;
    };
}"""
FAIL_AT_CLICK = "button => { window.isFailing = true; button.click(); }"
# What a fresh engine would be given, as text.
LOG = """async () => {
    const { loggedActions } = await import(new URL("loop/action-log.js", document.querySelector("script[type=module]").src));
    return JSON.stringify(loggedActions());
}"""


def fail_at(button):
    """The engine fails at this button, and at nothing that comes by itself before."""
    button.evaluate(FAIL_AT_CLICK)
    expect(button.page.locator("#trouble")).to_contain_text("Something went wrong")


def text_file(name, text):
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


def binary_file(name, content):
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


@pytest.fixture
def opened(new_page, server, browser_errors):
    """opened(route, *files) → the screen there with these files opened. Its engine fails when it is told so."""
    browser_errors.allow("as the test wanted", "{}")

    def opened(route, *files):
        page = new_page(server.url)
        page.add_init_script(FAILING_ENGINE)
        page.goto(route)
        screen = Screen(page).wait_until_ready()
        page.locator("input[type=file]").first.set_input_files(list(files))
        return screen

    return opened


@pytest.mark.firefox
def test_empty_files_are_reported_and_the_page_goes_on(opened):
    page = opened("/tunes", text_file("empty.txt", "")).page
    expect(page.locator("#notice")).to_contain_text("No tune found in “empty.txt”")
    page.locator("input[type=file]").first.set_input_files([text_file("two.txt", TWO_TUNES)])
    expect(page.locator("#notice")).to_contain_text("Imported 2 tunes")
    page = opened("/play", binary_file("empty.mid", b"")).page
    expect(page.locator("#notice")).to_contain_text("“empty.mid” cannot be played")


@pytest.mark.parametrize(("size", "sentence"), [
    (8_000_000, "“zeros.mid” cannot be played"), (8_000_001, "“zeros.mid” is too large to open here."),
])
def test_a_file_of_megabytes_is_read_or_refused(opened, size, sentence):
    page = opened("/play", binary_file("zeros.mid", bytes(size))).page
    expect(page.locator("#notice")).to_contain_text(sentence)
    page.locator("input[type=file]").set_input_files([binary_file("three.mid", midi_file(*CHORDS))])
    expect(page.locator(".track button b")).to_have_text(["Cma7", "Dmi7", "G7"])


def test_bad_files_among_several_are_reported(opened):
    page = opened("/tunes",
        text_file("empty.txt", ""), text_file("two.txt", TWO_TUNES), binary_file("broken.mxl", zipped_score()[:60]),
        binary_file("one.mxl", zipped_score()), binary_file("photo.txt", b"\x89PNG\r\n\x1a\n" + bytes(500))).page
    expect(page.locator("#notice")).to_contain_text("Imported 3 tunes. 3 problems")
    assert listed_titles(page) == ["Zipped", "Second", "First"]
    expect(page.locator("#tune-problems li")).to_have_count(3)


@pytest.mark.firefox
def test_a_fresh_engine_has_what_was_imported_and_what_was_done_with_it(opened):
    page = opened("/tunes", binary_file("one.mxl", zipped_score())).page
    expect(page.get_by_role("heading", name="Zipped")).to_be_visible()
    page.get_by_role("button", name="Duplicate").click()
    copy = page.get_by_role("heading", name="Zipped (copy)")
    expect(copy).to_be_visible()
    fail_at(page.get_by_role("button", name="Copy link"))
    expect(copy).to_be_visible()
    page.keyboard.press("Control+z")
    expect(copy).to_have_count(0)
    page.goto("/tunes")
    wait_until(page, lambda: listed_titles(page), ["Zipped"])


def test_a_fresh_engine_has_the_midi_file_that_was_open(opened):
    page = opened("/play", binary_file("three.mid", midi_file(*CHORDS, seconds=10))).page
    slider = page.get_by_role("slider", name="Position")
    slider.fill("150")
    fail_at(page.get_by_role("button", name="Record", exact=True))
    expect(page.locator("#recording")).to_contain_text("0:15 / 0:30")
    expect(page.locator(".track [aria-current] b")).to_have_text("Dmi7")


def test_a_file_at_which_the_engine_fails_is_left_out(opened):
    screen = opened("/tunes", text_file("two.txt", TWO_TUNES))
    page = screen.page
    expect(page.locator("#notice")).to_contain_text("Imported 2 tunes")
    third = text_file("third.txt", "Title: Third\n| C |")
    page.evaluate(FAIL_AT_FILE)
    page.locator("input[type=file]").first.set_input_files([third])
    expect(screen.trouble).to_contain_text("Something went wrong")
    wait_until(page, lambda: listed_titles(page), ["Second", "First"])
    page.locator("input[type=file]").first.set_input_files([third])
    expect(page.get_by_role("heading", name="Third")).to_be_visible()


def test_the_content_of_files_is_not_kept_for_a_fresh_engine(opened):
    page = opened("/tunes", text_file("two.txt", TWO_TUNES + "\n" + 100_000 * " ")).page
    expect(page.locator("#notice")).to_contain_text("Imported 2 tunes")
    assert len(page.evaluate(LOG)) < 20_000


def test_files_that_are_gone_do_not_keep_a_fresh_engine_from_what_was_imported(opened):
    page = opened("/tunes", text_file("two.txt", TWO_TUNES)).page
    expect(page.locator("#notice")).to_contain_text("Imported 2 tunes")
    page.evaluate(UNREADABLE)
    fail_at(page.get_by_role("button", name="New tune"))
    wait_until(page, lambda: listed_titles(page), ["Second", "First"])
