// How what a build keeps for itself is compressed: it is read once or twice, and costs little disk.
import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";

const deflate = promisify(deflateRaw);

const FASTEST_LEVEL = 1;

/** `inflateRaw` gives the bytes back. */
export function deflateFast(bytes: Uint8Array): Promise<Buffer> {
  return deflate(bytes, { level: FASTEST_LEVEL });
}
