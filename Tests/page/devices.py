"""Simulated device state: hidden pages and the screen wake lock."""

# Makes the page hidden or visible, with the event a browser sends.
SET_HIDDEN = """(isHidden) => {
    for (const [name, value] of [["hidden", isHidden], ["visibilityState", isHidden ? "hidden" : "visible"]])
        Object.defineProperty(document, name, { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
# A wake lock API. Hiding the page releases the lock, as in browsers.
FAKE_WAKE_LOCK = """
window.lights = { asked: 0, on: new Set(), isRefused: false };
Object.defineProperty(navigator, "wakeLock", { value: { async request() {
    lights.asked += 1;
    if (document.hidden || lights.isRefused) throw new DOMException("no", "NotAllowedError");
    const light = Object.assign(new EventTarget(), { released: false, async release() {
        light.released = true;
        lights.on.delete(light);
        light.dispatchEvent(new Event("release"));
    } });
    lights.on.add(light);
    return light;
} } });
document.addEventListener("visibilitychange", () => {
    if (document.hidden) for (const light of lights.on) light.release();
}, true);
"""


def hide(page, is_hidden=True):
    page.evaluate(SET_HIDDEN, is_hidden)


def expect_awake(page, wanted=True):
    """Waits until exactly one wake lock is held, or none."""
    page.wait_for_function("wanted => lights.on.size === Number(wanted)", arg=wanted)
