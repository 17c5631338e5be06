// Fits music to the window: chooses the size of its letters, and divides it into pages.

/**
 * A page: where it begins in the music, in pixels, and its bars, staves, cards or rows.
 * @typedef {{ top: number, items: Element[] }} Page
 */

/** What is never divided between two pages: a line of bars, a staff, a row of cards or of a table. */
const itemsOnPages = ".bar, .systems > svg, .tune-card, .analysis tr";
/**
 * The smallest size of chord names, as a part of the window's height: a capital letter is 0.71 of the type's size, and
 * should have 2 % of the height to be read from one meter.
 */
const least = .02 / .71;
/** Widths do not grow exactly with the size of the type, least of all in WebKit. */
const reserve = .96;
/** The share of bars whose names may be narrower than others, so that one long name does not make all small. */
const narrowShare = .12;

/**
 * The growth of letters for which a tune has two bars in a line instead of four. Four show the form of a tune.
 */
const worthPairs = 1.4;

/**
 * Makes the letters as large as fit, and returns the pages.
 * @param {HTMLElement} music
 */
export function fit(music) {
  music.scrollTop = 0;
  for (const item of music.querySelectorAll("[data-off-page]")) item.removeAttribute("data-off-page");
  const bars = /** @type {HTMLElement[]} */ ([...music.querySelectorAll(".bar")]);
  const pair = (/** @type {boolean} */ isOn) => document.documentElement.toggleAttribute("data-pairs", isOn);
  pair(false);
  music.style.removeProperty("--line-gap");
  if (bars.length === 0) {
    fitStaves(music);
    return pagesOf(music);
  }
  const wide = largest(music, bars);
  pair(true);
  const large = largest(music, bars);
  const isWorthPairs = large.pages <= wide.pages && large.size >= worthPairs * wide.size;
  pair(isWorthPairs);
  const { size, shrink } = isWorthPairs ? large : wide;
  shrink(size);
  const result = pagesOf(music);
  if (result.length === 1) spread(music, size);
  return result;
}

/**
 * The largest size of letters with which the music has as few pages as possible, and a function that sets a size.
 * @param {HTMLElement} music
 * @param {HTMLElement[]} bars
 */
function largest(music, bars) {
  for (const bar of bars) bar.style.removeProperty("--shrink");
  const set = (/** @type {number} */ size) => music.style.setProperty("--fitted", `${size}px`);
  set(100);
  const widths = bars.map((bar) => ({ bar, ...room(bar) }));
  // The size at which each bar would fit its line.
  const sizes = widths.map(({ free, names }) => names > 0 ? reserve * free / names : Infinity);
  const plain = bars.map((bar, index) => ({ size: sizes[index], count: bar.querySelectorAll(".chord-symbol").length }))
    .filter(({ size, count }) => size < Infinity && count <= 2).map(({ size }) => size).sort((a, b) => a - b);
  const most = plain[Math.floor(plain.length * narrowShare)] ?? Math.min(...sizes, innerHeight / 8);
  const low = Math.min(least * innerHeight, most), high = Math.min(most, innerHeight / 4);
  const shrink = (/** @type {number} */ size) => {
    set(size);
    bars.forEach((bar, index) => bar.style.setProperty("--shrink", String(Math.min(1, sizes[index] / size))));
  };
  const { size, pages } = withFewestPages(low, high, (size) => (shrink(size), pagesOf(music).length));
  return { size, pages, shrink };
}

/**
 * The largest size with which music has as few pages as with the smallest one.
 * @param {number} low
 * @param {number} high
 * @param {(size: number) => number} count sets a size, and returns the number of pages
 */
function withFewestPages(low, high, count) {
  const pages = count(low);
  for (let step = 0; step < 8 && high > low; step += 1) {
    const middle = step === 0 ? high : (low + high) / 2;
    if (count(middle) <= pages) low = middle;
    else high = middle;
  }
  return { size: low, pages };
}

/**
 * Makes staves narrower than the window if that saves pages, but no smaller than they are drawn elsewhere. A staff that
 * is higher than the window becomes smaller, too.
 * @param {HTMLElement} music
 */
