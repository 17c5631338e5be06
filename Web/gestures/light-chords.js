// @ts-check
// What hands do with chords of light:
//
//   data-swipe            swiped to the left, the row shows its button Delete; to the right, hides it
//   data-drag="A"         dragged up or down, the row it stands in moves: A and the new place among its siblings
//   data-cell="N"         pressed, by pointer, Enter, Space or the keys 1 to 8, it lights chord N as long as it is held
//   data-stage            as long as it is there, the keys 1 to 8 are meant for its cells, but not those typed in a field
//   canvas "editor"       lumis are taken and moved

import { closest, isOfInputMethod } from "./events.js";
import { digitOf } from "./hotkeys.js";
import { now } from "../loop/circumstances.js";

/** How hard a finger presses that does not say so; as in MIDI. */
const usual = 100;
/** Pixels to the left that are a swipe, and up or down that are none. */
const swipe = 40;
const stray = 24;
/** What is typed here belongs to the field; but who has just chosen lights plays them. */
const typing = 'input:not([type="range"]), textarea, select:not([data-input="tunes lights"])';
/** The first number of the keys; fingers have lower ones. */
const firstKey = 100;

/** @param {import("./events.js").Send} send */
export function listenToChordsets(send) {
  listenForSwipes();
  listenForDrags(send);
  listenForCells(send);
  listenForLumis(send);
}

