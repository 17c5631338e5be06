// Keeps the place of keyboard and screen reader users when an update removes the control that they have just used.

const controls = ["a[href]", "button", "input", "select", "textarea", "summary", "[tabindex]"]
  .map((kind) => `${kind}:not([tabindex="-1"])`).join();

/**
 * Remembers which control has the focus.
 * @returns {() => void} If that control is gone and nothing else has got the focus, it goes to the control that is now
 *   in its place.
 */
export function rememberFocus() {
  const focused = document.activeElement;
  const screen = document.getElementById("screen");
  // After a click or a tap, the place is where the pointer is.
  if (!focused?.matches(":focus-visible") || !screen) return () => {};
  const isInside = screen.contains(focused);
  const isText = focused.matches("input, textarea");
  const earlier = controlsOf(screen).filter(
    (control) => control.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING).reverse();
  return () => {
    if (focused.isConnected || document.activeElement !== document.body) return;
    // The Enter that ended a text would press a control. In an exercise, a control would keep Space and Enter from those
    // that have them as hotkeys.
    if (!isInside || isText || screen.querySelector(".sitting")) return takesFocus(screen);
    const last = earlier.find((control) => control.isConnected);
    const now = controlsOf(screen);
    now.slice(last ? now.indexOf(last) + 1 : 0).some(takesFocus) || takesFocus(last ?? screen);
  };
}

/** @param {Element} screen */
function controlsOf(screen) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (screen.querySelectorAll(controls))];
}

/**
 * Focuses an element, unless it is hidden.
 * @param {HTMLElement} element
 */
function takesFocus(element) {
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
