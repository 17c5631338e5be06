"""Hung, damaged and reset storage in the user interface: screens stay usable and no work is lost."""

import json

import pytest
from playwright.sync_api import expect

from screen import Screen, wait_until
from serving import SITE, Server
from shelf import Chordsets, Shelf, Tunes
from test_keeping import DATABASES_HANG
from test_shelf import Device
from test_tunes import bar_labels, paste, server, listed_titles

SHELF_RECORD = "chord-combiner-shelf"


@pytest.fixture
def shelf(server):
    shelf = Shelf(server.url, Tunes)
    yield shelf
    for kind in [Chordsets, Tunes]:
        Shelf(server.url, kind).clear()


@pytest.fixture
def visit_with_hung_storage(new_page, server):
    """visit_with_hung_storage("/tunes") → that screen in a browser whose storage never responds."""

    def visit_with_hung_storage(route):
        page = new_page(server.url)
        page.add_init_script(DATABASES_HANG)
        page.goto(route)
        return Screen(page).wait_until_ready()

    return visit_with_hung_storage


@pytest.mark.all
@pytest.mark.firefox
def test_lights_and_tunes_work_with_hung_storage(visit_with_hung_storage, shelf):
    shelf.add(Tunes.api_item("s", "Served"))
    page = visit_with_hung_storage("/tunes").page
    wait_until(page, lambda: listed_titles(page), ["Served"])
    expect(page.locator("#notice")).to_contain_text("storage does not respond")
    expect(page.locator("#tunes-state")).to_contain_text(
        "1 tune. Saved on the server only. This browser stores nothing.")
    paste(page, "Title: Mine\n| Dm7 | G7 |")
    wait_until(page, lambda: bar_labels(page), ["D minor 7", "G 7"])
    wait_until(page, shelf.titles, ["Served", "Mine"])
    page.get_by_role("link", name="More", exact=True).click()
    page.get_by_role("link", name="Lights").click()
    page.get_by_role("button", name="New chordset", exact=True).click()
    page.locator("#beginnings button").filter(has_text="Gentle").click()
    expect(page.locator("#shelf-state")).to_contain_text(
        "1 chordset, 8 chords. Saved on the server only. This browser stores nothing.")
    assert len(Shelf(shelf.url).titles()) == 1


@pytest.mark.all
@pytest.mark.firefox
def test_practice_works_with_hung_storage(visit_with_hung_storage):
    page = visit_with_hung_storage("/practise/play_chord_7").page
    expect(page.locator("#practise-name")).to_contain_text("C")
    expect(page.locator(".trouble[role=status]")).to_contain_text("cannot store anything")
    page.keyboard.press("Space")
    page.keyboard.press("1")
    page.locator("#navigation").get_by_role("link", name="Practise").click()
    expect(page.get_by_text("Loading your practice log")).to_have_count(0)


@pytest.mark.all
@pytest.mark.firefox
def test_unsent_changes_are_sent_from_any_screen(new_page, server, shelf, browser_errors):
    browser_errors.allow("")
    page = new_page(server.url)
    page.goto("/tunes")
    Screen(page).wait_until_ready()
    expect(page.locator("#tunes-state")).to_contain_text("Saved on the server")
    page.context.route("**/api/v1/**", lambda route: route.abort())
    page.get_by_label("Paste a link or chords").fill("".join(f"Title: Number {n}\n| C{n} | F |\n\n" for n in [6, 7, 9]))
    page.get_by_role("button", name="Import").click()
    wait_until(page, lambda: len(listed_titles(page)), 3)
    expect(page.locator("#tunes-state")).to_contain_text("3 items are not on the server yet")
    page.goto("about:blank")
    page.context.unroute("**/api/v1/**")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/circle/F")
    wait_until(page, lambda: sorted(shelf.titles()), ["Number 6", "Number 7", "Number 9"])
    # No chordsets are unsent, so none are requested.
    page.wait_for_timeout(500)
    assert not [url for url in asked if "chordsets" in url.split("/api/")[-1] and "/api/" in url]
    # A browser without unsent items loads no sync module.
    other = new_page(server.url)
    other.on("request", lambda request: asked.append("other " + request.url))
    other.goto("/circle/F")
    Screen(other).wait_until_ready()
    other.wait_for_timeout(2000)
    assert not [url for url in asked if url.startswith("other") and ("/api/" in url or "item-store.js" in url)]


@pytest.mark.all
def test_import_is_reported_as_saved_only_once_it_is(new_page, server, shelf):
    page = new_page(server.url)
    page.goto("/tunes")
    Screen(page).wait_until_ready()
    expect(page.locator("#tunes-state")).to_contain_text("0 tunes. Saved on the server.")
    # Records every state message shown.
    page.evaluate("""() => {
        window.said = [];
        const state = document.getElementById("tunes-state");
        new MutationObserver(() => setTimeout(() => said.push(state.textContent)))
            .observe(state, { subtree: true, childList: true, characterData: true });
    }""")
    page.get_by_label("Paste a link or chords").fill("".join(f"Title: Number {n}\n| C | F |\n\n" for n in range(150)))
    page.get_by_role("button", name="Import").click()
    wait_until(page, lambda: "150 tunes. Saved on the server." in page.locator("#tunes-state").inner_text())
    assert len(shelf.request("GET", "?limit=250")) >= 100
    said = page.evaluate("said.filter((text) => text.includes('150 tunes'))")
    assert "not on the server yet" in said[0] and "Saved on the server" in said[-1]
    whole = ["Saved on the server" in text for text in said]
    assert whole.index(True) == len([one for one in whole if not one]), said


