// @ts-check
// Playing: which notes sound when, and which keys of the page's keyboards are lit with them.
//
// Browsers let nothing sound before the first gesture, and nor do we: the audio context is made when
// the first note is asked for. The timbre (a piano, or what was chosen at the last visit) is fetched
// when all that a first visit needs is there and the browser has nothing to do, so that it delays
// nothing and is mostly there at the first touch. Until it is there a plain voice plays: that is
// how a slow network sounds, one where ▶ is pressed before 200 kB have arrived. Where data is
// dear, or the network no better than 2G, nothing is fetched before something is to sound.
//
// Whatever is played is told to the document as an event "notes", whose detail lists a pitch, a start
// and a duration in seconds (null while a key is held) and a gain each; "silence" when it was stopped.
//
// What was pressed on the page lights the keyboard that it belongs to: the nearest one around it.
//
//   data-dark             what is played in here is on no keyboard of the page

import { timbreCalled } from "./timbres.js";
import { plain, Player } from "./voices.js";

/** Seconds between the notes of an arpeggio. */
const spread = 0.11;
/** Seconds between the chords of a progression. */
const pace = 0.8;
/** Seconds until a note that is not held is let go. */
const length = 2.4;

/** @type {Player | null} */
let player = null;
/** @type {Set<Player>} those whose loudness is that of the page; some have a timbre of their own */
const others = new Set();
let volume = 1;
/** How many semitones what is read, and lit, lies above what sounds. */
let transposition = 0;

/** @type {EventTarget | null} what was pressed last, by a finger, a click or Enter */
let pressed = null;

/** The timbre that is chosen, by its name; none before the page has begun. */
let chosen = "";
/** The one that is there. */
let timbre = plain;

/** @type {{ text: string, button: Element | null } | null} what is held until it is asked for again, and where it was asked for */
let held = null;

/**
 * @typedef {object} Note how long its keys are lit
 * @property {number} pitch MIDI number of the key that is lit
 * @property {number} start in seconds of the page's clock: that of the context stands still where the
 *   machine has nothing to sound with
 * @property {number} end
 * @property {import("./voices.js").Voice} voice
 * @property {Element} place all keyboards in it are lit
 */

/** @type {Set<Note>} those that sound or wait */
const notes = new Set();

/**
 * @param {string} manner "pitches", all at once; "arpeggio", one after the other; "progression", chord after chord
 * @param {string[]} chords the MIDI numbers of each as they are read, with commas
 */
export function play(manner, ...chords) {
  perform(length, manner, chords);
}

/**
 * The same, until it is asked for once more at the same place, or something else is. Keys have fingers that let go.
 * @param {string} manner
 * @param {string[]} chords
 */
export function sustain(manner, ...chords) {
  const target = pressed instanceof Element ? pressed : null;
  if (target?.closest("[data-press]")) return play(manner, ...chords);
  const button = target?.closest("button") ?? null;
  const text = `${manner} ${chords.join(";")}`;
  // Where another chord has taken the place of what is held, its button still lets that go.
  const isAgain = held?.button?.isConnected ? held.button === button : held?.text === text;
  // One note alone would not end what sounds.
  stop();
  if (isAgain) return;
  perform(Infinity, manner, chords);
  held = { text, button };
  button?.setAttribute("data-held", "");
  button?.setAttribute("aria-pressed", "true");
}

/**
 * @param {number} length seconds until the last chord is let go
 * @param {string} manner
 * @param {string[]} chords
 */
function perform(length, manner, chords) {
  const wanted = chords.flatMap((chord, place) => {
    const pitches = chord.split(",").map((pitch) => sounding(Number(pitch)));
    // Many notes together are each a little softer.
    const loudness = 0.5 / Math.sqrt(pitches.length);
    const step = manner === "arpeggio" ? spread : 0;
    const isLast = place === chords.length - 1;
    return pitches.map((pitch, index) => ({
      pitch, delay: place * pace + index * step, loudness, length: isLast ? length : pace,
    }));
  });
  // A chord follows upon another, it does not mix with it.
  if (wanted.length > 1) stop();
  strike(wanted, placeOf(pressed));
}

