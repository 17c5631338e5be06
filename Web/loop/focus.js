// Keeps the place of keyboard and screen reader users when an update removes the control that they have just used.

const controls = ["a[href]", "button", "input", "select", "textarea", "summary", "[tabindex]"]
  .map((kind) => `${kind}:not([tabindex="-1"])`).join();

/** How many controls before the focused one are remembered, because an update can remove several. */
const maximumEarlier = 20;

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
  const walker = walkerOf(screen);
  walker.currentNode = focused;
  /** @type {Node[]} */
  const earlier = [];
  // A list can have thousands of controls.
  while (isInside && earlier.length < maximumEarlier && walker.previousNode()) earlier.push(walker.currentNode);
  return () => {
    if (focused.isConnected || document.activeElement !== document.body) return;
    // The Enter that ended a text would press a control. In an exercise, a control would keep Space and Enter from the
    // controls that have them as hotkeys.
    if (!isInside || isText || screen.querySelector(".sitting")) return takesFocus(screen);
    const last = earlier.find((control) => control.isConnected) ?? screen;
    walker.currentNode = last;
    while (walker.nextNode()) if (takesFocus(walker.currentNode)) return;
    takesFocus(last);
  };
}

/**
 * Walks through the controls in the order of the document.
 * @param {Element} screen
 */
function walkerOf(screen) {
  return document.createTreeWalker(screen, NodeFilter.SHOW_ELEMENT, (node) =>
    /** @type {Element} */ (node).matches(controls) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP);
}

/**
 * Focuses an element, unless it is hidden.
 * @param {Node} element
 */
function takesFocus(element) {
  /** @type {HTMLElement} */ (element).focus({ preventScroll: true });
  return document.activeElement === element;
}
