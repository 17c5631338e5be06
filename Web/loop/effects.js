// Carries out the engine's effects: all changes apart from the regions of the page.

import { ofChordsets, ofTunes } from "../storage/kinds.js";
import { remember, rememberSettings, settingsWith } from "../storage/memory.js";
import { persist } from "../storage/persisting.js";
import { addToZip, download, downloadZip } from "../files/download.js";
import { readOn } from "../files/open.js";
import {
  arrangeMIDI, awaitAnswer, enableMIDI, findMIDI, keepRecording, later, sendMIDI, showPlayed,
} from "../midi/instruments.js";
import { nextPicture, sounding } from "../midi/playback.js";
import { pushRoute, replaceRoute, scrollToTop } from "./router.js";
import { copy, link, share, wholeLink } from "../sharing/share.js";
import { play, playChoice, setTimbre, setTransposition, setVolume, stop, sustain } from "../sound/playback.js";
import { fillPlaceholders, maySound, now, whenIdle } from "./environment.js";

/** @type {import("../gestures/events.js").Send} */
let send = () => {};
/** @type {Sync.Decide} */
let decide = () => null;
/** Milliseconds without another letter before the rows that a search leaves out are shown. */
const rowsDelay = 200;
let rowsTimer = 0;

/**
 * Sets the receiver of actions that report the outcome of effects, and the function that merges stored records.
 * @param {import("../gestures/events.js").Send} receiver
 * @param {Sync.Decide} decider
 */
export function reportTo(receiver, decider) {
  send = receiver;
  decide = decider;
}

/** @type {Record<string, (...words: string[]) => unknown>} */
const effects = {
  // Navigation
  push: pushRoute,
  replace: replaceRoute,
  title: (text) => (document.title = text),
  top: scrollToTop,
  focus,
  focusToType: (id) => matchMedia("(pointer: coarse)").matches || focus(id),
  reveal,
  announce,

  // Window and other programs
  fillScreen,
  leaveFullScreen,
  print: () => print(),
  share,
  copyLink: (route) => copyAndReport(link(route)),
  copyWholeLink: (route) => copyAndReport(wholeLink(route)),
  copy: copyAndReport,

  // Files
  download: (name, type, text) => {
    download(name, type, text).catch(() => send("app unpainted"));
  },
  addToZip,
  downloadZip: (name) => downloadZip(name).catch(console.info),
  exportMore: () => setTimeout(() => send("tunes take-more")),
  readOn,

  // MIDI
  enableMIDI,
  findMIDI,
  sendMIDI,
  arrangeMIDI,
  keepRecording,
  awaitAnswer,
  later,
  played: showPlayed,
  nextPicture,
  sounding,
  listen: listenThroughMicrophone,

  // Sound
  play,
  playChoice,
  playAutomatically,
  hold: sustain,
  silence: stop,
  volume: setVolume,
  transposition: setTransposition,
  timbre: (name) => setTimbre(name, (previous) => send(`settings unfetched ${name}`, previous)),
  speak,

  // Playback of tunes, and of light chords with them
  setTunePlan: (plan) => withSequencer((sequencer) => sequencer.setPlan(plan)),
  prepareTune: () => whenIdle(() => send("tunes lay")),
  showVoicings: (looks) => {
    if (loadedSequencer) withSequencer((sequencer) => sequencer.setLooks(looks));
    else preparedLooks = looks;
  },
  startTune: (bar) => withSequencer((sequencer) => sequencer.start(bar)),
  stopTune: () => sequencer && withSequencer((sequencer) => sequencer.stop()),
  furtherRows: () => {
    clearTimeout(rowsTimer);
    rowsTimer = setTimeout(() => send("tunes fill"), rowsDelay);
  },
  nextBar: (number, milliseconds) => setTimeout(() => send(`stage bar ${number} ${now()}`), Number(milliseconds)),

  // Storage
  remember: (...words) => remember("chords", pairs(words)),
  rememberKey: (...words) => remember("key", pairs(words)),
  rememberPracticeSession: (text) => remember("sitting", [["sitting", text]]),
  settings: (...words) => {
    postpone(() => rememberSettings(pairs(words)));
    const detail = settingsWith(pairs(words));
    dispatchEvent(new CustomEvent("appearance", { detail }));
  },
  openChordsets: (mode) => withStore("chordsets", (store) => store.open(mode, send, decide)),
  keepChordset: (text) => {
    persist();
    withStore("chordsets", (store) => store.keep(text));
  },
  orderChordsets: (...ids) => withStore("chordsets", (store) => store.order(ids)),
  removeChordset: (id) => withStore("chordsets", (store) => store.remove(id)),
  openTunes: (mode) => {
    withStore("tunes", (store) => store.open(mode, send, decide));
    withTuneLog((stores) => stores.openTuneLog(send));
  },
  logTune: (what, id, ...words) => {
    persist();
    withTuneLog((stores) => stores.noteTune(send, what, id, ...words));
  },
  keepTune: (text) => {
    persist();
    withStore("tunes", (store) => store.keep(text));
  },
  orderTunes: (...ids) => withStore("tunes", (store) => store.order(ids)),
  removeTune: (id) => withStore("tunes", (store) => store.remove(id)),
  saveMore: (kind, count) => withStore(/** @type {Kind} */ (kind), (store) => store.expect(Number(count))),
  openPractice: () => withPractice((practice) => practice.open(send)),
  keepPractice: (lines) => {
    persist();
    withPractice((practice) => practice.keep(lines));
  },
  compactPractice: (lines) => withPractice((practice) => practice.fold(lines)),
  forgetPractice: () => withPractice((practice) => practice.forget()),
  schedulePracticeUpdate: (milliseconds) => setTimeout(updatePractice, Number(milliseconds)),
  shelf: runShelfTask,
};

