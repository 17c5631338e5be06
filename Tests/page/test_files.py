"""Opened files: valid and invalid ones, several at once, and engine failures after opening them."""

import io
import zipfile

import pytest
from playwright.sync_api import expect

from screen import FAILING_ENGINE, Screen, wait_until
from test_midi_files import CHORDS, midi_file
from test_tunes import SCORE, TWO_TUNES, server, shelf, listed_titles, zipped_score  # noqa: F401: two are fixtures

# Makes all files unreadable.
UNREADABLE = """() => {
    File.prototype.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
}"""
# Makes the engine fail at the next file, after the page has read it.
FAIL_AT_FILE = """() => {
    const { arrayBuffer } = File.prototype;
    File.prototype.arrayBuffer = async function () {
        const data = await arrayBuffer.call(this);
        File.prototype.arrayBuffer = arrayBuffer;
        // Not at another action, such as a tune that was stored meanwhile.
        [window.isFailing, window.failingAction] = [true, "tunes open"];
        return data;
    };
}"""
FAIL_AT_CLICK = "button => { window.isFailing = true; button.click(); }"
# The log of actions that a new engine would replay, as JSON.
LOG = """async () => {
    const main = document.querySelector("script[type=module]").src;
    const { loggedActions } = await import(new URL("loop/action-log.js", main));
    return JSON.stringify(loggedActions());
}"""


def fail_at(button):
    """Makes the engine fail at the click of a button, not at an earlier automatic action."""
    button.evaluate(FAIL_AT_CLICK)
    expect(button.page.locator("#trouble")).to_contain_text("Something went wrong")


def text_file(name, text):
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


def binary_file(name, content):
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


@pytest.fixture
def opened(new_page, server, browser_errors):
    """opened(route, *files) → that screen after opening these files. Its engine fails on demand."""
    browser_errors.allow("as the test wanted", "{}")

    def opened(route, *files):
        page = new_page(server.url)
        page.add_init_script(FAILING_ENGINE)
        screen = Screen(page).goto(route)
        page.locator("input[type=file]").first.set_input_files(list(files))
        return screen

    return opened


@pytest.mark.all
@pytest.mark.firefox
def test_empty_files_are_reported(opened):
    page = opened("/tunes", text_file("empty.txt", "")).page
    expect(page.locator("#notice")).to_contain_text("No tune found in “empty.txt”")
    page.locator("input[type=file]").first.set_input_files([text_file("two.txt", TWO_TUNES)])
    expect(page.locator("#notice")).to_contain_text("Imported 2 tunes")
    page = opened("/play", binary_file("empty.mid", b"")).page
    expect(page.locator("#notice")).to_contain_text("“empty.mid” cannot be played")


@pytest.mark.all
@pytest.mark.parametrize(("size", "sentence"), [
    (8_000_000, "“zeros.mid” cannot be played"), (8_000_001, "“zeros.mid” is too large to open here."),
])
def test_large_file_is_read_or_refused(opened, size, sentence):
    page = opened("/play", binary_file("zeros.mid", bytes(size))).page
    expect(page.locator("#notice")).to_contain_text(sentence)
    page.locator("input[type=file]").set_input_files([binary_file("three.mid", midi_file(*CHORDS))])
    expect(page.locator(".track button b")).to_have_text(["Cma7", "Dmi7", "G7"])


def test_invalid_files_among_several_are_reported(opened):
    page = opened("/tunes",
        text_file("empty.txt", ""), text_file("two.txt", TWO_TUNES), binary_file("broken.mxl", zipped_score()[:60]),
        binary_file("one.mxl", zipped_score()), binary_file("photo.txt", b"\x89PNG\r\n\x1a\n" + bytes(500))).page
    expect(page.locator("#notice")).to_contain_text("Imported 3 tunes. 3 problems")
    assert listed_titles(page) == ["Zipped", "Second", "First"]
    expect(page.locator("#tune-problems li")).to_have_count(3)


@pytest.mark.firefox
def test_all_scores_of_an_archive_are_imported(opened):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in ["First", "Second", "Third"]:
            archive.writestr(f"{name}.musicxml", SCORE.replace("Zipped", name))
    page = opened("/tunes", binary_file("Tunes.zip", data.getvalue()), binary_file("one.mxl", zipped_score())).page
    expect(page.locator("#notice")).to_contain_text("Imported 4 tunes")
    assert sorted(listed_titles(page)) == ["First", "Second", "Third", "Zipped"]


@pytest.mark.firefox
def test_new_engine_has_the_imported_tune_and_its_edits(opened):
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


def test_new_engine_has_the_open_midi_file(opened):
    page = opened("/play", binary_file("three.mid", midi_file(*CHORDS, seconds=10))).page
    slider = page.get_by_role("slider", name="Position")
    slider.fill("150")
    fail_at(page.get_by_role("button", name="Record", exact=True))
    expect(page.locator("#recording")).to_contain_text("0:15 / 0:30")
    expect(page.locator(".track [aria-current] b")).to_have_text("Dmi7")


def test_file_that_fails_the_engine_is_skipped(opened):
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


def test_action_log_does_not_contain_files(opened):
    page = opened("/tunes", text_file("two.txt", TWO_TUNES + "\n" + 100_000 * " ")).page
    expect(page.locator("#notice")).to_contain_text("Imported 2 tunes")
    assert len(page.evaluate(LOG)) < 20_000


def test_new_engine_has_imported_tunes_of_unreadable_files(opened):
    page = opened("/tunes", text_file("two.txt", TWO_TUNES)).page
    expect(page.locator("#notice")).to_contain_text("Imported 2 tunes")
    page.evaluate(UNREADABLE)
    fail_at(page.get_by_role("button", name="New tune"))
    wait_until(page, lambda: listed_titles(page), ["Second", "First"])
