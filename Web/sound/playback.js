// Plays notes, and lights their keys on the page's keyboards.
//
// Browsers block sound before the first gesture, so the audio context is created for the first note. The timbre (the
// piano, or the one chosen at an earlier visit) is loaded with it, since many visits stay silent. Until then a plain
// voice plays, and sounding notes are cross-faded.
//
// Whatever is played is reported in a "notes" event of the document. Its detail lists pitch, start and duration in
// seconds (null while a key is held) and gain of each note. A "silence" event reports that it was stopped.
//
// A note lights the keyboard nearest to the pressed element.
//
//   data-dark             notes played in here light no keyboard outside

import { loadTimbre } from "./timbres.js";
import { plain, Player } from "./voices.js";

/** Seconds between the notes of an arpeggio. */
const arpeggioStep = 0.11;
/** Seconds between the notes of a scale: eight notes take two seconds. */
const scaleStep = 0.25;
/** Seconds between the chords of a progression. */
const chordInterval = 0.8;
/** Seconds until a note that is not held is released. */
const noteLength = 2.4;

/** @type {Player | null} */
let player = null;
/** @type {Set<Player>} other players, which share the volume; some have a timbre of their own */
const others = new Set();
let volume = 1;
/** Semitones from sounding to written pitch. Keys are lit at written pitch. */
let transposition = 0;

/** @type {EventTarget | null} the last element pressed with a pointer or a key */
let pressed = null;

/** The name of the chosen timbre; empty before the page has started. */
let chosen = "";
/** The loaded timbre. */
let timbre = plain;

/** @type {{ text: string, button: Element | null } | null} the sustained chords, and the button that started them */
let held = null;

/**
 * @typedef {object} Note a note whose keys are lit
 * @property {number} pitch written pitch, as a MIDI number
 * @property {number} start in seconds of the page's clock, since the clock of an audio context stands still on a device
 *   without sound output
 * @property {number} end
 * @property {import("./voices.js").Voice} voice
 * @property {Element} place all keyboards in it are lit
 * @property {boolean} isOfChord whether it sounds as part of a chord, which a keyboard may show in other octaves
 */

/** @type {Set<Note>} sounding and scheduled notes */
const notes = new Set();

/**
 * Plays chords.
 * @param {string} manner "pitches" (together), "arpeggio", "scale" or "progression" (chord after chord)
 * @param {string[]} chords written pitches of each, as MIDI numbers with commas
 */
export function play(manner, ...chords) {
  perform(noteLength, manner, chords);
}

/**
 * Plays what was chosen.
 * @param {string} manner
 * @param {string[]} chords
 */
export function playChoice(manner, ...chords) {
  perform(noteLength, manner, chords);
  isRequested = false;
}

/**
 * Plays chords until the same button is pressed again or something else is played. Piano keys are not sustained, since
 * they are released by the finger.
 * @param {string} manner
 * @param {string[]} chords
 */
export function sustain(manner, ...chords) {
  const target = pressed instanceof Element ? pressed : null;
  if (target?.closest("[data-press]")) return play(manner, ...chords);
  const button = target?.closest("button") ?? null;
  const text = `${manner} ${chords.join(";")}`;
  // A button stops what it has started, even if it has another chord by now.
  const isRepeated = held?.button?.isConnected ? held.button === button : held?.text === text;
  // perform() does not stop other notes for a single one.
  stop();
  if (isRepeated) return;
  perform(Infinity, manner, chords);
  held = { text, button };
  button?.setAttribute("data-held", "");
  button?.setAttribute("aria-pressed", "true");
}

/**
 * @param {number} length seconds until the last chord is released
 * @param {string} manner
 * @param {string[]} chords
 */
function perform(length, manner, chords) {
  isRequested = true;
  const events = chords.flatMap((chord, chordIndex) => {
    const pitches = chord.split(",").map((pitch) => soundingPitch(Number(pitch)));
    const isScale = manner === "scale";
    // More notes at once are softer.
    const loudness = 0.5 / Math.sqrt(isScale ? 2 : pitches.length);
    const step = isScale ? scaleStep : manner === "arpeggio" ? arpeggioStep : 0;
    return pitches.map((pitch, index) => {
      // A note of a scale ends with the next one.
      const isLast = isScale ? index === pitches.length - 1 : chordIndex === chords.length - 1;
      return {
        pitch, delay: chordIndex * chordInterval + index * step, loudness,
        length: isLast ? length : isScale ? scaleStep : chordInterval,
      };
    });
  });
  // A chord replaces the previous one; a single note is added to it.
  if (events.length > 1) stop();
  strike(events, keyboardAreaOf(pressed), chords.length === 1 && events.length > 1 && manner !== "scale");
}

/**
 * The element whose keyboards are lit when another one is pressed.
 * @param {EventTarget | null} target
 */
