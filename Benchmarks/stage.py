#!/usr/bin/env python3
"""Measures how smoothly the stage moves on a slow machine. Run it by hand on an idle machine:

    .venv-test/bin/python Benchmarks/stage.py [--chords 1 2 4 8] [--throttle 1 4] [--painter FILE] [--profile]

Opens a chordset of eight chords with twelve random lumis each in Chromium, holds keys so that 12 to 96 lumis move, and
measures the time between frames for some seconds. --painter replaces the page's painter.js with another file. --profile
prints the time of each function on the main thread. Throttling slows only this thread, not the threads that paint
pixels.
"""

import argparse
import json
import os
import random
import sys
import tempfile
import urllib.request
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests"), str(ROOT / "Tests/page")]
os.environ.setdefault("CHORDS_TEST_SITE", ".build-web")

from screen import READY_SIGNAL, chromium  # noqa: E402
from serving import SITE, Server  # noqa: E402

# Milliseconds between frames, and the size of the canvas.
MEASURE = """async (milliseconds) => {
    const times = [];
    const end = performance.now() + milliseconds;
    let time = 0;
    while (time < end) times.push(time = await new Promise(requestAnimationFrame));
    const { width, height } = document.getElementById("canvas");
    return { steps: times.slice(1).map((time, place) => time - times[place]), width, height };
}"""


def lumi(random):
    """A lumi that moves slowly, like those of the editor."""
    def some(low, high, digits=2):
        return round(random.uniform(low, high), digits)

    return {
        "hue": random.randrange(360), "purity": some(0.2, 1), "opacity": some(0.3, 0.9), "sides": random.randint(1, 8),
        "size": some(0.05, 0.5), "thickness": some(0.1, 1), "x": some(0, 1), "y": some(0, 1),
        "heading": random.randrange(360), "speed": some(0, 0.25), "spin": some(-0.25, 0.25), "phase": some(0, 1),
    }


def chordset(lumis):
    drawn = random.Random(1)
    return {"title": "Benchmark", "chords": [
        {"position": position, "background": {"hue": 45 * position, "purity": 0.7, "brightness": 0.5},
         "lumis": [lumi(drawn) for _ in range(lumis)]}
        for position in range(8)
    ]}


def shares(profile):
    """The share of the main thread's time that each function takes by itself, the largest first."""
    names = {node["id"]: node["callFrame"] for node in profile["nodes"]}
    times = Counter()
    for id, microseconds in zip(profile["samples"], profile["timeDeltas"], strict=True):
        frame = names[id]
        source = frame["url"].rsplit("/", 1)[-1]
        is_wasm = frame["url"].startswith("wasm") or source.endswith(".wasm")
        times["the engine" if is_wasm else f"{frame['functionName']} {source}".strip()] += microseconds
    whole = sum(times.values())
    return [(name, time / whole) for name, time in times.most_common(9)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chords", type=int, nargs="+", default=[1, 2, 4, 8], choices=range(1, 9), metavar="N")
    parser.add_argument("--throttle", type=float, nargs="+", default=[1, 4], help="how many times slower")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--lumis", type=int, default=12, help="of each chord")
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--painter", type=Path, help="to be used instead of the page's painter.js")
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    width, height = map(int, options.size.split("x"))
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(SITE, Path(folder) / "log")
        try:
            request = urllib.request.Request(
                server.url + "/api/v1/chordsets", json.dumps(chordset(options.lumis)).encode(),
                {"Content-Type": "application/json"})
            with urllib.request.urlopen(request) as answer:
                id = json.load(answer)["id"]
            print("throttled  lumis  pictures/s  95 %    longest  canvas")
            for throttle in options.throttle:
                for count in options.chords:
                    measure(browser, f"{server.url}/lights/{id}/stage", width, height, throttle, count, options)
        finally:
            server.stop()


def measure(browser, address, width, height, throttle, count, options):
    """Uses a new tab for each measurement, so that none profits from the tuning of an earlier one."""
    page = browser.new_page(viewport={"width": width, "height": height})
    page.add_init_script(READY_SIGNAL)
    if options.painter:
        body = options.painter.read_text()
        page.route("**/painter.js", lambda route: route.fulfill(body=body, content_type="text/javascript"))
    page.goto(address)
    page.locator("#cell-0[aria-pressed=true]").wait_for()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    for key in range(1, count + 1):
        page.keyboard.down(str(key))
    # The page adapts to the machine in the first seconds.
    page.evaluate(MEASURE, 3000)
    if options.profile:
        devtools.send("Profiler.enable")
        devtools.send("Profiler.start")
    found = page.evaluate(MEASURE, options.seconds * 1000)
    steps = sorted(found["steps"])
    rate = 1000 * len(steps) / sum(steps)
    print(f"{throttle:8g} ×  {count * options.lumis:5}  {rate:10.1f}  {steps[int(0.95 * len(steps))]:4.0f} ms"
          f"  {steps[-1]:4.0f} ms  {found['width']} × {found['height']}", flush=True)
    if options.profile:
        for name, share in shares(devtools.send("Profiler.stop")["profile"]):
            print(f"{100 * share:12.1f} %  {name}")
    page.close()


if __name__ == "__main__":
    main()
