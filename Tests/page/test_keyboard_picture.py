"""Keyboard drawings: true proportions, and note names that never overlap."""

from base64 import b64encode
from itertools import combinations

import pytest
from playwright.sync_api import expect

from screen import DESKTOP, PHONE

# x, width and height, from C to B.
OCTAVE = [
    (0, 23, 96), (14, 14, 52), (23, 24, 96), (42, 14, 52), (47, 23, 96), (70, 24, 96),
    (84, 14, 52), (94, 23, 96), (110, 14, 52), (117, 23, 96), (136, 14, 52), (140, 24, 96),
]  # fmt: skip

WHITE = [index for index, (_, _, height) in enumerate(OCTAVE) if height == 96]


def keys(screen, panel):
    """Pitch and box of each key, in drawing units and in screen pixels."""
    return screen.keyboard(panel).locator("[data-pitch]").evaluate_all(
        """keys => keys.map(key => {
            const list = ({ x, y, width, height }) => [x, y, width, height];
            return [Number(key.dataset.pitch), list(key.getBBox()), list(key.getBoundingClientRect())];
        }).sort((one, other) => one[0] - other[0])"""
    )


@pytest.mark.parametrize("route", ["/", "/combine/C°11(♭13addΔ7)/D♭°11(♭13addΔ7)"], ids=["empty", "full"])
def test_keys_have_the_proportions_of_a_piano(visit, route):
    screen = visit(route)
    for viewport in [PHONE, DESKTOP]:
        screen.page.set_viewport_size(viewport)
        for panel in ["lower", "upper", "result"]:
            # A phone shows no keyboard without lit keys at first.
            if route == "/" and viewport == PHONE:
                continue
            found = keys(screen, panel)
            scale = found[0][2][2] / 23
            left, top = found[0][2][:2]
            assert len(found) % 12 == 0
            for index, (pitch, drawn, seen) in enumerate(found):
                x, width, height = OCTAVE[index % 12]
                x += index // 12 * 164
                assert pitch == found[0][0] + index
                assert drawn == [x, 0, width, height]
                assert seen == pytest.approx([left + x * scale, top, width * scale, height * scale], abs=0.05)


def test_black_keys_are_drawn_on_top(visit):
    order = visit().keyboard().locator(".key").evaluate_all("keys => keys.map(key => key.matches('.black'))")
    assert order == sorted(order)


# The color of a picture at each of these places.
COLORS = """async ([picture, places]) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(picture), (byte) => byte.charCodeAt(0))]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
    context.drawImage(bitmap, 0, 0);
    return places.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3));
}"""


def test_sounding_keys_have_a_whole_frame(visit):
    # Neighbors, white and black keys, and common tones.
    screen = visit("/combine/D♭7/A♭mi", viewport=DESKTOP)
    keyboard = screen.keyboard()
    pitches = keyboard.locator(".lit[data-pitch]").evaluate_all("""keys => keys.map(key => {
        key.toggleAttribute("data-sounding", true);
        return Number(key.dataset.pitch);
    })""")
    assert len(pitches) == 5
    frame, picture = keyboard.bounding_box(), b64encode(keyboard.screenshot()).decode()
    places = []
    boxes = {pitch: box for pitch, _, box in keys(screen, "result")}
    for pitch, (left, top, width, height) in boxes.items():
        if pitch in pitches:
            places += [
                (left + 4 - frame["x"], top + .6 * height - frame["y"]),
                (left + width - 4 - frame["x"], top + .6 * height - frame["y"]),
                (left + width / 2 - frame["x"], top + height - 4 - frame["y"])]
            # A white key is framed beside its black neighbors, too.
            if pitch % 12 in WHITE:
                start = left if (pitch - 1) % 12 in WHITE else boxes[pitch - 1][0] + boxes[pitch - 1][2]
                end = left + width if (pitch + 1) % 12 in WHITE else boxes[pitch + 1][0]
                places += [(x - frame["x"], top + .25 * height - frame["y"]) for x in [start + 4, end - 4]]
    orange = screen.page.evaluate(COLORS, [picture, [[round(x), round(y)] for x, y in places]])
    assert len(orange) == 19
    assert all(abs(found - wanted) < 50 for color in orange for found, wanted in zip(color, [0xe0, 0x62, 0x1a]))


# Names

DENSE = (
    [(f"{root}°11(♭13addΔ7)", None) for root in "C D♭ E♭ E F♯ G♭ G♯ A♭ B C♭ F♭ B♯".split()]
    + [(f"{root}7alt", None) for root in "C D♯ F A♯ B".split()]
    + [
        ("C7alt", "C♯7alt"),
        ("B7alt", "C7alt"),
        ("C°11(♭13addΔ7)", "D♭°11(♭13addΔ7)"),
        ("C♭°11(♭13addΔ7)", "F♯mi11(♭5♭9♭13)"),
        ("D♯", "E"),
        ("Cma13(♯11)", "D♭ma13(♯11)"),
        ("C7(♭9♯9)", "C+"),
        ("Cma7", "C7"),
        ("B♯ma7(♯5♯11)", "C♯ma7(♯5♯11)"),
        ("C♯ma13(♯11)", None),
        ("F♭7alt", None),
        ("C7alt(♭9♯9♯11♭13)", None),
        ("D♯13(♭9♯9♯11)", None),
        ("C7alt(♭9♯9♯11)", "D♭mi7"),
    ]
)

