// Downloads a file that the engine has written.

import { bytes } from "../midi/instruments.js";

/** Pixels per unit of a drawing, enough for printing. */
const resolution = 2;

/**
 * @param {string} name
 * @param {string} type For `image/png` the text is an SVG to be rendered, for `audio/midi` it is in hexadecimal digits.
 * @param {string} text
 */
export async function download(name, type, text) {
  const content = type === "audio/midi" ? bytes(text) : text;
  saveBlob(name, type === "image/png" ? await renderPNG(text) : new Blob([content], { type }));
}

/**
 * The files of the next zip archive.
 * @type {[name: string, text: string][]}
 */
let zipped = [];

/**
 * @param {string} isFirst whether a new archive begins
 * @param {string[]} files name and text of each
 */
export function addToZip(isFirst, ...files) {
  if (isFirst) zipped = [];
  for (let place = 0; place < files.length; place += 2) zipped.push([files[place], files[place + 1]]);
}

/** @param {string} name */
export async function downloadZip(name) {
  const { zip } = await import("./zip.js");
  saveBlob(name, await zip(zipped.splice(0)));
}

/**
 * @param {string} name
 * @param {Blob} blob
 */
function saveBlob(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser may not have read it yet.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
async function renderPNG(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * resolution;
  canvas.height = image.naturalHeight * resolution;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The image could not be created."))));
  });
}
