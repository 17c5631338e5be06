"""WebKit: every screen at its widths, and the main user flows. test_smoke.py covers the default lane."""

import json

import pytest
from selenium.webdriver.common.keys import Keys

from looks import SET_THEME, OFF_CENTER_INFO, TAB_STOP_RINGS, OVERFLOWS, SMALL_CONTROLS, UNFOLD_DETAILS, is_ring_visible
from screens import every_screen
from serving import SITE, Server
from shelf import Shelf, Tunes
from webkit import WebKitPage, wait_until


pytestmark = pytest.mark.all


@pytest.fixture
def own_server(tmp_path):
    server = Server(SITE, tmp_path / "log")
    yield server
    server.stop()


@pytest.fixture
def webkit_page(driver):
    """visitor(server) → a page without chords and settings of earlier tests."""

    def webkit_page(server):
        visit = WebKitPage(driver, server.url)
        # A file that runs none of the page's scripts.
        driver.get(server.url + "/manifest.webmanifest")
        visit.run("localStorage.clear()")
        return visit

    yield webkit_page
    # At the end there is no error. “Loading …” may be there for a moment.
    wait_until(lambda: driver.execute_script("return document.getElementById('trouble').textContent"), "")


@pytest.fixture
def visit(webkit_page, server):
    """visit("/combine/Cma7/D") → that screen."""
    return webkit_page(server).goto


@every_screen
def test_every_screen_fits(driver, server, chordset, example):
    # Start wide, so the page has to become narrow.
    driver.set_window_rect(0, 0, 900, 1290)
    page = WebKitPage(driver, server.url).goto(example["path"].replace("{id}", chordset))
    page.run(f"({UNFOLD_DETAILS})()")
    faults = {}
    # The minimum width of the window, and the width of the display.
    for width, height in [(320, 800), (900, 1290)]:
        driver.set_window_rect(0, 0, width, height)
        for kind, measure in {"sticks out": OVERFLOWS, "is small": SMALL_CONTROLS, "ⓘ": OFF_CENTER_INFO}.items():
            if found := page.run(f"return ({measure})()"):
                faults[kind, width] = found
    page.press(Keys.TAB)
    for theme in ["light", "dark"]:
        page.run(f"({SET_THEME})({theme!r})")
        focused_rings = page.run(f"return ({TAB_STOP_RINGS})()")
        assert len(focused_rings) >= 6
        if found := [ring for ring in focused_rings if not is_ring_visible(ring)]:
            faults["focus", theme] = found
    assert not faults, json.dumps({str(kind): found for kind, found in faults.items()}, indent=1, ensure_ascii=False)


def test_chords_can_be_typed_and_back_returns(visit):
    page = visit("/")
    page.enter("#lower-field", "Cmaj7" + Keys.ENTER)
    page.expect_text("#lower h2", "Cma7")
    page.enter("#upper-field", "D")
    page.expect_text("#result h2", "Cma13(♯11)")
    page.press(Keys.TAB)
    page.expect_path("/combine/Cma7/D")
    page.driver.back()
    page.expect_path("/combine/Cma7")
    page.expect_text("#result h2", "Cma7")
    page.driver.forward()
    page.expect_text("#result h2", "Cma13(♯11)")


def test_suggestion_is_accepted_with_the_keyboard(visit):
    page = visit("/")
    page.enter("#lower-field", "Cma1")
    page.expect_text("#lower-options li b", "Cma13")
    second = page.run("return document.querySelectorAll('#lower-options li b')[1].textContent")
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
    page.wait_until("return document.querySelector('#lower-field').value", second)
    # The focus moves to the upper chord.
    page.wait_until("return document.activeElement.id", "upper-field")


def test_chord_is_selected_by_touch(visit):
    page = visit("/combine/Cma7/D")
    page.click("#lower svg.keyboard")
    page.click("[role=radio]", "F")
    page.click(".type b", "F7")
    page.expect_text(".chosen h2", "F7")
    page.press(Keys.ARROW_DOWN)
    page.wait_until("return document.querySelectorAll('.type[aria-checked=true]').length === 1 && "
                    "document.activeElement.matches('.type')")
    page.press(Keys.ESCAPE)
    page.wait_until("return document.querySelector('#lower h2')?.textContent.startsWith('Fmi7')")


def test_swap_undo_and_clear(visit):
    page = visit("/combine/C/Emi")
    page.click("button", "Swap")
    page.expect_text("#result h2", "Emi(♭6)")
    page.wait_until("return document.activeElement.textContent.trim()", "Swap")
    page.click("button", "Undo")
    page.expect_text("#result h2", "Cma7")
    page.click("button", "Clear")
    page.expect_text("#result h2", "waiting for chord selection…")
    page.press_with_control("z")
    page.expect_text("#result h2", "Cma7")


