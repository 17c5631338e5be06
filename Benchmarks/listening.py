#!/usr/bin/env python3
"""Measures listening to a piano on a slow machine. Run it by hand:

    .venv-test/bin/python Benchmarks/listening.py [--seconds 60] [--throttle 4] [--tasks 5]

Chromium takes a recording of two chords as its microphone, and the Play screen says what each could be. Prints the
milliseconds from a strike until its reading is shown, the share of one core that the worker takes, and the longest
tasks of the main thread. Throttling slows only this thread. A strike in the last second is
left out, because its reading may come too late.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests/page"), str(ROOT / "Tests")]
os.environ.setdefault("CHORDS_TEST_SITE", ".build-web")

from screen import READY_SIGNAL, Screen  # noqa: E402
from serving import SITE, Server  # noqa: E402
from test_listening import KEEP_STREAM, launch_hearing, take  # noqa: E402
from tune import print_tasks, tasks  # noqa: E402

# A strike is a level that is well above that of the last 50 ms. It is looked for every 5 ms.
OBSERVE = """() => {
    window.strikes = [];
    window.readings = [];
    const context = new AudioContext();
    const meter = context.createAnalyser();
    meter.fftSize = 256;
    context.createMediaStreamSource(stream).connect(meter);
    const samples = new Float32Array(meter.fftSize);
    const levels = Array(10).fill(0);
    setInterval(() => {
        meter.getFloatTimeDomainData(samples);
        const level = Math.max(...samples.map(Math.abs));
        if (level > 0.02 && level > 4 * Math.max(...levels)) strikes.push(performance.now());
        levels.shift();
        levels.push(level);
    }, 5);
    let last = "";
    new MutationObserver(() => {
        const reading = document.querySelector("#heard-chord")?.textContent ?? "";
        if (reading !== last) requestAnimationFrame(() => readings.push(performance.now()));
        last = reading;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def worker_share(trace):
    """The share of one core that the busiest worker takes."""
    events = trace["traceEvents"]
    workers = {(one["pid"], one["tid"]) for one in events if one["name"] == "thread_name"
        and "Worker" in one["args"].get("name", "")}
    times = [one["ts"] for one in events if one.get("ph") == "X"]
    used = {thread: 0 for thread in workers}
    for one in events:
        thread = (one["pid"], one["tid"])
        if thread in workers and one.get("ph") == "X" and one["name"] == "ThreadControllerImpl::RunTask":
            used[thread] += one.get("tdur", one["dur"])
    return max(used.values()) / (max(times) - min(times))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--throttle", type=int, default=4)
    parser.add_argument("--tasks", type=int, default=5, help="how many of the longest tasks are printed")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = take(Path(folder) / "take.wav", (0.5, "C13(b9)"), (2.5, "Bbma7"), seconds=4, factor=2, channels=2)
        browser = launch_hearing(playwright, path)
        server = Server(SITE, f"{folder}/log")
        try:
            context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844})
            context.add_init_script(READY_SIGNAL + KEEP_STREAM)
            page = context.new_page()
            page.goto("/play")
            Screen(page).wait_until_ready()
            page.get_by_role("button", name="Listen").click()
            page.get_by_role("button", name="Start listening").click()
            page.locator("#heard-chord").wait_for()
            cdp = context.new_cdp_session(page)
            cdp.send("Emulation.setCPUThrottlingRate", {"rate": wanted.throttle})
            page.evaluate(OBSERVE)
            browser.start_tracing(
                page=page, categories=["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"])
            page.wait_for_timeout(1000 * wanted.seconds)
            trace = json.loads(browser.stop_tracing())
            strikes, readings, end = page.evaluate("[strikes, readings, performance.now()]")
        finally:
            server.stop()
            browser.close()
    waits = sorted(
        min((reading - strike for reading in readings if reading > strike), default=float("inf"))
        for strike in strikes if strike < end - 1000)
    print(
        f"{len(waits)} strikes; shown after {waits[len(waits) // 2]:.0f} ms (median), "
        f"{waits[len(waits) * 95 // 100]:.0f} ms (p95)")
    print(f"worker: {100 * worker_share(trace):.1f} % of one core")
    found = sorted(tasks(trace), reverse=True)
    print(
        f"tasks of the main thread over 50 ms: {sum(one[0] > 50 for one in found)}; longest: "
        + " ".join(f"{one[0]:.0f}" for one in found[:12]))
    print_tasks(found[:wanted.tasks], since=min((one[2] for one in found), default=0))


if __name__ == "__main__":
    main()
