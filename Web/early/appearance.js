// @ts-check
// Puts theme, contrast, colors and the size of text on <html> before the first paint, so that a dark page does not begin
// with a flash of light. It is a classic script because modules run after the first paint.

/** The record of the settings. storage/memory.js writes it. */
const place = "chord-combiner-settings";

/** How many times as large as the browser has it text is. */
let scale = 1;

/**
 * The media queries of our style sheets, as they are written.
 * @type {Map<CSSMediaRule, string>}
 */
const queries = new Map();

/**
 * A rem of a media query is what the browser is set to, whatever <html> says. Where text is twice as large, a window
 * has half as many of them: it is laid out as a smaller one, as it is where the browser itself writes larger.
 */
function fit() {
  if (scale === 1 && queries.size === 0) return;
  for (const { cssRules } of document.styleSheets) {
    for (const rule of cssRules) {
      if (!(rule instanceof CSSMediaRule)) continue;
      const query = queries.get(rule) ?? rule.media.mediaText;
      queries.set(rule, query);
      rule.media.mediaText = query.replace(/([\d.]+)rem/g, (_, number) => `${number * scale}rem`);
    }
  }
}

/** What was put on <html> last. */
let shown = "";

/** @param {Record<string, unknown>} settings */
function appear(settings) {
  // Most settings are not about looks, and <html> written anew costs the whole page its styles.
  const looks = ["theme", "contrast", "colors", "text-size"].map((name) => settings[name]).join();
  if (looks === shown) return;
  shown = looks;
  const { dataset, style } = document.documentElement;
  for (const name of ["theme", "contrast", "colors"]) {
    const value = settings[name];
    if (typeof value === "string") dataset[name] = value;
  }
  if (matchMedia("(prefers-contrast: more)").matches) dataset.contrast = "high";
  const percent = Number(settings["text-size"]);
  scale = percent >= 100 && percent <= 200 ? percent / 100 : 1;
  style.setProperty("--text-scale", `${scale}`);
  fit();
  // The bar of the browser or of the device takes the colour of the page.
  for (const bar of document.querySelectorAll("meta[name=theme-color]")) {
    const theme = bar.getAttribute("data-theme");
    const isChosen = dataset.theme === "light" || dataset.theme === "dark";
    const media = `(prefers-color-scheme: ${theme})`;
    bar.setAttribute("media", isChosen ? (dataset.theme === theme ? "all" : "not all") : media);
  }
}

/** @param {string | null} text */
function read(text) {
  try {
    const record = JSON.parse(text ?? "null");
    return record?.version === 1 ? record : {};
  } catch {
    // What is there is damaged: then it is as if nothing had been chosen.
    return {};
  }
}

try {
  appear(read(localStorage.getItem(place)));
} catch {
  // Storage is forbidden.
  appear({});
}
addEventListener("appearance", (event) => appear(/** @type {CustomEvent} */ (event).detail));
addEventListener("storage", (event) => {
  if (event.key === place) appear(read(event.newValue));
});
// A page from the browser's history looks as it did when it was left.
addEventListener("pageshow", (event) => {
  try {
    if (event.persisted) appear(read(localStorage.getItem(place)));
  } catch {
    // As it was.
  }
});
