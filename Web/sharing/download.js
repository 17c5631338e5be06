// @ts-check
// Hands out a file that the engine has written.

import { bytes } from "../midi/instruments.js";

/** How much finer than its units a drawing is painted: enough for paper. */
const fineness = 2;

/**
 * @param {string} name
 * @param {string} type `image/png` stands for the drawing to be painted, an SVG; `audio/midi` comes in hexadecimal
 *   digits
 * @param {string} text
 */
export async function download(name, type, text) {
  const content = type === "audio/midi" ? bytes(text) : text;
  const blob = type === "image/png" ? await painted(text) : new Blob([content], { type });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Not at once: the browser may only now begin to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
async function painted(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * fineness;
  canvas.height = image.naturalHeight * fineness;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The image could not be created."))));
  });
}
