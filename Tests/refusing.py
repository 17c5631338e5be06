"""What the server answers who asks for something that is kept and cannot be given, or taken."""


def refused(answer, status, *words):
    assert answer.status == status, answer.body
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    for word in words:
        assert word in answer.json["error"]