function fitStaves(music) {
  const set = (/** @type {number} */ share) => music.style.setProperty("--staff-width", `${100 * share}%`);
  set(1);
  const shown = /** @type {SVGSVGElement[]} */ ([...music.querySelectorAll(".systems > svg")])
    .filter(({ clientWidth }) => clientWidth > 0);
  const name = shown[0]?.querySelector(".chart-symbol");
  if (!name) return;
  const growth = shown[0].clientWidth / shown[0].viewBox.baseVal.width;
  const type = growth * Number(name.getAttribute("font-size"));
  const high = Math.min(1, music.clientHeight / Math.max(...shown.map(({ clientHeight }) => clientHeight)));
  const low = Math.min(high, Math.max(least * innerHeight / type, 1 / growth));
  const { size, pages } = withFewestPages(low, high, (share) => {
    set(share);
    const counts = pagesOf(music).map(({ items }) => items.length);
    // Only the last page should have fewer staves than others.
    return counts.length + (Math.min(...counts) < (counts.at(-1) ?? 0) ? .5 : 0);
  });
  set(size);
  if (pages === 1) spread(music, type * size);
}

/**
 * Spreads the lines of a single page over the window, as far as they still belong together.
 * @param {HTMLElement} music
 * @param {number} size of the type
 */
function spread(music, size) {
  const all = lines(music);
  const rest = music.clientHeight - ((all.at(-1)?.bottom ?? 0) - (all.at(0)?.top ?? 0));
  music.style.setProperty("--line-gap", `${Math.max(0, Math.min(rest / all.length, size))}px`);
}

/**
 * The width of the names in a bar and their gaps as a multiple of the type's size, and the width they may have.
 * @param {HTMLElement} bar
 */
function room(bar) {
  const content = bar.querySelector(".bar-music");
  if (!content) return { free: 0, names: 0 };
  const style = getComputedStyle(content);
  let free = content.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight), names = 0;
  for (const symbol of content.querySelectorAll(".chord-symbol")) names += symbol.getBoundingClientRect().width / 100;
  for (const chord of content.querySelectorAll(".chord")) {
    const gap = parseFloat(getComputedStyle(chord).paddingRight);
    // Between chords the gap grows with the type.
    if (chord.nextElementSibling?.matches(".chord")) names += gap / 100;
    else free -= gap;
  }
  const meter = content.querySelector(".metre");
  if (meter) free -= meter.getBoundingClientRect().width + parseFloat(getComputedStyle(meter).marginRight);
  return { free: Math.max(free, 1), names };
}

/**
 * Divides music into pages of whole lines.
 * @param {HTMLElement} music
 * @returns {Page[]}
 */
export function pagesOf(music) {
  const height = music.clientHeight;
  const origin = music.getBoundingClientRect().top - music.scrollTop;
  /** @type {Page[]} */
  const pages = [];
  let end = 0;
  for (const { top, bottom, items } of lines(music)) {
    const page = pages.at(-1);
    if (page && bottom - origin - page.top <= height) page.items.push(...items);
    else pages.push({ top: top - origin, items: [...items] });
    end = bottom;
  }
  return end === 0 ? [] : pages;
}

/**
 * The lines of music from top to bottom. The letter of a section belongs to its first line.
 * @param {HTMLElement} music
 */
function lines(music) {
  /** @type {{ top: number, bottom: number, items: Element[] }[]} */
  const lines = [];
  let start = -1;
  for (const item of music.querySelectorAll(itemsOnPages)) {
    const { top, bottom, height } = item.getBoundingClientRect();
    if (height === 0) continue;
    const last = lines.at(-1);
    if (last && Math.abs(top - start) < 2) {
      last.bottom = Math.max(last.bottom, bottom);
      last.items.push(item);
      continue;
    }
    start = top;
    const section = item.closest(".chart-section");
    const isFirst = section?.querySelector(itemsOnPages) === item;
    lines.push({ top: isFirst && section ? section.getBoundingClientRect().top : top, bottom, items: [item] });
  }
  return lines;
}