/**
 * Where what is played by pressing an element is seen.
 * @param {EventTarget | null} target
 */
function placeOf(target) {
  let place = target instanceof Element && target.isConnected ? target : document.body;
  while (place.parentElement && !place.matches("[data-dark]") && !place.querySelector(keyboards)) place = place.parentElement;
  // A key is pressed on its own keyboard.
  return target instanceof Element ? target.closest(keyboards) ?? place : place;
}

/** Small ones are pictures in lists. */
const keyboards = ".keyboard:not(.small)";

/**
 * Begins a note that lasts until it is let go.
 * @param {number} pitch as it sounds
 * @param {number} [loudness] 0…1
 * @returns {() => void} lets go of it
 */
export function hold(pitch, loudness = 0.4) {
  // Played elsewhere than on the page, it belongs to all keyboards alike.
  const [note] = strike([{ pitch, delay: 0, loudness, length: Infinity }], document.documentElement);
  return () => {
    if (!player || !notes.has(note)) return;
    note.end = seconds();
    player.release(note.voice, player.context.currentTime);
  };
}

/** @returns {boolean} whether anything sounded */
export function stop() {
  const hasSounded = notes.size > 0;
  player?.stop();
  held?.button?.removeAttribute("data-held");
  held?.button?.removeAttribute("aria-pressed");
  held = null;
  notes.clear();
  light();
  if (hasSounded) document.dispatchEvent(new CustomEvent("silence"));
  return hasSounded;
}

/** @param {string} percent */
export function setVolume(percent) {
  // Loudness is felt as a power of the amplitude.
  volume = (Number(percent) / 100) ** 2;
  if (player) player.volume = volume;
  for (const other of others) other.volume = volume;
}

/**
 * What a key of the page sounds like, and a key of the computer, which stands for one.
 * @param {number} pitch as it is read
 */
export function sounding(pitch) {
  return pitch - transposition;
}

/** @param {string} semitones for players whose parts are written higher than they sound */
export function setTransposition(semitones) {
  transposition = Number(semitones);
}

/**
 * @param {string} name of the timbre as which everything sounds from now on
 * @param {(before: string) => void} giveBack called when the chosen one cannot be fetched
 */
export function setTimbre(name, giveBack) {
  if (name === chosen) return;
  const before = chosen;
  chosen = name;
  if (before === "") {
    // What was chosen at another visit: where it fails the plain voice plays.
    if (!isDear()) whenIdle(() => prepare().catch(console.info));
    return;
  }
  prepare().catch((error) => {
    console.info(error);
    // Meanwhile another one may have been chosen; and the one before may not be there either.
    if (chosen === name && timbre.name === before) giveBack(before);
  });
}

/**
 * @param {{ pitch: number, delay: number, loudness: number, length: number }[]} wanted
 * @param {Element} place where it is seen
 * @returns {Note[]}
 */
function strike(wanted, place) {
  const player = awake();
  // What has not come yet, or could not, is asked for again: there may be a network now.
  if (timbre.name !== chosen) prepare().catch(console.info);
  const isDark = notes.size === 0;
  // Computing the first samples takes a moment.
  const now = player.context.currentTime + 0.01;
  const visible = seconds();
  const struck = wanted.map(({ pitch, delay, loudness, length }) => {
    const voice = player.strike(pitch, loudness, now + delay, length === Infinity);
    if (length < Infinity) player.release(voice, now + delay + length);
    const note = { pitch: pitch + transposition, start: visible + delay, end: visible + delay + length, voice, place };
    notes.add(note);
    return note;
  });
  const detail = wanted.map(({ pitch, delay, loudness, length }) => ({
    pitch, start: now + delay, duration: length < Infinity ? length : null, gain: loudness * volume,
  }));
  document.dispatchEvent(new CustomEvent("notes", { detail }));
  if (isDark) light();
  return struck;
}

