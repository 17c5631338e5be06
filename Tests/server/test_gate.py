"""Limits of connections: host names, timeouts, numbers and rates. The tests send raw bytes over real sockets."""

import os
import re
import select
import socket
import statistics
import subprocess
import threading
import time

import pytest

from serving import PROGRAM, Server, read_to_end

HOST = "Host: localhost\r\n"


def connect(server):
    return socket.create_connection((server.host, server.port), timeout=10)


def read_responses(connection, count=None):
    """Up to `count` responses, as (status, headers by lower-case name, body)."""
    stream, found = connection.makefile("rb"), []
    while count is None or len(found) < count:
        try:
            line = stream.readline()
        except (ConnectionError, TimeoutError):
            break
        if not line:
            break
        headers = {}
        while (field := stream.readline().decode().strip()):
            name, value = field.split(":", 1)
            headers[name.lower()] = value.strip()
        found.append((int(line.split()[1]), headers, stream.read(int(headers.get("content-length", 0)))))
    return found


def ask_raw(server, text, count=None):
    with connect(server) as connection:
        connection.sendall(text.encode("latin-1"))
        connection.shutdown(socket.SHUT_WR)
        return read_responses(connection, count)


def status(server, text):
    ((status, *_),) = ask_raw(server, text)
    return status


@pytest.fixture(scope="module")
def impatient_server(folder, tmp_path_factory):
    """A server with short timeouts and the allowed host “piano.local”."""
    server = Server(
        folder, tmp_path_factory.mktemp("hasty") / "log", "--patience", "0.4", "--allowed-host", "piano.local",
        "--allowed-host", "192.0.2.7")
    yield server
    assert server.stop() == 0, server.log


# Host names


@pytest.mark.parametrize(
    "host",
    [
        "localhost", "LocalHost", "localhost.", "localhost:1234", "localhost:", "127.0.0.1", "127.0.0.1:8080",
        "127.8.9.10",
        "[::1]", "[::1]:80", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "piano.local", "Piano.Local.:8080", "192.0.2.7",
    ],
)
def test_own_host_names_are_accepted(impatient_server, host):
    assert status(impatient_server, f"GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n") == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "localhost.evil.example", "evil.localhost", "127.0.0.1.evil.example", "127.1", "2130706433",
        "0x7f000001", "0177.0.0.1", "192.168.1.5", "10.0.0.1:8080", "[fe80::1]", "0.0.0.0", "[::]", "localhostx",
        "piano",
    ],
)
def test_foreign_host_names_are_refused(impatient_server, host):
    ((status, headers, body),) = ask_raw(impatient_server, f"GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n")
    assert status == 421
    assert headers["content-type"].startswith("application/json")
    assert b"--allowed-host" in body


@pytest.mark.parametrize(
    "host",
    ["", " ", "a b", "evil@localhost", "localhost/", "localhost:80:80", "localhost:x", "localhost:-1",
        "localhost:70000",
     "[::1", "::1", "[localhost]", "[::1]x", "löcalhost", "localhost, localhost", ".", ":80", "a" * 300],
)
def test_invalid_host_is_400(impatient_server, host):
    assert status(impatient_server, f"GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n") == 400


@pytest.mark.parametrize(
    "path", ["/", "/combine/C/D", "/assets/0f0f/page.js", "/api/v1/combine?lower=C&upper=D", "/none",
                                  "/chordsets", "/api/v1/chordsets", "/api/v1/chordsets/events", "/readyz", "/%zz"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "OPTIONS"])
