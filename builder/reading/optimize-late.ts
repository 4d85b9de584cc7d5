// Threshold of V8's optimizer: it counts executed bytecode, and a build ends before most compiled
// functions have paid off, in each of its processes. V8 reads the flag each time, so it may be set
// late.
import { setFlagsFromString } from "node:v8";

/**
 * Eight times V8's own. Four repositories of two versions: 8.4 seconds of processor time instead of 11.2, of which
 * compiling was 3; four times gives 8.5, sixteen and 64 times 8.5 to 10.
 */
const RUN_BYTES = 540_000;

/** V8 12, that of Node.js 22, counts calls instead and says of this flag that it is unknown. */
const LAST_V8 = 11;

export function optimizeLate(): void {
  if (Number.parseInt(process.versions.v8, 10) > LAST_V8) return;
  setFlagsFromString(`--interrupt-budget=${RUN_BYTES}`);
}
