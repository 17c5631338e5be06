#!/usr/bin/env python3
"""Measures the time from the start of the engine to its first name, on a slow phone. Run it by hand on an idle machine:

    .venv-test/bin/python Benchmarks/tables.py [SITE …] [--throttle 4] [--rounds 9]

A SITE is a folder made by page-builder. Several are measured in turn, because the speed of a machine drifts. Each round
asks the engine four times for the screen /combine/C7/A, in a Chromium without a cache. The first time minus the fastest
of the others is the cost of the tables of names, including code that runs for the first time.
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

# On an empty page, so that no other engine has compiled anything before.
MEASURE = """async folder => {
    const { loadEngine } = await import(folder + "loop/engine.js");
    const engine = await loadEngine();
    const times = [];
    for (let time = 0; time < 4; time += 1) {
        const before = performance.now();
        const { regions } = engine.start("/combine/C7/A", "path", []);
        times.push(performance.now() - before);
        if (!JSON.stringify(regions).includes("13(♭9)")) throw new Error("C7 + A has another name.");
    }
    return times;
}"""


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("sites", nargs="*", type=Path, default=[SITE], help="folders made by page-builder")
    options.add_argument("--throttle", type=float, default=4, help="how many times slower the page's thread runs")
    options.add_argument("--rounds", type=int, default=9, help="how often each is opened")
    options = options.parse_args()
    taken = {site: [] for site in options.sites}
    with tempfile.TemporaryDirectory() as temporary:
        servers = {site: Server(site, Path(temporary) / f"log{number}") for number, site in enumerate(taken)}
        for _ in range(options.rounds):
            for site, server in servers.items():
                with chromium() as browser:
                    page = browser.new_context(viewport=PHONE).new_page()
                    page.goto(server.url + "/manifest.webmanifest")
                    page.context.new_cdp_session(page).send(
                        "Emulation.setCPUThrottlingRate", {"rate": options.throttle})
                    folder = "/" + next(site.glob("assets/*")).relative_to(site).as_posix() + "/"
                    taken[site].append(page.evaluate(MEASURE, folder))
        for server in servers.values():
            server.stop()
    for site, rounds in taken.items():
        first, later = [times[0] for times in rounds], [min(times[1:]) for times in rounds]
        tables = [one - other for one, other in zip(first, later)]
        for what, times in [("first name", first), ("a later one", later), ("tables", tables)]:
            print(f"{site}: {what}: median {statistics.median(times):.1f} ms, "
                  f"{min(times):.1f} to {max(times):.1f} ms in {len(times)} rounds")


main()
