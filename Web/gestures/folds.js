// Folds sections on phones, where all of them would be many screens high. Other devices show them open.
//
//   details.fold          is folded once, when it first appears on a phone

const phone = matchMedia("(width <= 36rem)");
/** The sections that were folded, or left open, already. @type {WeakSet<Element>} */
const known = new WeakSet();

/** Folds the sections that are new on the page. */
export function foldSections() {
  for (const section of document.querySelectorAll("details.fold")) {
    if (known.has(section)) continue;
    known.add(section);
    if (phone.matches) section.removeAttribute("open");
  }
  // Until now the style sheet has hidden what is folded.
  document.documentElement.dataset.folds = "";
}

// What is folded would not be printed.
addEventListener("beforeprint", () => {
  for (const section of document.querySelectorAll("details.fold")) section.setAttribute("open", "");
});