def test_dns_rebinding_is_refused(impatient_server, path, method):
    """DNS rebinding: a foreign name resolves to this server, and the browser sends that name."""
    text = (
        f"{method} {path} HTTP/1.1\r\nHost: evil.example:8080\r\nOrigin: http://evil.example:8080\r\n"
        "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
    with connect(impatient_server) as connection:
        connection.sendall(text.encode())
        assert b" 421 " in connection.recv(65536).split(b"\r\n")[0]
    assert status(impatient_server, f"GET /api/v1/chordsets/profile HTTP/1.1\r\n{HOST}\r\n") == 200


def test_host_header_must_appear_exactly_once(impatient_server):
    assert status(impatient_server, "GET /healthz HTTP/1.1\r\n\r\n") == 400
    for second in ["localhost", "evil.example"]:
        assert status(impatient_server, f"GET /healthz HTTP/1.1\r\n{HOST}Host: {second}\r\n\r\n") == 400
    # HTTP/1.0 has no required Host header.
    assert status(impatient_server, "GET /healthz HTTP/1.0\r\n\r\n") == 200
    assert status(impatient_server, "GET /healthz HTTP/1.0\r\nHost: evil.example\r\n\r\n") == 421


def test_host_in_the_request_target_is_checked(impatient_server):
    def ask(target, host="localhost"):
        return status(impatient_server, f"GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n")

    assert ask("http://localhost/healthz") == 200
    assert ask("http://127.0.0.1:80/api/v1/combine?lower=C&upper=D") == 200
    assert ask("http://localhost/api/v1/chordsets") == 200
    assert ask("http://localhost") == 200
    assert ask("http://evil.example/healthz") == 421
    assert ask("http://localhost/healthz", "evil.example") == 421
    assert ask("http://user@localhost/healthz") == 400


def test_host_is_checked_for_every_request_of_a_connection(impatient_server):
    """A valid host does not carry over to the next request."""
    text = "".join(
        f"GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n" for host in ["localhost", "evil.example", "localhost"])
    assert [status for status, *_ in ask_raw(impatient_server, text)] == [200, 421, 200]


def test_local_address_of_the_connection_is_a_valid_host(folder, tmp_path):
    """A phone in the same network uses the address of the machine, if the server listens on all addresses."""
    server = Server(folder, tmp_path / "log", "--host", "0.0.0.0")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as finder:
        try:
            finder.connect(("192.0.2.1", 9))  # Sends nothing, but selects the local address.
            own = finder.getsockname()[0]
        except OSError:
            own = None
    try:
        server.host = "127.0.0.1"
        assert status(server, f"GET /healthz HTTP/1.1\r\nHost: 192.0.2.1\r\n\r\n") == 421
        if not own or own.startswith("127."):
            pytest.skip("this machine has no address in a network")
        server.host = own
        assert status(server, f"GET /healthz HTTP/1.1\r\nHost: {own}:{server.port}\r\n\r\n") == 200
        assert status(server, "GET /healthz HTTP/1.1\r\nHost: 192.0.2.1\r\n\r\n") == 421
    finally:
        assert server.stop() == 0


def test_invalid_allowed_host_is_reported_at_start():
    result = subprocess.run([PROGRAM, "--allowed-host", "a b"], capture_output=True, text=True, timeout=10)
    assert result.returncode == 64 and "--allowed-host" in result.stderr


# Timeouts


@pytest.mark.parametrize("path", ["/api/v1/chordsets", "/healthz", "/"])
def test_slow_body_is_cut_off(impatient_server, path):
    with connect(impatient_server) as connection:
        connection.sendall(
            f"POST {path} HTTP/1.1\r\n{HOST}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{{".encode())
        stop = threading.Event()
        threading.Thread(target=drip, args=(connection, b" ", stop), daemon=True).start()
        assert b" 408 " in read_to_end(connection).split(b"\r\n")[0]
        stop.set()


def test_slow_head_is_cut_off(impatient_server):
    with connect(impatient_server) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        stop = threading.Event()
        threading.Thread(target=drip, args=(connection, b"x", stop), daemon=True).start()
        assert b" 408 " in read_to_end(connection).split(b"\r\n")[0]
        stop.set()


def drip(connection, byte, stop):
    try:
        while not stop.wait(0.05):
            connection.sendall(byte)
    except OSError:
        pass


def test_idle_connection_is_closed(impatient_server):
    with connect(impatient_server) as silent, connect(impatient_server) as spoken:
        spoken.sendall(f"GET /healthz HTTP/1.1\r\n{HOST}\r\n".encode())
        assert read_to_end(spoken).startswith(b"HTTP/1.1 200 ")
        assert read_to_end(silent) == b""


def test_event_stream_is_not_closed_as_idle(impatient_server):
    """A client that waits for events is not idle."""
    with connect(impatient_server) as connection:
        connection.sendall(f"GET /api/v1/chordsets/events HTTP/1.1\r\n{HOST}\r\n".encode())
        assert b" 200 " in connection.recv(4096)
        # Six times the timeout of this server is the default timeout.
        readable, _, _ = select.select([connection], [], [], 3)
        while readable:
            assert connection.recv(4096) != b""
            readable, _, _ = select.select([connection], [], [], 0)


def test_unread_response_is_discarded(impatient_server):
    with connect(impatient_server) as connection:
        connection.sendall(f"GET /assets/0f0f/big.bin HTTP/1.1\r\n{HOST}\r\n".encode() * 5)
        time.sleep(2)  # Longer than three timeouts, after which the server gives up.
        # Data in the buffers of the system still arrives.
        assert len(read_to_end(connection)) < 40_000_000


def test_slow_download_is_completed(folder, tmp_path):
    """A client that reads slowly is neither idle nor stalled."""
    server = Server(folder, tmp_path / "log", "--patience", "1")
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        connection.connect((server.host, server.port))
        connection.sendall(f"GET /assets/0f0f/big.bin HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n".encode())
        received = 0
        # About nine seconds. The idle timeout of this server is six seconds.
        while chunk := connection.recv(65536):
            received += len(chunk)
            time.sleep(1.1 * len(chunk) / 1_000_000)
    assert received > 8_000_000
    assert server.stop() == 0


# Numbers and rates


def test_number_of_connections_is_limited(folder, tmp_path):
    server = Server(folder, tmp_path / "log", "--connections", "40")
    crowd = []
    try:
        for _ in range(40):
            crowd.append(connect(server))
            crowd[-1].sendall(f"GET /healthz HTTP/1.1\r\n{HOST}\r\n".encode())
            assert b" 200 " in crowd[-1].recv(4096)
        with connect(server) as late:
            ((status, headers, body),) = read_responses(late)
        assert status == 503 and headers["retry-after"] and b"40 connections" in body
        for connection in crowd:
            connection.close()
        until = time.monotonic() + 10
        received = b""
        while b" 200 " not in received:
            assert time.monotonic() < until, "who leaves makes no room"
            with connect(server) as connection:
                connection.sendall(f"GET /healthz HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n".encode())
                received = read_to_end(connection)
    finally:
        for connection in crowd:
            connection.close()
        assert server.stop() == 0


def test_too_many_requests_are_429(folder, tmp_path, ask):
    server = Server(folder, tmp_path / "log", "--requests-per-minute", "30")
    try:
        assert [ask("/healthz", server=server).status for _ in range(10)] == [200] * 10
        headers = {"Content-Type": "application/json"}
        assert ask("/api/v1/chordsets", "POST", headers, server, b"{}").status == 201
        # A change costs ten of thirty per minute. One comes back every two seconds.
        last = [ask("/api/v1/chordsets", "POST", headers, server, b"{}") for _ in range(3)][-1]
        assert last.status == 429
        assert 1 <= int(last.headers["retry-after"]) <= 20
        assert last.headers["retry-after"] in last.json["error"]
    finally:
        assert server.stop() == 0


def test_loopback_is_not_rate_limited_by_default(site_server):
    text = f"POST /none HTTP/1.1\r\n{HOST}\r\n"
    with connect(site_server) as connection:
        for _ in range(8):
            connection.sendall((text * 100).encode())
            assert {status for status, *_ in read_responses(connection, 100)} == {405}


def test_pipelined_requests_are_answered_in_order(site_server):
    paths = ["/healthz", "/api/v1/chords/Cma7", "/combine/C7/E", "/api/v1/chordsets", "/assets/0f0f/page.css", "/none",
             "/api/v1/combine?lower=C&upper=D", "/api/v1/chordsets/none", "/api/v1/chords/H", "/chordsets"] * 30
    text = "".join(f"GET {path} HTTP/1.1\r\n{HOST}\r\n" for path in paths)
    found = ask_raw(site_server, text)
    assert len(found) == len(paths)
    first = {path: answer[0::2] for path, answer in zip(paths[:10], found)}
    assert [answer[0] for answer in found[:10]] == [200, 200, 200, 200, 200, 404, 200, 404, 400, 200]
    assert len({body for _, body in first.values()}) == 10
    for path, (status, _, body) in zip(paths, found):
        assert (status, body) == first[path], path


def memory(server):
    return int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{server.process.pid}/status").read())[1]) // 1024


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="memory is read from /proc")
def test_unread_responses_do_not_accumulate(folder, tmp_path, ask):
    server = Server(folder, tmp_path / "log")
    try:
        before = memory(server)
        flood = f"GET /assets/0f0f/data.json HTTP/1.1\r\n{HOST}\r\n".encode() * 1000
        crowd = [connect(server) for _ in range(20)]
        for connection in crowd:
            connection.setblocking(False)
        until = time.monotonic() + 2
        while time.monotonic() < until:
            for connection in crowd:
                try:
                    connection.send(flood)
                except BlockingIOError:
                    pass
        assert ask("/healthz", server=server).status == 200
        # A connection holds one read buffer and the responses that do not fit into the system's buffers.
        assert memory(server) - before < 60
        for connection in crowd:
            connection.close()
    finally:
        assert server.stop() == 0


