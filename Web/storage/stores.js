// The stores of chordsets and tunes: in this browser, and on the server if there is one.

import { itemStore } from "./item-store.js";
import { ofChordsets, ofTunes } from "./kinds.js";

export const chordsets = itemStore(ofChordsets);
export const tunes = itemStore(ofTunes);
