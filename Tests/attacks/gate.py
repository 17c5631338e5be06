#!/usr/bin/env python3
"""Attacks with foreign host names, and attempts to exhaust the resources of the server.

usage: Tests/attacks/gate.py [--seconds 10] [WORD …]

Needs the server (`tools/build -c release --product chords-server`) and the page (`./site --output .build-web`); `cold`
needs wrk. The attacks are `rebind`, `drip`, `log`, `crowd`, `bombs`, `pipeline` and `cold`; with arguments, only these
run. Each uses its own server, which must answer /healthz afterwards and stop cleanly. Expected output, with exit code 0
(times and memory depend on the machine; the part after a semicolon must hold):

    rebind: 44 requests by another name, 44 refused with 421
    drip: 50 bodies at a byte in ten seconds; all cut off with 408 after 10 to 20 s
    log: 20000 requests logged into an unread pipe; all answered
    crowd: 5000 connections; 4096 stay, 904 are sent away with 503
    bombs: 500 heads without end; all refused with 431, … MB more memory; less than 100
    pipeline: … MB of requests with unread answers; … MB more memory; less than 100
    cold: … different screens a second; answered with 200 or 503, /healthz p99 … ms
"""

import argparse
import asyncio
import os
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
os.environ.setdefault("CHORDS_TEST_SITE", ".build-web")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from serving import PROGRAM, SITE, Server  # noqa: E402
from wrk import Probe, memory  # noqa: E402

HOST = b"Host: localhost\r\n"


def status(received):
    found = re.match(rb"HTTP/1\.[01] (\d+)", received)
    return int(found[1]) if found else None


def connect(server):
    return socket.create_connection((server.host, server.port), timeout=60)


def everything(connection):
    received = b""
    try:
        while chunk := connection.recv(1 << 16):
            received += chunk
    except OSError:
        pass
    return received


def rebind(server, seconds):
    paths = ["/", "/combine/C/D", "/app.webmanifest", "/none", "/chordsets", "/healthz", "/readyz",
        "/api/v1/combine?lower=C&upper=D",
             "/api/v1/chordsets", "/api/v1/chordsets/events", "/api/v1/openapi.json"]
    refused = asked = 0
    for path in paths:
        for method in ["GET", "POST", "PUT", "DELETE"]:
            with connect(server) as connection:
                connection.sendall(
                    f"{method} {path} HTTP/1.1\r\nHost: evil.example:{server.port}\r\nOrigin: "
                    f"http://evil.example:{server.port}\r\n"
                    "Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}".encode())
                asked += 1
                refused += status(connection.recv(1 << 16)) == 421
    print(f"rebind: {asked} requests by another name, {refused} refused with 421")
    return refused == asked


def drip(server, seconds):
    async def one():
        start = time.monotonic()
        reader, writer = await asyncio.open_connection(server.host, server.port)
        writer.write(b"POST /api/v1/chordsets HTTP/1.1\r\n" + HOST
            + b"Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{")
        answer = asyncio.create_task(reader.read())
        while not answer.done():
            await asyncio.wait([answer], timeout=10)
            if not answer.done():
                writer.write(b" ")
        writer.close()
        return status(answer.result()), time.monotonic() - start

    async def all_of_them():
        return await asyncio.wait_for(asyncio.gather(*(one() for _ in range(50))), 60)

    found = asyncio.run(all_of_them())
    good = all(code == 408 for code, _ in found)
    times = [after for _, after in found]
    print(
        f"drip: 50 bodies at a byte in ten seconds; {'all' if good else 'not all'} cut off with 408 after "
        f"{min(times):.0f} to {max(times):.0f} s")
    return good and max(times) < 21


def log(server, seconds):
    reading, writing = os.pipe()
    folder = tempfile.mkdtemp()
    process = subprocess.Popen(
        [PROGRAM, "--site", SITE, "--port", "0", "--database", f"{folder}/db", "--log-level", "info"],
        stdout=subprocess.PIPE, stderr=writing)
    os.close(writing)
    port = int(re.search(rb":(\d+)/", process.stdout.readline())[1])
    answered = 0
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        stream = connection.makefile("rb")
        for _ in range(200):
            connection.sendall((b"GET /healthz?" + b"x" * 150 + b" HTTP/1.1\r\n" + HOST + b"\r\n") * 100)
            for _ in range(100):
                answered += b" 200 " in stream.readline()
                while stream.readline().strip():
                    pass
                stream.read(15)
    process.terminate()
    stopped = process.wait(10) == 0
    os.close(reading)
    shutil.rmtree(folder)
    count = "all" if answered == 20000 else answered
    print(f"log: 20000 requests logged into an unread pipe; {count} answered")
    return answered == 20000 and stopped


