// Long presses and their alternatives:
//
//   data-alternate="B"    pressing it for half a second sends B, and the click that follows is suppressed; clicking it
//                           with Shift sends B too (see events.js)
//     within data-pointing    and so does hovering over it with a mouse or a pen

import { maySound } from "../loop/environment.js";
import { closest, isOfInputMethod } from "./events.js";

/** Milliseconds after which a press is a long press. */
const longPressDelay = 500;
/** Maximum movement of the pointer meanwhile, in pixels. */
const tolerance = 10;

/** @param {import("./events.js").Send} send */
export function listenForLongPresses(send) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let x = 0;
  let y = 0;
  /** Whether the long press has been sent, so that the click at its end is suppressed. */
  let isSent = false;

  document.addEventListener("pointerdown", (event) => {
    clearTimeout(timer);
    isSent = false;
    if (event.button !== 0) return;
    const element = closest(event, "[data-alternate]");
    if (!element) return;
    ({ clientX: x, clientY: y } = event);
    timer = setTimeout(() => {
      isSent = true;
      send(element.dataset.alternate ?? "");
    }, longPressDelay);
  });
  document.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - x, event.clientY - y) > tolerance) clearTimeout(timer);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(timer));

  document.addEventListener("pointerover", (event) => {
    const element = event.pointerType === "touch" ? null : closest(event, "[data-pointing] [data-alternate]");
    if (!element || (event.relatedTarget instanceof Node && element.contains(event.relatedTarget))) return;
    if (maySound()) send(element.dataset.alternate ?? "");
  });

  // Only in some browsers does the click caused by Shift+Enter report Shift.
  document.addEventListener("keydown", (event) => {
    const isShiftEnter = event.key === "Enter" && event.shiftKey && !isOfInputMethod(event);
    const element = isShiftEnter ? closest(event, "[data-alternate]") : null;
    if (!element) return;
    event.preventDefault();
    if (!event.repeat) send(element.dataset.alternate ?? "");
  });

  // Runs in the capture phase, ahead of the listener for clicks.
  document.addEventListener(
    "click",
    (event) => {
      if (isSent && closest(event, "[data-alternate]")) event.stopImmediatePropagation();
      isSent = false;
    },
    true,
  );
  // Phones open a context menu on a long press.
  document.addEventListener("contextmenu", (event) => {
    if (isSent && closest(event, "[data-alternate]")) event.preventDefault();
  });
}
