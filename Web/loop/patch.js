// @ts-check
// Brings an element's content to new HTML with as few changes as possible. Elements that are there
// before and after stay the very same elements, and with them the focus, the caret, the scroll
// position and a half-finished click. Elements with an id are recognised by it wherever they move
// among their siblings, others by their kind and order.

/**
 * @param {Element} region
 * @param {string} html
 */
export function patch(region, html) {
  // Parsed inside a copy of the region itself, so that the content of an SVG element becomes SVG.
  const target = /** @type {Element} */ (region.cloneNode(false));
  target.innerHTML = html;
  patchChildren(region, target);
}

/** Between these events an input method owns the field; writing to it would break the word off. */
let composing = false;
addEventListener("compositionstart", () => (composing = true), true);
addEventListener("compositionend", () => (composing = false), true);

/**
 * @param {Element} live
 * @param {Element} target
 */
function patchChildren(live, target) {
  // Mostly the same elements stand there in the same order.
  let place = live.firstChild;
  let next = target.firstChild;
  while (place && next && isSameKind(place, next)) {
    patchNode(place, next);
    place = place.nextSibling;
    next = next.nextSibling;
  }
  if (place || next) patchRest(live, place, next);
}

/**
 * Children from `place` on become those from `first` on, of which some may be new, gone or elsewhere.
 * @param {Element} live
 * @param {ChildNode | null} place
 * @param {ChildNode | null} first
 */
function patchRest(live, place, first) {
  /** @type {ChildNode[]} */
  const rest = [];
  for (let node = first; node; node = node.nextSibling) rest.push(node);
  const wanted = new Set(rest.map((node) => (node instanceof Element ? node.id : "")).filter(Boolean));
  /** @type {Map<string, Element>} those in the live content that will be wanted again */
  const byId = new Map();
  for (let node = place; node; node = node.nextSibling) {
    if (node instanceof Element && wanted.has(node.id)) byId.set(node.id, node);
  }
  /** @param {Node} node */
  const isSpokenFor = (node) => node instanceof Element && byId.get(node.id) === node;

  // Everything before `place` is done.
  for (const next of rest) {
    /** @type {Node | null | undefined} */
    let match;
    if (next instanceof Element && next.id) {
      match = byId.get(next.id);
      byId.delete(next.id);
    } else {
      match = place;
      while (match && (isSpokenFor(match) || !isSameKind(match, next))) match = match.nextSibling;
    }
    if (!match || !isSameKind(match, next)) {
      live.insertBefore(next, place);
      continue;
    }
    if (match !== place) bring(match, place);
    place = /** @type {ChildNode} */ (match).nextSibling;
    patchNode(match, next);
  }
  while (place) {
    const after = place.nextSibling;
    place.remove();
    place = after;
  }
}

/**
 * Brings a node before `place`, which stands somewhere to its left. An element that is moved loses the
 * focus, so around the focused one it is the others that move.
 * @param {Node} node
 * @param {ChildNode | null} place
 */
function bring(node, place) {
  const parent = /** @type {Node} */ (node.parentNode);
  if (!node.contains(document.activeElement)) {
    parent.insertBefore(node, place);
    return;
  }
  const behind = node.nextSibling;
  while (place && place !== node) {
    const following = place.nextSibling;
    parent.insertBefore(place, behind);
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
  // What the engine does not know, and so cannot keep: see storage/shelf.js.
  if (live.hasAttribute("data-withheld")) return;
  // Drawings and buttons hold no fields, in which something may have been typed.
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
    if (live.getAttribute(name) !== value && !belongsToReader(live, name)) {
      live.setAttribute(name, value);
    }
  }
  // Now whatever is there in excess has a name that is not wanted.
  if (live.attributes.length === target.attributes.length) return;
  for (const name of live.getAttributeNames()) {
    if (!target.hasAttribute(name) && !belongsToReader(live, name)) live.removeAttribute(name);
  }
}

/**
 * Opening and closing a <details> is done by the browser, which marks it with the same attribute that
 * the HTML began with; where a reader has moved in a graph and what is lit there is done by gestures/graph.js, how far
 * a held circle has been turned by gestures/circle.js, and which ▶ holds its chord by sound/playing.js.
 * @param {Element} element
 * @param {string} attribute
 */
function belongsToReader(element, attribute) {
  if (["data-lit", "data-swiped", "data-held"].includes(attribute)) return true;
  if (attribute === "aria-pressed" && element.hasAttribute("data-held")) return true;
  if (element instanceof HTMLCanvasElement) return attribute === "width" || attribute === "height";
  if (element.matches(".circle")) return attribute === "style";
  return element.matches(".graph")
    ? attribute === "viewBox" || attribute === "data-zoomed"
    : attribute === "open" && element instanceof HTMLDetailsElement;
}

/**
 * The value that a field was rendered with, which is not what has been typed into it since.
 * @param {Element} element
 */
function renderedValue(element) {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    ? element.defaultValue
    : null;
}

/**
 * What a reader has done to a field is kept apart from its attributes, so attributes alone would no
 * longer reach it.
 * @param {Element} live
 * @param {string | null} renderedBefore
 */
function patchState(live, renderedBefore) {
  if (live instanceof HTMLInputElement && (live.type === "checkbox" || live.type === "radio")) {
    live.checked = live.defaultChecked;
  } else if (live instanceof HTMLInputElement || live instanceof HTMLTextAreaElement) {
    const rendered = live.defaultValue;
    // While someone is typing, the field is theirs, unless the engine has really changed it. And
    // writing even the same text would put the caret at its end.
    const isTheirs = live === document.activeElement && (rendered === renderedBefore || composing);
    if (live.value !== rendered && !isTheirs) live.value = rendered;
  } else if (live instanceof HTMLOptionElement) {
    if (live.selected !== live.defaultSelected) live.selected = live.defaultSelected;
  }
}
