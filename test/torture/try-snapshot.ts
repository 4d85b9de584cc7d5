// Complete use of a snapshot in this process: opening, the indexes, a question to every route, and
// the full check.
import { yieldToEventLoop } from "../../data/yield.js";
import { OperatorError } from "../../data/operator-error.js";
import { DEFAULT_LIMITS } from "../../server/config.js";
import { createExportGate } from "../../server/http/encoding/export-gate.js";
import { createUnsent } from "../../server/http/unsent.js";
import { createApp } from "../../server/http/app.js";
import { UNWATCHED_STATE } from "../../server/live/service-state.js";
import { LiveSnapshot } from "../../server/live/live-snapshot.js";
import { watchTurns } from "./longest-turn.js";

/**
 * Outcome. `unforeseen` is an error of no known kind that would end a service; a single answer may
 * fail so, and the service continues.
 */
export interface Trial {
  readonly end: "served" | "refused" | "unforeseen";
  readonly by: string;
  /** The longest turn in which nobody else was answered, in milliseconds of processor time. */
  readonly heldMs: number;
  /** Work meanwhile. */
  readonly heldBy: string;
}

/** Questions answered from the graph. */
export const GRAPH_TARGETS: readonly string[] = [
  "/v1/semantic-search?q=barcode%20label&limit=100",
  "/v1/semantic-search?q=rent&platform_version=17.0",
];

/** Questions about the fixtures, so that answers exist. */
export const TARGETS: readonly string[] = [
  ...GRAPH_TARGETS,
  "/v1",
  "/",
  "/v1/modules?limit=200",
  "/v1/module/rental_core",
  "/v1/module/rental_core/17.0",
  "/v1/module/rental_deposit/17.0",
  "/v1/module/rental_deposit/17.0/dependencies",
  "/v1/module/rental_core/17.0/dependents",
  "/v1/module/rental_cor/17.0",
  "/v1/module/rental_core/diff/16.0/17.0",
  "/v1/repo/retail",
  "/v1/repo/retail/coverage",
  "/v1/search/r",
  "/v1/search?platform_version=17.0&term=rent",
  "/v1/search?term=invoice%20reminder&explain=true",
  "/v1/model/rental.order",
  "/v1/field/res.partner/name",
  "/v1/view/base.view_partner_form",
  "/v1/coverage",
  "/v1/plan?platform_version=17.0&modules=rental_deposit,fleet_logbook,stock&min_status=mature",
  "/v1/changes",
  "/v1/changes.atom",
  "/v1/snapshot",
  "/v1/diagnostics",
  "/v1/export/modules.csv",
  "/v1/export/modules.ndjson",
];

/** @throws nothing: what is thrown within is returned */
export async function trySnapshot(folder: string, targets: readonly string[]): Promise<Trial> {
  let live: LiveSnapshot | undefined;
  const turns = watchTurns();
  let held = { heldMs: 0, heldBy: "" };
  const look = async (heldBy: string): Promise<void> => {
    await yieldToEventLoop();
    const heldMs = turns.take();
    if (heldMs > held.heldMs) held = { heldMs, heldBy };
  };
  try {
    live = await LiveSnapshot.open(folder, { embedder: {}, exactScanLimit: 0 });
    await look("opening");
    await live.prepareCurrent();
    await look("preparing");
    const failures = await askAll(live, targets, look);
    await live.checkCurrent();
    await look("checking");
    const failure = failures.find((one) => one instanceof OperatorError);
    if (failure !== undefined) return { end: "refused", by: describe(failure), ...held };
    return { end: "served", by: failures.map(describe).join("\n"), ...held };
  } catch (error) {
    const by = describe(error);
    return { end: error instanceof OperatorError ? "refused" : "unforeseen", by, ...held };
  } finally {
    turns.stop();
    live?.close();
  }
}

/** @returns what went wrong */
async function askAll(
  live: LiveSnapshot,
  targets: readonly string[],
  onAnswer: (target: string) => Promise<void>,
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  const app = createApp({
    live,
    state: UNWATCHED_STATE,
    maxParameterChars: 1_000,
    patienceMs: 600_000,
    nameClient: () => "",
    exports: createExportGate(DEFAULT_LIMITS),
    unsent: createUnsent({ mostBytes: Infinity, patienceMs: Infinity }),
    onDefect: (error) => failures.push(error),
  });
  for (const target of targets) {
    for (const accept of ["application/json", "text/html"]) {
      const response = await app.fetch(
        new Request(`http://localhost${target}`, { headers: { accept } }),
      );
      try {
        await response.arrayBuffer();
      } catch {
        // The stream was broken off, and `onDefect` was called.
      }
      await onAnswer(`${target} as ${accept}`);
    }
  }
  return failures;
}

function describe(error: unknown): string {
  return error instanceof OperatorError
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
}
