"""The files in docs/hosting: their commands start, the paths they name exist, and their programs accept them."""

import configparser
import json
import re
import shlex
import shutil
import signal
import subprocess

import pytest

from serving import PROGRAM, ROOT, Server
from test_metrics import TOKEN, parse

pytestmark = pytest.mark.all

DOCUMENT = ROOT / "docs/HOSTING.md"
FILES = ROOT / "docs/hosting"
NAME, INSTALLED, STATE = "chords.example", "/opt/chord-combiner/", "/var/lib/chord-combiner"


def text(name):
    return (FILES / name).read_text()


def unit(name):
    """The sections of a systemd unit. Of repeated keys the last value counts."""
    parser = configparser.ConfigParser(strict=False, interpolation=None, comment_prefixes="#", delimiters="=")
    parser.optionxform = str
    parser.read_string(text(name).replace("\\\n", ""))
    return parser


def command(line, folder):
    """The command of a unit, with the paths of this machine instead of the installed ones."""
    for place, here in [
        (INSTALLED + "site", folder / "site"), (INSTALLED, f"{PROGRAM.parent}/"),
        (STATE + "-backups", folder / "backups"),
        (STATE, folder / "state"), ("%d", folder / "credentials"),
    ]:
        line = line.replace(place, str(here))
    return shlex.split(line)


def entry():
    """The command of the container."""
    return json.loads(re.search(r"^ENTRYPOINT (.+)$", text("Containerfile"), re.MULTILINE)[1])


@pytest.fixture
def machine(folder, tmp_path):
    for name in ["state", "backups", "credentials"]:
        (tmp_path / name).mkdir()
    (tmp_path / "site").symlink_to(folder)
    (tmp_path / "credentials/metrics-token").write_text(TOKEN + "\n")
    return tmp_path


def test_systemd_service_starts_answers_is_backed_up_and_stops(machine, ask):
    options = command(unit("chord-combiner.service")["Service"]["ExecStart"], machine)
    assert options[options.index("--port") + 1] == "8080"
    # Of a repeated option the last value counts.
    server = Server(machine / "site", machine / "log", *options[1:], "--port", "0")
    proxied = {"Host": NAME, "X-Forwarded-For": "192.0.2.1"}
    assert ask("/readyz", headers=proxied, server=server).status == 200
    body = b'{"title": "Dawn"}'
    headers = {**proxied, "Origin": f"https://{NAME}", "Content-Type": "application/json"}
    assert ask("/api/v1/chordsets", "POST", headers=headers, body=body, server=server).status == 401
    headers["Authorization"] = "Bearer " + "A" * 22
    assert ask("/api/v1/shelf", "POST", headers=headers, body=b"{}", server=server).status == 201
    assert ask("/api/v1/chordsets", "POST", headers=headers, body=body, server=server).status == 201
    assert ask("/metrics", headers=proxied, server=server).status == 404
    assert ask("/metrics", headers={**proxied, "Authorization": f"Bearer {TOKEN}"}, server=server).status == 200
    backup = command(unit("chord-combiner-backup.service")["Service"]["ExecStart"], machine)
    for _ in range(2):  # The second backup replaces the first.
        said = subprocess.run(backup, check=True, capture_output=True, text=True).stdout
    assert "shelves: 1, chordsets: 1, tunes: 0" in said
    # The check that the document recommends for a backup.
    copied = subprocess.run(
        [PROGRAM, "--database", machine / "backups/chordsets.sqlite", "--copy-to", ":memory:"], check=True,
        capture_output=True, text=True)
    assert "shelves: 1" in copied.stdout
    assert server.stop(signal.SIGTERM) == 0
    assert sorted(path.name for path in (machine / "state").iterdir()) == ["chordsets.sqlite"]


def test_container_starts_the_same_server(machine):
    options = command(shlex.join(entry()), machine)
    server = Server(machine / "site", machine / "log", *options[1:])
    assert server.host == "127.0.0.1"
    assert server.stop() == 0


