// Reads zipped MusicXML (.mxl), whose META-INF/container.xml names the score, and archives of several scores.

/**
 * The scores in a zip file, with their names there.
 * @param {Uint8Array} zip
 * @returns {Promise<[name: string, content: Uint8Array][] | null>} null if they are too large
 */
export async function scores(zip) {
  const files = directory(zip);
  const container = files.get("META-INF/container.xml");
  const text = container ? decoded(await content(zip, container)) : "";
  const root = /full-path\s*=\s*["']([^"']+)["']/.exec(text)?.[1]?.replaceAll("&amp;", "&");
  // macOS adds files with the same endings.
  const others = [...files.keys()].filter((name) => /^(?!META-INF|__MACOSX).*\.(musicxml|xml)$/.test(name));
  /** @type {[string, Uint8Array][]} */
  const found = [];
  let room = maximumSize;
  for (const name of root && files.has(root) ? [root] : others) {
    // A damaged score counts as empty.
    const score = await content(zip, /** @type {Entry} */ (files.get(name)), room).catch(() => new Uint8Array());
    if (!score) return null;
    room -= score.length;
    found.push([name, score]);
  }
  return found;
}

/**
 * Text in UTF-8, or in UTF-16 after a byte order mark.
 * @param {Uint8Array | null} bytes
 */
function decoded(bytes) {
  if (!bytes) return "";
  const mark = bytes[0] * 256 + bytes[1];
  return new TextDecoder(mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8").decode(bytes);
}

/** @typedef {{ method: number, size: number, start: number }} Entry */

/** Maximum unpacked size of all scores in bytes, as on the command line (TuneFile.swift). */
const maximumSize = 32_000_000;

/**
 * The files in the central directory, by name.
 * @param {Uint8Array} zip
 * @returns {Map<string, Entry>}
 */
function directory(zip) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let end = zip.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  /** @type {Map<string, Entry>} */
  const files = new Map();
  let entry = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    if (view.getUint32(entry, true) !== 0x02014b50) break;
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(entry + offset, true));
    files.set(new TextDecoder().decode(zip.subarray(entry + 46, entry + 46 + name)), {
      method: view.getUint16(entry + 10, true),
      size: view.getUint32(entry + 20, true),
      start: view.getUint32(entry + 42, true),
    });
    entry += 46 + name + extra + comment;
  }
  return files;
}

/**
 * The unpacked content of a file.
 * @param {Uint8Array} zip
 * @param {Entry} entry
 * @param {number} room maximum size in bytes
 * @returns {Promise<Uint8Array | null>} null if there is no room
 */
async function content(zip, { method, size, start }, room = maximumSize) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const begin = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const packed = zip.slice(begin, begin + size);
  if (method === 0) return packed.length > room ? null : packed;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  // Checked while unpacking, because a small file can unpack to more than fits into memory.
  const reader = stream.getReader();
  /** @type {Uint8Array[]} */
  const pieces = [];
  let length = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value);
    length += piece.value.length;
    if (length > room) return null;
  }
  return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (pieces)).arrayBuffer());
}
