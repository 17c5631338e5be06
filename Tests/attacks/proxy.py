#!/usr/bin/env python3
"""Tests nginx and Caddy as in docs/hosting: unchanged responses, immediate events, and no access log.

usage: Tests/attacks/proxy.py [--site FOLDER]

Needs the server (`tools/build -c release --product chords-server`), the page (`./site --output .build-web`), and
Debian's packages curl, openssl, nginx and caddy. Both proxies run with a new certificate on local ports. Expected
output, for each of the two, is a line for each check, and then:

    nginx: all as it should be; an event arrived after … ms
    caddy: all as it should be; an event arrived after … ms
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("CHORDS_TEST_SITE", ".build-web")

from serving import ROOT, SITE, Server  # noqa: E402

FILES = ROOT / "docs/hosting"
NAME, PORT = "chords.example", 18443
TOKEN = "a-token-that-is-secret"
KEY = "q83vEjRWeJCrze8SNFZ4kA"


def nginx(folder, server):
    site = (FILES / "nginx.conf").read_text()
    site = site.replace("127.0.0.1:8080", f"127.0.0.1:{server.port}")
    site = re.sub(r"/etc/letsencrypt\S+fullchain.pem", f"{folder}/certificate.pem", site)
    site = re.sub(r"/etc/letsencrypt\S+privkey.pem", f"{folder}/key.pem", site)
    site = re.sub(r" +listen \[::\].*\n", "", site).replace("listen 443", f"listen 127.0.0.1:{PORT}")
    site = site.replace("listen 80;", f"listen 127.0.0.1:{PORT + 1};")
    (folder / "site.conf").write_text(site)
    (folder / "nginx.conf").write_text(
        f"pid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
        f"http {{ access_log {folder}/access.log; include {folder}/site.conf; }}\n")
    return ["nginx", "-p", folder, "-c", folder / "nginx.conf", "-g", "daemon off;"]


def caddy(folder, server):
    file = (FILES / "Caddyfile").read_text()
    file = file.replace("127.0.0.1:8080", f"127.0.0.1:{server.port}")
    file = file.replace(f"{NAME} {{", f"https://{NAME}:{PORT} {{\n\ttls {folder}/certificate.pem {folder}/key.pem")
    (folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + file)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile"]


def curl(path, *options):
    """→ status, headers by lower-case name, body."""
    run = subprocess.run(
        ["curl", "--silent", "--insecure", "--include", "--max-time", "20", "--resolve", f"{NAME}:{PORT}:127.0.0.1",
            *options,
         f"https://{NAME}:{PORT}{path}"], capture_output=True)
    head, _, body = run.stdout.partition(b"\r\n\r\n")
    return head.split(b" ")[1:2] and int(head.split(b" ")[1]), head.decode().lower(), body


def post(path, body, *options):
    return curl(path, "-H", "Content-Type: application/json", "-d", body, *options)


def check(what, is_so):
    print(f"  {'yes' if is_so else 'NO '}  {what}", flush=True)
    return bool(is_so)


def event_delay(name):
    """Milliseconds until a change arrives as an event."""
    stream = subprocess.Popen(
        ["curl", "--silent", "--insecure", "--no-buffer", "--resolve", f"{NAME}:{PORT}:127.0.0.1",
         f"https://{NAME}:{PORT}/api/v1/chordsets/events"], stdout=subprocess.PIPE)
    try:
        start = time.monotonic()
        assert stream.stdout.readline() == b"event: change\n"
        assert time.monotonic() - start < 2, "the first event took too long"
        while stream.stdout.readline() != b"\n":
            pass
        start = time.monotonic()
        assert post("/api/v1/chordsets", '{"title": "news"}')[0] == 201
        assert stream.stdout.readline() == b"event: change\n"
        return (time.monotonic() - start) * 1000
    finally:
        stream.kill()
        stream.wait()


def run_checks(name, folder):
    origin = ["-H", f"Origin: https://{NAME}:{PORT}"]
    bearer = ["-H", f"Authorization: Bearer {TOKEN}"]
    status, head, page = curl("/combine/Cma7/D")
    fine = check("the page comes, in HTTP/2, and says that there is to be TLS", status == 200 and b"Cma13" in page
                 and head.startswith("http/2") and "strict-transport-security" in head)
    asset = re.search(rb'"(/?assets/[^"]+\.css)"', page)[1].decode()
    status, head, _ = curl("/" + asset.lstrip("/"), "-H", "Accept-Encoding: br, gzip")
    fine &= check("what it loads is compressed by the server, and may be kept", status == 200
                  and re.search("content-encoding: (br|gzip)", head) and "immutable" in head)
    status, head, body = curl("/api/v1/combine?lower=Cma7&upper=D", "-H", "Accept-Encoding: gzip")
    fine &= check("the API answers", status == 200 and json.loads(body)["title"] == "Cma13(♯11)"
        and "content-encoding" not in head)
    fine &= check("its own page may change what is kept", post("/api/v1/chordsets", "{}", *origin)[0] == 201)
    fine &= check(
        "another site's may not", post("/api/v1/chordsets", "{}", "-H", "Origin: https://evil.example")[0] == 403)
    fine &= check(
        "a QR code is drawn", b"<svg" in post("/api/v1/qr", json.dumps({"text": f"https://{NAME}/shelf#{KEY}"}))[2])
    (folder / "large").write_bytes(b" " * (1 << 20) + b"{}")
    fine &= check("more than a megabyte is refused", post("/api/v1/qr", f"@{folder}/large")[0] == 413)
    (folder / "full").write_bytes(b" " * ((1 << 20) - 15) + b'{"text": "key"}')
    fine &= check("a megabyte is not", post("/api/v1/qr", f"@{folder}/full")[0] == 200)
    hidden, nothing = curl("/metrics"), curl("/metrick")
    fine &= check("/metrics is hidden", hidden[0] == nothing[0] == 404
        and hidden[2].replace(b"metrics", b"metrick") == nothing[2])
    fine &= check("/metrics answers with the token", b"chords_database_up 1" in curl("/metrics", *bearer)[2])
    logs = "".join(path.read_text() for path in folder.glob("*.log"))
    fine &= check("nothing is logged", TOKEN not in logs and KEY not in logs and "GET " not in logs)
    return fine


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--site", type=Path, default=SITE)
    options = parser.parse_args()
    fine = True
    for name, start in [("nginx", nginx), ("caddy", caddy)]:
        folder = Path(tempfile.mkdtemp())
        (folder / "token").write_text(TOKEN + "\n")
        server = Server(
            options.site, folder / "server.log", "--allowed-host", NAME, "--metrics-token-file", folder / "token")
        proxy = None
        try:
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
                    f"/CN={NAME}",
                 "-keyout", folder / "key.pem", "-out", folder / "certificate.pem"], check=True, capture_output=True)
            with open(folder / "proxy.log", "wb") as log:
                proxy = subprocess.Popen(start(folder, server), stderr=log)
            for _ in range(100):
                if curl("/healthz")[0] == 200:
                    break
                time.sleep(0.1)
            print(name)
            passed = run_checks(name, folder)
            if passed:
                print(f"{name}: all as it should be; an event arrived after {event_delay(name):.0f} ms")
            fine &= passed
        finally:
            if proxy:
                proxy.terminate()
                proxy.wait()
            server.stop()
            shutil.rmtree(folder)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