@pytest.mark.all
def test_reset_keeps_unsent_work(new_page, server, shelf, browser_errors):
    browser_errors.allow("")
    shelf.add(Tunes.api_item("s", "Served"))
    page = new_page(server.url)
    page.goto("/practise/play_chord_7")
    Screen(page).wait_until_ready()
    for key in ["Space", "1"]:
        # The card appears and turns with an animation.
        expect(page.locator(f"[data-hotkey='{key}']")).to_be_visible()
        page.keyboard.press(key)
    Screen(page).settle()
    page.goto("/tunes")
    wait_until(page, lambda: listed_titles(page), ["Served"])
    page.context.route("**/api/v1/**", lambda route: route.abort())
    paste(page, "Title: Mine\n| Dm7 | G7 |")
    wait_until(page, lambda: bar_labels(page), ["D minor 7", "G 7"])
    # Other records in localStorage.
    page.evaluate("""() => {
        localStorage.setItem("chord-combiner-settings", JSON.stringify({ version: 1, theme: "dark" }));
        localStorage.setItem("chord-combiner-tunes-unended-x", "{");
        localStorage.setItem("chord-combiner-shelf", JSON.stringify({ version: 1, key: "A".repeat(22) }));
    }""")
    page.goto("/settings")
    with page.expect_navigation():
        page.get_by_role("button", name="Reset this device, keep unsent work").click()
    Screen(page).wait_until_ready()
    assert page.evaluate("localStorage.getItem('chord-combiner-settings')") is None
    assert json.loads(page.evaluate("localStorage.getItem('chord-combiner-shelf')"))["key"] == "A" * 22
    page.evaluate("localStorage.removeItem('chord-combiner-shelf')")
    page.goto("/tunes")
    wait_until(page, lambda: listed_titles(page), ["Mine"])
    page.context.unroute("**/api/v1/**")
    page.reload()
    wait_until(page, lambda: sorted(listed_titles(page)), ["Mine", "Served"])
    wait_until(page, lambda: sorted(shelf.titles()), ["Mine", "Served"])
    page.goto("/practise/results")
    expect(page.locator(".heat-cell:not(.new)")).to_have_count(1)


def test_reset_is_offered_when_the_engine_cannot_load(new_page, server, browser_errors):
    browser_errors.allow("")
    page = new_page(server.url)
    page.route("**/*.wasm", lambda route: route.fulfill(status=200, body="damaged"))
    page.goto("/combine/Cma7/D")
    button = page.get_by_role("button", name="Reset this device, keep unsent work")
    expect(button).to_be_visible()
    page.unroute("**/*.wasm")
    with page.expect_navigation():
        button.click()
    Screen(page).wait_until_ready().expect_titles(result="Cma13(♯11)")


# Keys of the own shelf and of read shelves


@pytest.fixture(scope="module")
def shelves(tmp_path_factory):
    server = Server(SITE, tmp_path_factory.mktemp("keys") / "log", "--shelves")
    yield server
    assert server.stop() == 0, server.log


@pytest.fixture
def device(browser, shelves):
    devices = []

    def device():
        devices.append(Device(browser, shelves.url))
        return devices[-1]

    yield device
    for one in devices:
        one.context.close()


def change_record(device, change, record=SHELF_RECORD):
    """Changes this record while the page is closed, then opens the page again."""
    device.goto("/help")
    device.page.evaluate("""([name, change]) => {
        localStorage.setItem(name, new Function("text", "record", `return ${change}`)(localStorage[name],
            JSON.parse(localStorage[name])));
    }""", [record, change])
    return device.goto("/lights")


@pytest.mark.all
@pytest.mark.parametrize("change", [
    "text.slice(0, -3)", "text + '}'",
    "JSON.stringify({ ...record, next: 17, reader: {}, name: [], isNew: 'yes', hasReaders: 5 })",
])
def test_damaged_shelf_record_loses_no_key(device, change):
    one = device().goto("/lights").add_chordset("Dusk").expect_status("Saved on the server")
    key = one.record()["key"]
    change_record(one, change).expect_listed("Dusk").add_chordset("Dawn").expect_status("Saved on the server")
    assert one.shelves_created() == 1
    two = device().goto("/lights")
    two.page.evaluate(
        "([name, key]) => localStorage.setItem(name, JSON.stringify({ version: 1, key }))", [SHELF_RECORD, key])
    two.goto("/lights").expect_listed("Dusk", "Dawn")


def test_shelf_record_without_a_key_is_set_aside(device):
    one = device().goto("/lights").add_chordset("Dusk").expect_status("Saved on the server")
    change_record(one, "text.replace(/key/, 'kex')").expect_listed("Dusk").expect_status("Saved on the server")
    assert one.shelves_created() == 2
    assert "kex" in one.page.evaluate("name => localStorage.getItem('chord-combiner-damaged-' + name)", SHELF_RECORD)


def test_damaged_list_of_read_shelves_accepts_new_ones(device):
    one = device().goto("/shelf")
    one.page.evaluate("localStorage.setItem('chord-combiner-read-shelves', '{')")
    assets = next((SITE / "assets").iterdir()).name
    one.page.evaluate("""async (assets) => {
        const { rememberShelf } = await import(assets + "storage/read-shelves.js");
        rememberShelf({ key: "B".repeat(22), name: "Theirs" });
    }""", f"/assets/{assets}/")
    one.goto("/shelf").expect_text("Shelves you read").expect_text("Theirs")
