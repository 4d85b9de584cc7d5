// What a step learns from: pairs of texts that mean much the same, as ranges of the corpus's tokens.
import type { Random } from "../../data/random.js";
import type { Range } from "../corpus.js";

/** A text, of which parts may lie apart. */
export type Ranges = readonly Range[];

export type Pair = readonly [left: Ranges, right: Ranges];

/** Draws a pair; `undefined` where what was drawn makes none. */
export type Draw = (random: Random) => Pair | undefined;

/** Words of a text that is long enough to be cut. */
export const LEAST_LONG = 12;

export const isFilled = ({ start, end }: Range): boolean => end > start;
