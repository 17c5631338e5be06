"""What is kept in the browser's own storage and on the server: whatever happens at the same time, no work is lost.

What keeps chordsets keeps all kinds. So most of it is tried with chordsets, and with each kind what depends on its content:
where that is stored, sent, compared or refused.
"""

import json
import shutil
import signal
from itertools import count
from pathlib import Path

import pytest

from screen import until
from serving import SITE, Server
from shelf import Chordsets, Shelf, Tunes

# An engine that only remembers: what it was given, and what it has said since.
ENGINE = """async ([assets, mode, kind]) => {
    const [{ [kind]: store }, { loadEngine }] = await Promise.all(
        [`storage/${kind}.js`, "loop/engine.js"].map((name) => import(assets + name)));
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
            if (!news.gone) return void (engine.sets = told);
            const changed = new Map(told.map((set) => [set.id, set]));
            const old = engine.sets.map((set) => changed.get(set.id) ?? set).filter(({ id }) => !news.gone.includes(id));
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
# A tab that hears nothing of the others, as if it had not come to that yet.
DEAF = "window.BroadcastChannel = class { addEventListener() {} postMessage() {} }"
FORBIDDEN = """Object.defineProperty(window, "indexedDB", {
    get() { throw new DOMException("denied", "SecurityError"); }
})"""
FULL = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }"
# Which connections the page has had to what the server announces, and how many of them are open.
CONNECTIONS = """
    window.connections = [];
    const ask = window.fetch;
    window.fetch = (url, options) => {
        if (String(url).endsWith("/events")) connections.push(options.signal);
        return ask(url, options);
    };
    window.open = () => connections.filter(({ aborted }) => !aborted).length;
