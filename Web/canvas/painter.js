// @ts-check
// Paints chords of light. What is seen at which time is computed by the engine; here numbers become colours.

import { now } from "../loop/circumstances.js";

/** @typedef {(milliseconds: number, isStill: boolean) => Float32Array | null} Picture see Engine in loop/engine.js */

/** Numbers of the background, and of each shape. */
const head = 3;
const length = 10;

/** More pixels than this are not worth their time: shapes have no fine print. */
const mostPixels = 1_600_000;
/** Milliseconds between two pictures that are still steady, as a mean of so many. */
const steady = 1000 / 55;
const row = 30;
/** Where the machine is slow, fewer pixels do: the next part of them that is tried, and the last. */
const step = 0.5;
const least = 0.125;
let share = 1;
/** What the mean was with all pixels, and whether there is nothing left to be tried. */
let before = 0;
let isSettled = false;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

let round = 0;
/** @type {Picture} */
let picture = () => null;
/** What was painted last, and on what. */
let painted = new Float32Array();
let last = 0;
let sum = 0;
let count = 0;

/**
 * Keeps the canvas of the page painted as long as there is one.
 * @param {Picture} source
 */
export function paint(source) {
  picture = source;
  if (round === 0) round = requestAnimationFrame(next);
}

/** @param {number} time */
function next(time) {
  const canvas = document.querySelector("canvas[data-picture]");
  if (!(canvas instanceof HTMLCanvasElement)) {
    round = 0;
    last = 0;
    return;
  }
  round = requestAnimationFrame(next);
  const isChanged = draw(canvas);
  adapt(isChanged && last > 0 ? time - last : 0);
  last = time;
}

/**
 * A picture with fewer pixels is better than one that jerks; but where it is the display that is slow, or something
 * else than painting, they would be lost for nothing.
 * @param {number} passed milliseconds since the picture before
 */
function adapt(passed) {
  if (passed === 0 || passed > 250 || isSettled) return;
  sum += passed;
  count += 1;
  if (count < row) return;
  const mean = sum / count;
  sum = 0;
  count = 0;
  if (mean <= steady) return;
  before ||= mean;
  if (share > least) {
    share *= step;
  } else {
    isSettled = true;
    if (mean > before * 0.9) share = 1;
  }
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {boolean} whether it is another picture than before
 */
function draw(canvas) {
  const numbers = picture(now(), calm.matches);
  const context = canvas.getContext("2d", { alpha: false });
  if (!numbers || numbers.length < head || !context) return false;
  const isResized = fit(canvas);
  if (!isResized && painted.length === numbers.length && painted.every((number, place) => number === numbers[place])) {
    return false;
  }
  // The engine's memory is its own.
  painted = numbers.slice();
  const { width, height } = canvas;
  context.globalAlpha = 1;
  context.fillStyle = color(painted, 0);
  context.fillRect(0, 0, width, height);
  const unit = Math.min(width, height) / 2;
  for (let place = head; place + length <= painted.length; place += length) shape(context, place, width, height, unit);
  return true;
}

/**
 * As many pixels as it has on the screen, within bounds.
 * @param {HTMLCanvasElement} canvas
 */
function fit(canvas) {
  const { width, height } = canvas.getBoundingClientRect();
  const ratio = window.devicePixelRatio || 1;
  const finest = Math.sqrt((mostPixels * share) / Math.max(1, width * height));
  const scale = Math.min(ratio, finest);
  const wide = Math.max(1, Math.round(width * scale));
  const high = Math.max(1, Math.round(height * scale));
  if (canvas.width === wide && canvas.height === high) return false;
  canvas.width = wide;
  canvas.height = high;
  return true;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} place
 * @param {number} width
 * @param {number} height
 * @param {number} unit half of the shorter side
 */
function shape(context, place, width, height, unit) {
  const [x, y, size, sides, turn, thickness] = painted.subarray(place, place + 6);
  context.globalAlpha = painted[place + 9];
  const paint = color(painted, place + 6);
  const isFilled = thickness >= 1 && sides !== 2;
  const stroke = size * thickness * unit;
  // The outline lies within the size; a line is as wide as its thickness says.
  const reach = isFilled || sides === 2 ? size * unit : size * unit - stroke / 2;
  context.beginPath();
  if (sides === 1) {
    context.arc(x * width, y * height, reach, 0, 2 * Math.PI);
  } else {
    for (let corner = 0; corner < sides; corner += 1) {
      const angle = 2 * Math.PI * (turn + corner / sides);
      context.lineTo(x * width + reach * Math.sin(angle), y * height - reach * Math.cos(angle));
    }
    context.closePath();
  }
  if (isFilled) {
    context.fillStyle = paint;
    context.fill();
  } else {
    context.strokeStyle = paint;
    context.lineWidth = stroke;
    context.lineJoin = "round";
    context.stroke();
  }
}

/**
 * @param {Float32Array} numbers
 * @param {number} place
 */
function color(numbers, place) {
  return `rgb(${numbers[place]} ${numbers[place + 1]} ${numbers[place + 2]})`;
}
