// @ts-check
// Playing on the pads of the LinnStrument as it is drawn, with several fingers and with slides; and on the keys of the
// piano beside it, on which a finger that moves does nothing.

import { now } from "../loop/circumstances.js";
import { hold } from "../sound/playing.js";

/** @typedef {{ number: number, x: number, column: number, slid: number, letGo: () => void }} Finger */

/** @type {Map<number, Finger>} by the browser's number of the pointer */
const fingers = new Map();

/** @param {import("./events.js").Send} send */
export function listenToPads(send) {
  document.addEventListener("pointerdown", (event) => {
    const pad = event.target instanceof Element ? event.target.closest("[data-pad]") : null;
    const grid = pad?.closest("svg");
    if (!(pad instanceof SVGElement) || !grid || event.button !== 0) return;
    const number = free();
    const [, , note] = (pad.dataset.pad ?? "").split(" ");
    const { width } = grid.getBoundingClientRect();
    const column = (Number(grid.dataset.column ?? Infinity) * width) / grid.viewBox.baseVal.width;
    fingers.set(event.pointerId, { number, x: event.clientX, column, slid: 0, letGo: hold(Number(note)) });
    send(`play press ${pad.dataset.pad} ${number} ${now()}`);
  });
  document.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const slid = Math.round(((event.clientX - finger.x) / finger.column) * 100);
    // A finger trembles.
    if (Math.abs(slid) < 25 && finger.slid === 0) return;
    if (slid !== finger.slid) send(`play slide ${finger.number} ${slid} ${now()}`);
    finger.slid = slid;
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
    finger.letGo();
    send(`play lift ${finger.number} ${now()}`);
  }
}

/** The lowest number that no finger has. */
function free() {
  const taken = new Set([...fingers.values()].map(({ number }) => number));
  let number = 0;
  while (taken.has(number)) number += 1;
  return number;
}
