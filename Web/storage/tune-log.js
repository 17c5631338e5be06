// How often and when tunes were played on this device, with their last tempo and key, and which are favorites. It is no
// part of the tunes, so playing one does not change it.
//
// A line for each tune in localStorage: `ID PLAYS TIME TEMPO KEY FAVORITE TIME`, with `-` for what is unknown. Plays
// are those on this device, so that those of several devices can be added up. For the rest, the latest time decides.

import { date } from "../loop/environment.js";
import { changed, otherDevices, ready } from "./devices.js";
import { onRecord, readRecord, writeRecord } from "./records.js";

const place = "chord-combiner-tune-log";
/** Seconds within which another start belongs to the same play. */
const pause = 600;

/** The lines, in case storage is blocked or full. */
let lines = "";
/** @type {import("../gestures/events.js").Send | null} */
let receiver = null;

/**
 * Passes the lines to the engine, and later those that other tabs change.
 * @param {import("../gestures/events.js").Send} send
 */
export function open(send) {
  const isOpen = receiver !== null;
  receiver = send;
  ready().then(pass);
  if (isOpen) return;
  onRecord(place, (before, now) => {
    const known = new Set(before?.split("\n"));
    send("tunes log", (now ?? "").split("\n").filter((line) => !known.has(line)).map(total).join("\n"));
  });
}

/** Passes the lines for all devices to the engine. */
export function pass() {
  const own = ownLines();
  const ids = new Set(own.map((line) => line.split(" ")[0]));
  const foreign = otherDevices().flatMap((device) => device.tunes ?? []).map((line) => line.split(" ")[0]);
  const unknown = [...new Set(foreign)].filter((id) => !ids.has(id)).map(unused);
  const known = [...own, ...unknown].map(total).join("\n");
  if (known) receiver?.("tunes log", known);
}

/** @param {string} id */
const unused = (id) => `${id} 0 - - - 0 -`;

/**
 * The line of a tune for all devices: plays are added up, and the latest time decides the rest.
 * @param {string} line the one of this device
 */
function total(line) {
  const fields = line.split(" ");
  const seconds = (/** @type {string} */ time) => Number.parseInt(time) || 0;
  for (const { tunes } of otherDevices()) {
    const other = tunes?.find((one) => one.startsWith(`${fields[0]} `))?.split(" ");
    if (other?.length !== 7) continue;
    fields[1] = String(Number(fields[1]) + (Number(other[1]) || 0));
    if (seconds(other[2]) > seconds(fields[2])) fields.splice(2, 3, ...other.slice(2, 5));
    if (seconds(other[6]) > seconds(fields[6])) fields.splice(5, 2, ...other.slice(5));
  }
  return fields.join(" ");
}

/**
 * Notes how a tune was used, and passes its line to the engine.
 * @param {import("../gestures/events.js").Send} send
 * @param {string} what `played` when it begins, `ended`, or `favorite`
 * @param {string} id of the tune
 * @param {string[]} words tempo and key, or 1 for a favorite and 0 for none
 */
export function note(send, what, id, ...words) {
  const all = ownLines();
  const others = all.filter((line) => !line.startsWith(`${id} `));
  const own = all.find((line) => line.startsWith(`${id} `)) ?? unused(id);
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
  send("tunes log", total(noted));
  changed();
}

/** The lines of this device. */
export const ownLines = () => read().split("\n").filter((line) => line);

function read() {
  return readRecord(place) ?? lines;
}
