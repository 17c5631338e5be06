"""Addresses in both forms: paths on our server, and fragments in a static copy."""

import shutil
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from screen import Screen, wait_until
from serving import SITE
from static_host import NoWasmType, static_host


def expect_working(screen):
    expect(screen.trouble).to_be_hidden()
    screen.choose("Cma7", "D").expect_titles("Cma7", "D", "Cma13(♯11)")


@pytest.mark.all
@pytest.mark.firefox
def test_static_copy_keeps_the_chords_in_the_fragment(static_copy, static_url):
    screen = static_copy()
    screen.expect_empty()
    expect_working(screen)
    page = screen.page
    assert screen.address() == static_url + "#/combine/Cma7/D"
    screen.reload()
    screen.expect_titles(result="Cma13(♯11)")
    expect(page).to_have_title("Cma13(♯11) = Cma7 + D · Chord Combiner")
    screen.choose(upper="E♭°")
    assert unquote(screen.address()) == static_url + "#/combine/Cma7/E♭°"
    # Not go_back(), which waits for a page to load.
    page.evaluate("history.back()")
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    page.evaluate("history.back()")
    screen.expect_titles("Cma7", "Please select a chord", "Cma7")
    page.evaluate("history.back()")
    screen.expect_empty()
    page.evaluate("history.forward()")
    screen.expect_titles(lower="Cma7")


@pytest.mark.parametrize("rest", ["#/combine/Cma7/D", "index.html#/combine/Cma7/D", "?from=a-friend#/combine/Cma7/D"])
def test_link_to_a_static_copy_opens(static_copy, static_url, rest):
    screen = static_copy(rest)
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    screen.choose(upper="E").expect_titles(result="Ema/Cma7")
    assert screen.address() == static_url + rest[:-1] + "E"


def test_edited_address_is_followed(static_copy, static_url):
    screen = static_copy("#/combine/Cma7/D")
    screen.expect_titles(result="Cma13(♯11)")
    screen.page.goto(static_url + "#/combine/C/C+")
    screen.expect_titles("C", "C+", "A♭ma7(♯5)/C")
    screen.page.goto(static_url + "#/")
    screen.expect_empty()


@pytest.mark.firefox
def test_static_copy_remembers_the_chords(static_copy, static_url):
    screen = static_copy("#/combine/Cma7/D")
    screen.expect_titles(result="Cma13(♯11)")
    page = screen.page.context.new_page()
    page.goto(static_url)
    Screen(page).expect_titles("Cma7", "D", "Cma13(♯11)")
    assert Screen(page).address() == static_url + "#/combine/Cma7/D"


@pytest.mark.firefox
def test_engine_loads_from_a_host_without_the_wasm_media_type(new_page, tmp_path):
    shutil.copytree(SITE, tmp_path / "page")
    with static_host(tmp_path, NoWasmType) as url:
        page = new_page(url)
        page.goto("/page/")
        expect_working(Screen(page))


@pytest.mark.firefox
def test_server_page_accepts_a_fragment_and_continues_with_paths(visit, server):
    screen = visit("/#/combine/Cma7/D")
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    screen.choose(upper="E").expect_titles(result="Ema/Cma7")
    assert screen.address() == server.url + "/combine/Cma7/E"
    screen.page.go_back()
    screen.expect_titles(result="Cma13(♯11)")
    screen.page.go_forward()
    screen.expect_titles(result="Ema/Cma7")


def test_fragment_takes_precedence_over_the_path(visit):
    visit("/combine/F/G#/combine/Cma7/D").expect_titles("Cma7", "D", "Cma13(♯11)")


@pytest.mark.all
def test_path_and_fragment_accept_the_same_variants(visit, static_copy):
    served, copied = visit(), static_copy()
    for symbols, lower, upper in [
        ("C%E2%99%AFmi7/E%E2%99%AD", "C♯mi7", "E♭"),
        ("F♯mi7/E♭", "F♯mi7", "E♭"),
        ("C%23mi7/Eb", "C♯mi7", "E♭"),
        ("cmaj7/d", "Cma7", "D"),
        ("_/D", "Please select a chord", "D"),
        ("Cma7", "Cma7", "Please select a chord"),
        ("D⁄F♯/C6⁄9", "D/F♯", "C6/9"),
    ]:
        served.page.goto("/combine/" + symbols)
        served.expect_titles(lower, upper)
        copied.page.goto("#/combine/" + symbols)
        copied.expect_titles(lower, upper)


def test_unreadable_chord_in_the_address_keeps_the_other_chord(visit, static_copy):
    for screen in [visit("/combine/H7/D"), static_copy("#/combine/H7/D")]:
        expect(screen.message("lower")).to_contain_text("“H7”")
        expect(screen.field("lower")).to_have_value("H7")
        screen.expect_titles("Please select a chord", "D", "D")
        expect_working(screen)


@pytest.mark.all
@pytest.mark.firefox
def test_malformed_addresses_are_harmless(static_copy, visit):
    served, copied = visit(), static_copy()
    for number, rest in enumerate(["Cma7%/D", "%FF%E2%99/D", "%", "%00/%00", "//C/D/E/F", "%2F/%2F"]):
        # A page load on the server, an in-page navigation in the static copy.
        copied.goto(f"?{number}#/combine/{rest}")
        served.page.goto(f"/#/combine/{rest}")
        for screen in [copied, served]:
            screen.choose(lower="F").expect_titles(lower="F")
            expect(screen.trouble).to_be_hidden()
    for screen in [copied, served]:
        expect_working(screen)


@pytest.mark.all
@pytest.mark.parametrize("path", ["/combine/Cma7%/D", "/combine/%FF/D"])
def test_server_rejects_a_malformed_path(new_page, server, browser_errors, path):
    page = new_page(server.url)
    browser_errors.allow("400")
    answer = page.goto(path)
    assert (answer.status, answer.headers["content-type"]) == (400, "text/plain; charset=utf-8")
    assert "percent-encoded" in answer.text()
    expect(page.locator("body")).to_have_text(answer.text().strip())
    # Firefox does not report the status of a document.
    screen = Screen(page)
    wait_until(page, lambda: screen.is_firefox or browser_errors.messages != [])
    expect_working(screen.goto("/"))


def test_a_long_unknown_address_is_shortened(visit, browser_errors):
    page = visit("/" + 3000 * "a", viewport={"width": 360, "height": 740}).page
    browser_errors.allow("404")
    expect(page.get_by_role("alert").first).to_contain_text("There is no screen at /aaa")
    assert len(page.get_by_role("alert").first.inner_text()) < 200
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.all
@pytest.mark.parametrize("path", ["/nothing/here", "/combine/Cma7/D/E"])
def test_unknown_address_still_serves_the_page(visit, browser_errors, path):
    screen = visit(path)
    browser_errors.allow("404")
    wait_until(screen.page, lambda: browser_errors.messages != [])
    screen.expect_empty()
    expect_working(screen)
    assert screen.address().endswith("/combine/Cma7/D")
