// @ts-check
// Long presses, and other ways to the same:
//
//   data-alternate="B"    holding it for half a second sends B, and lifting it then sends nothing more;
//                           so does pressing it with Shift (the click: see events.js)
//     within data-pointing    and so does coming upon it with a mouse or a pen

import { closest, isOfInputMethod } from "./events.js";

/** Milliseconds until a press is a long one. */
const long = 500;
/** Pixels a finger may stray meanwhile. */
const stray = 10;

/** @param {import("./events.js").Send} send */
export function listenForPresses(send) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let x = 0;
  let y = 0;
  /** Whether the press has had its effect, so that the click at its end should have none. */
  let isSpent = false;

  document.addEventListener("pointerdown", (event) => {
    clearTimeout(timer);
    isSpent = false;
    if (event.button !== 0) return;
    const held = closest(event, "[data-alternate]");
    if (!held) return;
    ({ clientX: x, clientY: y } = event);
    timer = setTimeout(() => {
      isSpent = true;
      send(held.dataset.alternate ?? "");
    }, long);
  });
  document.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - x, event.clientY - y) > stray) clearTimeout(timer);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(timer));

  document.addEventListener("pointerover", (event) => {
    const element = event.pointerType === "touch" ? null : closest(event, "[data-pointing] [data-alternate]");
    if (!element || (event.relatedTarget instanceof Node && element.contains(event.relatedTarget))) return;
    // Before the first gesture of a visit browsers let nothing sound; those that do not tell try.
    const { userActivation } = /** @type {{ userActivation?: { hasBeenActive: boolean } }} */ (navigator);
    if (userActivation?.hasBeenActive !== false) send(element.dataset.alternate ?? "");
  });

  // The click that follows upon Enter has Shift with it in some browsers only.
  document.addEventListener("keydown", (event) => {
    const element = event.key === "Enter" && event.shiftKey && !isOfInputMethod(event) ? closest(event, "[data-alternate]") : null;
    if (!element) return;
    event.preventDefault();
    if (!event.repeat) send(element.dataset.alternate ?? "");
  });

  // Before the listener that would act on it.
  document.addEventListener(
    "click",
    (event) => {
      if (isSpent && closest(event, "[data-alternate]")) event.stopImmediatePropagation();
      isSpent = false;
    },
    true,
  );
  // The menu that a phone opens where a finger rests.
  document.addEventListener("contextmenu", (event) => {
    if (isSpent && closest(event, "[data-alternate]")) event.preventDefault();
  });
}
