"""The chord graph: reading, panning, zooming, following links and downloading."""

from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from screen import DESKTOP, PHONE, Screen, wait_until

LARGEST = "/chord/C°11(♭13addΔ7)"


@pytest.fixture
def graph(visit):
    """graph(route) → that page and its graph, scrolled into view."""

    def graph(route="/chord/Cma9", **options):
        page = visit(route, **options).page
        # There are two drawings, of which the style sheet shows one.
        drawing = page.locator("svg.graph:visible")
        expect(drawing).to_be_visible()
        drawing.scroll_into_view_if_needed()
        return page, drawing

    return graph


def view(drawing):
    return [float(number) for number in drawing.get_attribute("viewBox").split()]


def expect_view(drawing, wanted):
    """Waits until the drawing has this view box."""
    wait_until(drawing.page, lambda: view(drawing), wanted)


def expect_width(drawing, width, **tolerance):
    wait_until(drawing.page, lambda: view(drawing)[2], pytest.approx(width, **tolerance))


def turn_wheel(page, distance):
    page.wait_for_timeout(500)  # after this, the wheel zooms instead of scrolling the page
    page.mouse.wheel(0, distance)


def node(drawing, name):
    return drawing.locator("[data-node]").filter(has=drawing.page.get_by_text(name, exact=True))


def highlighted(drawing):
    """The names of highlighted nodes."""
    return sorted(
        drawing.locator("[data-node]").evaluate_all(
            "nodes => nodes.filter(node => getComputedStyle(node).opacity > 0.9).map(node => "
            "node.querySelector('text:last-of-type').textContent)"
        )
    )


def expect_highlighted(drawing, names):
    """Waits until exactly these nodes are highlighted."""
    wait_until(drawing.page, lambda: highlighted(drawing) == sorted(names))


def middle(drawing):
    box = drawing.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_chord_node_links_to_its_details_and_back(graph):
    page, drawing = graph()
    node(drawing, "Emi7").click()
    expect(page.locator("h2")).to_have_text(["Emi7"])
    page.go_back()
    expect(page.locator("h2")).to_have_text(["Cma9"])
    expect(node(drawing, "Emi7")).to_be_visible()


def test_chord_node_can_be_followed_with_the_keyboard(graph):
    page, drawing = graph()
    node(drawing, "Gadd4").locator("a").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h2")).to_have_text(["Gadd4"])


def test_note_node_is_a_button_with_its_pitch(graph):
    page, drawing = graph()
    note = drawing.get_by_role("button", name="Play D")
    assert note.get_attribute("data-action") == "sound pitches 74"
    page.evaluate("document.addEventListener('click', (event) => (window.clicked = "
                  "event.target.closest('[data-action]')?.dataset.action))")
    note.focus()
    page.keyboard.press("Enter")
    wait_until(page, lambda: page.evaluate("window.clicked"), "sound pitches 74")


@pytest.mark.all
@pytest.mark.firefox
def test_hovering_a_node_fades_unconnected_nodes(graph):
    page, drawing = graph()
    everything = highlighted(drawing)
    node(drawing, "Emi7").hover()
    expect_highlighted(drawing, ["Cma9", "Emi7", "Emi", "G", "G", "E", "B", "D"])
    page.mouse.move(5, 5)
    expect_highlighted(drawing, everything)
    node(drawing, "Emi").locator("a").focus()
    expect_highlighted(drawing, ["Cma9", "Cma7", "Emi(♭6)", "Emi7", "G6", "Emi", "E", "G", "B"])
    page.get_by_role("button", name="Fit").focus()
    expect_highlighted(drawing, everything)


def test_equal_chords_are_marked(graph):
    page, drawing = graph("/chord/C6⁄9")
    assert node(drawing, "C6").locator("a").get_attribute("aria-label") == "C6 = Ami7"
    one, other = (node(drawing, name).bounding_box() for name in ["C6", "Ami7"])
    assert one["x"] == pytest.approx(other["x"], abs=1)
    assert drawing.get_by_text("=", exact=True).count() > 0
    page.get_by_text("The graph as a list").click()
    expect(page.locator("#graph-list")).to_contain_text("C6 = Ami7")


