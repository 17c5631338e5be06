// @ts-check
// Opening files, and playing MIDI files frame by frame.

import { heard } from "../loop/awake.js";
import { filled, now } from "../loop/circumstances.js";
import { hold } from "../sound/playing.js";
import { numbers } from "./instruments.js";

/** Far more than any music, or than hundreds of chordsets and tunes; beyond it the wrong file was picked. */
const largest = { music: 8_000_000, chordsets: 16_000_000 };

/** @type {Map<number, () => void>} how to let go of the keys that a file holds, by pitch */
const held = new Map();
let picture = 0;

/** @type {import("../gestures/events.js").Send} */
let send = () => {};

/** @typedef {{ file: File, bytes: Uint8Array }} Opened a file and its content */

/** @type {(action: string, opened: Opened) => void} */
let open = () => {};

/**
 * @param {import("../gestures/events.js").Send} receiver
 * @param {(action: string, opened: Opened) => void} opener receives files
 */
export function listenToFiles(receiver, opener) {
  send = receiver;
  open = opener;
  document.addEventListener("change", async ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset.file === undefined) return;
    const action = target.dataset.file;
    await bringAll([...(target.files ?? [])], action);
    // The same file may be opened again.
    target.value = "";
  });
  // A page that is not seen is not painted, so its music waits.
  document.addEventListener("visibilitychange", () => document.hidden && pause());
}

/**
 * Hands files to the engine, one after the other.
 * @param {Iterable<File>} files
 * @param {string} action
 */
export async function bringAll(files, action) {
  let isFurther = false;
  for (const file of files) {
    await bring(file, action, isFurther);
    isFurther = true;
  }
}

/**
 * Hands a file to the engine.
 * @param {File} file
 * @param {string} action
 * @param {boolean} isFurther whether it comes together with the one before
 */
async function bring(file, action, isFurther) {
  const limit = /^(chordsets open|shelf add)/.test(action) ? largest.chordsets : largest.music;
  if (file.size > limit) return send("play too-large", file.name);
  // A file that cannot be read counts as empty.
  const bytes = (await read(file, action)) ?? new Uint8Array();
  // The result is one sentence for all tunes that were opened together.
  const words = isFurther && action.startsWith("tunes") ? `${action} further` : action;
  open(filled(words), { file, bytes });
}

/**
 * Reads a file as the engine wants it: compressed MusicXML is unzipped.
 * @param {File} file
 * @param {string} action
 * @returns {Promise<Uint8Array | null>} nothing if the file cannot be read
 */
export async function read(file, action) {
  const data = await file.arrayBuffer().catch(() => null);
  if (!data) return null;
  const bytes = new Uint8Array(data);
  const isZip = action.startsWith("tunes") && bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!isZip) return bytes;
  const { score } = await import("../sharing/unzip.js");
  return score(bytes).catch(() => new Uint8Array());
}

/** Lets a file that is being played wait. */
export function pause() {
  if (picture) send("play replay pause");
}

/** Tells the engine when the next picture is due; asked twice, it does so once. */
export function nextPicture() {
  cancelAnimationFrame(picture);
  picture = requestAnimationFrame(() => {
    picture = 0;
    send(`play picture ${now()}`);
  });
}

let reading = 0;

/** Lets the engine go on with a long file, after what else has come meanwhile; asked twice, it does so once. */
export function readOn() {
  clearTimeout(reading);
  reading = setTimeout(() => send("play read-on"));
}

/**
 * @param {string} strikes pitches with their velocities: `60 100,64 80`
 * @param {string} pitches all that are held from now on
 */
export function sounding(strikes, pitches) {
  const wanted = new Set(numbers(pitches));
  if (strikes) heard();
  for (const strike of strikes.split(",").filter(Boolean)) {
    const [pitch, velocity] = strike.split(" ").map(Number);
    held.get(pitch)?.();
    const letGo = hold(pitch, (0.5 * velocity) / 127);
    held.set(pitch, letGo);
    // Too short for a picture, but to be heard.
    if (!wanted.has(pitch)) setTimeout(() => held.get(pitch) === letGo && release(pitch), 60);
    wanted.add(pitch);
  }
  for (const pitch of [...held.keys()]) if (!wanted.has(pitch)) release(pitch);
}

/** @param {number} pitch */
function release(pitch) {
  held.get(pitch)?.();
  held.delete(pitch);
}
