"""The shelf: one key for several devices, read-only links, and no leak of a key."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from devices import hide
from looks import SET_THEME, serious_violations
from screen import DESKTOP, FAILING_ENGINE, TIMEOUT, PHONE, READY_SIGNAL, Screen, launch, wait_until
from serving import SITE, Server
from test_sharing import clipboard

SHELF_RECORD = "chord-combiner-shelf"
KEY = re.compile(r"^[\w-]{22}$", re.ASCII)
KEYS = re.compile(r"(?<=[\"#])[\w-]{22}(?=\"|$)|^[\w-]{22}$", re.ASCII)
# Reports whatever is put into persistent storage.
RECORD_KEYS = """
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (name, value) {
        noteKeys(String(value));
        return setItem.call(this, name, value);
    };
"""
# Everything that the page exposes, except the clipboard.
EXPOSED_TEXT = """async (assets) => {
    const { loggedActions } = await import(assets + "loop/action-log.js");
    const fields = [...document.querySelectorAll("input, textarea")].map(({ value }) => value);
    return JSON.stringify([document.documentElement.outerHTML, document.title, location.href, history.state,
        loggedActions(), fields,
        performance.getEntries().map(({ name }) => name)]);
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(SITE, tmp_path_factory.mktemp("shelves") / "log", "--shelves")
    yield server
    assert server.stop() == 0, server.log


@pytest.fixture(scope="module")
def firefox(playwright):
    browser = launch(playwright, "firefox")
    yield browser
    browser.close()


class Device:
    """A separate browser, with the console output and requests of its tabs."""

    def __init__(self, browser, url, prepare="", **options):
        self.context = browser.new_context(**{"base_url": url, "viewport": DESKTOP, **options})
        self.context.set_default_timeout(TIMEOUT)
        self.keys_seen = set()
        self.context.expose_binding("noteKeys", lambda _, text: self.keys_seen.update(KEYS.findall(text)))
        self.context.add_init_script(READY_SIGNAL + RECORD_KEYS + "delete Navigator.prototype.serviceWorker;" + prepare)
        self.console, self.requests, self.authorizations = [], [], []
        self.context.on("console", lambda message: self.console.append(message.text))
        self.context.on("weberror", lambda error: self.console.append(str(error.error)))
        self.context.on("request", self.record_request)
        self.page = self.context.new_page()
        self.screen = Screen(self.page)

    def record_request(self, request):
        self.requests.append((request.method, request.url))
        self.authorizations.append(request.headers.get("authorization", ""))

    def goto(self, route):
        self.keys_seen.update(KEYS.findall(route))
        # Changing only the fragment would not load the page.
        if "#" in route:
            self.page.goto("about:blank")
        self.screen.goto(route)
        return self

    # The list of chordsets

    def add_chordset(self, title):
        """Adds a chordset."""
        self.page.get_by_role("button", name="New chordset", exact=True).click()
        self.page.locator("#beginnings button").filter(has_text="Plain colours").click()
        expect(self.page.locator("#beginnings")).to_be_hidden()
        self.page.locator(".set-title").last.fill(title)
        return self

    def expect_listed(self, *titles):
        wait_until(self.page, lambda: sorted(self.titles()), sorted(titles))
        return self

    def titles(self):
        return self.page.locator(".set-title").evaluate_all("fields => fields.map(field => field.value)")

    def expect_status(self, *parts):
        for part in parts:
            expect(self.page.locator("#shelf-state [role=status]")).to_contain_text(part)
        return self

    # The shelf

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def section(self, name):
        return self.page.get_by_role("region", name=name, exact=True)

    def expect_text(self, text):
        expect(self.page.locator(".own-shelf")).to_contain_text(text)
        return self

    def expect_notice(self, text):
        expect(self.page.locator("#notice")).to_contain_text(text)
        return self

    def copy_link(self, section="On your other devices"):
        """The link that the section copies."""
        self.section(section).get_by_role("button", name="Copy link").click()
        self.expect_notice("Link copied")
        return clipboard(self.screen)

    def record(self):
        return json.loads(self.page.evaluate("name => localStorage.getItem(name)", SHELF_RECORD) or "null")

    def keys(self):
        record = self.record() or {}
        return [record[name] for name in ["key", "next", "reader"] if name in record]

    def shelves_created(self):
        return len([1 for method, url in self.requests if method == "POST" and url.endswith("/shelf")])

    def set_offline(self, is_offline=True):
        self.context.set_offline(is_offline)


@pytest.fixture
def device(request, browser, server):
    """device() → a new browser; device("firefox") → a new Firefox."""
    devices = []

    def device(name=None, **options):
        other = request.getfixturevalue("firefox") if name == "firefox" else browser
        devices.append(Device(other, server.url, **options))
        return devices[-1]

    yield device
    # No key of any browser may appear in a console message or a requested URL.
    keys = {key for device in devices for key in device.keys_seen}
    for device in devices:
        for text in [*device.console, *(url for _, url in device.requests)]:
            assert not any(key in text for key in keys), text
        device.context.close()


@pytest.fixture
def owner(device):
    """A browser with one chordset on its shelf."""
    return device().goto("/lights").add_chordset("Dusk").expect_status("Saved on the server")


def open_link(device, link):
    return device.goto(link)


def join_shelf(device, link):
    open_link(device, link).button("Use it here").click()
    return device.expect_notice("This browser now uses the shelf")


# Creating a shelf


@pytest.mark.all
@pytest.mark.firefox
def test_no_shelf_or_key_without_stored_items(device):
    one = device()
    for route in ["/lights", "/tunes", "/shelf"]:
        one.goto(route)
    one.expect_text("Nothing is on the server yet")
    one.page.wait_for_timeout(1000)
    assert one.record() is None
    assert not [url for method, url in one.requests if method != "GET"]


@pytest.mark.firefox
def test_first_item_creates_a_private_shelf(owner, device):
    assert KEY.match(owner.record()["key"]) and "isNew" not in owner.record()
    owner.goto("/lights").expect_listed("Dusk").expect_status("Saved on the server")
    # Another user's items are on another shelf.
    other = device().goto("/lights").add_chordset("Other").expect_status("Saved on the server")
    other.expect_listed("Other")
    assert other.record()["key"] != owner.record()["key"]
    assert [url for method, url in owner.requests if method == "POST" and url.endswith("/shelf")]


@pytest.mark.all
def test_two_tabs_create_one_key(device):
    one = device().goto("/lights")
    two = Screen(one.context.new_page()).goto("/tunes")
    two.page.get_by_label("Paste a link or chords").fill("Title: First\n| C | F |")
    one.add_chordset("Dusk")
    two.page.get_by_role("button", name="Import").click()
    one.expect_status("Saved on the server")
    two.goto("/tunes")
    expect(two.page.locator("#tunes-state")).to_contain_text("Saved on the server")
    # Both tabs may create the shelf, since the second cannot know it exists. They use the same key.
    made = [
        key for (method, url), key in zip(one.requests, one.authorizations) if method == "POST"
        and url.endswith("/shelf")]
    assert set(made) == {f"Bearer {one.record()['key']}"}
    one.goto("/shelf").expect_text("1 chordset").expect_text("1 tune")


@pytest.mark.all
def test_failed_shelf_creation_is_retried(device, server):
    one = device().goto("/lights")
    # Retried as soon as there is a key, then after a delay.
    one.context.route("**/api/v1/shelf", lambda route: route.abort(), times=2)
    one.add_chordset("Dusk").expect_status("1 item is not on the server yet")
    key = one.record()["key"]
    one.expect_status("Saved on the server")
    assert one.record() == {"version": 1, "key": key}


class RestartableServer:
    """A server that can be restarted at its address with its database."""

    def __init__(self, folder):
        self.folder = folder
        self.server = Server(SITE, folder / "log", "--shelves")
        self.url = self.server.url

    def restart(self):
        self.server.stop()
        self.server = Server(SITE, self.folder / "log", "--shelves", "--port", str(self.server.port))


@pytest.fixture
def restartable_server(tmp_path):
    restartable_server = RestartableServer(tmp_path)
    yield restartable_server
    restartable_server.server.stop()


@pytest.mark.all
@pytest.mark.firefox
def test_empty_shelf_is_not_lost_on_restart(browser, restartable_server):
    one, two = Device(browser, restartable_server.url), Device(browser, restartable_server.url)
    # Only the request for the shelf gets through.
    one.context.route(
        "**/api/v1/chordsets", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    one.goto("/lights").add_chordset("Dusk").expect_status("1 item is not on the server yet")
    wait_until(one.page, one.shelves_created, 1)
    key = one.record()["key"]
    one.goto("/shelf").page.get_by_label("Your other devices and readers see it.").press_sequentially("Jam")
    one.screen.press("Enter")
    one.expect_notice("Name changed")
    one.button("Create a read-only link").click()
    one.expect_notice("The read-only link is ready")
    join_shelf(two, one.copy_link())
    # Both have synced the empty shelf.
    two.goto("/lights").expect_status("Saved on the server")
    restartable_server.restart()
    for device in (one, two):
        device.goto("/shelf").expect_text("On your other devices")
        expect(device.page.get_by_role("alert")).to_have_count(0)
        expect(device.page.get_by_label("Your other devices and readers see it.")).to_have_value("Jam")
        assert device.record()["key"] == key
    expect(one.button("Create a new link…")).to_be_visible()
    restartable_server.restart()
    two.goto("/lights").expect_status("0 chordsets").add_chordset("Dawn").expect_status("Saved on the server")
    one.context.unroute("**/api/v1/chordsets")
    one.goto("/lights").expect_listed("Dawn", "Dusk").expect_status("Saved on the server")
    two.expect_listed("Dawn", "Dusk")
    assert not one.record().get("isNew") and not two.record().get("isNew")
    # Now a lost database would lose items.
    restartable_server.server.stop()
    Path(restartable_server.server.database).unlink()
    restartable_server.server = Server(
        SITE, restartable_server.folder / "other", "--shelves", "--port", str(restartable_server.server.port))
    for device in (one, two):
        device.goto("/shelf")
        expect(device.page.locator(".shelf-lost")).to_be_visible()
        device.context.close()


@pytest.mark.all
def test_no_unreachable_shelf_is_created_without_storage(device):
    one = device(prepare="""for (const name of ["indexedDB", "localStorage"]) Object.defineProperty(window, name, {
        get() { throw new DOMException("denied", "SecurityError"); } });""").goto("/lights")
    one.add_chordset("Dusk").expect_status("this browser stores nothing")
    one.page.wait_for_timeout(1000)
    assert not [url for method, url in one.requests if method != "GET"]
    one.page.goto("about:blank")


# Several devices


@pytest.mark.parametrize("other", ["chromium", pytest.param("firefox", marks=pytest.mark.all)])
def test_changes_reach_another_device(owner, device, other):
    link = owner.goto("/shelf").copy_link()
    two = join_shelf(device(other), link).expect_text("1 chordset")
    assert two.screen.address() == link.split("#")[0]
    two.goto("/lights").expect_listed("Dusk").expect_status("Saved on the server")
    owner.goto("/lights").expect_status("Saved on the server")
    for here, there, titles in [(owner, two, ["Dusk", "Dawn"]), (two, owner, ["Dusk", "Dawn", "Noon"])]:
        here.add_chordset(titles[-1])
        there.expect_listed(*titles)
    assert two.record()["key"] == owner.record()["key"]


@pytest.mark.all
def test_offline_changes_on_two_devices_are_merged(owner, device):
    two = join_shelf(device(), owner.goto("/shelf").copy_link())
    owner.goto("/lights").expect_listed("Dusk")
    two.goto("/lights").expect_listed("Dusk").expect_status("Saved on the server")
    for one in [owner, two]:
        one.set_offline()
    owner.add_chordset("Here").expect_status("1 item is not on the server yet")
    two.add_chordset("There").expect_status("1 item is not on the server yet")
    two.page.locator(".set-title").first.fill("Dusk again")
    for one in [owner, two]:
        one.set_offline(False)
    for one in [owner, two]:
        one.expect_listed("Dusk again", "Here", "There").expect_status("Saved on the server")


@pytest.mark.all
@pytest.mark.firefox
def test_switching_shelves_needs_confirmation(owner, device):
    link = owner.goto("/shelf").copy_link()
    two = device().goto("/lights").add_chordset("Mine").expect_status("Saved on the server")
    key = two.record()["key"]
    open_link(two, link).expect_text("Use this shelf in this browser?")
    expect(two.section("Use this shelf in this browser?")).to_be_focused()
    # The question is still there after a reload.
    two.screen.reload()
    two.button("Not now").click()
    two.expect_text("On your other devices")
    assert two.record()["key"] == key
    open_link(two, link)
    two.button("Use it here").click()
    two.expect_notice("This browser now uses the shelf").expect_text("2 chordsets and 0 tunes. Saved on the server.")
    for one in [two, owner]:
        one.goto("/lights").expect_listed("Dusk", "Mine").expect_status("Saved on the server")
        # The switch was intended, so nothing is reported.
        expect(one.page.locator("#notice")).to_be_empty()
    assert two.record()["key"] == owner.record()["key"] != key


@pytest.mark.all
def test_shelf_name_is_shown_on_other_devices(owner, device):
    link = owner.goto("/shelf").copy_link()
    owner.page.get_by_label("Your other devices and readers see it.").fill(" My  music ")
    owner.screen.press("Enter")
    owner.expect_notice("Name changed")
    two = join_shelf(device(), link)
    expect(two.page.get_by_label("Your other devices and readers see it.")).to_have_value("My music")


# Readers


@pytest.mark.all
@pytest.mark.firefox
def test_readers_can_view_and_copy(owner, device):
    owner.goto("/shelf").button("Create a read-only link").click()
    owner.expect_notice("The read-only link is ready")
    link = owner.copy_link("Let others read")
    assert link.split("#")[1] == owner.record()["reader"] != owner.record()["key"]
    reader = open_link(device(), link).expect_text(
        "You can view this shelf: 1 chordset and 0 tunes").expect_text("Dusk")
    assert reader.record() is None
    reader.button("Copy all to my shelf").click()
    reader.expect_notice("1 item copied")
    wait_until(reader.page, lambda: bool(reader.record()))
    # An item opens like a shared link, and back returns to the shelf.
    reader.button("Dusk").click()
    expect(reader.page).to_have_url(re.compile(r"/chordset/\w+"))
    expect(reader.page.get_by_role("heading", name="Dusk")).to_be_visible()
    reader.page.go_back()
    reader.button("Copy all to my shelf").click()
    reader.expect_notice("You already have all of these")
    # The shared shelf stays open after a reload until it is closed.
    reader.screen.reload()
    reader.expect_text("You can view this shelf")
    reader.button("Close").click()
    reader.expect_text("On your other devices")
    reader.goto("/lights").expect_listed("Dusk").expect_status("Saved on the server")
    reader.page.locator(".set-title").first.fill("Mine now")
    reader.expect_status("Saved on the server")
    owner.goto("/lights").expect_listed("Dusk")


@pytest.mark.all
def test_renewed_or_revoked_read_only_link_stops_working(owner, device):
    owner.goto("/shelf").button("Create a read-only link").click()
    owner.expect_notice("The read-only link is ready")
    first = owner.copy_link("Let others read")
    owner.button("Create a new link…").click()
    owner.button("Create a new link").click()
    wait_until(owner.page, lambda: owner.record()["reader"] != first.split("#")[1])
    owner.expect_notice("The read-only link is ready")
    second = owner.copy_link("Let others read")
    reader = open_link(device(), first).expect_text("No shelf found for this link")
    open_link(reader, second).expect_text("You can view this shelf")
    # Another device knows that the shelf is shared, but not the link.
    other = join_shelf(device(), owner.copy_link()).expect_text("Only the device that created the link")
    other.button("Stop sharing…").click()
    other.button("Stop sharing").click()
    other.expect_notice("Sharing stopped")
    open_link(reader, second).expect_text("This shelf is no longer shared")
    owner.screen.reload()
    owner.expect_text("A second link lets others view")
    assert "reader" not in owner.record()


# Invalid and renewed keys


@pytest.mark.firefox
def test_renewed_key_locks_out_the_old_key(owner, device):
    old = owner.goto("/shelf").copy_link()
    two = join_shelf(device(), old)
    two.goto("/lights").expect_listed("Dusk").expect_status("Saved on the server")
    owner.button("Replace your link…").click()
    owner.button("Replace your link").click()
    owner.expect_notice("Your link has been replaced")
    new = owner.copy_link()
    assert new != old and "next" not in owner.record()
    # Items in this browser stay and can be edited.
    two.add_chordset("Meanwhile").expect_status("the server no longer knows your shelf").expect_listed(
        "Dusk", "Meanwhile")
    two.page.get_by_role("link", name="What to do").click()
    two.expect_text("The server no longer has this shelf")
    made = two.shelves_created()
    # Pasted by hand, as in an installed app that links do not open.
    two.page.get_by_label("Shelf link").fill(f" {new} ")
    two.screen.press("Enter")
    expect(two.page.get_by_label("Shelf link")).to_have_count(0)
    two.button("Use it here").click()
    two.expect_notice("This browser now uses the shelf")
    assert made == two.shelves_created()
    for one in [two, owner]:
        one.goto("/lights").expect_listed("Dusk", "Meanwhile").expect_status("Saved on the server")
    open_link(device(), old).expect_text("No shelf found for this link")


@pytest.mark.all
def test_replacing_the_link_locks_out_readers(owner, device):
    """A holder of the old link could have created a read-only link."""
    owner.goto("/shelf").button("Create a read-only link").click()
    owner.expect_notice("The read-only link is ready")
    readers = owner.copy_link("Let others read")
    reader = open_link(device(), readers).expect_text("You can view this shelf")
    owner.button("Replace your link…").click()
    owner.expect_text("including readers’ links")
    owner.button("Replace your link").click()
    owner.expect_notice("Your link has been replaced").expect_text("A second link lets others view")
    assert not {"reader", "nextReader"} & owner.record().keys()
    expect(reader.page.locator(".own-shelf")).to_contain_text("This shelf is no longer shared", timeout=30_000)
    reader.button("Forget this shelf").click()
    expect(reader.section("Shelves you read")).to_have_count(0)


@pytest.mark.all
@pytest.mark.firefox
def test_readers_can_reopen_a_shelf_and_see_changes(owner, device):
    owner.goto("/shelf").button("Create a read-only link").click()
    owner.expect_notice("The read-only link is ready")
    reader = open_link(device(), owner.copy_link("Let others read")).expect_text("You can view this shelf: 1 chordset")
    # Changes by the owner appear without a reload.
    # By real key presses: Firefox fires no change event at Enter for a value set by script.
    owner.page.get_by_label("Your other devices and readers see it.").press_sequentially("Class")
    owner.screen.press("Enter")
    owner.expect_notice("Name changed").goto("/lights").add_chordset("Dawn").expect_status("Saved on the server")
    expect(reader.page.locator(".own-shelf")).to_contain_text("2 chordsets", timeout=30_000)
    reader.expect_text("Dawn")
    expect(reader.page.get_by_role("heading", name="Class", exact=True)).to_be_visible()
    reader.button("Close").click()
    reader.page.close()
    reader.page = reader.context.new_page()
    reader.screen = Screen(reader.page)
    reader.goto("/shelf").section("Shelves you read").get_by_role("button", name="Class").click()
    reader.expect_text("You can view this shelf: 2 chordsets")
    reader.button("Forget this shelf…").click()
    reader.button("Forget this shelf").click()
    # The list of shelves is not shown beside a shelf, so its absence proves nothing yet.
    expect(reader.page.locator(".own-shelf")).not_to_contain_text("You can view this shelf")
    expect(reader.section("Shelves you read")).to_have_count(0)
    reader.screen.reload()
    reader.expect_text("Nothing is on the server yet")
    expect(reader.section("Shelves you read")).to_have_count(0)


@pytest.mark.all
def test_new_name_appears_on_open_pages(owner, device):
    two = join_shelf(device(), owner.goto("/shelf").copy_link())
    owner.page.get_by_label("Your other devices and readers see it.").fill("Studio")
    owner.screen.press("Enter")
    expect(two.page.get_by_label("Your other devices and readers see it.")).to_have_value("Studio", timeout=30_000)


@pytest.mark.all
@pytest.mark.parametrize("place", ["/SHELF#KEY.", "/combine/Cma7/D#KEY", *(
    pytest.param(place, marks=pytest.mark.all) for place in ["/SHELF#KEY", "/lights#KEY", "/#KEY)"])])
def test_key_is_found_in_any_address(owner, device, place):
    one = open_link(device(), place.replace("KEY", owner.record()["key"])).expect_text("in this browser?")
    assert one.page.url == owner.screen.page.url.split("/lights")[0] + "/shelf"


@pytest.mark.all
def test_escaped_hash_in_a_link_is_accepted_and_removed(owner, browser, server):
    key = owner.record()["key"]
    one = Device(browser, server.url).goto("/shelf%23" + key).expect_text("in this browser?")
    assert one.page.url == server.url + "/shelf"
    assert key not in one.page.content()
    one.context.close()


@pytest.mark.all
def test_forgotten_shelf_does_not_return_with_a_pending_response(owner, device):
    owner.goto("/shelf").button("Create a read-only link").click()
    owner.expect_notice("The read-only link is ready")
    reader = open_link(device(), owner.copy_link("Let others read")).expect_text("You can view this shelf")
    other = reader.context.new_page()
    Screen(other).goto("/shelf")
    other.get_by_role("button", name="A shared shelf").click()
    expect(other.locator(".own-shelf")).to_contain_text("You can view this shelf")
    for name in ["Forget this shelf…", "Forget this shelf"]:
        other.get_by_role("button", name=name, exact=True).click()
    expect(other.get_by_role("region", name="Shelves you read")).to_have_count(0)
    expect(reader.button("Forget this shelf…")).to_have_count(0)
    owner.goto("/lights").add_chordset("Dawn").expect_status("Saved on the server")
    expect(reader.page.locator(".own-shelf")).to_contain_text("2 chordsets", timeout=30_000)
    assert reader.page.evaluate("localStorage.getItem('chord-combiner-read-shelves')") is None


@pytest.mark.all
def test_deleted_shelf_is_not_reported_as_lost(owner):
    """Also while the shelf is fetched repeatedly."""
    owner.goto("/shelf").expect_text("On your other devices")
    owner.page.evaluate("""() => {
        window.lost = false;
        new MutationObserver(() => (window.lost ||= document.querySelector(".shelf-lost") !== null))
            .observe(document.body, { childList: true, subtree: true });
        setInterval(() => dispatchEvent(new Event("online")), 5);
    }""")
    owner.button("Delete for good…").click()
    owner.button("Delete for good").click()
    owner.expect_notice("Shelf deleted").expect_text("Nothing is on the server yet")
    assert not owner.page.evaluate("window.lost")


@pytest.mark.all
def test_read_only_link_created_during_a_renewal_works(owner):
    owner.goto("/shelf").expect_text("On your other devices")
    renew_without_answer(owner)
    owner.button("Create a read-only link").click()
    owner.expect_notice("The read-only link is ready")
    assert owner.copy_link("Let others read").split("#")[1] == owner.record()["reader"]


@pytest.mark.all
def test_escape_cancels_a_confirmation(owner):
    owner.goto("/shelf").button("Delete for good…").click()
    owner.screen.press("Escape")
    expect(owner.button("Delete for good")).to_have_count(0)
    expect(owner.button("Delete for good…")).to_be_focused()
    owner.screen.press("Escape")
    expect(owner.page.locator(".own-shelf")).to_have_count(0)


def renew_without_answer(owner):
    """The server renews the key, and the response is lost."""
    def drop_answer(route):
        route.fetch()
        route.abort()

    owner.context.route("**/api/v1/shelf/key", drop_answer, times=1)
    owner.button("Replace your link…").click()
    owner.button("Replace your link").click()
    owner.expect_notice("may have been replaced")


@pytest.mark.all
def test_renewal_with_a_lost_response_keeps_access(owner):
    owner.goto("/shelf").expect_text("On your other devices")
    old = owner.record()["key"]
    renew_without_answer(owner)
    owner.screen.reload()
    owner.expect_text("On your other devices")
    assert owner.record()["key"] != old and "next" not in owner.record()
    owner.goto("/lights").add_chordset("Dawn").expect_listed("Dusk", "Dawn").expect_status("Saved on the server")


@pytest.mark.all
def test_deleted_shelf_is_gone_and_other_devices_keep_their_items(owner, device):
    link = owner.goto("/shelf").copy_link()
    two = join_shelf(device(), link)
    two.goto("/lights").expect_listed("Dusk").expect_status("Saved on the server")
    owner.button("Delete for good…").click()
    owner.button("Delete for good").click()
    owner.expect_notice("Shelf deleted").expect_text("Nothing is on the server yet")
    assert owner.record() is None
    owner.goto("/lights").expect_listed()
    two.expect_status("the server no longer knows your shelf").expect_listed("Dusk")
    two.goto("/shelf").button("Start a new shelf").click()
    two.expect_notice("on a new shelf now")
    assert two.record()["key"] != link.split("#")[1]
    two.goto("/lights").expect_listed("Dusk").expect_status("Saved on the server")
    open_link(device(), link).expect_text("No shelf found for this link")


@pytest.mark.all
@pytest.mark.firefox
def test_leaving_a_shelf_clears_the_browser_and_keeps_the_shelf(owner):
    tab = Screen(owner.context.new_page()).goto("/lights")
    link = owner.goto("/shelf").copy_link()
    owner.button("Leave the shelf…").click()
    owner.button("Leave the shelf").click()
    owner.expect_notice("This browser has left the shelf").expect_text("Nothing is on the server yet")
    expect(tab.page.locator(".set-title")).to_have_count(0)
    owner.page.wait_for_timeout(1000)
    assert owner.record() is None
    owner.goto("/lights").expect_listed()
    join_shelf(owner, link)
    owner.goto("/lights").expect_listed("Dusk")
    expect(tab.page.locator(".set-title")).to_have_count(1)


# Keys do not leak


@pytest.mark.all
@pytest.mark.firefox
def test_key_is_removed_from_the_address_before_the_engine_loads(owner, device, server):
    link = owner.goto("/shelf").copy_link()
    two = device()
    held = []
    # Later requests are not held.
    two.context.route("**/*.wasm", lambda route: held.append(route) if not held else route.continue_())
    two.page.goto(link, wait_until="commit")
    wait_until(two.page, lambda: two.page.evaluate("location.href"), server.url + "/shelf")
    wait_until(two.page, lambda: len(held) > 0)
    # A reload at that moment also works.
    two.page.reload()
    two.button("Use it here").click()
    two.expect_notice("This browser now uses the shelf")
    assert two.page.evaluate("history.length") <= 2
    two.goto("/lights").expect_listed("Dusk")


@pytest.mark.all
@pytest.mark.firefox
def test_shelf_link_works_on_an_open_page(owner, device, server):
    link = owner.goto("/shelf").copy_link()
    two = device().goto("/shelf").expect_text("Nothing is on the server yet")
    two.page.evaluate("link => { location.href = link; }", link)
    two.button("Use it here").click()
    two.expect_notice("This browser now uses the shelf")
    assert two.screen.address() == server.url + "/shelf"
    two.page.evaluate("link => { location.href = link; }", link)
    two.expect_text("This is already your shelf")
    two.page.go_back()
    assert two.screen.address() == server.url + "/shelf"


@pytest.mark.all
@pytest.mark.parametrize("text, sentence", [
    ("abc", "This link is incomplete"), ("A" * 21, "This link is incomplete"), ("A" * 23, "This link is incomplete"),
    ("%20", "This link is incomplete"), ("Ä" * 22, "This link is incomplete"),
    ("A" * 22, "No shelf found for this link"),
    ("A" * 22 + ".", "No shelf found for this link"),
])
def test_invalid_shelf_link_is_reported(device, server, text, sentence):
    one = device().goto("/shelf#" + text).expect_text(sentence)
    assert one.screen.address() == server.url + "/shelf"
    one.button("Close").click()
    one.expect_text("Nothing is on the server yet")
    assert one.record() is None


@pytest.mark.all
def test_link_can_be_retried_after_a_failure(owner, device):
    link = owner.goto("/shelf").copy_link()
    two = device()
    # The page also retries every ten seconds, which would replace the button under the mouse.
    two.page.add_init_script("""
        const { setInterval } = window;
        window.setInterval = (task, time) => time === 10_000 ? 0 : setInterval(task, time);
    """)
    two.context.route("**/api/v1/shelf", lambda route: route.abort())
    open_link(two, link).expect_text("This link cannot be opened right now")
    two.button("Try again").click()
    two.expect_notice("The server still cannot be reached")
    two.expect_text("This link cannot be opened right now")
    two.context.unroute("**/api/v1/shelf")
    two.button("Try again").click()
    two.button("Use it here").click()
    two.expect_notice("This browser now uses the shelf")


def test_link_of_another_server_is_not_sent(device):
    one = device().goto("/shelf").expect_text("Nothing is on the server yet")
    one.page.get_by_label("Shelf link").fill("https://chords.example/shelf#" + "B" * 22)
    one.screen.press("Enter")
    one.expect_text("This link belongs to another server").expect_text("chords.example")
    assert not any("BBBB" in sent for sent in one.authorizations)


@pytest.mark.all
def test_switching_to_a_deleted_shelf_keeps_the_current_one(owner, device):
    link = owner.goto("/shelf").copy_link()
    two = device().goto("/lights").add_chordset("Mine").expect_status("Saved on the server")
    key = two.record()["key"]
    open_link(two, link).expect_text("Use this shelf in this browser?")
    owner.button("Delete for good…").click()
    owner.button("Delete for good").click()
    owner.expect_notice("Shelf deleted")
    two.button("Use it here").click()
    two.expect_notice("Your own shelf is unchanged")
    assert two.record()["key"] == key
    two.goto("/lights").expect_listed("Mine").expect_status("Saved on the server")


@pytest.mark.all
def test_shown_link_is_updated_on_renewal(owner):
    owner.goto("/shelf").section("On your other devices").get_by_role("button", name="Show link").click()
    old = owner.record()["key"]
    shown = owner.page.locator("#shelf-own-link")
    expect(shown).to_contain_text(old)
    tab = Screen(owner.context.new_page()).goto("/shelf")
    for name in ["Replace your link…", "Replace your link"]:
        tab.page.get_by_role("button", name=name, exact=True).click()
    expect(tab.page.locator("#notice")).to_contain_text("Your link has been replaced")
    wait_until(owner.page, lambda: owner.record()["key"] != old)
    expect(shown).to_contain_text(owner.record()["key"])


@pytest.mark.all
def test_uncertain_key_is_neither_shared_nor_discarded(owner):
    owner.goto("/shelf").expect_text("On your other devices")
    old = owner.record()["key"]
    owner.context.route("**/api/v1/shelf", lambda route: route.abort())
    renew_without_answer(owner)
    owner.section("On your other devices").get_by_role("button", name="Copy link").click()
    owner.expect_notice("either link may be the valid one")
    owner.button("Leave the shelf…").click()
    owner.button("Leave the shelf").click()
    owner.expect_notice("either link may be the valid one")
    assert owner.record()["key"] == old and owner.record()["next"]
    owner.context.unroute("**/api/v1/shelf")
    assert owner.copy_link().split("#")[1] != old
    assert "next" not in owner.record()


@pytest.mark.all
def test_undo_does_not_restore_items_of_a_left_shelf(owner):
    owner.goto("/lights").add_chordset("Dawn").expect_status("Saved on the server")
    owner.page.get_by_role("button", name="Delete chordset 2", exact=True).click()
    expect(owner.page.locator(".undo-bar")).to_contain_text("Dawn")
    owner.page.get_by_role("link", name="Your shelf").click()
    owner.button("Leave the shelf…").click()
    owner.button("Leave the shelf").click()
    owner.expect_notice("This browser has left the shelf")
    owner.page.locator(".up").click()
    owner.expect_listed()
    expect(owner.page.locator(".undo-bar")).to_have_count(0)


@pytest.mark.all
def test_exported_shelf_can_be_imported_again(owner, device, tmp_path):
    owner.goto("/shelf")
    with owner.page.expect_download() as saved:
        owner.button("Save as a file").click()
    path = tmp_path / "shelf.json"
    saved.value.save_as(path)
    other = device().goto("/shelf")
    other.page.get_by_label("Add from a file").set_input_files(path)
    other.expect_notice("1 item copied")
    other.goto("/lights").expect_listed("Dusk").expect_status("Saved on the server")
    owner.page.get_by_label("Add from a file").set_input_files(path)
    owner.expect_notice("You already have all of these")
    (tmp_path / "other.json").write_text('{"title": "Dusk"}')
    owner.page.get_by_label("Add from a file").set_input_files(tmp_path / "other.json")
    owner.expect_notice("This file is not a saved shelf")


@pytest.mark.all
@pytest.mark.parametrize("size", [PHONE, {"width": 360, "height": 640}])
def test_qr_code_is_fully_visible(device, size):
    one = device(viewport=size).goto("/lights").add_chordset("Dusk").expect_status("Saved on the server").goto("/shelf")
    one.section("On your other devices").get_by_role("button", name="Show QR code").click()
    image = one.page.get_by_role("img", name="QR code of the link")
    expect(image).to_be_visible()
    dock = one.page.locator(".dock")
    bottom = dock.bounding_box()["y"] if dock.count() else size["height"]
    box = image.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= bottom


@pytest.mark.all
def test_service_worker_caches_no_key(owner, browser, server):
    """All requests go through the service worker."""
    other = browser.new_context(base_url=server.url)
    other.add_init_script(READY_SIGNAL)
    page = other.new_page()
    Screen(page).goto("/lights")
    page.evaluate("navigator.serviceWorker.ready")
    key = owner.record()["key"]
    # From a link on another page, with the worker active.
    page.goto("about:blank")
    page.goto("/shelf#" + key)
    page.get_by_role("button", name="Use it here").click()
    expect(page.locator("#notice")).to_contain_text("This browser now uses the shelf")
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    # The only form of a link in which the worker sees the key.
    page.goto("/shelf%23" + key)
    expect(page.locator(".own-shelf")).to_contain_text("This is already your shelf")
    kept = page.evaluate("""async () => {
        const texts = [];
        for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) {
                const response = await cache.match(request);
                texts.push(name, request.url, JSON.stringify([...request.headers, ...response.headers]));
                if (request.url.includes("/api/") || request.url.includes("shelf")) texts.push(await response.text());
            }
        }
        return texts.join("\\n");
    }""")
    assert "chord" in kept and key not in kept and "/api/" not in kept
    other.close()


@pytest.mark.firefox
def test_qr_code_is_large_enough_to_scan(owner):
    owner.goto("/shelf").section("On your other devices").get_by_role("button", name="Show QR code").click()
    image = owner.page.get_by_role("img", name="QR code of the link")
    expect(image).to_be_visible()
    assert image.bounding_box()["height"] > 200
    # The code is dark and needs a light margin, also in the dark theme.
    assert image.evaluate("image => getComputedStyle(image).backgroundColor") == "rgb(255, 255, 255)"


@pytest.mark.all
def test_key_appears_only_where_requested(owner):
    owner.goto("/shelf").button("Create a read-only link").click()
    owner.expect_notice("The read-only link is ready")
    own, reader = owner.keys()
    (assets,) = (SITE / "assets").iterdir()

    def exposed():
        return owner.page.evaluate(EXPOSED_TEXT, f"/assets/{assets.name}/")

    owner.copy_link()
    assert own not in exposed() and reader not in exposed()
    section = owner.section("On your other devices")
    section.get_by_role("button", name="Show QR code").click()
    expect(owner.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    assert own not in exposed()
    section.get_by_role("button", name="Show link").click()
    expect(owner.page.locator("#shelf-own-link")).to_have_text(f"{owner.page.url}#{own}")
    # Re-rendering around the link leaves it unchanged.
    owner.page.get_by_label("Your other devices and readers see it.").fill("Named")
    owner.screen.press("Enter")
    owner.expect_notice("Name changed")
    expect(owner.page.locator("#shelf-own-link")).to_have_text(f"{owner.page.url}#{own}")
    section.get_by_role("button", name="Hide link").click()
    assert own not in exposed()
    owner.section("Let others read").get_by_role("button", name="Show link").click()
    expect(owner.page.locator("#shelf-reader-link")).to_have_text(f"{owner.page.url}#{reader}")
    owner.page.locator(".up").click()
    owner.page.wait_for_timeout(100)
    assert own not in exposed() and reader not in exposed()


@pytest.mark.all
def test_restarted_engine_knows_the_shelf_but_no_key(device):
    one = device(prepare=FAILING_ENGINE).goto("/lights").add_chordset("Dusk").expect_status("Saved on the server")
    one.page.get_by_role("link", name="Your shelf").click()
    one.expect_text("1 chordset")
    # At the click itself, or a background request would trigger the failure first.
    one.page.evaluate("addEventListener('click', () => { window.isFailing = true; }, { capture: true, once: true })")
    one.button("Replace your link…").click()
    expect(one.screen.trouble).to_contain_text("Something went wrong")
    one.expect_text("1 chordset")
    one.button("Replace your link…").click()
    one.button("Replace your link").click()
    one.expect_notice("Your link has been replaced")


@pytest.mark.all
@pytest.mark.firefox
def test_confirmation_focuses_cancel(owner):
    owner.goto("/shelf").button("Delete for good…").focus()
    owner.screen.press("Enter")
    expect(owner.button("Cancel")).to_be_focused()
    owner.screen.press("Enter")
    expect(owner.button("Delete for good…")).to_be_focused()
    expect(owner.button("Delete for good")).to_have_count(0)


# Offline, and other cases


@pytest.mark.all
def test_offline_screen_disables_server_actions(owner):
    owner.goto("/lights").expect_status("Saved on the server")
    owner.page.get_by_role("link", name="Your shelf").click()
    owner.expect_text("On your other devices")
    owner.set_offline()
    owner.expect_text("The server cannot be reached")
    for name in ["Replace your link…", "Save as a file", "Delete for good…"]:
        expect(owner.button(name)).to_have_attribute("aria-disabled", "true")
    assert KEY.match(owner.copy_link().split("#")[1])
    owner.button("Show QR code").click()
    owner.expect_text("The QR code needs the server")
    owner.set_offline(False)
    expect(owner.button("Save as a file")).not_to_have_attribute("aria-disabled", "true")


def test_shelf_can_be_saved_as_a_file(owner):
    owner.goto("/shelf")
    with owner.page.expect_download() as caught:
        owner.button("Save as a file").click()
    all = json.loads(open(caught.value.path(), encoding="utf8").read())
    assert [entry["title"] for entry in all["chordsets"]] == ["Dusk"] and all["tunes"] == []
    assert caught.value.suggested_filename == "Chord Combiner.json"


def test_link_is_shared_with_the_share_sheet(device):
    one = device(prepare="Navigator.prototype.share = data => { window.shared = data; return Promise.resolve(); };")
    one.goto("/lights").add_chordset("Dusk").expect_status("Saved on the server").goto("/shelf")
    one.section("On your other devices").get_by_role("button", name="Share…").click()
    wait_until(one.page, lambda: one.page.evaluate("window.shared?.url.split('#')[1]"), one.record()["key"])


def test_single_user_server_and_static_copy_have_no_shelves(browser, new_page, static_url, tmp_path, browser_errors):
    # The server stops while its page is open.
    browser_errors.allow("ERR_CONNECTION_REFUSED")
    alone = Server(SITE, tmp_path / "log")
    try:
        page = new_page(alone.url)
        Screen(page).goto("/shelf")
        expect(page.locator(".own-shelf")).to_contain_text("for you on this computer")
        expect(page.locator(".own-shelf button")).to_have_count(0)
    finally:
        alone.stop()
    page = new_page(static_url)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    Screen(page).goto(static_url + "#/shelf")
    expect(page.locator(".own-shelf")).to_contain_text("This copy of the page has no server")
    expect(page.locator(".own-shelf button")).to_have_count(0)
    assert not [url for url in asked if "/api/" in url]


@pytest.mark.all
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_shelf_screen_is_accessible(owner, device, theme):
    owner.goto("/shelf").button("Create a read-only link").click()
    owner.expect_notice("The read-only link is ready")
    link, readers = owner.copy_link(), owner.copy_link("Let others read")
    owner.page.evaluate(SET_THEME, theme)
    owner.button("Delete for good…").click()
    assert serious_violations(owner.page) == {}
    other = device(viewport=PHONE).goto("/lights").add_chordset("Mine").expect_status("Saved on the server")
    for address in [link, readers]:
        open_link(other, address)
        other.page.locator("#visited-shelf").wait_for()
        other.page.evaluate(SET_THEME, theme)
        assert serious_violations(other.page) == {}


# Practice on several devices


def know(device, exercise):
    """Answers the one card of an exercise: it is known."""
    device.goto("/practise/" + exercise)
    device.button("Show answer").click()
    device.page.keyboard.press("1")
    expect(device.page.locator(".practise-sum")).to_be_visible()
    return device


def expect_today(device, text):
    """Opens practice, which looks for news."""
    expect(device.goto("/practise").page.locator("#practise-sum")).to_contain_text(text)
    return device


def on_shelf(device):
    """Waits until what was practised is on the shelf."""
    with device.page.expect_response(lambda answer: answer.request.method == "PUT" and "/devices/" in answer.url):
        device.goto("/practise")
    return device


def test_practice_travels_with_the_shelf(owner, device):
    know(owner, "play_chord_ma/through")
    # Off until it is switched on.
    assert not [url for method, url in owner.requests if method == "PUT" and "/devices/" in url]
    link = owner.goto("/shelf").copy_link()
    with owner.page.expect_response(lambda answer: answer.request.method == "PUT" and "/devices/" in answer.url):
        owner.button("Include this device").click()
    owner.expect_notice("are on the shelf now")

    # Offered once.
    two = join_shelf(know(device(), "play_chord_mi/through"), link)
    expect_today(two, "Today: 1 card,")
    two.button("Sync").click()
    expect(two.page.locator("#practise-sum")).to_contain_text("Today: 2 cards, 2 right on the first try")
    expect(two.button("Sync")).to_have_count(0)
    expect_today(owner, "Today: 2 cards, 2 right on the first try")
    know(two, "play_chord_7/through")
    on_shelf(two)
    expect_today(owner, "Today: 3 cards, 3 right on the first try")
    # Nothing is doubled after a reload.
    owner.screen.reload()
    expect(owner.page.locator("#practise-sum")).to_contain_text("Today: 3 cards,")
    # A page that stays open looks again when it is shown.
    know(two, "play_chord_mi7/through")
    on_shelf(two)
    for is_hidden in [True, False]:
        hide(owner.page, is_hidden)
    expect(owner.page.locator("#practise-sum")).to_contain_text("Today: 4 cards,")

    # Deleting goes to both.
    two.goto("/practise/results")
    two.button("Delete…").click()
    two.button("Delete for good").click()
    on_shelf(two)
    expect_today(owner, "Nothing yet today")
    on_shelf(know(owner, "play_chord_6/through"))
    expect_today(two, "Today: 1 card,")


def test_a_device_that_is_left_out_sends_nothing_more(owner):
    """Not even what it was about to send."""
    owner.goto("/shelf").button("Include this device").click()
    owner.expect_notice("are on the shelf now")
    know(owner, "play_chord_ma/through")
    held = []
    owner.page.route("**/shelf/devices", lambda route: held.append(route))
    owner.goto("/practise")
    wait_until(owner.page, lambda: len(held) > 0, True)
    sent = len(owner.requests)
    # Without loading the page again.
    owner.page.evaluate("history.pushState(null, '', '/shelf'); dispatchEvent(new PopStateEvent('popstate'))")
    owner.button("Leave this device out").click()
    for route in held:
        route.continue_()
    owner.expect_notice("stay on this device")
    owner.page.wait_for_timeout(500)
    methods = [method for method, url in owner.requests[sent:] if "/devices/" in url]
    assert methods[-1] == "DELETE", methods


@pytest.mark.all
def test_settings_and_plays_travel_by_the_last_change(owner, device):
    link = owner.goto("/shelf").copy_link()
    owner.button("Include this device").click()
    owner.expect_notice("are on the shelf now")
    two = join_shelf(device(), link)
    two.button("Include this device").click()
    two.expect_notice("are on the shelf now")
    def setting(device, name):
        record = device.page.evaluate("() => localStorage.getItem('chord-combiner-settings')")
        return json.loads(record or "{}").get(name)

    owner.goto("/settings").page.get_by_text("German: H, and B for B♭").click()
    owner.page.get_by_text("Dark", exact=True).click()
    wait_until(owner.page, lambda: setting(owner, "theme"), "dark")
    owner.goto("/tunes").page.get_by_role("button", name="Favourite: Twelve-Bar Blues", exact=True).click()
    on_shelf(owner)
    two.goto("/practise")
    wait_until(two.page, lambda: setting(two, "note-names"), "german")
    # How a screen looks is no concern of another one.
    assert setting(two, "theme") is None
    expect(two.goto("/settings").page.get_by_label("German: H, and B for B♭")).to_be_checked()
    favorite = two.goto("/tunes").page.get_by_role("button", name="Favourite: Twelve-Bar Blues", exact=True)
    expect(favorite).to_have_attribute("aria-pressed", "true")
    # A later change wins, also back.
    two.page.wait_for_timeout(1100)
    two.goto("/settings").page.get_by_text("C D E F G A B", exact=True).click()
    favorite = two.goto("/tunes").page.get_by_role("button", name="Favourite: Twelve-Bar Blues", exact=True)
    favorite.click()
    expect(favorite).to_have_attribute("aria-pressed", "false")
    on_shelf(two)
    owner.goto("/practise")
    wait_until(owner.page, lambda: setting(owner, "note-names"), "english")
    favorite = owner.goto("/tunes").page.get_by_role("button", name="Favourite: Twelve-Bar Blues", exact=True)
    expect(favorite).to_have_attribute("aria-pressed", "false")


@pytest.mark.all
def test_offer_can_be_declined(owner, device):
    link = owner.goto("/shelf").copy_link()
    owner.button("Include this device").click()
    owner.expect_notice("are on the shelf now")
    two = join_shelf(device(), link).goto("/practise")
    two.button("Don’t sync").click()
    expect(two.button("Sync")).to_have_count(0)
    two.screen.reload()
    expect(two.page.locator("#practise-sum")).to_be_visible()
    expect(two.button("Sync")).to_have_count(0)
    assert not [url for method, url in two.requests if method == "PUT" and "/devices/" in url]
