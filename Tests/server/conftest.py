"""A small site with every type of file, and HTTP requests whose paths are sent unchanged."""

import gzip
import http.client
import json
from types import SimpleNamespace

import jsonschema
import pytest

from serving import Server

INDEX = (
    '<!doctype html><html lang="en" data-routes="fragment"><head><!--base-->'
    '<link rel="stylesheet" href="assets/0f0f/page.css"><title></title></head><body><nav><!--region asides--><!--end-->'
    '</nav><nav><!--region tools--><!--end--></nav><main><!--region screen--><!--end--></main></body></html>'
)
FILES = {
    "assets/0f0f/page.css": b"body { margin: 0 }" * 50,
    "assets/0f0f/page.js": b"export const one = 1;" * 50,
    "assets/0f0f/worker.mjs": b"export {};" * 50,
    "assets/0f0f/app.wasm": b"\0asm\1\0\0\0" * 50,
    "assets/0f0f/symbols.woff2": b"wOF2",
    "assets/0f0f/keys.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>" * 50,
    "assets/0f0f/icon.png": b"\x89PNG\r\n\x1a\n",
    "assets/0f0f/data.json": b"{}",
    "assets/0f0f/LICENSE.txt": b"free",
    "assets/0f0f/piano.mp3": b"ID3",
    "assets/0f0f/big.bin": b"x" * 8_000_000,
    "app.webmanifest": b"{}",
    "about.html": b"<!doctype html>",
}
COMPRESSED = (".css", ".js", ".mjs", ".wasm", ".svg")


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    outside = tmp_path_factory.mktemp("little")
    (outside / "secret.txt").write_text("secret")
    site = outside / "site"
    for name, content in FILES.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if name.endswith(COMPRESSED):
            path.with_name(path.name + ".gz").write_bytes(gzip.compress(content))
    (site / "index.html").write_text(INDEX)
    (site / ".hidden").write_text("secret")
    (site / "assets/.hidden").mkdir()
    (site / "assets/.hidden/file.txt").write_text("secret")
    (site / "link.txt").symlink_to(outside / "secret.txt")
    (site / "assets/link").symlink_to(outside)
    return site


@pytest.fixture(scope="session")
def site_server(folder, tmp_path_factory):
    server = Server(folder, tmp_path_factory.mktemp("log") / "log")
    yield server
    assert server.stop() == 0, server.log


@pytest.fixture
def ask(site_server):
    """ask("/path") → status, headers (by lower-case name), body, and json if the body is JSON.

    The timeout is long, because the server works in threads of low priority, which wait on a busy machine.
    """

    def ask(path, method="GET", headers=None, server=site_server, body=b"", timeout=60):
        connection = http.client.HTTPConnection(server.host, server.port, timeout=timeout)
        try:
            connection.putrequest(method, path, skip_host="Host" in (headers or {}), skip_accept_encoding=True)
            if body:
                headers = {"Content-Length": str(len(body)), **(headers or {})}
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            connection.endheaders(body)
            response = connection.getresponse()
            body = response.read()
        finally:
            connection.close()
        fields = {name.lower(): value for name, value in response.getheaders()}
        answer = SimpleNamespace(status=response.status, headers=fields, body=body)
        if fields.get("content-type", "").startswith("application/json") and body:
            answer.json = json.loads(body)
        return answer

    return ask


@pytest.fixture
def sender(ask):
    """sender("/api/v1/tunes") → send("PUT", "/{id}", {…}) → the response to a request with JSON or bytes.

    Bytes are sent without a content type unless `type_of_bytes` names one.
    """

    def sender(base, type_of_bytes=None):
        def send(method, path="", body=None, headers=None, **options):
            headers = dict(headers or {})
            type, content = None, b""
            if isinstance(body, bytes):
                type, content = type_of_bytes, body
            elif body is not None:
                type, content = "application/json", json.dumps(body).encode()
            if type:
                headers.setdefault("Content-Type", type)
            return ask(base + path, method, headers=headers, body=content, **options)

        return send

    return sender


@pytest.fixture
def conforms(ask):
    """conforms("Chordset", value) checks a value against a schema of the API’s description."""
    description = ask("/api/v1/openapi.json").json
    return lambda name, value: jsonschema.Draft202012Validator(
        {**description, "$ref": f"#/components/schemas/{name}"}).validate(value)
