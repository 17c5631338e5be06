"""/metrics: its content, read by a strict parser of Prometheus's text format, and its access control."""

import http.client
import json
import math
import os
import re
import socket
import threading
import time
from types import SimpleNamespace

import pytest

from serving import Server
from test_process import start

TOKEN = "kY3-test.token_with~all+of/these=="
ROUTES = ["page", "asset", "api", "kept", "events", "probe", "none"]
NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
SAMPLE = re.compile(rf"({NAME})(?:\{{(.+)\}})? (\S+)")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(?:,(?!$)|$)')


def number(text):
    """A number as Prometheus writes it and Go's ParseFloat reads it."""
    if text in ["+Inf", "-Inf", "NaN"]:
        return float(text)
    assert re.fullmatch(r"-?\d+(\.\d+)?(e[+-]?\d+)?", text), text
    return float(text)


def labels_of(text):
    labels, place = {}, 0
    while place < len(text or ""):
        match = LABEL.match(text, place)
        assert match, text
        name, value = match.groups()
        assert name not in labels and not name.startswith("__"), text
        labels[name] = value
        place = match.end()
    return labels


def parse(text):
    """{name: (type, {labels: value})}. Fails unless families and series are unique, complete and consistent."""
    assert text.endswith("\n") and "\r" not in text and "\n\n" not in text
    families, name = {}, None
    for line in text.splitlines():
        if match := re.fullmatch(rf"# HELP ({NAME}) ([^\n]+)", line):
            name = match[1]
            assert name not in families, f"{name} comes twice"
            assert re.fullmatch(r"(?:[^\\]|\\\\|\\n)*", match[2])
            families[name] = [None, {}]
        elif match := re.fullmatch(rf"# TYPE ({NAME}) (counter|gauge|histogram)", line):
            assert match[1] == name and families[name] == [None, {}], line
            families[name][0] = match[2]
        else:
            match = SAMPLE.fullmatch(line)
            assert match, line
            kind, series = families[name]
            suffixes = ["_bucket", "_sum", "_count"] if kind == "histogram" else [""]
            assert kind and match[1] in [name + suffix for suffix in suffixes], line
            labels = labels_of(match[2])
            assert ("le" in labels) == match[1].endswith("_bucket"), line
            key = (match[1], frozenset(labels.items()))
            assert key not in series, f"{line} comes twice"
            series[key] = number(match[3])
    for name, (kind, series) in families.items():
        assert series, f"{name} has no series"
        assert len({frozenset(label for label, _ in labels if label != "le") for _, labels in series}) == 1
        assert (kind == "counter") == name.endswith("_total")
        if kind != "gauge":
            assert all(value >= 0 for value in series.values())
        if kind == "histogram":
            check_histogram(name, series)
    return families


def check_histogram(name, series):
    buckets = {}
    for (sample, labels), value in series.items():
        if sample == name + "_bucket":
            rest = labels - {("le", dict(labels)["le"])}
            buckets.setdefault(rest, []).append((number(dict(labels)["le"]), value))
    assert buckets
    for labels, found in buckets.items():
        assert found == sorted(found), "buckets stand in their order"
        assert [count for _, count in found] == sorted(count for _, count in found), "buckets are cumulative"
        assert found[-1] == (math.inf, series[name + "_count", labels])
        assert (series[name + "_sum", labels] > 0) == (found[-1][1] > 0)


@pytest.fixture(scope="module")
def token_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("token") / "token"
    file.write_text(TOKEN + "\n")
    return file


@pytest.fixture(scope="module")
def token_server(folder, tmp_path_factory, token_file):
    """A server with a token for its metrics."""
    server = Server(
        folder, tmp_path_factory.mktemp("guarded") / "log", "--metrics-token-file", token_file, "--allowed-host",
        "chords.example")
    yield server
    assert server.stop() == 0, server.log


@pytest.fixture
def new_server(folder, tmp_path):
    """A new server, so that only the requests of the test are counted."""
    server = Server(folder, tmp_path / "log")
    yield server
    assert server.stop() == 0, server.log


