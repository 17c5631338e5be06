"""Storage in the browser and sync with the server: concurrent changes lose no work.

All kinds of items share this code, so most tests use chordsets. Tests of what is stored and sent run with tunes as well
in the second lane, and those that compare or merge the content of two versions in both lanes.
"""

import json
import shutil
import signal
from itertools import count
from pathlib import Path

import pytest

from screen import wait_until
from serving import SITE, Server
from shelf import Chordsets, Shelf, Tunes

# A fake engine that records the items and news it receives.
FAKE_ENGINE = """async ([assets, mode, kind]) => {
    const [{ [kind]: store }, { loadEngine }] = await Promise.all(
        ["storage/stores.js", "loop/engine.js"].map((name) => import(assets + name)));
    const { decide } = await loadEngine();
    const engine = window.engine = {
        sets: [], news: [], decide,
        open: () => store.open(mode, engine.receive, (question) => engine.decide?.(question) ?? null),
        store,
        receive(action, text) {
            const news = JSON.parse(text);
            const told = news[kind];
            if (!told) return;
            engine.news.push(news);
            if (!news.gone) return void (engine.sets = told.map((set, position) => ({ ...set, position })));
            const changed = new Map(told.map((set) => [set.id, set]));
            const old = engine.sets.map((set) => changed.get(set.id) ?? set)
                .filter(({ id }) => !news.gone.includes(id));
            const sets = [...new Set([...old, ...changed.values()])];
            if (news.order) sets.sort((a, b) => news.order.indexOf(a.id) - news.order.indexOf(b.id));
            engine.sets = sets.map((set, position) => ({ ...set, position }));
        },
        keep(set) {
            const others = engine.sets.filter(({ id }) => id !== set.id);
            const isNew = others.length === engine.sets.length;
            const usual = [...engine.sets.map(({ id }) => id), ...(isNew ? [set.id] : [])];
            engine.sets = [...others, set].sort((a, b) => a.position - b.position);
            store.keep(JSON.stringify(set));
            const order = engine.sets.map(({ id }) => id);
            if (order.join() !== usual.join()) store.order(order);
        },
        remove(id) {
            engine.sets = engine.sets.filter((set) => set.id !== id);
            store.remove(id);
        },
    };
    engine.open();
}"""
# A tab that receives no broadcasts of other tabs, as if they were still pending.
NO_BROADCASTS = "window.BroadcastChannel = class { addEventListener() {} postMessage() {} }"
STORAGE_DENIED = """Object.defineProperty(window, "indexedDB", {
    get() { throw new DOMException("denied", "SecurityError"); }
})"""
STORAGE_FULL = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }"
# The page's connections to the server's event stream, and how many are open.
COUNT_CONNECTIONS = """
    window.connections = [];
    const ask = window.fetch;
    window.fetch = (url, options) => {
        if (String(url).endsWith("/events")) connections.push(options.signal);
        return ask(url, options);
    };
    window.open = () => connections.filter(({ aborted }) => !aborted).length;
"""
ABORTED_WRITES = """() => (IDBObjectStore.prototype.put = function () {
    this.transaction.abort();
    throw new DOMException("full", "QuotaExceededError");
})"""


def with_kinds(*kinds):
    return pytest.mark.parametrize("kind", kinds, indirect=True, ids=lambda kind: kind.name)


every_kind = with_kinds(Chordsets, Tunes)
chordsets_first = with_kinds(Chordsets, pytest.param(Tunes, marks=pytest.mark.all))


@pytest.fixture
def kind(request):
    return getattr(request, "param", Chordsets)


class Tab:
    """A tab with a fake engine that has received all stored items."""

    def __init__(self, page, url, mode, kind):
        self.page, self.url, self.mode, self.kind = page, url.rstrip("/") + "/", mode, kind
        empty = {"body": "<!DOCTYPE html>", "content_type": "text/html"}
        page.context.route(self.url + "lab", lambda route: route.fulfill(**empty))
        self.load()

    def load(self):
        (assets,) = (SITE / "assets").iterdir()
        self.page.goto(self.url + "lab")
        self.page.evaluate(FAKE_ENGINE, [f"{self.url}assets/{assets.name}/", self.mode, self.kind.name])
        self.page.wait_for_function("() => engine.news.length > 0")
        return self

    def new_tab(self, prepare=""):
        """Opens another tab of the same browser."""
        page = self.page.context.new_page()
        page.add_init_script(prepare)
        return Tab(page, self.url, self.mode, self.kind)

    def save(self, id, title, position=0, bpm=60):
        self.page.evaluate("one => engine.keep(one)", {**self.kind.stored_item(id, title, bpm), "position": position})
        return self

    def remove(self, id):
        self.page.evaluate("id => engine.remove(id)", id)

    def items(self):
        return self.page.evaluate("() => engine.sets")

    def titles(self):
        return [entry["title"] for entry in self.items()]

    def state(self):
        return self.page.evaluate("() => { const { state, waiting } = engine.news.at(-1); return [state, waiting]; }")

    def expect_remote(self):
        """Waits until the server has everything and this browser stores nothing."""
        wait_until(self.page, lambda: self.page.evaluate(
            "() => { const { state, isRemote } = engine.news.at(-1); return [state, isRemote]; }"), ["sent", True])
        return self

    def returned(self):
        return self.page.evaluate("() => engine.news.flatMap(({ returned }) => returned)")

    def stored(self):
        """The records in the browser's database; none while it is being repaired."""
        return self.page.evaluate("""([database, kind]) => new Promise((resolve) => {
            indexedDB.open(database).onsuccess = ({ target: { result } }) => {
                if (!result.objectStoreNames.contains(kind)) return result.close(), resolve([]);
                const request = result.transaction(kind).objectStore(kind).getAll();
                request.onsuccess = () => (result.close(), resolve(request.result));
            };
        })""", [self.kind.database, self.kind.name])

    def expect_known(self, revision):
        """Waits until all changes up to a revision of the server have been merged."""
        wait_until(self.page, lambda: self.page.evaluate("""database => new Promise((resolve) => {
            indexedDB.open(database).onsuccess = ({ target }) => {
                const request = target.result.transaction("meta").objectStore("meta").get("server");
                request.onsuccess = () => (target.result.close(), resolve(request.result?.trail[0]));
            };
        })""", self.kind.database), revision)
        return self

    def expect_titles(self, *titles):
        wait_until(self.page, self.titles, list(titles))
        return self

    def expect_state(self, state, waiting=0):
        wait_until(self.page, self.state, [state, waiting])
        return self

    def expect_stored(self, *titles):
        def found():
            return sorted(entry["title"] for entry in self.stored() if not entry["isDeleted"])

        wait_until(self.page, found, sorted(titles))
        return self

    def set_offline(self, is_offline=True):
        self.page.context.set_offline(is_offline)


@pytest.fixture(scope="module")
def own_server(tmp_path_factory):
    server = Server(SITE, tmp_path_factory.mktemp("kept") / "log")
    yield server
    server.stop()


@pytest.fixture
def shelf(own_server, kind):
    shelf = Shelf(own_server.url, kind)
    yield shelf
    shelf.clear()


def content(entry, kind):
    """The JSON text by which a browser compares content."""
    return json.dumps({name: entry[name] for name in kind.content}, separators=(",", ":"), ensure_ascii=False)


