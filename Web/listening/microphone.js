// Listens to a piano through a microphone. The sound goes from an audio worklet (workers/listener-frames.js) to a
// worker (workers/listener.js), and nowhere else.
//
// The engine gets actions:
//
//   listen on           listening, with the microphones in lines: its number, “chosen” or “other”, and its name
//   listen off REASON   not listening: denied, none, busy, insecure, unsupported, missing, slow, lost, silent, hidden
//   listen heard …      a strike: the words of MicrophoneListener, its time, the time and the date

import { asset } from "../assets.js";
import { date, engineTime, now } from "../loop/environment.js";
import { setPlaying } from "../loop/wake-lock.js";
import { choice, choose as store } from "../midi/choices.js";
import { setMuted } from "../sound/playback.js";

/** @type {import("../gestures/events.js").Send} */
let send = () => {};
/** @type {MediaStream | null} */
let stream = null;
/** @type {AudioContext | null} */
let context = null;
/** @type {Worker | null} */
let worker = null;
/** Changes whenever listening starts or stops, so that a late answer is recognized. */
let attempt = 0;
/** What is asked for: see MicrophoneListener.expect. */
let expected = "";
/** The frequency of A4 in tenths of Hz. */
let tuning = 4400;
let hasHeadphones = false;
/** Whether the browser has said that the microphone is allowed. */
let wasGranted = false;

/** The name of the choice. Its value is an id that only this browser knows. */
const storedDevice = "microphone";

/**
 * Changes what is listened to.
 * @param {import("../gestures/events.js").Send} receiver
 * @param {string[]} words one of
 *
 *     start TUNING            the frequency of A4 in tenths of Hz
 *     stop
 *     choose NUMBER           another microphone, by its number
 *     tuning TUNING
 *     headphones yes|no       whether the page may sound while it listens
 *     expect QUESTION         what is asked for
 */
export function arrange(receiver, ...words) {
  send = receiver;
  const [what, value] = words;
  if (what === "start") {
    tuning = Number(value);
    start().catch(console.error);
  } else if (what === "stop") {
    stop();
  } else if (what === "choose") {
    choose(Number(value)).catch(console.error);
  } else if (what === "tuning") {
    tuning = Number(value);
    worker?.postMessage({ tuning });
  } else if (what === "headphones") {
    hasHeadphones = value === "yes";
    mute();
  } else if (what === "expect") {
    expected = value;
    mute();
    worker?.postMessage({ expect: expected });
  }
}

addEventListener("pagehide", () => stream && fail("hidden"));
document.addEventListener("visibilitychange", () => document.hidden && stream && fail("hidden"));

async function start() {
  const own = ++attempt;
  release();
  const reason = reasonAgainst();
  if (reason) return fail(reason);
  setSession("play-and-record");
  const opened = await open().catch((error) => reasonOf(error));
  if (own !== attempt) return typeof opened === "string" ? undefined : close(opened);
  if (typeof opened === "string") return fail(opened);
  stream = opened;
  for (const track of stream.getAudioTracks()) {
    track.onended = () => track === stream?.getAudioTracks()[0] && lose();
  }
  const error = await connect(opened).catch((error) => {
    console.info(error);
    return "missing";
  });
  if (own !== attempt) return;
  if (error) return fail(error);
  mute();
  setPlaying("microphone", true);
  wasGranted = (await permission()) === "granted";
  await report();
}

/** Why this browser cannot listen: a word for the engine; empty if it can. */
function reasonAgainst() {
  if (!isSecureContext) return "insecure";
  const canListen = navigator.mediaDevices && "AudioWorkletNode" in window && "WebAssembly" in window;
  return canListen ? "" : "unsupported";
}

/** @param {unknown} error */
function reasonOf(error) {
  console.info(error);
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  return name === "NotReadableError" || name === "AbortError" ? "busy" : "none";
}

/** Asks for the chosen microphone, without what makes speech clearer and music worse. */
async function open() {
  const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  const id = choice(storedDevice);
  const audio = id ? { ...plain, deviceId: { ideal: id } } : plain;
  return navigator.mediaDevices.getUserMedia({ audio, video: false });
}

/**
 * Connects a microphone with the worker.
 * @param {MediaStream} source
 * @returns {Promise<string>} why that failed; otherwise empty
 */
