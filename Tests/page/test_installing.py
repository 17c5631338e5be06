"""The installable app: works offline after the first visit, and never mixes two versions."""

import hashlib
import json
import re
import shutil
import struct
from threading import Event

import pytest
from playwright.sync_api import expect

from screen import Screen, wait_until
from serving import SITE, Server
from static_host import QuietHandler, static_host

CACHED_PATHS = """async () => {
    const kept = {};
    for (const name of await caches.keys()) {
        kept[name] = (await (await caches.open(name)).keys()).map(request => new URL(request.url).pathname);
    }
    return kept;
}"""


def assets(site):
    return next((site / "assets").iterdir()).name


def wait_until_installed(page):
    """Waits until the service worker is active and has cached everything."""
    page.evaluate(
        """async () => {
            const { active } = await navigator.serviceWorker.ready;
            while (active.state !== "activated") await new Promise(done =>
                active.addEventListener("statechange", done));
        }"""
    )
    # Files are cached all at once.
    wait_until(page, lambda: is_cached(page, "/main.js"))


def is_cached(page, name):
    return any(path.endswith(name) for paths in page.evaluate(CACHED_PATHS).values() for path in paths)


@pytest.fixture
def own_server(tmp_path):
    """own_server(site, port=0) → a server that the test may stop."""
    servers = []

    def own_server(site, port=0):
        servers.append(Server(site, tmp_path / f"log-{len(servers)}", "--port", str(port)))
        return servers[-1]

    yield own_server
    for server in servers:
        server.stop()


@pytest.fixture
def second_visit(own_server, new_page):
    """A server that the test may stop, and a page served by the service worker."""
    server = own_server(SITE)
    page = new_page(server.url, installs=True)
    page.goto("/")
    wait_until_installed(page)
    page.reload()
    return server, page


@pytest.fixture
def next_version(tmp_path):
    """A copy of the page with another script in it, as page-builder would have built it."""
    site = tmp_path / "next"
    shutil.copytree(SITE, site)
    old = assets(site)
    (site / "assets" / old).rename(site / "assets/0123456789abcdef")
    worker = (site / "service-worker.js").read_text()
    version = re.search(r'const version = "([0-9a-f]{16})"', worker)[1]
    main = site / "assets/0123456789abcdef/main.js"
    before = hashlib.sha256(main.read_bytes()).hexdigest()
    main.write_text(main.read_text() + "document.documentElement.dataset.edition = 'next';\n")
    after = hashlib.sha256(main.read_bytes()).hexdigest()
    (site / "service-worker.js").write_text(worker.replace(before, after))
    for file in [site / "index.html", site / "service-worker.js"]:
        file.write_text(file.read_text().replace(old, "0123456789abcdef").replace(version, "fedcba9876543210"))
    for file in [main, site / "index.html", site / "service-worker.js"]:
        for coding in [".gz", ".br"]:
            file.with_name(file.name + coding).unlink(missing_ok=True)
    return site


# Manifest and service worker


