"""Limits for the cost of requests and the size of responses, and refusal under overload."""

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from serving import Postgres, Server, dump, new_schema
from test_shelves import SETS, SHELF, TUNES, new_key

READ = TUNES + "/read"
TEXT = {"Content-Type": "text/plain"}


def key_header(key):
    return {"Authorization": "Bearer " + key}


@pytest.mark.parametrize("body, limit", [
    # Eleven bytes with 2 written bars, played 99 times.
    (b"|: Eb | Ab :|99x\nTitle: a\n" * 2600, "500000 bars"),
    (b"Title: a\n|C|\n" + b"Title:\n" * 50_000, "50000 choruses"),
    # Three-byte bars that each repeat 48 chords of the bar before.
    (b"irealbook://A=B=C=C=n=[T88" + b"C," * 96 + b"|" + b"xC|" * 9000 + b"Z", "chords"),
    # A melody repeated by a measure-repeat sign.
    (
        b"<score-partwise><part><measure><attributes><measure-style><measure-repeat type='start'>1</measure-repeat>"
        b"</measure-style></attributes>"
     + b"<note><pitch><step>C</step><octave>4</octave></pitch><duration>1</duration></note>" * 4 + b"</measure>"
     + b"<measure/>" * 9999 + b"</part></score-partwise>", None),
])  # fmt: skip
@pytest.mark.parametrize("query", ["", "?unfold=true"])
def test_body_that_expands_beyond_a_limit_is_refused(ask, body, limit, query):
    answer = ask(READ + query, "POST", TEXT, body=body, timeout=60)
    if limit is None or limit == "chords" and not query:
        assert answer.status in (200, 413) and len(answer.body) <= 16 << 20
        return
    assert answer.status == 413, answer.body[:200]
    if limit != "chords":
        assert limit in answer.json["error"]


def test_thousand_tunes_are_read_in_one_request(ask):
    tune = b"Title: Song\nComposer: A B\n\n[A]\n" + b"| Dm7 | G7 | Cmaj7 | A7b9 |\n" * 8
    answer = ask(READ, "POST", TEXT, body=tune * 1000, timeout=60)
    assert answer.status == 200
    assert [len(tune["sections"][0]["bars"]) for tune in answer.json["tunes"]] == [32] * 1000
    assert answer.json["problems"] == []


@pytest.mark.parametrize("sheet, query", [("svg", "?voice=any"), ("musicxml", ""), ("svg", "")])
def test_drawing_has_a_maximum_number_of_bars(ask, site_server, sheet, query):
    for name, bars, status in [("short", 50, 200), ("long", 2501, 413)]:
        text = "| " + " | ".join(["C Dm"] * bars) + " |"
        lines = re.sub(r"((?:[^|]*\|){200})", r"\1\n", text)
        assert ask(f"{TUNES}/{name}", "DELETE").status in (204, 404)
        made = ask(
            TUNES, "POST", {"Content-Type": "application/json"}, body=json.dumps({"id": name, "text": lines}).encode())
        assert made.status == 201
        answer = ask(f"{TUNES}/{name}.{sheet}{query}", timeout=30)
        assert answer.status == status
        if status == 413:
            assert "5000 bars" in answer.json["error"]
        assert ask(f"{TUNES}/{name}", "DELETE").status == 204


def test_excess_work_is_refused_at_once_without_blocking_other_requests(ask, site_server):
    # Each takes some tenths of a second.
    body = b"| " + b"Dm7 | G7 | Cmaj7 | A7b9 | " * 300 + b"\n"
    body *= 20

    def read(_):
        return ask(READ, "POST", TEXT, body=body, timeout=300)

    with ThreadPoolExecutor(48) as threads:
        answers = [threads.submit(read, number) for number in range(48)]
        time.sleep(0.1)
        assert ask("/healthz").status == 200
        assert ask("/readyz").status == 200
        assert ask("/api/v1/combine?lower=C&upper=D").status == 200
        answers = [answer.result() for answer in answers]
    assert {answer.status for answer in answers} == {200, 503}
    for answer in answers:
        if answer.status == 503:
            assert int(answer.headers["retry-after"]) > 0 and "try again" in answer.json["error"].lower()
    # Requests are accepted again.
    assert read(0).status == 200
    refused = re.search(r"^chords_work_refused_total (\d+)$", ask("/metrics").body.decode(), re.M)
    assert int(refused[1]) >= sum(answer.status == 503 for answer in answers)


