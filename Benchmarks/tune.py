#!/usr/bin/env python3
"""Measures how steadily a tune plays on a slow machine. Run it by hand on an idle machine:

    .venv-test/bin/python Benchmarks/tune.py [--seconds 60] [--throttle 4] [--width 390] [--hands any] [--tasks 5]

Opens a chart of 128 bars at 240 beats per minute in Chromium, and plays it while scrolling. Prints the milliseconds
from Play until the first sound is scheduled and until it sounds, the deviation of all scheduled sounds from the tempo,
how many were late, and the longest tasks of the main thread. Throttling slows only this thread.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests"), str(ROOT / "Tests/page")]
os.environ.setdefault("CHORDS_TEST_SITE", ".build-web")

from screen import READY_SIGNAL, Screen, chromium  # noqa: E402
from serving import SITE, Server  # noqa: E402

BLUES = (
    "| F7 | Bb7 | F7 | Cm7 F7 | Bb7 | Bdim7 | F7 | Am7b5 D7b9 "
    "| Gm7 | C7 | F7 D7b9 | Gm7 C7 | Dm9 G13 | Cmaj9 | Fm7 Bb7 | Ebmaj7 |")
TEMPO = 240
FORM = "\n".join(f"[{chr(65 + part)}]\n{BLUES}" for part in range(8))

LISTEN = """() => {
    window.struck = [];
    document.addEventListener("notes", ({ detail }) => {
        struck.push(...detail.map(({ start, ideal, part }) => ({ start, ideal, part, at: performance.now() })));
    });
}"""
PRESS = """async () => {
    const before = performance.now();
    document.querySelector("#tune-start").click();
    while (struck.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    return struck[0].at - before;
}"""


def tasks(trace):
    """The tasks of the main thread, the longest first, each with its parts of over a millisecond."""
    events = trace["traceEvents"]
    main = {(one["pid"], one["tid"]) for one in events if one["name"] == "thread_name"
        and one["args"].get("name") == "CrRendererMain"}
    timed = [one for one in events if (one["pid"], one["tid"]) in main and one.get("ph") == "X" and "dur" in one]
    whole = sorted(
        (one for one in timed if one["name"] == "ThreadControllerImpl::RunTask"), key=lambda one: -one["dur"])
    for task in whole:
        start, end = task["ts"], task["ts"] + task["dur"]

        def parts(start=start, end=end):
            return sorted(
                ((one["ts"] - start) / 1000, one["dur"] / 1000, one["name"] + " "
                    + one.get("args", {}).get("data", {}).get("functionName", ""))
                for one in timed if one["dur"] > 1000 and start <= one["ts"] and one["ts"] + one["dur"] <= end)

        yield task["dur"] / 1000, parts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--throttle", type=int, default=4)
    parser.add_argument("--width", type=int, default=390)
    parser.add_argument("--hands", default="any")
    parser.add_argument("--tasks", type=int, default=5, help="how many of the longest tasks are printed")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(SITE, f"{folder}/log")
        try:
            context = browser.new_context(base_url=server.url, viewport={"width": wanted.width, "height": 844})
            context.add_init_script(READY_SIGNAL)
            page = context.new_page()
            page.goto("/tunes")
            Screen(page).wait_until_ready()
            choruses = 2 + wanted.seconds * TEMPO // (60 * 4 * 128)
            page.get_by_label("Paste a link or chords").fill(
                f"Title: Benchmark\nTempo: {TEMPO}\nChoruses: {choruses}\n{FORM}")
            page.get_by_role("button", name="Take it").click()
            page.locator("#bar-127").wait_for()
            page.locator("select[data-input='tunes hands']").select_option(wanted.hands)
            # A new page, as for a new visitor.
            page.reload()
            Screen(page).wait_until_ready()
            page.locator("#bar-127").wait_for()
            page.evaluate(LISTEN)
            cdp = context.new_cdp_session(page)
            first = page.evaluate(PRESS)
            page.wait_for_timeout(1000)
            start = page.evaluate("struck[0].start - struck[0].ideal")
            print(f"first sound scheduled after {first:.0f} ms, {1000 * start:.0f} ms late (no throttling)")
            cdp.send("Emulation.setCPUThrottlingRate", {"rate": wanted.throttle})
            page.wait_for_timeout(1000)
            traced = min(wanted.seconds, 20)
            browser.start_tracing(
                page=page, categories=["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"])
            page.mouse.move(wanted.width / 2, 300)
            for _ in range(traced * 2):
                page.mouse.wheel(0, 60)
                page.wait_for_timeout(500)
            found = list(tasks(json.loads(browser.stop_tracing())))
            page.wait_for_timeout(1000 * (wanted.seconds - traced))
            struck = page.evaluate("struck")
        finally:
            server.stop()
    begin = min(one["ideal"] for one in struck)
    eighth = 60 / TEMPO
    clicks = [one for one in struck if one["part"] in (2, 3)]
    off = max(abs((one["ideal"] - begin) / eighth - round((one["ideal"] - begin) / eighth)) * eighth for one in clicks)
    late = [one for one in struck if one["start"] > one["ideal"]]
    print(
        f"{len(struck)} notes in {max(one['ideal'] for one in struck) - begin:.0f} s; beats off by {1000 * off:.6f} ms "
        f"at most; "
          f"{len(late)} late ({100 * len(late) / len(struck):.2f} %)")
    lengths = [length for length, _ in found]
    print(f"{len(lengths)} tasks in {traced} s; over 16 ms: {sum(length > 16 for length in lengths)}; longest: "
          + " ".join(f"{length:.0f}" for length in lengths[:20]))
    for length, parts in found[:wanted.tasks]:
        print(f"  {length:.1f} ms")
        for at, took, name in parts():
            print(f"    {at:7.1f} {took:6.1f}  {name}")


if __name__ == "__main__":
    main()
