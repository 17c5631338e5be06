"""The board: selecting cells by click, touch and keyboard, playing by hovering, and fitting every window."""

import pytest
from playwright.sync_api import expect

from looks import SET_THEME, OVERFLOWS, SMALL_CONTROLS, contrast, serious_violations
from screen import PHONE, Screen
from test_sound import RECORD_SOUND, SoundScreen

WIDTHS = [
    (320, 568), (568, 320), (390, 844), (844, 390), (768, 1024), (1024, 768), (810, 1080), (1080, 810), (1280, 800),
    (800, 1280), (1180, 820), (1920, 1080), (1080, 1920)]
C13 = [60, 64, 67, 70, 73, 81]


class Board:
    def __init__(self, screen):
        self.screen, self.page = screen, screen.page
        self.grid = self.page.get_by_role("grid")
        self.cells = self.page.get_by_role("gridcell")
        self.pair = self.page.locator("#board-pair")
        expect(self.grid).to_be_visible()

    def cell(self, row, type=0):
        return self.page.locator(f"#square-{row}-{type}")

    def marked(self):
        return self.grid.locator("[aria-current]")

    def pick_all(self):
        """Selects all 28 types by clicking."""
        self.page.get_by_text("Chord types", exact=True).click()
        for number in range(28):
            if number not in {0, 1, 2, 3, 10, 15, 20}:
                self.page.locator(f"#board-type-{number}").click()
        expect(self.cells).to_have_count(12 * 28)
        self.page.get_by_text("Chord types", exact=True).click()


@pytest.fixture
def board(visit):
    return lambda route="/board/C7", **options: Board(visit(route, **options))


@pytest.mark.firefox
def test_tap_selects_a_pair_and_the_next_tap_replaces_it(board):
    board = board(viewport=PHONE)
    board.cell(9).click()
    expect(board.marked()).to_have_text("C13(♭9)")
    expect(board.pair).to_contain_text("C7 + A")
    board.cell(2).click()
    expect(board.marked()).to_have_text("C13(♯11)")
    # Each is one history step.
    board.page.get_by_role("button", name="Undo").click()
    expect(board.marked()).to_have_text("C13(♭9)")
    board.page.get_by_role("link", name="Open").click()
    board.screen.expect_titles("C7", "A", "C13(♭9)")
    board.page.get_by_role("link", name="All pairs with C7").click()
    expect(board.marked()).to_have_text("C13(♭9)")


@pytest.mark.firefox
def test_arrow_keys_move_and_enter_selects(board):
    board = board()
    board.cell(0).focus()
    board.screen.press("ArrowDown", "ArrowDown", "ArrowRight")
    expect(board.cell(2, 1)).to_be_focused()
    board.screen.press(*6 * ["ArrowRight"])
    expect(board.cell(2, 20)).to_be_focused()
    board.screen.press("Home", "Enter")
    expect(board.cell(2)).to_be_focused()
    expect(board.marked()).to_have_text("C13(♯11)")
    board.screen.press("Control+End")
    expect(board.cell(11, 20)).to_be_focused()
    board.screen.press("ArrowDown", "Space")
    expect(board.marked()).to_have_attribute("id", "square-11-20")
    # The board is one tab stop, at the last focused cell.
    board.screen.press("Tab", "Shift+Tab")
    expect(board.cell(11, 20)).to_be_focused()


@pytest.mark.firefox
def test_base_chord_direction_and_types_can_be_changed(board):
    board = board()
    field = board.page.get_by_label("Chord symbol")

    def write(text):
        """By real key presses: Firefox fires change events only for typed text."""
        field.click()
        board.screen.press("ControlOrMeta+a")
        board.page.keyboard.type(text)
        board.screen.press("Enter")

    write("Gm7b5")
    expect(board.page.get_by_role("rowheader").first).to_have_text("G")
    assert board.screen.address().endswith("/board/Gmi7(%E2%99%AD5)")
    write("H")
    expect(board.page.locator("#notice")).to_contain_text("H")
    expect(field).to_have_value("Gmi7(♭5)")
    board.page.get_by_role("link", name="As upper chord", exact=True).click()
    # Worked out by hand: 6 for the base chord, three whole tones, two minor and two major thirds, two fourths
    expect(board.cell(8)).to_have_accessible_name("E flat major plus G minor 7 flat 5, E flat 9, Unified chord, lively")
    board.page.get_by_text("Chord types", exact=True).click()
    board.page.get_by_role("button", name="mi", exact=True).click()
    expect(board.cells).to_have_count(72)
    board.page.get_by_role("button", name="6", exact=True).click()
    # Opened details stay open.
    expect(board.page.get_by_role("button", name="mi7", exact=True)).to_be_visible()
    expect(board.cells).to_have_count(84)
    board.page.go_back()
    expect(board.page.get_by_role("link", name="As lower chord", exact=True)).to_have_attribute("aria-current", "true")