@pytest.fixture
def read_metrics(ask, new_server):
    """read_metrics() → the current metrics. Their value("chords_kept", things="tunes") looks up one series."""

    def read_metrics(server=new_server, connection=None):
        """Reads the metrics, on a given connection or on a new one."""
        if connection:
            connection.request("GET", "/metrics")
            text = connection.getresponse().read().decode()
        else:
            answer = ask("/metrics", server=server)
            assert answer.status == 200
            assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
            assert answer.headers["cache-control"] == "no-store"
            assert int(answer.headers["content-length"]) == len(answer.body) < 64_000
            text = answer.body.decode()
        families = parse(text)

        def value(name, **labels):
            family = next(family for family in families
                if name in [family, *(family + end for end in ["_sum", "_count", "_bucket"])])
            return families[family][1][name, frozenset(labels.items())]

        return SimpleNamespace(families=families, value=value, text=text)

    return read_metrics


def requests(metrics):
    """{(route, method, status): count} for all series."""
    series = metrics.families["chords_http_requests_total"][1]
    return {tuple(dict(labels)[name] for name in ["route", "method", "status"]): count
        for (_, labels), count in series.items() if count}


# The parser


@pytest.mark.parametrize("text", [
    "a 1\n", "# HELP a b\n# TYPE a gauge\na 1", "# HELP a b\n# TYPE a gauge\na 1\na 2\n",
    "# HELP a b\n# TYPE a gauge\n",
    "# HELP a b\n# TYPE a counter\na 1\n", "# HELP a b\n# TYPE a gauge\na{} 1\n", "# HELP a b\n# TYPE a gauge\na  1\n",
    '# HELP a b\n# TYPE a gauge\na{b="1",} 1\n', '# HELP a b\n# TYPE a gauge\na{b="1"c="2"} 1\n',
    "# HELP a b\n# TYPE a gauge\na inf\n",
    '# HELP a b\n# TYPE a gauge\na{b="1"} 1\na{c="1"} 1\n', "# HELP a b\n# TYPE a gauge\nb 1\n",
    "# TYPE a gauge\na 1\n",
    "# HELP a b\n# TYPE a gauge\na 1\n# HELP a b\n# TYPE a gauge\na 1\n", '# HELP a b\n# TYPE a gauge\na{b="\\x"} 1\n',
    '# HELP a b\n# TYPE a histogram\na_bucket{le="1"} 1\na_sum 1\na_count 1\n',
    '# HELP a b\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
    '# HELP a b\n# TYPE a histogram\na_bucket{le="1"} 1\na_bucket{le="+Inf"} 2\na_sum 1\na_count 1\n',
])
def test_the_parser_of_the_tests_is_strict(text):
    with pytest.raises((AssertionError, KeyError, StopIteration)):
        parse(text)


# Access


def test_loopback_and_the_token_are_accepted(ask, token_server):
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    for headers in [
        {"Host": f"127.0.0.1:{token_server.port}"}, {"Host": "localhost"}, bearer,
        {"Authorization": f"bearer  {TOKEN}"},
        {**bearer, "X-Forwarded-For": "192.0.2.1"}, {**bearer, "Host": "chords.example"},
    ]:
        assert ask("/metrics", headers=headers, server=token_server).status == 200, headers
        head = ask("/metrics", "HEAD", headers=headers, server=token_server)
        assert (head.status, head.body) == (200, b"")


PROXIED = [
    {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "127.0.0.1"}, {"x-forwarded-for": ""},
    {"Forwarded": "for=127.0.0.1"},
    {"X-Real-IP": "127.0.0.1"}, {"Via": "1.1 proxy"}, {"Host": "chords.example"},
]


@pytest.mark.parametrize("authorization",
    [None, "", "Bearer", "Bearer x", f"Bearer {TOKEN[:-1]}", f"Bearer {TOKEN}x", f"Basic {TOKEN}", TOKEN,
                                           f"Bearer {TOKEN} x", f"Bearer {TOKEN.lower()}"])
