"""Assertions on error responses of the API."""


def assert_error(answer, status, *words):
    """Checks that a response is a JSON error with this status, and that its message contains all words."""
    assert answer.status == status, answer.body
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    for word in words:
        assert word in answer.json["error"]
