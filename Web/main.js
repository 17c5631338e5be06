// The main loop of the page. Actions go into the engine (Swift); changed regions and effects come out.

import { loadEngine } from "./loop/engine.js";
import { clearLog, logAction, loggedActions } from "./loop/action-log.js";
import { perform, postpone, reopenStores, reportTo, runPostponed, sendUnsent } from "./loop/effects.js";
import { now } from "./loop/environment.js";
import { rememberFocus } from "./loop/focus.js";
import { patch } from "./loop/patch.js";
import { currentRoute, onRouteChange, pushRoute, routeOfPath, routes, saveScroll, scrollToTop } from "./loop/router.js";
import { serverScreen } from "./loop/server-screen.js";
import { updateWakeLock } from "./loop/wake-lock.js";
import { isOffered, leaveLinksToTheBrowser, listen, typedText } from "./gestures/events.js";
import { foldSections } from "./gestures/folds.js";
import { listenForHotkeys } from "./gestures/hotkeys.js";
import { listenForLongPresses } from "./gestures/long-press.js";
import { listenForPianoKeys, nameKeys } from "./gestures/piano-keys.js";
import { listenToChordsets } from "./gestures/chordsets.js";
import { listenToCircle } from "./gestures/circle.js";
import { listenToGraphs } from "./gestures/graph.js";
import { listenToLongKeyboards, widenKeyboards } from "./gestures/long-keyboard.js";
import { listenToPads } from "./gestures/pads.js";
import { showChosen } from "./gestures/strips.js";
import { listenToTunes } from "./gestures/tunes.js";
import { listenToFiles, readFile } from "./files/open.js";
import { listenToPlayback } from "./midi/playback.js";
import { flushMIDI, listenToInstruments, reconnect, showPlayed } from "./midi/instruments.js";
import { listenToStand, updateStand } from "./stand/stand.js";
import { install } from "./storage/install.js";
import { onSettingsElsewhere, recall } from "./storage/memory.js";
import { listenForGestures } from "./sound/playback.js";

/** @type {import("./loop/engine.js").Engine | null} */
let engine = null;

/**
 * Actions that wait for the engine or for the action before them. Patching a region or moving the focus can blur a
 * field, which is another action.
 *
 * Actions sent before the engine's first screen have a `source`, the attribute they come from. They are dropped if that
 * screen does not offer them, for example because the address leads to another screen.
 * @type {[action: string, value?: string, source?: string, opened?: import("./files/open.js").OpenedFile][]}
 */
const queue = [];
let isBusy = false;
/** Milliseconds after the load event before deferred work starts. */
const idleDelay = 1000;
/** Whether the engine has shown its first screen. */
let hasStarted = false;

/**
 * @param {string} action
 * @param {string} [value]
 * @param {string} [source]
 * @param {string} [address]
 */
function send(action, value, source, address) {
  if (!action.startsWith("play midi")) flushMIDI();
  queue.push([action, value, hasStarted ? undefined : source]);
  processQueue();
  if (!hasStarted && address && routes === "path") showServerScreen(address).catch(console.error);
}

/**
 * Sends an action that opens a file.
 * @param {string} action
 * @param {import("./files/open.js").OpenedFile} opened
 */
function openFile(action, opened) {
  flushMIDI();
  queue.push([action, opened.file.name, undefined, opened]);
  processQueue();
}

/**
 * Shows a link's screen as the server renders it, unless the engine is faster. After more than one action only the
 * engine can answer, because the server knows nothing of the others.
 * @param {string} address
 */
async function showServerScreen(address) {
  const isOnly = () => queue.filter(([, , source]) => source !== undefined).length === 1;
  if (!isOnly()) return;
  const screen = await serverScreen(address);
  if (!screen || hasStarted || !isOnly()) return;
  queue.splice(queue.findIndex(([, , source]) => source !== undefined), 1);
  const { shows } = document.body.dataset;
  saveScroll();
  screen.regions.forEach(([id, html]) => updateRegion(id, html));
  markScreen();
  document.title = screen.title;
  pushRoute(routeOfPath(new URL(address).pathname));
  if (document.body.dataset.shows !== shows) scrollToTop();
}

