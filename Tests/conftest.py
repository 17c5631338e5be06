"""What every test of the running product shares."""

import pytest

from serving import SITE, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The product as `./run` serves it: the built page in `.build-web` and the API."""
    server = Server(SITE, tmp_path_factory.mktemp("server") / "log")
    yield server
    assert server.stop() == 0, server.log