def test_container_and_document_install_the_same_packages():
    def packages(text):
        return re.search(
            r"apt-get (?:-qq )?install (?:-y --no-install-recommends )?(libpq5 [a-z0-9+ -]+)", text)[1].split()

    assert packages(text("Containerfile")) == packages(DOCUMENT.read_text())
    loaded = subprocess.run(["ldd", PROGRAM], capture_output=True, text=True, check=True).stdout
    assert "libqrencode.so.4" in loaded and "libsqlite3.so.0" in loaded and "not found" not in loaded


def test_all_files_use_the_same_name_port_and_paths():
    for name in ["nginx.conf", "Caddyfile", "prometheus.yml"]:
        assert "127.0.0.1:8080" in text(name) and NAME in text(name)
    assert f"--allowed-host {NAME}" in text("chord-combiner.service")
    for name in ["chord-combiner.service", "chord-combiner-backup.service"]:
        service = unit(name)["Service"]
        # Both files belong to the same user.
        assert (service["DynamicUser"], service["User"]) == ("yes", "chord-combiner")
        assert {f"/var/lib/{directory}" for directory in service["StateDirectory"].split()} >= {
            re.match(rf"{STATE}[a-z-]*", word)[0] for word in service["ExecStart"].split() if word.startswith(STATE)}
    for line in DOCUMENT.read_text().splitlines():
        for path in re.findall(r"docs/hosting/[\w.*-]+", line):
            assert list(ROOT.glob(path)), path
    assert {path.name for path in FILES.iterdir()} == set(re.findall(r"\]\(hosting/([^)]+)\)", DOCUMENT.read_text()))


def test_every_metric_named_in_the_document_exists(ask, site_server):
    families = parse(ask("/metrics", server=site_server).body.decode())
    named = set(re.findall(r"\b(?:chords|process)_[a-z_]+", DOCUMENT.read_text()))
    known = {name + end for name in families for end in ["", "_bucket", "_count", "_sum"]}
    assert named - known == set()
    assert set(families) - {name.removesuffix("_bucket") for name in named} == set()


# Checked by the programs that read these files, if installed.


def run(*command):
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    return subprocess.run(command, capture_output=True, text=True)


def test_systemd_accepts_the_units(tmp_path):
    for path in FILES.glob("chord-combiner*.*"):
        (tmp_path / path.name).write_text(path.read_text().replace(INSTALLED, f"{PROGRAM.parent}/"))
    verified = run("systemd-analyze", "verify", "--man=no", *map(str, tmp_path.iterdir()))
    assert (verified.returncode, verified.stdout + verified.stderr) == (0, "")
    scored = run("systemd-analyze", "security", "--offline=yes", str(tmp_path / "chord-combiner.service"))
    score = re.search(r"exposure level for chord-combiner.service: ([\d.]+)", scored.stdout)[1]
    assert f"gives it {score} " in DOCUMENT.read_text()


def test_nginx_accepts_its_configuration(tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
        f"/CN={NAME}",
        "-keyout", str(key), "-out", str(certificate))
    site = re.sub(r"/etc/letsencrypt\S+fullchain.pem", str(certificate), text("nginx.conf"))
    site = re.sub(r"/etc/letsencrypt\S+privkey.pem", str(key), site)
    site = site.replace("listen 443", "listen 127.0.0.1:18443").replace("listen 80;", "listen 127.0.0.1:18080;")
    (tmp_path / "site.conf").write_text(re.sub(r" +listen \[::\].*\n", "", site))
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{ access_log off; include {tmp_path}/site.conf; }}\n")
    tested = run("nginx", "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf"))
    assert tested.returncode == 0, tested.stderr
    assert "[warn]" not in tested.stderr


def test_caddy_accepts_its_configuration():
    tested = run("caddy", "validate", "--adapter", "caddyfile", "--config", str(FILES / "Caddyfile"))
    assert tested.returncode == 0 and "Valid configuration" in tested.stdout + tested.stderr
    # The file is formatted as Caddy formats it.
    assert run("caddy", "fmt", str(FILES / "Caddyfile")).stdout == text("Caddyfile")