function processQueue() {
  if (!engine || isBusy || queue.length === 0) return;
  isBusy = true;
  let current = "";
  try {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [action, value, source, opened] = next;
      current = action;
      runPostponed();
      if (source !== undefined && !isOffered(source)) continue;
      const update = engine.send(action, value, opened?.bytes);
      apply(update);
      logAction([action, value, opened?.file]);
      // An error message stays until the user does something.
      if (update.isUserInitiated) showTrouble("");
    }
  } catch (error) {
    recover(error, current);
  } finally {
    isBusy = false;
  }
}

/** @param {import("./loop/engine.js").Update} update */
function apply({ regions, late, effects }) {
  // Patching changes the scroll height, so save the scroll position first.
  const has = (/** @type {string} */ effect) => effects.some(([name]) => name === effect);
  if (has("top") && has("push")) saveScroll();
  const { shows } = document.body.dataset;
  const restoreFocus = rememberFocus();
  // MIDI input updates the page up to a hundred times a second, without changing these regions.
  const before = regions.some(([id]) => /^(lower|upper|screen)$/.test(id)) ? litKeysOfHalves() : null;
  for (const [id, html] of regions) updateRegion(id, html);
  markScreen();
  if (document.querySelector("canvas[data-picture]")) startPainter();
  if (document.querySelector("[data-sight]")) observeRows();
  if (document.querySelector("[data-place]")) nameKeys().catch(console.info);
  showPlayed();
  updateWakeLock();
  fitScreen();
  for (const [id, html] of late) postpone(() => updateLateRegion(id, html));
  if (before) postpone(() => animateKeys(before));
  effects.forEach(perform);
  // Another screen, reached with Back, begins where the browser begins.
  if (document.body.dataset.shows === shows) restoreFocus();
}

/**
 * Writes the screen's class to `<body data-shows>`, because some screens need a wider window. Selecting with
 * `body:has(…)` would recalculate the styles of the whole page at every change of screen.
 */
function markScreen() {
  const shows = document.getElementById("screen")?.lastElementChild?.className ?? "";
  if (document.body.dataset.shows !== shows) document.body.dataset.shows = shows;
}

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** The lit keys of the two small keyboards on the main screen. */
function litKeysOfHalves() {
  return ["lower", "upper"].map((half) => {
    const keys = document.querySelectorAll(`.combine #${half} .lit[data-pitch]`);
    return [...keys].map((key) => key.getAttribute("data-pitch")).join();
  });
}

/**
 * Animates the keys of the changed halves into the result, unless the user prefers reduced motion.
 * @param {string[]} before the lit keys of both halves before the update
 */
function animateKeys(before) {
  if (reducedMotion.matches) return;
  const now = litKeysOfHalves();
  const halves = ["lower", "upper"].filter((_, index) => now[index] && now[index] !== before[index]);
  if (halves.length > 0) import("./motion/travel.js").then(({ travel }) => travel(halves), console.info);
}

/** Loads the painter of light chords when the first canvas appears. */
function startPainter() {
  import("./canvas/painter.js")
    .then(({ paint }) => paint((isStill) => engine?.picture(now(), isStill) ?? null), console.info);
}

/** Reports which rows of a long list are near the viewport. */
function observeRows() {
  import("./loop/visible-rows.js").then(({ observe }) => observe(send), console.info);
}

/**
 * Decides what to store, send and report of a stored item: see docs/SYNC.md.
 * @type {Sync.Decide}
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
function updateRegion(id, html) {
  const region = document.getElementById(id);
  if (region) patch(region, html);
}

/**
 * @param {string} id
 * @param {string} html
 */
function updateLateRegion(id, html) {
  updateRegion(id, html);
  fitScreen();
}

/** Does what depends on the size of the window. */
function fitScreen() {
  foldSections();
  widenKeyboards();
  showChosen();
  updateStand();
}

/**
 * The arguments that the engine was started with, for a replay.
 * @type {{ route: string, remembered: [key: string, value: string][] } | null}
 */
let startState = null;