@pytest.fixture
def device(new_page, shelf):
    """device() → a tab of a new browser, connected to the server."""

    def device(prepare=""):
        page = new_page(shelf.url)
        page.add_init_script(prepare)
        return Tab(page, shelf.url, "server", shelf.kind)

    return device


@pytest.fixture
def static_device(new_page, static_url, kind):
    """static_device() → a tab of a new browser with a static copy."""

    def static_device(prepare="", mode="alone"):
        page = new_page(static_url.split("/music")[0])
        page.add_init_script(prepare)
        return Tab(page, static_url, mode, kind)

    return static_device


# Without a server


@pytest.mark.firefox
def test_stored_items_survive_a_reload(static_device):
    tab = static_device()
    requests = []
    tab.page.on("request", lambda request: requests.append(request.url))
    assert (tab.titles(), tab.state(), tab.returned()) == ([], ["alone", 0], [])
    odd = [None, {"a": [1.5, "\u266d"]}, [], "", 0, True, {}, {"lumis": [{}]}]
    tab.page.evaluate("chords => engine.keep({ id: 'odd', title: 'Odd', position: 0, chords })", odd)
    tab.save("b", "Two", 1).save("c", "Three", 1).save("a", "One", 1)
    tab.remove("c")
    tab.expect_stored("Odd", "Two", "One")
    tab.load()
    assert tab.items() == [
        {"id": "odd", "title": "Odd", "position": 0, "chords": odd},
        {**Chordsets.stored_item("b", "Two"), "position": 1},
        {**Chordsets.stored_item("a", "One"), "position": 2},
    ]
    assert len(tab.stored()) == 3
    assert not [url for url in requests if "api/" in url]


@pytest.mark.firefox
def test_rapid_changes_store_the_last_value(static_device):
    tab = static_device("""
        window.writes = 0;
        const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (...all) { writes += 1; return put.apply(this, all); };
    """)
    tab.page.evaluate("""set => {
        for (let n = 0; n <= 500; n++) engine.keep({ ...set, title: String(n), position: 0 });
    }""", Chordsets.stored_item("a", ""))
    tab.expect_stored("500")
    assert tab.page.evaluate("writes") < 10
    # The last changes before the page unloads.
    last = "set => [...'abcd'].forEach((id, position) => engine.keep({ ...set, id, title: id, position }))"
    tab.page.evaluate(last, Chordsets.stored_item("", ""))
    tab.page.evaluate("dispatchEvent(new Event('pagehide'))")
    tab.load().expect_titles("a", "b", "c", "d")


@pytest.mark.all
def test_last_change_is_stored_on_a_slow_machine(static_device):
    tab = static_device().save("b", "Two", 1)
    tab.expect_stored("Two")
    # Slow enough that the page unloads before storage has responded.
    tab.page.context.new_cdp_session(tab.page).send("Emulation.setCPUThrottlingRate", {"rate": 20})
    tab.save("a", "One").remove("b")
    tab.load().expect_titles("One")
    tab.expect_stored("One")
    # No change is applied twice.
    tab.remove("a")
    tab.expect_stored()
    tab.load().expect_titles()


def test_deleted_item_can_be_stored_again(static_device):
    tab = static_device().save("a", "One")
    tab.expect_stored("One")
    tab.remove("a")
    tab.expect_stored()
    tab.save("a", "One again")
    tab.expect_stored("One again")
    tab.load().expect_titles("One again")


@pytest.mark.firefox
@chordsets_first
def test_changes_appear_in_another_tab(static_device):
    one = static_device()
    two = one.new_tab()
    one.save("a", "One")
    two.expect_titles("One").save("b", "Two", 1)
    one.expect_titles("One", "Two").remove("a")
    two.expect_titles("Two").save("b", "Zwei", 1)
    one.expect_titles("Zwei")
    assert len(one.stored()) == 1


@every_kind
def test_concurrent_changes_in_two_tabs_are_both_kept(static_device, kind):
    one = static_device().save("a", "One").save("b", "Behind", 1)
    one.expect_stored("One", "Behind")
    two = one.new_tab(NO_BROADCASTS)
    one.save("a", "Changed")
    one.expect_stored("Changed", "Behind")
    # A moving slider whose item has not become a copy yet.
    mine = [{**kind.stored_item("a", "Mine", bpm), "position": 0} for bpm in range(70, 80)]
    two.page.evaluate("sets => sets.forEach(engine.keep)", mine)
    two.expect_titles("Changed", "Mine", "Behind")
    original, copy, _ = two.items()
    assert (original["id"], copy["copyOf"]) == ("a", "a")
    assert {name: copy[name] for name in kind.content} == {name: mine[-1][name] for name in kind.content}
    assert len(copy["id"]) == 12 and set(copy["id"]) <= set("0123456789abcdefghjkmnpqrstvwxyz")
    # From now on original and copy are independent.
    two.save("a", "Changed again")
    two.expect_stored("Changed again", "Mine", "Behind")
    one.load().expect_titles("Changed again", "Mine", "Behind")


def test_rename_and_move_in_two_tabs_are_merged(static_device):
    one = static_device().save("a", "One").save("b", "Two", 1)
    one.expect_stored("One", "Two")
    two = one.new_tab(NO_BROADCASTS)
    one.save("a", "Renamed")
    one.expect_stored("Renamed", "Two")
    two.save("a", "One", 2)
    wait_until(
        two.page, lambda: [entry["title"] for entry in sorted(two.stored(), key=lambda entry: entry["position"])],
        ["Two", "Renamed"])


@pytest.mark.all
def test_item_changed_in_another_tab_is_not_deleted(static_device):
    one = static_device().save("a", "One")
    one.expect_stored("One")
    two = one.new_tab(NO_BROADCASTS)
    one.save("a", "Changed")
    one.expect_stored("Changed")
    two.remove("a")
    two.expect_titles("Changed")
    assert two.returned() == ["Changed"]
    two.remove("a")
    two.expect_stored()
    # An item deleted in one tab lives on if it is changed in another.
    one.load()
    one.save("a", "Anew")
    one.expect_stored("Anew")
    two.load().expect_titles("Anew")
    one.remove("a")
    one.expect_stored()
    two.save("a", "Not gone")
    two.expect_stored("Not gone")


@pytest.mark.parametrize("fault", [STORAGE_DENIED, "delete Window.prototype.indexedDB; delete window.indexedDB"])
def test_works_in_memory_without_storage(static_device, fault):
    tab = static_device(fault).expect_state("unkept")
    tab.save("a", "One").save("b", "Two", 1).remove("a")
    tab.page.evaluate("engine.open()")
    wait_until(tab.page, lambda: tab.page.evaluate("engine.news.at(-1).chordsets.map(({ title }) => title)"), ["Two"])
    assert tab.load().titles() == []


@pytest.mark.parametrize(
    "fault", ["() => { %s }" % STORAGE_FULL, ABORTED_WRITES, "name => { indexedDB.open(name, 3) }"])
@chordsets_first
def test_failing_storage_loses_nothing(static_device, fault, kind):
    tab = static_device().save("a", "One").save("b", "Two", 1)
    tab.expect_stored("One", "Two")
    tab.page.evaluate(fault, kind.database)
    tab.save("c", "Three", 2).save("d", "Four", 3).save("a", "Eins")

    def reopen():
        tab.page.evaluate("engine.open()")
        return [tab.titles(), tab.state()]

    wait_until(tab.page, reopen, [["Eins", "Two", "Three", "Four"], ["unkept", 0]])


