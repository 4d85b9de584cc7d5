// Everything that a block of a phase can be, by name.
import type { Machine } from "./machine.js";
import { addGrams, multiplyRows, multiplySparse } from "./decompose.js";
import {
  computeGradients,
  computeScores,
  embedSentences,
  sumColumns,
  computeRightGradients,
  updateWords,
} from "./step.js";

const OPERATIONS = {
  multiplySparse,
  addGrams,
  multiplyRows,
  embedSentences,
  computeScores,
  sumColumns,
  computeGradients,
  computeRightGradients,
  updateWords,
} as const;

type Operations = typeof OPERATIONS;

/** An operation on numbered blocks, 0 to `blocks` − 1. */
export type Phase = {
  readonly [Name in keyof Operations]: {
    readonly operation: Name;
    readonly blocks: number;
    readonly plan: Parameters<Operations[Name]>[1];
  };
}[keyof Operations];

export function runBlock(machine: Machine, phase: Phase, block: number): void {
  // The type of a phase binds its plan to its operation, which the compiler cannot follow here.
  const run = OPERATIONS[phase.operation] as (
    machine: Machine,
    plan: Phase["plan"],
    block: number,
  ) => void;
  run(machine, phase.plan, block);
}
