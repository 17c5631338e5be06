// @ts-check
// The page's loop: actions go into the engine, changed regions and effects come out. All that Chord Combiner knows and
// decides is on the other side, in Swift.

import { stayAwake } from "./loop/awake.js";
import { catchUp, perform, postpone, reopen, reportTo, sendLeft } from "./loop/effects.js";
import { loadEngine } from "./loop/engine.js";
import { isOffered, leaveLinksToTheBrowser, listen, typedSoFar } from "./gestures/events.js";
import { listenForHotkeys } from "./gestures/hotkeys.js";
import { listenForPianoKeys, nameKeys } from "./gestures/piano-keys.js";
import { listenForPresses } from "./gestures/presses.js";
import { listenToChordsets } from "./gestures/light-chords.js";
import { listenToCircle } from "./gestures/circle.js";
import { listenToGraphs } from "./gestures/graph.js";
import { listenToPads } from "./gestures/pads.js";
import { listenToTunes } from "./gestures/tunes.js";
import { listenToFiles, read } from "./midi/files.js";
import { install } from "./storage/install.js";
import { onSettingsElsewhere, recall } from "./storage/memory.js";
import { handOn, listenToInstruments, reconnect, showPlayed } from "./midi/instruments.js";
import { forget, note, past } from "./loop/past.js";
import { patch } from "./loop/patch.js";
import { serverScreen } from "./loop/early-answer.js";
import { currentRoute, leave, onRouteChange, pushRoute, routeOfPath, routes, toTop } from "./loop/router.js";
import { listenForGestures } from "./sound/playing.js";

/** @type {import("./loop/engine.js").Engine | null} */
let engine = null;

/**
 * Actions that wait for the engine, or for the action before them: showing a region or moving the focus can make a field
 * lose it, which is an action again.
 *
 * `source` is the attribute that an action comes from if it is from before the first screen of the engine. Such an action
 * is dropped when that screen does not offer it any more, as when the address leads to another one.
 * @type {[action: string, value?: string, source?: string, opened?: import("./midi/files.js").Opened][]}
 */
const waiting = [];
let isBusy = false;
/** Milliseconds after which the page has what its screen needs, and does what can wait. */
const leisure = 1000;
/** Whether the engine has shown its first screen. */
let hasBegun = false;

/**
 * @param {string} action
 * @param {string} [value]
 * @param {string} [source]
 * @param {string} [address]
 */
function send(action, value, source, address) {
  if (!action.startsWith("play midi")) handOn();
  waiting.push([action, value, hasBegun ? undefined : source]);
  work();
  if (!hasBegun && address && routes === "path") answerEarly(address).catch(console.error);
}

/**
 * Sends an action that opens a file.
 * @param {string} action
 * @param {import("./midi/files.js").Opened} opened
 */
function openFile(action, opened) {
  handOn();
  waiting.push([action, opened.file.name, undefined, opened]);
  work();
}

/**
 * Shows where a link leads as the server renders it, unless the engine is faster. Where more than the one thing has been
 * done, the engine answers all: the server does not know what was done before.
 * @param {string} address
 */
async function answerEarly(address) {
  const isAlone = () => waiting.filter(([, , source]) => source !== undefined).length === 1;
  if (!isAlone()) return;
  const screen = await serverScreen(address);
  if (!screen || hasBegun || !isAlone()) return;
  waiting.splice(waiting.findIndex(([, , source]) => source !== undefined), 1);
  const { shows } = document.body.dataset;
  leave();
  screen.regions.forEach(([id, html]) => put(id, html));
  surround();
  document.title = screen.title;
  pushRoute(routeOfPath(new URL(address).pathname));
  if (document.body.dataset.shows !== shows) toTop();
}

function work() {
  if (!engine || isBusy || waiting.length === 0) return;
  isBusy = true;
  let doing = "";
  try {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [action, value, source, opened] = next;
      doing = action;
      catchUp();
      if (source !== undefined && !isOffered(source)) continue;
      const update = engine.send(action, value, opened?.bytes);
      show(update);
      note([action, value, opened?.file]);
      // A message stays until the user does something.
      if (update.isUserInitiated) say("");
    }
  } catch (error) {
    recover(error, doing);
  } finally {
    isBusy = false;
  }
}

/** @param {import("./loop/engine.js").Update} update */
function show({ regions, late, effects }) {
  // Before what is left is gone, and with it how far it was scrolled.
  const does = (/** @type {string} */ effect) => effects.some(([name]) => name === effect);
  if (does("top") && does("push")) leave();
  // What is played over MIDI comes a hundred times a second and leaves the halves as they are.
  const before = regions.some(([id]) => /^(lower|upper|screen)$/.test(id)) ? keysOfHalves() : null;
  for (const [id, html] of regions) put(id, html);
  surround();
  if (document.querySelector("canvas[data-picture]")) paint();
  if (document.querySelector("[data-sight]")) look();
  if (document.querySelector("[data-place]")) nameKeys().catch(console.info);
  showPlayed();
  stayAwake();
  for (const [id, html] of late) postpone(() => put(id, html));
  if (before) postpone(() => explain(before));
  effects.forEach(perform);
}

/**
 * Says around the screen which one it is, for some want more of the window than others. (With `body:has(…)` every change
 * of a screen would cost the whole page its styles.)
 */
function surround() {
  const shows = document.getElementById("screen")?.firstElementChild?.className ?? "";
  if (document.body.dataset.shows !== shows) document.body.dataset.shows = shows;
}

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/** The lit keys of the two small keyboards of the main screen. */
function keysOfHalves() {
  return ["lower", "upper"].map((half) => {
    const keys = document.querySelectorAll(`.combine #${half} .lit[data-pitch]`);
    return [...keys].map((key) => key.getAttribute("data-pitch")).join();
  });
}