/**
 * Loads the shelf module and carries out a task with it.
 * @param {string} task
 * @param {string[]} words
 */
function runShelfTask(task, ...words) {
  import("../storage/synchronized.js").then(({ carryOut }) => carryOut(send, task, ...words), (error) => {
    console.info(error);
    send(`shelf failed ${task} unanswered`);
  });
}

/**
 * Loads the module of the microphone, and passes it a task.
 * @param {string[]} words
 */
function listenThroughMicrophone(...words) {
  import("../listening/microphone.js").then(({ arrange }) => arrange(send, ...words), (error) => {
    console.info(error);
    send("listen off missing");
  });
}

/** @type {Promise<typeof import("../sound/sequencer.js")> | null} */
let sequencer = null;
/** @type {typeof import("../sound/sequencer.js") | null} */
let loadedSequencer = null;
/** How the chords of the open tune are shown, until the sequencer has loaded. */
let preparedLooks = "";

// The beginning of a press on the button of a tune is the first gesture that needs it.
addEventListener("pointerdown", ({ target }) => {
  if (target instanceof Element && target.closest("#tune-start")) import("../sound/sequencer.js").catch(console.info);
});

/**
 * Loads the sequencer when it is first needed, and passes it to a task. A loaded one carries it out at once, since it
 * may be waiting for the plan of the next bar.
 * @param {(sequencer: typeof import("../sound/sequencer.js")) => void} task
 */
function withSequencer(task) {
  const giveUp = () => {
    sequencer = loadedSequencer = null;
    for (const owner of ["tunes", "practise"]) send(`${owner} failed`);
  };
  const carryOut = (/** @type {typeof import("../sound/sequencer.js")} */ module) => {
    try {
      task(module);
    } catch (error) {
      console.error(error);
      giveUp();
    }
  };
  if (loadedSequencer) return carryOut(loadedSequencer);
  sequencer ??= import("../sound/sequencer.js");
  sequencer.then((module) => {
    if (!loadedSequencer) {
      module.reportTo(send);
      loadedSequencer = module;
      if (preparedLooks) module.setLooks(preparedLooks);
    }
    carryOut(module);
  }, (error) => {
    // There is no network, or the page is being left.
    console.info(error);
    giveUp();
  });
}

/** @typedef {ReturnType<typeof import("../storage/item-store.js").itemStore>} Store */
/** @typedef {"chordsets" | "tunes"} Kind */
/** @type {Map<Kind, Store>} */
const stores = new Map();
/** @type {Map<Kind, Promise<unknown>>} */
const loading = new Map();

/**
 * Loads a store when it is first needed, and passes it to a task. For a loaded store the task runs synchronously, so
 * that no action can reach the engine in between.
 * @param {Kind} kind
 * @param {(store: Store) => unknown} task
 * @param {boolean} [isBackground] whether the engine did not request it and gets no error
 */
function withStore(kind, task, isBackground = false) {
  const store = stores.get(kind);
  if (store) return void task(store);
  const loaded = loading.get(kind) ?? loadStore(kind).then((store) => stores.set(kind, store));
  loading.set(kind, loaded);
  loaded.then(() => task(/** @type {Store} */ (stores.get(kind)))).catch((error) => {
    console.error(error);
    loading.delete(kind);
    if (!isBackground) send(`${kind} adopt`, JSON.stringify({ state: "unkept" }));
  });
}

/** @param {Kind} kind */
async function loadStore(kind) {
  return (await import("../storage/synchronized.js"))[kind];
}

/**
 * Sends changes that earlier visits have left unsent. A store without a database or unfinished work is not loaded.
 * @param {string} mode as in `openChordsets`
 */
export async function sendUnsent(mode) {
  const databases = await indexedDB.databases?.();
  for (const { name: kind, database } of [ofChordsets, ofTunes]) {
    const mayExist = !databases || databases.some(({ name }) => name === database);
    const isUnfinished = Object.keys(localStorage).some((name) => name.startsWith(`${database}-unended-`));
    if (mayExist || isUnfinished) withStore(kind, (store) => store.sendLeft(mode, decide).catch(console.error), true);
  }
}

