// Paints light chords on a canvas. The engine computes the shapes and colors of each frame.

/**
 * The picture of this moment; a still one if motion is reduced.
 * @typedef {(isStill: boolean) => Float32Array | null} Picture see Engine in loop/engine.js
 */

/** Count of numbers for the background, and for each shape. */
const backgroundLength = 3;
const shapeLength = 10;

/** Maximum number of pixels. More would cost time without a visible gain. */
const maximumPixels = 1_600_000;
/** Maximum time between two frames in milliseconds, as a mean over a number of frames. */
const maximumInterval = 1000 / 55;
const sampleCount = 30;
/** On slow devices the number of pixels is reduced: the factor of each step, and the minimum. */
const reduction = 0.5;
const minimumShare = 0.125;
let share = 1;
/** The mean interval with all pixels, and whether all steps have been tried. */
let firstMean = 0;
let isSettled = false;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** The requested animation frame. */
let frame = 0;
/** @type {Picture} */
let picture = () => null;
/** The numbers of the last frame, and its time. */
let painted = new Float32Array();
let lastTime = 0;
let sum = 0;
let count = 0;

/**
 * Paints the canvas in every frame as long as the page has one.
 * @param {Picture} source
 */
export function paint(source) {
  picture = source;
  if (frame === 0) frame = requestAnimationFrame(paintFrame);
}

/** @param {number} time */
function paintFrame(time) {
  const canvas = document.querySelector("canvas[data-picture]");
  if (!(canvas instanceof HTMLCanvasElement)) {
    frame = 0;
    lastTime = 0;
    return;
  }
  frame = requestAnimationFrame(paintFrame);
  const isChanged = draw(canvas);
  adaptResolution(isChanged && lastTime > 0 ? time - lastTime : 0);
  lastTime = time;
}

/**
 * Reduces the resolution on slow devices, for a smooth animation. If that does not help, because the display itself is
 * slow, the full resolution is restored.
 * @param {number} interval milliseconds since the previous frame, or 0
 */
function adaptResolution(interval) {
  if (interval === 0 || interval > 250 || isSettled) return;
  sum += interval;
  count += 1;
  if (count < sampleCount) return;
  const mean = sum / count;
  sum = 0;
  count = 0;
  if (mean <= maximumInterval) return;
  firstMean ||= mean;
  if (share > minimumShare) {
    share *= reduction;
  } else {
    isSettled = true;
    if (mean > firstMean * 0.9) share = 1;
  }
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {boolean} whether the picture has changed
 */
function draw(canvas) {
  const numbers = picture(reducedMotion.matches);
  const context = canvas.getContext("2d", { alpha: false });
  if (!numbers || numbers.length < backgroundLength || !context) return false;
  const isResized = resize(canvas);
  if (!isResized && painted.length === numbers.length && painted.every((number, index) => number === numbers[index])) {
    return false;
  }
  // A copy, because the numbers are in the engine's memory.
  painted = numbers.slice();
  const { width, height } = canvas;
  context.globalAlpha = 1;
  context.fillStyle = color(painted, 0);
  context.fillRect(0, 0, width, height);
  const unit = Math.min(width, height) / 2;
  for (let offset = backgroundLength; offset + shapeLength <= painted.length; offset += shapeLength) {
    drawShape(context, offset, width, height, unit);
  }
  return true;
}

/**
 * Sets the resolution of a canvas to that of the screen, within limits.
 * @param {HTMLCanvasElement} canvas
 * @returns {boolean} whether it has changed
 */
function resize(canvas) {
  const box = canvas.getBoundingClientRect();
  const ratio = window.devicePixelRatio || 1;
  const maximum = Math.sqrt((maximumPixels * share) / Math.max(1, box.width * box.height));
  const scale = Math.min(ratio, maximum);
  const width = Math.max(1, Math.round(box.width * scale));
  const height = Math.max(1, Math.round(box.height * scale));
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  return true;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} offset of the shape in the numbers
 * @param {number} width
 * @param {number} height
 * @param {number} unit half of the shorter side
 */
function drawShape(context, offset, width, height, unit) {
  const [x, y, size, sides, turn, thickness] = painted.subarray(offset, offset + 6);
  context.globalAlpha = painted[offset + 9];
  const paint = color(painted, offset + 6);
  const isFilled = thickness >= 1 && sides !== 2;
  const stroke = size * thickness * unit;
  // An outline stays within the size. A shape with two sides is a line with the width of the stroke.
  const radius = isFilled || sides === 2 ? size * unit : size * unit - stroke / 2;
  context.beginPath();
  if (sides === 1) {
    context.arc(x * width, y * height, radius, 0, 2 * Math.PI);
  } else {
    for (let corner = 0; corner < sides; corner += 1) {
      const angle = 2 * Math.PI * (turn + corner / sides);
      context.lineTo(x * width + radius * Math.sin(angle), y * height - radius * Math.cos(angle));
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
 * @param {number} offset
 */
function color(numbers, offset) {
  return `rgb(${numbers[offset]} ${numbers[offset + 1]} ${numbers[offset + 2]})`;
}
