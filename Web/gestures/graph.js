// @ts-check
// Moving about in a graph, and lighting what hangs together in it. The drawing comes from the engine:
//
//   data-node="3"      a node, by its place
//   data-line="0 3"    a line from the upper node to the lower one
//   data-zoom="in"     a button; also "out" and "fit"
//
// A view of the drawing is its viewBox. Since the page must scroll too, where a graph fills the screen:
// one finger moves the graph only when it is zoomed in, and at its edge the page; the wheel zooms unless
// the page is scrolling already, and at either end of the zoom the page scrolls.
//
// Whatever zooms does so around the place that was pointed at: the buttons around the last one.

/** @typedef {{x: number, y: number, width: number, height: number}} View */

const furthestIn = 120; // units across
const buttonStep = 1.5;
const tapStep = 2;
const furthestTap = 4; // times as large as all of it; after that a tap shows all again
const wheelPause = 400; // ms without scrolling after which the wheel means the graph
const tapTime = 300; // ms between the taps of a double tap
const tapReach = 24; // px between them, and how far a finger trembles
const dragReach = 6; // px from which a press is a drag

export function listenToGraphs() {
  document.addEventListener("pointerdown", press);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", lift);
  document.addEventListener("pointercancel", lift);
  document.addEventListener("wheel", wheel, { passive: false });
  document.addEventListener("scroll", () => (lastScroll = performance.now()), { capture: true, passive: true });
  // Two fingers mean the graph, not the page.
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

/** @param {SVGSVGElement} graph @returns {View} all of it */
function whole(graph) {
  const [width, height] = [graph.width.baseVal.value, graph.height.baseVal.value];
  // The drawing begins left of and above its zero by its margin.
  const margin = Number(graph.dataset.margin);
  return { x: -margin, y: -margin, width, height };
}

/** @param {SVGSVGElement} graph @param {View} view */
function show(graph, { x, y, width, height }) {
  graph.setAttribute("viewBox", [x, y, width, height].map((number) => Math.round(100 * number) / 100).join(" "));
  graph.toggleAttribute("data-zoomed", width < whole(graph).width - 1);
}

/**
 * Makes things larger or smaller around a point that stays where it is.
 * @param {SVGSVGElement} graph
 * @param {number} factor above 1 makes things larger
 * @param {{x: number, y: number}} centre in the drawing
 */
function zoom(graph, factor, centre) {
  const all = whole(graph);
  const { x, y, width, height } = graph.viewBox.baseVal;
  const most = Math.max(1, all.width / furthestIn);
  const scale = Math.min(most, Math.max(1, (all.width / width) * factor));
  // What is written is rounded.
  if (scale < 1.001) return show(graph, all);
  const shrink = all.width / scale / width;
  const { x: cx, y: cy } = centre;
  pan(graph, cx - (cx - x) * shrink, cy - (cy - y) * shrink, width * shrink, height * shrink);
}

/**
 * Shows a part, but never so that nothing of the drawing is in the middle.
 * @param {SVGSVGElement} graph
 * @returns {number} how much further down it was to go
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
 * Around which place the buttons and the keys zoom: what has the focus, or what was pointed at last, as long as it is in
 * sight; else the middle of what is in sight, for a tall graph is longer than the window.
 * @param {SVGSVGElement} graph
 */
function centre(graph) {
  const box = graph.getBoundingClientRect();
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  const isSeen = (/** @type {{clientX: number, clientY: number}} */ { clientX, clientY }) =>
    clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  const focused = document.activeElement instanceof SVGElement && graph.contains(document.activeElement)
    && nodeOf(document.activeElement)?.getBoundingClientRect();
  const places = [
    ...(focused ? [{ clientX: focused.x + focused.width / 2, clientY: focused.y + focused.height / 2 }] : []),
    ...(pointedAt?.graph === graph ? [outside(graph, pointedAt.place)] : []),
  ];
  return inside(graph, places.find(isSeen) ?? { clientX: (left + right) / 2, clientY: (top + bottom) / 2 });
}

/**
 * The contrary of `inside`.
 * @param {SVGSVGElement} graph
 * @param {DOMPoint} place
 */
function outside(graph, place) {
  const { x, y } = place.matrixTransform(graph.getScreenCTM() ?? undefined);
  return { clientX: x, clientY: y };
}

/** @type {{graph: SVGSVGElement, place: DOMPoint} | null} where a graph was pressed last, in its drawing */
let pointedAt = null;

/** @param {Element} node that has got the focus, perhaps outside of what is seen */
function bringIntoView(node) {
  const graph = graphOf(node);
  if (!graph) return;
  const box = node.getBoundingClientRect();
  const middle = inside(graph, { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 });
  const { x, y, width, height } = graph.viewBox.baseVal;
  const isSeen = middle.x > x && middle.x < x + width && middle.y > y && middle.y < y + height;
  if (isSeen) return;
  pan(graph, middle.x - width / 2, middle.y - height / 2);
  // The browser may have scrolled the page to where the node was.
  requestAnimationFrame(() => graph.scrollIntoView({ block: "nearest" }));
}

/**
 * @param {SVGSVGElement} graph
 * @param {{clientX: number, clientY: number}} event
 * @returns {DOMPoint} where in the drawing that is
 */
function inside(graph, { clientX, clientY }) {
  return new DOMPoint(clientX, clientY).matrixTransform(graph.getScreenCTM()?.inverse());
}

/** @type {Map<number, {graph: SVGSVGElement, clientX: number, clientY: number}>} the fingers on a graph */
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
  pointedAt = { graph, place: inside(graph, event) };
  pointers.set(event.pointerId, { graph, clientX: event.clientX, clientY: event.clientY });
}

