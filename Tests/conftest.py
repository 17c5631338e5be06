"""The two lanes, and what all tests of the running programs share."""

import os

import pytest

from serving import SITE, Server


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="run the tests marked “all” as well: the second lane of ./test")


def pytest_configure(config):
    config.addinivalue_line("markers", "all: too slow for every change, and runs only with --all")


def pytest_collection_modifyitems(config, items):
    """Deselects the tests of the second lane, unless it was asked for or a test is named by its id."""
    if config.getoption("--all") or any("::" in argument for argument in config.args):
        return
    second = [item for item in items if item.get_closest_marker("all")]
    if second:
        config.hook.pytest_deselected(items=second)
        items[:] = [item for item in items if not item.get_closest_marker("all")]


@pytest.fixture(scope="session", autouse=True)
def data_home(tmp_path_factory):
    """Keeps what programs store by default out of the user's data."""
    home = tmp_path_factory.mktemp("data")
    os.environ["XDG_DATA_HOME"] = str(home)
    return home


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server with the built page and the API."""
    server = Server(SITE, tmp_path_factory.mktemp("server") / "log")
    yield server
    assert server.stop() == 0, server.log
