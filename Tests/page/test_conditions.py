"""Every screen under its readers' conditions: a window of 320×256 (400 % zoom), wide text spacing, forced colors."""

import json

import pytest

from looks import CONTROLS, OVERFLOWS, RENDER_OFFSCREEN, UNFOLD_DETAILS
from screens import every_screen

# A window of 1280×1024 at 400 % zoom.
LOW = (320, 256)

# Sticky and fixed elements that take more than a quarter of the window. The stage and travelling keys are pictures.
LARGE_STICKY = """() => [...document.querySelectorAll("body *")]
    .filter(element => element.checkVisibility() && /sticky|fixed/.test(getComputedStyle(element).position)
        && !element.matches("th, [role=rowheader], .stage, .stage canvas, .traveller")
        && element.getBoundingClientRect().height > innerHeight / 4 + 1)
    .map(element => element.outerHTML.slice(0, 90))"""

# Tab stops that are outside the window, or covered, when they get the focus: forwards and backwards.
HIDDEN_STOPS = f"""() => {{
    const hidden = new Set();
    const stops = [...document.querySelectorAll("{CONTROLS}")]
        .filter(stop => stop.tabIndex >= 0 && stop.checkVisibility({{ visibilityProperty: true }}));
    const isInside = (low, high, size) => high - low > size ? low < size && high > 0 : low > -1.5 && high < size + 1.5;
    for (const stop of [...stops, ...stops.toReversed()]) {{
        stop.focus();
        if (document.activeElement !== stop) continue;
        // A small box belongs to its label.
        const control = stop.matches("[type=radio], [type=checkbox], [type=file]") && stop.closest("label") || stop;
        const drawing = stop.closest("svg");
        const {{ left, top, right, bottom }} = control.getBoundingClientRect();
        const name = stop.outerHTML.slice(0, 110);
        if (!isInside(left, right, innerWidth) || !isInside(top, bottom, innerHeight)) {{
            hidden.add(`outside: ${{[left, top, right, bottom].map(Math.round)}} ${{name}}`);
            continue;
        }}
        const x = [Math.max(left, 0) + 2, Math.min(right, innerWidth) - 2];
        const y = [Math.max(top, 0) + 2, Math.min(bottom, innerHeight) - 2];
        const middle = ([low, high]) => (low + high) / 2;
        for (const [atX, atY] of [[middle(x), middle(y)], [middle(x), y[0]], [middle(x), y[1]]]) {{
            const hit = document.elementFromPoint(atX, atY);
            // Pen and pin are at the edge of their field.
            if (!hit || hit.contains(stop) || control.contains(hit) || drawing?.contains(hit)
                || hit.closest(".entry")?.contains(stop)) continue;
            hidden.add(`covered by ${{hit.outerHTML.slice(0, 60)}}: ${{name}}`);
        }}
    }}
    return [...hidden];
}}"""

