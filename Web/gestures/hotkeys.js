// @ts-check
// Keys that press a button from anywhere on the page:
//
//   data-hotkey="Space"   the space bar presses it, "1" the key 1

import { closest } from "./events.js";

export function listenForHotkeys() {
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const isSpace = event.key === " ";
    // Whoever has come to a button by the keyboard presses that one, as everywhere.
    if (closest(event, isSpace ? "button, a, input, select, textarea, summary" : "input:not([type=range]), select, textarea")) return;
    const button = document.querySelector(`[data-hotkey="${CSS.escape(isSpace ? "Space" : event.key)}"]`);
    if (!(button instanceof HTMLElement)) return;
    event.preventDefault();
    button.click();
  });
}
