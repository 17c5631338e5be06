// @ts-check
// Gestures of screens that come with the second part of the engine.

import { listenToChordsets } from "./light-chords.js";
import { listenToCircle } from "./circle.js";
import { listenToGraphs } from "./graph.js";
import { listenForHotkeys } from "./hotkeys.js";
import { listenToPads } from "./pads.js";
import { listenToTunes } from "./tunes.js";

let isListening = false;

/** @param {import("./events.js").Send} send */
export function listenFurther(send) {
  if (isListening) return;
  isListening = true;
  listenToCircle(send);
  listenToGraphs();
  listenForHotkeys();
  listenToPads(send);
  listenToChordsets(send);
  listenToTunes(send);
}