function keyboardAreaOf(target) {
  let area = target instanceof Element && target.isConnected ? target : document.body;
  while (area.parentElement && !area.matches("[data-dark]") && !area.querySelector(keyboards)) {
    area = area.parentElement;
  }
  // A piano key lights its own keyboard.
  return target instanceof Element ? target.closest(keyboards) ?? area : area;
}

/** Small keyboards are pictures in lists. */
const keyboards = ".keyboard:not(.small)";

/**
 * Starts a note that sounds until it is released. Its release is reported in a "release" event of the document, whose
 * detail is the pitch.
 * @param {number} pitch sounding pitch
 * @param {number} [loudness] from 0 to 1
 * @param {number} [delay] in seconds
 * @returns {() => void} releases the note
 */
export function hold(pitch, loudness = 0.4, delay = 0) {
  isRequested = true;
  // The note comes from an instrument, so it is lit on all keyboards.
  const velocity = Math.min(127, 254 * loudness);
  if (velocity < 50 || velocity > 110) loadLayers();
  const [note] = strike([{ pitch, delay, loudness, length: Infinity, velocity }], document.documentElement);
  return () => {
    if (!player || !notes.has(note)) return;
    note.end = seconds();
    player.release(note.voice, player.context.currentTime);
    document.dispatchEvent(new CustomEvent("release", { detail: pitch }));
  };
}

/** Whether the notes were asked for, and are not only the sound of a choice. */
let isRequested = true;

/**
 * Stops all notes.
 * @returns {boolean} whether there were any that were asked for
 */
export function stop() {
  const wasPlaying = notes.size > 0;
  player?.stop();
  held?.button?.removeAttribute("data-held");
  held?.button?.removeAttribute("aria-pressed");
  held = null;
  notes.clear();
  light();
  if (wasPlaying) document.dispatchEvent(new CustomEvent("silence"));
  return wasPlaying && isRequested;
}

/** @param {string} percent */
export function setVolume(percent) {
  // Perceived loudness is not linear in the amplitude.
  volume = (Number(percent) / 100) ** 2;
  applyVolume();
}

/** Whether the page is silent because it listens through a microphone. */
let isMuted = false;

/** @param {boolean} muted */
export function setMuted(muted) {
  isMuted = muted;
  applyVolume();
}

/** Whether a MIDI device plays in place of the page; see midi/output.js. */
let isElsewhere = false;

/** @param {boolean} isOutput whether a MIDI device plays in place of the page */
export function playElsewhere(isOutput) {
  isElsewhere = isOutput;
  applyVolume();
}

/** The volume of the page's own sound. */
function ownVolume() {
  return isElsewhere || isMuted ? 0 : volume;
}

function applyVolume() {
  if (player) player.volume = ownVolume();
  for (const other of others) other.volume = ownVolume();
}

/** The time of the audio context in seconds, by which notes are reported. */
export function audioTime() {
  return player?.context.currentTime ?? 0;
}

/**
 * The sounding pitch of a written one.
 * @param {number} pitch
 */
export function soundingPitch(pitch) {
  return pitch - transposition;
}

/** @param {string} semitones from sounding to written pitch, for transposing instruments */
export function setTransposition(semitones) {
  transposition = Number(semitones);
}

/**
 * Selects the timbre of all notes.
 * @param {string} name
 * @param {(previous: string) => void} revert called if it cannot be loaded
 */
export function setTimbre(name, revert) {
  if (name === chosen) return;
  const previous = chosen;
  chosen = name;
  // At the start of a visit it is loaded with the first note.
  if (previous === "") return;
  prepareTimbre().catch((error) => {
    console.info(error);
    // By now another timbre may have been chosen, and the previous one may not be loaded either.
    if (chosen === name && timbre.name === previous) revert(previous);
  });
}

/**
 * @param {{ pitch: number, delay: number, loudness: number, length: number, velocity?: number }[]} events
 * @param {Element} place all keyboards in it are lit
 * @param {boolean} [isOfChord]
 * @returns {Note[]}
 */
function strike(events, place, isOfChord = false) {
  const player = readyPlayer();
  // Tries again if loading has failed, since there may be a network now.
  if (timbre.name !== chosen) prepareTimbre().catch(console.info);
  const wasSilent = notes.size === 0;
  // Allows for the time to compute the first samples.
  const now = player.context.currentTime + 0.01;
  const visible = seconds();
  const struck = events.map(({ pitch, delay, loudness, length, velocity }) => {
    const voice = player.strike(pitch, loudness, now + delay, length === Infinity, velocity);
    if (length < Infinity) player.release(voice, now + delay + length);
    const [start, end] = [visible + delay, visible + delay + length];
    const note = { pitch: pitch + transposition, start, end, voice, place, isOfChord };
    notes.add(note);
    return note;
  });
  const detail = events.map(({ pitch, delay, loudness, length }) => ({
    pitch, start: now + delay, duration: length < Infinity ? length : null, gain: loudness * volume,
  }));
  document.dispatchEvent(new CustomEvent("notes", { detail }));
  // Not at once: a note of an instrument is yet to be judged.
  if (wasSilent) frame = requestAnimationFrame(light);
  return struck;
}

