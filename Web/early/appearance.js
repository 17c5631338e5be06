// Sets theme, contrast, colors and text size on <html> before the first paint, so a dark page does not start with a
// white flash. It is a classic script because modules run after the first paint.

/** The name of the settings in localStorage. storage/memory.js writes them. */
const settingsName = "chord-combiner-settings";

/** The chosen text size as a multiple of the browser's. */
let scale = 1;

/**
 * The original media queries of our style sheets.
 * @type {Map<CSSMediaRule, string>}
 */
const queries = new Map();

/**
 * Scales the rem units of media queries. They follow the browser's own text size and not the one set on <html>, so
 * without this a page with larger text would keep the layout of a wide window.
 */
function scaleMediaQueries() {
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

/** The values last written to <html>. */
let shown = "";

/** @param {Record<string, unknown>} settings */
function applyAppearance(settings) {
  // Most settings do not change the appearance, and writing to <html> recalculates the styles of the whole page.
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
  scaleMediaQueries();
  // The browser's toolbar takes the color of the page.
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
    // Damaged settings count as none.
    return {};
  }
}

try {
  applyAppearance(read(localStorage.getItem(settingsName)));
} catch {
  // Storage is blocked.
  applyAppearance({});
}
// The music stand begins without the rest of the page. stand/stand.js decides about it later.
document.documentElement.toggleAttribute("data-stand", /\/stand\/?$/.test(location.pathname + location.hash));
addEventListener("appearance", (event) => applyAppearance(/** @type {CustomEvent} */ (event).detail));
addEventListener("storage", (event) => {
  if (event.key === settingsName) applyAppearance(read(event.newValue));
});
// A page restored from the back/forward cache may have outdated settings.
addEventListener("pageshow", (event) => {
  try {
    if (event.persisted) applyAppearance(read(localStorage.getItem(settingsName)));
  } catch {
    // Storage is blocked, so the appearance stays as it is.
  }
});