def test_many_concurrent_screens_do_not_delay_other_requests(site_server, ask):
    found = []

    def flood(number):
        for step in range(20):
            answer = ask(
                f"/combine/C{'♯♭'[number % 2]}7/nothing{number}x{step}".replace("♯", "%E2%99%AF").replace("♭", "b"))
            found.append((answer.status, answer.headers.get("retry-after")))

    threads = [threading.Thread(target=flood, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    drawn_meanwhile = []
    while any(thread.is_alive() for thread in threads):
        before = len(found)
        assert ask("/healthz").status == 200
        drawn_meanwhile.append(len(found) - before)
    # If it waited for the earlier screens, only one request per thread would be answered.
    assert statistics.median(drawn_meanwhile) < len(threads)
    for thread in threads:
        thread.join()
    assert len(found) == 320
    assert all(status in (200, 404) or status == 503 and retry for status, retry in found)


# The log


def test_unread_log_does_not_block_requests(folder, tmp_path):
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [PROGRAM, "--site", folder, "--port", "0", "--database", tmp_path / "db", "--log-level", "info"],
        stdout=subprocess.PIPE, stderr=writing)
    os.close(writing)
    try:
        found = re.fullmatch(rb"Chord Combiner is at http://(.+):(\d+)/\n", process.stdout.readline())
        with socket.create_connection((found[1], int(found[2])), timeout=10) as connection:
            # Of a query, only the question mark is logged.
            text = f"GET /healthz?{'x' * 150} HTTP/1.1\r\n{HOST}\r\n".encode()
            for _ in range(120):  # 12,000 lines of 60 bytes: a pipe holds 1,000 of them, the server some thousands.
                connection.sendall(text * 100)
                assert len(read_responses(connection, 100)) == 100
            # The log is read again, and reports the number of lost lines.
            log = b""
            until = time.monotonic() + 10
            while b"lines were left out" not in log and time.monotonic() < until:
                log += os.read(reading, 1 << 16)
                connection.sendall(text)
                assert len(read_responses(connection, 1)) == 1
        assert b"GET /healthz" in log and re.search(rb"\d+ lines were left out", log)
    finally:
        process.terminate()
        assert process.wait(5) == 0
        process.stdout.close()
        os.close(reading)


def test_closed_log_does_not_block_requests(folder, tmp_path, ask):
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [PROGRAM, "--site", folder, "--port", "0", "--database", tmp_path / "db", "--log-level", "info"],
        stdout=subprocess.PIPE, stderr=writing)
    os.close(writing)
    os.close(reading)
    try:
        found = re.fullmatch(rb"Chord Combiner is at http://(.+):(\d+)/\n", process.stdout.readline())
        with socket.create_connection((found[1], int(found[2])), timeout=10) as connection:
            for _ in range(20):
                connection.sendall(f"GET /healthz HTTP/1.1\r\n{HOST}\r\n".encode())
                assert read_responses(connection, 1)[0][0] == 200
    finally:
        process.terminate()
        assert process.wait(5) == 0
        process.stdout.close()


