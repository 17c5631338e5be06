// The computer's keyboard as a piano. The middle row has the white keys from C on, the row above it the black keys.
// Z and X shift by an octave. Positions count, not the letters of the layout.
//
//   data-place="KeyA"   shows the letter of the key at this position, if the browser reports it

import { isOfInputMethod, isPopoverOpen } from "./events.js";
import { receive } from "../midi/instruments.js";
import { pause } from "../midi/playback.js";
import { hold, soundingPitch, stop } from "../sound/playback.js";

/** The codes of the keys, in semitones from C. */
const codes = [
  "KeyA", "KeyW", "KeyS", "KeyE", "KeyD", "KeyF", "KeyT", "KeyG", "KeyY", "KeyH", "KeyU", "KeyJ",
  "KeyK", "KeyO", "KeyL", "KeyP", "Semicolon", "Quote",
];
/** @type {Map<string, number>} the keys that shift the octave, with semitones */
const shifts = new Map([["KeyZ", -12], ["KeyX", 12]]);

/** MIDI number of the C that the first key plays. */
let lowest = 60;

/** @type {Map<string, () => void>} functions that release the held notes, by code */
const held = new Map();

export function listenForPianoKeys() {
  // Captured ahead of other listeners, because Escape only silences while something sounds.
  addEventListener("keydown", silence, true);
  addEventListener("keydown", press);
  addEventListener("keyup", (event) => release(event.code));
  // Without the focus, the window gets no keyup.
  addEventListener("blur", releaseAll);
}

/** @param {KeyboardEvent} event */
function silence(event) {
  if (event.key !== "Escape" || isOfInputMethod(event) || !stop() || isPopoverOpen()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  pause();
}

/** @param {KeyboardEvent} event */
function press(event) {
  const { code } = event;
  // While ⌘ is held, macOS reports no keyup of other keys.
  if (event.key === "Meta") releaseAll();
  // The default is prevented if the key was a shortcut.
  if (event.defaultPrevented || isOfInputMethod(event) || isModified(event) || isInField(event)) return;
  const semitones = codes.indexOf(code);
  const shift = shifts.get(code) ?? 0;
  if (semitones < 0 && shift === 0) return;
  // Some browsers search the page as you type.
  event.preventDefault();
  if (event.repeat) return;
  lowest = Math.min(84, Math.max(36, lowest + shift));
  if (semitones < 0) return;
  release(code);
  const note = soundingPitch(lowest + semitones);
  const end = hold(note);
  receive(0, [0x90, note, 100]);
  held.set(code, () => {
    end();
    receive(0, [0x80, note, 64]);
  });
}

/** Shows the letters of the connected keyboard. Only Chromium reports them. */
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
function release(code) {
  held.get(code)?.();
  held.delete(code);
}

function releaseAll() {
  for (const code of [...held.keys()]) release(code);
}

/** @param {KeyboardEvent} event */
function isModified(event) {
  return event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}

/**
 * Whether a key is pressed in a field that uses letters. A slider does not.
 * @param {KeyboardEvent} event
 */
function isInField(event) {
  const { target } = event;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=range]), textarea, select"))
  );
}
