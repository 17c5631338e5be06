#!/usr/bin/env python3
"""Measures how many requests a server answers with one shelf, and with thousands.

    Benchmarks/shelves.py [--shelves 10000] [--sets 20] [--postgres] [--seconds 10]

Fills a new database over HTTP with shelves and chordsets, with lumis like those of the page. Measures with Debian's
wrk: reading the list of a shelf, and renaming a chordset, first with one shelf and then with random ones. Prints the
memory of the server and the bytes per shelf. Needs the server and the page and, with --postgres, Debian's
postgresql, which is started in a folder of its own and waits for the disk as usual.
"""

import argparse
import base64
import http.client
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Tests"))
os.environ.setdefault("CHORDS_TEST_SITE", ".build-web")

from serving import SITE, Postgres, Server  # noqa: E402

SCRIPT = """
local keys = {}
for line in io.lines("KEYS") do keys[#keys + 1] = line end
local thread = 0
function setup(one) thread = thread + 1; one:set("seed", thread) end
function init() math.randomseed(seed) end
function request()
    local headers = { ["Authorization"] = "Bearer " .. keys[math.random(#keys)] }
    if METHOD == "GET" then return wrk.format("GET", "/api/v1/chordsets?limit=100", headers) end
    headers["Content-Type"] = "application/json"
    local body = '{"title": "' .. math.random(1000000) .. '"}'
    return wrk.format("PATCH", "/api/v1/chordsets/set-" .. math.random(0, SETS - 1), headers, body)
end
"""


def key(number):
    """A key that depends only on its number."""
    return base64.urlsafe_b64encode(random.Random(number).randbytes(16)).rstrip(b"=").decode()


def fill(task):
    """Makes some shelves with their chordsets."""
    port, numbers, sets = task
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    lumi = {"hue": 200, "purity": 0.7, "opacity": 0.6, "sides": 5, "size": 0.3, "x": 0.2, "y": 0.4, "heading": 40,
        "speed": 0.1}
    for number in numbers:
        for request in [None, *range(sets)]:
            body = {} if request is None else {
                "id": f"set-{request}", "title": f"Set {request}",
                "chords": [{"background": {"hue": 45 * place, "purity": 0.6, "brightness": 0.5}, "lumis": [lumi] * 3}
                    for place in range(8)]}
            connection.request(
                "POST", "/api/v1/" + ("shelf" if request is None else "chordsets"), json.dumps(body),
                {"Authorization": f"Bearer {key(number)}", "Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read()
            assert answer.status in (200, 201), text


def rate(server, method, keys, sets, seconds):
    """Requests per second, and the 99th percentile in milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "keys").write_text("\n".join(keys) + "\n")
        script = Path(folder) / "script.lua"
        script.write_text(
            SCRIPT.replace("KEYS", f"{folder}/keys").replace("METHOD", f'"{method}"').replace("SETS", str(sets)))
        output = subprocess.run(
            ["wrk", "-t", "1", "-c", "16", "-d", f"{seconds}s", "--latency", "-s", script, server.url], check=True,
            capture_output=True, text=True).stdout
    assert "Non-2xx" not in output, output
    count, unit = re.search(r"99%\s+([\d.]+)(\w+)", output).groups()
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1]), float(count) * {"us": 0.001, "ms": 1, "s": 1000}[
        unit]


def resident(server):
    """Megabytes in memory."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def size(database, folder):
    """Bytes of the whole database."""
    if str(database).startswith("postgres"):
        command = ["psql", "-tA", database, "-c", "SELECT pg_database_size(current_database())"]
        return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return sum(path.stat().st_size for path in folder.glob("shelves.sqlite*"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shelves", type=int, default=10_000)
    parser.add_argument("--sets", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        postgres = Postgres() if options.postgres else None
        database = postgres.address if postgres else folder / "shelves.sqlite"
        arguments = ["--shelves", "--database", database, "--requests-per-minute", "0"]
        server = Server(SITE, folder / "log", *arguments)
        print(f"{'PostgreSQL' if postgres else 'SQLite'}; rates are requests a second, with the 99th percentile in ms")
        fill((server.port, [0], options.sets))
        start, empty = time.monotonic(), size(database, folder)
        results = {}
        for count in [1, options.shelves]:
            if count > 1:
                numbers = list(range(1, count))
                parts = [(server.port, numbers[place::4], options.sets) for place in range(4)]
                with Pool(4) as pool:
                    pool.map(fill, parts)
                seconds = time.monotonic() - start
                print(f"filled with {count} shelves of {options.sets} chordsets in {seconds:.0f} s")
            keys = [key(number) for number in range(count)]
            for method in ["GET", "PATCH"]:
                results[count, method] = rate(server, method, keys, options.sets, options.seconds)
                per_second, slow = results[count, method]
                print(
                    f"{count:6} shelves, {'reading' if method == 'GET' else 'writing'}: "
                    f"{per_second:8.0f} ({slow:.1f} ms); {resident(server):.0f} MB")
            start = time.monotonic()
        for method in ["GET", "PATCH"]:
            print(
                f"{'reading' if method == 'GET' else 'writing'}: "
                f"{results[1, method][0] / results[options.shelves, method][0]:.2f} times as fast with one")
        print(f"bytes for a shelf: {(size(database, folder) - empty) / (options.shelves - 1):.0f}")
        server.stop()
        if postgres:
            postgres.stop()


if __name__ == "__main__":
    main()
