#!/usr/bin/env python3
"""Sends as many requests as one machine can, and measures errors, memory and the effect on other clients.

usage: Tests/attacks/wrk.py [--seconds 30] [--connections 64,512] [--rounds 3] [--sets 1000] [--streams 1000]
                            [--only WORD]

Needs the server (`tools/build -c release --product chords-server`), the page (`./site --output .build-web`) and wrk
(Debian's package `wrk`). In the same run it measures /healthz, a fixed response behind the same middleware.

`wrk` requests a combination, a screen (compressed, as browsers do, and plain) and all pages of the list of chordsets.
Then many clients listen to events while chordsets change. Meanwhile another client requests /healthz, one request after
the other. Expected output is a table without errors, with more than 8,000 screens a second, followed by these lines,
and exit code 0. /healthz waits for its turn among the requests of all connections, so its median is about their number
divided by the requests per second: 3 ms for 64 connections and 20,000 requests, 30 ms for 512 and 17,000.

    no error; memory after each round: … MB
    combine: … of a fixed response

The memory after the last round must be within a tenth of that after the first. The exit code does not depend on speed.
"""

import argparse
import asyncio
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("CHORDS_TEST_SITE", ".build-web")

from serving import SITE, Server  # noqa: E402

COMBINE = "/api/v1/combine?lower=Cma7&upper=D"
# Requests the addresses of a list in turn.
WALK = """
local paths = {{{paths}}}
local place = 0
function request()
  place = place % #paths + 1
  return wrk.format("GET", paths[place])
end
"""


class Probe:
    """Requests /healthz repeatedly on its own connection and records the times."""

    def __init__(self, server):
        self.times, self.errors, self.going = [], 0, True
        self.thread = threading.Thread(target=self.run, args=(server,))
        self.thread.start()

    def run(self, server):
        connection = http.client.HTTPConnection(server.host, server.port, timeout=30)
        while self.going:
            start = time.perf_counter()
            try:
                connection.request("GET", "/healthz")
                response = connection.getresponse()
                response.read()
                self.errors += response.status != 200
            except OSError:
                self.errors += 1
                connection.close()
            self.times.append(time.perf_counter() - start)
            time.sleep(0.002)

    def stop(self):
        self.going = False
        self.thread.join()
        times = sorted(self.times)
        return [times[int(len(times) * part)] * 1000 for part in (0.5, 0.99)]


def wrk(url, seconds, connections, headers=(), script=None):
    """→ requests per second, errors, and the 99th percentile in milliseconds, as measured by wrk."""
    command = ["wrk", "-t", "2", "-c", str(connections), "-d", f"{seconds}s", "--latency", "--timeout", "10s"]
    for header in headers:
        command += ["-H", header]
    if script:
        command += ["-s", script]
    text = subprocess.run([*command, url], capture_output=True, text=True, check=True).stdout
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
    errors = sum(map(int, re.findall(r"(?:connect|read|write|timeout) (\d+)", text)))
    errors += sum(map(int, re.findall(r"Non-2xx or 3xx responses: (\d+)", text)))
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s|m)", text).groups()
    return rate, errors, float(number) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60000}[unit]


def memory(server):
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{server.process.pid}/status").read_text())[1]) / 1024


def ask(server, method, path, body=None):
    connection = http.client.HTTPConnection(server.host, server.port, timeout=30)
    headers = {"Content-Type": "application/json"} if body is not None else {}
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    response = connection.getresponse()
    answer = response.status, response.headers, response.read()
    connection.close()
    return answer