def test_conflict_waits_for_a_restarted_engine(static_device):
    tab = static_device().save("a", "One")
    tab.expect_stored("One")
    tab.page.evaluate("() => ({ decide: engine.lost } = engine, engine.decide = null)")
    tab.save("a", "Two").save("b", "Three", 1)
    tab.page.wait_for_timeout(500)
    assert [entry["title"] for entry in tab.stored()] == ["One"]
    tab.page.evaluate("() => (engine.decide = engine.lost)")
    tab.expect_stored("Two", "Three")
    tab.load().expect_titles("Two", "Three")


def test_invalid_item_is_ignored(static_device, browser_errors):
    tab = static_device()
    for text in ["null", "17", "{}"]:
        tab.page.evaluate("text => engine.store.keep(text)", text)
    browser_errors.allow("")
    tab.page.evaluate("engine.store.keep('{')")
    tab.page.evaluate("engine.store.remove('nothing')")
    tab.save("a", "One")
    tab.expect_stored("One")


# With a server


@chordsets_first
def test_changes_appear_on_another_device(device, shelf, kind):
    one, two = device(), device()
    one.save("a", "One").save("b", "Two", 1)
    two.expect_titles("One", "Two").expect_state("sent").save("a", "Eins", bpm=72)
    one.expect_titles("Eins", "Two").expect_state("sent")
    told, wanted = shelf.request("GET", "/a"), kind.stored_item("a", "Eins", 72)
    assert {name: told[name] for name in kind.content} == {name: wanted[name] for name in kind.content}
    # An unchanged item from the server is no change, or browsers would never settle.
    assert [entry["base"]["content"] for entry in one.stored()] == [content(entry, kind) for entry in one.stored()]
    one.remove("a")
    two.expect_titles("Two")
    wait_until(one.page, shelf.titles, ["Two"])
    wait_until(one.page, lambda: len(one.stored()), 1)
    shelf.put("b", "Zwei")
    one.expect_titles("Zwei")
    two.expect_titles("Zwei").load().expect_titles("Zwei")


@chordsets_first
def test_offline_changes_are_sent_later(device, shelf, browser_errors):
    browser_errors.allow("")
    one, two = device(), device()
    one.save("a", "One").save("b", "Two", 1)
    two.expect_titles("One", "Two")
    one.expect_state("sent").set_offline()
    one.save("a", "Eins").save("c", "Three", 2).remove("b")
    one.expect_state("waiting", 3).expect_titles("Eins", "Three")
    two.save("d", "Four", 2)
    wait_until(two.page, shelf.titles, ["One", "Two", "Four"])
    one.set_offline(False)
    one.expect_state("sent").expect_titles("Eins", "Four", "Three")
    two.expect_titles("Eins", "Four", "Three")
    assert shelf.titles() == ["Eins", "Four", "Three"]


def test_unsent_changes_of_a_closed_tab_are_sent_by_the_next(device, shelf, browser_errors):
    browser_errors.allow("")
    one = device().expect_state("sent")
    one.page.route("**/api/**", lambda route: route.abort())
    one.save("a", "One").expect_state("waiting", 1)
    two = one.new_tab()
    two.expect_state("sent").expect_titles("One")
    assert shelf.titles() == ["One"]
    # The first tab learns this although it cannot reach the server.
    one.expect_state("sent")


@pytest.mark.all
@pytest.mark.firefox
@every_kind
def test_concurrent_changes_on_two_devices_are_both_kept(device, shelf, browser_errors):
    browser_errors.allow("")
    one, two = device(), device()
    one.save("a", "One").save("b", "Behind", 1)
    two.expect_titles("One", "Behind")
    one.expect_state("sent").set_offline()
    one.save("a", "Mine").expect_state("waiting", 1)
    two.save("a", "Theirs").expect_state("sent")
    wait_until(two.page, shelf.titles, ["Theirs", "Behind"])
    one.set_offline(False)
    one.expect_titles("Theirs", "Mine", "Behind").expect_state("sent")
    assert one.items()[1]["copyOf"] == one.items()[0]["id"] == "a"
    two.expect_titles("Theirs", "Mine", "Behind")
    assert shelf.titles() == ["Theirs", "Mine", "Behind"]


@pytest.mark.all
@every_kind
def test_same_change_on_two_devices_makes_no_copy(device, shelf, browser_errors):
    browser_errors.allow("")
    one = device().save("a", "One").expect_state("sent")
    wait_until(one.page, shelf.titles, ["One"])
    one.set_offline()
    one.save("a", "Eins").expect_state("waiting", 1)
    shelf.put("a", "Eins")
    one.set_offline(False)
    one.expect_state("sent").expect_titles("Eins")
    assert shelf.titles() == ["Eins"]


@chordsets_first
def test_change_wins_over_deletion(device, shelf, browser_errors):
    browser_errors.allow("")
    one = device().save("a", "One").save("b", "Two", 1).save("c", "Three", 2)
    wait_until(one.page, shelf.titles, ["One", "Two", "Three"])
    one.expect_state("sent").set_offline()
    one.remove("a")
    one.remove("c")
    one.save("b", "Zwei", 1).expect_state("waiting", 3)
    shelf.put("a", "Eins")
    shelf.request("DELETE", "/b")
    # An item that was only moved elsewhere is deleted.
    shelf.request("PATCH", "/c", {"position": 0})
    one.set_offline(False)
    one.expect_state("sent").expect_titles("Eins", "Zwei")
    assert one.returned() == ["Eins"]
    assert shelf.titles() == ["Eins", "Zwei"]


def test_deleted_and_restored_item_is_on_the_server(device, shelf):
    one = device()
    for position, title in enumerate(["One", "Two", "Three"]):
        one.save(title.lower(), title, position)
    wait_until(one.page, shelf.titles, ["One", "Two", "Three"])
    one.remove("two")
    wait_until(one.page, shelf.titles, ["One", "Three"])
    one.save("two", "Two", 1).save("three", "Three", 2)
    wait_until(one.page, shelf.titles, ["One", "Two", "Three"])


@pytest.mark.all
@chordsets_first
def test_one_move_is_one_request(device, shelf):
    one, two = device(), device()
    for position, id in enumerate("abcde"):
        one.save(id, id.upper(), position)
    wait_until(one.page, shelf.titles, ["A", "B", "C", "D", "E"])
    two.expect_titles("A", "B", "C", "D", "E")
    moves = []
    one.page.on("request", lambda request: moves.append(request) if request.method == "PATCH" else None)

    def arrange(order):
        for position, id in enumerate(order):
            one.save(id, id.upper(), position)
        wait_until(one.page, shelf.titles, list(order.upper()))
        two.expect_titles(*order.upper())

    arrange("bcdea")
    assert len(moves) == 1
    arrange("abcde")
    assert len(moves) == 2
    arrange("edcba")
    # An order set by another client is adopted.
    two.expect_titles("E", "D", "C", "B", "A").expect_state("sent")
    shelf.request("PATCH", "/a", {"position": 0})
    one.expect_titles("A", "E", "D", "C", "B").expect_state("sent")
    two.expect_titles("A", "E", "D", "C", "B")