@pytest.mark.firefox
def test_wheel_buttons_and_double_tap_zoom(graph):
    page, drawing = graph()
    whole = view(drawing)
    page.mouse.move(*middle(drawing))
    turn_wheel(page, -200)
    expect(drawing).to_have_attribute("data-zoomed", "")
    assert view(drawing)[2] < whole[2]
    page.get_by_role("button", name="Fit").click()
    expect_view(drawing, whole)
    page.get_by_role("button", name="Zoom in").click()
    expect_width(drawing, whole[2] / 1.5, rel=0.01)
    page.get_by_role("button", name="Zoom out").click()
    expect_view(drawing, whole)
    box = drawing.bounding_box()
    page.mouse.dblclick(box["x"] + 20, box["y"] + 40)
    expect_width(drawing, whole[2] / 2, rel=0.01)


@pytest.mark.firefox
def test_zooming_keeps_the_point_under_the_pointer(graph):
    page, drawing = graph()
    box = node(drawing, "D").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    turn_wheel(page, -150)
    wait_until(page, lambda: node(drawing, "D").bounding_box()["width"] > box["width"])
    after = node(drawing, "D").bounding_box()
    assert (after["x"] + after["width"] / 2, after["y"] + after["height"] / 2) == pytest.approx((x, y), abs=2)


@pytest.mark.firefox
def test_wheel_scrolls_the_page_at_the_zoom_limit(graph):
    page, drawing = graph()
    whole = view(drawing)
    page.mouse.move(*middle(drawing))
    before = page.evaluate("scrollY")
    turn_wheel(page, 200)
    wait_until(page, lambda: page.evaluate("scrollY") > before)
    assert view(drawing) == whole


@pytest.mark.firefox
def test_dragging_pans_and_follows_no_link(graph):
    page, drawing = graph()
    page.get_by_role("button", name="Zoom in").click()
    expect(drawing).to_have_attribute("data-zoomed", "")
    before = view(drawing)
    box = node(drawing, "Emi7").bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] - 50, box["y"] - 30, steps=5)
    page.mouse.up()
    wait_until(page, lambda: view(drawing)[0] > before[0] and view(drawing)[1] > before[1])
    assert view(drawing)[2:] == before[2:]
    expect(page.locator("h2")).to_have_text(["Cma9"])
    # After the drag, key presses work again.
    node(drawing, "Emi7").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h2")).to_have_text(["Emi7"])


def test_two_fingers_zoom(graph):
    page, drawing = graph(viewport=PHONE, has_touch=True, is_mobile=True)
    whole = view(drawing)
    x, y = middle(drawing)
    touch = page.context.new_cdp_session(page)

    def fingers(kind, *points):
        touch.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": px, "y": py, "id": i} for i, (px, py) in enumerate(points)]})

    fingers("touchStart", (x - 20, y), (x + 20, y))
    for reach in [24, 28, 32, 36]:
        fingers("touchMove", (x - reach, y), (x + reach, y))
    fingers("touchEnd")
    expect_width(drawing, whole[2] / 1.8, rel=0.1)


@pytest.mark.firefox
def test_keyboard_pans_and_zooms(graph):
    page, drawing = graph()
    whole = view(drawing)
    drawing.focus()
    page.keyboard.press("+")
    wait_until(page, lambda: view(drawing)[2] < whole[2])
    zoomed = view(drawing)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    wait_until(page, lambda: view(drawing)[0] > zoomed[0] and view(drawing)[1] > zoomed[1])
    page.keyboard.press("0")
    expect_view(drawing, whole)


@pytest.mark.all
def test_hidden_notes_stay_hidden_for_the_session(graph):
    page, drawing = graph()
    expect(drawing.locator("circle")).to_have_count(5)
    switch = page.get_by_role("button", name="Show notes")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(drawing.locator("circle")).to_have_count(0)
    expect(switch).to_have_attribute("aria-pressed", "false")
    node(drawing, "Cma7").click()
    expect(page.locator("h2")).to_have_text(["Cma7"])
    expect(drawing.locator("circle")).to_have_count(0)
    page.get_by_role("button", name="Show notes").click()
    expect(drawing.locator("circle")).to_have_count(4)


def test_view_is_kept_on_other_changes_and_reset_for_another_chord(graph):
    page, drawing = graph()
    page.get_by_role("button", name="Zoom in").click()
    expect(drawing).to_have_attribute("data-zoomed", "")
    zoomed = view(drawing)
    page.evaluate("document.querySelector('summary').click()")
    page.get_by_role("button", name="SVG").click()
    assert view(drawing) == zoomed
    node(drawing, "Cma7").locator("a").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h2")).to_have_text(["Cma7"])
    expect(drawing).not_to_have_attribute("data-zoomed", "")


