// @ts-check
// The store of chordsets: in this browser, and on the server if there is one.

import { keeper } from "./keeping.js";
import { ofChordsets } from "./kinds.js";

export const chordsets = keeper(ofChordsets);