"""
ENDING = """() => (IDBObjectStore.prototype.put = function () {
    this.transaction.abort();
    throw new DOMException("full", "QuotaExceededError");
})"""


both = pytest.mark.parametrize("kind", [Chordsets, Tunes], indirect=True, ids=lambda kind: kind.name)


@pytest.fixture
def kind(request):
    return getattr(request, "param", Chordsets)


class Tab:
    """A tab with an engine that has been given all there is."""

    def __init__(self, page, url, mode, kind):
        self.page, self.url, self.mode, self.kind = page, url.rstrip("/") + "/", mode, kind
        empty = {"body": "<!DOCTYPE html>", "content_type": "text/html"}
        page.context.route(self.url + "lab", lambda route: route.fulfill(**empty))
        self.begin()

    def begin(self):
        (assets,) = (SITE / "assets").iterdir()
        self.page.goto(self.url + "lab")
        self.page.evaluate(ENGINE, [f"{self.url}assets/{assets.name}/", self.mode, self.kind.name])
        self.page.wait_for_function("() => engine.news.length > 0")
        return self

    def beside(self, prepare=""):
        """Another tab of the same browser."""
        page = self.page.context.new_page()
        page.add_init_script(prepare)
        return Tab(page, self.url, self.mode, self.kind)

    def keep(self, id, title, position=0, bpm=60):
        self.page.evaluate("one => engine.keep(one)", {**self.kind.kept(id, title, bpm), "position": position})
        return self

    def remove(self, id):
        self.page.evaluate("id => engine.remove(id)", id)

    def sets(self):
        return self.page.evaluate("() => engine.sets")

    def titles(self):
        return [entry["title"] for entry in self.sets()]

    def state(self):
        return self.page.evaluate("() => { const { state, waiting } = engine.news.at(-1); return [state, waiting]; }")

    def is_remote(self):
        """The server has all, and this browser keeps nothing."""
        until(self.page, lambda: self.page.evaluate("() => { const { state, isRemote } = engine.news.at(-1); return [state, isRemote]; }"), ["sent", True])
        return self

    def returned(self):
        return self.page.evaluate("() => engine.news.flatMap(({ returned }) => returned)")

    def kept(self):
        """What the browser itself has."""
        return self.page.evaluate("""([database, kind]) => new Promise((resolve) => {
            indexedDB.open(database).onsuccess = ({ target }) => {
                const request = target.result.transaction(kind).objectStore(kind).getAll();
                request.onsuccess = () => (target.result.close(), resolve(request.result));
            };
        })""", [self.kind.database, self.kind.name])

    def shows(self, *titles):
        until(self.page, self.titles, list(titles))
        return self

    def is_in(self, state, waiting=0):
        until(self.page, self.state, [state, waiting])
        return self

    def has_kept(self, *titles):
        def found():
            return sorted(entry["title"] for entry in self.kept() if not entry["isDeleted"])

        until(self.page, found, sorted(titles))
        return self

    def offline(self, is_offline=True):
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
    """How a browser writes what it compares."""
    return json.dumps({name: entry[name] for name in kind.content}, separators=(",", ":"), ensure_ascii=False)


@pytest.fixture
def device(new_page, shelf):
    """device() → the tab of a browser that has never been here."""

    def device(prepare=""):
        page = new_page(shelf.url)
        page.add_init_script(prepare)
        return Tab(page, shelf.url, "server", shelf.kind)

    return device


@pytest.fixture
def lonely(new_page, static, kind):
    """lonely() → the tab of a browser that has a static copy."""

    def lonely(prepare="", mode="alone"):
        page = new_page(static.split("/music")[0])
        page.add_init_script(prepare)
        return Tab(page, static, mode, kind)

    return lonely


# Alone


@pytest.mark.firefox
def test_what_is_kept_outlives_the_page(lonely):
    tab = lonely()
    requests = []
    tab.page.on("request", lambda request: requests.append(request.url))
    assert (tab.titles(), tab.state(), tab.returned()) == ([], ["alone", 0], [])
    odd = [None, {"a": [1.5, "\u266d"]}, [], "", 0, True, {}, {"lumis": [{}]}]
    tab.page.evaluate("chords => engine.keep({ id: 'odd', title: 'Odd', position: 0, chords })", odd)
    tab.keep("b", "Two", 1).keep("c", "Three", 1).keep("a", "One", 1)
    tab.remove("c")
    tab.has_kept("Odd", "Two", "One")
    tab.begin()
    assert tab.sets() == [
        {"id": "odd", "title": "Odd", "position": 0, "chords": odd},
        {**Chordsets.kept("b", "Two"), "position": 1},
        {**Chordsets.kept("a", "One"), "position": 2},
    ]
    assert len(tab.kept()) == 3
    assert not [url for url in requests if "api/" in url]


@pytest.mark.firefox
def test_of_a_moving_slider_the_last_is_kept(lonely):
    tab = lonely("""
        window.writes = 0;
        const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (...all) { writes += 1; return put.apply(this, all); };
    """)
    tab.page.evaluate("""set => {
        for (let n = 0; n <= 500; n++) engine.keep({ ...set, title: String(n), position: 0 });
    }""", Chordsets.kept("a", ""))
    tab.has_kept("500")
    assert tab.page.evaluate("writes") < 10
    # What was said last before the page goes.
    last = "set => [...'abcd'].forEach((id, position) => engine.keep({ ...set, id, title: id, position }))"
    tab.page.evaluate(last, Chordsets.kept("", ""))
    tab.page.evaluate("dispatchEvent(new Event('pagehide'))")
    tab.begin().shows("a", "b", "c", "d")


def test_what_is_done_last_is_kept_however_busy_the_machine_is(lonely):
    tab = lonely().keep("b", "Two", 1)
    tab.has_kept("Two")
    # So slow that the page goes before the browser has answered anything.
    tab.page.context.new_cdp_session(tab.page).send("Emulation.setCPUThrottlingRate", {"rate": 20})
    tab.keep("a", "One").remove("b")
    tab.begin().shows("One")
    tab.has_kept("One")
    # Nothing of it is done once more.
    tab.remove("a")
    tab.has_kept()
    tab.begin().shows()


def test_a_deleted_set_comes_back(lonely):
    tab = lonely().keep("a", "One")
    tab.has_kept("One")
    tab.remove("a")
    tab.has_kept()
    tab.keep("a", "One again")
    tab.has_kept("One again")
    tab.begin().shows("One again")


@pytest.mark.firefox
@both
def test_two_tabs_see_each_other(lonely):
    one = lonely()
    two = one.beside()
    one.keep("a", "One")
    two.shows("One").keep("b", "Two", 1)
    one.shows("One", "Two").remove("a")
    two.shows("Two").keep("b", "Zwei", 1)
    one.shows("Zwei")
    assert len(one.kept()) == 1


@both
def test_both_changes_are_kept(lonely, kind):
    one = lonely().keep("a", "One").keep("b", "Behind", 1)
    one.has_kept("One", "Behind")
    two = one.beside(DEAF)
    one.keep("a", "Changed")
    one.has_kept("Changed", "Behind")
    # A slider, of which nobody has said yet that it moves a copy.
    mine = [{**kind.kept("a", "Mine", bpm), "position": 0} for bpm in range(70, 80)]
    two.page.evaluate("sets => sets.forEach(engine.keep)", mine)
    two.shows("Changed", "Mine", "Behind")
    original, copy, _ = two.sets()
    assert (original["id"], copy["copyOf"]) == ("a", "a")
    assert {name: copy[name] for name in kind.content} == {name: mine[-1][name] for name in kind.content}
    assert len(copy["id"]) == 12 and set(copy["id"]) <= set("0123456789abcdefghjkmnpqrstvwxyz")
    # From now on each is what it is.
    two.keep("a", "Changed again")
    two.has_kept("Changed again", "Mine", "Behind")
    one.begin().shows("Changed again", "Mine", "Behind")


def test_one_renames_and_the_other_moves(lonely):
    one = lonely().keep("a", "One").keep("b", "Two", 1)
    one.has_kept("One", "Two")
    two = one.beside(DEAF)
    one.keep("a", "Renamed")
    one.has_kept("Renamed", "Two")
    two.keep("a", "One", 2)
    until(two.page, lambda: [entry["title"] for entry in sorted(two.kept(), key=lambda entry: entry["position"])], ["Two", "Renamed"])


def test_what_was_changed_in_another_tab_is_not_deleted(lonely):
    one = lonely().keep("a", "One")
    one.has_kept("One")
    two = one.beside(DEAF)
    one.keep("a", "Changed")
    one.has_kept("Changed")
    two.remove("a")
    two.shows("Changed")
    assert two.returned() == ["Changed"]
    two.remove("a")
    two.has_kept()
    # And what was deleted there goes on where it is changed.
    one.begin()
    one.keep("a", "Anew")
    one.has_kept("Anew")
    two.begin().shows("Anew")
    one.remove("a")
    one.has_kept()
    two.keep("a", "Not gone")
    two.has_kept("Not gone")


@pytest.mark.parametrize("harm", [FORBIDDEN, "delete Window.prototype.indexedDB; delete window.indexedDB"])
def test_without_storage_all_works_until_the_page_goes(lonely, harm):
    tab = lonely(harm).is_in("unkept")
    tab.keep("a", "One").keep("b", "Two", 1).remove("a")
    tab.page.evaluate("engine.open()")
    until(tab.page, lambda: tab.page.evaluate("engine.news.at(-1).chordsets.map(({ title }) => title)"), ["Two"])
    assert tab.begin().titles() == []


@pytest.mark.parametrize("harm", ["() => { %s }" % FULL, ENDING, "name => { indexedDB.open(name, 3) }"])
@both
def test_when_the_storage_gives_up_nothing_is_lost(lonely, harm, kind):
    tab = lonely().keep("a", "One").keep("b", "Two", 1)
    tab.has_kept("One", "Two")
    tab.page.evaluate(harm, kind.database)
    tab.keep("c", "Three", 2).keep("d", "Four", 3).keep("a", "Eins")

    def handed():
        tab.page.evaluate("engine.open()")
        return [tab.titles(), tab.state()]

    until(tab.page, handed, [["Eins", "Two", "Three", "Four"], ["unkept", 0]])


def test_what_cannot_be_decided_waits_for_a_fresh_engine(lonely):
    tab = lonely().keep("a", "One")
    tab.has_kept("One")
    tab.page.evaluate("() => ({ decide: engine.lost } = engine, engine.decide = null)")
    tab.keep("a", "Two").keep("b", "Three", 1)
    tab.page.wait_for_timeout(500)
    assert [entry["title"] for entry in tab.kept()] == ["One"]
    tab.page.evaluate("() => (engine.decide = engine.lost)")
    tab.has_kept("Two", "Three")
    tab.begin().shows("Two", "Three")


def test_what_is_no_chordset_harms_nobody(lonely, complaints):
    tab = lonely()
    for text in ["null", "17", "{}"]:
        tab.page.evaluate("text => engine.store.keep(text)", text)
    complaints.expect("")
    tab.page.evaluate("engine.store.keep('{')")
    tab.page.evaluate("engine.store.remove('nothing')")
    tab.keep("a", "One")
    tab.has_kept("One")


# With a server


@both
def test_two_devices_see_each_other(device, shelf, kind):
    one, two = device(), device()
    one.keep("a", "One").keep("b", "Two", 1)
    two.shows("One", "Two").is_in("sent").keep("a", "Eins", bpm=72)
    one.shows("Eins", "Two").is_in("sent")
    told, wanted = shelf.ask("GET", "/a"), kind.kept("a", "Eins", 72)
    assert {name: told[name] for name in kind.content} == {name: wanted[name] for name in kind.content}
    # What the server tells again is nothing new: nobody would come to rest.
    assert [entry["base"]["content"] for entry in one.kept()] == [content(entry, kind) for entry in one.kept()]
    one.remove("a")
    two.shows("Two")
    until(one.page, shelf.titles, ["Two"])
    until(one.page, lambda: len(one.kept()), 1)
    shelf.change("b", "Zwei")
    one.shows("Zwei")
    two.shows("Zwei").begin().shows("Zwei")


@both
def test_what_was_done_without_a_network_is_sent_later(device, shelf, complaints):
    complaints.expect("")
    one, two = device(), device()
    one.keep("a", "One").keep("b", "Two", 1)
    two.shows("One", "Two")
    one.is_in("sent").offline()
    one.keep("a", "Eins").keep("c", "Three", 2).remove("b")
    one.is_in("waiting", 3).shows("Eins", "Three")
    two.keep("d", "Four", 2)
    until(two.page, shelf.titles, ["One", "Two", "Four"])
    one.offline(False)
    one.is_in("sent").shows("Eins", "Four", "Three")
    two.shows("Eins", "Four", "Three")
    assert shelf.titles() == ["Eins", "Four", "Three"]


def test_what_a_closed_tab_has_left_is_sent_by_the_next(device, shelf, complaints):
    complaints.expect("")
    one = device().is_in("sent")
    one.page.route("**/api/**", lambda route: route.abort())
    one.keep("a", "One").is_in("waiting", 1)
    two = one.beside()
    two.is_in("sent").shows("One")
    assert shelf.titles() == ["One"]
    # The first hears of it although it cannot get there.
    one.is_in("sent")


@pytest.mark.firefox
@both
def test_changes_on_two_devices_are_both_kept(device, shelf, complaints):
    complaints.expect("")
    one, two = device(), device()
    one.keep("a", "One").keep("b", "Behind", 1)
    two.shows("One", "Behind")
    one.is_in("sent").offline()
    one.keep("a", "Mine").is_in("waiting", 1)
    two.keep("a", "Theirs").is_in("sent")
    until(two.page, shelf.titles, ["Theirs", "Behind"])
    one.offline(False)
    one.shows("Theirs", "Mine", "Behind").is_in("sent")
    assert one.sets()[1]["copyOf"] == one.sets()[0]["id"] == "a"
    two.shows("Theirs", "Mine", "Behind")
    assert shelf.titles() == ["Theirs", "Mine", "Behind"]


@both
def test_the_same_change_on_two_devices_is_one(device, shelf, complaints):
    complaints.expect("")
    one = device().keep("a", "One").is_in("sent")
    until(one.page, shelf.titles, ["One"])
    one.offline()
    one.keep("a", "Eins").is_in("waiting", 1)
    shelf.change("a", "Eins")
    one.offline(False)
    one.is_in("sent").shows("Eins")
    assert shelf.titles() == ["Eins"]


@both
def test_a_change_weighs_more_than_a_deletion(device, shelf, complaints):
    complaints.expect("")
    one = device().keep("a", "One").keep("b", "Two", 1).keep("c", "Three", 2)
    until(one.page, shelf.titles, ["One", "Two", "Three"])
    one.is_in("sent").offline()
    one.remove("a")
    one.remove("c")
    one.keep("b", "Zwei", 1).is_in("waiting", 3)
    shelf.change("a", "Eins")
    shelf.ask("DELETE", "/b")
    # One that was only moved goes.
    shelf.ask("PATCH", "/c", {"position": 0})
    one.offline(False)
    one.is_in("sent").shows("Eins", "Zwei")
    assert one.returned() == ["Eins"]
    assert shelf.titles() == ["Eins", "Zwei"]


def test_what_was_deleted_and_brought_back_is_there(device, shelf):
    one = device()
    for position, title in enumerate(["One", "Two", "Three"]):
        one.keep(title.lower(), title, position)
    until(one.page, shelf.titles, ["One", "Two", "Three"])
    one.remove("two")
    until(one.page, shelf.titles, ["One", "Three"])
    one.keep("two", "Two", 1).keep("three", "Three", 2)
    until(one.page, shelf.titles, ["One", "Two", "Three"])


@both
def test_the_order_is_sent_with_one_request_for_one_move(device, shelf):
    one, two = device(), device()
    for position, id in enumerate("abcde"):
        one.keep(id, id.upper(), position)
    until(one.page, shelf.titles, ["A", "B", "C", "D", "E"])
    two.shows("A", "B", "C", "D", "E")
    moves = []
    one.page.on("request", lambda request: moves.append(request) if request.method == "PATCH" else None)

    def arrange(order):
        for position, id in enumerate(order):
            one.keep(id, id.upper(), position)
        until(one.page, shelf.titles, list(order.upper()))
        two.shows(*order.upper())

    arrange("bcdea")
    assert len(moves) == 1
    arrange("abcde")
    assert len(moves) == 2
    arrange("edcba")
    # Somebody else's order is taken over.
    two.shows("E", "D", "C", "B", "A").is_in("sent")
    shelf.ask("PATCH", "/a", {"position": 0})
    one.shows("A", "E", "D", "C", "B").is_in("sent")
    two.shows("A", "E", "D", "C", "B")


@both
def test_one_that_is_refused_does_not_hold_up_the_others(device, shelf, complaints):
    complaints.expect("400")
    one = device().keep("a", "Bad", 0, bpm=-1).keep("b", "Good", 1)
    until(one.page, shelf.titles, ["Good"])
    one.is_in("waiting", 1).keep("a", "Mended", 0).is_in("sent")
    one.shows("Mended", "Good")
    until(one.page, shelf.titles, ["Mended", "Good"])


@both
def test_an_answer_that_is_lost_makes_no_copy(device, shelf, complaints, kind):
    complaints.expect("")
    one = device().keep("a", "One").is_in("sent")
    until(one.page, shelf.titles, ["One"])
    held = []
    one.page.route(f"**/api/v1/{kind.name}/a", lambda route: held.append(route), times=1)
    one.keep("a", "Two")
    until(one.page, lambda: len(held), 1)
    # It has arrived, but nobody here will hear of that.
    shelf.change("a", "Two")
    one.keep("a", "Three")
    one.has_kept("Three")
    held[0].abort()
    until(one.page, shelf.titles, ["Three"])
    one.is_in("sent").shows("Three")


@both
def test_somebody_who_was_faster_keeps_his(device, shelf, complaints, kind):
    complaints.expect("412")
    one = device().keep("a", "One").is_in("sent")
    until(one.page, shelf.titles, ["One"])
    numbers = count()

    def overtake(route):
        if route.request.method == "PUT" and next(numbers) == 0:
            shelf.change("a", "Faster")
        route.continue_()

    one.page.route(f"**/api/v1/{kind.name}/a", overtake)
    one.keep("a", "Mine")
    one.shows("Faster", "Mine").is_in("sent")
    until(one.page, shelf.titles, ["Faster", "Mine"])


def test_what_is_changed_while_it_is_sent_is_sent_too(device, shelf):
    one = device().is_in("sent")

    held = []

    def hold(route):
        if route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    one.page.route("**/api/v1/chordsets", hold)
    one.keep("a", "Older", 0)
    until(one.page, lambda: len(held), 1)
    one.keep("a", "Newer", 0).keep("b", "Other", 1)
    one.has_kept("Newer", "Other")
    held[0].continue_()
    until(one.page, lambda: len(held), 2)
    one.remove("b")
    one.has_kept("Newer")
    held[1].continue_()
    until(one.page, lambda: [shelf.titles(), [entry["title"] for entry in one.kept()]], [["Newer"], ["Newer"]])
    one.is_in("sent").shows("Newer")


@pytest.mark.firefox
@both
def test_without_storage_the_server_has_it(device, shelf):
    one = device(FORBIDDEN).keep("a", "One").is_in("sent")
    until(one.page, shelf.titles, ["One"])
    one.begin().shows("One")


@both
def test_a_host_without_our_server_is_none(lonely, complaints):
    complaints.expect("404")
    tab = lonely(mode="server").is_in("alone").keep("a", "One")
    tab.begin().is_in("alone").shows("One")


def test_a_server_that_stumbles_is_asked_again(device, shelf, complaints):
    complaints.expect("503")
    one = device().is_in("sent")
    one.page.route("**/api/v1/chordsets", lambda route: route.fulfill(status=503), times=1)
    one.keep("a", "One").is_in("waiting", 1)
    one.is_in("sent")
    assert shelf.titles() == ["One"]


def test_a_hidden_tab_keeps_no_connection(device, shelf):
    one = device(CONNECTIONS)
    one.page.wait_for_function("() => open() === 1")
    hide = """isHidden => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    one.page.evaluate(hide, True)
    assert one.page.evaluate("open()") == 0
    shelf.add(Chordsets.sent("a", "One"))
    one.page.evaluate(hide, False)
    one.shows("One")
    one.page.wait_for_function("() => open() === 1")


