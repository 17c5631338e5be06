"""Layout and accessibility checks: JavaScript functions that return what is wrong, and axe's rules."""

from axe_playwright_python.sync_playwright import Axe

# The smallest and the largest windows, and some between.
SIZES = [(320, 568), (390, 844), (844, 390), (1280, 800), (1920, 1080)]

CONTROLS = "a[href], button, input, select, textarea, summary, label:has(input), [role=option], [tabindex='0']"

# Opens everything that can be unfolded.
UNFOLD_DETAILS = """() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    document.getElementById("update").hidden = false;
}"""

# How far the layout has moved by itself since the page was opened: the sum of Chromium's “layout shift” scores.
LAYOUT_SHIFT = """() => new Promise(done => {
    let sum = 0;
    const add = (entries) => { for (const entry of entries) if (!entry.hadRecentInput) sum += entry.value; };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => setTimeout(() => { add(observer.takeRecords()); done(sum); }));
})"""

# Disables content-visibility: off-screen content is laid out late and keeps its old place until then.
RENDER_OFFSCREEN = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important; }");
    document.adoptedStyleSheets.push(sheet);
}"""

# Elements that are hidden, but have a layout of their own that shows them.
SHOWN_THOUGH_HIDDEN = """() => [...document.querySelectorAll("[hidden]")]
    .filter(element => element.checkVisibility()).map(element => element.outerHTML.slice(0, 120))"""

# Controls smaller than a fingertip, except those in pictures, whose touch area is enlarged in code.
# A checkbox inside a label counts with the size of the label.
SMALL_CONTROLS = f"""() => [...document.querySelectorAll("{CONTROLS}")]
    .filter(control => control.checkVisibility() && !control.closest("svg") && !control.matches(".skip:not(:focus)"))
    .map(control => {{
        const {{ width, height }} = (control.closest("label") ?? control).getBoundingClientRect();
        return [control.outerHTML.slice(0, 120), width, height];
    }})
    .filter(([, width, height]) => Math.min(width, height) < 43.99)"""

# Elements that overflow the window or their panel, and clipped texts.
# Content of horizontal scrollers may have any width.
OVERFLOWS = """() => {
    const outside = [];
    const root = document.documentElement, width = root.clientWidth;
    if (root.scrollWidth > width) outside.push(`scrolls sideways: ${root.scrollWidth} in ${width}`);
    const isScrolled = (element) => {
        for (let frame = element.parentElement; frame && frame !== document.body; frame = frame.parentElement) {
            if (/auto|scroll/.test(getComputedStyle(frame).overflowX)) return true;
        }
        return false;
    };
    for (const element of document.querySelectorAll("header *, main, main *:not(svg *)")) {
        if (!element.checkVisibility() || element.closest(".spoken, .skip, wbr") || isScrolled(element)) continue;
        const box = element.getBoundingClientRect();
        const frame = (element.closest(".options") ?? element).parentElement.closest(".panel")?.getBoundingClientRect();
        const [left, right] = frame && !element.closest(".options") ? [frame.left, frame.right] : [0, width];
        if (box.left < left - .5 || box.right > right + .5) outside.push(element.outerHTML.slice(0, 80));
        if (element.matches("h2, .precise, .message, .place, li, b, span")
            && element.scrollWidth > element.clientWidth + 1
            && element.clientWidth > 1) outside.push("text: " + element.outerHTML.slice(0, 80));
    }
    return outside;
}"""

# ⓘ signs whose letter is not centred in its circle. The circle is a pseudo-element,
# so its position is computed from its style.
OFF_CENTER_INFO = """() => [...document.querySelectorAll(".info")].filter(link => link.checkVisibility()).map(link => {
    const frame = link.getBoundingClientRect(), style = getComputedStyle(link, "::before"),
        letter = document.createRange();
    const number = (name) => parseFloat(style[name]);
    letter.selectNodeContents([...link.childNodes].find(node => node.nodeType === Node.TEXT_NODE));
    const { left, top, width, height } = letter.getBoundingClientRect();
    const right = left + width / 2 - (frame.left + number("left") + number("marginLeft") + number("width") / 2);
    const down = top + height / 2 - (frame.top + number("top") + number("marginTop") + number("height") / 2);
    return [link.outerHTML.slice(0, 80), right, down];
}).filter(([, right, down]) => !(Math.hypot(right, down) < 4))"""

# The focus ring of an element: kind, width and color, and the background.
FOCUS_RING = """focused => {
    const drawn = focused.parentElement.closest("svg") && getComputedStyle(focused.firstElementChild);
    const { outlineStyle, outlineWidth, outlineColor } = drawn
        ? { outlineStyle: "solid", outlineWidth: drawn.strokeWidth, outlineColor: drawn.stroke }
        : getComputedStyle(focused);
    const paper = getComputedStyle(document.documentElement).backgroundColor;
    return [focused.outerHTML.slice(0, 120), outlineStyle, parseFloat(outlineWidth), outlineColor, paper];
}"""

# Records in `rings` the focus ring of every element that receives the focus.
RECORD_RINGS = f"""() => {{
    window.rings = [];
    document.addEventListener("focusin", ({{ target }}) => {{
        if (target !== document.body) rings.push(({FOCUS_RING})(target));
    }});
}}"""

# The focus rings of all controls, each focused in turn.
TAB_STOP_RINGS = f"""() => {{
    const first = document.activeElement;
    const rings = [...document.querySelectorAll("{CONTROLS}")]
        .filter(control => control.checkVisibility() && control.tabIndex >= 0)
        .map(control => {{
            control.focus();
            return document.activeElement === document.body ? null : ({FOCUS_RING})(document.activeElement);
        }}).filter(Boolean);
    first.focus();
    return rings;
}}"""

# Sets the theme as the settings do. Debian's Firefox has no other way to the dark theme.
SET_THEME = "theme => { document.documentElement.dataset.theme = theme; }"

# Sets the text size in percent, as the settings do.
SET_TEXT_SIZE = """percent => dispatchEvent(
    new CustomEvent("appearance", { detail: { theme: "light", "text-size": percent } }))"""

# Words of more than three letters that break across lines. Words with a hyphen, a slash or
# a <wbr> count as two.
BROKEN_WORDS = r"""() => {
    const broken = new Set(), range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const element = text.parentElement;
        if (!element.checkVisibility()
            || element.closest(".spoken, svg, .skip, .shelf-text, textarea, option, #announcer")) continue;
        for (const { 0: word, index } of text.data.matchAll(/[\p{Letter}\p{Mark}’]{4,}/gu)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
                .map(({ top }) => Math.round(top));
            if (new Set(lines).size > 1) broken.add(`${word} in ${element.outerHTML.slice(0, 100)}`);
        }
    }
    return [...broken];
}"""

# Controls on which a double tap zooms. Gesture areas declare their own touch-action.
ZOOMING_CONTROLS = """() => [...document.querySelectorAll(
    "button, a[href], summary, select, input:not([type=range]), label, [data-action], [data-press]")]
    .filter(element => element.checkVisibility() && getComputedStyle(element).touchAction === "auto")
    .map(element => element.outerHTML.slice(0, 100))"""

# Key names that can be selected.
SELECTABLE_NAMES = """() => [...document.querySelectorAll("svg:has(.key) text")]
    .filter(text => text.checkVisibility() && !text.closest(".spoken"))
    .filter(text => {
        for (let part = text; part; part = part.parentElement)
            if (getComputedStyle(part).userSelect === "none") return false;
        return true;
    })
    .map(text => text.outerHTML.slice(0, 100))"""

# The widths of phones.
PHONES = [320, 360, 412]


def broken_words(page):
    """Words that break in a column of a phone, at the text size of the page."""
    faults = {}
    for width in PHONES:
        page.set_viewport_size({"width": width, "height": 740})
        if found := page.evaluate(BROKEN_WORDS):
            faults[f"{width} px"] = found
    return faults


def contrast(one, other):
    """Contrast ratio by the Web Content Accessibility Guidelines."""

    def luminance(color):
        parts = [int(part) / 255 for part in color.removeprefix("rgb(").removesuffix(")").split(",")]
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(part * weight for part, weight in zip(parts, [0.2126, 0.7152, 0.0722], strict=True))

    light, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


def is_ring_visible(ring):
    """Whether a focus ring is wide enough and has enough contrast."""
    _, style, width, color, paper = ring
    return style == "solid" and width >= 2 and contrast(color, paper) >= 3


def serious_violations(page):
    """Serious violations that axe reports in the light theme, plus color rules in the dark one."""
    page.evaluate(SET_THEME, "light")
    # Only what is wrong: a description of everything else takes a third of the time.
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    page.evaluate(SET_THEME, "dark")
    found += page.evaluate(
        "axe.run({ runOnly: ['color-contrast', 'link-in-text-block'] }).then(({ violations }) => violations)")
    return {
        rule["id"]: [node["html"] for node in rule["nodes"]] for rule in found
        if rule["impact"] in ("serious", "critical")}
