// A program that publishes small snapshots and can be killed at any step: `node publish-program.js
// OPTIONS` with PublishProgramOptions as JSON. It prints the steps it took, or the code of the error.
import { promises as fs } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { OperatorError } from "../../data/operator-error.js";
import { createNamedContents, type ContentSize } from "./named-contents.js";

export interface PublishProgramOptions extends ContentSize {
  readonly out: string;
  /** What is published, in this order. */
  readonly names: readonly string[];
  readonly keep?: number;
  /** Ends the process with SIGKILL instead of this step, counted from 0. */
  readonly killAt?: number;
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
      if (steps === options.killAt) {
        // A write is cut off half way.
        const [bytes] = parameters as unknown[];
        if (name === "writeFile" && bytes instanceof Uint8Array) {
          await original.apply(this, [bytes.subarray(0, bytes.length / 2)] as never[]);
        }
        process.kill(process.pid, "SIGKILL");
      }
      steps += 1;
      return original.apply(this, parameters);
    };
  }
}

const handle = await fs.open(process.execPath, "r");
countSteps(Object.getPrototypeOf(handle) as object, ["writeFile", "sync"]);
await handle.close();
countSteps(fs, ["chmod", "copyFile", "link", "mkdir", "mkdtemp", "rename", "rm", "symlink"]);
syncBuiltinESMExports();

const { publishSnapshot } = await import("../../builder/publish.js");
try {
  for (const name of options.names) {
    await publishSnapshot(createNamedContents(name, options), {
      out: options.out,
      program: "0.0.0-test",
      keep: options.keep,
      exactScanLimit: 0,
    });
  }
  process.stdout.write(String(steps));
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stdout.write(error.code);
}
