"""Page object for the main screen, and what every page test shares: browsers, timeouts and waiting."""

from contextlib import contextmanager
from shutil import which
from time import monotonic

from playwright.sync_api import expect, sync_playwright

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
# Milliseconds to wait for anything. Long, because a busy machine may not schedule the browser for seconds.
TIMEOUT = 20_000
expect.set_options(timeout=TIMEOUT)

# Sets `window.hasBegun` when the engine is ready: the page sets its title last of all.
READY_SIGNAL = """
    const title = Object.getOwnPropertyDescriptor(Document.prototype, "title");
    Object.defineProperty(Document.prototype, "title",
        { ...title, set(text) { title.set.call(this, text); window.hasBegun = true; } });
"""

# Collects the notes that sound in `window.struck`, with the time at which each starts and the ideal time for it.
RECORD_NOTES = """
    window.struck = [];
    document.addEventListener("notes", ({ detail }) => struck.push(...detail));
"""

# An engine that fails once, in the middle of its next action, after `window.isFailing` has been set. With
# `window.failingAction`, it fails at the next action that starts with these words.
FAILING_ENGINE = """
    for (const name of ["instantiate", "instantiateStreaming"]) {
        const original = WebAssembly[name].bind(WebAssembly);
        WebAssembly[name] = async (...all) => {
            const { instance, module } = await original(...all);
            const { send } = instance.exports;
            if (!send) return { instance, module };
            const exports = { ...instance.exports, send(address, count, ...file) {
                const action = new TextDecoder().decode(new Uint8Array(instance.exports.memory.buffer, address, count));
                if (!window.isFailing || !action.startsWith(window.failingAction ?? ""))
                    return send(address, count, ...file);
                window.isFailing = false;
                throw new WebAssembly.RuntimeError("The engine failed, as the test wanted.");
            } };
            return { instance: { exports }, module };
        };
    }
"""


@contextmanager
def chromium():
    """Debian's Chromium. It runs as root only without its sandbox."""
    with sync_playwright() as playwright:
        yield launch(playwright, "chromium")


def launch(playwright, name, *arguments, **options):
    """Launches one of Debian's browsers. Chromium's headless shell is the same engine without a browser window."""
    if name == "firefox":
        return playwright.firefox.launch(
            channel="moz-firefox", executable_path=which("firefox-esr"), args=arguments, **options)
    return playwright.chromium.launch(
        executable_path=which("chromium-headless-shell"), args=["--no-sandbox", *arguments], **options)


def wait_until(page, read, wanted=True):
    """Polls `read` until it returns the expected value. For values that Playwright has no assertion for."""
    end = monotonic() + TIMEOUT / 1000
    while (found := read()) != wanted and monotonic() < end:
        page.wait_for_timeout(50)
    assert found == wanted, found


