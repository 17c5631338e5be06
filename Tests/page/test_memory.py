"""Memory between visits: damaged records and denied storage are harmless."""

import json

import pytest
from playwright.sync_api import expect

from screen import Screen

VALID_RECORD = {"lower": "Cma7", "upper": "D", "version": 1}
DAMAGED = [
    "",
    "{",
    "null",
    "17",
    "[]",
    '"Cma7"',
    "{}",
    "\0\1\2",
    json.dumps(VALID_RECORD)[:-1],
    json.dumps({**VALID_RECORD, "version": 2}),
    json.dumps({**VALID_RECORD, "version": "1"}),
    json.dumps({"version": 1}),
    json.dumps({**VALID_RECORD, "upper": 7}),
    json.dumps({**VALID_RECORD, "lower": None}),
    json.dumps({**VALID_RECORD, "more": {"deep": {}}}),
    json.dumps({"lower": "H7", "upper": "Dx", "version": 1}),
    json.dumps({"lower": "", "upper": " ", "version": 1}),
    json.dumps({"lower": "\0", "upper": "\ud800", "version": 1}),
    json.dumps({"lower": "C" * 100_000, "upper": "♭" * 100_000, "version": 1}),
    json.dumps({"Lower": "Cma7", "middle": "D", "__proto__": "C", "version": 1}),
    '{"version":1,' + ",".join(f'"{n}":"C"' for n in range(5000)) + "}",
]


@pytest.fixture
def with_record(new_page, server):
    """with_record(text) → the screen of a browser with this stored record."""

    def with_record(text):
        record = [{"name": "chord-combiner", "value": text}]
        storage = {"cookies": [], "origins": [{"origin": server.url, "localStorage": record}]}
        page = new_page(server.url, storage_state=storage)
        page.goto("/")
        return Screen(page)

    return with_record


def expect_working(screen):
    expect(screen.trouble).to_be_hidden()
    screen.choose("Cma7", "D").expect_titles(result="Cma13(♯11)")


@pytest.mark.firefox
def test_record_restores_the_last_choice(with_record):
    screen = with_record(json.dumps(VALID_RECORD))
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    assert screen.address().endswith("/combine/Cma7/D")


def test_record_has_a_version(visit):
    screen = visit().choose("F#m7", "Bb")
    screen.expect_titles(result="B♭ma/F♯mi7")
    screen.settle()
    record = screen.page.evaluate("localStorage.getItem('chord-combiner')")
    assert json.loads(record) == {"lower": "F♯mi7", "upper": "B♭", "version": 1}


def test_address_takes_precedence_over_the_record(with_record):
    screen = with_record(json.dumps(VALID_RECORD))
    screen.page.goto("/combine/F♯mi7")
    screen.expect_titles("F♯mi7", "Please select a chord", "F♯mi7")


@pytest.mark.all
def test_damaged_record_shows_the_first_screen(visit):
    screen = visit()
    for text in DAMAGED:
        screen.settle()
        screen.page.evaluate("text => localStorage.setItem('chord-combiner', text)", text)
        screen.goto("/")
        screen.field("upper").fill("E")
        screen.expect_titles("Please select a chord", "E", "E")
        expect(screen.field("lower")).to_have_value("")
        for half in ["lower", "upper"]:
            expect(screen.message(half)).to_be_hidden()
        expect(screen.trouble).to_be_hidden()
    expect_working(screen)


STORAGE_DENIED = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("denied", "SecurityError") }
})"""
STORAGE_FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"


@pytest.mark.firefox
@pytest.mark.parametrize(
    "fault", [STORAGE_DENIED, STORAGE_FULL, "delete window.localStorage; delete Window.prototype.localStorage"])
def test_page_works_without_storage(new_page, server, fault):
    page = new_page(server.url)
    page.add_init_script(fault)
    page.goto("/")
    screen = Screen(page)
    expect_working(screen)
    page.reload()
    screen.expect_titles(result="Cma13(♯11)")
    page.goto("/")
    screen.expect_empty()