# HTTP


def test_http_1_0_connection_is_closed(site_server):
    with connect(site_server) as connection:
        connection.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
        received = read_to_end(connection)
    assert received.startswith(b"HTTP/1.0 200 ") and b"connection: close" in received.lower()
    with connect(site_server) as connection:
        for _ in range(2):
            connection.sendall(b"GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            ((status, headers, _),) = read_responses(connection, 1)
            assert (status, headers["connection"]) == (200, "keep-alive")


def test_event_stream_in_http_1_0_is_not_chunked(site_server):
    """HTTP/1.0 has no chunked encoding: the end of the connection is the end of the response."""
    with connect(site_server) as connection:
        connection.sendall(b"GET /api/v1/chordsets/events HTTP/1.0\r\n\r\n")
        received = connection.recv(4096)
        while b"\n\n" not in received:
            received += connection.recv(4096)
    head, body = received.split(b"\r\n\r\n", 1)
    assert head.startswith(b"HTTP/1.0 200 ") and b"chunked" not in head
    assert body.startswith(b"event: change\n")


@pytest.mark.parametrize("path", ["/healthz", "/", "/api/v1/chordsets", "/none", "/api/v1/chords/C"])
@pytest.mark.parametrize("word", ["close", "Close", "foo, close"])
def test_connection_close_is_respected(site_server, path, word):
    with connect(site_server) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\n{HOST}Connection: {word}\r\n\r\n".encode())
        ((_, headers, _),) = read_responses(connection)
    assert headers["connection"] == "close"


@pytest.mark.parametrize(
    "headers, expected",
    [
        ("".join(f"X-{number}: y\r\n" for number in range(200)), 431),
        ("X: " + "y" * 90_000 + "\r\n", 431),
        ("X" * 90_000 + ": y\r\n", 431),
        ("Broken\r\n", 400),
        ("Content-Length: 5\r\nContent-Length: 6\r\n", 400),
        ("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", 400),
        ("Content-Length: -1\r\n", 400),
        ("Content-Length: 99999999999999999999999\r\n", 400),
        ("Content-Length: 2000000\r\n", 413),
    ],
)
def test_oversized_headers_are_refused(site_server, headers, expected):
    with connect(site_server) as connection:
        connection.sendall(f"POST /api/v1/chordsets HTTP/1.1\r\n{HOST}{headers}\r\n".encode())
        (status, fields, body), *more = read_responses(connection)
    assert (status, more) == (expected, [])
    assert fields["connection"] == "close" and body.endswith((b".\n", b'"}'))


@pytest.mark.parametrize("path", ["/api/v1/chordsets", "/healthz"])
def test_endless_body_is_cut_off(site_server, path):
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    with connect(site_server) as connection:
        head = f"POST {path} HTTP/1.1\r\n{HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        connection.sendall(head.encode())
        try:
            for _ in range(100):
                connection.sendall(chunk)
        except ConnectionError:
            pass
        try:
            assert b" 413 " in read_to_end(connection)[:20]
        except ConnectionError:
            pass  # Cut off while sending, which is also a valid result.


@pytest.mark.parametrize(
    "encoded", ["%ff", "%C3%28", "%ED%A0%80", "%C0%80", "%00", "%", "%4", "%zz", "\xff\xfe", "%F0%9F%8E"])
@pytest.mark.parametrize(
    "target", ["/{}", "/combine/C{}/D", "/?x={}", "/assets/{}", "/api/{}", "/api/v1/chords/C{}", "/healthz?x={}",
               "/api/v1/combine?lower=C&upper={}", "/api/v1/chordsets/{}", "/api/v1/chordsets?x={}", "/chordsets/{}"])
def test_invalid_utf8_is_400(site_server, target, encoded):
    assert status(site_server, f"GET {target.format(encoded)} HTTP/1.1\r\n{HOST}\r\n") == 400


@pytest.mark.parametrize(
    "target", ["*", "localhost:80", "healthz", "//", "/\\", "/;", "http:///healthz", "ftp://localhost/"])
@pytest.mark.parametrize("method", ["GET", "OPTIONS", "CONNECT", "TRACE", "PROPFIND"])
def test_unusual_targets_and_methods_are_answered(site_server, method, target):
    found = ask_raw(site_server, f"{method} {target} HTTP/1.1\r\n{HOST}\r\n")
    assert all(200 <= status < 500 for status, *_ in found) and len(found) == 1
