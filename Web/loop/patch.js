// Changes an element's content to new HTML with as few changes as possible. Elements that exist before and after stay
// the same DOM nodes. So focus, caret, scroll position and an unfinished click survive. Elements with an id are matched
// by it wherever they move among their siblings, others by their kind and order.

/**
 * @param {Element} region
 * @param {string} html
 */
export function patch(region, html) {
  // Parsed inside a copy of the region, so that the content of an SVG element is parsed as SVG.
  const target = /** @type {Element} */ (region.cloneNode(false));
  target.innerHTML = html;
  patchChildren(region, target);
}

/** Whether an input method is composing. Writing to the field would then interrupt the word. */
let composing = false;
addEventListener("compositionstart", () => (composing = true), true);
addEventListener("compositionend", () => (composing = false), true);

/**
 * @param {Element} live
 * @param {Element} target
 */
function patchChildren(live, target) {
  // Usually there are the same elements in the same order.
  let place = live.firstChild;
  let next = target.firstChild;
  while (place && next && isSameKind(place, next)) {
    patchNode(place, next);
    place = place.nextSibling;
    next = next.nextSibling;
  }
  if (!place && !next) return;
  // The signs of a drawing have no ids. One that appears or disappears must not change all those after it.
  const [after, end] = live instanceof SVGElement ? patchEnd(live, target, place, next) : [null, null];
  patchRest(live, place, next, after, end);
}

/**
 * Patches the last children as long as there are the same elements.
 * @param {Element} live
 * @param {Element} target
 * @param {ChildNode | null} place the first child that is not patched yet
 * @param {ChildNode | null} next its counterpart
 * @returns {[ChildNode | null, ChildNode | null]} the first of the patched ones, and its counterpart
 */
function patchEnd(live, target, place, next) {
  /** @type {ChildNode | null} */
  let after = null;
  /** @type {ChildNode | null} */
  let end = null;
  while (after !== place && end !== next) {
    /** @type {ChildNode | null} */
    const last = after ? after.previousSibling : live.lastChild;
    /** @type {ChildNode | null} */
    const other = end ? end.previousSibling : target.lastChild;
    if (!last || !other || !isSameKind(last, other)) break;
    patchNode(last, other);
    [after, end] = [last, other];
  }
  return [after, end];
}

/**
 * Patches the children from `place` up to `after` to those from `first` up to `end`. Children may be added, removed or
 * moved.
 * @param {Element} live
 * @param {ChildNode | null} place
 * @param {ChildNode | null} first
 * @param {ChildNode | null} after
 * @param {ChildNode | null} end
 */
function patchRest(live, place, first, after, end) {
  /** @type {ChildNode[]} */
  const rest = [];
  for (let node = first; node && node !== end; node = node.nextSibling) rest.push(node);
  const wanted = new Set(rest.map((node) => (node instanceof Element ? node.id : "")).filter(Boolean));
  /** @type {Map<string, Element>} the live elements that will be reused */
  const byId = new Map();
  for (let node = place; node && node !== after; node = node.nextSibling) {
    if (node instanceof Element && wanted.has(node.id)) byId.set(node.id, node);
  }
  /** @param {Node} node */
  const isReserved = (node) => node instanceof Element && byId.get(node.id) === node;

  // Everything before `place` is done.
  for (const next of rest) {
    /** @type {Node | null | undefined} */
    let match;
    if (next instanceof Element && next.id) {
      match = byId.get(next.id);
      byId.delete(next.id);
    } else {
      match = place;
      while (match && match !== after && (isReserved(match) || !isSameKind(match, next))) match = match.nextSibling;
    }
    if (!match || match === after || !isSameKind(match, next)) {
      live.insertBefore(next, place);
      continue;
    }
    if (match !== place) moveBefore(match, place);
    place = /** @type {ChildNode} */ (match).nextSibling;
    patchNode(match, next);
  }
  while (place && place !== after) {
    const following = place.nextSibling;
    place.remove();
    place = following;
  }
}

/**
 * Moves a node before `place`, an earlier sibling. An element that is moved loses the focus. So if the node contains
 * the focus, its siblings are moved instead.
 * @param {Node} node
 * @param {ChildNode | null} place
 */