def test_black_key_name_is_raised_next_to_a_lit_neighbour(visit):
    # As in the original table, whose slash chords have many black keys between white ones.
    screen = visit("/settings")
    screen.page.get_by_label("Reference table").check()

    def rows(route, panel="result"):
        """The names in two rows: the raised ones, and those just above the keys."""
        screen.page.goto(route)
        texts = screen.keyboard(panel).locator("text:not(.other-name)")
        lines = texts.evaluate_all(
            "texts => texts.map(text => [text.textContent, text.getBoundingClientRect().bottom])")
        lowest = max(bottom for _, bottom in lines)
        return (
            [name for name, bottom in lines if bottom < lowest - 10],
            [name for name, bottom in lines if bottom >= lowest - 1],
        )

    assert rows("/combine/C/C+") == (["A♭"], ["C", "E", "G"])
    assert rows("/combine/D7/E♭7", "upper") == ([], ["E♭", "G", "B♭", "D♭"])
    assert rows("/combine/C7(♭9♯9)/C+") == (["D♭", "E♭", "A♭"], ["C", "F♭", "G", "B♭"])
    assert rows("/combine/Emi/Gma7") == ([], ["E", "G", "B", "D", "F♯"])


@pytest.mark.parametrize("route, names", [
    # F♯ minor is F♯ A C♯, although C♯ is the ♭9 of the result, D♭.
    ("/combine/C7/F♯mi", "C E G B♭ C♯ F♯ A"), ("/details/C7/F♯mi", "C E G B♭ C♯ F♯ A"),
    # The ♭9 of A7 is B♭, the seventh of C7. The two chords have E and G in common.
    ("/combine/A7/C7", "A C♯ E G B♭ C"), ("/combine/_/F♯mi", "F♯ A C♯"),
])
def test_keys_and_notes_have_the_same_names(visit, route, names):
    page = visit(route).page
    panel = page.locator("#result, #looked-at")
    keys = panel.locator("svg.keyboard text:not(.other-name, .key-name)").evaluate_all("""texts =>
        texts.map(text => [text.getBoundingClientRect().left, text.textContent])
            .sort(([one], [other]) => one - other).map(([, name]) => name)""")
    assert keys == names.split()
    expect(panel.locator(".notes b")).to_have_text(keys)


# Each panel's frame, the ink boxes of its names, and other text nearby. Ink is measured, since the
# box of a text leaves room for taller and deeper letters than note names have.
MEASURE = """panels => panels.map(id => {
    const panel = document.getElementById(id);
    const pen = document.createElement("canvas").getContext("2d");
    const names = Array.from(panel.querySelectorAll("svg text:not(.other-name)"), text => {
        const style = getComputedStyle(text);
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const ink = pen.measureText(text.textContent);
        const point = (x, y) => new DOMPoint(x, y).matrixTransform(text.getScreenCTM());
        const left = Number(text.getAttribute("x")) - ink.width / 2, line = Number(text.getAttribute("y"));
        const start = point(left - ink.actualBoundingBoxLeft, line - ink.actualBoundingBoxAscent);
        const end = point(left + ink.actualBoundingBoxRight, line + ink.actualBoundingBoxDescent);
        return [text.textContent, [start.x, start.y, end.x, end.y]];
    });
    const box = element => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        // A line has a margin of a twentieth of its size below the lowest descender.
        return [left, top, right, bottom - parseFloat(getComputedStyle(element).fontSize) / 20];
    };
    const texts = Array.from(panel.querySelectorAll("h2, .precise, input, .notes"), box);
    // Keyboards of more than three octaves scroll sideways.
    const frame = panel.querySelector(".keys-room") ? [-Infinity, 0, Infinity, Infinity] : box(panel);
    return { id, names, texts, frame };
})"""


def overlap(one, other):
    return min(one[2], other[2]) > max(one[0], other[0]) and min(one[3], other[3]) > max(one[1], other[1])


@pytest.mark.all
@pytest.mark.firefox
def test_note_names_never_overlap(visit):
    screen = visit()
    for lower, upper in DENSE:
        symbols = [symbol for symbol in [lower, upper] if symbol]
        screen.page.goto("/#/combine/" + "/".join(symbols))
        for half, symbol in zip(["lower", "upper"], [lower, upper or ""]):
            expect(screen.field(half)).to_have_value(symbol)
        for viewport in [PHONE, DESKTOP]:
            screen.page.set_viewport_size(viewport)
            for panel in screen.page.evaluate(MEASURE, ["lower", "result", "upper"][: len(symbols) + 1]):
                where = (lower, upper, panel["id"], viewport["width"])
                names, (left, top, right, bottom) = panel["names"], panel["frame"]
                assert len(names) >= 3
                for (one, first), (other, second) in combinations(names, 2):
                    assert not overlap(first, second), (where, one, other)
                for name, box in names:
                    assert left < box[0] and top < box[1] and box[2] < right, (where, name, box, panel["frame"])
                    for text in panel["texts"]:
                        assert not overlap(box, text), (where, name, box, text)
