// @ts-check
// Asks the browser not to give up what is kept when the device runs short of room. Some ask the reader, so the page asks only
// with the first thing that is kept, and never twice in a visit.

let hasAsked = false;

export async function persist() {
  if (hasAsked) return;
  hasAsked = true;
  try {
    const { storage } = navigator;
    if (!(await storage.persisted())) await storage.persist();
  } catch {
    // A browser that does not know it, or not from here: what is kept stays as long as it has room.
  }
}
