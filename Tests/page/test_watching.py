"""Shows that a page test fails on browser errors."""

import pytest

from screen import wait_until


@pytest.mark.firefox
@pytest.mark.parametrize(
    "fault, words",
    [
        ("<script>1</script>", ["Content Security Policy", "blocked an inline script"]),
        ("<p style='color: red'>", ["Content Security Policy", "blocked an inline style"]),
        ("<script src='assets/none.js'></script>", ["404", "nosniff"]),
        ("<script type='module' src='assets/none.js'></script>", ["404", "MIME type"]),
        ("<img src='http://127.0.0.2:9/elsewhere.png'>", ["127.0.0.2"]),
    ],
)
def test_browser_errors_are_noticed(new_page, server, browser_errors, fault, words):
    page = new_page(server.url)

    def corrupt(route):
        response = route.fetch()
        route.fulfill(response=response, body=response.text().replace("<header>", fault + "<header>"))

    page.route(server.url + "/", corrupt)
    page.goto("/")
    wait_until(page, lambda: any(word in error for error in browser_errors.unexpected for word in words))
    browser_errors.allow("")
