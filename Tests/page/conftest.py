"""Fixtures that open the page and fail a test on any unexpected browser error.

Every page test runs in Chromium. With `--all`, tests marked `@pytest.mark.firefox` also run in Firefox. They cover what
browsers do differently: focus, gestures, editing in fields, sound, storage, history, painting, layout, accessibility
and the service worker. The engine is the same Swift everywhere and is tested once. Without `--all`, Firefox and WebKit
show each screen once (test_smoke.py). WebKit needs another driver, see webkit.py.

The first lane has the main journeys of every feature, and what takes a second or two. Tests of long waits, many
windows, rare failures and many devices are marked `@pytest.mark.all`.
"""

import shutil
from collections import defaultdict
from contextlib import ExitStack
from itertools import chain
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import sync_playwright

from linnstrument import INSTRUMENTS, LinnStrument
from screen import DESKTOP, PHONE, TIMEOUT, READY_SIGNAL, Screen, launch
from serving import SITE
from shelf import CHORDSET, Shelf
from static_host import static_host
from tabs import Tab
from webkit import is_alive, webkit


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


def pytest_configure(config):
    config.addinivalue_line("markers", "firefox: browsers do this differently; with --all it runs in Firefox as well")
    config.addinivalue_line("markers", "only_firefox: runs in Firefox, in both lanes, and not in Chromium")


def pytest_generate_tests(metafunc):
    if "browser" in metafunc.fixturenames:
        browsers = ["chromium"]
        if metafunc.definition.get_closest_marker("only_firefox"):
            browsers = ["firefox"]
        elif metafunc.definition.get_closest_marker("firefox"):
            browsers.append(pytest.param("firefox", marks=pytest.mark.all))
        metafunc.parametrize("browser", browsers, indirect=True, scope="session")


@pytest.fixture(scope="session")
def browser(playwright, request):
    browser = launch(playwright, request.param)
    yield browser
    browser.close()


class BrowserErrors:
    """Errors and warnings of the browser, and requests to other sites."""

    def __init__(self):
        self.messages = []
        self.expected = []

    def allow(self, *words):
        """Allows messages that contain one of these words, at any time. Browsers report errors late."""
        self.expected += words

    @property
    def unexpected(self):
        return [text for text in self.messages if not any(word in text for word in self.expected)]


@pytest.fixture
def browser_errors():
    """Fails the test on any error it does not allow. Checked after all tabs are closed, when none can follow."""
    browser_errors = BrowserErrors()
    yield browser_errors
    assert browser_errors.unexpected == []


@pytest.fixture(scope="session")
def clean_tabs(browser):
    """The tabs that no test uses now, by site and options."""
    tabs = defaultdict(list)
    yield tabs
    for tab in chain.from_iterable(tabs.values()):
        tab.context.close()


@pytest.fixture
def new_page(browser, browser_errors, clean_tabs):
    """new_page(url, **options) → an empty tab without stored data, with its errors recorded.

    Service workers are removed unless `installs`, since tests cannot observe or intercept their requests. An earlier
    test may have left files in the cache of the browser unless the tab is `own`.
    """
    contexts, tabs = [], []

    def new_page(url, installs=False, own=False, **options):
        if installs or own or browser.browser_type.name != "chromium":
            contexts.append(new_context(browser, url, browser_errors, installs, **options))
            return contexts[-1].new_page()
        kind = repr((url, sorted(options.items())))
        if clean_tabs[kind]:
            tab = clean_tabs[kind].pop()
        else:
            errors = BrowserErrors()
            tab = Tab(new_context(browser, url, errors, **options), errors)
        tab.errors.messages = browser_errors.messages
        tabs.append((kind, tab))
        return tab.page

    yield new_page
    for context in contexts:
        context.close()
    for kind, tab in tabs:
        if tab.clean():
            clean_tabs[kind].append(tab)
        else:
            tab.context.close()


