// Records events until main.js listens, so a tap on the first screen is not lost on a slow network. It is a classic
// script because the server's HTML can be clicked before any module has been loaded.

/** @type {Event[]} */
const earlyEvents = [];
const earlyTypes = ["click", "pointerdown", "change", "keydown"];

/** @param {Event} event */
function recordEarly(event) {
  const { target } = event;
  if (!(target instanceof Element)) return;
  if (event instanceof MouseEvent && event.type === "click") {
    const element = target.closest("[data-action], a[href]");
    if (!element?.hasAttribute("data-action")) return;
    if (element instanceof HTMLAnchorElement) {
      // With a modifier or another button the browser opens the link elsewhere.
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
    }
  }
  earlyEvents.push(event);
}

for (const type of earlyTypes) document.addEventListener(type, recordEarly);

/**
 * Stops recording and returns the recorded events.
 * @returns {Event[]}
 */
function takeEarlyEvents() {
  for (const type of earlyTypes) document.removeEventListener(type, recordEarly);
  return earlyEvents.splice(0);
}

// If main.js fails to load, the browser follows the last clicked link.
addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    const clicked = takeEarlyEvents().map(({ target }) => (target instanceof Element ? target.closest("a") : null));
    const link = clicked.reverse().find((link) => link !== null);
    if (link) location.assign(link.href);
  },
  true,
);
