#!/usr/bin/env python3
"""Measures how steadily a tune plays on a slow machine. Run it by hand:

    .venv-test/bin/python Benchmarks/tune.py [--seconds 600] [--throttle 4] [--width 390] [--hands any] [--tasks 5]
        [--bars 12] [--tempo 160] [--scroll]

Opens a chart in Chromium, and plays it. Prints the milliseconds from Play until the first sound is scheduled and until
it sounds, the deviation of all scheduled sounds from the tempo, how many were scheduled after their time, and the
longest tasks of the main thread from the press of Play on. Throttling slows only this thread.

Other programs on the same machine lengthen a task on the clock, but not its time on the processor, which throttling
counts, too. Both are printed; the time on the processor is the one that an idle machine would show.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests"), str(ROOT / "Tests/page")]
os.environ.setdefault("CHORDS_TEST_SITE", ".build-web")

from screen import READY_SIGNAL, Screen, chromium  # noqa: E402
from serving import SITE, Server  # noqa: E402

BLUES = (
    "| F7 | Bb7 | F7 | Cm7 F7 | Bb7 | Bdim7 | F7 | Am7b5 D7b9 "
    "| Gm7 | C7 | F7 D7b9 | Gm7 C7 | Dm9 G13 | Cmaj9 | Fm7 Bb7 | Ebmaj7 |")


def form(bars):
    """Sections of up to 16 bars."""
    chords = (BLUES.strip("| ").split(" | ") * bars)[:bars]
    return "\n".join(
        f"[{chr(65 + number % 26)}]\n| {' | '.join(chords[first:first + 16])} |"
        for number, first in enumerate(range(0, bars, 16)))


LISTEN = """() => {
    window.struck = [];
    document.addEventListener("notes", ({ detail }) => {
        struck.push(...detail.map(({ start, ideal, part, pitch }) => (
        { start, ideal, part, pitch, at: performance.now() })));
    });
}"""
PRESS = """async () => {
    const before = performance.now();
    document.querySelector("#tune-start").click();
    while (struck.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    return struck[0].at - before;
}"""


def tasks(trace):
    """The tasks of the main thread of over 10 ms: milliseconds on the processor and on the clock, start, parts."""
    events = trace["traceEvents"]
    main = {(one["pid"], one["tid"]) for one in events if one["name"] == "thread_name"
        and one["args"].get("name") == "CrRendererMain"}
    timed = [one for one in events if (one["pid"], one["tid"]) in main and one.get("ph") == "X"
        and one.get("dur", 0) > 1000]
    timed.sort(key=lambda one: (one["ts"], -one["dur"]))
    last = 0
    for task in timed:
        start, end = task["ts"], task["ts"] + task["dur"]
        # Tasks are also reported within tasks.
        if not task["name"].endswith("RunTask") or task["dur"] < 10_000 or end <= last:
            continue
        last = end
        parts = [
            (one.get("tdur", one["dur"]) / 1000, one["name"] + " "
                + one.get("args", {}).get("data", {}).get("functionName", ""))
            for one in timed if one is not task and start <= one["ts"] and one["ts"] + one["dur"] <= end]
        yield task.get("tdur", task["dur"]) / 1000, task["dur"] / 1000, start / 1e6, parts


def print_tasks(tasks, since):
    """Prints tasks with what took most of their time."""
    for length, clock, start, parts in tasks:
        print(f"  {length:.1f} ms ({clock:.0f} on the clock) after {start - since:.1f} s")
        for took, name in parts[:20]:
            print(f"    {took:6.1f}  {name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--throttle", type=int, default=4)
    parser.add_argument("--width", type=int, default=390)
    parser.add_argument("--hands", default="upper-structure")
    parser.add_argument("--bars", type=int, default=12)
    parser.add_argument("--tempo", type=int, default=160)
    parser.add_argument("--scroll", action="store_true", help="scroll all the time")
    parser.add_argument("--tasks", type=int, default=5, help="how many of the longest tasks are printed")
    wanted = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(SITE, f"{folder}/log")
        try:
            context = browser.new_context(base_url=server.url, viewport={"width": wanted.width, "height": 844})
            context.add_init_script(READY_SIGNAL)
            page = context.new_page()
            page.goto("/tunes")
            Screen(page).wait_until_ready()
            choruses = min(99, 2 + wanted.seconds * wanted.tempo // (60 * 4 * wanted.bars))
            page.get_by_label("Paste a link or chords").fill(
                f"Title: Benchmark\nTempo: {wanted.tempo}\nChoruses: {choruses}\n{form(wanted.bars)}")
            page.get_by_role("button", name="Import").click()
            page.locator(f"#bar-{wanted.bars - 1}").wait_for()
            page.locator("select[data-input='tunes hands']").select_option(wanted.hands)
            # A new page, as for a new visitor.
            page.reload()
            Screen(page).wait_until_ready()
            page.locator(f"#bar-{wanted.bars - 1}").wait_for()
            page.evaluate(LISTEN)
            page.wait_for_timeout(2000)
            cdp = context.new_cdp_session(page)
            cdp.send("Emulation.setCPUThrottlingRate", {"rate": wanted.throttle})
            page.mouse.move(wanted.width / 2, 300)
            first = None
            begin = time.monotonic()
            # Piece by piece: a trace of ten minutes would not fit.
            while time.monotonic() - begin < wanted.seconds:
                browser.start_tracing(
                    page=page, categories=["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"])
                if first is None:
                    first = page.evaluate(PRESS)
                for _ in range(min(40, 2 * wanted.seconds)):
                    if wanted.scroll:
                        page.mouse.wheel(0, 60)
                    page.wait_for_timeout(500)
                found += tasks(json.loads(browser.stop_tracing()))
            struck = page.evaluate("struck")
        finally:
            server.stop()
    start = 1000 * (struck[0]["start"] - struck[0]["ideal"])
    print(f"first sound scheduled after {first:.0f} ms, {start:.0f} ms late")
    begin = min(one["ideal"] for one in struck)
    eighth = 30 / wanted.tempo
    clicks = [one for one in struck if one["part"] == 4]
    turns = [(one["ideal"] - begin) / eighth for one in clicks]
    off = max((abs(turn - round(turn)) for turn in turns), default=0)
    late = [one for one in struck if one["start"] > one["ideal"]]
    # Notes that are later than 50 ms are left out. The ride would be on every beat after the count-in.
    beats = {round((one["ideal"] - begin) * wanted.tempo / 60 - 0.05) for one in struck if one["pitch"] == 51}
    missing = max(beats) - min(beats) + 1 - len(beats)
    print(
        f"{len(struck)} notes in {max(one['ideal'] for one in struck) - begin:.0f} s; clicks off by "
        f"{1000 * off * eighth:.6f} ms at most; {len(late)} notes late ({100 * len(late) / len(struck):.2f} %), "
        f"{missing} of {len(beats) + missing} beats of the ride left out")
    pressed = min(one[2] for one in found)
    starting = max(one[0] for one in found if one[2] < pressed + 2)
    print(f"longest task in the first two seconds: {starting:.0f} ms on the processor. Afterwards:")
    found = [one for one in found if one[2] >= pressed + 2]
    for name, place in [("processor", 0), ("clock", 1)]:
        lengths = sorted((one[place] for one in found), reverse=True)
        print(
            f"tasks by the {name}: over 50 ms: {sum(length > 50 for length in lengths)}; longest: "
            + " ".join(f"{length:.0f}" for length in lengths[:12]))
    print_tasks(sorted(found, reverse=True)[:wanted.tasks], since=pressed)


if __name__ == "__main__":
    main()
