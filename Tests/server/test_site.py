"""Files and screens: content types, compression, caching and security."""

import gzip
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from serving import IS_RELEASE, SITE, Server

FAR = "public, max-age=31536000, immutable"
CSP = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'; "
    "manifest-src 'self'"
)
TYPES = {
    "/about.html": "text/html; charset=utf-8",
    "/app.webmanifest": "application/manifest+json; charset=utf-8",
    "/assets/0f0f/page.css": "text/css; charset=utf-8",
    "/assets/0f0f/page.js": "text/javascript; charset=utf-8",
    "/assets/0f0f/worker.mjs": "text/javascript; charset=utf-8",
    "/assets/0f0f/app.wasm": "application/wasm",
    "/assets/0f0f/symbols.woff2": "font/woff2",
    "/assets/0f0f/keys.svg": "image/svg+xml; charset=utf-8",
    "/assets/0f0f/icon.png": "image/png",
    "/assets/0f0f/data.json": "application/json; charset=utf-8",
    "/assets/0f0f/LICENSE.txt": "text/plain; charset=utf-8",
    "/assets/0f0f/piano.mp3": "audio/mpeg",
    "/assets/0f0f/big.bin": "application/octet-stream",
}


@pytest.mark.parametrize("path", TYPES)
def test_files_have_their_content_type_and_bytes(ask, folder, path):
    answer = ask(path)
    assert answer.status == 200
    assert answer.headers["content-type"] == TYPES[path]
    assert answer.body == (folder / path[1:]).read_bytes()
    assert int(answer.headers["content-length"]) == len(answer.body)
    assert answer.headers["cache-control"] == (FAR if path.startswith("/assets/") else "no-cache")


@pytest.mark.parametrize(
    "accepted, compressed",
    [
        (None, False),
        ("gzip", True),
        ("GZIP", True),
        ("x-gzip", True),
        ("*", True),
        ("gzip, deflate, br, zstd", True),
        ("br;q=1.0, gzip ; q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, *", False),
        ("*;q=0", False),
        ("*;q=0, gzip", True),
        ("deflate, br", False),
        ("identity", False),
        ("gzip;q=nonsense", False),
        (" ,;,", False),
    ],
)
def test_compression_follows_what_the_client_accepts(ask, accepted, compressed):
    answer = ask("/assets/0f0f/app.wasm", headers={"Accept-Encoding": accepted} if accepted else {})
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/wasm"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers.get("content-encoding") == ("gzip" if compressed else None)
    assert (gzip.decompress(answer.body) if compressed else answer.body) == b"\0asm\1\0\0\0" * 50


def test_file_without_compressed_copy_is_sent_plain(ask):
    answer = ask("/assets/0f0f/symbols.woff2", headers={"Accept-Encoding": "gzip"})
    assert answer.body == b"wOF2"
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/combine/Cma7/D", "/assets/0f0f/page.css", "/api/v1/openapi.json"])
@pytest.mark.parametrize("accepted", ["identity", "gzip"])
def test_matching_etag_answers_304(ask, path, accepted):
    first = ask(path, headers={"Accept-Encoding": accepted})
    tag = first.headers["etag"]
    for sent in [tag, f"W/{tag}", f'"other", {tag}', "*"]:
        again = ask(path, headers={"Accept-Encoding": accepted, "If-None-Match": sent})
        assert (again.status, again.body) == (304, b"")
        assert again.headers["etag"] == tag
        assert again.headers["cache-control"] == first.headers["cache-control"]
        assert again.headers.get("vary") == first.headers.get("vary")
        assert again.headers.get("content-length") in (None, str(len(first.body)))
    assert ask(path, headers={"Accept-Encoding": accepted, "If-None-Match": '"other"'}).status == 200