def test_what_is_announced_is_read_wherever_it_is_cut(lonely):
    text = ": hello\r\nevent: change\r\nid: 17\r\ndata: {}\r\ndata\r\ndata:x\r\n\r\nretry: 50\n\nevent: none\n\nid\ndata: two\n\ndata: y\rid: 9\r\rdata: unended"
    (assets,) = (SITE / "assets").iterdir()
    found = lonely().page.evaluate("""async ([url, text]) => {
        const { announcementReader } = await import(url);
        return [...text].map((_, index) => {
            const reader = announcementReader();
            reader.begin();
            const read = [];
            for (let place = 0; place < text.length; place += index + 1) read.push(...reader.read(text.slice(place, place + index + 1)));
            return [read.map(({ type, data, lastId }) => [type, data, lastId]), reader.pause(), reader.lastId()];
        });
    }""", [lonely().url + f"assets/{assets.name}/storage/announcements.js", text])
    assert len(found) > 100
    for one in found:
        assert one == [[["change", "{}\n\nx", "17"], ["message", "two", ""], ["message", "y", "9"]], 50, "9"]


# A server that loses what it had


class Successors:
    """Servers that follow each other at one address, each with a database of its own or with one that was there."""

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

    def set_aside(self):
        """A copy of the database as it is: what a backup would be."""
        self.stop()
        for file in self.folder.glob("first.sqlite*"):
            shutil.copy(file, self.folder / file.name.replace("first", "older"))
        self.start("first")


