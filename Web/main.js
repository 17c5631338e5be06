// @ts-check
// The page: actions go into the engine, changed regions and effects come out. All that Chord Combiner
// knows and decides is on the other side of this loop, in Swift.

import { catchUp, perform, postpone, reopen, reportTo } from "./loop/effects.js";
import { loadEngine } from "./loop/engine.js";
import { leaveLinksToTheBrowser, listen, typedSoFar } from "./gestures/events.js";
import { listenToFiles } from "./midi/files.js";
import { onFirstGesture } from "./gestures/first-gesture.js";
import { install } from "./storage/install.js";
import { onSettingsElsewhere, recall, release, withhold } from "./storage/memory.js";
import { handOn, listenToInstruments, reconnect, showPlayed } from "./midi/instruments.js";
import { forget, note, past } from "./loop/past.js";
import { patch } from "./loop/patch.js";
import { listenForPianoKeys } from "./gestures/piano-keys.js";
import { listenForPresses } from "./gestures/presses.js";
import { currentRoute, leave, onRouteChange, routes } from "./loop/router.js";
import { listenForGestures } from "./sound/playing.js";

/** @type {import("./loop/engine.js").Engine | null} */
let engine = null;

/**
 * Actions that wait: for the engine to arrive, or for the one before to be done. (Showing a region or
 * moving the focus can itself make a field lose it, which is an action again.)
 * @type {[action: string, value?: string][]}
 */
const waiting = [];
let isBusy = false;

/**
 * Actions that wait for the second part of the engine, while the first one goes on.
 * @type {[action: string, value?: string][]}
 */
let parked = [];

/** The actions that nobody has done here: they come from other tabs and devices, from what is kept, and with time. */
const unasked =
  /^(app whole|chordsets (adopt|look)|play (access|look|unanswered|unplugged)|practise (adopt|cue|keeping|learn|look)|shelf (adopt|done|failed)|tunes (adopt|lay))\b/;

/** @type {import("./gestures/events.js").Send} */
function send(action, value) {
  if (action !== "play midi") handOn();
  waiting.push([action, value]);
  work();
}

function work() {
  if (!engine || isBusy || waiting.length === 0) return;
  isBusy = true;
  let doing = "";
  try {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      doing = next[0];
      if (!engine.isWhole() && (engine.waits(...next) || isOvertaking(next))) {
        park(next);
        continue;
      }
      catchUp();
      show(engine.send(...next));
      note(next);
      // What others have done, or the clock, is no reason to take a message away.
      if (!unasked.test(next[0])) say("");
    }
  } catch (error) {
    recover(error, doing);
  } finally {
    isBusy = false;
  }
}

/**
 * Whether an action would come before one that waits and that it follows: what is typed is typed letter by letter.
 * @param {[action: string, value?: string]} action
 */
function isOvertaking([action]) {
  const choosing = /^(choosing|combiner|app (undo|redo)) /;
  return choosing.test(`${action} `) && parked.some(([earlier]) => choosing.test(`${earlier} `));
}

/** Fetches the second part, which can follow all settings and shows what a first visit leaves out. */
async function complete() {
  await engine?.complete();
  const settings = lines(release());
  if (settings) send("settings follow", settings);
  tellWhole();
}

/** @type {import("./loop/engine.js").Engine | null} the engine that knows of its second part */
let told = null;

/** Tells an engine once that its second part is there: never before it has begun with what was typed meanwhile. */
function tellWhole() {
  if (!engine?.isWhole() || engine === told) return;
  told = engine;
  send("app whole", undefined);
}

/** @param {[action: string, value?: string]} action one that the first part of the engine cannot do */
function park(action) {
  if (parked.push(action) > 1) return;
  const patience = setTimeout(() => say("Loading …"), 1000);
  complete()
    .then(
      () => {
        waiting.unshift(...parked);
        say("");
      },
      (error) => {
        console.info(error);
        say("This needs a part of the page that could not be loaded. Reload it, or try again when you are online.");
      },
    )
    .finally(() => {
      clearTimeout(patience);
      parked = [];
      work();
    });
}

/** Whether somebody has begun to do something, so that the second part will be needed soon. */
let isPrefetchWanted = false;

/** The gestures of screens that a first visit does not show come with the part of the engine that does. */
async function listenFurther() {
  (await import("./gestures/further.js")).listenFurther(send);
}

/** What a visit will need if it goes on. Where there is no network, it is asked for again when it is needed. */
function prefetch() {
  isPrefetchWanted = true;
  complete().catch(console.info);
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
  showPlayed();
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
 * Shows where the keys of the result come from, unless somebody wants the page to be still.
 * @param {string[]} before the keys of both halves until now
 */
function explain(before) {
  if (isStill.matches) return;
  const now = keysOfHalves();
  const halves = ["lower", "upper"].filter((_, place) => now[place] && now[place] !== before[place]);
  if (halves.length > 0) import("./motion/travel.js").then(({ travel }) => travel(halves)).catch(console.error);
}

/** Whatever has to do with chords of light comes with the first canvas. */
function paint() {
  import("./canvas/painter.js")
    .then(({ paint }) => paint((time, isStill) => (engine?.isWhole() ? engine.picture(time, isStill) : null)))
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
  if (!engine?.isWhole()) return null;
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
  const fresh = await loadEngine(listenFurther);
  let remembered = recall();
  if (fresh.waits("app go", currentRoute())) await fresh.complete();
  // So are other names of notes than English ones, and what sounds otherwise than it is read. Without it names are English,
  // and what is read sounds, until it comes.
  if (fresh.waits("settings follow", lines(remembered))) {
    await fresh.complete().catch(() => (remembered = withhold(remembered)));
  }
  // What was asked for at the last visit is solved anew, if it can be.
  if (remembered.some(([key]) => key === "asked")) {
    await fresh.complete().catch(() => (remembered = remembered.filter(([key]) => key !== "asked")));
  }
  beginning = { route: currentRoute(), remembered };
  forget();
  try {
    return { fresh, update: fresh.start(beginning.route, routes, beginning.remembered) };
  } catch (error) {
    // An address or a record that the engine cannot bear must not lock anyone out for good.
    console.error(error);
    const other = await loadEngine(listenFurther);
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
  // What was typed while the engine was loading: read before the first screen overwrites it.
  waiting.unshift(...typedSoFar());
  show(update);
  engine = fresh;
  if (isPrefetchWanted) prefetch();
  work();
  tellWhole();
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
    tellWhole();
    if (engine) say("A fault in this page kept that from working. You can go on from here.");
  } catch (another) {
    fail(another);
  }
}

/** @returns {Promise<import("./loop/engine.js").Engine | null>} one that has done all once more, if it can */
async function again() {
  const all = past();
  if (!beginning || !all) return null;
  try {
    const fresh = await loadEngine(listenFurther);
    await fresh.complete();
    fresh.start(beginning.route, routes, beginning.remembered);
    show(fresh.replay(all));
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
  // Should it have been a function of the second part that was missed.
  await fresh.complete().catch(console.info);
  show(update);
  reconnect();
  return fresh;
}

/** @param {unknown} error */
function fail(error) {
  console.error(error);
  leaveLinksToTheBrowser();
  say("The chord engine could not be loaded, so this page cannot answer yet. Reload it to try again.");
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
onFirstGesture(prefetch);
listenForPianoKeys();
listenToInstruments(send);
listenToFiles(send);
onRouteChange((route) => send("app go", route));
onSettingsElsewhere((settings) => send("settings follow", lines(settings)));
// What keeps the page on the device comes last: the network is needed for the page itself first.
begin().catch(fail).then(install);
