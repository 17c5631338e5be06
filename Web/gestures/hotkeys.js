// Hotkeys that click a button from anywhere on the page:
//
//   data-hotkey="Space"   the space bar presses it, "1" the key 1

import { closest, isOfInputMethod } from "./events.js";

export function listenForHotkeys() {
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.defaultPrevented || isOfInputMethod(event)) return;
    if (closest(event, controlsFor(event.key))) return;
    const button = buttonOf(event.key === " " ? "Space" : event.key) ?? buttonOf(digitOf(event));
    if (!button) return;
    event.preventDefault();
    button.click();
  });
}

/**
 * The controls that keep this key for themselves while they are focused.
 * @param {string} key
 */
function controlsFor(key) {
  if (key === " ") return "button, a, input, select, textarea, summary";
  const fields = "input:not([type=range]), select, textarea";
  // An answer that was given does nothing more: Enter goes on to the next question.
  return key === "Enter" ? `a[href], button:not([aria-disabled="true"]), summary, ${fields}` : fields;
}

/** @param {string | null} name */
function buttonOf(name) {
  const button = name === null ? null : document.querySelector(`[data-hotkey="${CSS.escape(name)}"]`);
  return button instanceof HTMLElement ? button : null;
}

/**
 * The digit of a key by its position. On some layouts, such as the French one, digits need Shift; others have digits of
 * another script.
 * @param {KeyboardEvent} event
 */
export function digitOf(event) {
  return /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? (/^\d$/.test(event.key) ? event.key : null);
}
