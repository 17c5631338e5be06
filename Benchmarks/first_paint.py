#!/usr/bin/env python3
"""Measures when a first visit is painted, on a slow phone and a slow network. Run it by hand on an idle machine:

    .venv-test/bin/python Benchmarks/first_paint.py [SITE …] [--throttle 4] [--visits 5] [--path /]

A SITE is a folder made by page-builder. Several are measured in turn, because the speed of a machine drifts. Chromium
at 390×844 opens the page with an empty cache over 1.6 Mbit/s with a latency of 150 ms. Prints the median first
contentful paint, and when the style sheet had arrived and the document was parsed, in milliseconds.
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

from screen import PHONE, chromium  # noqa: E402
from serving import SITE, Server  # noqa: E402

TIMES = """() => new Promise(done => new PerformanceObserver((list) => {
    const paint = list.getEntriesByName("first-contentful-paint")[0];
    if (!paint) return;
    const style = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".css"));
    const { responseEnd, domInteractive } = performance.getEntriesByType("navigation")[0];
    done({ document: responseEnd, style: style?.responseEnd ?? responseEnd, parsed: domInteractive,
        paint: paint.startTime });
}).observe({ type: "paint", buffered: true }))"""


def visit(browser, url, throttle):
    with browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True) as context:
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 1.6e6 / 8})
        page.goto(url, wait_until="commit")
        return page.evaluate(TIMES)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("sites", nargs="*", type=Path, default=[SITE], help="folders made by page-builder")
    options.add_argument("--throttle", type=float, default=4, help="how many times slower the page's thread runs")
    options.add_argument("--visits", type=int, default=5, help="how often each site is visited")
    options.add_argument("--path", default="/", help="the screen")
    options = options.parse_args()
    found = {site: [] for site in options.sites}
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        servers = {site: Server(site, Path(folder) / f"log{number}") for number, site in enumerate(options.sites)}
        for _ in range(options.visits):
            for site, server in servers.items():
                found[site].append(visit(browser, server.url + options.path, options.throttle))
        for server in servers.values():
            server.stop()
    for site, visits in found.items():
        medians = {name: statistics.median(times[name] for times in visits) for name in visits[0]}
        print(site, ", ".join(f"{name} {time:.0f} ms" for name, time in medians.items()))


if __name__ == "__main__":
    main()