@pytest.mark.parametrize("path", ["/about.html", "/assets/0f0f/page.css"])
def test_dates_and_ranges_make_no_difference(ask, path):
    whole = ask(path)
    assert "accept-ranges" not in whole.headers
    # The tag decides, not the date: after a return to an older page, its files are older than the browser's.
    for headers in [
        {"If-None-Match": '"other"', "If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"},
        {"Range": "bytes=0-1"}, {"Range": "bytes=1000000-"}, {"Range": "bytes=-5"}, {"Range": "nonsense"},
    ]:
        answer = ask(path, headers=headers)
        assert (answer.status, answer.body) == (200, whole.body)
        assert answer.headers["content-length"] == str(len(whole.body))


@pytest.mark.parametrize("path", ["/assets/0f0f/page.css", "/combine/Cma7/D"])
def test_compressed_and_plain_bytes_have_different_tags(ask, path):
    plain = ask(path).headers["etag"]
    assert plain != ask(path, headers={"Accept-Encoding": "gzip"}).headers["etag"]


def test_different_screens_have_different_tags(ask):
    assert ask("/").headers["etag"] != ask("/combine/Cma7/D").headers["etag"]


@pytest.mark.parametrize("path", ["/", "/combine/Cma7/D", "/combine/C%E2%99%AFm7/B%E2%99%AD", "/combine/C+/D"])
def test_a_screen_is_rendered_with_links_from_the_root(ask, path):
    answer = ask(path)
    page = answer.body.decode()
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert '<html lang="en" data-routes="path">' in page
    assert '<base href="/">' in page
    assert "<!--base-->" not in page and "fragment" not in page