@pytest.mark.all
@every_kind
def test_rejected_item_does_not_block_others(device, shelf, browser_errors):
    browser_errors.allow("400")
    one = device().save("a", "Bad", 0, bpm=-1).save("b", "Good", 1)
    wait_until(one.page, shelf.titles, ["Good"])
    one.expect_state("waiting", 1).save("a", "Mended", 0).expect_state("sent")
    one.expect_titles("Mended", "Good")
    wait_until(one.page, shelf.titles, ["Mended", "Good"])


@pytest.mark.all
@every_kind
def test_lost_response_makes_no_copy(device, shelf, browser_errors, kind):
    browser_errors.allow("")
    one = device().save("a", "One").expect_state("sent")
    wait_until(one.page, shelf.titles, ["One"])
    held = []
    one.page.route(f"**/api/v1/{kind.name}/a", lambda route: held.append(route), times=1)
    one.save("a", "Two")
    wait_until(one.page, lambda: len(held), 1)
    # The request arrives, but the response is lost.
    shelf.put("a", "Two")
    one.save("a", "Three")
    one.expect_stored("Three")
    held[0].abort()
    wait_until(one.page, shelf.titles, ["Three"])
    one.expect_state("sent").expect_titles("Three")


@every_kind
def test_concurrent_write_is_not_overwritten(device, shelf, browser_errors, kind):
    browser_errors.allow("412")
    one = device().save("a", "One").expect_state("sent")
    wait_until(one.page, shelf.titles, ["One"])
    numbers = count()

    def overtake(route):
        if route.request.method == "PUT" and next(numbers) == 0:
            shelf.put("a", "Faster")
        route.continue_()

    one.page.route(f"**/api/v1/{kind.name}/a", overtake)
    one.save("a", "Mine")
    one.expect_titles("Faster", "Mine").expect_state("sent")
    wait_until(one.page, shelf.titles, ["Faster", "Mine"])


def test_change_during_a_request_is_sent_too(device, shelf):
    one = device().expect_state("sent")

    held = []

    def hold(route):
        if route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    one.page.route("**/api/v1/chordsets", hold)
    one.save("a", "Older", 0)
    wait_until(one.page, lambda: len(held), 1)
    one.save("a", "Newer", 0).save("b", "Other", 1)
    one.expect_stored("Newer", "Other")
    held[0].continue_()
    wait_until(one.page, lambda: len(held), 2)
    one.remove("b")
    one.expect_stored("Newer")
    held[1].continue_()
    wait_until(one.page, lambda: [shelf.titles(), [entry["title"] for entry in one.stored()]], [["Newer"], ["Newer"]])
    one.expect_state("sent").expect_titles("Newer")


@pytest.mark.firefox
@chordsets_first
def test_changes_reach_the_server_without_storage(device, shelf):
    one = device(STORAGE_DENIED).save("a", "One").expect_state("sent")
    wait_until(one.page, shelf.titles, ["One"])
    one.load().expect_titles("One")


@chordsets_first
def test_host_without_the_api_counts_as_no_server(static_device, browser_errors):
    browser_errors.allow("404")
    tab = static_device(mode="server").expect_state("alone").save("a", "One")
    tab.load().expect_state("alone").expect_titles("One")


def test_failed_request_is_retried(device, shelf, browser_errors):
    browser_errors.allow("503")
    one = device().expect_state("sent")
    one.page.route("**/api/v1/chordsets", lambda route: route.fulfill(status=503), times=1)
    one.save("a", "One").expect_state("waiting", 1)
    one.expect_state("sent")
    assert shelf.titles() == ["One"]


def test_hidden_tab_closes_its_event_stream(device, shelf):
    one = device(COUNT_CONNECTIONS)
    one.page.wait_for_function("() => open() === 1")
    hide = """isHidden => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    one.page.evaluate(hide, True)
    assert one.page.evaluate("open()") == 0
    shelf.add(Chordsets.api_item("a", "One"))
    one.page.evaluate(hide, False)
    one.expect_titles("One")
    one.page.wait_for_function("() => open() === 1")


def test_events_are_parsed_across_any_chunk_boundary(static_device):
    text = ":\n\nevent: change\nid: 17\ndata: {}\n\n:\n\nevent: change\nid: 9\ndata: {}\n\nevent: change\nid: 5"
    (assets,) = (SITE / "assets").iterdir()
    found = static_device().page.evaluate("""async ([url, text]) => {
        const { changesIn } = await import(url);
        return [...text].map((_, index) => {
            let [found, rest] = [[], ""];
            for (let place = 0; place < text.length; place += index + 1) {
                let revisions;
                [revisions, rest] = changesIn(rest + text.slice(place, place + index + 1));
                found.push(...revisions);
            }
            return found;
        });
    }""", [static_device().url + f"assets/{assets.name}/storage/event-stream.js", text])
    assert len(found) == len(text) and all(one == ["17", "9"] for one in found)


# A server that loses its data


class ReplaceableServer:
    """Successive servers at one address, each with its own database or an earlier one."""

    def __init__(self, folder):
        self.folder = folder
        self.server = Server(SITE, folder / "first")
        self.url = self.server.url

    def database(self, name):
        return Path(f"{self.folder / name}.sqlite")

    def stop(self, how=signal.SIGTERM):
        self.server.stop(how)

    def start(self, name):
        self.server = Server(SITE, self.folder / name, "--port", str(self.server.port))

    def back_up(self):
        """Copies the current database, as a backup would."""
        self.stop()
        for file in self.folder.glob("first.sqlite*"):
            shutil.copy(file, self.folder / file.name.replace("first", "older"))
        self.start("first")


@pytest.fixture
def replaceable_server(tmp_path):
    replaceable_server = ReplaceableServer(tmp_path)
    yield replaceable_server
    replaceable_server.stop()


@pytest.fixture
def reconnecting_device(new_page, replaceable_server, browser_errors, kind):
    """reconnecting_device() → a tab of a browser whose server is replaced during the test."""
    browser_errors.allow("")
    return lambda prepare="": Tab(new_page(replaceable_server.url), replaceable_server.url, "server", kind)


@pytest.mark.all
@pytest.mark.firefox
@chordsets_first
def test_new_database_is_filled_from_browsers(reconnecting_device, replaceable_server, kind):
    one = reconnecting_device().save("a", "One").save("b", "Two", 1).save("c", "Three", 2).expect_state("sent")
    shelf = Shelf(replaceable_server.url, kind)
    wait_until(one.page, shelf.titles, ["One", "Two", "Three"])
    replaceable_server.stop()
    replaceable_server.start("second")
    wait_until(one.page, shelf.titles, ["One", "Two", "Three"])
    one.expect_state("sent").expect_titles("One", "Two", "Three")
    one.expect_stored("One", "Two", "Three")


@pytest.mark.all
@chordsets_first
def test_restored_backup_deletes_nothing_in_browsers(reconnecting_device, replaceable_server, kind):
    one = reconnecting_device().save("a", "One").save("b", "Two", 1).expect_state("sent")
    shelf = Shelf(replaceable_server.url, kind)
    wait_until(one.page, shelf.titles, ["One", "Two"])
    replaceable_server.back_up()
    wait_until(one.page, shelf.titles, ["One", "Two"])
    one.save("a", "Eins").save("c", "Three", 2)
    wait_until(one.page, shelf.titles, ["Eins", "Two", "Three"])
    one.expect_state("sent")
    replaceable_server.stop()
    replaceable_server.start("older")
    wait_until(one.page, shelf.titles, ["Eins", "Two", "Three"])
    one.expect_state("sent").expect_titles("Eins", "Two", "Three")
    one.expect_stored("Eins", "Two", "Three")


@pytest.mark.all
@pytest.mark.firefox
@chordsets_first
def test_killed_server_receives_everything_after_restart(reconnecting_device, replaceable_server, kind):
    one, two = reconnecting_device().expect_state("sent"), reconnecting_device()
    shelf = Shelf(replaceable_server.url, kind)
    heard = []
    one.page.on("requestfinished", lambda request: heard.append(request.method == "POST"))
    titles = [f"Number {n}" for n in range(60)]
    for position, title in enumerate(titles):
        one.save(f"n{position}", title, position)
    wait_until(one.page, lambda: sum(heard) > 5)
    replaceable_server.stop(signal.SIGKILL)
    wait_until(one.page, lambda: one.state()[0], "waiting")
    one.save("n0", "Changed meanwhile")
    one.expect_stored("Changed meanwhile", *titles[1:])
    replaceable_server.start("first")
    one.expect_state("sent")
    two.expect_titles("Changed meanwhile", *titles[1:]).expect_state("sent")
    assert shelf.titles() == one.load().titles() == two.titles()


@pytest.mark.all
@every_kind
def test_a_change_takes_two_decisions_of_the_engine(device, shelf, kind):
    """Saving it, and the server's report after it is sent, which records the confirmed version."""
    tab = device().expect_state("sent").save("a", "One").expect_state("sent")
    wait_until(tab.page, lambda: shelf.titles(), ["One"])
    # Otherwise the report of this change may come later.
    tab.expect_known(shelf.request("GET", "?since=0")["revision"])
    tab.page.evaluate("""() => {
        window.asked = [];
        const { decide } = engine;
        engine.decide = (question) => {
            asked.push(JSON.parse(question).ask);
            return decide(question);
        };
    }""")
    tab.save("a", "Two")
    wait_until(tab.page, lambda: shelf.titles(), ["Two"])
    tab.expect_state("sent")
    wait_until(tab.page, lambda: tab.page.evaluate("asked"), ["save", "mergeReport"])


