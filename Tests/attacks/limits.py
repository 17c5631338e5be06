#!/usr/bin/env python3
"""Sends the most expensive requests possible, and measures how they affect other clients.

usage: Tests/attacks/limits.py [--seconds 10] [--clients 24] [--postgres] [ATTACK …]

Each attack runs alone against its own server. Meanwhile /healthz and /readyz are requested ten times a second, and a
second client requests `combine` fifty times. Prints a line for each attack. Exits with 0 if the slowest /healthz took
at most 50 ms, the slowest /readyz 2 s, the median `combine` 100 ms, and the memory was at most 300 MB. `streams` then
changes one of its shelves twenty times, and the slowest event must arrive within 2 s. `hang` needs --postgres.

Needs the server (`tools/build -c release --product chords-server`) and the page (`./site --output .build-web`).
"""

import argparse
import base64
import http.client
import json
import multiprocessing
import os
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("CHORDS_TEST_SITE", ".build-web")

from serving import SITE, Postgres, Server, new_schema  # noqa: E402

TEXT = {"Content-Type": "text/plain"}
JSON = {"Content-Type": "application/json"}
READ = "/api/v1/tunes/read"


def request(server, method, path, body=None, headers={}, timeout=60):
    connection = http.client.HTTPConnection(server.host, server.port, timeout=timeout)
    try:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, len(response.read())
    finally:
        connection.close()


