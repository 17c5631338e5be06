// @ts-check
// What hands do with tunes:
//
//   data-drop="A"         files that are dropped anywhere while it is there are handed over with A; so are those that are
//                         opened, see midi/files.js
//   data-paste="A"        a text that is pasted outside of all fields is handed over with A
//   data-take             pressed, hands over what stands in the field before it, with its data-paste-field
//   data-bar="N"          dragged over from one to another, the bars between them are chosen

import { closest } from "./events.js";
import { filled } from "../loop/circumstances.js";
import { bringAll } from "../midi/files.js";

/** @param {import("./events.js").Send} send */
export function listenToTunes(send) {
  listenForFiles();
  listenForTexts(send);
  listenForBars(send);
}

function listenForFiles() {
  /** @param {DragEvent} event */
  const place = (event) => event.dataTransfer?.types.includes("Files") && document.querySelector("[data-drop]");
  document.addEventListener("dragover", (event) => {
    if (place(event)) event.preventDefault();
  });
  document.addEventListener("drop", async (event) => {
    const element = place(event);
    if (!element) return;
    event.preventDefault();
    await bringAll([...(event.dataTransfer?.files ?? [])], element.getAttribute("data-drop") ?? "");
  });
}

/** @param {import("./events.js").Send} send */
function listenForTexts(send) {
  document.addEventListener("paste", (event) => {
    const element = document.querySelector("[data-paste]");
    const text = event.clipboardData?.getData("text/plain");
    if (!element || !text || closest(event, "input, textarea")) return;
    event.preventDefault();
    send(filled(element.getAttribute("data-paste") ?? ""), text);
  });
  document.addEventListener("click", (event) => {
    const field = closest(event, "[data-take]")?.parentElement?.querySelector("[data-paste-field]");
    if (!(field instanceof HTMLTextAreaElement) || field.value.trim() === "") return;
    send(filled(field.dataset.pasteField ?? ""), field.value);
    field.value = "";
  });
}

/** @param {import("./events.js").Send} send */
function listenForBars(send) {
  /** @type {{ pointer: number, first: number, last: number } | null} */
  let drag = null;
  const number = (/** @type {Element | null | undefined} */ element) => {
    const bar = element?.closest("[data-bar]")?.getAttribute("data-bar");
    return bar === null || bar === undefined ? null : Number(bar);
  };
  const show = () => {
    for (const element of document.querySelectorAll("[data-bar]")) {
      const bar = number(element) ?? -1;
      const [low, high] = drag ? [Math.min(drag.first, drag.last), Math.max(drag.first, drag.last)] : [0, -1];
      element.toggleAttribute("data-dragged", drag !== null && drag.first !== drag.last && low <= bar && bar <= high);
    }
  };
  document.addEventListener("pointerdown", (event) => {
    const bar = event.button === 0 ? number(closest(event, "[data-bar]")) : null;
    drag = bar === null ? null : { pointer: event.pointerId, first: bar, last: bar };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const bar = number(document.elementFromPoint(event.clientX, event.clientY));
    if (bar === null || bar === drag.last) return;
    drag.last = bar;
    show();
  });
  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { first, last } = drag;
    drag = null;
    show();
    if (first === last) return;
    // The press that ends here has chosen bars, and touches none.
    addEventListener("click", prevent, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", prevent, { capture: true }), 50);
    send(`tunes choose ${first} ${last}`);
  });
  document.addEventListener("pointercancel", () => {
    drag = null;
    show();
  });
}

/** @param {Event} event */
function prevent(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