@pytest.fixture
def successors(tmp_path):
    successors = Successors(tmp_path)
    yield successors
    successors.stop()


@pytest.fixture
def faithful(new_page, successors, complaints, kind):
    """faithful() → the tab of a browser whose server is now and then another one."""
    complaints.expect("")
    return lambda prepare="": Tab(new_page(successors.url), successors.url, "server", kind)


@pytest.mark.firefox
@both
def test_a_server_with_another_database_is_given_what_browsers_have(faithful, successors, kind):
    one = faithful().keep("a", "One").keep("b", "Two", 1).keep("c", "Three", 2).is_in("sent")
    shelf = Shelf(successors.url, kind)
    until(one.page, shelf.titles, ["One", "Two", "Three"])
    successors.stop()
    successors.start("second")
    until(one.page, shelf.titles, ["One", "Two", "Three"])
    one.is_in("sent").shows("One", "Two", "Three")
    one.has_kept("One", "Two", "Three")


@both
def test_an_older_backup_takes_nothing_from_browsers(faithful, successors, kind):
    one = faithful().keep("a", "One").keep("b", "Two", 1).is_in("sent")
    shelf = Shelf(successors.url, kind)
    until(one.page, shelf.titles, ["One", "Two"])
    successors.set_aside()
    until(one.page, shelf.titles, ["One", "Two"])
    one.keep("a", "Eins").keep("c", "Three", 2)
    until(one.page, shelf.titles, ["Eins", "Two", "Three"])
    one.is_in("sent")
    successors.stop()
    successors.start("older")
    until(one.page, shelf.titles, ["Eins", "Two", "Three"])
    one.is_in("sent").shows("Eins", "Two", "Three")
    one.has_kept("Eins", "Two", "Three")


