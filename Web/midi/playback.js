// Plays MIDI files frame by frame. The engine decides which notes sound.

import { now } from "../loop/environment.js";
import { noteHeard } from "../loop/wake-lock.js";
import { hold } from "../sound/playback.js";
import { numbers } from "./instruments.js";

/** @type {Map<number, () => void>} functions that release the notes held by a file, by pitch */
const held = new Map();
let frame = 0;

/** @type {import("../gestures/events.js").Send} */
let send = () => {};

/** @param {import("../gestures/events.js").Send} receiver */
export function listenToPlayback(receiver) {
  send = receiver;
  // A hidden page gets no frames, so the file pauses.
  document.addEventListener("visibilitychange", () => document.hidden && pause());
}

/** Pauses the file that is playing, if any. */
export function pause() {
  if (frame) send("play replay pause");
}

/** Tells the engine when the next frame is due. Repeated calls have one effect. */
export function nextPicture() {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => {
    frame = 0;
    send(`play picture ${now()}`);
  });
}

/**
 * Strikes and releases the notes of a file.
 * @param {string} strikes pitches with their velocities: `60 100,64 80`
 * @param {string} pitches all pitches that are held from now on
 */
export function sounding(strikes, pitches) {
  const wanted = new Set(numbers(pitches));
  if (strikes) noteHeard();
  for (const strike of strikes.split(",").filter(Boolean)) {
    const [pitch, velocity] = strike.split(" ").map(Number);
    held.get(pitch)?.();
    const releaseNote = hold(pitch, (0.5 * velocity) / 127);
    held.set(pitch, releaseNote);
    // Notes shorter than a frame must still be heard.
    if (!wanted.has(pitch)) setTimeout(() => held.get(pitch) === releaseNote && release(pitch), 60);
    wanted.add(pitch);
  }
  for (const pitch of [...held.keys()]) if (!wanted.has(pitch)) release(pitch);
}

/** @param {number} pitch */
function release(pitch) {
  held.get(pitch)?.();
  held.delete(pitch);
}
