#!/usr/bin/env python3
"""Measures the time from a tap until its result is painted, on a slow phone. Run it by hand on an idle machine:

    .venv-test/bin/python Benchmarks/taps.py [SITE …] [--throttle 4] [--rounds 4]

A SITE is a folder made by page-builder. Several are measured in turn, because the speed of a machine drifts. Taps each
button of the screen that chooses a chord, in Chromium at 390×844, then each voicing style on three screens. Chromium's
Event Timing gives the time until the next frame, in steps of 8 ms.
"""

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests"), str(ROOT / "Tests/page")]
os.environ.setdefault("CHORDS_TEST_SITE", ".build-web")

from screen import PHONE, READY_SIGNAL, chromium  # noqa: E402
from serving import SITE, Server  # noqa: E402

LISTEN = """() => {
    window.taps = [];
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) if (entry.name === "click") taps.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: false });
}"""
# Screens, and the elements to tap on each.
TAGS = [*(f"letter-{letter}" for letter in "DEFGABC"), *(f"type-{index}" for index in range(0, 28, 3)), "accidental-0",
    "accidental-1"]
STYLES = "[data-action^='hands style']"
SCREENS = {
    "/select/lower/Cma7/D": ",".join(f"#{tag}" for tag in TAGS),
    "/hands/C7/A": STYLES, "/combine/C7/A": STYLES, "/chord/Cma13(♯11)": STYLES,
}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("sites", nargs="*", type=Path, default=[SITE], help="folders made by page-builder")
    options.add_argument("--throttle", type=float, default=4, help="how many times slower the page's thread runs")
    options.add_argument("--rounds", type=int, default=4, help="how often all tags are tapped")
    options = options.parse_args()
    taps = {}
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        servers = {site: Server(site, Path(folder) / f"log{number}") for number, site in enumerate(options.sites)}
        for path, tapped in SCREENS.items():
            pages = {site: opened(browser, server.url + path, options.throttle) for site, server in servers.items()}
            for number in [*range(next(iter(pages.values())).locator(tapped).count())] * options.rounds:
                for site, page in pages.items():
                    page.bring_to_front()
                    page.evaluate("window.taps.length = 0")
                    page.locator(tapped).nth(number).tap()
                    page.wait_for_timeout(150)
                    # Event Timing omits events under 16 ms.
                    taps.setdefault((path, site), []).append(max(page.evaluate("window.taps"), default=16))
            for page in pages.values():
                page.context.close()
        for server in servers.values():
            server.stop()
    for (path, site), times in taps.items():
        times.sort()
        print(f"{path} {site}: {len(times)} taps, median {statistics.median(times):.0f} ms, "
              f"95th percentile {times[int(len(times) * 0.95)]:.0f} ms, slowest {times[-1]:.0f} ms")


def opened(browser, url, throttle):
    page = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    page.add_init_script(READY_SIGNAL)
    page.goto(url)
    page.wait_for_function("() => window.hasBegun")
    page.wait_for_timeout(2000)
    page.evaluate(LISTEN)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    return page


main()