/**
 * Makes another player with the same audio context. It is not affected by stop() and plays on when the page is hidden.
 * @param {import("./voices.js").Timbre} [own] its timbre, if not the chosen one
 * @param {{ room?: number, voices?: number }} [options] as of Player
 */
export function makePlayer(own, options) {
  const other = new Player(readyPlayer().context, ownVolume(), options);
  other.timbre = own ?? timbre;
  others.add(other);
  return other;
}

/** The loaded timbre. If it is not the chosen one, loading is tried again. */
export function currentTimbre() {
  if (timbre.name !== chosen) prepareTimbre().catch(console.info);
  return timbre;
}

/** Whether soft and loud notes were played. */
let needsLayers = false;

/** Loads the recordings of soft and loud notes, if the timbre has some. */
export function loadLayers() {
  needsLayers = true;
  timbre.loadLayers?.().catch(console.info);
}

/** The player, with a running audio context, which a slow device makes in 20 ms. */
export function readyPlayer() {
  wake();
  if (!player) {
    // Otherwise the mute switch of an iPhone silences the page.
    const { audioSession } = /** @type {{ audioSession?: { type: string } }} */ (navigator);
    // With a microphone, both must be possible; see listening/microphone.js.
    if (audioSession && audioSession.type !== "play-and-record") audioSession.type = "playback";
    player = new Player(new AudioContext({ latencyHint: "interactive" }), ownVolume());
    player.timbre = timbre;
    wake();
  }
  return player;
}

/** @type {(() => void)[]} */
const replacements = [];

/**
 * Calls back when the audio context was closed, and the players of `makePlayer` must be made again.
 * @param {() => void} callback
 */
export function onReplacement(callback) {
  replacements.push(callback);
}

/**
 * Resumes or replaces an audio context that the system has suspended or closed, for example for a phone call. A touch
 * counts as a gesture only when the finger is lifted, so notes may start to sound then.
 */
function wake() {
  const context = player?.context;
  if (!(context instanceof AudioContext)) return;
  // On an iPhone there is also the state “interrupted”.
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

/** The requested animation frame. */
let frame = 0;

/** Lights the keys of the sounding notes in each frame until there are none. */
function light() {
  cancelAnimationFrame(frame);
  const time = seconds();
  /** @type {Note[]} */
  const now = [];
  for (const note of notes) {
    if (note.end <= time) notes.delete(note);
    else if (note.start <= time) now.push(note);
  }
  // Queried each time, because patches can replace the elements.
  for (const keyboard of document.querySelectorAll(keyboards)) {
    // What was pressed may be gone, such as an example; then both chords sound, and no keyboard of one of them is lit.
    const lights = (/** @type {Element} */ place) =>
      place.contains(keyboard) && (place !== document.body || !keyboard.closest("#lower, #upper"))
      // What sounds is the answer to a question by ear.
      && !keyboard.closest("[data-unlit]");
    const keys = new Set(now.filter(({ place }) => lights(place)).flatMap((note) => keysOf(note, keyboard)));
    for (const key of keyboard.querySelectorAll("[data-sounding]")) {
      if (!keys.has(key)) key.removeAttribute("data-sounding");
    }
    for (const key of keys) key.toggleAttribute("data-sounding", true);
  }
  if (notes.size > 0) frame = requestAnimationFrame(light);
}

/**
 * The keys of a keyboard that a note lights. A voicing lights the chord as the keyboard shows it, because its own
 * octaves would be keys that are not marked.
 * @param {Note} note
 * @param {Element} keyboard
 */
function keysOf({ pitch, isOfChord }, keyboard) {
  const own = [...keyboard.querySelectorAll(`[data-pitch="${pitch}"]`)];
  if (!isOfChord || own.some((key) => key.matches(".lit"))) return own;
  const marked = [...keyboard.querySelectorAll(".lit[data-pitch]")].filter(
    (key) => (Number(key.getAttribute("data-pitch")) - pitch) % 12 === 0);
  return marked.length > 0 ? marked : own;
}

function seconds() {
  return performance.now() / 1000;
}

/** Loads the chosen timbre. */
async function prepareTimbre() {
  const name = chosen;
  const loaded = await loadTimbre(name);
  if (name !== chosen) return;
  timbre = loaded;
  if (player) player.timbre = timbre;
  if (needsLayers) loadLayers();
}

/** Listens for the gestures that browsers require for sound, and for the elements that are pressed. */
export function listenForGestures() {
  for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, wake);
  // Captured ahead of the listeners that start notes.
  for (const press of ["pointerdown", "keydown", "click"]) {
    addEventListener(press, ({ target }) => (pressed = target), { capture: true });
  }
  // The finger scrolls the page and does not play.
  addEventListener("pointercancel", ({ target }) => {
    if (target instanceof Element && target.matches("[data-press]")) stop();
  });
  addEventListener("pagehide", stop);
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : wake()));
  addEventListener("pageshow", wake);
}