def fill(server, count):
    connection = http.client.HTTPConnection(server.host, server.port, timeout=30)
    for number in range(count):
        connection.request(
            "POST", "/api/v1/chordsets", json.dumps({"title": f"Set {number}"}), {"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        assert response.status == 201, response.status


def pages(server):
    """The addresses of all pages of the list, found by following the links."""
    path, found = "/api/v1/chordsets?limit=100", []
    while path:
        found.append(path)
        status, headers, _ = ask(server, "GET", path)
        assert status == 200, path
        link = re.search(r'<([^>]+)>; rel="next"', headers.get("Link", ""))
        path = link and link[1]
    return found


async def listen(server, count, seconds):
    """Opens event streams while a chordset changes each second. → how many got the last change, and how many not."""
    heard = [0] * count
    last = 0

    async def stream(number):
        for _ in range(3):  # The system may need a moment for so many connections.
            try:
                reader, writer = await asyncio.open_connection(server.host, server.port)
                break
            except OSError:
                await asyncio.sleep(0.5)
        writer.write(b"GET /api/v1/chordsets/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    heard[number] = int(line[4:])
        finally:
            writer.close()

    streams = [asyncio.create_task(stream(number)) for number in range(count)]
    await asyncio.sleep(2)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        _, headers, _ = await asyncio.to_thread(ask, server, "POST", "/api/v1/chordsets", {"title": "news"})
        last = int(headers["ETag"].strip('"'))
        _, _, _ = await asyncio.to_thread(ask, server, "DELETE", headers["Location"])
        await asyncio.sleep(1)
    await asyncio.sleep(2)
    missed = sum(number < last for number in heard)
    for task in streams:
        task.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    return count - missed, missed


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--connections", default="64,512")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sets", type=int, default=1000)
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--only", default="", help="only what has this in its name")
    options = parser.parse_args()
    if not shutil.which("wrk"):
        sys.exit("wrk is missing: apt-get install wrk")
    folder = Path(tempfile.mkdtemp())
    server = Server(SITE, folder / "log")
    try:
        fill(server, options.sets)
        walk = folder / "walk.lua"
        walk.write_text(WALK.format(paths=", ".join(f'"{path}"' for path in pages(server))))
        cases = [
            ("combine", COMBINE, [], None), ("screen", "/combine/Cma7/D", ["Accept-Encoding: gzip, br"], None),
            ("screen, plain", "/chord/Cma13(%E2%99%AF11)", [], None), ("list, page by page", "/", [], walk),
        ]
        cases = [case for case in cases if options.only in case[0]]
        wrong, memories, ratios = 0, [], []
        print(
            f"{'':22}{'clients':>8}{'a second':>10}{'errors':>8}{'p99 ms':>9}   "
            f"/healthz{'p50 ms':>8}{'p99 ms':>8}{'errors':>8}{'MB':>7}")
        for number in range(options.rounds):
            for name, path, headers, script in cases:
                for connections in map(int, options.connections.split(",")):
                    probe = Probe(server)
                    rate, errors, slowest = wrk(server.url + path, options.seconds, connections, headers, script)
                    usual, rare = probe.stop()
                    wrong += errors + probe.errors
                    print(
                        f"{name:22}{connections:8}{rate:10.0f}{errors:8}{slowest:9.1f}   "
                        f"{usual:16.2f}{rare:8.2f}{probe.errors:8}"
                        f"{memory(server):7.0f}", flush=True)
                    if name == "combine":
                        other, _, _ = wrk(server.url + "/healthz", options.seconds, connections)
                        ratios.append(rate / other)
                        print(f"{'  a fixed response':22}{connections:8}{other:10.0f}", flush=True)
            if options.only in "streams":
                probe = Probe(server)
                heard, missed = asyncio.run(listen(server, options.streams, options.seconds))
                usual, rare = probe.stop()
                wrong += missed + probe.errors
                print(
                    f"{'streams':22}{heard + missed:8}{'':10}{missed:8}{'':9}   "
                    f"{usual:16.2f}{rare:8.2f}{probe.errors:8}{memory(server):7.0f}", flush=True)
            time.sleep(12)  # The server returns memory every ten seconds.
            memories.append(memory(server))
        flat = memories[-1] <= memories[0] * 1.1 + 2
        said = ", ".join(f"{size:.0f}" for size in memories)
        print(
            f"{'no error' if not wrong else f'{wrong} errors'}; memory after each round: {said} "
            f"MB{'' if flat else ', which grows'}")
        if ratios:
            print(f"combine: {', '.join(f'{ratio:.2f}' for ratio in ratios)} of a fixed response")
        print(server.log, end="")
        return 0 if not wrong and flat else 1
    finally:
        server.stop()
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
