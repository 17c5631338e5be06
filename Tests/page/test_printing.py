"""Printing: a card with the chord, black on white, without controls."""

import pytest
from playwright.sync_api import expect

SCREENS = [
    "/combine/Cma7/D", "/details/Cma7/D", "/chord/C13(♭9)", "/chord/_/D7", "/scale/C/Lydian_Dominant",
    "/select/lower/Cma7/D"]
DARK_ON_LIGHT = """() => {
    const light = color => Math.max(...color.match(/[\\d.]+/g).slice(0, 3).map(Number));
    const wrong = [];
    for (const element of document.querySelectorAll("body *")) {
        if (!element.checkVisibility() || element.closest("svg, .spoken")) continue;
        const { color, backgroundColor } = getComputedStyle(element);
        const isPainted = !/, 0\\)$/.test(backgroundColor);
        if (light(color) > 110 || (isPainted && light(backgroundColor) < 250))
            wrong.push(element.outerHTML.slice(0, 90));
    }
    return wrong;
}"""


@pytest.mark.all
@pytest.mark.parametrize("route", SCREENS)
def test_printed_card_is_dark_on_white_without_controls(visit, route):
    page = visit(route).page
    for theme in ["light", "dark"]:
        page.emulate_media(media="print", color_scheme=theme)
        expect(page.get_by_role("heading", level=2).first).to_be_visible()
        expect(page.get_by_role("img").first).to_be_visible()
        controls = page.locator("button, input, nav, [role=radio], #share")
        expect(controls.filter(visible=True)).to_have_count(0)
        assert page.evaluate(DARK_ON_LIGHT) == [], theme


def test_print_names_the_voicing_style(visit):
    page = visit("/hands/C13(♭9)/rootless-a").page
    style = page.locator(".styles [aria-pressed=true]").inner_text()
    page.emulate_media(media="print")
    expect(page.get_by_text(style, exact=True).filter(visible=True)).to_have_count(1)


@pytest.mark.all
@pytest.mark.parametrize("route", SCREENS)
def test_printed_card_fits_the_paper(visit, route):
    page = visit(route).page
    page.emulate_media(media="print")
    # The printable area of A4 in CSS pixels.
    page.set_viewport_size({"width": 680, "height": 1009})
    assert page.evaluate("document.documentElement.scrollWidth") <= 680
    for keyboard in page.get_by_role("img").all():
        box = keyboard.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 680


def test_main_screen_prints_on_one_page(visit):
    pdf = visit("/combine/C♭°11(♭13addΔ7)/F♯mi11(♭5♭9♭13)").page.pdf(format="A4")
    assert pdf.count(b"/Type /Page\n") == 1


# The most pages that a screen may take.
PAGES = {
    "/circle/F♯": 2, "/board/C7": 1, "/play": 1, "/tunes": 1, "/tunes/late-october": 1, "/tunes/blues/stand": 1,
    "/settings": 2}


@pytest.mark.parametrize("route", PAGES)
def test_screen_prints_on_few_pages_without_controls(visit, route):
    page = visit(route).page
    for paper in ["A4", "Letter"]:
        assert page.pdf(format=paper).count(b"/Type /Page\n") <= PAGES[route], paper
    page.emulate_media(media="print")
    # The cells of a board and the bars of a chart are buttons, too, and the circle is a group of radio buttons.
    controls = page.locator("button:not(.square, .bar-face), input, select, textarea, nav, .main-action, .dock, .taken")
    expect(controls.filter(visible=True)).to_have_count(0)
    # Every column of a board is on the paper.
    page.set_viewport_size({"width": 703, "height": 1032})
    assert page.locator(".square").evaluate_all(
        "cells => cells.filter(cell => cell.getBoundingClientRect().right > innerWidth).length") == 0


def test_printed_chart_has_letters_of_20_points(visit):
    page = visit("/tunes/late-october").page
    # The printable width of A4 with margins of 12 mm.
    page.set_viewport_size({"width": 703, "height": 1032})
    page.emulate_media(media="print")
    sizes = page.locator(".bar:not(.full, .crowded) span.chord-symbol").evaluate_all(
        "symbols => symbols.map(symbol => parseFloat(getComputedStyle(symbol).fontSize) * .75)")
    assert len(sizes) > 5 and min(sizes) >= 20


@pytest.mark.parametrize("route, bars", [("/tunes/blues", 12), ("/tunes/late-october", 26)])
def test_printed_chart_fills_its_page(visit, route, bars):
    page = visit(route).page
    for paper in ["A4", "Letter"]:
        assert page.pdf(format=paper).count(b"/Type /Page\n") == 1, paper
    page.set_viewport_size({"width": 703, "height": 1032})
    page.emulate_media(media="print")
    boxes = [bar.bounding_box() for bar in page.locator(".bar").all()]
    assert len(boxes) == bars
    assert .85 * 1032 < max(box["y"] + box["height"] for box in boxes) <= 1032
