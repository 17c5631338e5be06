// Asks the browser for persistent storage, so it does not evict data when the device runs low on space. Some browsers
// ask the user, so the page requests it only when the first item is stored, and once per visit.

let hasAsked = false;

export async function persist() {
  if (hasAsked) return;
  hasAsked = true;
  try {
    const { storage } = navigator;
    if (!(await storage.persisted())) await storage.persist();
  } catch {
    // The API is missing or blocked. Data then stays as long as the browser has space.
  }
}
