"""WebKit, the engine of every iPhone and iPad: Debian's build, on a virtual display."""

import os
import subprocess
from contextlib import contextmanager, suppress
from glob import glob
from shutil import which
from time import monotonic, sleep
from urllib.parse import quote

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains, WebKitGTK, WebKitGTKOptions
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.service import Service

from screen import TIMEOUT

# No sandbox as root, and software rendering: there is no graphics card.
ENVIRONMENT = {
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "NO_AT_BRIDGE": "1",
}


@contextmanager
def display():
    """Starts a virtual display and yields its name."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "900x1290x24", "-nolisten", "tcp"], pass_fds=[write],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as answer:
        name = ":" + answer.readline().strip()
    try:
        yield name
    finally:
        server.terminate()
        server.wait()


@contextmanager
def webkit(log, *arguments):
    """A WebDriver session in a new WebKit, with these arguments."""
    with display() as name:
        options = WebKitGTKOptions()
        options.binary_location = sorted(glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser"))[-1]
        for argument in ["--automation", *arguments]:
            options.add_argument(argument)
        service = Service(
            which("WebKitWebDriver"), log_output=str(log), env={**os.environ, **ENVIRONMENT, "DISPLAY": name})
        driver = WebKitGTK(options=options, service=service)
        driver.set_script_timeout(TIMEOUT / 1000)
        try:
            yield driver
        finally:
            # It cannot end a session that crashed.
            with suppress(WebDriverException):
                driver.quit()


def is_alive(driver):
    """Whether its page has not crashed."""
    try:
        return driver.execute_script("return true")
    except WebDriverException:
        return False


def wait_until(read, wanted):
    """Polls `read` until it returns the expected value."""
    end = monotonic() + TIMEOUT / 1000
    while (found := read()) != wanted and monotonic() < end:
        sleep(0.05)
    assert found == wanted, f"{found!r} is not {wanted!r}"


class WebKitPage:
    """The page in WebKit. Assertions poll until they hold or the timeout ends."""

    def __init__(self, driver, url):
        self.driver, self.url = driver, url
        self.mouse = ActionBuilder(driver, duration=0)

    def goto(self, path):
        self.driver.get(self.url + quote(path))
        return self.wait_until_ready()

    def reload(self):
        self.driver.refresh()
        return self.wait_until_ready()

    def wait_until_ready(self):
        """Waits until all resources are loaded, so later actions are not lost."""
        self.wait_until("return document.readyState", "complete")
        self.run("return document.fonts.ready.then(() => true)")
        return self

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait_until(self, script, wanted=True):
        wait_until(lambda: self.run(script), wanted)

    def expect_text(self, selector, text):
        """Waits until the first matching element has this text."""
        self.wait_until(f"return document.querySelector({selector!r})?.textContent.trim()", text)

    def expect_path(self, path):
        self.wait_until("return decodeURIComponent(location.pathname)", path)

    # Actions by pointer: an element must be hit where it is, with nothing over it.

    def find(self, selector, name=None):
        """The first visible matching element with this name or text."""
        script = """return [...document.querySelectorAll(arguments[0])].find(element => element.checkVisibility()
            && (arguments[1] === null || [element.getAttribute("aria-label"), element.textContent.trim()]
                .includes(arguments[1])))"""
        end = monotonic() + TIMEOUT / 1000
        while (found := self.run(script, selector, name)) is None and monotonic() < end:
            sleep(0.05)
        assert found is not None, (selector, name)
        self.run("arguments[0].scrollIntoView({ block: 'center' })", found)
        return found

    def center(self, selector, name=None):
        """The center of an element in the window. Nothing may cover it."""
        element = self.find(selector, name)
        x, y, is_hit = self.run(
            """const { left, top, width, height } = arguments[0].getClientRects()[0];
            const x = Math.round(left + width / 2), y = Math.round(top + height / 2),
                hit = document.elementFromPoint(x, y);
            return [x, y, arguments[0].contains(hit) || hit?.contains(arguments[0])];""", element)
        assert is_hit, (selector, name)
        return x, y

    def move_mouse(self, *places):
        """Moves the mouse along these points."""
        for place in places:
            self.mouse.pointer_action.move_to_location(*map(round, place))
        self.mouse.perform()

    def down(self, selector, name=None):
        self.move_mouse(self.center(selector, name))
        self.mouse.pointer_action.pointer_down()
        self.mouse.perform()

    def up(self):
        self.mouse.pointer_action.pointer_up()
        self.mouse.perform()

    def click(self, selector, name=None):
        self.down(selector, name)
        self.up()

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def press_with_control(self, key):
        ActionChains(self.driver).key_down(Keys.CONTROL).send_keys(key).key_up(Keys.CONTROL).perform()

    def enter(self, selector, text):
        """Replaces the text of a field."""
        self.click(selector)
        self.press_with_control("a")
        self.press(text)