@pytest.mark.firefox
@both
def test_a_server_that_is_killed_while_it_is_told_has_all_of_it_later(faithful, successors, kind):
    one, two = faithful().is_in("sent"), faithful()
    shelf = Shelf(successors.url, kind)
    heard = []
    one.page.on("requestfinished", lambda request: heard.append(request.method == "POST"))
    titles = [f"Number {n}" for n in range(60)]
    for position, title in enumerate(titles):
        one.keep(f"n{position}", title, position)
    until(one.page, lambda: sum(heard) > 5)
    successors.stop(signal.SIGKILL)
    until(one.page, lambda: one.state()[0], "waiting")
    one.keep("n0", "Changed meanwhile")
    one.has_kept("Changed meanwhile", *titles[1:])
    successors.start("first")
    one.is_in("sent")
    two.shows("Changed meanwhile", *titles[1:]).is_in("sent")
    assert shelf.titles() == one.begin().titles() == two.titles()


@both
def test_one_connection_tells_of_all_kinds(device, shelf, own_server, kind):
    """A browser has few to one server."""
    one = device(CONNECTIONS).is_in("sent")
    other = Tunes if kind is Chordsets else Chordsets
    one.page.evaluate("""async (name) => {
        const assets = performance.getEntriesByType("resource").find(({ name }) => name.includes("storage/")).name;
        const { [name]: store } = await import(assets.replace(/storage.*/, `storage/${name}.js`));
        window.told = [];
        store.open("server", (_, text) => told.push(JSON.parse(text)), engine.decide);
    }""", other.name)
    others = Shelf(own_server.url, other)
    try:
        until(one.page, lambda: one.page.evaluate("told.at(-1)?.state"), "sent")
        others.add(other.sent("x", "Other"))
        told = "name => told.flatMap((news) => news[name] ?? []).map(({ title }) => title)"
        until(one.page, lambda: one.page.evaluate(told, other.name), ["Other"])
        shelf.add(kind.sent("a", "One"))
        one.shows("One")
        assert one.page.evaluate("connections.length") == 1
    finally:
        others.clear()