/** Loads an engine and starts it with the current address and the stored choices. */
async function startEngine() {
  const fresh = await loadEngine();
  startState = { route: currentRoute(), remembered: recall() };
  clearLog();
  try {
    return { fresh, update: fresh.start(startState.route, routes, startState.remembered) };
  } catch (error) {
    // An address or record at which the engine traps must not make the page unusable for good.
    console.error(error);
    const other = await loadEngine();
    startState = { route: "/", remembered: [] };
    return { fresh: other, update: other.start("/", routes, []) };
  }
}

/** @param {[key: string, value: string][]} settings */
function lines(settings) {
  return settings.map((setting) => setting.join(" ")).join("\n");
}

async function begin() {
  const { fresh, update } = await startEngine();
  // Read before the first screen overwrites it.
  queue.unshift(...typedText());
  apply(update);
  hasStarted = true;
  engine = fresh;
  processQueue();
}

/**
 * Actions that repeat themselves, each with the action that ends it. A failed one would most likely fail again.
 * @type {Record<string, string>}
 */
const stopActions = { "play read-on": "play stop-reading", "play picture": "play replay pause" };

/**
 * Replaces the engine after a trap, which leaves its memory in doubt. The new engine replays all actions except the
 * one that failed. Typed text needs no replay, because it is still in its fields.
 * @param {unknown} error
 * @param {string} [failed] the action that failed
 */
async function recover(error, failed = "") {
  console.error(error);
  engine = null;
  try {
    engine = (await replayedEngine()) ?? (await restartedEngine());
    const stop = stopActions[failed.split(" ", 2).join(" ")];
    if (stop) queue.unshift([stop]);
    // Queued actions come first, because each successful one clears the message.
    processQueue();
    if (engine) showTrouble("Something went wrong. Your last action was not carried out. You can continue.");
  } catch (another) {
    fail(another);
  }
}

/** @returns {Promise<import("./loop/engine.js").Engine | null>} an engine that has replayed all actions, if it can */
async function replayedEngine() {
  const actions = loggedActions();
  if (!startState || !actions) return null;
  try {
    const fresh = await loadEngine();
    fresh.start(startState.route, routes, startState.remembered);
    for (const [action, value, file] of actions) {
      const bytes = file && (await readFile(file, action));
      // A deleted file is skipped. What was imported from it is stored.
      if (bytes !== null) fresh.replay(action, value, bytes);
    }
    apply(fresh.show());
    reopenStores();
    return fresh;
  } catch (error) {
    console.error(error);
    return null;
  }
}

/** @returns an engine that has started from the address and what is stored */
async function restartedEngine() {
  queue.length = 0;
  const { fresh, update } = await startEngine();
  apply(update);
  reconnect();
  return fresh;
}

/** @param {unknown} error */
function fail(error) {
  console.error(error);
  leaveLinksToTheBrowser();
  showTrouble("The chord engine could not be loaded. Reload the page to try again.");
  offerReset();
}

/** Adds a reset button to the error message, because stored data may be the cause and no screen can offer a reset. */
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

/** @param {string} message empty to hide it */
function showTrouble(message) {
  const trouble = document.getElementById("trouble");
  if (!trouble) return;
  // Written at each action, it would be styled anew.
  if (trouble.textContent === message && trouble.hidden === (message === "")) return;
  trouble.textContent = message;
  trouble.hidden = message === "";
}

listenForLongPresses(send);
listen(send);
reportTo(send, decide);
listenForGestures();
listenForHotkeys();
listenForPianoKeys();
listenToChordsets(send);
listenToCircle(send);
listenToFiles(send, openFile);
listenToPlayback(send);
listenToGraphs();
listenToInstruments(send);
listenToLongKeyboards();
listenToPads(send);
listenToStand();
listenToTunes(send);
onRouteChange((route) => send("app go", route));
onSettingsElsewhere((settings) => send("settings follow", lines(settings)));
// The service worker is installed last, because the page itself needs the network first.
begin().catch(fail).then(install);
// If this fails, nothing is stored or the browser cannot list it, and there is nothing to send.
addEventListener("load", () => {
  setTimeout(() => sendUnsent(routes === "path" ? "server" : "alone").catch(console.info), idleDelay);
});
