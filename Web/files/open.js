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
  if (!action.startsWith("tunes")) return sendContent(file, action);
  const parts = await unzipped(file);
  if (!parts) return send("play too-large", file.name);
  // The tunes of several files are reported together.
  for (const [index, part] of parts.entries()) {
    await sendContent(part, isFurther || index > 0 ? `${action} further` : action);
  }
}

/**
 * @param {File} file
 * @param {string} action
 */
async function sendContent(file, action) {
  try {
    // A file that cannot be read counts as empty.
    const bytes = (await readFile(file, action)) ?? new Uint8Array();
    sendFile(fillPlaceholders(action), { file, bytes });
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
 * Reads a file for the engine. Tunes are read by the tune reader.
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
  return readTunes(bytes, noteNames(action));
}

/**
 * The scores in a compressed file, an empty one if there is none; otherwise the file itself.
 * @param {File} file
 * @returns {Promise<File[] | null>} null if they are too large
 */
async function unzipped(file) {
  const start = await file.slice(0, 4).text().catch(() => "");
  if (start !== "PK\x03\x04") return [file];
  try {
    const { scores } = await import("./unzip.js");
    const found = await scores(new Uint8Array(await file.arrayBuffer()));
    if (!found) return null;
    if (found.length > 1) return found.map(([name, score]) => new File([/** @type {BlobPart} */ (score)], name));
    return [new File(found.map(([, score]) => /** @type {BlobPart} */ (score)), file.name)];
  } catch {
    return [new File([], file.name)];
  }
}

let timer = 0;

/** Lets the engine continue reading a long file, after pending events. Repeated calls have one effect. */
export function readOn() {
  clearTimeout(timer);
  timer = setTimeout(() => send("play read-on"));
}