def test_circle_turns_by_click_keys_and_drag(visit):
    page = visit("/circle/C")
    page.click("#hour-3 text.major")
    page.expect_text("#screen h2", "A major")
    page.press(Keys.ARROW_RIGHT)
    page.expect_text("#screen h2", "E major")
    page.wait_until("return document.activeElement.id", "hour-4")
    # The ring of degrees stays where it was turned to.
    page.wait_until("""const { a, b } = document.querySelector(".circle > .turning").getScreenCTM();
        return Math.round(Math.atan2(b, a) * 180 / Math.PI)""", 120)
    left, top, size = page.run("""const { left, top, width,
        height } = document.querySelector("svg.circle").getBoundingClientRect();
        return [left + width / 2, top + height / 2, Math.min(width, height)]""")
    at = lambda right, up: (left + right * 0.47 * size, top - up * 0.47 * size)
    page.move_mouse(at(0, 1))
    page.mouse.pointer_action.pointer_down()
    page.move_mouse(at(0.26, 0.966), at(0.5, 0.866))
    page.up()
    page.expect_text("#screen h2", "B / C♭ major")


def test_details_and_the_graph(visit):
    page = visit("/combine/Cma7/D")
    page.click(".info", "Details of Cma13(♯11)")
    page.expect_path("/details/Cma7/D")
    page.click("#screen a", "Emi7")
    page.expect_text("#screen h2", "Emi7")
    whole = page.run("return document.querySelector('svg.graph').getAttribute('viewBox')")
    page.click("button", "Zoom in")
    page.wait_until(f"return document.querySelector('svg.graph').getAttribute('viewBox') !== {whole!r}")
    page.click("button", "Fit")
    page.wait_until("return document.querySelector('svg.graph').getAttribute('viewBox')", whole)
    page.click("svg.graph [data-node] text", "Emi")
    page.expect_text("#screen h2", "Emi")


def test_pad_is_played_with_the_mouse(visit):
    page = visit("/play/linnstrument")
    page.down('[data-pad^="3 15 "]')
    # Middle C is on five pads.
    page.wait_until("return document.querySelectorAll('.voices .voice').length", 5)
    page.expect_text("#held tbody td:nth-child(2)", "C4")
    page.up()
    page.wait_until("return document.querySelectorAll('.voices .voice').length", 0)


def test_missing_midi_is_reported(visit):
    page = visit("/play/linnstrument")
    page.click("button", "Enable MIDI")
    page.wait_until(
        "return document.querySelector('#midi [role=alert]')?.textContent.includes('Safari does not support MIDI')")


def test_chords_play_and_light_their_keys(visit):
    page = visit("/combine/Cma7/D")
    page.run("window.told = []; document.addEventListener('notes', ({ detail }) => told.push(detail.map(note => "
             "note.pitch)))")
    page.click("button.play", "Play Cma7")
    page.wait_until("return told.at(-1)", [60, 64, 67, 71])
    page.wait_until("return document.querySelectorAll('#lower [data-sounding]').length > 0")
    page.wait_until("return document.querySelectorAll('#lower [data-sounding]').length", 0)


def test_chordset_is_created_named_and_played(webkit_page, own_server):
    page = webkit_page(own_server).goto("/lights")
    # A menu open at the start is closed again.
    page.wait_until("return document.querySelector('#shelf-state').textContent.includes('Saved on the server')")
    page.click("button", "New chordset")
    page.click("#beginnings button:first-of-type")
    page.wait_until("return document.activeElement.matches('.set-title')")
    page.press("Dawn")
    page.wait_until("return document.querySelector('#shelf-state').textContent.includes('Saved on the server')")
    wait_until(Shelf(own_server.url).titles, ["Dawn"])
    page.click("a", "Play chordset 1")
    page.wait_until("return document.querySelector('#canvas')?.width > 0")
    page.down("#cell-4")
    page.wait_until(
        "return [...document.querySelectorAll('[data-cell][aria-pressed=true]')].map(cell => cell.dataset.cell).join()",
        "4")
    page.up()
    page.press(Keys.ESCAPE)
    page.expect_path("/lights")
    # It is also in the browser, and there on the next visit.
    page.reload()
    page.wait_until("return document.querySelector('.set-title')?.value", "Dawn")


def cards(page):
    return page.run("return [...document.querySelectorAll('.tune-card h4')].map(name => name.textContent.trim())")


def test_progression_goes_through_the_keys(visit):
    page = visit("/circle/E♭")
    page.click("a", "Progressions in E♭ major")
    wait_until(lambda: cards(page), ["Fmi7", "B♭7", "E♭ma7"])
    page.click("#tune-chart .chips a", "F")
    wait_until(lambda: cards(page), ["Gmi7", "C7", "Fma7"])
    page.press(Keys.ARROW_RIGHT)
    wait_until(lambda: cards(page), ["Cmi7", "F7", "B♭ma7"])
    page.enter("#progression-text", "ii V | I(triad)")
    page.press(Keys.ENTER)
    wait_until(lambda: cards(page), ["Cmi7", "F7", "B♭"])
    page.reload()
    wait_until(lambda: cards(page), ["Cmi7", "F7", "B♭"])


