// @ts-check
// Opens files and sends their content to the engine.

import { fillPlaceholders } from "../loop/environment.js";
import { hexadecimal } from "../midi/instruments.js";

/** Maximum sizes in bytes, far above those of real files. A larger file was picked by mistake. */
const maximumSize = { music: 8_000_000, items: 16_000_000 };

/** @type {import("../gestures/events.js").Send} */
let send = () => {};

/** @param {import("../gestures/events.js").Send} receiver */
export function listenToFiles(receiver) {
  send = receiver;
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
 * Sends a file to the engine.
 * @param {File} file
 * @param {string} action
 * @param {boolean} isFurther whether it was opened together with the previous one
 */
async function openFile(file, action, isFurther) {
  const name = file.name.replaceAll("\n", " ");
  const maximum = /^(chordsets open|shelf add)/.test(action) ? maximumSize.items : maximumSize.music;
  if (file.size > maximum) return send("play too-large", name);
  // A file that cannot be read counts as empty.
  const data = await file.arrayBuffer().catch(() => new ArrayBuffer(0));
  const bytes = new Uint8Array(data);
  // MusicXML can be zipped.
  const isZip = action.startsWith("tunes") && bytes[0] === 0x50 && bytes[1] === 0x4b;
  const content = isZip ? await (await import("./unzip.js")).score(bytes).catch(() => new Uint8Array()) : bytes;
  // The tunes of several files are reported together.
  const fileAction = isFurther && action.startsWith("tunes") ? `${action} further` : action;
  send(fillPlaceholders(fileAction), `${name}\n${hexadecimal(content)}`);
}

let timer = 0;

/** Lets the engine continue reading a long file, after pending events. Repeated calls have one effect. */
export function readOn() {
  clearTimeout(timer);
  timer = setTimeout(() => send("play read-on"));
}
