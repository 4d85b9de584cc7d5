// A program that publishes small snapshots and can keep what is on disk before each of its steps:
// `node publish-program.js OPTIONS` with PublishProgramOptions as JSON. It prints the steps it took,
// or the code of the error.
import { cpSync, promises as fs } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { OperatorError } from "../../../data/operator-error.js";
import { createNamedContents, type ContentSize } from "../../support/module-records.js";

export interface PublishProgramOptions extends ContentSize {
  readonly out: string;
  /** Names to publish, in order. */
  readonly names: readonly string[];
  readonly keep?: number;
  /**
   * Copies `out` to this name, a dash and the step's number before each step, counted from 0: what a
   * process leaves there that is killed at that moment, but for its locks, which end with it.
   */
  readonly recordTo?: string;
}

type Step = (...parameters: never[]) => unknown;

const options = JSON.parse(process.argv[2] ?? "") as PublishProgramOptions;
let steps = 0;

/** Counts the calls that change something on disk; the work is done by the real functions. */
function countSteps(object: object, names: readonly string[]): void {
  const functions = object as Record<string, Step>;
  for (const name of names) {
    const original = functions[name];
    if (original === undefined) throw new Error(`there is no ${name}`);
    functions[name] = async function (this: unknown, ...parameters: never[]): Promise<unknown> {
      const [to, pieces] = parameters as unknown[];
      const isWrite = name === "writeFile" && Array.isArray(pieces);
      if (options.recordTo === undefined || !isWrite) {
        record();
        return original.apply(this, parameters);
      }
      // A write is cut off half way.
      const bytes = Buffer.concat(pieces as readonly Uint8Array[]);
      const half = bytes.length >> 1;
      await original.apply(this, [to, bytes.subarray(0, half)] as never[]);
      record();
      return original.apply(this, [to, bytes.subarray(half)] as never[]);
    };
  }
}

function record(): void {
  const { out, recordTo } = options;
  if (recordTo !== undefined) {
    cpSync(out, `${recordTo}-${steps}`, { recursive: true, verbatimSymlinks: true });
  }
  steps += 1;
}

const handle = await fs.open(process.execPath, "r");
countSteps(Object.getPrototypeOf(handle) as object, ["sync"]);
await handle.close();
countSteps(fs, [
  "chmod",
  "copyFile",
  "link",
  "mkdir",
  "mkdtemp",
  "rename",
  "rm",
  "symlink",
  "writeFile",
]);
syncBuiltinESMExports();

const { publishSnapshot } = await import("../../../builder/assemble/publish.js");
try {
  for (const name of options.names) {
    await publishSnapshot(createNamedContents(name, options), {
      out: options.out,
      program: "0.0.0-test",
      keep: options.keep,
    });
  }
  process.stdout.write(String(steps));
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stdout.write(error.code);
}
