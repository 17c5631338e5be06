"""Sharing a link, a symbol or the notes: via the clipboard, or the system's share sheet."""

import pytest
from playwright.sync_api import expect

from screen import Screen

CAN_SHARE = "Navigator.prototype.share = data => { window.shared = data; return Promise.resolve(); }"
CLIPBOARD_DENIED = """
    Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined });
    document.execCommand = () => false;
"""


@pytest.fixture
def menu(visit):
    """menu("/chord/C6") → that screen with its share menu open."""

    def menu(route, **options):
        screen = visit(route, **options)
        screen.page.locator("#share summary").click()
        return screen

    return menu


def button(screen, name):
    return screen.page.locator("#share").get_by_role("button", name=name, exact=True)


def clipboard(screen):
    """The text that pasting inserts. Needs no clipboard permission."""
    page = screen.page
    page.evaluate("document.body.prepend(Object.assign(document.createElement('textarea'), { id: 'pasted' }))")
    page.locator("#pasted").focus()
    page.keyboard.press("ControlOrMeta+v")
    expect(page.locator("#pasted")).not_to_have_value("")
    text = page.locator("#pasted").input_value()
    page.locator("#pasted").evaluate("field => field.remove()")
    return text


def expect_announcement(screen, text):
    expect(screen.page.locator("#notice")).to_have_text(text)
    expect(screen.page.locator("#notice")).to_be_in_viewport(ratio=1)
    expect(screen.announcer).to_have_text(text)


def test_each_button_copies_its_content(menu):
    screen = menu("/combine/Cma7/D")
    for text in ["Cma13(♯11)", "Cma13(#11)", "C E G B D F♯ A"]:
        button(screen, "Copy " + text).click()
        expect_announcement(screen, "Copied: " + text)
        assert clipboard(screen) == text


@pytest.mark.firefox
def test_copied_link_opens_the_same_screen(menu, server):
    screen = menu("/chord/Cma13(♯11)")
    button(screen, "Copy link").click()
    expect(screen.announcer).to_contain_text("Copied: http")
    address = clipboard(screen)
    # Chat programs cut links at a parenthesis.
    assert address == server.url + "/chord/Cma13%28%E2%99%AF11%29"
    screen.page.goto(address)
    expect(screen.page.get_by_role("heading", level=2)).to_have_text(["Cma13(♯11)"])


def test_link_of_a_static_copy_opens_the_same_screen(new_page, static_url):
    page = new_page(static_url)
    screen = Screen(page).goto(static_url + "#/combine/Cma7/D")
    page.locator("#share summary").click()
    button(screen, "Copy link").click()
    expect_announcement(screen, f"Copied: {static_url}#/combine/Cma7/D")
    assert clipboard(screen) == static_url + "#/combine/Cma7/D"


@pytest.mark.firefox
def test_share_sheet_is_used_if_available(visit, server):
    screen = visit()
    assert screen.page.evaluate("!('share' in navigator)"), "this browser has become able to share: choose another"
    screen.choose("Cma7", "D")
    screen.page.locator("#share summary").click()
    expect(button(screen, "Copy link")).to_be_visible()
    expect(button(screen, "Share link…")).to_be_hidden()

    screen.page.context.add_init_script(CAN_SHARE)
    screen.reload()
    screen.page.locator("#share summary").click()
    button(screen, "Share link…").click()
    screen.page.wait_for_function("() => window.shared")
    assert screen.page.evaluate("shared") == {
        "title": "Cma13(♯11) = Cma7 + D · Chord Combiner", "url": server.url + "/combine/Cma7/D",
    }


def test_closing_the_share_sheet_is_no_error(visit):
    screen = visit("/combine/Cma7/D")
    screen.page.context.add_init_script(
        "Navigator.prototype.share = () => Promise.reject(new DOMException('closed', 'AbortError'))"
    )
    screen.reload()
    screen.page.locator("#share summary").click()
    button(screen, "Share link…").click()
    expect(screen.page.locator("#notice")).to_be_hidden()
    expect(screen.trouble).to_be_hidden()
    screen.choose(upper="E").expect_titles(result="Ema/Cma7")


@pytest.mark.firefox
def test_copying_works_without_the_clipboard_api(visit):
    screen = visit("/combine/Cma7/D")
    # As over plain HTTP from another machine.
    screen.page.evaluate("navigator.clipboard.writeText = undefined")
    screen.page.locator("#share summary").click()
    copy = button(screen, "Copy Cma13(#11)")
    copy.click()
    expect_announcement(screen, "Copied: Cma13(#11)")
    expect(copy).to_be_focused()
    assert clipboard(screen) == "Cma13(#11)"


@pytest.mark.firefox
def test_text_is_shown_if_copying_is_denied(visit):
    screen = visit("/combine/Cma7/D")
    screen.page.context.add_init_script(CLIPBOARD_DENIED)
    screen.reload()
    screen.page.locator("#share summary").click()
    button(screen, "Copy Cma13(#11)").click()
    expect_announcement(screen, "Your browser did not allow copying. Copy it from here: Cma13(#11)")


def test_message_disappears_with_the_next_action(menu):
    screen = menu("/combine/Cma7/D")
    button(screen, "Copy Cma13(♯11)").click()
    expect_announcement(screen, "Copied: Cma13(♯11)")
    screen.swap.click()
    expect(screen.page.locator("#notice")).to_be_hidden()