@pytest.mark.firefox
def test_hovering_plays_if_enabled(new_page, server):
    page = new_page(server.url)
    page.add_init_script(RECORD_SOUND)
    page.goto("/board/C7")
    listener = SoundScreen(page)
    board = Board(Screen(page))
    page.mouse.click(5, 400)
    board.cell(9).hover()
    listener.settle()
    assert listener.events == []
    page.get_by_role("button", name="Play on hover").click()
    board.cell(9).hover()
    listener.expect_notes(*C13)
    heard = len(listener.events)
    # It keeps sounding while the pointer moves within the cell.
    box = board.cell(9).bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    listener.settle()
    assert len(listener.events) == heard
    board.cell(9, 1).hover()
    listener.expect_notes(60, 64, 67, 70, 81)
    board.cell(0).focus()
    listener.press("ArrowDown")
    expect(board.cell(1)).to_be_focused()
    # D♭ above C7 is a polychord: all notes of both chords.
    listener.wait("() => told.at(-1)?.length === 7")
    page.reload()
    expect(page.get_by_role("button", name="Play on hover")).to_have_attribute("aria-pressed", "true")


def test_resting_finger_plays_and_tapping_finger_selects(new_page, server):
    page = new_page(server.url, viewport=PHONE, has_touch=True, is_mobile=True)
    page.add_init_script(RECORD_SOUND)
    page.goto("/board/C7")
    listener = SoundScreen(page)
    board = Board(Screen(page))
    box = board.cell(2).bounding_box()
    touch = page.context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    listener.expect_notes(60, 64, 67, 70, 74, 78, 81)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    listener.settle()
    expect(board.marked()).to_have_count(0)
    board.cell(2).tap()
    expect(board.marked()).to_have_text("C13(♯11)")
    listener.wait("() => told.filter((entry) => entry !== 'silence').length === 2")


@pytest.mark.all
@pytest.mark.firefox
@pytest.mark.parametrize("count", [7, 28])
@pytest.mark.parametrize("route", ["/board/C7", "/board/G♭ma13(♯11)"])
def test_board_fits_every_window(board, count, route):
    board = board(route)
    if count == 28:
        board.pick_all()
    board.cell(1).click()
    board.page.evaluate("document.fonts.ready")
    for width, height in WIDTHS:
        board.page.set_viewport_size({"width": width, "height": height})
        for measure in [OVERFLOWS, SMALL_CONTROLS, CUT_OFF_CELLS]:
            assert board.page.evaluate(measure) == [], (width, height)
        frame = board.page.locator(".frame").evaluate("frame => frame.scrollWidth - frame.clientWidth")
        # Triads and usual sevenths are in view on a desk. Smaller windows scroll.
        if count == 28 or width >= 1180:
            assert (frame > 0) == (count == 28), width


# Cells whose text does not fit.
CUT_OFF_CELLS = """() => [...document.querySelectorAll(".square")]
    .filter(cell => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight + 1)
    .map(cell => [cell.textContent, cell.scrollWidth, cell.clientWidth])"""


@pytest.mark.all
@pytest.mark.parametrize("route", ["/board/C7", "/board/_/C"])
def test_axe_reports_no_serious_violations_on_the_full_board(board, route):
    board = board(route)
    board.pick_all()
    board.cell(0, 1).click()
    assert serious_violations(board.page) == {}


@pytest.mark.all
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_cells_are_legible_and_distinguishable_without_colors(board, theme):
    board = board()
    board.pick_all()
    board.page.evaluate(SET_THEME, theme)
    cells = board.cells.evaluate_all("""cells => {
        const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
        const rgb = (paint) => {
            canvas.fillStyle = paint;
            canvas.fillRect(0, 0, 1, 1);
            return `rgb(${[...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).join(",")})`;
        };
        return cells.map(cell => {
            const style = getComputedStyle(cell), sign = getComputedStyle(cell, "::before");
            return [cell.className.split(" "), rgb(style.color), rgb(style.backgroundColor),
                sign.borderRadius + sign.clipPath];
        });
    }""")
    assert {kind for (_, kind, _), *_ in cells} == {"unified", "slash", "polychord"}
    assert {shade for (*_, shade), *_ in cells} == {f"shade-{number}" for number in range(5)}
    for names, text, paper, _ in cells:
        assert contrast(text, paper) >= 4.5, (names, text, paper)
    assert len({(kind, sign) for (_, kind, _), *_, sign in cells}) == len({sign for *_, sign in cells}) == 3
    assert len({paper for _, _, paper, _ in cells}) == len({tuple(names) for names, *_ in cells})


@pytest.mark.all
def test_invalid_board_address_explains_why(visit, browser_errors):
    browser_errors.allow("404", "400")
    for route in ["/board/H", "/board/_/_", "/board/_", "/board/C/D/E"]:
        screen = visit(route)
        expect(screen.page.get_by_role("alert").first).to_be_visible()
        assert len(screen.page.locator("p.trouble").inner_text()) > 20
    assert visit("/board/").address().endswith("/board/C")