def test_dictionary_is_searched(visit):
    page = visit("/dictionary")
    names = "return [...document.querySelectorAll('.dictionary-list .playable a')].map(link => link.textContent).join()"
    page.enter("#sheet-search", "m7b5")
    page.wait_until(names, "Cmi7(♭5)")
    page.click(".dictionary .chips a", "F")
    page.wait_until(names, "Fmi7(♭5)")
    page.click(".dictionary-list .playable a")
    page.wait_until("return decodeURIComponent(location.pathname).startsWith('/chord/F')")


def test_set_list_is_made_and_its_tunes_are_favorites(webkit_page, own_server):
    shelf = Shelf(own_server.url, Tunes)
    page = webkit_page(own_server).goto("/tunes")
    page.click("button", "Favourite: Twelve-Bar Blues")
    page.click("a", "Set lists")
    page.click("button", "New set list")
    page.wait_until("return document.activeElement.id", "set-name")
    page.press("Friday", Keys.ENTER)
    page.enter("#set-search", "twel")
    page.click("button", "Add Twelve-Bar Blues")
    page.wait_until("return document.querySelector('.set-row b')?.textContent", "Twelve-Bar Blues")
    wait_until(shelf.titles, ["Friday"])
    page.click("button", "Play set list")
    page.expect_text(".set-bar span", "1 of 1")
    page.click("#tune-start")
    page.goto("/tunes")
    page.click("button", "Favourites")
    page.wait_until("return [...document.querySelectorAll('.tune-list b')].map(b => b.textContent).join()",
                    "Twelve-Bar Blues")


def test_set_list_turns_its_pages_on_the_stand(webkit_page, own_server):
    shelf = Shelf(own_server.url, Tunes)
    titles = ["Alpha", "Beta", "Gamma"]
    shelf.add(*({"id": title.lower(), "text": f"Title: {title}\n\n| C |\n", "setup": ""} for title in titles),
              {"id": "gig", "text": "Title: Gig\nStyle: Set list\n\n|  |\n", "setup": "set=alpha,beta,gamma"})
    page = webkit_page(own_server).goto("/tunes/sets/gig")
    page.click("a", "Alpha")
    page.click("a", "Music stand")
    page.wait_until("return document.documentElement.hasAttribute('data-stand')")
    for turn, title in [(Keys.ARROW_RIGHT, "beta"), (Keys.PAGE_DOWN, "gamma"), (Keys.PAGE_UP, "beta")]:
        page.press(turn)
        page.expect_path(f"/tunes/sets/gig/{title}/stand")
    page.click("a", "Leave the music stand")
    page.expect_path("/tunes/sets/gig/beta")


def test_settings_apply_and_are_remembered(visit):
    page = visit("/settings")

    def brightness():
        return """const { backgroundColor } = getComputedStyle(document.documentElement);
            return Math.max(...backgroundColor.match(/\\d+/g).map(Number)) < 60"""

    page.click("label", "Dark")
    page.wait_until(brightness())
    page.click("label", "High")
    page.wait_until("return document.documentElement.dataset.contrast", "high")
    page.reload()
    page.wait_until(brightness())
    page.wait_until("return document.documentElement.dataset.contrast", "high")
    page.click("label", "Light")
    page.wait_until(brightness(), False)


def test_chords_survive_a_reload_and_the_next_visit(visit):
    page = visit("/combine/Cma7/D")
    page.reload()
    page.expect_text("#result h2", "Cma13(♯11)")
    # The server has written the result; the engine keeps it.
    page.wait_until("return localStorage.getItem('chord-combiner') !== null")
    page.goto("/")
    page.expect_text("#result h2", "Cma13(♯11)")


def test_works_offline_after_one_visit(webkit_page, own_server):
    page = webkit_page(own_server).goto("/combine/Cma7/D")
    page.wait_until("return navigator.serviceWorker.ready.then(({ active }) => active.state)", "activated")
    # Files are cached in any order.
    page.wait_until("""return caches.keys().then(names =>
        Promise.all(names.map(async name => (await (await caches.open(name)).keys())
        .map(({ url }) => url)))).then(urls => urls.flat().some(url => url.endsWith("/main.js")))""")
    own_server.stop()
    page.goto("/chord/Cma7")
    page.expect_text("#screen h2", "Cma7")
    page.goto("/")
    page.expect_text("#result h2", "Cma13(♯11)")
    page.enter("#upper-field", "E")
    page.expect_text("#result h2", "Ema/Cma7")


def test_today_continues_after_a_reload_and_a_change_of_its_length(visit):
    page = visit("/practise")
    page.click("button", "5 min")
    page.click("button", "Flashcards")
    page.click("a", "Today · 5 min")
    page.expect_path("/practise/today/5/cards")
    page.wait_until("return document.querySelectorAll('#practise-name').length", 1)
    page.click("button", "Show answer")
    page.click("button", "I knew it")
    page.wait_until("return document.querySelectorAll('.mark').length", 1)
    shown = page.run("return document.querySelector('#practise-sign').textContent")
    page.reload()
    page.expect_text("#practise-sign", shown)
