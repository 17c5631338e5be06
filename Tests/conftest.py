"""What every test of the running product shares."""

import os

import pytest

from serving import SITE, Server


@pytest.fixture(scope="session", autouse=True)
def data_home(tmp_path_factory):
    """What a program keeps without being told where does not land among what the user keeps."""
    home = tmp_path_factory.mktemp("data")
    os.environ["XDG_DATA_HOME"] = str(home)
    return home


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The product as `./run` serves it: the built page and the API."""
    server = Server(SITE, tmp_path_factory.mktemp("server") / "log")
    yield server
    assert server.stop() == 0, server.log
