"""The first screen: before the engine loads, without it, and without JavaScript."""

import re

import pytest
from playwright.sync_api import expect

from screen import Screen, wait_until


@pytest.fixture
def hold_back(new_page, server):
    """hold_back("**/*.wasm", route) → that screen, with the response for this file held until `release()`."""

    def hold_back(file, route="/"):
        page = new_page(server.url, own=True)
        held, is_held = [], True
        page.route(file, lambda request: held.append(request) if is_held else request.continue_())
        # Does not wait for the load event, which would not come.
        page.goto(route, wait_until="commit")
        screen = Screen(page)
        expect(screen.keyboard()).to_be_visible()

        def release():
            nonlocal is_held
            # Waits for the request, so that there is one to hold.
            wait_until(page, lambda: held != [])
            is_held = False
            for request in held:
                request.continue_()

        screen.release = release
        return screen

    return hold_back


ENGINE = "**/*.wasm"
SCRIPT = "**/main.js"


def is_first_screen(screen):
    expect(screen.page).to_have_title("Chord Combiner")
    expect(screen.page.get_by_role("heading", level=1)).to_have_text("Chord Combiner")
    expect(screen.place("lower")).to_have_text("Select Lower Chord")
    expect(screen.place("upper")).to_have_text("Select Upper Chord")
    screen.expect_empty()
    for panel, octaves in [("lower", 2), ("upper", 2), ("result", 3)]:
        expect(screen.keyboard(panel).locator("[data-pitch]")).to_have_count(12 * octaves)
        assert screen.lit(panel) == {}
        assert screen.names(panel) == []
    for sign in "+=":
        expect(screen.page.get_by_text(sign, exact=True)).to_be_visible()
    expect(screen.trouble).to_be_hidden()


def test_nothing_is_chosen_at_first(visit):
    is_first_screen(visit())


def test_first_screen_shows_before_the_engine_arrives(hold_back):
    screen = hold_back(ENGINE)
    is_first_screen(screen)
    screen.release()
    screen.choose("Cma7", "D").expect_titles(result="Cma13(♯11)")


@pytest.mark.firefox
def test_text_typed_before_the_engine_arrives_is_kept(hold_back):
    screen = hold_back(ENGINE)
    screen.choose("Cma7").type("upper", "D")
    screen.expect_titles(result="waiting for chord selection…")
    screen.release()
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    expect(screen.field("lower")).to_have_value("Cma7")
    expect(screen.field("upper")).to_have_value("D")
    expect(screen.field("upper")).to_be_focused()


@pytest.mark.firefox
def test_text_typed_before_any_script_arrives_is_kept(hold_back):
    screen = hold_back(SCRIPT)
    screen.type("lower", "Cma7")
    screen.type("upper", "D")
    screen.release()
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    expect(screen.field("upper")).to_be_focused()
    expect(screen.field("lower")).to_have_value("Cma7")
    expect(screen.field("upper")).to_have_value("D")


@pytest.mark.firefox
def test_tap_before_any_script_arrives_is_handled(hold_back):
    screen = hold_back(SCRIPT)
    screen.page.get_by_role("link", name="Circle", exact=True).click(no_wait_after=True)
    is_first_screen(screen)
    screen.release()
    expect(screen.page.locator(".circle-screen")).to_be_visible()
    expect(screen.page).to_have_url(re.compile("/circle/C$"))


@pytest.mark.firefox
def test_tap_before_the_engine_arrives_is_handled_by_the_server(hold_back):
    screen = hold_back(ENGINE, "/combine/Cma7/D")
    screen.page.get_by_role("link", name="Help", exact=True).click(no_wait_after=True)
    expect(screen.page.get_by_role("heading", name="Help", exact=True)).to_be_visible()
    expect(screen.page).to_have_url(re.compile("/help$"))
    expect(screen.page).to_have_title(re.compile("^Help"))
    # A second tap too.
    screen.page.get_by_role("link", name="Settings", exact=True).click(no_wait_after=True)
    expect(screen.page.get_by_role("heading", name="Settings", exact=True)).to_be_visible()
    screen.release()
    screen.page.get_by_role("link", name="Circle", exact=True).click()
    expect(screen.page.locator(".circle-screen")).to_be_visible()
    # The browser learns of an address later than the document: before, it would go back from Settings.
    expect(screen.page).to_have_url(re.compile("/circle/C$"))
    for route in ["settings", "help", "combine/Cma7/D"]:
        screen.page.go_back()
        expect(screen.page).to_have_url(re.compile(f"/{route}$"))
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")


