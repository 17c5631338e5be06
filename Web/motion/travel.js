// @ts-check
// Keys travel from the two small keyboards into the large one, so that one sees what a sum is made of.

const duration = 420;

/** @type {Animation[]} */
let travelling = [];

/** @param {string[]} halves the keyboards that have changed: "lower", "upper" */
export function travel(halves) {
  // A quick next action ends the motion.
  for (const animation of travelling) animation.cancel();
  travelling = [];
  for (const half of halves) {
    // A tone that both chords have is one key there, in the other one's place.
    const targets = [...litKeys("result", half), ...litKeys("result", half === "lower" ? "upper" : "lower")];
    for (const source of litKeys(half, half)) {
      const place = targets.findIndex((key) => tone(key) === tone(source));
      if (place >= 0) move(source, targets.splice(place, 1)[0], half);
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

/** @param {Element} key its pitch class: the two chords lie in other octaves by themselves than together */
function tone(key) {
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
  // What arrives outside the window is not visible.
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
  const way = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width}, ${from.height / to.height})`;
  const animation = key.animate(
    [
      { transform: way, opacity: 0.9 },
      { transform: "none", opacity: 0.9, offset: 0.85 },
      { transform: "none", opacity: 0 },
    ],
    { duration, easing: "cubic-bezier(.3, 0, .2, 1)" },
  );
  const leave = () => key.remove();
  animation.onfinish = leave;
  animation.oncancel = leave;
  travelling.push(animation);
}