/**
 * Shows where the keys of the result come from, unless reduced motion is wanted.
 * @param {string[]} before the keys of both halves until now
 */
function explain(before) {
  if (isStill.matches) return;
  const now = keysOfHalves();
  const halves = ["lower", "upper"].filter((_, place) => now[place] && now[place] !== before[place]);
  if (halves.length > 0) import("./motion/travel.js").then(({ travel }) => travel(halves)).catch(console.error);
}

/** The picture of light chords comes with the first canvas. */
function paint() {
  import("./canvas/painter.js")
    .then(({ paint }) => paint((time, isStill) => engine?.picture(time, isStill) ?? null))
    .catch(console.error);
}

/** A list that is long enough for it is drawn where it is seen. */
function look() {
  import("./gestures/sight.js").then(({ lookAfter }) => lookAfter(send)).catch(console.error);
}

/**
 * What becomes of chordsets that were changed in two places.
 * @type {import("./storage/deciding.js").Decide}
 */
function decide(question) {
  if (!engine) return null;
  try {
    return engine.decide(question);
  } catch (error) {
    recover(error);
    throw error;
  }
}

/**
 * @param {string} id
 * @param {string} html
 */
function put(id, html) {
  const region = document.getElementById(id);
  if (region) patch(region, html);
}

/**
 * Where the page began, and what was remembered then.
 * @type {{ route: string, remembered: [key: string, value: string][] } | null}
 */
let beginning = null;

/** Loads an engine and starts it where the address and the storage say we are. */
async function start() {
  const fresh = await loadEngine();
  beginning = { route: currentRoute(), remembered: recall() };
  forget();
  try {
    return { fresh, update: fresh.start(beginning.route, routes, beginning.remembered) };
  } catch (error) {
    // An address or a record that the engine cannot bear must not lock anyone out for good.
    console.error(error);
    const other = await loadEngine();
    beginning = { route: "/", remembered: [] };
    return { fresh: other, update: other.start("/", routes, []) };
  }
}

/** @param {[key: string, value: string][]} settings */
function lines(settings) {
  return settings.map((setting) => setting.join(" ")).join("\n");
}

async function begin() {
  const { fresh, update } = await start();
  // Read before the first screen overwrites it.
  waiting.unshift(...typedSoFar());
  show(update);
  hasBegun = true;
  engine = fresh;
  work();
}

/**
 * What one round of asks for the next, and how it ends where a round has failed: what was being read or played would most
 * likely fail there again and again.
 * @type {Record<string, string>}
 */
const endings = { "play read-on": "play stop-reading", "play picture": "play replay pause" };

/**
 * A fault leaves the engine's memory in doubt, so a fresh one takes over, and does once more all that was done: but not
 * what the other one stumbled over. It is not told again what the fields hold, either; it is still there to be read.
 * @param {unknown} error
 * @param {string} [failed] the action that it was
 */
async function recover(error, failed = "") {
  console.error(error);
  engine = null;
  try {
    engine = (await again()) ?? (await anew());
    const ending = endings[failed.split(" ", 2).join(" ")];
    if (ending) waiting.unshift([ending]);
    // What was done meanwhile comes first: whatever works takes the sentence away.
    work();
    if (engine) say("Something went wrong, and that did not work. You can go on from here.");
  } catch (another) {
    fail(another);
  }
}

/** @returns {Promise<import("./loop/engine.js").Engine | null>} one that has done all once more, if it can */
async function again() {
  const all = past();
  if (!beginning || !all) return null;
  try {
    const fresh = await loadEngine();
    fresh.start(beginning.route, routes, beginning.remembered);
    for (const [action, value, file] of all) {
      const bytes = file && (await read(file, action));
      // A file that is gone meanwhile is skipped. What was imported from it is stored.
      if (bytes !== null) fresh.replay(action, value, bytes);
    }
    show(fresh.show());
    reopen();
    return fresh;
  } catch (error) {
    console.error(error);
    return null;
  }
}

/** Starts from the address and what is remembered. */
async function anew() {
  waiting.length = 0;
  const { fresh, update } = await start();
  show(update);
  reconnect();
  return fresh;
}

/** @param {unknown} error */
function fail(error) {
  console.error(error);
  leaveLinksToTheBrowser();
  say("The chord engine could not be loaded. Reload the page to try again.");
  offerReset();
}

/** Should what is stored here be why nothing works, no screen could offer it. */
function offerReset() {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Reset this device, keep unsent work";
  button.onclick = async () => {
    const isDone = await import("./storage/synchronized.js").then(({ reset }) => reset()).catch(console.error);
    if (!isDone) button.textContent = "Reset failed. Try again";
  };
  document.getElementById("trouble")?.append(" ", button);
}

/** @param {string} sentence what went wrong, or nothing when all is well again */
function say(sentence) {
  const trouble = document.getElementById("trouble");
  if (!trouble) return;
  trouble.textContent = sentence;
  trouble.hidden = sentence === "";
}

listenForPresses(send);
listen(send);
reportTo(send, decide);
listenForGestures();
listenForHotkeys();
listenForPianoKeys();
listenToChordsets(send);
listenToCircle(send);
listenToFiles(send, openFile);
listenToGraphs();
listenToInstruments(send);
listenToPads(send);
listenToTunes(send);
onRouteChange((route) => send("app go", route));
onSettingsElsewhere((settings) => send("settings follow", lines(settings)));
// What keeps the page on the device comes last: the network is needed for the page itself first.
begin().catch(fail).then(install);
// What keeps nothing, or does not say what it keeps, has nothing to be sent.
addEventListener("load", () => setTimeout(() => sendLeft(routes === "path" ? "server" : "alone").catch(console.info), leisure));