def test_manifest_describes_an_installable_app(server, new_page):
    page = new_page(server.url)
    page.goto("/")
    address = page.locator("link[rel=manifest]").evaluate("link => link.href")
    answer = page.request.get(address)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert answer.headers["cache-control"] == "no-cache"
    manifest = json.loads(answer.text())
    assert manifest["name"] == "Chord Combiner" and manifest["short_name"]
    assert manifest["display"] == "standalone"
    # Relative URLs make a copy in a folder a separate app.
    assert manifest["start_url"] == manifest["scope"] == "./" and "id" not in manifest
    purposes = {}
    for icon in manifest["icons"]:
        picture = (SITE / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            assert icon["sizes"] == "{}x{}".format(*struct.unpack(">II", picture[16:24]))
            purposes.setdefault(icon.get("purpose", "any"), []).append(icon["sizes"])
        else:
            assert icon["type"] == "image/svg+xml" and picture.startswith(b"<svg") and icon["sizes"] == "any"
    assert purposes == {"any": ["192x192", "512x512"], "maskable": ["512x512"]}
    touch = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert struct.unpack(">II", (SITE / touch).read_bytes()[16:24]) == (180, 180)


def test_chromium_finds_the_page_installable(server, new_page):
    page = new_page(server.url, installs=True)
    page.goto("/")
    wait_until_installed(page)
    errors = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Incognito windows, which tests use, offer no installation.
    assert [error for error in errors if error["errorId"] != "in-incognito"] == []


@pytest.mark.parametrize("path", ["/service-worker.js", "/service-worker.js?routes=path"])
def test_service_worker_is_revalidated_each_time(server, new_page, path):
    answer = new_page(server.url).request.get(server.url + path)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"


def test_service_worker_lists_every_file_of_the_page():
    worker = (SITE / "service-worker.js").read_text()
    assert not re.search(r'"\{\w+\}"', worker), "something is not filled in"
    files, later = (re.search(rf'const {name} = "(.*?)"', worker)[1].split() for name in ["files", "later"])
    hashes = dict(pair.split(":") for pair in re.search(r'new Map\("(.*?)"', worker)[1].split())
    assert set(files) | set(later) <= set(hashes)
    assert all(hash == hashlib.sha256((SITE / path).read_bytes()).hexdigest() for path, hash in hashes.items())
    published = {
        path.relative_to(SITE).as_posix() for path in SITE.rglob("*") if path.is_file()
        and path.suffix not in (".gz", ".br")}
    apart = {path for path in published if path.endswith(".png") or "LICENSE" in path or "NOTICE" in path}
    assert set(files) | set(later) == published - apart - {"index.html", "service-worker.js"}
    assert set(later) == {path for path in published if path.endswith(".mp3") or "/listener" in path}


# Offline


@pytest.mark.firefox
def test_every_screen_works_without_the_server_after_one_visit(own_server, new_page, browser_errors):
    server = own_server(SITE)
    page = new_page(server.url, installs=True)
    page.goto("/")
    screen = Screen(page)
    screen.choose("Cma7", "D").expect_titles(result="Cma13(♯11)")
    wait_until_installed(page)
    server.stop()

    page.reload()
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    page.goto("/details/Cma7/D")
    expect(page.get_by_role("heading", name="Component chords")).to_be_visible()
    page.goto("/chord/Cma7")
    expect(page.get_by_role("heading", level=2)).to_have_text(["Cma7"])
    page.goto("/scale/C/Lydian")
    expect(page.get_by_role("heading", level=2)).to_have_text(["C Lydian"])
    page.goto("/combine/C%2FE/D♭")
    screen.expect_titles("C/E", "D♭")
    assert page.evaluate("document.fonts.load('1rem \"Chord Symbols\"', '♯').then(fonts => fonts.length)") == 1
    expect(screen.trouble).to_be_hidden()
    browser_errors.allow("ERR_CONNECTION_REFUSED")


@pytest.mark.all
@pytest.mark.firefox
def test_chosen_timbre_is_cached(own_server, new_page, browser_errors):
    server = own_server(SITE)
    page = new_page(server.url, installs=True)
    page.goto("/")
    screen = Screen(page).wait_until_ready()
    wait_until_installed(page)
    assert not is_cached(page, "piano.mp3")
    page.get_by_role("button", name="Sound", exact=True).click()
    for name, file in [("Electric piano", "/electric-piano.mp3"), ("Piano", "/piano.mp3")]:
        page.get_by_role("button", name=name, exact=True).click()
        wait_until(page, lambda: is_cached(page, file))
    page.get_by_role("button", name="Electric piano", exact=True).click()
    expect(page.get_by_role("button", name="Electric piano", exact=True)).to_have_attribute("aria-pressed", "true")
    server.stop()
    screen.reload()
    page.get_by_role("button", name="Sound", exact=True).click()
    page.get_by_role("button", name="Piano", exact=True).click()
    page.get_by_role("button", name="Electric piano", exact=True).click()
    expect(page.get_by_role("button", name="Electric piano", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#notice")).to_be_empty()
    browser_errors.allow("ERR_CONNECTION_REFUSED")


def test_other_screens_do_not_flash_the_start_screen(server, new_page):
    page = new_page(server.url, installs=True)
    served = page.goto("/details/Cma7/D")
    assert not served.from_service_worker and "Component chords" in served.text()
    wait_until_installed(page)
    for path, begins in [("/", True), ("/details/Cma7/D", False)]:
        kept = page.goto(path)
        assert kept.from_service_worker
        assert ("Select Lower Chord" in kept.text()) == begins
        assert kept.headers["content-security-policy"] == served.headers["content-security-policy"]
    expect(page.get_by_role("heading", name="Component chords")).to_be_visible()


# Not in Firefox: its offline mode sometimes blocks the worker's responses after other tests in the same
# browser. The test above stops the server there instead.
def test_static_copy_works_offline(new_page, static_url):
    page = new_page(static_url, installs=True)
    page.goto(static_url + "#/combine/Cma7/D")
    screen = Screen(page)
    screen.expect_titles(result="Cma13(♯11)")
    wait_until_installed(page)
    page.context.set_offline(True)
    page.reload()
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    page.goto(static_url + "?from=a-friend#/details/Cma7/D")
    expect(page.get_by_role("heading", name="Component chords")).to_be_visible()
    page.goto(static_url + "index.html#/chord/Cma7")
    # The file starts with the start screen, which has several headings.
    expect(page.get_by_role("heading", name="Tension")).to_be_visible()
    expect(page.get_by_role("heading", level=2)).to_have_text(["Cma7"])


def test_copies_on_one_host_do_not_interfere(new_page, tmp_path):
    for name in ["one", "two"]:
        shutil.copytree(SITE, tmp_path / name)
    (tmp_path / "one/other.html").write_text("<link rel='icon' href='data:,'><title>Another page</title>")
    with static_host(tmp_path) as url:
        page = new_page(url, installs=True)
        for name in ["one", "two"]:
            page.goto(f"{url}/{name}/")
            wait_until_installed(page)
        assert len(page.evaluate(CACHED_PATHS)) == 2
        page.goto(f"{url}/one/")
        expect(page.locator("#lower")).to_be_visible()
        page.goto(f"{url}/one/other.html")
        expect(page).to_have_title("Another page")


@pytest.mark.all
def test_api_responses_are_never_cached(second_visit, browser_errors):
    server, page = second_visit
    ask = "fetch('/api/v1/combine?lower=Cma7&upper=D').then(answer => answer.json(), () => 'no answer')"
    assert page.evaluate(ask)["title"] == "Cma13(♯11)"
    assert page.goto("/api/v1/chords/C").headers["content-type"].startswith("application/json")
    page.goto("/")
    kept = [path for paths in page.evaluate(CACHED_PATHS).values() for path in paths]
    assert "/" in kept and not any(path.startswith("/api") for path in kept)
    server.stop()
    assert page.evaluate(ask) == "no answer"
    browser_errors.allow("ERR_CONNECTION_REFUSED", "NetworkError")


@pytest.mark.all
@pytest.mark.firefox
def test_damaged_cache_is_repaired(second_visit, browser_errors):
    _, page = second_visit
    whole = {name: set(paths) for name, paths in page.evaluate(CACHED_PATHS).items()}
    assert len(whole) == 1
    page.evaluate(
        """async () => {
            const cache = await caches.open((await caches.keys())[0]);
            for (const request of await cache.keys())
                if (/wasm|style|main/.test(request.url)) await cache.delete(request);
        }"""
    )
    page.reload()
    Screen(page).choose("Cma7", "D").expect_titles(result="Cma13(♯11)")
    wait_until(page, lambda: {name: set(paths) for name, paths in page.evaluate(CACHED_PATHS).items()} == whole)
    page.evaluate("async () => { for (const name of await caches.keys()) await caches.delete(name); }")
    page.reload()
    screen = Screen(page)
    # Otherwise the end of the test would interrupt what the page still loads.
    screen.wait_until_ready()
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")


# Replaces cached files with damaged content.
CORRUPT_CACHE = """async (pattern) => {
    const cache = await caches.open((await caches.keys())[0]);
    for (const request of await cache.keys()) {
        if (!new RegExp(pattern).test(new URL(request.url).pathname)) continue;
        const { headers } = await cache.match(request, { ignoreVary: true });
        await cache.put(request, new Response("import './nowhere.js'; damaged",
            { headers: new Headers([...headers]) }));
    }
}"""
CACHE_HASHES = """async () => {
    const cache = await caches.open((await caches.keys())[0]), found = {};
    for (const request of await cache.keys()) {
        // The worker may just be replacing it.
        const content = await (await cache.match(request, { ignoreVary: true }))?.arrayBuffer();
        if (!content) continue;
        const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
        found[new URL(request.url).pathname] = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    }
    return found;
}"""


def restart_worker(page):
    """Stops the worker, as browsers do after half a minute."""
    if page.context.browser.browser_type.name == "chromium":
        session = page.context.new_cdp_session(page)
        session.send("ServiceWorker.enable")
        session.send("ServiceWorker.stopAllWorkers")


@pytest.mark.all
@pytest.mark.parametrize("pattern", ["wasm$", ".", *(
    pytest.param(pattern, marks=pytest.mark.all) for pattern in ["main.js$", "[.]css$", "/$"])])
def test_cached_file_with_a_wrong_hash_is_fetched_again(second_visit, browser_errors, pattern):
    _, page = second_visit
    whole = page.evaluate(CACHE_HASHES)
    page.evaluate(CORRUPT_CACHE, pattern)
    restart_worker(page)
    page.reload()
    Screen(page).wait_until_ready().choose("Cma7", "D").expect_titles(result="Cma13(♯11)")
    # Files that were not requested are repaired too.
    wait_until(page, lambda: page.evaluate(CACHE_HASHES), whole)


# A worker whose cache does not respond while it has received “slow” and not “quick”.
SLOW_CACHE = """
let quick = Promise.resolve();
let makeQuick = () => {};
const openCache = caches.open.bind(caches);
caches.open = async (name) => (await quick, openCache(name));
self.addEventListener("message", ({ data, ports }) => {
  if (data === "slow") quick = new Promise((resolve) => (makeQuick = resolve));
  if (data === "quick") makeQuick();
  ports[0]?.postMessage("received");
});
"""
TELL_WORKER = """async (word) => {
    const { active } = await navigator.serviceWorker.ready, { port1, port2 } = new MessageChannel();
    active.postMessage(word, [port2]);
    await new Promise((resolve) => (port1.onmessage = resolve));
}"""


@pytest.mark.all
@pytest.mark.firefox
def test_slow_cache_is_used_once_it_responds(own_server, new_page, tmp_path):
    site = tmp_path / "slow"
    shutil.copytree(SITE, site)
    worker = site / "service-worker.js"
    worker.write_text(SLOW_CACHE + worker.read_text())
    for coding in [".gz", ".br"]:
        worker.with_name(worker.name + coding).unlink(missing_ok=True)
    page = new_page(own_server(site).url, installs=True)
    page.goto("/")
    wait_until_installed(page)
    page.reload()
    whole = page.evaluate(CACHE_HASHES)
    (path,) = [path for path in whole if path.endswith("/main.js")]
    page.evaluate(TELL_WORKER, "slow")
    # From the network, after the worker has waited for the cache.
    assert page.evaluate("path => fetch(path).then((response) => response.status)", path) == 200
    page.evaluate("async (path) => (await caches.open((await caches.keys())[0])).delete(path)", path)
    page.evaluate(TELL_WORKER, "quick")
    page.evaluate(TELL_WORKER, "complete")
    wait_until(page, lambda: page.evaluate(CACHE_HASHES), whole)


@pytest.mark.all
def test_captive_portal_response_is_not_cached(new_page, tmp_path, browser_errors):
    is_captive = []

    class CaptivePortal(QuietHandler):
        """A captive portal before sign-in."""

        def do_GET(self):
            if is_captive and not self.path.endswith("service-worker.js?routes=fragment"):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<!DOCTYPE html>Please sign in.")
            else:
                super().do_GET()

    browser_errors.allow("")
    with static_host(SITE, CaptivePortal) as url:
        page = new_page(url, installs=True)
        page.goto("/")
        wait_until_installed(page)
        whole = page.evaluate(CACHE_HASHES)
        is_captive.append(True)
        page.evaluate("""async () => {
            for (const name of await caches.keys()) {
                const cache = await caches.open(name);
                for (const request of await cache.keys())
                    if (/clock|piano/.test(request.url)) await cache.delete(request);
            }
        }""")
        restart_worker(page)
        page.reload()
        Screen(page).wait_until_ready()
        page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.postMessage('complete'))")
        page.wait_for_timeout(1000)
        stored = page.evaluate(CACHE_HASHES)
        assert all(whole[path] == hash for path, hash in stored.items())
        is_captive.clear()
        page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.postMessage('complete'))")
        wait_until(page, lambda: page.evaluate(CACHE_HASHES), whole)


# A new version


@pytest.mark.all
@pytest.mark.firefox
def test_new_version_waits_for_confirmation(own_server, new_page, next_version, browser_errors):
    server = own_server(SITE)
    page = new_page(server.url, installs=True)
    page.goto("/combine/Cma7/D")
    wait_until_installed(page)
    other = page.context.new_page()
    other.goto("/chord/C6")
    expect(other.get_by_role("heading", level=2)).to_have_text(["C6"])
    old = set(page.evaluate(CACHED_PATHS))
    browser_errors.allow(
        "ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "interrupted", "A ServiceWorker intercepted the request")
    server.stop()
    own_server(next_version, server.port)

    page.reload()
    bar = page.locator("#update")
    expect(bar).to_have_text("A new version is ready. Reload")
    edition = page.locator("html[data-edition=next]")
    expect(edition).to_have_count(0)
    Screen(page).expect_titles("Cma7", "D", "Cma13(♯11)")
    # Without a click, a second visit still runs the old version.
    page.reload()
    expect(bar).to_be_visible()
    expect(edition).to_have_count(0)
    expect(other.locator("#update")).to_be_visible()

    bar.get_by_role("button", name="Reload").click()
    expect(edition).to_have_count(1)
    expect(bar).to_be_hidden()
    Screen(page).expect_titles("Cma7", "D", "Cma13(♯11)")
    wait_until(page, lambda: len(page.evaluate(CACHED_PATHS)) == 1)
    assert old.isdisjoint(page.evaluate(CACHED_PATHS))

    # The other tab continues with the old version until it reloads.
    expect(other.locator("html[data-edition=next]")).to_have_count(0)
    other.get_by_role("link", name="Chord Combiner").click()
    Screen(other).choose("C", "E").expect_titles("C", "E")
    other.locator("#update button").click()
    expect(other.locator("html[data-edition=next]")).to_have_count(1)
    Screen(other).expect_titles("C", "E")


@pytest.mark.all
def test_pending_download_of_the_old_version_does_not_delay_the_update(
        new_page, next_version, tmp_path, browser_errors):
    """The piano's download does not end, as on a slow connection."""
    ended = Event()

    class Slow(QuietHandler):
        def do_GET(self):
            if self.path.endswith("piano.mp3"):
                ended.wait()
            super().do_GET()

    browser_errors.allow("ERR_FAILED", "ERR_ABORTED", "piano.mp3")
    folder = tmp_path / "host"
    folder.symlink_to(SITE, target_is_directory=True)
    with static_host(folder, Slow) as url:
        page = new_page(url, installs=True)
        page.goto("/")
        wait_until(page, lambda: is_cached(page, "/main.js"))
        page.reload()
        Screen(page).wait_until_ready()
        page.get_by_role("button", name="Sound", exact=True).click()
        page.get_by_role("button", name="Organ", exact=True).click()
        page.get_by_role("button", name="Piano", exact=True).click()
        folder.unlink()
        folder.symlink_to(next_version, target_is_directory=True)
        page.reload()
        page.locator("#update button").click()
        expect(page.locator("html[data-edition=next]")).to_have_count(1)
        ended.set()


@pytest.mark.all
def test_incomplete_version_is_not_installed(own_server, new_page, next_version, browser_errors):
    """A new worker with an old start page, as on a host that copies file by file."""
    shutil.copy(SITE / "index.html", next_version / "index.html")
    shutil.copytree(SITE / "assets" / assets(SITE), next_version / "assets" / assets(SITE))
    server = own_server(next_version)
    page = new_page(server.url, installs=True)
    page.goto("/")
    Screen(page).choose("Cma7", "D").expect_titles(result="Cma13(♯11)")
    outcome = page.evaluate(
        """async () => {
            const { installing } = await navigator.serviceWorker.register("service-worker.js?routes=path");
            return new Promise(done => installing.addEventListener("statechange", () => done(installing.state)));
        }"""
    )
    assert outcome == "redundant"
    browser_errors.allow("service worker", "ServiceWorker", "404")


@pytest.mark.all
@pytest.mark.parametrize(
    "fault",
    [
        "delete Navigator.prototype.serviceWorker",
        "if (navigator.serviceWorker) navigator.serviceWorker.register = () => Promise.reject(new "
        "DOMException('denied'))",
        "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get() { throw new DOMException('denied') } })",
    ],
)
def test_page_works_without_service_workers(new_page, server, fault):
    page = new_page(server.url, installs=True)
    page.add_init_script(fault)
    page.goto("/")
    Screen(page).choose("Cma7", "D").expect_titles(result="Cma13(♯11)")
    page.reload()
    Screen(page).expect_titles(result="Cma13(♯11)")

