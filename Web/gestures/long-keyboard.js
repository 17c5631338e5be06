// Keyboards that are wider than the screen: keys wide enough for fingers, and buttons that move them by an octave.
//
//   .long-keyboard        a keyboard that scrolls; data-scrolls while it is wider than its place
//   data-octaves="N"      a button in it moves the keys by N octaves

import { closest } from "./events.js";

/** The width of a white key and of an octave, in units of the drawing. See PianoGeometry. */
const whiteWidth = 164 / 7;
const octaveWidth = 164;
/** A phone on its side shows keys of at least 120 px. */
const isLow = matchMedia("(height <= 34rem) and (orientation: landscape)");
/** The drawings that were sized, each with its keys and the width it had. @type {WeakMap<Element, string>} */
const sized = new WeakMap();

/** Sets the sizes of keyboards that are new on the page. */
export function widenKeyboards() {
  for (const keyboard of document.querySelectorAll(".long-keyboard")) widen(keyboard);
}

/** @param {Element} keyboard */
function widen(keyboard) {
  const svg = keyboard.querySelector("svg"), room = keyboard.querySelector(".keys-room");
  if (!svg || !room) return;
  const { x, width } = svg.viewBox.baseVal;
  // Measuring takes time, and live input calls this a hundred times a second.
  const key = [x, width, innerWidth, innerHeight].join();
  if (sized.get(svg) === key) return;
  sized.set(svg, key);
  svg.style.minWidth = `${width / whiteWidth * (isLow.matches ? 30 : 24)}px`;
  const scrolls = room.scrollWidth > room.clientWidth + 1;
  keyboard.toggleAttribute("data-scrolls", scrolls);
  if (!scrolls) return;
  const keys = [...svg.querySelectorAll(".key.lit")];
  const lit = (keys.length > 0 ? keys : [...svg.querySelectorAll("[data-pitch='66']")]).map((key) => {
    return Number(key.getAttribute("x")) + Number(key.getAttribute("width")) / 2;
  });
  const middle = (Math.min(...lit) + Math.max(...lit)) / 2;
  if (lit.length > 0) room.scrollLeft = (middle - x) / width * room.scrollWidth - room.clientWidth / 2;
}

export function listenToLongKeyboards() {
  addEventListener("resize", widenKeyboards);
  document.addEventListener("click", (event) => {
    const button = closest(event, "[data-octaves]");
    const room = button?.closest(".long-keyboard")?.querySelector(".keys-room");
    const svg = room?.querySelector("svg");
    if (!(button instanceof HTMLElement) || !room || !svg) return;
    const octave = octaveWidth / svg.viewBox.baseVal.width * room.scrollWidth;
    room.scrollBy({ left: Number(button.dataset.octaves) * octave });
  });
}