function listenForSwipes() {
  /** @type {{ element: HTMLElement, x: number, y: number, pointer: number } | null} */
  let start = null;
  document.addEventListener("pointerdown", (event) => {
    const element = closest(event, "[data-swipe]");
    // Pressing elsewhere does not delete it.
    for (const other of document.querySelectorAll("[data-swiped]")) {
      if (other !== element) other.removeAttribute("data-swiped");
    }
    const isField = closest(event, "input, [data-drag]") !== null;
    start = element && !isField && event.pointerType !== "mouse"
      ? { element, x: event.clientX, y: event.clientY, pointer: event.pointerId }
      : null;
  });
  document.addEventListener("pointermove", (event) => {
    if (!start || event.pointerId !== start.pointer) return;
    const right = event.clientX - start.x;
    if (Math.abs(event.clientY - start.y) > stray) start = null;
    else if (Math.abs(right) > swipe) {
      start.element.toggleAttribute("data-swiped", right < 0);
      start = null;
      // The finger that swipes presses nothing.
      addEventListener("click", prevent, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", prevent, { capture: true }), 400);
    }
  });
}

/** @param {Event} event */
function prevent(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** @param {import("./events.js").Send} send */
function listenForDrags(send) {
  /** @type {{ handle: HTMLElement, pointer: number } | null} */
  let drag = null;
  document.addEventListener("pointerdown", (event) => {
    const handle = closest(event, "[data-drag]");
    if (!handle || event.button !== 0) return;
    // What has the focus stays where it is in the document while the others move, so the pointer keeps hold of it.
    handle.focus();
    drag = { handle, pointer: event.pointerId };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    // In another part of a long list it is drawn anew.
    const handle = drag.handle.isConnected ? drag.handle : document.getElementById(drag.handle.id);
    const row = handle?.closest("li");
    if (!handle || !row) return;
    if (handle !== drag.handle) handle.focus();
    drag.handle = handle;
    const { left, width } = row.getBoundingClientRect();
    const other = document.elementFromPoint(left + width / 2, event.clientY)?.closest("li");
    if (!other || other === row || !other.closest("[data-sight]")) return;
    const target = placeOf(other);
    if (isBeyond(event.clientY, other, target > placeOf(row))) send(`${handle.dataset.drag} ${target}`);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => (drag = null));
  }
}

/**
 * Its place in the whole list, of which it may stand in a later part.
 * @param {Element} row
 */
function placeOf(row) {
  const list = row.parentElement;
  const first = list instanceof HTMLOListElement ? list.start - 1 : 0;
  return first + [...(list?.children ?? [])].indexOf(row);
}

/**
 * Beyond its middle, so that rows of different heights do not change places for ever.
 * @param {number} y
 * @param {Element} row
 * @param {boolean} isBelow
 */
function isBeyond(y, row, isBelow) {
  const { top, bottom } = row.getBoundingClientRect();
  return isBelow ? y > (top + bottom) / 2 : y < (top + bottom) / 2;
}

/** @param {import("./events.js").Send} send */
function listenForCells(send) {
  /** @type {Map<number, number>} the number of a finger by the browser's number of the pointer */
  const fingers = new Map();
  /** @type {Map<string, number>} the number of a key that is down, by its place */
  const keys = new Map();

  /**
   * @param {string | number} cell
   * @param {number} source
   */
  const press = (cell, source, velocity = usual) => send(`stage press ${cell} ${velocity} ${source} ${now()}`);
  /** @param {number} source */
  const release = (source) => send(`stage release ${source} ${now()}`);

  document.addEventListener("pointerdown", (event) => {
    const cell = closest(event, "[data-cell]");
    if (!cell || event.button !== 0) return;
    let number = 0;
    while ([...fingers.values()].includes(number)) number += 1;
    fingers.set(event.pointerId, number);
    press(cell.dataset.cell ?? "", number);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => {
      const { pointerId } = /** @type {PointerEvent} */ (event);
      const number = fingers.get(pointerId);
      if (number === undefined) return;
      fingers.delete(pointerId);
      release(number);
    });
  }
  // A click that no pointer made: a screen reader's.
  document.addEventListener("click", (event) => {
    const cell = closest(event, "[data-cell]");
    if (!cell || event.detail > 0) return;
    press(cell.dataset.cell ?? "", firstKey + 8);
    release(firstKey + 8);
  });
  document.addEventListener("keydown", (event) => {
    // As long as ⌘ is held, macOS tells of no other key that is lifted.
    if (event.key === "Meta") liftKeys();
    if (event.ctrlKey || event.metaKey || event.altKey || isOfInputMethod(event)) return;
    if (!document.querySelector("[data-stage]")) return;
    if (closest(event, typing)) return;
    const cell = cellOf(event);
    if (cell === null) return;
    event.preventDefault();
    if (event.repeat || keys.has(event.code)) return;
    keys.set(event.code, firstKey + cell);
    press(cell, firstKey + cell);
  });
  document.addEventListener("keyup", ({ code }) => {
    const number = keys.get(code);
    if (number === undefined) return;
    keys.delete(code);
    release(number);
  });
  function liftKeys() {
    for (const number of keys.values()) release(number);
    keys.clear();
  }
  // Fingers and keys lifted meanwhile would not be reported.
  addEventListener("blur", () => {
    for (const number of fingers.values()) release(number);
    fingers.clear();
    liftKeys();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && document.querySelector("[data-stage]")) send(`stage release-all ${now()}`);
  });
}

/**
 * The cell that a key means: by its number, or the one that has the focus.
 * @param {KeyboardEvent} event
 */
function cellOf(event) {
  const digit = Number(digitOf(event));
  if (digit >= 1 && digit <= 8) return digit - 1;
  const cell = event.key === "Enter" || event.key === " " ? closest(event, "[data-cell]") : null;
  return cell ? Number(cell.dataset.cell) : null;
}

/** @param {import("./events.js").Send} send */
function listenForLumis(send) {
  /** @type {number | null} */
  let pointer = null;
  document.addEventListener("pointerdown", (event) => {
    const canvas = closest(event, 'canvas[data-picture="editor"]');
    if (!canvas || event.button !== 0 || pointer !== null) return;
    pointer = event.pointerId;
    canvas.setPointerCapture(pointer);
    send(`editor grab ${place(event, canvas)} ${now()}`);
  });
  document.addEventListener("pointermove", (event) => {
    const canvas = document.querySelector('canvas[data-picture="editor"]');
    if (event.pointerId === pointer && canvas instanceof HTMLElement) send(`editor drag ${place(event, canvas)}`);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => {
      if (/** @type {PointerEvent} */ (event).pointerId === pointer) pointer = null;
    });
  }
}

/**
 * Where on the canvas, in thousandths of its width and height.
 * @param {PointerEvent} event
 * @param {HTMLElement} canvas
 */
function place(event, canvas) {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const x = Math.round((1000 * (event.clientX - left)) / width);
  const y = Math.round((1000 * (event.clientY - top)) / height);
  return `${x} ${y}`;
}