def test_chords_chosen_before_the_engine_arrives_are_combined_by_the_server(hold_back):
    screen = hold_back(ENGINE)
    for half, name in [("lower", "C7"), ("upper", "A")]:
        screen.page.locator(f"#{half} .common").get_by_text(name, exact=True).click(no_wait_after=True)
        expect(screen.field(half)).to_have_value(name)
    screen.expect_titles("C7", "A", "C13(♭9)")
    expect(screen.page).to_have_url(re.compile("/combine/C7/A$"))
    screen.release()
    screen.choose(upper="D").expect_titles("C7", "D", "C13(♯11)")
    screen.page.go_back()
    screen.expect_titles("C7", "A", "C13(♭9)")


def test_several_taps_before_the_engine_arrives_are_handled_by_the_engine(hold_back):
    """The server does not know the earlier taps."""
    screen = hold_back(ENGINE)
    held = []
    screen.page.route("**/circle/C", lambda request: held.append(request))
    for name in ["Circle", "Help"]:
        screen.page.get_by_role("link", name=name, exact=True).click(no_wait_after=True)
    wait_until(screen.page, lambda: held != [])
    with screen.page.expect_response("**/circle/C"):
        held[0].continue_()
    screen.settle()
    is_first_screen(screen)
    screen.release()
    expect(screen.page.get_by_role("heading", name="Help", exact=True)).to_be_visible()
    # As above.
    expect(screen.page).to_have_url(re.compile("/help$"))
    screen.page.go_back()
    expect(screen.page.locator(".circle-screen")).to_be_visible()


@pytest.mark.parametrize("file", [ENGINE, SCRIPT])
def test_key_presses_before_the_engine_arrives_are_handled(hold_back, file):
    screen = hold_back(file)
    screen.type("lower", "Cma7")
    screen.press("Enter")
    screen.type("upper", "D")
    screen.press("Enter")
    screen.release()
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")


def test_tap_on_a_control_the_engine_does_not_render_is_dropped(new_page, static_url):
    """A static copy serves the first screen for every address."""
    page = new_page(static_url)
    held, is_held = [], True
    page.route(ENGINE, lambda request: held.append(request) if is_held else request.continue_())
    page.goto(static_url + "#/circle/D", wait_until="commit")
    screen = Screen(page)
    expect(screen.keyboard()).to_be_visible()
    link = page.locator("main [data-action]:visible").first
    action = link.get_attribute("data-action")
    link.click(no_wait_after=True)
    wait_until(page, lambda: held != [])
    is_held = False
    for request in held:
        request.continue_()
    expect(page.locator(".circle-screen")).to_be_visible()
    screen.settle()
    assert page.locator(f"[data-action='{action}']").count() == 0
    expect(page).to_have_url(re.compile("#/circle/D$"))
    expect(screen.trouble).to_be_hidden()


def test_links_work_without_the_script(new_page, server, browser_errors):
    page = new_page(server.url)
    held = []
    page.route(SCRIPT, lambda request: held.append(request))
    page.goto("/", wait_until="commit")
    page.get_by_role("link", name="Circle", exact=True).click(no_wait_after=True)
    wait_until(page, lambda: held != [])
    browser_errors.allow("ERR_FAILED")
    held[0].abort()
    expect(page.locator(".circle-screen")).to_be_visible()


def test_shared_link_is_rendered_before_the_engine_arrives(hold_back):
    screen = hold_back(ENGINE, "/combine/Cma7/D")
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    expect(screen.page).to_have_title("Cma13(♯11) = Cma7 + D · Chord Combiner")
    screen.release()
    screen.choose(upper="E").expect_titles(result="Ema/Cma7")


@pytest.mark.firefox
def test_screen_stays_with_a_message_if_the_engine_cannot_load(new_page, server, browser_errors):
    page = new_page(server.url)
    page.route("**/*.wasm", lambda route: route.abort())
    page.goto("/combine/Cma7/D")
    screen = Screen(page)
    expect(screen.trouble).to_contain_text("could not be loaded")
    screen.expect_titles(result="Cma13(♯11)")
    browser_errors.allow("ERR_FAILED", "Error")
    wait_until(page, lambda: browser_errors.messages != [])


def test_shared_link_is_readable_without_javascript(visit, browser_errors):
    screen = visit("/combine/Cma7/D", java_script_enabled=False)
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    assert list(screen.lit("lower")) == [60, 64, 67, 71]
    assert list(screen.lit("upper")) == [62, 66, 69]
    assert list(screen.lit()) == [60, 64, 67, 71, 74, 78, 81]
    assert screen.names() == ["C", "E", "G", "B", "D", "F♯", "A"]
    expect(screen.page.locator("#result .notes b")).to_have_text(["C", "E", "G", "B", "D", "F♯", "A"])
    # Playwright's Firefox parses <noscript> as if scripts were on.
    if screen.page.context.browser.browser_type.name == "chromium":
        assert "needs JavaScript" in screen.page.locator("noscript .trouble").evaluate("notice => notice.innerText")
    # Chromium warns that the preloaded engine is not used.
    browser_errors.allow("preload")
