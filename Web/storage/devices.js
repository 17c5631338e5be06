// Practice, settings and plays on all devices with the same shelf, once the user has switched that on: see
// docs/SYNC.md. Each device writes one text on the shelf, which no other device changes, and reads those of the others.
// Nothing is merged into what is stored here, so merging again changes nothing.

import { routes } from "../loop/router.js";
import { answer, oneStore } from "./indexed-db.js";
import { asked, keyring, learnOfStored, shelfAddress } from "./key.js";
import { places, rememberSettings, settingTimes } from "./memory.js";
import { onRecord, parsed, readRecord, writeRecord } from "./records.js";

/**
 * What this browser knows of devices.
 * @typedef {object} Known
 * @property {string} id of this device
 * @property {boolean} [isOn] whether its practice is on the shelf; missing until the user has decided
 * @property {boolean} [isOffered] whether another device uses this shelf, and the user has not decided yet
 * @property {string} generation renewed when all practice is deleted
 * @property {Record<string, number>} forgotten deleted generations, with the seconds up to which they are deleted
 * @property {string} [sent] the last text on the shelf
 */

/**
 * What a device has written.
 * @typedef {object} Device
 * @property {string} generation
 * @property {Record<string, number>} forgotten
 * @property {string[]} lines of the practice log
 * @property {string[]} tunes the lines of `tune-log.js`
 * @property {Record<string, [time: number, value: string]>} settings
 */

const place = "chord-combiner-devices";

/** The settings that are the same on all devices. The others depend on the screen, the sound and the instruments. */
const shared = new Set([
  "vocabulary", "band", "naming-key", "note-names", "for", "qualities", "accidentals", "names", "middle-c",
  "enharmonic-keys", "colors", "left-reach", "right-reach", "register", "staff", "staff-marks", "shapes", "practising",
  "today", "assignment", "learning",
]);

/** Milliseconds after a change until it is sent. */
const delay = 10_000;

