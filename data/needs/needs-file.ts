// Files of needs: the one that ships with the program, and those given beside it.
import { join } from "node:path";
import { readShippedFile, readGivenFile } from "../files/input-file.js";
import { parseNeeds, type Need, type ParsedNeeds } from "./needs.js";

/** The bytes of the needs that ship. @throws OperatorError `needs_unreadable` */
export function readShippedNeeds(): Uint8Array {
  const file = join("data", "needs", "needs.tsv");
  return readShippedFile({ file, code: "needs_unreadable" }, (bytes) => bytes);
}

/** The bytes of a file of needs. @throws ConfigError `needs_unreadable` */
export function readNeedsFile(file: string): Uint8Array {
  return readGivenFile(file, {
    title: "The needs in",
    code: "needs_unreadable",
    remedy: "give a file with a module, a language and a need on each line",
  });
}

interface NeedsByName {
  readonly needs: ReadonlyMap<string, readonly Need[]>;
  /** Skipped lines of the given file, with the reason. */
  readonly faults: readonly string[];
}

/**
 * The needs that ship and those of a file by technical name; what the file says of a module takes the place of what
 * ships.
 * @throws OperatorError `needs_unreadable`
 */
export function readNeedsByName(file: string | undefined): NeedsByName {
  const given = file === undefined ? undefined : readNeeds(file);
  const needs = [...readNeeds(undefined).value, ...(given?.value ?? [])];
  return {
    needs: new Map(needs.map((one) => [one.technicalName, one.needs])),
    faults: (given?.diagnostics ?? []).map(({ code, line }) => `${file}:${line}: ${code}`),
  };
}

/** Needs that ship, parsed once in a process. */
let shipped: ParsedNeeds | undefined;
const decode = (bytes: Uint8Array) => parseNeeds(new TextDecoder().decode(bytes));

/** @param file the shipped one where it is left out. @throws OperatorError `needs_unreadable` */
export function readNeeds(file: string | undefined): ParsedNeeds {
  if (file !== undefined) return decode(readNeedsFile(file));
  return (shipped ??= decode(readShippedNeeds()));
}
