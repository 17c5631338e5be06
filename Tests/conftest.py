"""The two lanes of tests, and fixtures for the tests of the programs."""

import os

import pytest

from serving import SITE, Server


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="also run the tests marked “all”: the second lane of ./test")


def pytest_configure(config):
    config.addinivalue_line("markers", "all: too slow for every change; runs only with --all")


def pytest_collection_modifyitems(config, items):
    """Deselects the tests of the second lane without --all, unless a test is given by its id."""
    if config.getoption("--all") or any("::" in argument for argument in config.args):
        return
    second = [item for item in items if item.get_closest_marker("all")]
    if second:
        config.hook.pytest_deselected(items=second)
        items[:] = [item for item in items if not item.get_closest_marker("all")]


@pytest.fixture(scope="session", autouse=True)
def data_home(tmp_path_factory):
    """Redirects the default data folder of the programs, to protect the user's data."""
    home = tmp_path_factory.mktemp("data")
    os.environ["XDG_DATA_HOME"] = str(home)
    return home


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server with the built page and the API."""
    server = Server(SITE, tmp_path_factory.mktemp("server") / "log")
    yield server
    assert server.stop() == 0, server.log