function moveBefore(node, place) {
  const parent = /** @type {Node} */ (node.parentNode);
  if (!node.contains(document.activeElement)) {
    parent.insertBefore(node, place);
    return;
  }
  const after = node.nextSibling;
  while (place && place !== node) {
    const following = place.nextSibling;
    parent.insertBefore(place, after);
    place = following;
  }
}

/**
 * @param {Node} live
 * @param {Node} target
 */
function isSameKind(live, target) {
  if (live.nodeName !== target.nodeName) return false;
  if (!(live instanceof Element && target instanceof Element)) return true;
  // A field of another type has another kind of value.
  return live.id === target.id && live.getAttribute("type") === target.getAttribute("type");
}

/**
 * @param {Node} live
 * @param {Node} target
 */
function patchNode(live, target) {
  if (!(live instanceof Element && target instanceof Element)) {
    if (live.nodeValue !== target.nodeValue) live.nodeValue = target.nodeValue;
    return;
  }
  // Its content does not come from the engine: see storage/shelf.js.
  if (live.hasAttribute("data-withheld")) return;
  // Only fields differ from their attributes, and drawings and buttons contain none.
  if ((live instanceof SVGElement || live instanceof HTMLButtonElement) && live.isEqualNode(target)) return;
  const renderedBefore = renderedValue(live);
  patchAttributes(live, target);
  patchChildren(live, target);
  patchState(live, renderedBefore);
}

/**
 * @param {Element} live
 * @param {Element} target
 */
function patchAttributes(live, target) {
  for (const { name, value } of target.attributes) {
    if (live.getAttribute(name) !== value && !isBrowserState(live, name)) {
      live.setAttribute(name, value);
    }
  }
  // Every target attribute is set, so surplus attributes are those to remove.
  if (live.attributes.length === target.attributes.length) return;
  for (const name of live.getAttributeNames()) {
    if (!target.hasAttribute(name) && !isBrowserState(live, name)) live.removeAttribute(name);
  }
}

/** Attributes that only our scripts set. */
const ownAttributes = new Set([
  "data-lit", "data-swiped", "data-held", "data-scrolls", "data-off-page", "data-sounding",
]);

/**
 * Whether an attribute is set by the browser or by our scripts rather than by the engine. `open` of a <details> is set
 * by the browser, view and lights of a graph by gestures/graph.js, the rotation of a circle by gestures/circle.js,
 * sounding keys and sustained buttons by sound/playback.js, the width of a long keyboard by gestures/long-keyboard.js,
 * and the size of chord names by stand/fit.js.
 * @param {Element} element
 * @param {string} attribute
 */
function isBrowserState(element, attribute) {
  if (ownAttributes.has(attribute)) return true;
  if (attribute === "style" && element.matches(".long-keyboard svg, .chart, .bar")) return true;
  if (attribute === "aria-pressed" && element.hasAttribute("data-held")) return true;
  if (element instanceof HTMLCanvasElement) return attribute === "width" || attribute === "height";
  if (element.matches(".circle")) return attribute === "style";
  return element.matches(".graph")
    ? attribute === "viewBox" || attribute === "data-zoomed"
    : attribute === "open" && element instanceof HTMLDetailsElement;
}

/**
 * The value that a field was rendered with, not the text typed into it since.
 * @param {Element} element
 */
function renderedValue(element) {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    ? element.defaultValue
    : null;
}

/**
 * Updates the state of a field, which no longer follows its attributes once the user has changed it.
 * @param {Element} live
 * @param {string | null} renderedBefore
 */
function patchState(live, renderedBefore) {
  if (live instanceof HTMLInputElement && (live.type === "checkbox" || live.type === "radio")) {
    live.checked = live.defaultChecked;
  } else if (live instanceof HTMLInputElement || live instanceof HTMLTextAreaElement) {
    const rendered = live.defaultValue;
    // A focused field keeps its text unless the engine has rendered another one. Writing the same text would still move
    // the caret to the end.
    const isEdited = live === document.activeElement && (rendered === renderedBefore || composing);
    if (live.value !== rendered && !isEdited) live.value = rendered;
  } else if (live instanceof HTMLOptionElement) {
    if (live.selected !== live.defaultSelected) live.selected = live.defaultSelected;
  }
}
