// Files that a client of a service sends, parsed as all that others wrote: in a process that may be killed at any moment.
import { deserialize } from "node:v8";
import type { ParsedModules, WrittenFiles } from "../../data/module/module-under-development.js";
import { createReaderPool, ReaderStopped } from "./process/reader-pool.js";
import { ReaderEnded } from "./process/reader-process.js";
import { requireParser } from "./require-parser.js";

interface ModuleReader {
  /**
   * The modules, or `undefined` where their files take more than a question may.
   * @throws the signal's reason; OperatorError `parser_not_installed`
   */
  read(
    written: readonly WrittenFiles[],
    platformVersion: string | undefined,
    signal: AbortSignal,
  ): Promise<ParsedModules | undefined>;
  close(): Promise<void>;
}

/** The largest public repository takes 3 s and 400 MiB. */
const MOST_CPU_S = 20;
const MEMORY_MIB = 1024;
const MOST_BYTES = 256 * 1024 * 1024;

class TooMuch extends Error {}

const isEndOfProcess = (error: unknown): boolean =>
  error instanceof ReaderStopped || error instanceof ReaderEnded;

/** The process starts with the first files and stays. */
export function createModuleReader(): ModuleReader {
  const pool = createReaderPool({ processes: 1, memoryMib: MEMORY_MIB });
  return {
    async read(written, platformVersion, signal) {
      requireParser();
      let spentS = 0;
      const spendCpu = (seconds: number): void => {
        spentS += seconds;
        if (spentS > MOST_CPU_S) throw new TooMuch();
      };
      const task = { task: "written", written, platformVersion } as const;
      try {
        const answer = await pool.run({ task, limitBytes: MOST_BYTES }, { signal, spendCpu });
        if (answer.state === "done") {
          return deserialize(answer.pieces[0] ?? new Uint8Array()) as ParsedModules;
        }
        if (answer.state === "failed") throw new Error(answer.fault.message);
        return undefined;
      } catch (error) {
        if (error instanceof TooMuch || isEndOfProcess(error)) return undefined;
        throw error;
      }
    },
    close: () => pool.close(),
  };
}
