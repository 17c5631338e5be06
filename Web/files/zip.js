// Writes a zip archive without compression: the few files that are saved together are small.

/** @type {Uint32Array | null} */
let table = null;

/** @param {Uint8Array} bytes */
function checksum(bytes) {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xEDB88320 : byte >>> 1;
    return byte;
  });
  let crc = ~0;
  for (const byte of bytes) crc = (crc >>> 8) ^ table[(crc ^ byte) & 255];
  return ~crc >>> 0;
}

/** How many files are added before the page can handle events. */
const addedAtOnce = 10;

/**
 * @param {[name: string, text: string][]} files
 * @returns {Promise<Blob>}
 */
export async function zip(files) {
  const encoder = new TextEncoder();
  /** @type {Uint8Array[]} */
  const parts = [];
  /** @type {Uint8Array[]} */
  const directory = [];
  let offset = 0;
  for (const [index, [name, text]] of files.entries()) {
    if (index % addedAtOnce === addedAtOnce - 1) await new Promise((resolve) => setTimeout(resolve));
    const [title, content] = [encoder.encode(name), encoder.encode(text)];
    // Version 2.0, UTF-8 names, stored, 1 January 1980.
    const facts = [[20, 2], [0x800, 2], [0, 2], [0, 2], [33, 2], [checksum(content), 4], [content.length, 4],
      [content.length, 4], [title.length, 2], [0, 2]];
    parts.push(record([[0x04034B50, 4], ...facts]), title, content);
    directory.push(
      record([[0x02014B50, 4], [20, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]), title);
    offset += 30 + title.length + content.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end = record([[0x06054B50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [length, 4], [offset, 4],
    [0, 2]]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

/**
 * Little-endian numbers.
 * @param {number[][]} numbers each with its length in bytes
 */
function record(numbers) {
  const bytes = numbers.flatMap(([value, length]) => Array.from({ length }, (_, index) => value >>> (8 * index) & 255));
  return Uint8Array.from(bytes);
}