def test_voice_leading_does_not_delay_screens(ask, site_server):
    def row(number):
        types = ["7b9", "mi9", "ma9", "13", "mi7b5"]
        chords = [
            "CDEFGAB"[(number // 7 ** (place % 3) + place) % 7] + types[place * place % 5] for place in range(40)]
        return "/api/v1/leading?chords=" + "%20".join(f"{chord}%20%7C" for chord in chords)[:-6]

    connections = [http.client.HTTPConnection(site_server.host, site_server.port, timeout=60) for _ in range(160)]
    for connection in connections:
        connection.connect()
    # All requests arrive while the server is stopped, so that it finds more than fit into the pool, however fast it is.
    os.kill(site_server.process.pid, signal.SIGSTOP)
    try:
        for number, connection in enumerate(connections):
            connection.request("GET", row(number))
    finally:
        os.kill(site_server.process.pid, signal.SIGCONT)
    # A screen that is not cached does not wait for them.
    screens = [ask(f"/ways/{letter}13(b9)").status for letter in "DE"]
    waiting = re.search(r"^chords_renderer_waiting (\d+)$", ask("/metrics").body.decode(), re.M)
    answers = [connection.getresponse() for connection in connections]
    for answer, connection in zip(answers, connections):
        answer.read()
        connection.close()
    assert screens == [200, 200] and int(waiting[1]) <= 1
    assert {answer.status for answer in answers} == {200, 503}
    assert all(int(answer.headers["Retry-After"]) > 0 for answer in answers if answer.status == 503)
    # Requests are accepted again, and cached answers are immediate.
    assert ask(row(0)).status == ask(row(0)).status == 200


def test_pages_of_other_sites_may_only_read(ask):
    for site, status in [("cross-site", 403), ("same-origin", 200), ("none", 200), ("same-site", 200), (None, 200)]:
        headers = {**TEXT, **({"Sec-Fetch-Site": site} if site else {})}
        assert ask(READ, "POST", headers, body=b"| C |").status == status, site
    other = {"Sec-Fetch-Site": "cross-site"}
    for path in ["/", "/combine/C/D", "/api/v1/combine?lower=C&upper=D", "/api/v1/keys/C/circle.svg", "/healthz", SETS,
            "/assets/0f0f/page.css"]:
        assert ask(path, headers=other).status == 200, path
        assert ask(path, "HEAD", other).status == 200, path
    for method, path in [("PUT", SETS + "/a"), ("DELETE", SETS + "/a"), ("PATCH", SETS + "/a"),
            ("POST", "/api/v1/practise/judge"), ("POST", "/api/v1/qr"), ("POST", "/")]:
        answer = ask(path, method, other, body=b"x" * 100)
        assert answer.status == 403 and answer.headers.get("access-control-allow-methods") is None, path


def test_limits_apply_to_the_clients_of_a_trusted_proxy(ask, folder, tmp_path):
    server = Server(folder, tmp_path / "log", "--proxy", "127.0.0.1", "--requests-per-minute", "20")

    def status(*forwarded):
        connection = http.client.HTTPConnection(server.host, server.port)
        connection.putrequest("GET", "/healthz")
        for text in forwarded:
            connection.putheader("X-Forwarded-For", text)
        connection.endheaders()
        answer = connection.getresponse().status
        connection.close()
        return answer

    try:
        assert [status("192.0.2.7") for _ in range(21)] == [200] * 20 + [429]
        # Values sent by the client come before the value added by the proxy.
        assert status("203.0.113.1, 192.0.2.7") == status("203.0.113.1", "192.0.2.7") == 429
        assert status("192.0.2.7, 203.0.113.1") == 200
    finally:
        assert server.stop() == 0, server.log
    # Without the option the header is ignored.
    server = Server(folder, tmp_path / "log2", "--requests-per-minute", "20")
    try:
        assert [status(f"192.0.2.{number}") for number in range(21)] == [200] * 20 + [429]
    finally:
        assert server.stop() == 0, server.log


def test_new_shelves_are_limited_per_address_and_empty_ones_are_not_stored(ask, folder, tmp_path):
    server = Server(folder, tmp_path / "log", "--shelves", "--proxy", "127.0.0.1", "--shelves-per-hour", "3")

    def make(key, client):
        return ask(SHELF, "POST", {**key_header(key), "X-Forwarded-For": client}, server)

    keys = [new_key() for _ in range(4)]
    assert [make(key, "192.0.2.1").status for key in keys] == [201, 201, 201, 429]
    answer = make(keys[3], "192.0.2.1")
    # The allowance of an hour at once, then one every twenty minutes.
    assert 0 < int(answer.headers["retry-after"]) <= 1200 and "shelves" in answer.json["error"]
    assert make(keys[0], "192.0.2.1").status == 200
    assert make(keys[3], "192.0.2.2").status == 201
    assert "chords_kept{things=\"shelves\"} 0" in ask("/metrics", server=server).body.decode()
    before = ask(SHELF, headers=key_header(keys[0]), server=server)
    assert before.status == 200 and before.json["chordsets"] == 0
    assert ask(SETS, headers=key_header(keys[0]), server=server).json == []
    assert ask(SHELF + "/export", headers=key_header(keys[0]), server=server).json == {
        "name": "", "chordsets": [], "tunes": []}
    for key in keys[:2]:
        made = ask(SETS, "POST", {**key_header(key), "Content-Type": "application/json"}, server, b'{"id":"a"}')
        assert made.status == 201
    assert "chords_kept{things=\"shelves\"} 2" in ask("/metrics", server=server).body.decode()
    assert server.stop() == 0, server.log
    # Shelves with content are permanent.
    again = Server(folder, tmp_path / "again", "--shelves", "--database", server.database)
    assert [ask(SETS, headers=key_header(key), server=again).status for key in keys] == [200, 200, 401, 401]
    assert again.stop() == 0


def test_total_quota_and_minimum_free_space_are_enforced(ask, folder, tmp_path):
    def make(server, key):
        ask(SHELF, "POST", key_header(key), server)
        return ask(SETS, "POST", {**key_header(key), "Content-Type": "application/json"}, server, b"{}")

    server = Server(folder, tmp_path / "log", "--shelves", "--most-bytes-in-all", "10000")
    answers = [make(server, new_key()) for _ in range(40)]
    assert answers[0].status == 201 and answers[-1].status == 507 and "10000 bytes" in answers[-1].json["error"]
    assert "shelf" in dump(server.database)
    server.stop()
    full = Server(folder, tmp_path / "full", "--shelves", "--least-free", str(1 << 60))
    assert make(full, new_key()).status == 503
    full.stop()


def test_stored_bytes_count_towards_the_rate_limit(ask, folder, tmp_path):
    server = Server(folder, tmp_path / "log", "--requests-per-minute", "200")
    text = json.dumps({"text": "| C |\n" + "# " + "x" * 9000}).encode()
    answers = [ask(TUNES, "POST", {"Content-Type": "application/json"}, server, text).status for _ in range(12)]
    # Each costs ten for the change and eight for eight KiB; eleven of them cost 198.
    assert answers == [201] * 11 + [429]
    server.stop()


def test_key_in_a_path_is_not_logged(ask, folder, tmp_path):
    server = Server(folder, tmp_path / "log", "--log-level", "trace")
    key = new_key()
    escaped = "".join(f"%{ord(letter):02x}" for letter in key)
    for path in [f"/shelf/{key}", f"/shelf%23{key}", f"/{escaped}", f"/a?k={key}",
            f"/shelf%2523{key[:11]}%20{key[11:]}", f"/api/v1/{key}", f"/{key}" * 9000]:
        for method in ["GET", "POST"]:
            ask(path, method, server=server)
    server.stop()
    assert server.log.count("GET /") >= 6
    assert key not in server.log and escaped not in server.log and key[:11] not in server.log


@pytest.mark.all
def test_hanging_database_is_reported_in_time_and_used_again(ask, folder, tmp_path):
    postgres, processes = Postgres(), []
    server = Server(folder, tmp_path / "log", "--database", new_schema(postgres.address))
    try:
        assert ask(SETS, "POST", {"Content-Type": "application/json"}, server, b'{"id":"a"}').status == 201
        postmaster = int((postgres.folder / "data/postmaster.pid").read_text().split()[0])
        children = subprocess.run(["pgrep", "-P", str(postmaster)], capture_output=True, text=True).stdout.split()
        processes = [postmaster, *map(int, children)]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        with ThreadPoolExecutor(24) as threads:
            waiting = [threads.submit(ask, SETS, server=server, timeout=30) for _ in range(24)]
            for _ in range(3):
                # The promised maximum is two seconds.
                ready = ask("/readyz", server=server, timeout=2)
                assert ready.status == 503 and "database" in ready.json["error"]
                assert "chords_database_up 0" in ask("/metrics", server=server, timeout=2).body.decode()
                assert ask("/healthz", server=server, timeout=2).status == 200
            assert {answer.result().status for answer in waiting} == {503}
        for process in processes:
            os.kill(process, signal.SIGCONT)
        deadline = time.monotonic() + 20
        while ask("/readyz", server=server).status != 200:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert ask(SETS + "/a", server=server).status == 200
    finally:
        # Stopped processes would not end. Some have already ended.
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)
        server.stop(signal.SIGKILL)
        postgres.stop()
