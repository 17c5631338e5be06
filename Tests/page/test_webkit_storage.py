"""WebKit with damaged, full, forbidden or hung storage, and a server that dies. Nothing unsent is lost."""

import json
import shutil
import signal
from urllib.parse import urlsplit

import pytest

from serving import SITE, Server
from shelf import Chordsets, Shelf, Tunes
from test_keeping import DAMAGE, DATABASES_HANG, STORAGE_DENIED, STORAGE_FULL
from webkit import WebKitPage, wait_until

pytestmark = pytest.mark.all

NO_LOCAL_STORAGE = STORAGE_DENIED.replace("indexedDB", "localStorage")
# Every database with a value that is no record of the page, and every record of localStorage with a text that is none.
DAMAGE_ALL = """
    const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const names = (await indexedDB.databases()).map(({ name }) => name);
    for (const name of names) {
        const database = await done(indexedDB.open(name));
        for (const store of database.objectStoreNames) {
            const all = database.transaction(store, "readwrite").objectStore(store);
            const path = all.keyPath;
            const value = path ? { [path]: -7, lines: 17, title: [] } : 17;
            await done(path ? all.put(value) : all.put(value, all.autoIncrement ? undefined : "server"));
        }
        database.close();
    }
    for (const name of Object.keys(localStorage)) localStorage.setItem(name, "{");
    for (const name of ["chord-combiner-unended-0", "chord-combiner-tunes-unended-0", "chord-combiner-read-shelves",
        "chord-combiner-midi-unwritten-0", "chord-combiner-practice-unended-0", "chord-combiner-recording"])
        localStorage.setItem(name, "{");
    return names;
"""


class Host:
    """A server that can be killed and started again, and the page on it, in which a script runs before all others."""

    def __init__(self, driver, folder, fault=""):
        site = SITE
        if fault:
            site = folder / "site"
            shutil.copytree(SITE, site)
            (site / "fault.js").write_text(fault)
            index = (site / "index.html").read_text()
            assert "<script " in index
            (site / "index.html").write_text(index.replace("<script ", '<script src="fault.js"></script>\n<script ', 1))
        self.folder, self.site, self.port = folder, site, 0
        self.start()
        self.page = WebKitPage(driver, self.server.url)

    def start(self):
        database = ["--database", self.folder / "database"]
        self.server = Server(self.site, self.folder / "log", "--port", str(self.port), *database)
        self.port = urlsplit(self.server.url).port

    def kill(self):
        self.server.stop(signal.SIGKILL)

    def titles(self, kind=Chordsets):
        return sorted(Shelf(self.server.url, kind).titles())

    def open(self, path="/lights"):
        self.page.goto(path)
        return self

    def leave(self):
        """Opens a file of this host that runs none of the page's scripts."""
        self.page.driver.get(self.server.url + "/manifest.webmanifest")
        return self.page

    def expect_state(self, text, kind="shelf"):
        self.page.wait_until(f"return document.querySelector('#{kind}-state')?.textContent.includes({text!r}) ?? false")
        return self

    def add(self, title):
        page = self.page
        count = page.run("return document.querySelectorAll('.set-title').length")
        page.click("button", "New chordset")
        page.click("#beginnings button:first-of-type")
        page.wait_until("return document.querySelectorAll('.set-title').length", count + 1)
        page.wait_until("return document.activeElement.matches('.set-title')")
        page.press(title)
        return self

    def expect_titles(self, *titles):
        self.page.wait_until(
            "return [...document.querySelectorAll('.set-title')].map(({ value }) => value).sort().join()",
            ",".join(sorted(titles)))
        return self


@pytest.fixture
def host(driver, tmp_path):
    """host(fault) → a server and the page on it."""
    hosts = []

    def host(fault=""):
        hosts.append(Host(driver, tmp_path, fault))
        return hosts[-1]

    yield host
    # A page that could lose work would ask before it is left.
    driver.get("about:blank")
    for one in hosts:
        one.server.stop()


@pytest.mark.parametrize("fault", [
    DATABASES_HANG, STORAGE_FULL, STORAGE_DENIED, NO_LOCAL_STORAGE + ";" + STORAGE_DENIED,
], ids=["hung", "full", "forbidden", "all forbidden"])
def test_work_reaches_the_server_if_the_browser_stores_nothing(host, fault):
    here = host(fault)
    Shelf(here.server.url).add(Chordsets.api_item("s", "Served"))
    here.open().expect_titles("Served").add("Mine").expect_titles("Served", "Mine")
    here.expect_state("Saved on the server only. This browser stores nothing.")
    wait_until(here.titles, ["Mine", "Served"])
    # No screen is dead.
    here.open("/tunes").expect_state("stores nothing", "tunes")
    here.open("/practise/play_chord_7").page.wait_until("return document.querySelector('#practise-name') !== null")
    here.open("/circle/F").page.click("a", "More")
    assert here.page.run("return document.getElementById('trouble').textContent") == ""


def test_work_is_sent_once_a_killed_server_is_back(host):
    here = host().open().expect_state("Saved on the server").add("Before")
    wait_until(here.titles, ["Before"])
    here.expect_state("Saved on the server")
    here.kill()
    here.add("After").expect_state("1 item is not on the server yet").expect_titles("Before", "After")
    here.start()
    wait_until(here.titles, ["After", "Before"])
    here.expect_state("Saved on the server")