/**
 * Scrolls an element into view, above the dock at the bottom of the screen.
 * @param {string} id
 */
function reveal(id) {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: "nearest" });
  const dock = document.querySelector(".dock");
  if (!element || !dock || dock.contains(element)) return;
  const hidden = element.getBoundingClientRect().bottom - dock.getBoundingClientRect().top;
  if (hidden > 0) scrollBy(0, hidden);
}

function updatePractice() {
  send(fillPlaceholders("practise look {now} {date}"));
}

// When the page is shown again, the day may have changed and other exercises may be due.
document.addEventListener("visibilitychange", () => {
  if (document.hidden && practice) send(fillPlaceholders("practise leave {now} {date}"));
  else refreshPractice();
});
for (const event of ["focus", "pageshow"]) addEventListener(event, refreshPractice);

function refreshPractice() {
  if (!document.hidden && practice) updatePractice();
}

/** @type {Promise<typeof import("../storage/synchronized.js")> | null} */
let practice = null;

/**
 * Loads the practice store when it is first needed, and passes it to a task.
 * @param {(practice: typeof import("../storage/synchronized.js")) => Promise<void> | void} task
 */
function withPractice(task) {
  practice ??= import("../storage/synchronized.js");
  practice.then(task).catch((error) => {
    console.error(error);
    practice = null;
    send("practise keeping nowhere");
  });
}

/**
 * Speaks a text and interrupts the previous one.
 * @param {string} text
 */
function speak(text) {
  if (!("speechSynthesis" in window)) return;
  speechSynthesis.cancel();
  if (text === "") return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = "en";
  speechSynthesis.speak(utterance);
}

/**
 * Plays a sound that no gesture has started, such as an ear-training question. If the browser blocks it, an action
 * reports that it was not heard.
 * @param {string} manner
 * @param {string[]} chords
 */
function playAutomatically(manner, ...chords) {
  if (maySound()) play(manner, ...chords);
  else queueMicrotask(() => send(fillPlaceholders("practise unheard {now} {date}")));
}

/**
 * Passes the notes on how tunes were used to a task, after the current action.
 * @param {(stores: typeof import("../storage/synchronized.js")) => void} task
 */
function withTuneLog(task) {
  import("../storage/synchronized.js").then(task).catch(console.info);
}

/** Passes the stored records to a new engine, which may lack some. */
export function reopenStores() {
  for (const store of stores.values()) store.reopen();
  if (stores.has("tunes")) withTuneLog((stores) => stores.openTuneLog(send));
  practice?.then((module) => module.open(send)).catch(console.error);
}

function fillScreen() {
  if (document.fullscreenElement) leaveFullScreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

function leaveFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
}

/**
 * Effects without a visible result. They can take longer than the update itself, so they run after it is painted. So
 * does the sound of a choice: the first one makes an audio context.
 */
const invisible = new Set([
  "push", "replace", "title", "announce", "remember", "rememberKey", "rememberPracticeSession", "timbre", "playChoice",
]);

/** @type {(() => void)[]} */
const postponed = [];

/** @param {string[]} effect its name, then its arguments */
export function perform([name, ...words]) {
  const effect = effects[name];
  if (!effect) return console.error(`Unknown effect “${name}”.`);
  const carryOut = () => effect(...words);
  if (invisible.has(name)) postpone(carryOut);
  else carryOut();
}

/**
 * Runs a task after the next paint, or before the next action.
 * @param {() => void} task
 */
export function postpone(task) {
  if (postponed.push(task) === 1) afterPaint(runPostponed);
}

/** Runs the postponed tasks in order. */
export function runPostponed() {
  for (const task of postponed.splice(0)) task();
}

addEventListener("pagehide", runPostponed);

/** @param {() => void} callback */
function afterPaint(callback) {
  // Hidden pages are not painted.
  if (document.hidden) callback();
  else requestAnimationFrame(() => setTimeout(callback));
}

/**
 * Copies a text to the clipboard and reports the outcome.
 * @param {string} text
 */
async function copyAndReport(text) {
  send((await copy(text)) ? "app copied" : "app uncopied", text);
}

/**
 * Announces a text to screen readers.
 * @param {string} text
 */
function announce(text) {
  const announcer = document.getElementById("announcer");
  if (!announcer) return;
  // Only changes are read aloud. The added no-break space makes a repeated text a change.
  announcer.textContent = announcer.textContent === text ? `${text}\u00A0` : text;
}

/**
 * Focuses an element. A control is scrolled into view; the screen itself is not.
 * @param {string} id
 */
function focus(id) {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: element.tagName === "MAIN" });
  // Typing replaces the text of a field, as in a browser's address bar.
  if (element instanceof HTMLInputElement) element.select();
}

/**
 * @param {string[]} words
 * @returns {[string, string][]}
 */
function pairs(words) {
  /** @type {[string, string][]} */
  const result = [];
  for (let i = 0; i + 1 < words.length; i += 2) result.push([words[i], words[i + 1]]);
  return result;
}