def cluster():
    """20,000 strokes while 120 keys are held."""
    strokes = [{"seconds": 0.001 * key, "down": key} for key in range(120)]
    strokes += [
        {"seconds": 1 + 0.01 * number, ("down", "up")[number % 2]: 120 + number // 2 % 8} for number in range(20_000)]
    return json.dumps({"exercise": "play row" + " Dmi7 G7 Cma7 A7alt" * 50, "strokes": strokes})


def unfold(server):
    return request(server, "POST", READ + "?unfold=true", b"|:C|" + b"C|" * 200 + b"|99x\n"
        + b"Title: a\n|:C|C|C|C|C|C|C|C:|99x\n" * 990, TEXT)


def megabyte(server):
    return request(
        server, "POST", READ + "?unfold=true", (b"Title: a\n" + b"| Dm7 | G7 | Cmaj7 | A7b9 |\n" * 8) * 4400, TEXT)


def links(server):
    return request(server, "POST", READ, b"irealb://%20 " * 80_000, TEXT)


def tags(server):
    return request(server, "POST", READ, b"irealb://<br>" * 80_000 + b"%20", TEXT)


def foreign(server):
    """A request from a page of another site."""
    return request(server, "POST", READ, b"irealb://%20 " * 80_000, {**TEXT, "Sec-Fetch-Site": "cross-site"})


def prepare_drawing(server):
    text = ("| " + " | ".join(["C Dm7"] * 40) + " |\n") * 62
    status, _ = request(server, "POST", "/api/v1/tunes", json.dumps({"id": "drawn", "text": text}), JSON)
    assert status == 201, status
    long = ("| " + " | ".join(["C7"] * 40) + " |\n") * 240
    status, _ = request(server, "POST", "/api/v1/tunes", json.dumps({"id": "long", "text": long}), JSON)
    assert status == 201, status


def drawing(server):
    request(server, "GET", "/api/v1/tunes/long.svg?voice=any")
    return request(server, "GET", "/api/v1/tunes/drawn.svg?voice=any")


def midi(server):
    return request(server, "GET", "/api/v1/tunes/drawn.mid")


def leading(server):
    """A different progression of 40 chords each time."""
    chords = "%20%7C%20".join(
        secrets.choice("CDEFGAB") + secrets.choice(["7b9", "mi9", "ma9", "13", "mi7b5", "7alt"]) for _ in range(40))
    return request(server, "GET", "/api/v1/leading?chords=" + chords)


def progression(server):
    """A different progression of 64 chords each time."""
    numerals = "%20".join(secrets.choice(["ii7", "V7", "Imaj7", "vi7", "viio7/ii", "bII7", "iv6"]) for _ in range(64))
    return request(server, "GET", f"/api/v1/progression?numerals={numerals}&key=Db")


def large_screen(server):
    """The largest screen, with a different query each time."""
    root = secrets.choice(["C", "D", "E", "F", "G", "A", "B"]) + secrets.choice(["", "%E2%99%AF", "%E2%99%AD"])
    return request(server, "GET", f"/dictionary/{root}?{secrets.token_hex(4)}")


def prepare_lists(server):
    """Chordsets with the maximum number of lumis: 3 MB of JSON in all."""
    lumi = {"hue": 200.5, "purity": 0.75, "opacity": 0.65, "sides": 5, "size": 0.35, "x": 0.25, "y": 0.45,
        "heading": 40.5, "speed": 0.15}
    chord = {"background": {"hue": 200.5, "purity": 0.75, "brightness": 0.5}, "lumis": [lumi] * 64}
    for number in range(48):
        body = {"id": f"large-{number}", "chords": [chord] * 8}
        status, _ = request(server, "POST", "/api/v1/chordsets", json.dumps(body), JSON)
        assert status == 201, status


def lists(server):
    return request(server, "GET", "/api/v1/chordsets?limit=1000")


def export(server):
    return request(server, "GET", "/api/v1/shelf/export")


def prepare_cluster(server):
    server.body = cluster()


def judge(server):
    return request(server, "POST", "/api/v1/practise/judge", server.body, JSON)


def slow_bodies(server):
    """Bodies of a megabyte whose last byte is never sent."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=60)
    connection.putrequest("POST", READ)
    connection.putheader("Content-Length", str(1 << 20))
    connection.endheaders()
    connection.send(b"x" * ((1 << 20) - 1))
    time.sleep(2)
    connection.close()
    return 0, 0


def unread_answers(server):
    connection = http.client.HTTPConnection(server.host, server.port, timeout=60)
    connection.request("POST", READ, (b"Title: a\n" + b"| Dm7 | G7 | Cmaj7 | A7b9 |\n" * 8) * 4000, TEXT)
    time.sleep(3)
    connection.close()
    return 0, 0


def shelves(server):
    key = base64.urlsafe_b64encode(secrets.token_bytes(16)).rstrip(b"=").decode()
    return request(server, "POST", "/api/v1/shelf", "{}", {**JSON, "Authorization": "Bearer " + key})


def streams(server):
    """A shelf with an item, and an event stream that stays open."""
    key = base64.urlsafe_b64encode(secrets.token_bytes(16)).rstrip(b"=").decode()
    headers = {**JSON, "Authorization": "Bearer " + key}
    if len(server.streams) >= 1500:
        time.sleep(0.1)
        return 0, 0
    request(server, "POST", "/api/v1/shelf", "{}", headers)
    request(server, "POST", "/api/v1/chordsets", '{"id": "dawn"}', headers)
    connection = http.client.HTTPConnection(server.host, server.port, timeout=60)
    connection.request("GET", "/api/v1/chordsets/events", headers=headers)
    server.streams.append((connection, connection.getresponse(), headers))
    return 200, 0


def slowest_event(server):
    """The seconds from a change of one shelf to its event, while many other shelves have listeners."""
    _, events, headers = server.streams[0]
    # The current revision.
    next_event(events)
    times = []
    for title in range(20):
        start = time.monotonic()
        request(server, "PATCH", "/api/v1/chordsets/dawn", json.dumps({"title": str(title)}), headers)
        next_event(events)
        times.append(time.monotonic() - start)
    return max(times)


def next_event(events):
    while not events.readline().startswith(b"data:"):
        pass


def hang(server):
    return request(server, "GET", "/api/v1/chordsets", timeout=60)


ATTACKS = {
    "unfold": (unfold, None, []), "megabyte": (megabyte, None, []), "links": (links, None, []),
    "tags": (tags, None, []),
    "foreign": (foreign, None, []), "drawing": (drawing, prepare_drawing, []), "midi": (midi, prepare_drawing, []),
    "lists": (lists, prepare_lists, []), "export": (export, prepare_lists, []),
    "leading": (leading, None, []), "progression": (progression, None, []),
    "large_screen": (large_screen, None, []), "judge": (judge, prepare_cluster, []),
    "slow_bodies": (slow_bodies, None, []), "unread_answers": (unread_answers, None, []),
    "shelves": (shelves, None, ["--shelves"]), "streams": (streams, None, ["--shelves"]),
}  # fmt: skip


def memory(server, name="VmHWM"):
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith(name)).split()[1]) / 1000


def processor(server):
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def probe(server, path, times, over, interval):
    while not over.is_set():
        start = time.monotonic()
        status, _ = request(server, "GET", path)
        times.append((time.monotonic() - start, status))
        over.wait(interval)


def measure(server, seconds, results):
    """Measures as a second client, in another process, because the attacking threads would delay it."""
    over, times = threading.Event(), {"/healthz": [], "/readyz": []}
    threads = [threading.Thread(target=probe, args=(server, path, found, over, 0.1)) for path, found in times.items()]
    for thread in threads:
        thread.start()
    time.sleep(1)
    combines = []
    for _ in range(50):
        asked = time.monotonic()
        assert request(server, "GET", "/api/v1/combine?lower=C&upper=D")[0] == 200
        combines.append(time.monotonic() - asked)
        time.sleep(max(0, seconds - 1) / 50)
    over.set()
    for thread in threads:
        thread.join()
    results.send((times, combines))


def stop_postgres(postgres):
    """Signals all processes of PostgreSQL, as if the machine hung."""
    postmaster = int((postgres.folder / "data/postmaster.pid").read_text().split()[0])
    children = subprocess.run(["pgrep", "-P", str(postmaster)], capture_output=True, text=True).stdout.split()
    for process in [postmaster, *map(int, children)]:
        os.kill(process, signal.SIGSTOP)
    return [postmaster, *map(int, children)]


def run(name, folder, options):
    attack, prepare, arguments = ATTACKS[name] if name != "hang" else (hang, None, [])
    postgres, stopped = None, []
    if name == "hang":
        postgres = Postgres()
        arguments = ["--database", new_schema(postgres.address)]
    server = Server(SITE, folder / name, "--requests-per-minute", "0", "--connections", "8000", *arguments)
    server.streams = []
    if prepare:
        prepare(server)
    if postgres:
        request(server, "GET", "/api/v1/chordsets")
        stopped = stop_postgres(postgres)
    over, statuses = threading.Event(), {}

    def client():
        while not over.is_set():
            try:
                status, _ = attack(server)
            except (OSError, http.client.HTTPException) as error:
                status = type(error).__name__
            statuses[status] = statuses.get(status, 0) + 1

    found, results = multiprocessing.Pipe(duplex=False)
    second = multiprocessing.get_context("fork").Process(target=measure, args=(server, options.seconds, results))
    second.start()
    results.close()
    for _ in range(options.clients):
        threading.Thread(target=client, daemon=True).start()
    used, start = processor(server), time.monotonic()
    times, combines = found.recv()
    health, readiness = times["/healthz"], times["/readyz"]
    used = (processor(server) - used) / (time.monotonic() - start)
    second.join()
    over.set()
    for process in stopped:
        os.kill(process, signal.SIGCONT)
    slowest = [max(time for time, _ in times) for times in (health, readiness)]
    slowest_health = sorted(time for time, _ in health)
    middle, most = statistics.median(combines), memory(server)
    ready = sorted({status for _, status in readiness})
    quiet, delay = "", 0
    if name == "streams":
        time.sleep(3)
        used, start = processor(server), time.monotonic()
        time.sleep(5)
        share = 100 * (processor(server) - used) / (time.monotonic() - start)
        delay = slowest_event(server)
        quiet = f"; {len(server.streams)} streams take {share:.1f} % of a core, slowest event {delay:.2f} s"
    print(
        f"{name}: {dict(sorted(statuses.items(), key=str))}; healthz {1000 * slowest[0]:.0f} ms "
        f"(median {1000 * statistics.median(slowest_health):.0f}), "
        f"readyz {slowest[1]:.2f} s {ready}, combine {1000 * middle:.0f} ms, {most:.0f} MB, {used:.2f} cores{quiet}",
        flush=True)
    for connection, _, _ in server.streams:
        connection.close()
    server.stop(signal.SIGKILL)
    if postgres:
        postgres.stop()
    return slowest[0] <= 0.05 and max(slowest[1], delay) <= 2 and middle <= 0.1 and most <= 300


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("attacks", nargs="*", metavar="ATTACK")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--clients", type=int, default=24)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    names = options.attacks or [*ATTACKS, *(["hang"] if options.postgres else [])]
    with tempfile.TemporaryDirectory() as folder:
        held = [run(name, Path(folder), options) for name in names]
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    main()