def test_screens_are_compressed(ask):
    plain, packed = ask("/combine/Cma7/D"), ask("/combine/Cma7/D", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "Accept-Encoding"
    assert gzip.decompress(packed.body) == plain.body and len(packed.body) < len(plain.body) / 4


def test_cached_screen_equals_rendered_screen(ask):
    for path in ["/combine/E7/F", "/combine/E7%2FD/F", "/chord/Cma13(%E2%99%AF11)"]:
        first = ask(path)
        for headers in [{}, {"Accept-Encoding": "gzip"}, {}]:
            again = ask(path, headers=headers)
            body = gzip.decompress(again.body) if headers else again.body
            assert (again.status, body) == (200, first.body)
    assert ask("/combine/E7/F").body != ask("/combine/E7/G").body


def test_screen_shows_current_chordsets(ask, folder, tmp_path):
    server = Server(folder, tmp_path / "log")
    headers = {"Content-Type": "application/json"}

    def send(method, path, body):
        return ask("/api/v1/chordsets" + path, method, headers, server, body)

    try:
        one = send("POST", "", b'{"title": "Dawn"}').json["id"]
        # This includes their earlier positions.
        for path in ["/lights", "/lights/" + one, "/chordsets", "/chordsets/" + one]:
            assert b"Dawn" in ask(path, server=server).body
        assert send("PATCH", "/" + one, b'{"title": "Dusk"}').status == 200
        for path in ["/lights", "/lights/" + one]:
            page = ask(path, server=server).body
            assert b"Dusk" in page and b"Dawn" not in page
        # A chordset far down a long list has its screen too.
        last = [send("POST", "", b'{"title": "Noon %d"}' % number).json["id"] for number in range(120)][-1]
        assert b"Noon 119" in ask("/lights/" + last, server=server).body
        assert ask("/lights/" + last + "%E2%80%8B).", server=server).headers["location"] == "/lights/" + last
        page = ask("/lights", server=server).body
        assert b"Noon 119" not in page and b"121 chordsets, 968 chords" in page and b"the first 100 of 121." in page
        # The screen of a missing chordset says so and shows no other.
        page = ask("/lights/nobody", server=server).body
        assert b"This chordset was not found" in page and b"Noon" not in page
    finally:
        assert server.stop() == 0


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_screens_share_large_chordsets_in_memory(ask, folder, tmp_path):
    server = Server(folder, tmp_path / "log")
    chord = {"lumis": [{"x": 0.1234, "y": 0.9876}] * 64}
    body = json.dumps({"chords": [chord] * 8}).encode()

    def peak():
        return int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{server.process.pid}/status").read_text())[1]) // 1024

    try:
        sent = [ask("/api/v1/chordsets", "POST", {"Content-Type": "application/json"}, server, body)
            for _ in range(100)]
        assert [answer.status for answer in sent] == [201] * 100
        assert ask("/lights/nobody", server=server).status == ask("/lights", server=server).status == 200
        before = peak()
        ids = [answer.json["id"] for answer in sent]
        paths = [f"/lights/{name}/{place}" for name in [*ids[:15], *range(15)] for place in range(1, 9)]
        with ThreadPoolExecutor(60) as pool:
            assert {answer.status for answer in pool.map(lambda path: ask(path, server=server), paths)} == {200}
        # A hundred chordsets take some megabytes, and must not be loaded once for each of sixty requests.
        assert peak() - before < 120
    finally:
        assert server.stop() == 0


def test_unknown_address_renders_an_error_page(ask):
    answer = ask("/no/such/page")
    assert answer.status == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.body.startswith(b"<!doctype html>")
    assert "etag" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "/", "/combine/Cma7/D", "/assets/0f0f/page.js", "/assets/0f0f/none.js", "/no/such/page", "/%zz",
        "/healthz", "/api/v1/combine?lower=Cma7&upper=D", "/api/v1/combine", "/api/nothing",
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_every_response_has_the_security_headers(ask, path, method):
    headers = ask(path, method).headers
    # A fragment is under the policy of its page.
    is_part = path.endswith("page.js") and method != "POST"
    assert headers.get("content-security-policy") == (None if is_part else CSP)
    permissions = headers.get("permissions-policy")
    assert (permissions is None) if is_part else ("microphone=(self)" in permissions.split(", "))
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/", "/assets/0f0f/page.css", "/no/such/page", "/api/v1/combine?lower=C&upper=D"])
def test_head_equals_get_without_the_body(ask, path):
    get, head = ask(path), ask(path, "HEAD")
    assert head.body == b""
    assert head.status == get.status
    del get.headers["date"], head.headers["date"]
    assert head.headers == get.headers


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])
@pytest.mark.parametrize("path", ["/", "/assets/0f0f/page.css"])
def test_site_rejects_methods_that_write(ask, path, method):
    answer = ask(path, method)
    assert answer.status == 405
    assert answer.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt",
        "/..%2fsecret.txt", "/assets/0f0f/..%2f..%2f..%2fsecret.txt", "/..%5csecret.txt", "/%252e%252e/secret.txt",
        "//secret.txt", "//../secret.txt", "/./../secret.txt", "/assets/link/secret.txt", "/link.txt",
        "/.hidden", "/assets/.hidden/file.txt", "/assets/%2ehidden/file.txt",
        "/assets", "/assets/", "/assets/0f0f", "/assets/0f0f/", "/assets/0f0f/app.wasm/", "//assets/0f0f/app.wasm",
        "/index.html.gz", "/assets/0f0f/app.wasm.gz", "/ASSETS/0f0f/app.wasm",
        "/%c0%ae%c0%ae/secret.txt", "/about.html%00.png", "/%00", "/about.html%",
    ],
)
def test_files_outside_the_site_cannot_be_read(ask, path):
    answer = ask(path)
    assert answer.status in (400, 404)
    assert b"secret\n" not in answer.body and answer.body != b"secret"


def test_index_html_is_the_first_screen(ask):
    assert ask("/index.html").body == ask("/").body


def test_an_escaped_slash_belongs_to_the_symbol(ask, server):
    answer = ask("/combine/C%2FE/D", server=server)
    # The page for an unknown address contains the address.
    assert answer.status == 200
    assert "C/E" in answer.body.decode()