@chordsets_first
def test_one_event_stream_serves_all_kinds(device, shelf, own_server, kind):
    """Browsers limit the connections to one server."""
    one = device(COUNT_CONNECTIONS).expect_state("sent")
    other = Tunes if kind is Chordsets else Chordsets
    one.page.evaluate("""async (name) => {
        const assets = performance.getEntriesByType("resource").find(({ name }) => name.includes("storage/")).name;
        const { [name]: store } = await import(assets.replace(/storage.*/, "storage/stores.js"));
        window.told = [];
        store.open("server", (_, text) => told.push(JSON.parse(text)), engine.decide);
    }""", other.name)
    others = Shelf(own_server.url, other)
    try:
        wait_until(one.page, lambda: one.page.evaluate("told.at(-1)?.state"), "sent")
        others.add(other.api_item("x", "Other"))
        told = "name => told.flatMap((news) => news[name] ?? []).map(({ title }) => title)"
        wait_until(one.page, lambda: one.page.evaluate(told, other.name), ["Other"])
        shelf.add(kind.api_item("a", "One"))
        one.expect_titles("One")
        assert one.page.evaluate("connections.length") == 1
    finally:
        others.clear()


@pytest.mark.firefox
def test_records_of_an_earlier_page_version_are_sent_to_a_new_server(reconnecting_device, replaceable_server, new_page):
    earlier = new_page(replaceable_server.url)
    earlier.route("**/lab", lambda route: route.fulfill(body="<!DOCTYPE html>", content_type="text/html"))
    earlier.goto("/lab")
    # Records as that version stored them, in a tab that is still open.
    earlier.evaluate("""(chords) => new Promise((resolve) => {
        const opening = indexedDB.open("chord-combiner", 1);
        opening.onupgradeneeded = () => {
            opening.result.createObjectStore("chordsets", { keyPath: "id" });
            opening.result.createObjectStore("meta");
        };
        opening.onsuccess = () => {
            const database = window.database = opening.result;
            database.onversionchange = () => database.close();
            const transaction = database.transaction("chordsets", "readwrite");
            for (const [position, title] of ["One", "Two", "Three"].entries()) {
                const content = JSON.stringify({ title, chords });
                const base = position < 2 ? { version: position + 1, content } : null;
                transaction.objectStore("chordsets").put(
                    { id: title, title, chords, position, version: 1763805111000, base, isDeleted: false });
            }
            transaction.oncomplete = resolve;
        };
    })""", Chordsets.api_item("", "")["chords"])
    tab = Tab(earlier.context.new_page(), replaceable_server.url, "server", Chordsets).expect_titles(
        "One", "Two", "Three").expect_state("sent")
    assert Shelf(replaceable_server.url).titles() == ["One", "Two", "Three"]
    tab.expect_stored("One", "Two", "Three")


@pytest.mark.all
@chordsets_first
def test_only_changed_items_are_requested(device, shelf, kind):
    shelf.add(*(kind.api_item(f"s{n}", str(n)) for n in range(30)))
    one = device().expect_state("sent").expect_titles(*map(str, range(30)))
    answers = []

    def note(response):
        if response.request.method == "GET" and "since=" in response.url:
            answers.append(len(response.json()[kind.name]))

    one.page.on("response", note)
    shelf.put("s7", "Seven")
    wait_until(one.page, lambda: one.titles()[7], "Seven")
    wait_until(one.page, lambda: answers, [1])
    # One request after our own change is sent.
    one.save("s8", "Eight", 8)
    wait_until(one.page, lambda: shelf.titles()[8], "Eight")
    wait_until(one.page, lambda: answers, [1, 1])
    # The server announces a change that this browser already has.
    one.page.wait_for_timeout(1000)
    assert answers == [1, 1]


@pytest.mark.all
@pytest.mark.parametrize("answer", [
    [], {}, {"chordsets": []},
    {"database": "d", "since": 0, "revision": 1, "chordsets": [], "deleted": [{}], "more": False},
    {"database": "d", "since": 0, "revision": 1, "tunes": [], "deleted": [], "more": False},
])
def test_meaningless_response_deletes_nothing(device, shelf, answer):
    one = device().save("a", "One").expect_state("sent")
    wait_until(one.page, shelf.titles, ["One"])
    one.page.route("**/api/v1/chordsets?*", lambda route: route.fulfill(json=answer))
    one.save("b", "Two", 1).expect_state("waiting", 1).expect_titles("One", "Two")
    one.expect_stored("One", "Two")
    one.page.unroute("**/api/v1/chordsets?*")
    one.expect_state("sent").expect_titles("One", "Two")


# Storage that is damaged or does not respond