function randomID() {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {Known} */
function known() {
  const { id, isOn, isOffered, generation, forgotten, sent } = parsed(readRecord(place)) ?? {};
  return {
    id: typeof id === "string" ? id : randomID(), isOn, isOffered, sent,
    generation: typeof generation === "string" ? generation : randomID(), forgotten: forgotten ?? {},
  };
}

/** @param {Partial<Known>} more */
function learn(more) {
  writeRecord(place, JSON.stringify({ ...known(), ...more }));
}

/** @returns {"on" | "off" | "offered"} */
export function standing() {
  const { isOn, isOffered } = known();
  return isOn ? "on" : isOffered && isOn === undefined ? "offered" : "off";
}

/**
 * The stores of practice and plays.
 * @typedef {object} Stores
 * @property {() => Promise<Pick<Device, "lines" | "tunes">>} own what this device has to send
 * @property {() => void} arrived shows what another device has sent
 * @property {(seconds: number) => Promise<void>} prune deletes the practice up to a time
 */

/** @type {Stores} */
let user = { own: async () => ({ lines: [], tunes: [] }), arrived: () => {}, prune: async () => {} };

/**
 * The other devices as they were read last, without what was deleted since.
 * @type {Device[]}
 */
let others = [];

/** @param {Stores} stores */
export function serve(stores) {
  user = stores;
}

/** @type {Promise<void> | null} */
let recalled = null;

/** Waits for what was read on an earlier visit. Then it looks for news. */
export async function ready() {
  if (recalled) return recalled;
  recalled = known().isOn ? recall().catch(console.info) : Promise.resolve();
  await recalled;
  setTimeout(synchronize);
}

export const otherDevices = () => others;

async function recall() {
  await take((await storedTexts()).map(({ text }) => parsed(text)));
}

/** @param {any[]} read */
async function take(read) {
  const devices = read.filter((one) => Array.isArray(one?.lines));
  const forgotten = known().forgotten;
  for (const device of devices) {
    for (const [generation, seconds] of Object.entries(device.forgotten ?? {})) {
      forgotten[generation] = Math.max(forgotten[generation] ?? 0, Number(seconds));
    }
  }
  const until = forgotten[known().generation];
  if (until !== undefined) {
    await user.prune(until);
    learn({ generation: randomID() });
  }
  learn({ forgotten });
  others = devices.map((device) => ({ ...device, lines: left(device.lines, forgotten[device.generation]) }));
}

/**
 * The lines that were not deleted. A file that was imported has no time.
 * @param {string[]} lines
 * @param {number} [until] in seconds
 */
export function left(lines, until) {
  return until === undefined ? lines : lines.filter((line) => Number.parseInt(line.replace("answer ", "")) > until);
}

/** Whether an exercise has begun. What arrives then would change its plan. */
function isPractising() {
  const sitting = String(parsed(readRecord(places.sitting))?.sitting ?? "").split(" ");
  const isOpen = sitting[3]?.startsWith("today") && !sitting[2].endsWith(".");
  return document.querySelector(".mark-row") !== null || isOpen && Date.now() / 1000 - Number(sitting[0]) < 6 * 3600;
}

/** The texts of the other devices. */
const store = oneStore("chord-combiner-devices", "devices", { keyPath: "id" });
/** @type {() => Promise<{ id: string, version: number, text: string }[]>} */
const storedTexts = () => store.view((all) => answer(all.getAll()));

let timer = 0;

/** Sends a change soon. */
export function changed() {
  if (!known().isOn) return;
  clearTimeout(timer);
  timer = setTimeout(synchronize, delay);
}

document.addEventListener("visibilitychange", () => {
  // A page may stay open for days, in which another device is used.
  const isBack = !document.hidden && recalled !== null && known().isOn;
  if (timer || isBack) synchronize();
});

/** Sends what is new here, and reads what is new elsewhere. One tab at a time. */
export async function synchronize() {
  clearTimeout(timer);
  timer = 0;
  if (routes !== "path" || !keyring()) return;
  try {
    await alone(exchange);
  } catch (error) {
    console.info(error);
    // The next change tries again.
  }
}

/**
 * Runs a task while no tab sends or reads what devices write.
 * @param {() => Promise<void>} task
 * @returns {Promise<void>}
 */
export async function alone(task) {
  return navigator.locks ? navigator.locks.request(place, task) : task();
}

async function exchange() {
  const { id, isOn } = known();
  if (isOn === false) return;
  /** @type {{ devices: { id: string, version: number }[] }} */
  const { devices } = await got("");
  const key = keyring()?.key;
  const foreign = devices.filter((one) => one.id !== id);
  if (!isOn) {
    if (foreign.length > 0) offer();
    return;
  }
  if (!isPractising()) await receive(foreign);
  const own = await user.own();
  const { generation, forgotten, sent } = known();
  const times = settingTimes();
  const values = Object.entries(parsed(readRecord(places.settings)) ?? {}).filter(([key]) => shared.has(key));
  const settings = Object.fromEntries(values.map(([key, value]) => [key, [times[key] ?? 0, value]]));
  const text = JSON.stringify({ version: 1, generation, forgotten, ...own, settings });
  const digest = fingerprint(text);
  if (digest === sent && devices.some((one) => one.id === id)) return;
  const json = { text: await packed(text) };
  // The user may have chosen another shelf meanwhile, or switched this off.
  if (!known().isOn || keyring()?.key !== key) return;
  const { ok } = await asked(`${shelfAddress()}/devices/${id}`, { method: "PUT", json });
  if (!ok || !known().isOn) return;
  learn({ sent: digest });
  learnOfStored(key);
}

/** @param {{ id: string, version: number }[]} foreign */
async function receive(foreign) {
  const stored = await storedTexts();
  /** @type {typeof stored} */
  const texts = [];
  for (const { id, version } of foreign) {
    const before = stored.find((one) => one.id === id);
    if (before?.version === version) {
      texts.push(before);
      continue;
    }
    const { text, version: now } = await got(`/${id}`);
    texts.push({ id, version: now, text: await unpacked(text) });
  }
  const isSame = texts.length === stored.length && texts.every((one) => stored.includes(one));
  if (isSame || isPractising()) return;
  await store.edit(async (all) => {
    all.clear();
    for (const one of texts) all.put(one);
  });
  await take(texts.map(({ text }) => parsed(text)));
  adoptSettings();
  user.arrived();
}

/** Takes over the settings that were changed later on another device. */
function adoptSettings() {
  const times = settingTimes();
  /** @type {[string, string][]} */
  const newer = [];
  for (const { settings } of others) {
    for (const [key, [time, value]] of Object.entries(settings ?? {})) {
      if (!shared.has(key) || typeof value !== "string" || !(time > (times[key] ?? 0))) continue;
      times[key] = time;
      newer.push([key, value]);
    }
  }
  if (newer.length > 0) rememberSettings(newer, times);
}

/** @param {string} path */
async function got(path) {
  const response = await asked(`${shelfAddress()}/devices${path}`, { seconds: 30 });
  // An older server has no devices.
  if (!response.ok) throw new Error(`The server has answered ${response.status}.`);
  return response.json();
}

/** Offers to use the shelf for practice too, unless the user has decided before. */
export function offer() {
  if (known().isOn !== undefined || known().isOffered) return;
  learn({ isOffered: true });
  user.arrived();
}

/** @param {boolean} isOn */
export async function turn(isOn) {
  const { id } = known();
  if (isOn) {
    // Fails if this server has no devices.
    await got("");
    learn({ isOn, sent: undefined });
    await synchronize();
  } else {
    await alone(async () => {
      const { ok, status } = await asked(`${shelfAddress()}/devices/${id}`, { method: "DELETE" });
      if (!ok && status !== 404) throw new Error("not removed");
      learn({ isOn, sent: undefined });
      await forgetOthers();
    });
  }
  user.arrived();
}

/** Only declines an offer. */
export function decline() {
  learn({ isOn: false });
  user.arrived();
}

/** Deletes the practice of all devices, up to now. */
export function forget() {
  const seconds = Math.floor(Date.now() / 1000);
  const { generation, forgotten, isOn } = known();
  if (!isOn) return;
  for (const one of [generation, ...others.map((device) => device.generation)]) forgotten[one] = seconds;
  learn({ generation: randomID(), forgotten });
  others = others.map((device) => ({ ...device, lines: left(device.lines, seconds) }));
  changed();
}

async function forgetOthers() {
  others = [];
  await store.edit(async (all) => all.clear());
}

/** Forgets the other devices and the decision of the user, because there is another shelf or none. */
export async function leaveShelf() {
  if (readRecord(place) === null) return;
  learn({ isOn: undefined, isOffered: undefined, sent: undefined });
  await forgetOthers().catch(console.info);
  user.arrived();
}

onRecord(place, (before, now) => {
  if (parsed(before)?.isOn !== parsed(now)?.isOn) recall().catch(console.info).finally(() => user.arrived());
});

// MARK: Texts

/** @param {string} text */
function fingerprint(text) {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) hash = (31 * hash + text.charCodeAt(index)) % 0x1f_ffff_ffff;
  return `${text.length} ${hash}`;
}

/**
 * A practice log is a tenth as long when it is compressed.
 * @param {string} text
 * @returns {Promise<string>}
 */
async function packed(text) {
  if (!("CompressionStream" in window)) return text;
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return `gzip ${btoa(letters)}`;
}

/**
 * @param {string} text
 * @returns {Promise<string>}
 */
async function unpacked(text) {
  if (!text.startsWith("gzip ")) return text;
  const bytes = Uint8Array.from(atob(text.slice(5)), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}