@pytest.mark.firefox
def test_what_an_earlier_version_of_the_page_kept_is_given_to_a_server_that_lacks_it(faithful, successors, new_page):
    earlier = new_page(successors.url)
    earlier.route("**/lab", lambda route: route.fulfill(body="<!DOCTYPE html>", content_type="text/html"))
    earlier.goto("/lab")
    # As it kept them, in a tab that is still open.
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
    })""", Chordsets.sent("", "")["chords"])
    tab = Tab(earlier.context.new_page(), successors.url, "server", Chordsets).shows("One", "Two", "Three").is_in("sent")
    assert Shelf(successors.url).titles() == ["One", "Two", "Three"]
    tab.has_kept("One", "Two", "Three")


@both
def test_only_what_has_changed_is_asked_for(device, shelf, kind):
    shelf.add(*(kind.sent(f"s{n}", str(n)) for n in range(30)))
    one = device().is_in("sent").shows(*map(str, range(30)))
    answers = []

    def note(response):
        if response.request.method == "GET" and "since=" in response.url:
            answers.append(len(response.json()[kind.name]))

    one.page.on("response", note)
    shelf.change("s7", "Seven")
    until(one.page, lambda: one.titles()[7], "Seven")
    until(one.page, lambda: answers, [1])
    # Before our own change is sent, and after.
    one.keep("s8", "Eight", 8)
    until(one.page, lambda: shelf.titles()[8], "Eight")
    until(one.page, lambda: answers, [1, 0, 1])
    # The server tells of what is known here already.
    one.page.wait_for_timeout(1000)
    assert answers == [1, 0, 1]


@pytest.mark.parametrize("answer", [
    [], {}, {"chordsets": []}, {"database": "d", "since": 0, "revision": 1, "chordsets": [], "deleted": [{}], "more": False},
    {"database": "d", "since": 0, "revision": 1, "tunes": [], "deleted": [], "more": False},
])
def test_an_answer_that_means_nothing_deletes_nothing(device, shelf, answer):
    one = device().keep("a", "One").is_in("sent")
    until(one.page, shelf.titles, ["One"])
    one.page.route("**/api/v1/chordsets?*", lambda route: route.fulfill(json=answer))
    one.keep("b", "Two", 1).is_in("waiting", 1).shows("One", "Two")
    one.has_kept("One", "Two")
    one.page.unroute("**/api/v1/chordsets?*")
    one.is_in("sent").shows("One", "Two")


# Storage that is damaged, or does not answer


# Each changes the records `a` (sent), `b` (changed since) and `c` (new), or what is known beside them.
DAMAGE = {
    "nothing is known of the server": "meta.put({}, 'server')",
    "the server is no record": "meta.put('x', 'server')",
    "a trail goes up": "meta.put({ ...server, trail: [3, 5] }, 'server')",
    "a trail holds what is no number": "meta.put({ ...server, trail: [NaN] }, 'server')",
    "what was deleted is no list": "meta.put({ ...server, buried: { length: 1 } }, 'server')",
    "the clock is negative": "meta.put({ now: -5, forgotten: 0 }, 'clock')",
    "the clock is gone": "meta.delete('clock')",
    "the clock forgets later than it is": "meta.put({ now: 100, forgotten: 900 }, 'clock')",
    "the clock is behind": "meta.put({ now: 0, forgotten: 0 }, 'clock')",
    "the order is a number": "meta.put(17, 'order')",
    "no times": "all.put({ ...a, time: 1e300 }); all.put({ ...b, time: 'noon' }); all.put({ ...c, time: -3 })",
    "no places": "all.put({ ...a, position: NaN }); all.put({ ...b, position: 'first' }); all.put({ ...c, position: 1e12 })",
    "no versions": "all.put({ ...a, version: -4 }); all.put({ ...b, version: 'v' }); all.put({ ...c, version: 1.5 })",
    "no bases": "all.put({ ...a, base: 17 }); all.put({ ...b, base: { version: 'x', content: '' } }); all.put({ ...c, base: {} })",
    "a base is no JSON": "all.put({ ...a, base: { ...a.base, content: '{' } })",
    "flags that are none": "all.put({ ...a, isDeleted: 'no', copyOf: 5 }); all.put({ ...b, isDeleted: null }); all.put({ ...c, isDeleted: 0 })",
    "sent ones say that they are not": "all.put({ ...a, unsent: 1 })",
    "unsent ones do not say so": "delete b.unsent; delete c.unsent; all.put(b); all.put(c)",
    "a title that was sent is a number": "all.put({ ...a, title: 17 })",
    "what was sent has no content": "delete a[core]; all.put(a)",
}


def damage(tab, script):
    """Changes what the browser has stored, while no page of ours is open."""
    tab.page.goto(tab.url + "lab")
    core = "text" if tab.kind is Tunes else "chords"
    tab.page.evaluate("""async ([database, kind, core, script]) => {
        const open = indexedDB.open(database);
        await new Promise((resolve) => (open.onsuccess = resolve));
        const read = open.result.transaction([kind, "meta"]), wanted = ["a", "b", "c"].map((id) => read.objectStore(kind).get(id));
        const known = read.objectStore("meta").get("server");
        await new Promise((resolve) => (read.oncomplete = resolve));
        const write = open.result.transaction([kind, "meta"], "readwrite");
        new Function("all", "meta", "a", "b", "c", "server", "core", script)(
            write.objectStore(kind), write.objectStore("meta"), ...wanted.map(({ result }) => result), known.result, core);
        await new Promise((resolve) => (write.oncomplete = resolve));
        open.result.close();
    }""", [tab.kind.database, tab.kind.name, core, script])


@pytest.mark.parametrize("harm", DAMAGE.values(), ids=DAMAGE.keys())
@pytest.mark.parametrize("kind", [Chordsets, pytest.param(Tunes, marks=pytest.mark.all)], indirect=True, ids=lambda kind: kind.name)
def test_damaged_records_stop_nothing_and_nothing_unsent_is_lost(device, shelf, complaints, kind, harm):
    complaints.expect("")
    one = device().keep("a", "One").keep("b", "Two", 1).is_in("sent")
    until(one.page, shelf.titles, ["One", "Two"])
    one.offline()
    one.keep("b", "Zwei", 1).keep("c", "Three", 2).is_in("waiting", 2)
    one.has_kept("One", "Zwei", "Three")
    one.offline(False)
    one.page.context.route("**/api/**", lambda route: route.abort())
    damage(one, harm)
    one.page.context.unroute("**/api/**")
    one.begin().is_in("sent")
    # A place that is lost is behind all others, and a base that is lost makes nobody's content less.
    until(one.page, lambda: set(shelf.titles()) >= {"One", "Zwei", "Three"})
    assert len(shelf.titles()) <= 4
    until(one.page, lambda: sorted(one.titles()), sorted(shelf.titles()))
    # All goes on.
    one.keep("d", "Four", 9).is_in("sent")
    until(one.page, lambda: "Four" in shelf.titles())


# What a browser or another program has left of a database: the script makes one of a version, with some of its stores.
RUINS = {
    "no stores": "const version = 2, make = () => {}",
    "an older one without stores": "const version = 1, make = () => {}",
    "nothing about the server": "const version = 2, make = (made) => indexed(made.createObjectStore(kind, { keyPath: 'id' }))",
    "no indexes": "const version = 2, make = (made) => (made.createObjectStore(kind, { keyPath: 'id' }), made.createObjectStore('meta'))",
    "nothing but what is known of the server": "const version = 2, make = (made) => made.createObjectStore('meta')",
}
RUIN = """
async ([name, kind]) => {
    const indexed = (all) => [["position", "position"], ["unsent", "unsent"], ["served", "served"], ["known", "base.version"]]
        .forEach(([name, path]) => all.createIndex(name, path));
    const done = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = reject;
    });
    const old = await done(indexedDB.open(name));
    const records = old.objectStoreNames.contains(kind) ? await done(old.transaction(kind).objectStore(kind).getAll()) : [];
    old.close();
    await done(indexedDB.deleteDatabase(name));
    %s;
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => {
        make(opening.result);
        if (opening.result.objectStoreNames.contains(kind)) for (const one of records) opening.transaction.objectStore(kind).put(one);
    };
    (await done(opening)).close();
}
"""


@pytest.mark.firefox
@pytest.mark.parametrize("ruin", RUINS.values(), ids=RUINS.keys())
@pytest.mark.parametrize("kind", [Chordsets, pytest.param(Tunes, marks=pytest.mark.all)], indirect=True, ids=lambda kind: kind.name)
def test_a_database_that_lacks_something_is_made_anew(device, shelf, complaints, kind, ruin):
    complaints.expect("")
    one = device().keep("a", "One").keep("b", "Two", 1).is_in("sent")
    one.offline()
    one.keep("b", "Zwei", 1).keep("c", "Three", 2).is_in("waiting", 2).has_kept("One", "Zwei", "Three")
    one.offline(False)
    one.page.context.route("**/api/**", lambda route: route.abort())
    one.page.goto(one.url + "lab")
    one.page.evaluate(RUIN % ruin, [kind.database, kind.name])
    one.page.context.unroute("**/api/**")
    # Two tabs at the same moment.
    two = one.beside()
    one.begin().is_in("sent")
    titles = ["One", "Zwei", "Three"] if "kind" in ruin else ["One", "Two"]
    until(one.page, shelf.titles, titles)
    for tab in (one, two):
        tab.is_in("sent").shows(*titles)
    one.has_kept(*titles)
    two.keep("d", "Four", 9).is_in("sent")
    one.shows(*titles, "Four").has_kept(*titles, "Four")
    assert one.page.evaluate("() => Object.keys(localStorage).filter((name) => name.includes('-unended-'))") == []


def test_a_database_that_is_taken_away_is_made_anew_with_what_is_in_memory(lonely):
    tab = lonely().keep("a", "One").keep("b", "Two", 1).is_in("alone").has_kept("One", "Two")
    tab.page.evaluate(RUIN % RUINS["no stores"], [tab.kind.database, tab.kind.name])
    tab.keep("c", "Three", 2).is_in("alone").shows("One", "Two", "Three").has_kept("One", "Two", "Three")


@both
def test_what_cannot_be_repaired_is_set_aside(device, shelf, kind):
    one = device().keep("a", "One").keep("b", "Two", 1).keep("c", "Three", 2).is_in("sent")
    until(one.page, shelf.titles, ["One", "Two", "Three"])
    core = "text" if kind is Tunes else "chords"
    damage(one, "all.put({ id: 5 }); all.put({ id: 'x', title: 'Odd', position: 0, version: 1, [core]: 7 })")
    one.begin().shows("One", "Two", "Three").is_in("sent")

    def aside():
        return one.page.evaluate("""(database) => new Promise((resolve) => {
            indexedDB.open(database).onsuccess = ({ target }) => {
                const request = target.result.transaction("meta").objectStore("meta").getAllKeys();
                request.onsuccess = () => (target.result.close(), resolve(request.result.filter((key) => key.startsWith("damaged "))));
            };
        })""", kind.database)

    until(one.page, aside, ["damaged 5", "damaged x"])
    assert sorted(entry["id"] for entry in one.kept()) == ["a", "b", "c"]


@pytest.mark.firefox
@both
def test_a_damaged_record_of_one_tab_discards_nothing_of_others(lonely, kind):
    tab = lonely().keep("a", "One")
    tab.has_kept("One")
    whole = json.dumps([{"change": {"id": "b", "told": {**kind.kept("b", "Two"), "position": 1}}}])
    half = json.dumps([{"change": {"id": "c", "told": {**kind.kept("c", "Three"), "position": 1}}}, {"change": {"id": 7}}])
    for name, text in {"0": "{", "1": "null", "2": '{"a":1}', "3": half, "4": whole, "5": whole[:-9]}.items():
        tab.page.evaluate("([name, text]) => localStorage.setItem(name, text)", [f"{kind.database}-unended-{name}", text])
    tab.begin()
    tab.has_kept("One", "Two", "Three")
    tab.shows("One", *([title for title in tab.titles()[1:]]))
    left = "() => Object.keys(localStorage).filter((name) => name.includes('-unended-')).sort()"
    # Nothing is tried once more, and nothing is thrown away.
    wanted = [f"chord-combiner-damaged-{kind.database}-unended-{name}" for name in "01235"]
    until(tab.page, lambda: tab.page.evaluate(left), wanted)


# Storage that takes every question and answers none: databases from the beginning, or what they are asked later.
HUNG = "IDBFactory.prototype.open = () => ({})"
LATE = """
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...all) {
        const request = open.apply(this, all), late = {};
        request.onupgradeneeded = (event) => late.onupgradeneeded?.(event);
        for (const name of ["result", "transaction", "error"]) Object.defineProperty(late, name, { get: () => request[name] });
        request.onsuccess = (event) => setTimeout(() => late.onsuccess?.(event), window.lateness ?? 6000);
        return late;
    };