# Firefox gives only the class of a logged error.
DETAILED_ERRORS = """
    const log = console.error;
    console.error = (...all) => log.apply(console, all.map((one) =>
        one instanceof Error || one instanceof DOMException ? `${one.name}: ${one.message}\\n${one.stack}` : one));
"""


def new_context(browser, url, browser_errors, installs=False, **options):
    """A browser context for the page at `url`, whose errors are added to `browser_errors.messages`."""
    context = browser.new_context(**{"base_url": url, "viewport": DESKTOP, **options})
    context.set_default_timeout(TIMEOUT)
    context.add_init_script(READY_SIGNAL)
    if browser.browser_type.name == "firefox":
        context.add_init_script("{" + DETAILED_ERRORS + "}")
    if not installs:
        context.add_init_script("delete Navigator.prototype.serviceWorker")
    own = urlsplit(url).netloc

    def on_request(request):
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.netloc != own:
            browser_errors.messages.append(f"request to {request.url}")

    def record(text):
        # Firefox reports a font whose download is cancelled by leaving the page,
        # sometimes as a message, sometimes as an error. "Aborted" is a number there.
        if not ("download failed" in text and "status=2152398850" in text):
            browser_errors.messages.append(text)

    def on_console(message):
        # Only Chromium reports that the document itself has status 400 or 404.
        if message.type in ("error", "warning"):
            # pytest prints this for a failing test.
            print(message.text, message.location)
            record(message.text)

    context.on("request", on_request)
    context.on("console", on_console)
    context.on("weberror", lambda error: record(str(error.error)))
    return context


@pytest.fixture(scope="session")
def one_tab(browser, server):
    """A tab for many screens, and its errors. A new browser context costs more than opening a screen."""
    errors = BrowserErrors()
    context = new_context(browser, server.url, errors, viewport=PHONE)
    context.add_init_script("if (location.protocol === 'http:') localStorage.clear()")
    yield context.new_page(), errors
    context.close()


@pytest.fixture
def visit(new_page, server):
    """visit("/combine/Cma7/D") → that screen, served by our server to a new browser context."""

    def visit(route="/", **options):
        screen = Screen(new_page(server.url, **options))
        screen.page.goto(route)
        return screen.wait_until_ready() if options.get("java_script_enabled", True) else screen

    return visit


@pytest.fixture
def linnstrument(new_page, server):
    """linnstrument() → the LinnStrument screen, with simulated MIDI instruments."""

    def linnstrument(route="/play/linnstrument", prepare="", **options):
        page = new_page(server.url, **options)
        page.add_init_script(INSTRUMENTS + prepare)
        page.goto(route)
        return LinnStrument(Screen(page).wait_until_ready())

    return linnstrument


@pytest.fixture(scope="session")
def chordset(server):
    """The id of a chordset on the server, for screens that need one."""
    return Shelf(server.url).request("POST", body=CHORDSET)["id"]


@pytest.fixture(scope="session")
def webkits(tmp_path_factory):
    """webkits() → a WebDriver session of WebKit: the last one, or a new one if it crashed."""
    with ExitStack() as sessions:
        driver = None

        def session():
            nonlocal driver
            if driver is None or not is_alive(driver):
                driver = sessions.enter_context(webkit(tmp_path_factory.mktemp("webkit") / "log"))
            return driver

        yield session


@pytest.fixture
def driver(webkits):
    """A WebDriver session of WebKit."""
    return webkits()


@pytest.fixture(scope="session")
def static_url(tmp_path_factory):
    """The URL of a static copy of the page, in a folder of a simple web host. Ends with a slash."""
    root = tmp_path_factory.mktemp("host")
    shutil.copytree(SITE, root / "music/chords")
    with static_host(root) as url:
        yield url + "/music/chords/"


@pytest.fixture
def static_copy(new_page, static_url):
    """static_copy("#/combine/Cma7/D") → that screen in a static copy of the page."""

    def static_copy(rest=""):
        page = new_page(static_url)
        return Screen(page).goto(static_url + rest)

    return static_copy