@pytest.mark.parametrize("kind", [Chordsets, Tunes], ids=["chordsets", "tunes"])
def test_damaged_records_lose_no_unsent_changes(host, kind):
    """All kinds of damage, each to the records of the one before."""
    here = host()
    shelf = Shelf(here.server.url, kind)
    for id, title in [("a", "One"), ("b", "Two"), ("c", "Three")]:
        shelf.add(kind.api_item(id, title))
    path, state = ("/lights", "shelf") if kind is Chordsets else ("/tunes", "tunes")
    here.open(path)
    here.page.wait_until(
        """const [database, kind] = %s;
        const isMade = (all) => all.some(({ name }) => name === database);
        return indexedDB.databases().then((all) => isMade(all) && new Promise((resolve) => {
            indexedDB.open(database).onsuccess = ({ target: { result } }) => {
                const request = result.transaction(kind).objectStore(kind).count();
                request.onsuccess = () => (result.close(), resolve(request.result));
            };
        }))""" % json.dumps([kind.database, kind.name]), 3)
    core = "chords" if kind is Chordsets else "text"
    for number, script in enumerate(DAMAGE.values()):
        # Unsent, as after a change without a network. The page forbids making functions from text.
        here.leave().run(
            """const [database, kind, core, title] = arguments;
            const done = (request) => new Promise((resolve, reject) => {
                request.onsuccess = () => resolve(request.result);
                request.onerror = () => reject(request.error);
            });
            return (async () => {
                const opened = await done(indexedDB.open(database));
                const [a, b, c] = await Promise.all(
                    ["a", "b", "c"].map((id) => done(opened.transaction(kind).objectStore(kind).get(id))));
                const server = await done(opened.transaction("meta").objectStore("meta").get("server"));
                const write = opened.transaction([kind, "meta"], "readwrite");
                const ended = new Promise((resolve) => (write.oncomplete = resolve));
                const all = write.objectStore(kind), meta = write.objectStore("meta");
                Object.assign(b, { title, unsent: 1, version: b.version + 1 });
                if (core === "text") b.text = b.text.replace(/^Title: .*$/m, `Title: ${title}`);
                all.put(b);
                %s;
                await ended;
                opened.close();
            })();""" % script, kind.database, kind.name, core, f"Changed {number}")
        here.open(path).expect_state("Saved on the server", state)
        wait_until(lambda: f"Changed {number}" in here.titles(kind), True)
        assert {"One", "Three"} <= set(here.titles(kind)), script


def test_damage_to_every_store_leaves_no_screen_dead(host):
    here = host().open().expect_state("Saved on the server").add("Mine")
    wait_until(here.titles, ["Mine"])
    here.expect_state("Saved on the server")
    here.open("/tunes").expect_state("Saved on the server", "tunes")
    here.open("/practise/play_chord_7").page.wait_until("return document.querySelector('#practise-name') !== null")
    here.open("/settings").page.click("label", "Dark")
    here.page.wait_until("return localStorage['chord-combiner-settings']?.includes('dark') ?? false")
    names = here.leave().run(f"return (async () => {{ {DAMAGE_ALL} }})()")
    assert {"chord-combiner", "chord-combiner-tunes", "chord-combiner-practice"} <= set(names)
    here.open().expect_titles("Mine").expect_state("Saved on the server").add("More")
    here.expect_state("Saved on the server")
    wait_until(here.titles, ["Mine", "More"])
    here.open("/tunes").expect_state("Saved on the server", "tunes")
    for path in ["/practise/play_chord_7", "/practise/results", "/play", "/settings", "/", "/shelf"]:
        here.open(path).page.wait_until("return document.querySelector('#screen').textContent.length > 20")
        assert here.page.run("return document.getElementById('trouble').textContent") == ""


def test_suspended_page_does_not_block_the_database(host):
    """A page that is left in the middle of a transaction, and returned to."""
    here = host().open("/")
    (assets,) = (SITE / "assets").iterdir()
    here.page.run(
        """return import(arguments[0]).then(async ({ openDatabase, edited, answer }) => {
            const database = await openDatabase("test", 1, (made) => made.createObjectStore("all"), () => true);
            window.tries = 0;
            const begun = new Promise((resolve) => {
                window.edit = edited(database, ["all"], async (transaction) => {
                    const all = transaction.objectStore("all");
                    window.tries += 1;
                    while (!window.mayEnd) { await answer(all.get("x")); resolve(); }
                    all.put("ours", "x");
                });
            });
            await begun;
        })""", f"/assets/{assets.name}/storage/indexed-db.js")
    write = """return new Promise((resolve) => {
        indexedDB.open("test").onsuccess = ({ target: { result } }) => {
            const writing = result.transaction("all", "readwrite"), all = writing.objectStore("all");
            const before = all.get("x");
            all.put("theirs", "x");
            writing.oncomplete = () => (result.close(), resolve(before.result ?? "nothing"));
        };
    })"""
    assert here.leave().run(write) == "nothing"
    here.page.driver.back()
    here.page.wait_until("return window.tries", 2)
    here.page.run("window.mayEnd = true; return window.edit")
    assert here.page.run(write) == "ours"
