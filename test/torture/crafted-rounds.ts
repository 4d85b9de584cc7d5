// Rounds with crafted snapshots in processes of their own, one for each processor: a crash is counted, and the next ones
// are still tried.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Trial } from "./try-snapshot.js";

const CHILD = fileURLToPath(new URL("./crafted-child.js", import.meta.url));

export interface RoundsPlan {
  /** A whole snapshot of the fixtures, with a graph; systems have their own. */
  readonly snapshot: string;
  /** A folder for the crafted ones. */
  readonly work: string;
  readonly what: "graph" | "sections" | "systems";
  readonly seed: number;
  readonly rounds: number;
  /** The first one; default 0. */
  readonly from?: number;
  /** Called with each round that is done. */
  onRound?(outcome: RoundOutcome): void;
}

export interface RoundOutcome {
  readonly round: number;
  /** Change, in words. */
  readonly what: string;
  /** `crashed`: the process ended by a signal, by itself, or said nothing for too long. */
  readonly end: Trial["end"] | "crashed";
  readonly by: string;
  /** See `Trial`. */
  readonly heldMs: number;
  readonly heldBy: string;
}

export interface RoundsResult {
  readonly tried: number;
  readonly refused: number;
  readonly served: number;
  /** Served snapshots with a failing answer. */
  readonly failing: readonly RoundOutcome[];
  /** Forbidden outcomes: crashes, and errors of no known kind. */
  readonly failures: readonly RoundOutcome[];
}

/** A round that takes longer hangs: many times what it takes beside other work on a busy machine. */
const LONGEST_ROUND_MS = 600_000;

export async function tryRounds(plan: RoundsPlan): Promise<RoundsResult> {
  const outcomes: RoundOutcome[] = [];
  const add = (outcome: RoundOutcome): void => {
    outcomes.push(outcome);
    plan.onRound?.(outcome);
  };
  const { from = 0, rounds } = plan;
  const jobs = Math.min(availableParallelism(), rounds);
  const toStart = (job: number): number => from + Math.floor((job * rounds) / jobs);
  await Promise.all(
    Array.from({ length: jobs }, async (_, job) => {
      let next = toStart(job);
      const to = toStart(job + 1);
      while (next < to) next += await runChild(plan, { from: next, to }, add);
    }),
  );
  const count = (end: RoundOutcome["end"]): number =>
    outcomes.filter((outcome) => outcome.end === end).length;
  return {
    tried: outcomes.length,
    refused: count("refused"),
    served: count("served"),
    failing: outcomes.filter(({ end, by }) => end === "served" && by !== ""),
    failures: outcomes.filter(({ end }) => end === "crashed" || end === "unforeseen"),
  };
}

interface Line {
  readonly round: number;
  readonly what?: string;
  readonly end?: Trial["end"];
  readonly by?: string;
  readonly heldMs?: number;
  readonly heldBy?: string;
}

/** Until all are done, or one ends the process: that one is reported too. @returns how many were tried */
async function runChild(
  { snapshot, work, what, seed }: RoundsPlan,
  range: { readonly from: number; readonly to: number },
  add: (outcome: RoundOutcome) => void,
): Promise<number> {
  const options = { snapshot, work, what, seed, ...range };
  const words = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(process.execPath, [CHILD, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-500)));
  let tried = 0;
  let under: Line | undefined;
  let hangs: NodeJS.Timeout | undefined;
  for await (const text of createInterface({ input: child.stdout })) {
    clearTimeout(hangs);
    const line = JSON.parse(text) as Line;
    if (line.end === undefined) {
      under = line;
      hangs = setTimeout(() => child.kill("SIGKILL"), LONGEST_ROUND_MS);
    } else {
      const { round, end, by = "", heldMs = 0, heldBy = "" } = line;
      add({ round, what: under?.what ?? "", end, by, heldMs, heldBy });
      tried += 1;
      under = undefined;
    }
  }
  clearTimeout(hangs);
  const [code, signal] = await closed;
  if (under !== undefined) {
    const by = `${signal ?? `exit code ${code}`} ${said}`.trim();
    const held = { heldMs: 0, heldBy: "" };
    add({ round: under.round, what: under.what ?? "", end: "crashed", by, ...held });
    tried += 1;
  } else if (code !== 0) throw new Error(`the rounds ended with ${signal ?? code}: ${said}`);
  return tried;
}
