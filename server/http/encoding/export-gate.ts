// Gate of long answers: limits how many are made at a time. Between two pieces each yields to the others (stream-encoding.ts).
import { createSemaphore } from "../../../data/semaphore.js";
import type { Limits } from "../../config.js";
import { Problem } from "../../contract/problem.js";

export interface ExportGate {
  /** Time in which a client must take a piece. */
  readonly timeoutMs: number;
  /**
   * @returns what makes room for another
   * @throws Problem `too_many_exports`
   */
  enter(): () => void;
}

export function createExportGate(
  limits: Pick<Limits, "max-exports" | "export-timeout-ms">,
): ExportGate {
  const most = limits["max-exports"];
  const semaphore = createSemaphore(most);
  return {
    timeoutMs: limits["export-timeout-ms"],
    enter() {
      const leave = semaphore.tryAcquire();
      if (leave !== undefined) return leave;
      const detail = `${most} exports are being sent; ask again when one has ended.`;
      throw new Problem("too_many_exports", detail);
    },
  };
}
