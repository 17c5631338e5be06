// The music stand: music fills the window, with letters as large as fit, and pages turn.
//
//   .stand-line           the screen is on the stand; with its buttons for pages ([data-turn]) and the pedal (.pedal)
//   [data-stand]          on <html>: the style sheet shows nothing but the music
//   [data-fitted]         on <html>: the size of the music has been chosen, so it may appear
//   [data-pairs]          on <html>: the chart has two bars in a line
//
// A tap on the left third, ←, ↑ or Page Up turns back; other taps, →, ↓, Page Down and the pedal turn on. While a tune
// plays, pages turn by themselves.

import { enableMIDI, findMIDI, onController } from "../midi/instruments.js";
import { closest } from "../gestures/events.js";
import { fit } from "./fit.js";

/** The name in localStorage of the number of the MIDI controller that turns pages. */
const pedalName = "chord-combiner-pedal";
const turns = { ArrowLeft: -1, ArrowUp: -1, PageUp: -1, ArrowRight: 1, ArrowDown: 1, PageDown: 1 };

/**
 * The music on the stand, if it has pages.
 * @type {HTMLElement | null}
 */
let music = null;
/** @type {import("./fit.js").Page[]} */
let pages = [];
let current = 0;
/** The HTML for which the pages were made, with the size of the window. */
let fitted = "";
let shownTitle = "";
let isLearning = false;
/** The last value of each controller, because a pedal sends many values on its way. @type {Map<number, number>} */
const values = new Map();

/** Puts the screen on the stand, or takes it off, after the page has changed. */
export function updateStand() {
  const line = document.querySelector(".stand-line");
  const root = document.documentElement;
  if (root.hasAttribute("data-stand") !== (line !== null) || line && !fitted) turnStand(line !== null);
  if (!line) return;
  music = /** @type {HTMLElement | null} */ (document.querySelector(".chart"));
  const title = document.querySelector(".tune-head h2")?.textContent ?? "";
  const key = [
    innerWidth, innerHeight, title, music?.id && document.getElementById("tune-chart")?.textContent,
  ].join();
  if (music && key !== fitted) {
    fitted = key;
    pages = fit(music);
    // Another tune of a set list begins with its first page.
    if (title !== shownTitle) current = 0;
    shownTitle = title;
    current = Math.min(current, pages.length - 1);
  }
  if (!music) pages = [];
  root.toggleAttribute("data-fitted", true);
  show();
}

/** @param {boolean} isOn */
function turnStand(isOn) {
  document.documentElement.toggleAttribute("data-stand", isOn);
  fitted = isOn ? " " : "";
  current = 0;
  if (isOn) {
    findMIDI().catch(console.info);
    // Only a gesture may open the full screen; a link opens the stand in the window.
    if (navigator.userActivation?.isActive) document.documentElement.requestFullscreen?.().catch(() => {});
  } else {
    isLearning = false;
    document.documentElement.removeAttribute("data-pairs");
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  }
}

/** Shows the current page, and which one it is. */
function show() {
  const isTurning = pages.length > 1;
  if (music && pages.length > 0) {
    const { top, items } = pages[current];
    const shown = new Set(items);
    for (const page of pages) {
      for (const item of page.items) item.toggleAttribute("data-off-page", !shown.has(item));
    }
    music.scrollTop = top;
  }
  for (const element of document.querySelectorAll(".stand-line :is([data-turn], output)")) {
    element.toggleAttribute("hidden", !isTurning);
    if (element instanceof HTMLOutputElement) element.textContent = `${current + 1} / ${pages.length}`;
  }
  const pedal = document.querySelector(".stand-line .pedal");
  pedal?.setAttribute("aria-pressed", String(isLearning));
}

/** @param {number} step */
function turn(step) {
  if (isAtEnd(step) && turnTune(step)) return;
  const next = Math.min(Math.max(current + step, 0), pages.length - 1);
  if (next === current || next < 0) return;
  current = next;
  show();
}

/** @param {number} step */
function isAtEnd(step) {
  return Math.abs(step) === 1 && !(current + step in pages);
}

/**
 * Opens the next or the previous tune of a set list.
 * @param {number} step
 * @returns {boolean} whether there is one
 */
function turnTune(step) {
  const button = document.getElementById(step > 0 ? "set-next" : "set-previous");
  if (!button || button.getAttribute("aria-disabled") === "true") return false;
  button.click();
  return true;
}

/** @param {Event} event */
function reveal({ target }) {
  const page = pages.findIndex(({ items }) => items.some((item) => target instanceof Element && item.contains(target)));
  if (page >= 0) turn(page - current);
}

/**
 * @param {number} number of a MIDI controller
 * @param {number} value 0 to 127
 */
function control(number, value) {
  const isPressed = value >= 64 && (values.get(number) ?? 0) < 64;
  values.set(number, value);
  if (!isPressed || !isOnStand()) return;
  if (isLearning) {
    isLearning = false;
    try {
      localStorage.setItem(pedalName, String(number));
    } catch {
      // Storage is blocked. The pedal has to be set again after a reload.
    }
    pedalNumber = number;
    return show();
  }
  // The pedal has one direction, so the last page is followed by the next tune or the first page.
  if (number !== pedalNumber) return;
  if (!isAtEnd(1)) turn(1);
  else if (!turnTune(1)) turn(-current);
}

/** @returns {number | null} */
function storedPedal() {
  try {
    const text = localStorage.getItem(pedalName);
    return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null;
  } catch {
    return null;
  }
}

let pedalNumber = storedPedal();

/** Makes the pages anew, because letters have another size. */
function refit() {
  fitted = " ";
  updateStand();
}

function isOnStand() {
  return document.documentElement.hasAttribute("data-stand");
}

export function listenToStand() {
  onController(control);
  addEventListener("resize", () => isOnStand() && updateStand());
  // The size of text may have changed.
  addEventListener("appearance", () => isOnStand() && refit());
  // The musical signs have a font of their own.
  document.fonts?.ready.then(() => isOnStand() && refit());
  document.addEventListener("reveal", reveal);
  document.addEventListener("click", (event) => {
    if (!isOnStand()) return;
    const button = closest(event, ".stand-line button");
    if (button?.classList.contains("pedal")) {
      isLearning = !isLearning;
      enableMIDI().catch(console.info);
      return show();
    }
    if (button instanceof HTMLElement && button.dataset.turn) return turn(Number(button.dataset.turn));
    if (button) return;
    if (closest(event, ".chart")) turn(event.clientX < innerWidth / 3 ? -1 : 1);
  });
  document.addEventListener("keydown", (event) => {
    if (!isOnStand() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.key in turns) || closest(event, "input, select, textarea")) return;
    event.preventDefault();
    turn(turns[/** @type {keyof typeof turns} */ (event.key)]);
  });
}
