// Gestures for chordsets and light chords:
//
//   data-swipe            swiping the row left shows its Delete button, swiping right hides it
//   data-swipe="A"        swiping left sends A and ArrowRight, swiping right A and ArrowLeft
//   data-drag="A"         dragging the handle up or down moves its row: sends A and the new index among its siblings
//   data-cell="N"         lights chord N while it is held with a pointer, Enter, Space or a key from 1 to 8
//   data-stage            while it is shown, the keys 1 to 8 play its cells, except in a text field
//   canvas "editor"       lumis can be dragged

import { closest, isOfInputMethod, suppressNextClick } from "./events.js";
import { digitOf } from "./hotkeys.js";
import { now } from "../loop/environment.js";

/** The MIDI velocity of pointers and keys, which report none. */
const defaultVelocity = 100;
/** The distance of a swipe in pixels, and the vertical distance that cancels it. */
const swipeDistance = 40;
const swipeTolerance = 24;
/** Fields that keep their keys. A menu in which lights have just been chosen does not, so that they can be played. */
const fields = 'input:not([type="range"]), textarea, select:not([data-input="tunes lights"])';
/** The source number of the first key. Pointers have lower ones. */
const firstKey = 100;

/** @param {import("./events.js").Send} send */
export function listenToChordsets(send) {
  listenForSwipes(send);
  listenForDrags(send);
  listenForCells(send);
  listenForLumis(send);
}

/** @param {import("./events.js").Send} send */
function listenForSwipes(send) {
  /** @type {{ element: HTMLElement, x: number, y: number, pointer: number } | null} */
  let start = null;
  document.addEventListener("pointerdown", (event) => {
    const element = closest(event, "[data-swipe]");
    // Pressing elsewhere hides the Delete button.
    for (const other of document.querySelectorAll("[data-swiped]")) {
      if (other !== element) other.removeAttribute("data-swiped");
    }
    const isField = closest(event, "input, select, [data-drag]") !== null;
    start = element && !isField && event.pointerType !== "mouse"
      ? { element, x: event.clientX, y: event.clientY, pointer: event.pointerId }
      : null;
  });
  document.addEventListener("pointermove", (event) => {
    if (!start || event.pointerId !== start.pointer) return;
    const right = event.clientX - start.x;
    if (Math.abs(event.clientY - start.y) > swipeTolerance) start = null;
    else if (Math.abs(right) > swipeDistance) {
      const { swipe } = start.element.dataset;
      if (swipe) send(`${swipe} ${right < 0 ? "ArrowRight" : "ArrowLeft"}`);
      else start.element.toggleAttribute("data-swiped", right < 0);
      start = null;
      suppressNextClick(400);
    }
  });
}

/** @param {import("./events.js").Send} send */
function listenForDrags(send) {
  /** @type {{ handle: HTMLElement, pointer: number } | null} */
  let drag = null;
  document.addEventListener("pointerdown", (event) => {
    const handle = closest(event, "[data-drag]");
    if (!handle || event.button !== 0) return;
    // patch.js does not move the focused element, so the pointer stays on the handle.
    handle.focus();
    drag = { handle, pointer: event.pointerId };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    // In another region of a long list the handle is a new element with the same id.
    const handle = drag.handle.isConnected ? drag.handle : document.getElementById(drag.handle.id);
    const row = handle?.closest("li");
    if (!handle || !row) return;
    if (handle !== drag.handle) handle.focus();
    drag.handle = handle;
    const { left, width } = row.getBoundingClientRect();
    const other = document.elementFromPoint(left + width / 2, event.clientY)?.closest("li");
    if (!other || other === row || !other.closest("[data-sight]")) return;
    const target = indexOf(other);
    if (isPastMiddle(event.clientY, other, target > indexOf(row))) send(`${handle.dataset.drag} ${target}`);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => (drag = null));
  }
}

/**
 * The index of a row in the whole list, which may be divided into several regions.
 * @param {Element} row
 */
function indexOf(row) {
  const list = row.parentElement;
  const first = list instanceof HTMLOListElement ? list.start - 1 : 0;
  return first + [...(list?.children ?? [])].indexOf(row);
}

/**
 * Whether the pointer is past the middle of a row. Otherwise rows of different heights would swap again and again.
 * @param {number} y
 * @param {Element} row
 * @param {boolean} isBelow
 */
function isPastMiddle(y, row, isBelow) {
  const { top, bottom } = row.getBoundingClientRect();
  return isBelow ? y > (top + bottom) / 2 : y < (top + bottom) / 2;
}

/** @param {import("./events.js").Send} send */
function listenForCells(send) {
  /** @type {Map<number, number>} source numbers of the pointers that are down, by pointerId */
  const fingers = new Map();
  /** @type {Map<string, number>} source numbers of the keys that are down, by code */
  const keys = new Map();

  /**
   * @param {string | number} cell
   * @param {number} source
   */
  const press = (cell, source) => send(`stage press ${cell} ${defaultVelocity} ${source} ${now()}`);
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
  // A click without a pointer comes from a screen reader.
  document.addEventListener("click", (event) => {
    const cell = closest(event, "[data-cell]");
    if (!cell || event.detail > 0) return;
    press(cell.dataset.cell ?? "", firstKey + 8);
    release(firstKey + 8);
  });
  document.addEventListener("keydown", (event) => {
    // While ⌘ is held, macOS reports no keyup of other keys.
    if (event.key === "Meta") releaseKeys();
    if (event.ctrlKey || event.metaKey || event.altKey || isOfInputMethod(event)) return;
    if (!document.querySelector("[data-stage]")) return;
    if (closest(event, fields)) return;
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
  function releaseKeys() {
    for (const number of keys.values()) release(number);
    keys.clear();
  }
  // Without the focus, the window gets no events for released pointers and keys.
  addEventListener("blur", () => {
    for (const number of fingers.values()) release(number);
    fingers.clear();
    releaseKeys();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && document.querySelector("[data-stage]")) send(`stage release-all ${now()}`);
  });
}

/**
 * The cell of a key: by its digit, or the focused one.
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
    send(`editor grab ${position(event, canvas)} ${now()}`);
  });
  document.addEventListener("pointermove", (event) => {
    const canvas = document.querySelector('canvas[data-picture="editor"]');
    if (event.pointerId === pointer && canvas instanceof HTMLElement) send(`editor drag ${position(event, canvas)}`);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => {
      if (/** @type {PointerEvent} */ (event).pointerId === pointer) pointer = null;
    });
  }
}

/**
 * The position on the canvas, in thousandths of its width and height.
 * @param {PointerEvent} event
 * @param {HTMLElement} canvas
 */
function position(event, canvas) {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const x = Math.round((1000 * (event.clientX - left)) / width);
  const y = Math.round((1000 * (event.clientY - top)) / height);
  return `${x} ${y}`;
}