/**
 * Another player in the same room, for what keeps its own time: it goes on where all that was asked for here is stopped, and
 * when the page is hidden.
 * @param {import("./voices.js").Timbre} [own] what it sounds like; without one as everything does now
 */
export function another(own) {
  const other = new Player(awake().context, volume);
  other.timbre = own ?? timbre;
  others.add(other);
  return other;
}

/** As which everything sounds now. */
export function presentTimbre() {
  if (timbre.name !== chosen) prepare().catch(console.info);
  return timbre;
}

/** What plays, ready to play. */
function awake() {
  wake();
  if (!player) {
    // Otherwise the switch of an iPhone that silences its ringing silences the page.
    const { audioSession } = /** @type {{ audioSession?: { type: string } }} */ (navigator);
    if (audioSession) audioSession.type = "playback";
    player = new Player(new AudioContext({ latencyHint: "interactive" }), volume);
    player.timbre = timbre;
    wake();
  }
  return player;
}

/** @type {(() => void)[]} */
const replacements = [];

/**
 * Calls back when the players of `another` are to be made anew.
 * @param {() => void} callback
 */
export function onReplacement(callback) {
  replacements.push(callback);
}

/**
 * Goes on after the system has suspended the sound, for a telephone call or another page, or has closed it. A touch counts as
 * a gesture only when the finger is lifted; what was asked for sounds then.
 */
function wake() {
  const context = player?.context;
  if (!(context instanceof AudioContext)) return;
  // Not declared everywhere: an iPhone has “interrupted” as well.
  if (context.state === "closed") {
    player = null;
    others.clear();
    notes.clear();
    light();
    for (const replace of replacements) replace();
  } else if (context.state !== "running") {
    context.resume().catch(() => {});
  }
}

/** The next round of lighting. */
let round = 0;

/** Lights the keys of what sounds now, as long as anything does. */
function light() {
  cancelAnimationFrame(round);
  const time = seconds();
  /** @type {Note[]} */
  const now = [];
  for (const note of notes) {
    if (note.end <= time) notes.delete(note);
    else if (note.start <= time) now.push(note);
  }
  // Looked up each time: the screen may have been drawn anew.
  for (const keyboard of document.querySelectorAll(keyboards)) {
    const pitches = new Set(now.filter(({ place }) => place.contains(keyboard)).map(({ pitch }) => String(pitch)));
    for (const key of keyboard.querySelectorAll("[data-pitch]")) {
      key.toggleAttribute("data-sounding", pitches.has(key.getAttribute("data-pitch") ?? ""));
    }
  }
  if (notes.size > 0) round = requestAnimationFrame(light);
}

function seconds() {
  return performance.now() / 1000;
}

/** Fetches the timbre that is chosen, if it is not there. */
async function prepare() {
  const name = chosen;
  const found = await timbreCalled(name);
  if (name !== chosen) return;
  timbre = found;
  if (player) player.timbre = timbre;
}

/** Whether the reader has asked for little data, or has a network as slow as 2G. Not every browser tells. */
function isDear() {
  const { connection } = /** @type {{ connection?: { saveData?: boolean, effectiveType?: string } }} */ (navigator);
  return connection?.saveData === true || connection?.effectiveType?.endsWith("2g") === true;
}

/**
 * When all that the page is made of has come and the browser has nothing better to do.
 * @param {() => void} task
 */
function whenIdle(task) {
  const rest = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(task, { timeout: 2000 });
    else setTimeout(task, 200);
  };
  if (document.readyState === "complete") rest();
  else addEventListener("load", rest);
}

/** Gets everything ready that must wait for a first gesture. */
export function listenForGestures() {
  for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, wake);
  // Before any other listener.
  for (const press of ["pointerdown", "keydown", "click"]) {
    addEventListener(press, ({ target }) => (pressed = target), { capture: true });
  }
  // A finger that turns out to scroll was not playing.
  addEventListener("pointercancel", ({ target }) => {
    if (target instanceof Element && target.matches("[data-press]")) stop();
  });
  addEventListener("pagehide", stop);
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : wake()));
  addEventListener("pageshow", wake);
}
