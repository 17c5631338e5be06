#!/usr/bin/env python3
"""Measures the time from a MIDI note to its mark, and a long session. Run it by hand on an idle machine:

    .venv-test/bin/python Benchmarks/practice.py [--throttle 4] [--notes 400] [--hour 14400]

Injects notes one by one into an exercise, in Chromium at 390×844 with a slowed main thread. Prints the time from each
note to the frame in which its key is lit. A note just after a frame waits for the next one, a sixtieth of a second
later. Then plays as many notes as an hour has at 240 per minute, as fast as the page accepts them, in right chords of
four notes. Prints the memory of page and engine after a tenth of them and at the end, and whether a key is left down.
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

from linnstrument import INSTRUMENTS  # noqa: E402
from screen import PHONE, READY_SIGNAL, chromium  # noqa: E402
from serving import SITE, Server  # noqa: E402

READY = """
    const query = navigator.permissions.query.bind(navigator.permissions);
    navigator.permissions.query = (wanted) =>
        wanted.name === "midi" ? Promise.resolve({ state: "granted" }) : query(wanted);
    midi.plug("Piano");
"""
# Plays a key outside the chord, so that the question stays.
NOTE = """async (wait) => {
    const key = document.querySelector("#practise-keys [data-pitch='54']");
    const changed = (isLit) => new Promise((done) => {
        const watch = new MutationObserver(() => {
            if (key.classList.contains("foreign") !== isLit) return;
            watch.disconnect();
            done();
        });
        watch.observe(key, { attributeFilter: ["class"] });
    });
    await new Promise((done) => setTimeout(done, wait));
    const before = performance.now();
    const lit = changed(true);
    midi.play("Piano", [0x90, 54, 80]);
    await lit;
    // Keys are lit while a frame is prepared. The message arrives after painting.
    const { port1, port2 } = new MessageChannel();
    const after = await new Promise((done) => {
        port2.onmessage = () => done(performance.now());
        port1.postMessage(0);
    });
    const dark = changed(false);
    midi.play("Piano", [0x80, 54, 64]);
    await dark;
    return after - before;
}"""
CHORDS = """async ([first, count]) => {
    const isRight = () => document.querySelector("#practise-verdict").textContent.includes("Right");
    for (let turn = first; turn < first + count; turn++) {
        const root = 48 + (5 * turn) % 12;
        const chord = [0, 4, 7, 10].map((note) => root + note);
        const name = document.querySelector("#practise-name").textContent + turn;
        midi.play("Piano", ...chord.map((pitch) => [0x90, pitch, 80]));
        const until = performance.now() + 5000;
        while (!isRight() && performance.now() < until) await new Promise((done) => setTimeout(done, 4));
        midi.play("Piano", ...chord.map((pitch) => [0x80, pitch, 64]));
        while (isRight() && performance.now() < until) await new Promise((done) => setTimeout(done, 4));
        const again = document.querySelector("[data-action^='practise again']");
        again?.click();
    }
}"""


def memory(session):
    """MB of the page's objects, and of the engine's memory, which is outside their heap."""
    session.send("HeapProfiler.collectGarbage")
    usage = session.send("Runtime.getHeapUsage")
    return usage["usedSize"] / 1e6, usage["backingStorageSize"] / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--throttle", type=float, default=4)
    parser.add_argument("--notes", type=int, default=400)
    parser.add_argument("--hour", type=int, default=14400, help="notes of the long session; 0 skips it")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(SITE, Path(folder) / "log")
        page = browser.new_context(viewport=PHONE).new_page()
        page.add_init_script(READY_SIGNAL + INSTRUMENTS + READY)
        page.goto(server.url + "/practise/play_chord_7/landing_20")
        page.wait_for_function("() => window.hasBegun && midi.inputs.get('Piano').onmidimessage")
        page.wait_for_selector("#practise-keys [data-pitch='54']")
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": options.throttle})
        page.evaluate(NOTE, 100)
        times = sorted(page.evaluate(NOTE, 20 + number % 17) for number in range(options.notes))
        print(f"Note to mark: {len(times)} notes, median {statistics.median(times):.1f} ms, "
              f"95th percentile {times[int(len(times) * 0.95)]:.1f} ms, slowest {times[-1]:.1f} ms")
        if options.hour:
            session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            page.goto(server.url + "/practise/play_chord_7/landing_20")
            page.wait_for_selector("#practise-keys [data-pitch='54']")
            turns = options.hour // 4
            page.evaluate(CHORDS, [0, turns // 10])
            before = memory(session)
            page.evaluate(CHORDS, [turns // 10, turns - turns // 10])
            after = memory(session)
            down = page.locator("#practise-keys .lit").count()
            print(
                f"{options.hour} notes: {before[0]:.1f} MB of the page and {before[1]:.1f} MB of its engine after a "
                f"tenth, "
                  f"{after[0]:.1f} MB and {after[1]:.1f} MB at the end; keys left down: {down}")
        server.stop()


main()