"""
HANGING = "() => { for (const name of ['get', 'getAll', 'put', 'add']) IDBObjectStore.prototype[name] = function () { return {}; } }"


@pytest.mark.firefox
@both
def test_storage_that_does_not_answer_is_done_without(device, shelf, kind):
    shelf.add(kind.sent("s", "Served"))
    one = device(HUNG).is_remote().shows("Served")
    assert one.page.evaluate("engine.news.filter(({ isHung }) => isHung).length") == 1
    one.keep("a", "One", 1).is_remote()
    until(one.page, shelf.titles, ["Served", "One"])


def test_storage_that_answers_late_is_used_then(device, shelf, complaints):
    complaints.expect("")
    one = device().keep("a", "One").is_in("sent")
    one.page.add_init_script(LATE)
    one.page.context.route("**/api/**", lambda route: route.abort())
    one.begin().is_in("unkept").keep("b", "Two", 1).keep("c", "Three", 2).remove("b")
    one.is_in("waiting", 1).shows("One", "Three")
    one.has_kept("One", "Three")
    one.page.context.unroute("**/api/**")
    one.is_in("sent")
    assert shelf.titles() == ["One", "Three"]


@both
def test_storage_that_falls_silent_loses_nothing(device, shelf, kind):
    one = device().keep("a", "One").keep("b", "Two", 1).is_in("sent")
    one.page.evaluate(HANGING)
    one.keep("a", "Eins").keep("c", "Three", 2)
    until(one.page, shelf.titles, ["Eins", "Two", "Three"])
    one.is_remote().shows("Eins", "Two", "Three")


def test_what_a_full_disk_has_no_room_for_the_server_has(device, shelf):
    one = device().keep("a", "One").keep("b", "Two", 1).is_in("sent")
    one.page.evaluate("() => { %s }" % FULL)
    one.keep("c", "Three", 2).keep("a", "Eins").remove("b")
    until(one.page, shelf.titles, ["Eins", "Three"])
    one.is_remote()


# Where all is


def test_only_what_the_server_has_is_said_to_be_there(device, shelf):
    one = device().is_in("sent")
    held, isHeld = [], [True]

    def hold(route):
        if route.request.method == "POST" and isHeld:
            held.append(route)
        else:
            route.continue_()

    one.page.route("**/api/v1/chordsets", hold)
    sets = [{**Chordsets.kept(f"n{n}", str(n)), "position": n} for n in range(40)]
    # As soon as they are there, and not only when the server was asked.
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
    until(one.page, lambda: len(held), 1)
    isHeld.clear()
    held[0].continue_()
    until(one.page, lambda: len(shelf.ask("GET")), 40)
    one.is_in("sent")


def test_an_order_that_is_not_sent_is_not_said_to_be_there(device, shelf, complaints):
    complaints.expect("")
    one = device().keep("a", "One").keep("b", "Two", 1).is_in("sent")
    until(one.page, shelf.titles, ["One", "Two"])
    one.page.route("**/api/v1/chordsets/*", lambda route: route.fulfill(status=400))
    one.keep("b", "Two", -1).is_in("order")
    one.page.unroute("**/api/v1/chordsets/*")
    one.page.evaluate("dispatchEvent(new Event('online'))")
    one.is_in("sent")
    assert shelf.titles() == ["Two", "One"]


def asks_before_it_goes(page):
    return page.evaluate("() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))")


def test_a_warning_comes_only_when_something_would_be_lost(device, lonely, shelf, complaints):
    complaints.expect("")
    one = device().keep("a", "One").is_in("sent")
    assert not asks_before_it_goes(one.page)
    one.offline()
    one.keep("b", "Two", 1).is_in("waiting", 1)
    one.has_kept("One", "Two")
    assert not asks_before_it_goes(one.page)
    one.offline(False)
    # What is being written is left where the next page finds it; unless that is full, too.
    own = lonely()
    change = "set => { engine.keep(set); return !dispatchEvent(new Event('beforeunload', { cancelable: true })); }"
    assert not own.page.evaluate(change, {**Chordsets.kept("a", "One"), "position": 0})
    own.page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') } }")
    assert own.page.evaluate(change, {**Chordsets.kept("a", "Eins"), "position": 0})
    own.has_kept("Eins")
    until(own.page, lambda: asks_before_it_goes(own.page), False)
    # Without storage, as long as the server has not got it.
    two = device(FORBIDDEN).is_remote()
    two.page.route("**/api/**", lambda route: route.abort())
    two.keep("c", "Three", 2).is_in("unkept", 1)
    assert asks_before_it_goes(two.page)
    two.page.unroute("**/api/**")
    two.is_remote()
    until(two.page, lambda: asks_before_it_goes(two.page), False)


# What is typed and left at once, and changes to one thing in two places


@pytest.mark.firefox
@both
def test_what_was_begun_when_the_page_went_is_there_once(lonely, kind):
    tab = lonely().keep("a", "D")
    tab.has_kept("D")
    # Two letters more, and then the page goes: the first is kept, the second is not any more.
    record = tab.page.evaluate("""([one, other]) => {
        engine.keep(one);
        engine.keep(other);
        for (const name of ["pagehide", "pagehide"]) dispatchEvent(new Event(name));
        return Object.entries(localStorage).find(([name]) => name.includes("-unended-"))[1];
    }""", [{**kind.kept("a", title), "position": 0} for title in ["Du", "Dusk"]])
    tab.has_kept("Dusk")
    du = kind.kept("a", "Du")
    damage(tab, f"all.put({{ ...a, ...{json.dumps(du)}, version: a.version - 1 }})")
    tab.page.evaluate("([name, text]) => localStorage.setItem(name, text)", [f"{kind.database}-unended-other", record])
    tab.begin().shows("Dusk")
    tab.has_kept("Dusk")
    # And what was deleted last is gone.
    deleted = json.dumps([{**json.loads(record)[-1], "change": {"id": "a"}}])
    damage(tab, f"all.put({{ ...a, ...{json.dumps(du)}, version: a.version + 7 }})")
    tab.page.evaluate("([name, text]) => localStorage.setItem(name, text)", [f"{kind.database}-unended-other", deleted])
    tab.begin().shows()


def test_a_tab_that_lives_ends_itself_what_it_has_begun(lonely):
    one = lonely().keep("a", "One")
    one.has_kept("One")
    name = one.page.evaluate("""() => {
        engine.keep({ ...engine.sets[0], title: "Eins" });
        dispatchEvent(new Event("pagehide"));
        const [name, text] = Object.entries(localStorage).find(([name]) => name.includes("-unended-"));
        localStorage.setItem("text", text.replace("Eins", "Another"));
        return name;
    }""")
    one.has_kept("Eins")
    one.page.evaluate("name => localStorage.setItem(name, localStorage.getItem('text'))", name)
    two = one.beside()
    two.page.wait_for_timeout(500)
    assert two.titles() == ["Eins"]
    one.page.close()
    two.shows("Another")


def bars(*chords):
    return {"text": "Title: Mine\n\n| " + " | ".join(chords) + " |\n", "title": "Mine", "composer": "", "key": "", "style": ""}


def change(tab, *versions):
    """Types one after the other, before anything can be heard of what others do."""
    tab.page.evaluate("""async (sets) => {
        for (const set of sets) {
            engine.keep({ ...engine.sets[0], ...set });
            await null;
        }
    }""", [bars(*chords) for chords in versions])


def texts(tab):
    return [entry["text"].split("\n")[-2] for entry in tab.sets()]


@pytest.mark.parametrize("kind", [Tunes], indirect=True, ids=["tunes"])
def test_changes_of_different_bars_are_one_tune(lonely, kind):
    one = lonely()
    one.page.evaluate("set => engine.keep({ id: 'a', position: 0, setup: '', ...set })", bars("Cma7", "Ami7", "Dmi7", "G7"))
    one.has_kept("Mine")
    two = one.beside(DEAF)
    # Letter by letter, and neither has heard of the other.
    change(one, *(("Cma7", chord, "Dmi7", "G7") for chord in ["E", "Emi", "Emi7"]))
    until(one.page, lambda: "Emi7" in one.kept()[0]["text"])
    change(two, *(("Cma7", "Ami7", "Dmi7", chord) for chord in ["G", "G9", "G7(b9)"]))
    until(two.page, lambda: texts(two), ["| Cma7 | Emi7 | Dmi7 | G7(b9) |"])
    until(one.page, lambda: len(one.kept()), 1)
    # The same bar, the number of bars, or how it is played: then both are kept.
    three = one.begin().beside(DEAF)
    change(one, ("Cma7", "Emi7", "Dmi7", "G13"))
    until(one.page, lambda: "G13" in one.kept()[0]["text"])
    change(three, ("Cma7", "Emi7", "Dmi7", "Db7"))
    until(three.page, lambda: len(three.kept()), 2)
    four = one.begin().beside(DEAF)
    change(one, ("Cma7", "Emi7", "D7", "G13", "C6"))
    until(one.page, lambda: any("C6" in entry["text"] for entry in one.kept()))
    change(four, ("C6", "Emi7", "Dmi7", "G13"))
    until(four.page, lambda: len(four.kept()), 3)


@pytest.mark.parametrize("kind", [Tunes], indirect=True, ids=["tunes"])
def test_changes_of_different_bars_on_two_devices_are_one_tune(device, shelf, complaints, kind):
    complaints.expect("")
    one = device()
    one.page.evaluate("set => engine.keep({ id: 'a', position: 0, setup: '', ...set })", bars("Cma7", "Ami7", "Dmi7", "G7"))
    two = device().shows("Mine")
    one.is_in("sent").offline()
    change(one, ("C6", "Ami7", "Dmi7", "G7"))
    one.is_in("waiting", 1)
    change(two, ("Cma7", "Ami7", "Fmi6", "G7"))
    until(two.page, lambda: "Fmi6" in shelf.ask("GET", "/a")["text"])
    one.offline(False)
    for tab in [one, two]:
        until(tab.page, lambda: texts(tab), ["| C6 | Ami7 | Fmi6 | G7 |"])
    one.is_in("sent")
    assert len(shelf.titles()) == 1
