"""The Swap and Clear buttons."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def screen(visit):
    return visit("/combine/Cma7/D")


def expect_enabled(screen, enabled=True):
    for button in [screen.swap, screen.clear]:
        expect(button).to_be_enabled(enabled=enabled)


@pytest.mark.firefox
def test_swap_exchanges_the_chords(visit):
    # One chord either way, on the lower root, with the same name in both vocabularies.
    screen = visit("/combine/C/Emi")
    screen.expect_titles("C", "Emi", "Cma7")
    screen.swap.click()
    screen.expect_titles("Emi", "C", "Emi(♭6)")
    expect(screen.field("lower")).to_have_value("Emi")
    expect(screen.field("upper")).to_have_value("C")
    expect(screen.announcer).to_have_text("E minor and C major make E minor flat 6")
    assert screen.address().endswith("/combine/Emi/C")
    expect(screen.swap).to_be_focused()
    screen.page.go_back()
    screen.expect_titles("C", "Emi", "Cma7")


@pytest.mark.firefox
def test_two_quick_swaps_cancel_out(screen):
    screen.swap.dblclick()
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    assert screen.address().endswith("/combine/Cma7/D")


@pytest.mark.parametrize("click", ["click", "dblclick"])
def test_clear_removes_both_chords(screen, click):
    getattr(screen.clear, click)()
    screen.expect_empty()
    expect_enabled(screen, False)
    expect(screen.announcer).to_have_text("Both chords cleared")
    expect(screen.page).to_have_title("Chord Combiner")
    assert screen.address().count("/") == 3
    for panel in ["lower", "upper", "result"]:
        assert screen.lit(panel) == {}
    screen.page.reload()
    screen.expect_empty()
    screen.page.go_back()
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")


@pytest.mark.parametrize("click", ["click", "dblclick"])
def test_clear_is_undone_where_it_is_said(screen, click):
    getattr(screen.clear, click)()
    screen.page.locator("#notice").get_by_role("button", name="Undo").click()
    screen.expect_titles("Cma7", "D", "Cma13(♯11)")
    expect(screen.page.locator("#notice")).to_be_hidden()