@pytest.mark.parametrize("path, meant", [
    ("/combine/G7/B%E2%99%AD.", "/combine/G7/B%E2%99%AD"), ("/chord/E7(%E2%99%AD9)),", "/chord/E7(%E2%99%AD9)"),
    ("/ways/D13%EF%BB%BF", "/ways/D13"), ("/circle/E%25E2%2599%25ADm", "/circle/E%E2%99%ADm"),
    ("/help%3Fsi=7", "/help"),
    ("/tunes/blues%E2%80%9D", "/tunes/blues"), ("/%23/graph/Am7", "/graph/Am7"),
    ("/combine/G%252FB/D", "/combine/G%2FB/D"),
])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_text_appended_to_a_link_is_ignored(ask, path, meant, method):
    meant = meant.replace("%2F", "%E2%81%84")
    for query in ["", "?si=7&x=%C3%A9%2F"]:
        answer = ask(path + query, method)
        assert answer.status == 301 and answer.headers["location"] == meant + query
        # Not cached, because another version may read the link differently.
        assert answer.headers["cache-control"] == "no-cache"
        assert (len(answer.body) == 0) == (method == "HEAD")
        assert ask(answer.headers["location"], method).status == 200


def test_escaped_fragment_is_left_to_the_page(ask):
    """The fragment may be the key of a shelf, which the page removes from the address."""
    for path in ["/shelf%23k7Q", "/shelf%2523k7Q", "/help%23keys"]:
        assert ask(path).status == 200, path


def test_link_never_redirects_to_another_host(ask):
    for path in ["//help.", "///combine/C/D.", "//lights%E2%80%9D", "/%2F/help.", "//help%0D%0AX-A:%20b", "/%5C/help."]:
        answer = ask(path)
        assert answer.status in (301, 404) and "x-a" not in answer.headers, path
        if answer.status == 301:
            assert re.match(r"/[a-z]", answer.headers["location"]), path


@pytest.mark.parametrize("path", ["/nothing/here.", "/combine/C/D/E)", "/chord/Gfoo7.", "/wp-login.php"])
def test_unknown_path_is_404(ask, path):
    assert ask(path).status == 404


class TestTheBuiltPage:
    """The page as built by page-builder and served by `./run`."""

    def test_built_page_renders_its_first_screen(self, ask, server):
        answer = ask("/", server=server)
        page = answer.body.decode()
        assert answer.status == 200
        assert 'data-routes="path"' in page and '<base href="/">' in page
        assert "Chord Combiner" in page

    def test_built_files_have_a_content_type_and_are_cacheable(self, ask, server):
        files = [path for path in Path(SITE).rglob("*") if path.is_file() and path.name != "index.html"]
        assert files
        for path in files:
            if path.suffix in (".gz", ".br"):
                continue
            answer = ask("/" + path.relative_to(SITE).as_posix(), server=server)
            assert (answer.status, answer.body) == (200, path.read_bytes()), path
            assert answer.headers["content-type"] != "application/octet-stream", path
            if path.relative_to(SITE).parts[0] == "assets":
                assert answer.headers["cache-control"] == FAR

    @pytest.mark.skipif(not IS_RELEASE, reason="only a release is compressed")
    def test_built_wasm_and_scripts_are_compressed(self, ask, server):
        for pattern in ["*.wasm", "*.js", "*.css"]:
            files = list((SITE / "assets").rglob(pattern))
            assert files, pattern
            for path in files:
                answer = ask(
                    "/" + path.relative_to(SITE).as_posix(), server=server, headers={"Accept-Encoding": "gzip"}
                )
                assert answer.headers["content-encoding"] == "gzip"
                assert gzip.decompress(answer.body) == path.read_bytes()
                small = ask(
                    "/" + path.relative_to(SITE).as_posix(), server=server, headers={"Accept-Encoding": "gzip, br"})
                assert small.headers["content-encoding"] == "br"
                assert small.body == path.with_name(path.name + ".br").read_bytes()
                assert len(small.body) < len(answer.body)

    def test_a_screen_shows_its_result_before_any_script_runs(self, ask, server):
        assert "Cma13(♯11)" in ask("/combine/Cma7/D", server=server).body.decode()