# The text spacing of the Web Content Accessibility Guidelines, 1.4.12.
WIDE_SPACING = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
        * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
        p { margin-bottom: 2em !important; }`);
    document.adoptedStyleSheets.push(sheet);
}"""

# Texts that their box cuts at the bottom or at the right. The chart on the stand has pages.
CUT_TEXTS = """() => [...document.querySelectorAll("header *, main *")]
    .filter(element => {
        if (!element.checkVisibility() || element.closest(".spoken, .skip, svg, textarea, select")
            || element.matches("[data-stand] .chart")) return false;
        const { overflowX, overflowY, clipPath } = getComputedStyle(element);
        if (clipPath !== "none" || !element.textContent.trim()) return false;
        return /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 2
            || /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 2;
    })
    .map(element => element.outerHTML.slice(0, 100))"""

# Remembers links, buttons and panels that differ from their surroundings by a field, which forced colors remove.
REMEMBER_FIELDS = """() => {
    window.fields = [...document.querySelectorAll("a, button, label, .panel")]
        .filter(element => element.checkVisibility() && !element.closest("svg") && !element.matches(".skip"))
        .filter(element => !/^rgba\\(.*, 0\\)$/.test(getComputedStyle(element).backgroundColor));
}""".replace("\\\\", "\\")

# In forced colors: chosen controls that look like others, fields without an edge, triangles that have become squares,
# and words in a picture that cannot be read.
FORCED_COLORS = """() => {
    const faults = [];
    const visible = selector => [...document.querySelectorAll(selector)].filter(element => element.checkVisibility());
    const look = element => {
        const style = getComputedStyle(element.querySelector(":scope > path") ?? element);
        return ["color", "backgroundColor", "borderTopColor", "borderTopWidth", "borderBottomColor",
            "borderBottomWidth", "outlineStyle", "outlineColor", "fill", "stroke"].map(name => style[name]).join();
    };
    const chosen = "[aria-pressed=true], [aria-checked=true], [aria-selected=true], [aria-current]";
    for (const element of visible(chosen)) {
        const other = visible(element.tagName).find(other => !other.matches(chosen) && !other.matches("[aria-disabled]")
            && other.parentElement.tagName === element.parentElement.tagName
            && other.parentElement.className === element.parentElement.className
            && other.classList[0] === element.classList[0]);
        if (other && look(element) === look(other)) faults.push("as others: " + element.outerHTML.slice(0, 90));
    }
    for (const element of visible(".play")) {
        const { clipPath, backgroundColor, borderLeftWidth } = getComputedStyle(element, "::before");
        const isHeld = element.matches("[data-held]");
        if ((clipPath === "none") !== isHeld || borderLeftWidth !== "0px"
            || backgroundColor === getComputedStyle(element).backgroundColor)
            faults.push("square: " + element.outerHTML.slice(0, 80));
    }
    for (const element of fields) {
        if (!element.checkVisibility()) continue;
        const style = getComputedStyle(element);
        const hasEdge = ["Top", "Bottom"].some(side => style[`border${side}Style`] !== "none"
            && parseFloat(style[`border${side}Width`]) > 0
            && !/^rgba\\(.*, 0\\)$/.test(style[`border${side}Color`])
            && style[`border${side}Color`] !== getComputedStyle(document.documentElement).backgroundColor);
        const isFilled = !/^rgba\\(.*, 0\\)$/.test(style.backgroundColor)
            && style.backgroundColor !== getComputedStyle(document.documentElement).backgroundColor;
        if (!hasEdge && !isFilled && style.outlineStyle === "none")
            faults.push("no edge: " + element.outerHTML.slice(0, 100));
    }
    const lightness = color => {
        const [red, green, blue] = color.match(/[\\d.]+/g).map(Number);
        return .3 * red + .6 * green + .1 * blue;
    };
    const paper = lightness(getComputedStyle(document.documentElement).backgroundColor);
    for (const text of visible(".note-name, .staff text, .circle .hub text")) {
        const { fill } = getComputedStyle(text);
        if (/^rgb/.test(fill) && Math.abs(lightness(fill) - paper) < 90)
            faults.push(`unreadable: ${fill} ${text.outerHTML.slice(0, 80)}`);
    }
    return faults;
}"""


@pytest.mark.all
@every_screen
def test_screen_adapts(visit, browser_errors, chordset, example):
    if example["name"] == "missing":
        browser_errors.allow("404")
    screen = visit(example["path"].replace("{id}", chordset))
    page = screen.page
    page.evaluate("document.fonts.ready")
    page.evaluate(UNFOLD_DETAILS)
    page.evaluate("document.getElementById('update').hidden = true")
    page.evaluate(RENDER_OFFSCREEN)
    faults = {}

    def resize(width, height):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        screen.settle()

    def check(kind, measure):
        if found := page.evaluate(measure):
            faults[kind] = found

    resize(*LOW)
    check("is sticky", LARGE_STICKY)
    check("is hidden", HIDDEN_STOPS)
    resize(1180, 820)
    page.evaluate(REMEMBER_FIELDS)
    for theme in ["light", "dark"]:
        page.emulate_media(forced_colors="active", color_scheme=theme, reduced_motion="reduce")
        page.wait_for_function(
            "theme => matchMedia(`(forced-colors: active) and (prefers-color-scheme: ${theme})`).matches", arg=theme)
        # Colors change in a transition.
        page.wait_for_function("document.getAnimations().length === 0")
        check(f"forced colors, {theme}", FORCED_COLORS)
    page.emulate_media(forced_colors="none")
    page.evaluate(WIDE_SPACING)
    for size in [(320, 568), (390, 844), (820, 1180), (1180, 820)]:
        resize(*size)
        check(f"spacing, {size[0]}", OVERFLOWS)
        check(f"cut, {size[0]}", CUT_TEXTS)
    assert not faults, json.dumps(faults, indent=1, ensure_ascii=False)