async function connect(source) {
  const opened = new AudioContext({ latencyHint: "interactive" });
  context = opened;
  await opened.audioWorklet.addModule(asset("workers/listener-frames.js"));
  const frames = new AudioWorkletNode(opened, "frames", { numberOfOutputs: 0 });
  const { port1, port2 } = new MessageChannel();
  const listener = worker ?? new Worker(asset("workers/listener.js"), { type: "module" });
  worker = listener;
  const failure = await new Promise((resolve) => {
    listener.onerror = () => resolve("missing");
    listener.onmessage = ({ data }) => resolve(data.failed ?? "");
    listener.postMessage({ expect: expected });
    listener.postMessage({ start: { rate: opened.sampleRate, tuning, port: port1 } }, [port1]);
  });
  if (failure || context !== opened) return failure;
  listener.onmessage = ({ data }) => receive(data);
  frames.port.postMessage(port2, [port2]);
  opened.createMediaStreamSource(source).connect(frames);
  await opened.resume();
  return "";
}

/** @param {{ level?: number, strikes?: { at: number, words: string[] }[], silent?: boolean, failed?: string }} data */
function receive({ level, strikes, silent, failed }) {
  if (!stream) return;
  if (level !== undefined) showLevel(level);
  for (const { at, words } of strikes ?? []) {
    send(`listen heard ${words.join(" ")} ${engineTime(at - performance.timeOrigin)} ${now()} ${date()}`);
  }
  if (silent) fail("silent");
  if (failed) fail(failed);
}

/**
 * Shows the level in all meters: from −50 dB to full scale.
 * @param {number} level
 */
function showLevel(level) {
  const share = Math.min(1, Math.max(0, 1 + (20 * Math.log10(level + 1e-9)) / 50));
  for (const meter of document.querySelectorAll("meter[data-level]")) {
    if (meter instanceof HTMLMeterElement) meter.value = share;
  }
}

/** Reports the microphones. Browsers name them once listening is allowed. */
async function report() {
  const own = attempt;
  const devices = await microphones();
  if (own !== attempt || !stream) return;
  const id = stream.getAudioTracks()[0]?.getSettings().deviceId;
  const lines = devices.map(({ deviceId, label }, index) => {
    return `${index + 1} ${deviceId === id ? "chosen" : "other"} ${label.replaceAll("\n", " ")}`;
  });
  send("listen on", lines.join("\n"));
}

async function microphones() {
  const all = await navigator.mediaDevices.enumerateDevices();
  return all.filter(({ kind, label }) => kind === "audioinput" && label);
}

/** @param {number} number */
async function choose(number) {
  const device = (await microphones())[number - 1];
  if (!device) return;
  store(storedDevice, device.deviceId);
  await start();
}

/** The microphone was unplugged, or the permission was withdrawn. */
async function lose() {
  const own = attempt;
  const state = await permission();
  if (own === attempt) fail(state === "denied" || (state === "prompt" && wasGranted) ? "denied" : "lost");
}

/** The state of the permission; empty if the browser does not say it. */
async function permission() {
  const name = /** @type {PermissionName} */ (/** @type {string} */ ("microphone"));
  return navigator.permissions?.query({ name }).then(({ state }) => state, () => "");
}

/** @param {string} reason */
function fail(reason) {
  stop();
  send(`listen off ${reason}`);
}

function stop() {
  attempt += 1;
  release();
  worker?.terminate();
  worker = null;
  setSession("playback");
  mute();
  setPlaying("microphone", false);
}

/** Silences the page while it waits for a chord, so that it does not hear itself. */
function mute() {
  setMuted(stream !== null && !hasHeadphones && expected !== "");
}

function release() {
  if (stream) close(stream);
  stream = null;
  context?.close().catch(console.info);
  context = null;
}

/** @param {MediaStream} opened */
function close(opened) {
  for (const track of opened.getTracks()) {
    track.onended = null;
    track.stop();
  }
}

/**
 * Sets what iOS is to do with sound: without “play-and-record”, the page would be very soft while it listens.
 * @param {string} type
 */
function setSession(type) {
  const { audioSession } = /** @type {{ audioSession?: { type: string } }} */ (navigator);
  if (audioSession) audioSession.type = type;
}