def crowd(server, seconds):
    connections = []
    for _ in range(5000):
        connections.append(connect(server))
    # Refused connections get a response at once, accepted ones get none.
    time.sleep(2)
    away = 0
    for connection in connections:
        connection.setblocking(False)
        try:
            away += status(connection.recv(1 << 16)) == 503
        except BlockingIOError:
            pass
        connection.close()
    print(f"crowd: 5000 connections; {5000 - away} stay, {away} are sent away with 503")
    time.sleep(2)
    return away == 5000 - 4096


def bombs(server, seconds):
    before = memory(server)
    codes = []
    for _ in range(500):
        with connect(server) as connection:
            try:
                connection.sendall(b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"x" * 1_000_000)
            except OSError:
                pass
            codes.append(status(everything(connection)))
    more = memory(server) - before
    # A client that still sends when it is cut off may not get the response.
    good = set(codes) <= {431, None} and codes.count(431) > 0
    print(
        f"bombs: 500 heads without end; {'all' if good else 'not all'} refused with 431, {more:.0f} MB more memory; "
        f"less than 100")
    return good and more < 100


def pipeline(server, seconds):
    before = most = memory(server)
    flood = (b"GET /api/v1/openapi.json HTTP/1.1\r\n" + HOST + b"\r\n") * 1000
    connections = [connect(server) for _ in range(100)]
    for connection in connections:
        connection.setblocking(False)
    sent, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        for connection in connections:
            try:
                sent += connection.send(flood)
            except OSError:
                pass
        most = max(most, memory(server))
        time.sleep(0.01)
    for connection in connections:
        connection.close()
    print(
        f"pipeline: {sent / 1e6:.0f} MB of requests with unread answers; {most - before:.0f} MB more memory; "
        f"less than 100")
    return most - before < 100


def cold(server, seconds):
    if not shutil.which("wrk"):
        print("cold: left out, since wrk is missing (apt-get install wrk)")
        return True
    script = Path(tempfile.mkdtemp()) / "cold.lua"
    script.write_text("""
local notes, kinds = {"C","D","E","F","G","A","B"}, {"7","ma7","m7","m7b5","6","9","13","m9","7b9","sus4"}
math.randomseed(os.time())
local function chord() return notes[math.random(7)] .. kinds[math.random(10)] end
function request() return wrk.format("GET", "/combine/" .. chord() .. "/" .. chord() .. "?" .. math.random(1000000)) end
local codes = {}
function response(status) if status ~= 200 and status ~= 503 then wrk.thread:set("wrong", status) end end
function done(summary)
  local errors = summary.errors
  io.write("socket " .. errors.connect + errors.read + errors.write + errors.timeout .. "\\n")
end
""")
    probe = Probe(server)
    text = subprocess.run(
        ["wrk", "-t", "2", "-c", "256", "-d", f"{seconds}s", "--timeout", "30s", "-s", script, server.url],
        capture_output=True, text=True, check=True).stdout
    _, rare = probe.stop()
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
    good = "socket 0" in text and probe.errors == 0
    print(
        f"cold: {rate:.0f} different screens a second; {'answered with 200 or 503' if good else text}, /healthz p99 "
        f"{rare:.1f} ms")
    return good


def main():
    attacks = {attack.__name__: attack for attack in [rebind, drip, log, crowd, bombs, pipeline, cold]}
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("words", nargs="*", choices=[*attacks, []], metavar="WORD")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    failed = False
    for name in options.words or attacks:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(SITE, Path(folder) / "log")
            try:
                good = attacks[name](server, options.seconds)
                with connect(server) as connection:
                    connection.sendall(b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n")
                    good = good and status(connection.recv(1 << 16)) == 200
                good = server.stop() == 0 and good
            finally:
                server.process.kill()
        if not good:
            print(f"{name}: FAILED")
        failed = failed or not good
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
