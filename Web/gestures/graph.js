// Zooms and pans graphs, and highlights related nodes. The drawing comes from the engine:
//
//   data-node="3"      a node, by its index
//   data-line="0 3"    a line from the upper node to the lower one
//   data-zoom="in"     a button; also "out" and "fit"
//
// The viewBox is the visible part of the drawing. A graph can fill the screen, and the page must still scroll:
// - One finger pans only a graph that is zoomed in, and scrolls the page at its edge.
// - The wheel zooms unless the page is already scrolling, and scrolls the page at either end of the zoom range.
//
// Gestures zoom around the pointer; buttons and keys around the focus or the last pressed point.

/** @typedef {{x: number, y: number, width: number, height: number}} View */

const minimumWidth = 120; // of the visible part, in units of the drawing
const buttonStep = 1.5;
const tapStep = 2;
const maximumTapZoom = 4; // beyond it a tap shows the whole drawing again
const wheelPause = 400; // ms without scrolling after which the wheel zooms
const tapInterval = 300; // ms between the taps of a double tap
const tapDistance = 24; // px between them
const dragThreshold = 6; // px

export function listenToGraphs() {
  document.addEventListener("pointerdown", press);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", lift);
  document.addEventListener("pointercancel", lift);
  document.addEventListener("wheel", wheel, { passive: false });
  document.addEventListener("scroll", () => (lastScroll = performance.now()), { capture: true, passive: true });
  // Two fingers zoom the graph, not the page.
  document.addEventListener("touchmove", (event) => {
    if (pointers.size > 1) event.preventDefault();
  }, { passive: false });
  document.addEventListener("dragstart", (event) => graphOf(event.target) && event.preventDefault());
  document.addEventListener("click", click, true);
  document.addEventListener("keydown", key);
  document.addEventListener("pointerover", (event) => light(nodeOf(event.target) ?? nodeOf(document.activeElement)));
  document.addEventListener("focusin", (event) => {
    const node = nodeOf(event.target);
    light(node);
    if (node) bringIntoView(node);
  });
  document.addEventListener("pointerout", (event) => {
    if (nodeOf(event.target)) light(nodeOf(document.activeElement));
  });
  document.addEventListener("focusout", (event) => {
    if (nodeOf(event.target)) light(null);
  });
}

// Zooming and panning

/** @param {SVGSVGElement} graph @returns {View} the whole drawing */
function whole(graph) {
  const [width, height] = [graph.width.baseVal.value, graph.height.baseVal.value];
  // The drawing has a margin to the left of and above its origin.
  const margin = Number(graph.dataset.margin);
  return { x: -margin, y: -margin, width, height };
}

/** @param {SVGSVGElement} graph @param {View} view */
function show(graph, { x, y, width, height }) {
  graph.setAttribute("viewBox", [x, y, width, height].map((number) => Math.round(100 * number) / 100).join(" "));
  graph.toggleAttribute("data-zoomed", width < whole(graph).width - 1);
}

/**
 * Zooms around a point that keeps its position.
 * @param {SVGSVGElement} graph
 * @param {number} factor above 1 zooms in
 * @param {{x: number, y: number}} center in the drawing
 */
function zoom(graph, factor, center) {
  const all = whole(graph);
  const { x, y, width, height } = graph.viewBox.baseVal;
  const maximum = Math.max(1, all.width / minimumWidth);
  const scale = Math.min(maximum, Math.max(1, (all.width / width) * factor));
  // The numbers in the viewBox are rounded.
  if (scale < 1.001) return show(graph, all);
  const shrink = all.width / scale / width;
  const { x: cx, y: cy } = center;
  pan(graph, cx - (cx - x) * shrink, cy - (cy - y) * shrink, width * shrink, height * shrink);
}

/**
 * Shows a part of the drawing. Its center stays within the drawing.
 * @param {SVGSVGElement} graph
 * @returns {number} the vertical distance by which the request exceeded the drawing
 */
function pan(graph, x = 0, y = 0, width = graph.viewBox.baseVal.width, height = graph.viewBox.baseVal.height) {
  const all = whole(graph);
  const between = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ size) =>
    Math.min(low + size, Math.max(low, value));
  const top = between(y + height / 2, all.y, all.height) - height / 2;
  show(graph, { x: between(x + width / 2, all.x, all.width) - width / 2, y: top, width, height });
  return y - top;
}

/**
 * The point around which buttons and keys zoom: the focused node or the last pressed point, if visible. Otherwise it is
 * the center of the visible part of the graph, which can be taller than the window.
 * @param {SVGSVGElement} graph
 */
