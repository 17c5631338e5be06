"""The server process: start, failed start, log, invalid input and stop."""

import http.client
import random
import re
import signal
import socket
import subprocess
import time

import pytest

from serving import PROGRAM, Server, read_to_end


@pytest.fixture
def new_server(folder, tmp_path):
    """A new server that the test stops."""
    server = Server(folder, tmp_path / "log")
    yield server
    if server.process.poll() is None:
        server.stop()


def start(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=10)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_stops_cleanly_with_an_idle_connection(new_server, how):
    connection = http.client.HTTPConnection(new_server.host, new_server.port)
    connection.request("GET", "/healthz")
    assert connection.getresponse().read()
    assert new_server.stop(how) == 0
    connection.close()


def test_stops_cleanly_with_an_incomplete_request(new_server):
    with socket.create_connection((new_server.host, new_server.port)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost:")
        with socket.create_connection((new_server.host, new_server.port)) as other:
            other.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf")
            time.sleep(0.2)
            assert new_server.stop() == 0


def test_stops_cleanly_with_an_unread_response(new_server):
    with socket.create_connection((new_server.host, new_server.port)) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(b"GET /assets/0f0f/big.bin HTTP/1.1\r\nHost: localhost\r\n\r\n" * 4)
        time.sleep(0.2)
        assert new_server.stop() == 0


def test_port_in_use_is_reported(new_server, folder):
    result = start("--site", folder, "--port", new_server.port)
    assert result.returncode == 69
    assert f"Port {new_server.port} is already in use" in result.stderr
    assert result.stdout == ""


def test_missing_page_is_reported(tmp_path):
    result = start("--site", tmp_path / "none")
    assert result.returncode == 64
    assert "There is no page" in result.stderr and "page-builder" in result.stderr


def test_foreign_index_html_is_reported(tmp_path):
    (tmp_path / "index.html").write_text("<!doctype html><title>Something else</title>")
    result = start("--site", tmp_path)
    assert result.returncode == 64
    assert "is not a page built by page-builder" in result.stderr


@pytest.mark.parametrize(
    "arguments", [["--port", "70000"], ["--port", "x"], ["--port", "-1"], ["--nonsense"], ["extra"]])
def test_usage_errors_are_reported(folder, arguments):
    result = start("--site", folder, *arguments)
    assert result.returncode == 64
    assert result.stderr.startswith("Error:")


def test_unavailable_host_is_reported(folder):
    result = start("--site", folder, "--host", "192.0.2.1", "--port", 0)
    assert result.returncode == 69
    assert "192.0.2.1" in result.stderr


def test_help_is_printed():
    result = start("--help")
    assert result.returncode == 0
    for option in ["--host", "--port", "--site"]:
        assert option in result.stdout


def test_listens_on_loopback_by_default(new_server):
    assert new_server.host == "127.0.0.1"


def test_requests_are_logged_one_per_line_on_request(folder, tmp_path, ask):
    new_server = Server(folder, tmp_path / "log", "--log-level", "info")
    ask("/healthz", server=new_server)
    ask("/no%0Apage?x=1", "HEAD", server=new_server)
    assert new_server.stop() == 0
    assert re.search(r"GET /healthz 200 [\d.]+ ms\n", new_server.log)
    assert re.search(r"HEAD /no%0Apage\?x=1 404 [\d.]+ ms\n", new_server.log)


def test_nothing_is_logged_by_default(new_server, ask):
    ask("/healthz", server=new_server)
    assert new_server.stop() == 0
    assert new_server.log == ""


@pytest.mark.parametrize("length", [2_000, 10_000, 60_000])
@pytest.mark.parametrize(
    "start", ["/", "/combine/C", "/assets/", "/api/v1/chords/C", "/api/v1/combine?upper=C&lower=C"])
def test_long_request_target_is_refused(ask, start, length):
    answer = ask(start + "7" * length)
    if length > 8_000:
        assert answer.status == 414
    elif start != "/combine/C":  # A screen, which shows what it cannot read.
        assert answer.status in (400, 404)
    if start.startswith("/api"):
        assert answer.json["error"]


def test_endless_headers_are_refused(site_server):
    with socket.create_connection((site_server.host, site_server.port), timeout=10) as connection:
        try:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nLong: " + b"x" * 200_000)
            assert b" 431 " in connection.recv(1000)
        except ConnectionError:
            pass  # Cut off while sending, which is also a valid result.


@pytest.mark.parametrize(
    "request_",
    [
        b"\r\n\r\n", b"nonsense\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
        b"GET  HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nBroken\r\n\r\n", b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /combine/C♯m7/D HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(),
        b"GET /api/v1/name?notes=\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET http://x:y/ HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET http:// HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", b"CONNECT x:1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET ?lower=C HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET /#top HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    ],
)
def test_malformed_request_does_not_affect_others(site_server, ask, request_):
    answer = exchange(site_server, request_)
    assert answer == b"" or re.match(rb"HTTP/1\.[01] [234]\d\d ", answer)
    assert ask("/healthz").status == 200


def test_random_bytes_do_not_affect_others(site_server, ask):
    dice = random.Random(7)
    for _ in range(200):
        target = bytes(dice.choice(b"/%2eCD7?&=+#\xe2\x99\xad\xffx*") for _ in range(dice.randrange(1, 60)))
        exchange(site_server, b"GET /" + target + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    assert ask("/healthz").status == 200


def exchange(server, request):
    """Sends bytes and returns the received bytes."""
    with socket.create_connection((server.host, server.port), timeout=10) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        return read_to_end(connection)