# Each script changes the records `a` (sent), `b` (changed since) and `c` (new), or the stored sync state.
DAMAGE = {
    "empty server record": "meta.put({}, 'server')",
    "server record is a string": "meta.put('x', 'server')",
    "trail increases": "meta.put({ ...server, trail: [3, 5] }, 'server')",
    "trail contains NaN": "meta.put({ ...server, trail: [NaN] }, 'server')",
    "deletions are no list": "meta.put({ ...server, buried: { length: 1 } }, 'server')",
    "negative clock": "meta.put({ now: -5, forgotten: 0 }, 'clock')",
    "missing clock": "meta.delete('clock')",
    "clock forgets the future": "meta.put({ now: 100, forgotten: 900 }, 'clock')",
    "clock at zero": "meta.put({ now: 0, forgotten: 0 }, 'clock')",
    "order is a number": "meta.put(17, 'order')",
    "invalid times": "all.put({ ...a, time: 1e300 }); all.put({ ...b, time: 'noon' }); all.put({ ...c, time: -3 })",
    "invalid positions":
        "all.put({ ...a, position: NaN }); all.put({ ...b, position: 'first' }); all.put({ ...c, position: 1e12 })",
    "invalid versions":
        "all.put({ ...a, version: -4 }); all.put({ ...b, version: 'v' }); all.put({ ...c, version: 1.5 })",
    "invalid bases": "all.put({ ...a, base: 17 }); all.put({ ...b, base: { version: 'x', content: '' } }); "
                     "all.put({ ...c, base: {} })",
    "base is no JSON": "all.put({ ...a, base: { ...a.base, content: '{' } })",
    "invalid flags": "all.put({ ...a, isDeleted: 'no', copyOf: 5 }); all.put({ ...b, isDeleted: null }); "
                     "all.put({ ...c, isDeleted: 0 })",
    "sent record marked as unsent": "all.put({ ...a, unsent: 1 })",
    "unsent records not marked": "delete b.unsent; delete c.unsent; all.put(b); all.put(c)",
    "sent title is a number": "all.put({ ...a, title: 17 })",
    "sent record without content": "delete a[core]; all.put(a)",
}


def damage(tab, script):
    """Changes the browser's database while no page of ours is open."""
    tab.page.goto(tab.url + "lab")
    core = "text" if tab.kind is Tunes else "chords"
    tab.page.evaluate("""async ([database, kind, core, script]) => {
        const open = indexedDB.open(database);
        await new Promise((resolve) => (open.onsuccess = resolve));
        const read = open.result.transaction([kind, "meta"]), wanted = ["a", "b", "c"]
            .map((id) => read.objectStore(kind).get(id));
        const known = read.objectStore("meta").get("server");
        await new Promise((resolve) => (read.oncomplete = resolve));
        const write = open.result.transaction([kind, "meta"], "readwrite");
        new Function("all", "meta", "a", "b", "c", "server", "core", script)(
            write.objectStore(kind), write.objectStore("meta"), ...wanted.map(({ result }) => result), known.result,
                core);
        await new Promise((resolve) => (write.oncomplete = resolve));
        open.result.close();
    }""", [tab.kind.database, tab.kind.name, core, script])


@pytest.mark.all
# One of each kind of record in the first lane.
@pytest.mark.parametrize("fault", [
    pytest.param(script, id=name, marks=[] if name in {
        "server record is a string", "missing clock", "order is a number", "invalid bases", "invalid flags",
        "unsent records not marked", "sent record without content"} else pytest.mark.all)
    for name, script in DAMAGE.items()])
@chordsets_first
def test_damaged_records_lose_no_unsent_changes(device, shelf, browser_errors, kind, fault):
    browser_errors.allow("")
    one = device().save("a", "One").save("b", "Two", 1).expect_state("sent")
    wait_until(one.page, shelf.titles, ["One", "Two"])
    one.set_offline()
    one.save("b", "Zwei", 1).save("c", "Three", 2).expect_state("waiting", 2)
    one.expect_stored("One", "Zwei", "Three")
    one.set_offline(False)
    one.page.context.route("**/api/**", lambda route: route.abort())
    damage(one, fault)
    one.page.context.unroute("**/api/**")
    one.load().expect_state("sent")
    # An item with a lost position comes last. An item with a lost base keeps its content.
    wait_until(one.page, lambda: set(shelf.titles()) >= {"One", "Zwei", "Three"})
    assert len(shelf.titles()) <= 4
    wait_until(one.page, lambda: sorted(one.titles()), sorted(shelf.titles()))
    # Sync still works.
    one.save("d", "Four", 9).expect_state("sent")
    wait_until(one.page, lambda: "Four" in shelf.titles())


# Remains of a database: each script creates a version of it with some of its stores.
BROKEN_DATABASES = {
    "no stores": "const version = 2, make = () => {}",
    "earlier version without stores": "const version = 1, make = () => {}",
    "no meta store":
        "const version = 2, make = (made) => indexed(made.createObjectStore(kind, { keyPath: 'id' }))",
    "no indexes": "const version = 2, make = (made) => (made.createObjectStore(kind, { keyPath: 'id' }), "
                  "made.createObjectStore('meta'))",
    "only the meta store": "const version = 2, make = (made) => made.createObjectStore('meta')",
}
BREAK_DATABASE = """
async ([name, kind]) => {
    const indexed = (all) => [["position", "position"], ["unsent", "unsent"], ["served", "served"],
        ["known", "base.version"]]
        .forEach(([name, path]) => all.createIndex(name, path));
    const done = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = reject;
    });
    const old = await done(indexedDB.open(name));
    const records = old.objectStoreNames.contains(kind) ? await done(old.transaction(kind).objectStore(kind).getAll())
        : [];
    old.close();
    await done(indexedDB.deleteDatabase(name));
    %s;
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => {
        make(opening.result);
        if (opening.result.objectStoreNames.contains(kind))
            for (const one of records) opening.transaction.objectStore(kind).put(one);
    };
    (await done(opening)).close();
}
"""


@pytest.mark.all
@pytest.mark.firefox
@pytest.mark.parametrize("remains", BROKEN_DATABASES.values(), ids=BROKEN_DATABASES.keys())
@chordsets_first
def test_incomplete_database_is_recreated(device, shelf, browser_errors, kind, remains):
    browser_errors.allow("")
    one = device().save("a", "One").save("b", "Two", 1).expect_state("sent")
    one.set_offline()
    one.save("b", "Zwei", 1).save("c", "Three", 2).expect_state("waiting", 2).expect_stored("One", "Zwei", "Three")
    one.set_offline(False)
    one.page.context.route("**/api/**", lambda route: route.abort())
    one.page.goto(one.url + "lab")
    one.page.evaluate(BREAK_DATABASE % remains, [kind.database, kind.name])
    one.page.context.unroute("**/api/**")
    # Two tabs at the same time.
    two = one.new_tab()
    one.load().expect_state("sent")
    titles = ["One", "Zwei", "Three"] if "kind" in remains else ["One", "Two"]
    wait_until(one.page, shelf.titles, titles)
    for tab in (one, two):
        tab.expect_state("sent").expect_titles(*titles)
    one.expect_stored(*titles)
    two.save("d", "Four", 9).expect_state("sent")
    one.expect_titles(*titles, "Four").expect_stored(*titles, "Four")
    assert one.page.evaluate("() => Object.keys(localStorage).filter((name) => name.includes('-unended-'))") == []