@pytest.mark.all
@pytest.mark.firefox
def test_focused_node_is_scrolled_into_view(graph):
    page, drawing = graph(LARGEST)
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    for name in ["Fmi7(♭5)", "A°7"]:
        node(drawing, name).locator("a").focus()

        def is_in_view():
            frame = drawing.bounding_box()
            box = node(drawing, name).bounding_box()
            return (
                frame["x"] <= box["x"] + box["width"] / 2 <= frame["x"] + frame["width"]
                and frame["y"] <= box["y"] + box["height"] / 2 <= frame["y"] + frame["height"]
            )

        wait_until(page, is_in_view)


@pytest.mark.all
@pytest.mark.parametrize("format, beginning", [("SVG", b"<?xml"), ("PNG", b"\x89PNG"), ("DOT", b"graph ")])
def test_graph_can_be_downloaded(graph, format, beginning):
    page, drawing = graph("/details/C/Ami")
    with page.expect_download() as download:
        page.get_by_role("button", name=format, exact=True).click()
    assert download.value.suggested_filename == f"C6.{format.lower()}"
    content = download.value.path().read_bytes()
    assert content.startswith(beginning)
    if format == "SVG":
        assert ElementTree.fromstring(content).get("viewBox") == drawing.get_attribute("viewBox")
    if format == "PNG":
        width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
        assert (width, height) == tuple(2 * int(drawing.get_attribute(side)) for side in ("width", "height"))


def text_sizes(drawing):
    """Font sizes of the names in CSS pixels, scaled from drawing units."""
    return drawing.evaluate(
        """drawing => [...drawing.querySelectorAll("[data-node] text")].map(text =>
            parseFloat(getComputedStyle(text).fontSize) * drawing.getScreenCTM().a)"""
    )


@pytest.mark.all
@pytest.mark.firefox
@pytest.mark.parametrize("route", ["/graph/Cma9", "/chord/Cma9", "/details/Cma7/D", "/details/Cma7/D/graph", LARGEST])
def test_phone_starts_with_legible_columns(graph, route):
    page, drawing = graph(route, viewport=PHONE)
    expect(drawing).to_have_class("graph narrow")
    assert min(text_sizes(drawing)) >= 12
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    box = drawing.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    for button in page.locator("[data-zoom], [data-action=details\\ notes]").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 44


@pytest.mark.all
@pytest.mark.parametrize("width", [320, 360, 600, 820, 1024])
def test_other_widths_have_one_legible_drawing(graph, width):
    page, drawing = graph("/graph/Cma9", viewport={"width": width, "height": 700})
    expect(drawing).to_have_count(1)
    assert min(text_sizes(drawing)) >= (10 if width == 320 else 12)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.all
@pytest.mark.parametrize(
    "route, share", [("/graph/Cma9", 0.75), ("/chord/Cma9", 0.7), ("/graph/Cma13(♯11)", 0.7), ("/graph/C", 0.6)])
@pytest.mark.parametrize("width, height", [(1280, 800), (1920, 1080)])
def test_graph_uses_the_available_space(graph, route, share, width, height):
    page, drawing = graph(route, viewport={"width": width, "height": height})
    names = drawing.locator("[data-node]").evaluate_all(
        """nodes => { const boxes = nodes.map(node => node.getBoundingClientRect());
            return [Math.min(...boxes.map(box => box.left)), Math.max(...boxes.map(box => box.right)),
                Math.max(...boxes.map(box => box.bottom))]; }"""
    )
    room = min(drawing.bounding_box()["width"], 1.6 * drawing.bounding_box()["height"])
    assert names[1] - names[0] >= share * room
    if route in ["/graph/Cma9", "/graph/C"]:
        # The whole graph is visible.
        page.evaluate("scrollTo(0, 0)")
        assert drawing.bounding_box()["y"] + drawing.bounding_box()["height"] <= height
    assert min(text_sizes(drawing)) >= 10


@pytest.mark.firefox
def test_graph_has_its_own_address(graph):
    page, drawing = graph("/chord/C⁄E")
    page.get_by_role("link", name="Enlarge").click()
    expect(page).to_have_title("C/E · Graph · Chord Combiner")
    assert page.evaluate("decodeURI(location.pathname)") == "/graph/C⁄E"
    expect(page.locator("h2")).to_have_text(["C/E"])
    Screen(page).reload()
    expect(page).to_have_title("C/E · Graph · Chord Combiner")
    expect(drawing.locator("circle")).to_have_count(3)
    page.get_by_role("link", name="Details of C/E").click()
    expect(page.get_by_role("heading", name="Tension")).to_be_visible()
    page.go_back()
    expect(page).to_have_title("C/E · Graph · Chord Combiner")
    page.keyboard.press("Escape")
    expect(page).to_have_title("C/E · Chord Combiner")
    # As typed by hand.
    Screen(page).goto("/graph/C/E")
    expect(page.locator("h2")).to_have_text(["C/E"])