/** @param {PointerEvent} event */
function move(event) {
  const before = pointers.get(event.pointerId);
  if (!before) return;
  const { graph } = before;
  const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
  if (!isDrag) {
    if (!other && distance(before, event) < dragReach) return;
    isDrag = true;
    graph.setPointerCapture(event.pointerId);
  }
  const [from, to] = [inside(graph, before), inside(graph, event)];
  if (other) {
    const stretch = distance(other, event) / Math.max(1, distance(other, before));
    zoom(graph, stretch, inside(graph, other));
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
  // The click that ends a drag comes right after this, if one comes at all.
  if (isDrag && pointers.size === 0) setTimeout(() => (isDrag = false));
  if (!pointer || isDrag || event.type !== "pointerup" || nodeOf(event.target)) return;
  // A double tap counts as one; a mouse means a place by pressing twice.
  const isSecond = event.timeStamp - lastTap.time < tapTime && distance(lastTap, event) < tapReach;
  lastTap = { time: event.timeStamp, clientX: event.clientX, clientY: event.clientY };
  if (isSecond === (event.pointerType === "mouse")) zoomInto(pointer.graph, event);
}

/** @param {SVGSVGElement} graph @param {MouseEvent} event */
function zoomInto(graph, event) {
  const isFar = whole(graph).width / graph.viewBox.baseVal.width > furthestTap / tapStep + 0.01;
  zoom(graph, isFar ? 0 : tapStep, inside(graph, event));
}

/** @param {{clientX: number, clientY: number}} one @param {{clientX: number, clientY: number}} other */
function distance(one, other) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

/** @param {WheelEvent} event */
function wheel(event) {
  const graph = graphOf(event.target);
  const now = performance.now();
  // A trackpad's pinch comes as a wheel with Ctrl.
  const isMeant = event.ctrlKey || event.metaKey || now - Math.max(lastScroll, lastWheel) > wheelPause;
  if (!graph || !isMeant) {
    if (!graph) lastWheel = -Infinity;
    return;
  }
  const before = graph.getAttribute("viewBox");
  const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 100 : 1);
  zoom(graph, Math.exp(-pixels / (event.ctrlKey ? 100 : 400)), inside(graph, event));
  if (event.ctrlKey || graph.getAttribute("viewBox") !== before) event.preventDefault();
}

/** @param {MouseEvent} event */
function click(event) {
  const graph = graphOf(event.target);
  if (graph && isDrag) {
    // What ends a drag is no tap.
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const button = event.target instanceof Element && event.target.closest("[data-zoom]");
  if (!(button instanceof HTMLElement)) return;
  // Of both drawings the one that is shown.
  const drawings = button.closest("section")?.querySelectorAll("svg.graph") ?? [];
  const drawing = Array.from(drawings).find((drawing) => drawing.getClientRects().length > 0);
  if (!(drawing instanceof SVGSVGElement)) return;
  const factors = { in: buttonStep, out: 1 / buttonStep, fit: 0 };
  zoom(drawing, factors[/** @type {keyof typeof factors} */ (button.dataset.zoom)], centre(drawing));
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
    "+": () => zoom(graph, buttonStep, centre(graph)),
    "=": () => zoom(graph, buttonStep, centre(graph)),
    "-": () => zoom(graph, 1 / buttonStep, centre(graph)),
    0: () => zoom(graph, 0, centre(graph)),
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

// Lighting

/**
 * Lights a node with all that it lies in and all that lies in it, and lets the rest of its graph fade.
 * @param {Element | null} node none: nothing fades
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
    // Grows while it is walked.
    const reached = new Set([start]);
    for (const place of reached) {
      for (const line of lines) {
        if (line[from] !== place) continue;
        reached.add(line[to]);
        line.element.setAttribute("data-lit", "");
      }
    }
    for (const place of reached) graph.querySelector(`[data-node="${place}"]`)?.setAttribute("data-lit", "");
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