function center(graph) {
  const box = graph.getBoundingClientRect();
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  const isVisible = (/** @type {{clientX: number, clientY: number}} */ { clientX, clientY }) =>
    clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  const focused = document.activeElement instanceof SVGElement && graph.contains(document.activeElement)
    && nodeOf(document.activeElement)?.getBoundingClientRect();
  const points = [
    ...(focused ? [{ clientX: focused.x + focused.width / 2, clientY: focused.y + focused.height / 2 }] : []),
    ...(lastPress?.graph === graph ? [toClient(graph, lastPress.point)] : []),
  ];
  return toDrawing(graph, points.find(isVisible) ?? { clientX: (left + right) / 2, clientY: (top + bottom) / 2 });
}

/**
 * Converts from coordinates of the drawing to those of the window.
 * @param {SVGSVGElement} graph
 * @param {DOMPoint} point
 */
function toClient(graph, point) {
  const { x, y } = point.matrixTransform(graph.getScreenCTM() ?? undefined);
  return { clientX: x, clientY: y };
}

/** @type {{graph: SVGSVGElement, point: DOMPoint} | null} the last pressed point, in coordinates of the drawing */
let lastPress = null;

/** @param {Element} node one that has the focus and may be outside the visible part */
function bringIntoView(node) {
  const graph = graphOf(node);
  if (!graph) return;
  const box = node.getBoundingClientRect();
  const middle = toDrawing(graph, { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 });
  const { x, y, width, height } = graph.viewBox.baseVal;
  const isVisible = middle.x > x && middle.x < x + width && middle.y > y && middle.y < y + height;
  if (isVisible) return;
  pan(graph, middle.x - width / 2, middle.y - height / 2);
  // The browser may have scrolled the page to where the node was.
  requestAnimationFrame(() => graph.scrollIntoView({ block: "nearest" }));
}

/**
 * Converts from coordinates of the window to those of the drawing.
 * @param {SVGSVGElement} graph
 * @param {{clientX: number, clientY: number}} event
 * @returns {DOMPoint}
 */
function toDrawing(graph, { clientX, clientY }) {
  return new DOMPoint(clientX, clientY).matrixTransform(graph.getScreenCTM()?.inverse());
}

/** @type {Map<number, {graph: SVGSVGElement, clientX: number, clientY: number}>} the pointers on a graph */
const pointers = new Map();
let isDrag = false;
let lastScroll = -Infinity;
let lastWheel = -Infinity;
let lastTap = { time: -Infinity, clientX: 0, clientY: 0 };

/** @param {PointerEvent} event */
function press(event) {
  const graph = graphOf(event.target);
  if (!graph || event.button !== 0) return;
  if (pointers.size === 0) isDrag = false;
  lastPress = { graph, point: toDrawing(graph, event) };
  pointers.set(event.pointerId, { graph, clientX: event.clientX, clientY: event.clientY });
}

/** @param {PointerEvent} event */
function move(event) {
  const before = pointers.get(event.pointerId);
  if (!before) return;
  const { graph } = before;
  const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
  if (!isDrag) {
    if (!other && distance(before, event) < dragThreshold) return;
    isDrag = true;
    graph.setPointerCapture(event.pointerId);
  }
  const [from, to] = [toDrawing(graph, before), toDrawing(graph, event)];
  if (other) {
    const stretch = distance(other, event) / Math.max(1, distance(other, before));
    zoom(graph, stretch, toDrawing(graph, other));
  } else {
    const { x, y } = graph.viewBox.baseVal;
    const rest = pan(graph, x + from.x - to.x, y + from.y - to.y);
    scrollBy(0, rest * (graph.getScreenCTM()?.d ?? 1));
  }
  pointers.set(event.pointerId, { graph, clientX: event.clientX, clientY: event.clientY });
}

/** @param {PointerEvent} event */
function lift(event) {
  const pointer = pointers.get(event.pointerId);
  pointers.delete(event.pointerId);
  // A click that ends a drag, if any, follows immediately.
  if (isDrag && pointers.size === 0) setTimeout(() => (isDrag = false));
  if (!pointer || isDrag || event.type !== "pointerup" || nodeOf(event.target)) return;
  // A finger zooms with the first tap, and the second is ignored. A mouse zooms with a double click.
  const isSecond = event.timeStamp - lastTap.time < tapInterval && distance(lastTap, event) < tapDistance;
  lastTap = { time: event.timeStamp, clientX: event.clientX, clientY: event.clientY };
  if (isSecond === (event.pointerType === "mouse")) zoomInto(pointer.graph, event);
}

