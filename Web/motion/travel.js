// Animates keys from the two small keyboards into the large one, to show what the result is made of.

/** Milliseconds. */
const duration = 420;

/** @type {Animation[]} */
let animations = [];

/** @param {string[]} halves the keyboards that have changed: "lower", "upper" */
export function travel(halves) {
  // The next action ends the previous animation.
  for (const animation of animations) animation.cancel();
  animations = [];
  for (const half of halves) {
    // A note of both chords is only one key in the result, which may belong to the other half.
    const targets = [...litKeys("result", half), ...litKeys("result", half === "lower" ? "upper" : "lower")];
    for (const source of litKeys(half, half)) {
      const index = targets.findIndex((key) => pitchClass(key) === pitchClass(source));
      if (index >= 0) move(source, targets.splice(index, 1)[0], half);
    }
  }
}

/**
 * @param {string} panel
 * @param {string} half
 */
function litKeys(panel, half) {
  const keys = document.querySelectorAll(`.combine .${panel} .keyboard .key.lit.${half}`);
  return [...keys].filter((key) => key.hasAttribute("data-pitch"));
}

/**
 * The pitch class of a key, since the octaves of the small keyboards differ from those of the result.
 * @param {Element} key
 */
function pitchClass(key) {
  return Number(key.getAttribute("data-pitch")) % 12;
}

/**
 * @param {Element} source
 * @param {Element} target
 * @param {string} half
 */
function move(source, target, half) {
  const from = source.getBoundingClientRect();
  const to = target.getBoundingClientRect();
  // Skips keys that would arrive outside the window.
  if (!from.width || !to.width || to.top > innerHeight || to.bottom < 0) return;
  const key = document.createElement("span");
  key.className = `traveller ${half}`;
  key.setAttribute("aria-hidden", "true");
  Object.assign(key.style, {
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
  });
  document.body.append(key);
  const offset = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
  const scale = `scale(${from.width / to.width}, ${from.height / to.height})`;
  const animation = key.animate(
    [
      { transform: `${offset} ${scale}`, opacity: 0.9 },
      { transform: "none", opacity: 0.9, offset: 0.85 },
      { transform: "none", opacity: 0 },
    ],
    { duration, easing: "cubic-bezier(.3, 0, .2, 1)" },
  );
  const remove = () => key.remove();
  animation.onfinish = remove;
  animation.oncancel = remove;
  animations.push(animation);
}