@pytest.mark.parametrize("proxied", PROXIED, ids=str)
def test_without_the_token_metrics_answer_404(ask, token_server, proxied, authorization):
    headers = proxied if authorization is None else {**proxied, "Authorization": authorization}
    # The response equals that for an unknown path of the same length.
    hidden, nothing = (ask(path, headers=headers, server=token_server) for path in ["/metrics", "/metrick"])
    assert hidden.status == nothing.status == 404
    differing = ["etag", "date"]
    assert {n: v for n, v in hidden.headers.items() if n not in differing} == {
        n: v for n, v in nothing.headers.items() if n not in differing}
    assert hidden.body.replace(b"metrics", b"metrick") == nothing.body


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_other_methods_do_not_reveal_the_metrics(ask, token_server, method):
    hidden, nothing = (ask(path, method, server=token_server) for path in ["/metrics", "/metrick"])
    assert hidden.status == nothing.status == 405
    assert (hidden.body, hidden.headers["allow"]) == (nothing.body, nothing.headers["allow"])


def test_remote_address_without_the_token_answers_404(folder, tmp_path, ask):
    """Another address of this machine stands for a remote client."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # Sends nothing.
            address = probe.getsockname()[0]
        except OSError:
            pytest.skip("this machine has no address but its own")
    server = Server(folder, tmp_path / "log", "--host", "0.0.0.0")
    server.host = address
    assert ask("/metrics", server=server).status == 404
    assert ask("/metrics", headers={"Host": "localhost"}, server=server).status == 404
    assert ask("/metrics", headers={"Authorization": "Bearer "}, server=server).status == 404
    server.host = "127.0.0.1"
    assert ask("/metrics", server=server).status == 200
    assert server.stop() == 0


@pytest.mark.parametrize("content",
    ["", "\n", "short", "x" * 257, "with a space in it 1234", f"{TOKEN}\n{TOKEN}\n", "schlüssel-schlüssel",
        "0123456789abcdef\r\n"])
def test_token_file_without_a_token_is_refused(folder, tmp_path, content):
    file = tmp_path / "token"
    file.write_bytes(content.encode())
    result = start("--site", folder, "--metrics-token-file", file)
    assert result.returncode == 64
    assert f"There is no token in “{file}”" in result.stderr
    assert not content.strip() or content.strip() not in result.stderr


def test_missing_token_file_is_reported(folder, tmp_path):
    result = start("--site", folder, "--metrics-token-file", tmp_path / "none")
    assert result.returncode == 64 and "cannot be read" in result.stderr


def test_token_is_not_logged(folder, tmp_path, token_file, ask):
    server = Server(folder, tmp_path / "log", "--metrics-token-file", token_file, "--log-level", "trace")
    for value in [TOKEN, TOKEN + "x"]:
        ask("/metrics", headers={"Authorization": f"Bearer {value}"}, server=server)
    assert server.stop() == 0
    assert "GET /metrics 200" in server.log and TOKEN not in server.log


# What


def test_every_request_is_counted_once(ask, new_server, read_metrics):
    before = read_metrics()
    assert requests(before) == {}
    asked = [
        ("/", "GET", ("page", "read", "2xx")), ("/nothing", "GET", ("page", "read", "4xx")),
        ("/", "POST", ("page", "write", "4xx")),
        ("/assets/0f0f/page.css", "GET", ("asset", "read", "2xx")),
        ("/assets/0f0f/page.css", "HEAD", ("asset", "read", "2xx")),
        ("/api/v1/combine?lower=C&upper=D", "GET", ("api", "read", "2xx")),
        ("/api/v1/combine", "GET", ("api", "read", "4xx")),
        ("/api/v1/chords/C", "GET", ("api", "read", "2xx")), ("/api/none", "GET", ("api", "read", "4xx")),
        ("/api/v1/qr", "GET", ("api", "read", "4xx")), ("/api/v1/qr", "POST", ("api", "write", "4xx")),
        ("/api/v1/chordsets", "GET", ("kept", "read", "2xx")), ("/api/v1/chordsets", "POST", ("kept", "write", "2xx")),
        ("/api/v1/tunes", "GET", ("kept", "read", "2xx")),
        ("/api/v1/chordsets/none", "DELETE", ("kept", "write", "4xx")),
        ("/api/v1/chordsets/events", "HEAD", ("events", "read", "2xx")), ("/healthz", "GET", ("probe", "read", "2xx")),
        ("/readyz", "GET", ("probe", "read", "2xx")), ("/%zz", "GET", ("none", "read", "4xx")),
        ("/lights", "GET", ("page", "read", "2xx")),
    ]
    expected = {("probe", "read", "2xx"): 1}  # The earlier request for the metrics.
    for times in [1, 2]:
        for path, method, kind in asked * times:
            answer = ask(path, method, server=new_server)
            assert f"{answer.status // 100}xx" == kind[2], (path, method, answer.status)
            expected[kind] = expected.get(kind, 0) + 1
    after = read_metrics()
    assert requests(after) == expected
    for route in ROUTES:
        counted = sum(count for kind, count in expected.items() if kind[0] == route)
        if route != "events":
            assert after.value("chords_http_request_duration_seconds_count", route=route) == counted
    assert after.value("chords_connections_total") - before.value("chords_connections_total") == 3 * len(asked) + 1
    assert after.value("chords_kept", things="chordsets") == 3 and after.value("chords_kept", things="tunes") == 0
    assert after.value("chords_database_up") == 1


def test_metrics_contain_no_address_key_or_path(ask, new_server, read_metrics):
    key = "q83vEjRWeJCrze8SNFZ4kA"
    for path in ["/combine/Cma7/" + key, f"/api/v1/chords/{key}", f"/api/v1/chordsets/{key}", f"/{key}?{key}"]:
        ask(path, headers={"Authorization": f"Bearer {key}"}, server=new_server)
    text = read_metrics().text
    assert key not in text and "127.0.0.1" not in text and str(new_server.port) not in re.sub(r" \S+\n", "\n", text)
    # Labels have few fixed values, whatever the request.
    words = {label for _, series in read_metrics().families.values() for _, labels in series for name, label in labels
        if name not in ["le", "version", "page"]}
    assert words == {*ROUTES, "read", "write", "2xx", "3xx", "4xx", "5xx", "rate_limit", "host", "slow", "too_long",
        "chordsets", "tunes", "shelves"}


def test_bytes_are_counted_as_transferred(new_server, read_metrics):
    before = read_metrics()
    text = b"GET /assets/0f0f/big.bin HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    received = b""
    with socket.create_connection((new_server.host, new_server.port)) as connection:
        connection.sendall(text)
        while chunk := connection.recv(1 << 20):
            received += chunk
    after, last = read_metrics(), read_metrics()
    for name, exact in [("received", len(text)), ("sent", len(received))]:
        first, second, third = (each.value(f"chords_http_{name}_bytes_total") for each in [before, after, last])
        # The count includes the requests for the metrics, whose size grows with the numbers.
        assert abs((second - first) - (third - second) - exact) < 200, name


def test_refusals_are_counted_by_reason(folder, tmp_path, read_metrics, ask):
    server = Server(
        folder, tmp_path / "log", "--requests-per-minute", "60", "--patience", "0.3", "--connections", "3")
    refused = lambda: {
        dict(labels)["reason"]: count for (_, labels), count in last.families["chords_http_refused_total"][1].items()}
    ask("/x" * 5000, server=server)
    ask("/healthz", headers={"Host": "elsewhere.example"}, server=server)
    with socket.create_connection((server.host, server.port)) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        assert b" 408 " in slow.recv(1000)
    last = read_metrics(server)
    assert refused() == {"rate_limit": 0, "host": 1, "slow": 1, "too_long": 1}
    while ask("/healthz", server=server).status == 200:
        pass
    time.sleep(1.2)
    last = read_metrics(server)
    assert refused()["rate_limit"] == 1
    assert server.stop() == 0


def test_open_and_refused_connections_are_counted(folder, tmp_path, read_metrics):
    server = Server(folder, tmp_path / "log", "--connections", "3")
    # The server notices closed connections with a delay, so the connection for the metrics stays open.
    asking = http.client.HTTPConnection(server.host, server.port, timeout=10)
    read_metrics(connection=asking)

    def wait_until_open(count):
        for _ in range(100):
            last = read_metrics(connection=asking)
            if last.value("chords_connections") == count:
                return last
            time.sleep(0.05)
        raise AssertionError(f"{last.value('chords_connections')} connections are open, and not {count}")

    def close(connections):
        for connection in connections:
            connection.close()

    opened = [socket.create_connection((server.host, server.port)) for _ in range(2)]
    # Connections are counted by several threads, not always in the order of opening.
    assert wait_until_open(3).value("chords_connections_limit") == 3
    refused = [socket.create_connection((server.host, server.port)) for _ in range(4)]
    for connection in refused:
        assert b" 503 " in connection.recv(1000)
    close(refused)
    wait_until_open(3)
    close(opened)
    last = wait_until_open(1)
    assert last.value("chords_connections_refused_total") == 4
    assert requests(last)["none", "read", "5xx"] == 4
    asking.close()
    assert server.stop() == 0


def test_open_event_streams_are_counted(new_server, read_metrics, ask):
    def listen():
        connection = http.client.HTTPConnection(new_server.host, new_server.port, timeout=10)
        connection.request("GET", "/api/v1/chordsets/events")
        response = connection.getresponse()
        assert response.readline().startswith(b"event: ")
        return connection, response

    heard = [listen() for _ in range(3)]
    last = read_metrics()
    assert last.value("chords_event_listeners") == 3
    assert requests(last)["events", "read", "2xx"] == 3
    for connection, response in heard:
        response.close()
        connection.close()
    # A closed stream is noticed with the next event or keep-alive, four times a minute.
    for _ in range(20):
        if read_metrics().value("chords_event_listeners") == 0:
            break
        assert ask("/api/v1/chordsets", "POST", server=new_server).status == 201
        time.sleep(0.3)
    assert read_metrics().value("chords_event_listeners") == 0
    assert requests(read_metrics())["events", "read", "2xx"] == 3


def test_process_metrics_match_the_system(new_server, read_metrics):
    process = f"/proc/{new_server.process.pid}"
    # The first one opens another connection to the database.
    read_metrics()
    last = read_metrics()
    resident = int(re.search(r"VmRSS:\s+(\d+)", open(f"{process}/status").read())[1]) * 1024
    assert abs(last.value("process_resident_memory_bytes") - resident) < 8 << 20
    opened = [socket.create_connection((new_server.host, new_server.port)) for _ in range(20)]
    more = read_metrics()
    # This includes the client's own connection, which is closed by now.
    assert abs(more.value("process_open_fds") - 1 - len(os.listdir(f"{process}/fd"))) <= 1
    assert abs(more.value("process_open_fds") - last.value("process_open_fds") - 20) <= 2
    for connection in opened:
        connection.close()
    assert str(int(last.value("process_max_fds"))) in re.search(
        r"Max open files.*", open(f"{process}/limits").read())[0]
    assert 0 < last.value("process_cpu_seconds_total") < 60
    assert 0 <= time.time() - last.value("process_start_time_seconds") < 60


def test_build_is_named(new_server, read_metrics, ask):
    version = ask("/api/v1/openapi.json", server=new_server).json["info"]["version"]
    assert read_metrics().value("chords_build_info", version=version, page="0f0f") == 1


def test_missing_database_is_reported(folder, tmp_path, read_metrics):
    server = Server(folder, tmp_path / "log")
    assert read_metrics(server).value("chords_database_up") == 1
    os.remove(f"{tmp_path}/log.sqlite")
    last = read_metrics(server)
    assert last.value("chords_database_up") == 0 and "chords_kept" not in last.families
    server.stop()


def test_concurrent_requests_are_all_counted(new_server, read_metrics):
    def send_requests():
        connection = http.client.HTTPConnection(new_server.host, new_server.port, timeout=30)
        for _ in range(500):
            connection.request("GET", "/api/v1/combine?lower=C&upper=D")
            connection.getresponse().read()
        connection.close()

    threads = [threading.Thread(target=send_requests) for _ in range(8)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        read_metrics()
    last = read_metrics()
    assert requests(last)["api", "read", "2xx"] == 4000
    assert last.value("chords_http_request_duration_seconds_count", route="api") == 4000
