"""What can be measured of a page: functions in JavaScript, for any browser, that give back what is wrong; and axe's rules."""

from axe_playwright_python.sync_playwright import Axe

# The smallest and the largest windows, and what lies between them.
SIZES = [(320, 568), (390, 844), (844, 390), (1280, 800), (1920, 1080)]

CONTROLS = "a[href], button, input, select, textarea, summary, label:has(input), [role=option], [tabindex='0']"

# The page with all that can be unfolded, so that nothing escapes the eye.
UNFOLD_DETAILS = """() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    document.getElementById("update").hidden = false;
}"""

# What is out of sight is laid out late, and until then stands where it stood in another window: all of it at once.
RENDER_OFFSCREEN = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important; }");
    document.adoptedStyleSheets.push(sheet);
}"""

# Controls that are smaller than a fingertip, but for those in a picture, which fingers themselves make larger. A box within
# its label is as large as the label.
SMALL_CONTROLS = f"""() => [...document.querySelectorAll("{CONTROLS}")]
    .filter(control => control.checkVisibility() && !control.closest("svg") && !control.matches(".skip:not(:focus)"))
    .map(control => {{
        const {{ width, height }} = (control.closest("label") ?? control).getBoundingClientRect();
        return [control.outerHTML.slice(0, 120), width, height];
    }})
    .filter(([, width, height]) => Math.min(width, height) < 43.99)"""

# What sticks out of the window or of the panel that it stands in, and texts that are cut off. What lies in something that is
# scrolled sideways may be as wide as it likes.
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
        if (element.matches("h2, .precise, .message, .place, li, b, span") && element.scrollWidth > element.clientWidth + 1
            && element.clientWidth > 1) outside.push("text: " + element.outerHTML.slice(0, 80));
    }
    return outside;
}"""

# Signs ⓘ whose letter does not stand in the middle of its circle. The circle is painted before the letter, and tells
# where it is only by the numbers of its style.
OFF_CENTRE_INFO = """() => [...document.querySelectorAll(".info")].filter(link => link.checkVisibility()).map(link => {
    const frame = link.getBoundingClientRect(), style = getComputedStyle(link, "::before"), letter = document.createRange();
    const number = (name) => parseFloat(style[name]);
    letter.selectNodeContents([...link.childNodes].find(node => node.nodeType === Node.TEXT_NODE));
    const { left, top, width, height } = letter.getBoundingClientRect();
    const right = left + width / 2 - (frame.left + number("left") + number("marginLeft") + number("width") / 2);
    const down = top + height / 2 - (frame.top + number("top") + number("marginTop") + number("height") / 2);
    return [link.outerHTML.slice(0, 80), right, down];
}).filter(([, right, down]) => !(Math.hypot(right, down) < 4))"""

# How an element that has the focus shows it: the kind, width and colour of its ring, and what that lies on.
FOCUS_RING = """focused => {
    const drawn = focused.parentElement.closest("svg") && getComputedStyle(focused.firstElementChild);
    const { outlineStyle, outlineWidth, outlineColor } = drawn
        ? { outlineStyle: "solid", outlineWidth: drawn.strokeWidth, outlineColor: drawn.stroke }
        : getComputedStyle(focused);
    const paper = getComputedStyle(document.documentElement).backgroundColor;
    return [focused.outerHTML.slice(0, 120), outlineStyle, parseFloat(outlineWidth), outlineColor, paper];
}"""

# Writes down in `rings` whatever gets the focus.
RECORD_RINGS = f"""() => {{
    window.rings = [];
    document.addEventListener("focusin", ({{ target }}) => {{ if (target !== document.body) rings.push(({FOCUS_RING})(target)); }});
}}"""

# The rings of all controls that one after the other are given the focus.
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

# As who reads chooses it; Debian's Firefox has no other way to the dark.
SET_THEME = "theme => { document.documentElement.dataset.theme = theme; }"

# Text in so many percent of its size, as the settings have it.
SET_TEXT_SIZE = """percent => dispatchEvent(new CustomEvent("appearance", { detail: { theme: "light", "text-size": percent } }))"""


def contrast(one, other):
    """As the Web Content Accessibility Guidelines measure it."""

    def luminance(colour):
        parts = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(",")]
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(part * weight for part, weight in zip(parts, [0.2126, 0.7152, 0.0722], strict=True))

    light, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


def is_ring_visible(ring):
    """Whether a ring around what has the focus stands out."""
    _, style, width, colour, paper = ring
    return style == "solid" and width >= 2 and contrast(colour, paper) >= 3


def serious_violations(page):
    """What axe finds: in the light, and as far as it depends on colours in the dark, too."""
    page.evaluate(SET_THEME, "light")
    found = Axe().run(page).response["violations"]
    page.evaluate(SET_THEME, "dark")
    found += page.evaluate("axe.run({ runOnly: ['color-contrast', 'link-in-text-block'] }).then(({ violations }) => violations)")
    return {rule["id"]: [node["html"] for node in rule["nodes"]] for rule in found if rule["impact"] in ("serious", "critical")}
