// Gestures for tunes:
//
//   data-drop="A"         while it is shown, files dropped anywhere on the page are sent with A (see files/open.js)
//   data-paste="A"        a text pasted outside of all fields is read and sent with A
//   data-take             a click sends the text of the field before it with the field's data-paste-field
//   data-bar="N"          dragging from one bar to another selects the bars between them

import { closest, suppressNextClick } from "./events.js";
import { openFiles, openText } from "../files/open.js";

/** @param {import("./events.js").Send} send */
export function listenToTunes(send) {
  listenForFiles();
  listenForTexts();
  listenForBars(send);
}

function listenForFiles() {
  /** @param {DragEvent} event */
  const dropTarget = (event) => event.dataTransfer?.types.includes("Files") && document.querySelector("[data-drop]");
  document.addEventListener("dragover", (event) => {
    if (dropTarget(event)) event.preventDefault();
  });
  document.addEventListener("drop", async (event) => {
    const element = dropTarget(event);
    if (!element) return;
    event.preventDefault();
    await openFiles([...(event.dataTransfer?.files ?? [])], element.getAttribute("data-drop") ?? "");
  });
}

function listenForTexts() {
  document.addEventListener("paste", (event) => {
    const element = document.querySelector("[data-paste]");
    const text = event.clipboardData?.getData("text/plain");
    if (!element || !text || closest(event, "input, textarea")) return;
    event.preventDefault();
    openText(text, element.getAttribute("data-paste") ?? "");
  });
  document.addEventListener("click", (event) => {
    const field = closest(event, "[data-take]")?.parentElement?.querySelector("[data-paste-field]");
    if (!(field instanceof HTMLTextAreaElement) || field.value.trim() === "") return;
    openText(field.value, field.dataset.pasteField ?? "");
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
    // Where a swipe goes to another key, a finger selects no bars.
    const isSwipe = event.pointerType !== "mouse" && closest(event, "[data-swipe]");
    const bar = event.button === 0 && !isSwipe ? number(closest(event, "[data-bar]")) : null;
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
    suppressNextClick(50);
    send(`tunes choose ${first} ${last}`);
  });
  document.addEventListener("pointercancel", () => {
    drag = null;
    show();
  });
}
