// @ts-check
// The chordsets that are kept: in this browser, and on our server where there is one.

import { keeper } from "./keeping.js";
import { ofChordsets } from "./kinds.js";

export const chordsets = keeper(ofChordsets);