def fill(drawing, name):
    """The background colors of a name, from top to bottom."""
    return node(drawing, name).first.evaluate(
        """node => [node.querySelector("rect, ellipse, path, circle"), node.querySelector(".half")].filter(Boolean)
            .map(shape => getComputedStyle(shape).fill)"""
    )


@pytest.mark.all
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP])
def test_lower_and_upper_chord_have_their_colors(graph, viewport):
    page, drawing = graph("/details/Cma9/D/graph", viewport=viewport)
    lower, upper = "rgb(92, 157, 242)", "rgb(243, 195, 59)"
    assert fill(drawing, "Cma7") == [lower]
    assert fill(drawing, "F♯") == [upper]
    # The note is the ninth of one chord and the root of the other.
    both = drawing.get_by_role("button", name="Play D, of both chords")
    assert both.evaluate(
        "node => [node.querySelector('circle'), node.querySelector('.half')].map(shape => getComputedStyle(shape).fill)"
    ) == [upper, lower]
    assert fill(drawing, "Bmi7") not in ([lower], [upper])
    triad = drawing.get_by_role("link", name="D, of the upper chord")
    triad.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".playing .place")).to_have_text("Upper chord")


@pytest.mark.all
@pytest.mark.parametrize("name", ["Emi7", "D"])
def test_double_tap_next_to_a_name_zooms_there(graph, name):
    page, drawing = graph("/graph/Cma9", viewport=PHONE, has_touch=True, is_mobile=True)
    whole = view(drawing)
    box = node(drawing, name).last.bounding_box()
    x, y = box["x"] - 9, box["y"] - 2
    beside = lambda: (lambda box: (box["x"] - x, box["y"] - y))(node(drawing, name).last.bounding_box())
    right, down = beside()
    page.touchscreen.tap(x, y)
    expect_width(drawing, whole[2] / 2, rel=0.01)
    # The point stays in place, at twice the scale.
    assert beside() == pytest.approx((2 * right, 2 * down), abs=3)
    page.wait_for_timeout(400)
    page.touchscreen.tap(x, y)
    wait_until(page, lambda: view(drawing)[2] < whole[2] / 2.2)
    page.wait_for_timeout(400)
    page.touchscreen.tap(x, y)
    expect_view(drawing, whole)


@pytest.mark.all
@pytest.mark.firefox
def test_zoom_buttons_use_the_last_pointer_position(graph):
    page, drawing = graph(viewport={"width": 1280, "height": 1700})

    def place():
        """Relative to the drawing, since the page may be scrolled."""
        box, frame = node(drawing, "D").bounding_box(), drawing.bounding_box()
        return {**box, "x": box["x"] - frame["x"], "y": box["y"] - frame["y"]}

    box, before = node(drawing, "D").bounding_box(), place()
    page.mouse.click(box["x"] - 6, box["y"] + 4)
    page.get_by_role("button", name="Zoom in").click()
    wait_until(page, lambda: node(drawing, "D").bounding_box()["width"] > box["width"])
    after = place()
    assert (after["x"], after["y"]) == pytest.approx((before["x"] + 3, before["y"] - 2), abs=3)


@pytest.mark.all
@pytest.mark.firefox
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP])
def test_names_fit_their_shapes(graph, viewport):
    page, drawing = graph(LARGEST, viewport=viewport)
    outside = drawing.locator("[data-node]").evaluate_all(
        """nodes => nodes.filter(node => {
            const [shape, text] = ["rect, ellipse, circle, path", "text"]
                .map(kind => node.querySelector(kind).getBoundingClientRect());
            return text.left < shape.left || text.right > shape.right;
        }).map(node => node.textContent)"""
    )
    assert outside == []


def test_graph_is_rendered_without_javascript(visit):
    page = visit("/chord/Cma9", java_script_enabled=False).page
    assert page.locator("svg.graph:visible ellipse").count() == 5
    page.locator("svg.graph:visible a", has_text="Emi7").click()
    expect(page.locator("h2")).to_have_text(["Emi7"])
