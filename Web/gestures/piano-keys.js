// @ts-check
// The computer's keyboard as a piano, by where its keys lie and not by what is printed on them: the
// middle row is white from C, the row above it black. Z and X go an octave down and up.
//
//   data-place="KeyA"   shows what the key at this place carries, where the browser tells

import { isCovered, isOfInputMethod } from "./events.js";
import { pause } from "../midi/files.js";
import { hear } from "../midi/instruments.js";
import { hold, sounding, stop } from "../sound/playing.js";

/** The keys' places, a semitone apart. */
const places = [
  "KeyA", "KeyW", "KeyS", "KeyE", "KeyD", "KeyF", "KeyT", "KeyG", "KeyY", "KeyH", "KeyU", "KeyJ",
  "KeyK", "KeyO", "KeyL", "KeyP", "Semicolon", "Quote",
];
/** @type {Map<string, number>} by how many semitones a place moves all of them */
const shifts = new Map([["KeyZ", -12], ["KeyX", 12]]);

/** MIDI number of the C that the first place plays. */
let lowest = 60;

/** @type {Map<string, () => void>} how to let go of what is held, by the name of the place */
const held = new Map();

export function listenForPianoKeys() {
  // Before any other listener: as long as something sounds, Escape ends that and nothing more.
  addEventListener("keydown", silence, true);
  addEventListener("keydown", press);
  addEventListener("keyup", (event) => letGo(event.code));
  // Where the window has lost the focus, the end of a key is not told.
  addEventListener("blur", letGoAll);
}

/** @param {KeyboardEvent} event */
function silence(event) {
  if (event.key !== "Escape" || isOfInputMethod(event) || !stop() || isCovered()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  pause();
}

/** @param {KeyboardEvent} event */
function press(event) {
  const { code } = event;
  // Nor is it on macOS as long as ⌘ is held.
  if (event.key === "Meta") letGoAll();
  // Prevented: the key was a shortcut.
  if (event.defaultPrevented || isOfInputMethod(event) || isModified(event) || isInField(event)) return;
  const place = places.indexOf(code);
  const shift = shifts.get(code) ?? 0;
  if (place < 0 && shift === 0) return;
  // Some browsers search the page for what is typed.
  event.preventDefault();
  if (event.repeat) return;
  lowest = Math.min(84, Math.max(36, lowest + shift));
  if (place < 0) return;
  letGo(code);
  const note = sounding(lowest + place);
  const end = hold(note);
  hear(0, [0x90, note, 100]);
  held.set(code, () => {
    end();
    hear(0, [0x80, note, 64]);
  });
}

/** Shows what the keys carry on the keyboard that is connected. Only Chromium tells. */
export async function nameKeys() {
  /** @typedef {{ keyboard?: { getLayoutMap?: () => Promise<Map<string, string>> } }} WithKeyboard */
  const { keyboard } = /** @type {Navigator & WithKeyboard} */ (navigator);
  const layout = await keyboard?.getLayoutMap?.();
  for (const key of document.querySelectorAll("[data-place]")) {
    const letter = layout?.get(key.getAttribute("data-place") ?? "");
    if (letter) key.textContent = letter.toUpperCase();
  }
}

/** @param {string} code */
function letGo(code) {
  held.get(code)?.();
  held.delete(code);
}

function letGoAll() {
  for (const code of [...held.keys()]) letGo(code);
}

/** @param {KeyboardEvent} event */
function isModified(event) {
  return event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}

/**
 * Where letters are typed, or choose something. A slider has no use for them.
 * @param {KeyboardEvent} event
 */
function isInField(event) {
  const { target } = event;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=range]), textarea, select"))
  );
}