/** @param {SVGSVGElement} graph @param {MouseEvent} event */
function zoomInto(graph, event) {
  const isMaximum = whole(graph).width / graph.viewBox.baseVal.width > maximumTapZoom / tapStep + 0.01;
  zoom(graph, isMaximum ? 0 : tapStep, toDrawing(graph, event));
}

/** @param {{clientX: number, clientY: number}} one @param {{clientX: number, clientY: number}} other */
function distance(one, other) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

/** @param {WheelEvent} event */
function wheel(event) {
  const graph = graphOf(event.target);
  const now = performance.now();
  // Browsers report a pinch on a trackpad as a wheel with Ctrl.
  const isZoom = event.ctrlKey || event.metaKey || now - Math.max(lastScroll, lastWheel) > wheelPause;
  if (!graph || !isZoom) {
    if (!graph) lastWheel = -Infinity;
    return;
  }
  const before = graph.getAttribute("viewBox");
  const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 100 : 1);
  zoom(graph, Math.exp(-pixels / (event.ctrlKey ? 100 : 400)), toDrawing(graph, event));
  if (event.ctrlKey || graph.getAttribute("viewBox") !== before) event.preventDefault();
}

/** @param {MouseEvent} event */
function click(event) {
  const graph = graphOf(event.target);
  if (graph && isDrag) {
    // The end of a drag is not a tap.
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const button = event.target instanceof Element && event.target.closest("[data-zoom]");
  if (!(button instanceof HTMLElement)) return;
  // There are two drawings, of which one is shown.
  const drawings = button.closest("section")?.querySelectorAll("svg.graph") ?? [];
  const drawing = Array.from(drawings).find((drawing) => drawing.getClientRects().length > 0);
  if (!(drawing instanceof SVGSVGElement)) return;
  const factors = { in: buttonStep, out: 1 / buttonStep, fit: 0 };
  zoom(drawing, factors[/** @type {keyof typeof factors} */ (button.dataset.zoom)], center(drawing));
}

/** @param {KeyboardEvent} event */
function key(event) {
  const graph = graphOf(event.target);
  if (!graph || event.altKey || event.ctrlKey || event.metaKey) return;
  const { x, y, width, height } = graph.viewBox.baseVal;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => pan(graph, x - width / 8, y),
    ArrowRight: () => pan(graph, x + width / 8, y),
    ArrowUp: () => pan(graph, x, y - height / 8),
    ArrowDown: () => pan(graph, x, y + height / 8),
    "+": () => zoom(graph, buttonStep, center(graph)),
    "=": () => zoom(graph, buttonStep, center(graph)),
    "-": () => zoom(graph, 1 / buttonStep, center(graph)),
    0: () => zoom(graph, 0, center(graph)),
  };
  const button = event.target instanceof Element && event.target.closest('[role="button"]');
  if (button && (event.key === "Enter" || event.key === " ")) {
    button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  } else if (keys[event.key]) {
    keys[event.key]();
  } else {
    return;
  }
  event.preventDefault();
}

// Highlighting

/**
 * Highlights a node with all its ancestors and descendants, and dims the rest of the graph.
 * @param {Element | null} node null to remove the highlight
 */
function light(node) {
  for (const element of document.querySelectorAll("[data-lit]")) element.removeAttribute("data-lit");
  const graph = graphOf(node);
  if (!node || !graph) return;
  const lines = Array.from(graph.querySelectorAll("[data-line]"), (element) => {
    const [upper, lower] = (element.getAttribute("data-line") ?? "").split(" ");
    return { element, upper, lower };
  });
  const start = node.getAttribute("data-node") ?? "";
  for (const from of /** @type {const} */ (["upper", "lower"])) {
    const to = from === "upper" ? "lower" : "upper";
    // The set grows during the iteration.
    const reached = new Set([start]);
    for (const index of reached) {
      for (const line of lines) {
        if (line[from] !== index) continue;
        reached.add(line[to]);
        line.element.setAttribute("data-lit", "");
      }
    }
    for (const index of reached) graph.querySelector(`[data-node="${index}"]`)?.setAttribute("data-lit", "");
  }
  graph.setAttribute("data-lit", "");
}

/** @param {EventTarget | null} target */
function nodeOf(target) {
  return target instanceof Element ? target.closest("[data-node]") : null;
}

/** @param {EventTarget | null} target @returns {SVGSVGElement | null} */
function graphOf(target) {
  return target instanceof Element ? target.closest("svg.graph") : null;
}