def test_deleted_database_is_recreated_from_memory(static_device):
    tab = static_device().save("a", "One").save("b", "Two", 1).expect_state("alone").expect_stored("One", "Two")
    tab.page.evaluate(BREAK_DATABASE % BROKEN_DATABASES["no stores"], [tab.kind.database, tab.kind.name])
    tab.save("c", "Three", 2).expect_state("alone").expect_titles("One", "Two", "Three").expect_stored(
        "One", "Two", "Three")


@pytest.mark.all
@every_kind
def test_irreparable_records_are_set_aside(device, shelf, kind):
    one = device().save("a", "One").save("b", "Two", 1).save("c", "Three", 2).expect_state("sent")
    wait_until(one.page, shelf.titles, ["One", "Two", "Three"])
    core = "text" if kind is Tunes else "chords"
    damage(one, "all.put({ id: 5 }); all.put({ id: 'x', title: 'Odd', position: 0, version: 1, [core]: 7 })")
    one.load().expect_titles("One", "Two", "Three").expect_state("sent")

    def set_aside_keys():
        return one.page.evaluate("""(database) => new Promise((resolve) => {
            indexedDB.open(database).onsuccess = ({ target }) => {
                const request = target.result.transaction("meta").objectStore("meta").getAllKeys();
                request.onsuccess = () => (target.result.close(),
                    resolve(request.result.filter((key) => key.startsWith("damaged "))));
            };
        })""", kind.database)

    wait_until(one.page, set_aside_keys, ["damaged 5", "damaged x"])
    assert sorted(entry["id"] for entry in one.stored()) == ["a", "b", "c"]


@pytest.mark.firefox
@chordsets_first
def test_damaged_journal_of_one_tab_does_not_affect_others(static_device, kind):
    tab = static_device().save("a", "One")
    tab.expect_stored("One")
    whole = json.dumps([{"change": {"id": "b", "told": {**kind.stored_item("b", "Two"), "position": 1}}}])
    half = json.dumps(
        [{"change": {"id": "c", "told": {**kind.stored_item("c", "Three"), "position": 1}}}, {"change": {"id": 7}}])
    for name, text in {"0": "{", "1": "null", "2": '{"a":1}', "3": half, "4": whole, "5": whole[:-9]}.items():
        tab.page.evaluate(
            "([name, text]) => localStorage.setItem(name, text)", [f"{kind.database}-unended-{name}", text])
    tab.load()
    tab.expect_stored("One", "Two", "Three")
    tab.expect_titles("One", *([title for title in tab.titles()[1:]]))
    left = "() => Object.keys(localStorage).filter((name) => name.includes('-unended-')).sort()"
    # Nothing is retried, and nothing is discarded.
    wanted = [f"chord-combiner-damaged-{kind.database}-unended-{name}" for name in "01235"]
    wait_until(tab.page, lambda: tab.page.evaluate(left), wanted)


# Storage that accepts every request and never responds: from opening on, or later.
DATABASES_HANG = "IDBFactory.prototype.open = () => ({})"
SLOW_DATABASES = """
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...all) {
        const request = open.apply(this, all), late = {};
        request.onupgradeneeded = (event) => late.onupgradeneeded?.(event);
        for (const name of ["result", "transaction", "error"]) Object.defineProperty(late, name,
            { get: () => request[name] });
        request.onsuccess = (event) => setTimeout(() => late.onsuccess?.(event), window.lateness ?? 6000);
        return late;
    };
"""
REQUESTS_HANG = """() => {
    for (const name of ["get", "getAll", "put", "add"]) IDBObjectStore.prototype[name] = function () { return {}; };
}"""


@pytest.mark.firefox
@chordsets_first
def test_hung_storage_is_bypassed(device, shelf, kind):
    shelf.add(kind.api_item("s", "Served"))
    one = device(DATABASES_HANG).expect_remote().expect_titles("Served")
    assert one.page.evaluate("engine.news.filter(({ isHung }) => isHung).length") == 1
    one.save("a", "One", 1).expect_remote()
    wait_until(one.page, shelf.titles, ["Served", "One"])


@pytest.mark.all
def test_slow_storage_is_used_once_it_responds(device, shelf, browser_errors):
    browser_errors.allow("")
    one = device().save("a", "One").expect_state("sent")
    one.page.add_init_script(SLOW_DATABASES)
    one.page.context.route("**/api/**", lambda route: route.abort())
    one.load().expect_state("unkept").save("b", "Two", 1).save("c", "Three", 2).remove("b")
    one.expect_state("waiting", 1).expect_titles("One", "Three")
    one.expect_stored("One", "Three")
    one.page.context.unroute("**/api/**")
    one.expect_state("sent")
    assert shelf.titles() == ["One", "Three"]


@pytest.mark.all
@chordsets_first
def test_storage_that_stops_responding_loses_nothing(device, shelf, kind):
    one = device().save("a", "One").save("b", "Two", 1).expect_state("sent")
    one.page.evaluate(REQUESTS_HANG)
    one.save("a", "Eins").save("c", "Three", 2)
    wait_until(one.page, shelf.titles, ["Eins", "Two", "Three"])
    one.expect_remote().expect_titles("Eins", "Two", "Three")


def test_changes_reach_the_server_when_the_disk_is_full(device, shelf):
    one = device().save("a", "One").save("b", "Two", 1).expect_state("sent")
    one.page.evaluate("() => { %s }" % STORAGE_FULL)
    one.save("c", "Three", 2).save("a", "Eins").remove("b")
    wait_until(one.page, shelf.titles, ["Eins", "Three"])
    one.expect_remote()


# Reported state


@pytest.mark.all
def test_state_is_sent_only_after_the_server_has_all(device, shelf):
    one = device().expect_state("sent")
    held, isHeld = [], [True]

    def hold(route):
        if route.request.method == "POST" and isHeld:
            held.append(route)
        else:
            route.continue_()

    one.page.route("**/api/v1/chordsets", hold)
    sets = [{**Chordsets.stored_item(f"n{n}", str(n)), "position": n} for n in range(40)]
    # Reported at once, not only after the server has responded.
    states = one.page.evaluate("""async (sets) => {
        const before = engine.news.length, states = [];
        const { receive } = engine;
        engine.receive = (action, text) => (states.push(JSON.parse(text)), receive(action, text));
        engine.open();
        await new Promise((resolve) => setTimeout(resolve, 500));
        states.splice(0);
        for (const set of sets) engine.keep(set);
        await new Promise((resolve) => setTimeout(resolve));
        return states.map(({ state, waiting }) => [state, waiting]);
    }""", sets)
    assert states == [["waiting", 40]]
    wait_until(one.page, lambda: len(held), 1)
    isHeld.clear()
    held[0].continue_()
    wait_until(one.page, lambda: len(shelf.request("GET")), 40)
    one.expect_state("sent")


def test_unsent_order_is_reported(device, shelf, browser_errors):
    browser_errors.allow("")
    one = device().save("a", "One").save("b", "Two", 1).expect_state("sent")
    wait_until(one.page, shelf.titles, ["One", "Two"])
    one.page.route("**/api/v1/chordsets/*", lambda route: route.fulfill(status=400))
    one.save("b", "Two", -1).expect_state("order")
    one.page.unroute("**/api/v1/chordsets/*")
    one.page.evaluate("dispatchEvent(new Event('online'))")
    one.expect_state("sent")
    assert shelf.titles() == ["Two", "One"]


