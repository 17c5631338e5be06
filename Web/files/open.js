// Opens files and sends their content to the engine.

import { fillPlaceholders } from "../loop/environment.js";
import { readTunes } from "./tune-reader.js";

/** Maximum sizes in bytes, far above those of real files. A larger file was picked by mistake. */
const maximumSize = { music: 8_000_000, items: 16_000_000 };

/** @type {import("../gestures/events.js").Send} */
let send = () => {};

/** @typedef {{ file: File, bytes: Uint8Array }} OpenedFile a file and its content */

/** @type {(action: string, opened: OpenedFile) => void} */
let sendFile = () => {};

/**
 * @param {import("../gestures/events.js").Send} receiver
 * @param {(action: string, opened: OpenedFile) => void} fileReceiver
 */
export function listenToFiles(receiver, fileReceiver) {
  send = receiver;
  sendFile = fileReceiver;
  document.addEventListener("change", async ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset.file === undefined) return;
    const action = target.dataset.file;
    await openFiles([...(target.files ?? [])], action);
    // So that opening the same file again is a change.
    target.value = "";
  });
}

/**
 * Sends files to the engine, one after the other.
 * @param {Iterable<File>} files
 * @param {string} action
 */
export async function openFiles(files, action) {
  let isFurther = false;
  for (const file of files) {
    await openFile(file, action, isFurther);
    isFurther = true;
  }
}

/**
 * Sends a pasted text to the engine, as a file without a name.
 * @param {string} text
 * @param {string} action
 */
export function openText(text, action) {
  return openFile(new File([text], ""), action, false);
}

/**
 * Sends a file to the engine.
 * @param {File} file
 * @param {string} action
 * @param {boolean} isFurther whether it was opened together with the previous one
 */
async function openFile(file, action, isFurther) {
  const maximum = /^(chordsets open|shelf add)/.test(action) ? maximumSize.items : maximumSize.music;
  if (file.size > maximum) return send("play too-large", file.name);
  // The tunes of several files are reported together.
  const fileAction = isFurther && action.startsWith("tunes") ? `${action} further` : action;
  try {
    // A file that cannot be read counts as empty.
    const bytes = (await readFile(file, action)) ?? new Uint8Array();
    sendFile(fillPlaceholders(fileAction), { file, bytes });
  } catch (error) {
    console.info(error);
    // The engine can read plain text without the tune reader.
    send(fillPlaceholders(`tunes without-reader {seed} ${noteNames(action)}`), await file.text());
  }
}

/**
 * The note names of the text in a file. Pasted texts name theirs; files have English ones.
 * @param {string} action
 */
function noteNames(action) {
  return /^tunes paste \S+ (\w+)/.exec(action)?.[1] ?? "english";
}

/**
 * Reads a file for the engine. Compressed MusicXML is unzipped, and tunes are read by the tune reader.
 * @param {File} file
 * @param {string} action
 * @returns {Promise<Uint8Array | null>} null if the file cannot be read
 * @throws if the tune reader cannot be loaded
 */
export async function readFile(file, action) {
  const data = await file.arrayBuffer().catch(() => null);
  if (!data) return null;
  const bytes = new Uint8Array(data);
  if (!action.startsWith("tunes")) return bytes;
  return readTunes(bytes[0] === 0x50 && bytes[1] === 0x4b ? await unzipped(bytes) : bytes, noteNames(action));
}

/**
 * The score in a compressed MusicXML file; empty if there is none.
 * @param {Uint8Array} zip
 */
async function unzipped(zip) {
  const { score } = await import("./unzip.js");
  return score(zip).catch(() => new Uint8Array());
}

let timer = 0;

/** Lets the engine continue reading a long file, after pending events. Repeated calls have one effect. */
export function readOn() {
  clearTimeout(timer);
  timer = setTimeout(() => send("play read-on"));
}
