// @ts-check
// How often and when tunes were played on this device, with their last tempo and key, and which are favorites. It is no
// part of the tunes, so playing one does not change it.
//
// A line for each tune in localStorage: `ID PLAYS TIME TEMPO KEY FAVORITE TIME`, with `-` for what is unknown. Plays
// are those on this device, so that those of several devices can be added up. For the rest, the latest time decides.

import { date } from "../loop/environment.js";
import { onRecord, readRecord, writeRecord } from "./records.js";

const place = "chord-combiner-tune-log";
/** Seconds within which another start belongs to the same play. */
const pause = 600;

/** The lines, in case storage is blocked or full. */
let lines = "";
let isOpen = false;

/**
 * Passes the lines to the engine, and later those that other tabs change.
 * @param {import("../gestures/events.js").Send} send
 */
export function open(send) {
  const known = read();
  if (known) send("tunes log", known);
  if (isOpen) return;
  isOpen = true;
  onRecord(place, (before, now) => {
    const known = new Set(before?.split("\n"));
    send("tunes log", (now ?? "").split("\n").filter((line) => !known.has(line)).join("\n"));
  });
}

/**
 * Notes how a tune was used, and passes its line to the engine.
 * @param {import("../gestures/events.js").Send} send
 * @param {string} what `played` when it begins, `ended`, or `favorite`
 * @param {string} id of the tune
 * @param {string[]} words tempo and key, or 1 for a favorite and 0 for none
 */
export function note(send, what, id, ...words) {
  const all = read().split("\n").filter((line) => line);
  const others = all.filter((line) => !line.startsWith(`${id} `));
  const own = all.find((line) => line.startsWith(`${id} `)) ?? `${id} 0 - - - 0 -`;
  let [, plays, time, tempo, key, favorite, chosen] = own.split(" ");
  if (what === "favorite") {
    [favorite, chosen] = [words[0], date()];
  } else {
    const isSame = Number.parseInt(date()) - (Number.parseInt(time) || 0) < pause;
    if (what === "played" && !isSame) plays = String(Number(plays) + 1);
    [time, tempo, key] = [date(), ...words];
  }
  const noted = [id, plays, time, tempo, key, favorite, chosen].join(" ");
  lines = [...others, noted].join("\n");
  writeRecord(place, lines);
  send("tunes log", noted);
}

function read() {
  return readRecord(place) ?? lines;
}
