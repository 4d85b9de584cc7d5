// Where the learned weights lie that ship with the program. Read when a snapshot is built; a snapshot
// then carries its own copy.
import { join } from "node:path";
import { readShippedFile } from "../shipped-file.js";

/**
 * The bytes of the shipped weights.
 * @throws {OperatorError} `embedder_unavailable` where this installation lacks the file
 */
export function readStaticWeights(): Uint8Array {
  const shipped = {
    file: join("data", "embedding", "static-weights.bin"),
    code: "embedder_unavailable",
    expected: "the learned weights",
  };
  return readShippedFile(shipped, (bytes) => bytes);
}