class Screen:
    def __init__(self, page):
        self.page = page
        self.swap = page.get_by_role("button", name="Swap")
        self.clear = page.get_by_role("button", name="Clear")
        self.announcer = page.locator("#announcer")
        self.readings = page.locator("#result .readings")
        self.trouble = page.locator("#trouble")

    @property
    def is_firefox(self):
        return self.page.context.browser.browser_type.name == "firefox"

    def wait_until_ready(self):
        """Waits until the engine is loaded and handles every action at once."""
        self.page.wait_for_function("() => window.hasBegun")
        return self

    def goto(self, route):
        self.page.goto(route)
        return self.wait_until_ready()

    def reload(self):
        self.page.reload()
        return self.wait_until_ready()

    def settle(self):
        """Waits until pending work is done, including invisible work such as a new address."""
        self.page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))")

    def address(self):
        self.settle()
        return self.page.evaluate("location.href")

    # Actions

    def type(self, half, text):
        """Replaces the text in the field of the lower or upper chord."""
        self.field(half).click()
        self.page.keyboard.press("ControlOrMeta+a")
        if text:
            self.page.keyboard.type(text)
        else:
            self.page.keyboard.press("Delete")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def choose(self, lower=None, upper=None):
        """Types each chord and presses Enter."""
        for half, symbol in [("lower", lower), ("upper", upper)]:
            if symbol is not None:
                self.type(half, symbol)
                self.press("Enter")
        return self

    @contextmanager
    def engine_failure(self):
        """Makes the engine fail on the click or key inside the block. A new engine takes over.

        An action that the page sends by itself in between does not fail.
        """
        self.page.evaluate("""() => {
            const waiting = new AbortController();
            const fail = () => { window.isFailing = true; waiting.abort(); };
            for (const type of ["click", "keydown"]) {
                addEventListener(type, fail, { capture: true, signal: waiting.signal });
            }
        }""")
        yield
        expect(self.trouble).to_contain_text("Something went wrong")

    # Parts; a panel is "lower", "upper" or "result"

    def field(self, half):
        return self.page.locator(f"#{half}-field")

    def message(self, half):
        return self.page.locator(f"#{half}-message")

    def suggestions(self, half):
        """The names of the visible suggestions."""
        return self.page.locator(f"#{half}-options li:visible b")

    def place(self, panel):
        return self.page.locator(f"#{panel} .place")

    def title(self, panel="result"):
        return self.page.locator(f"#{panel}").get_by_role("heading", level=2)

    def keyboard(self, panel="result"):
        return self.page.locator(f"#{panel}").get_by_role("img")

    # Queries

    def lit(self, panel="result"):
        """The pitches of the lit keys, lowest first, each with its colors from top to bottom."""
        keys = self.keyboard(panel).locator(".key:not(.touched)").evaluate_all(
            """keys => keys.map(key => {
                const { x, width } = key.getBBox();
                const color = ["lower", "upper"].filter(part => key.matches(".lit." + part)).join();
                return { pitch: Number(key.dataset.pitch ?? 0), x, width, color };
            })"""
        )
        colors = {key["pitch"]: [key["color"]] for key in keys if key["pitch"] and key["color"]}
        place = {(key["x"], key["width"]): key["pitch"] for key in keys if key["pitch"]}
        for key in keys:
            if key["color"] and not key["pitch"]:  # painted over a part of the key in the same place
                colors[place[key["x"], key["width"]]].append(key["color"])
        return {pitch: " ".join(colors[pitch]) for pitch in sorted(colors)}

    def glyphs(self, panel="result"):
        """The part that each lit key's glyph shows, lowest key first, read from which half of its disc is filled."""
        return self.keyboard(panel).locator(".glyph").evaluate_all(
            """glyphs => glyphs.map(glyph => {
                const ring = glyph.querySelector(".ring").getBBox(), fill = glyph.querySelector(".fill").getBBox();
                const middle = ring.y + ring.height / 2;
                const isLow = fill.y + fill.height > middle + 1, isHigh = fill.y < middle - 1;
                return [ring.x + ring.width / 2, isLow && isHigh ? "both" : isLow ? "lower" : isHigh ? "upper"
                    : "none"];
            }).sort((one, other) => one[0] - other[0]).map(([, part]) => part)"""
        )

    def names(self, panel="result"):
        """The note names above the keys, from left to right."""
        return self.keyboard(panel).locator("text:not(.other-name)").evaluate_all(
            """texts => texts.map(text => [Number(text.getAttribute("x")), text.textContent])
                .sort((one, other) => one[0] - other[0]).map(([, name]) => name)"""
        )

    # Assertions that wait

    def expect_titles(self, lower=None, upper=None, result=None):
        for panel, title in [("lower", lower), ("upper", upper), ("result", result)]:
            if title is not None:
                expect(self.title(panel)).to_have_text(title)

    def expect_empty(self):
        self.expect_titles("Please select a chord", "Please select a chord", "waiting for chord selection…")
        for half in ["lower", "upper"]:
            expect(self.field(half)).to_have_value("")
            expect(self.message(half)).to_be_hidden()