def warns_before_unload(page):
    return page.evaluate("() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))")


def test_unload_warning_only_when_changes_would_be_lost(device, static_device, shelf, browser_errors):
    browser_errors.allow("")
    one = device().save("a", "One").expect_state("sent")
    assert not warns_before_unload(one.page)
    one.set_offline()
    one.save("b", "Two", 1).expect_state("waiting", 1)
    one.expect_stored("One", "Two")
    assert not warns_before_unload(one.page)
    one.set_offline(False)
    # Pending writes are left in localStorage for the next page, unless that is full too.
    own = static_device()
    change = "set => { engine.keep(set); return !dispatchEvent(new Event('beforeunload', { cancelable: true })); }"
    assert not own.page.evaluate(change, {**Chordsets.stored_item("a", "One"), "position": 0})
    own.page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') } }")
    assert own.page.evaluate(change, {**Chordsets.stored_item("a", "Eins"), "position": 0})
    own.expect_stored("Eins")
    wait_until(own.page, lambda: warns_before_unload(own.page), False)
    # Without storage, until the server has it.
    two = device(STORAGE_DENIED).expect_remote()
    two.page.route("**/api/**", lambda route: route.abort())
    two.save("c", "Three", 2).expect_state("unkept", 1)
    assert warns_before_unload(two.page)
    two.page.unroute("**/api/**")
    two.expect_remote()
    wait_until(two.page, lambda: warns_before_unload(two.page), False)


# Unload during a change, and changes to one item in two places


@pytest.mark.firefox
@chordsets_first
def test_change_interrupted_by_unload_is_applied_once(static_device, kind):
    tab = static_device().save("a", "D")
    tab.expect_stored("D")
    # Two more letters, then unload: the first is stored, the second is not.
    record = tab.page.evaluate("""([one, other]) => {
        engine.keep(one);
        engine.keep(other);
        for (const name of ["pagehide", "pagehide"]) dispatchEvent(new Event(name));
        return Object.entries(localStorage).find(([name]) => name.includes("-unended-"))[1];
    }""", [{**kind.stored_item("a", title), "position": 0} for title in ["Du", "Dusk"]])
    tab.expect_stored("Dusk")
    du = kind.stored_item("a", "Du")
    damage(tab, f"all.put({{ ...a, ...{json.dumps(du)}, version: a.version - 1 }})")
    tab.page.evaluate("([name, text]) => localStorage.setItem(name, text)", [f"{kind.database}-unended-other", record])
    tab.load().expect_titles("Dusk")
    tab.expect_stored("Dusk")
    # A deletion before unload is applied too.
    deleted = json.dumps([{**json.loads(record)[-1], "change": {"id": "a"}}])
    damage(tab, f"all.put({{ ...a, ...{json.dumps(du)}, version: a.version + 7 }})")
    tab.page.evaluate("([name, text]) => localStorage.setItem(name, text)", [f"{kind.database}-unended-other", deleted])
    tab.load().expect_titles()


def test_journal_of_an_open_tab_is_left_to_that_tab(static_device):
    one = static_device().save("a", "One")
    one.expect_stored("One")
    name = one.page.evaluate("""() => {
        engine.keep({ ...engine.sets[0], title: "Eins" });
        dispatchEvent(new Event("pagehide"));
        const [name, text] = Object.entries(localStorage).find(([name]) => name.includes("-unended-"));
        localStorage.setItem("text", text.replace("Eins", "Another"));
        return name;
    }""")
    one.expect_stored("Eins")
    one.page.evaluate("name => localStorage.setItem(name, localStorage.getItem('text'))", name)
    two = one.new_tab()
    two.page.wait_for_timeout(500)
    assert two.titles() == ["Eins"]
    one.page.close()
    two.expect_titles("Another")


def tune_with_bars(*chords):
    return {
        "text": "Title: Mine\n\n| " + " | ".join(chords) + " |\n", "title": "Mine", "composer": "", "key": "",
        "style": ""}


def type_versions(tab, *versions):
    """Applies these versions one after the other, before news of others can arrive."""
    tab.page.evaluate("""async (sets) => {
        for (const set of sets) {
            engine.keep({ ...engine.sets[0], ...set });
            await null;
        }
    }""", [tune_with_bars(*chords) for chords in versions])


def bar_lines(tab):
    return [entry["text"].split("\n")[-2] for entry in tab.items()]


@pytest.mark.all
@pytest.mark.parametrize("kind", [Tunes], indirect=True, ids=["tunes"])
def test_changes_to_different_bars_are_merged(static_device, kind):
    one = static_device()
    one.page.evaluate(
        "set => engine.keep({ id: 'a', position: 0, setup: '', ...set })", tune_with_bars("Cma7", "Ami7", "Dmi7", "G7"))
    one.expect_stored("Mine")
    two = one.new_tab(NO_BROADCASTS)
    # Letter by letter, without news of each other.
    type_versions(one, *(("Cma7", chord, "Dmi7", "G7") for chord in ["E", "Emi", "Emi7"]))
    wait_until(one.page, lambda: "Emi7" in one.stored()[0]["text"])
    type_versions(two, *(("Cma7", "Ami7", "Dmi7", chord) for chord in ["G", "G9", "G7(b9)"]))
    wait_until(two.page, lambda: bar_lines(two), ["| Cma7 | Emi7 | Dmi7 | G7(b9) |"])
    wait_until(one.page, lambda: len(one.stored()), 1)
    # Changes to the same bar, the number of bars or the playback settings keep both versions.
    three = one.load().new_tab(NO_BROADCASTS)
    type_versions(one, ("Cma7", "Emi7", "Dmi7", "G13"))
    wait_until(one.page, lambda: "G13" in one.stored()[0]["text"])
    type_versions(three, ("Cma7", "Emi7", "Dmi7", "Db7"))
    wait_until(three.page, lambda: len(three.stored()), 2)
    four = one.load().new_tab(NO_BROADCASTS)
    type_versions(one, ("Cma7", "Emi7", "D7", "G13", "C6"))
    wait_until(one.page, lambda: any("C6" in entry["text"] for entry in one.stored()))
    type_versions(four, ("C6", "Emi7", "Dmi7", "G13"))
    wait_until(four.page, lambda: len(four.stored()), 3)


@pytest.mark.parametrize("kind", [Tunes], indirect=True, ids=["tunes"])
def test_changes_to_different_bars_on_two_devices_are_merged(device, shelf, browser_errors, kind):
    browser_errors.allow("")
    one = device()
    one.page.evaluate(
        "set => engine.keep({ id: 'a', position: 0, setup: '', ...set })", tune_with_bars("Cma7", "Ami7", "Dmi7", "G7"))
    two = device().expect_titles("Mine")
    one.expect_state("sent").set_offline()
    type_versions(one, ("C6", "Ami7", "Dmi7", "G7"))
    one.expect_state("waiting", 1)
    type_versions(two, ("Cma7", "Ami7", "Fmi6", "G7"))
    wait_until(two.page, lambda: "Fmi6" in shelf.request("GET", "/a")["text"])
    one.set_offline(False)
    for tab in [one, two]:
        wait_until(tab.page, lambda: bar_lines(tab), ["| C6 | Ami7 | Fmi6 | G7 |"])
    one.expect_state("sent")
    assert len(shelf.titles()) == 1
