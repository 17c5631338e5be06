// @ts-check
// Theme, contrast and colours, put on <html> before anything is painted, so that nobody who prefers
// the dark is met by a flash of light. That is why this is no module: modules run after the first paint.

/** Also in storage/memory.js, which is the one that writes. */
const place = "chord-combiner-settings";

/** @param {Record<string, unknown>} settings */
function appear(settings) {
  const { dataset } = document.documentElement;
  for (const name of ["theme", "contrast", "colors"]) {
    const value = settings[name];
    if (typeof value === "string") dataset[name] = value;
  }
  if (matchMedia("(prefers-contrast: more)").matches) dataset.contrast = "high";
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
