// Plays the pads of the LinnStrument on the page, with several fingers and with slides, and the keys of the piano next
// to it, which do not slide.

import { now } from "../loop/environment.js";
import { hold } from "../sound/playback.js";

/** @typedef {{ number: number, x: number, column: number, slide: number, release: () => void }} Finger */

/** @type {Map<number, Finger>} by pointerId */
const fingers = new Map();

/** @param {import("./events.js").Send} send */
export function listenToPads(send) {
  document.addEventListener("pointerdown", (event) => {
    const pad = event.target instanceof Element ? event.target.closest("[data-pad]") : null;
    const grid = pad?.closest("svg");
    if (!(pad instanceof SVGElement) || !grid || event.button !== 0) return;
    const number = unusedNumber();
    const [, , note] = (pad.dataset.pad ?? "").split(" ");
    const { width } = grid.getBoundingClientRect();
    const column = (Number(grid.dataset.column ?? Infinity) * width) / grid.viewBox.baseVal.width;
    fingers.set(event.pointerId, { number, x: event.clientX, column, slide: 0, release: hold(Number(note)) });
    send(`play press ${pad.dataset.pad} ${number} ${now()}`);
  });
  document.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const slide = Math.round(((event.clientX - finger.x) / finger.column) * 100);
    // Ignores the trembling of a finger that does not slide.
    if (Math.abs(slide) < 25 && finger.slide === 0) return;
    if (slide !== finger.slide) send(`play slide ${finger.number} ${slide} ${now()}`);
    finger.slide = slide;
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => lift(/** @type {PointerEvent} */ (event).pointerId));
  }
  addEventListener("blur", () => [...fingers.keys()].forEach(lift));

  /** @param {number} pointer */
  function lift(pointer) {
    const finger = fingers.get(pointer);
    if (!finger) return;
    fingers.delete(pointer);
    finger.release();
    send(`play lift ${finger.number} ${now()}`);
  }
}

/** The lowest number that no finger uses. */
function unusedNumber() {
  const taken = new Set([...fingers.values()].map(({ number }) => number));
  let number = 0;
  while (taken.has(number)) number += 1;
  return number;
}
