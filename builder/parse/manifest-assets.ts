// The key `assets` of a manifest: the steps in which bundles are made. A path alone is appended; the
// other steps are `(directive, path)` or, with `before`, `after` and `replace`, `(directive, target,
// path)` (`_process_command` of the platform's `ir.asset`).
import { DEFAULT_DIRECTIVE, type AssetRecord } from "../../data/module/module-parts.js";
import type { DiagnosticCode } from "../../data/diagnostic-codes.js";
import { findText } from "./python/literal/literal-operations.js";
import type { Literal, LiteralEntry } from "./python/literal/literal-value.js";
import type { InFile, Unplaced } from "./source-file.js";

/**
 * Number of words after each: a path, or a target and a path (`_process_command` in ir_asset.py).
 */
export const DIRECTIVES: ReadonlyMap<string, number> = new Map([
  ["append", 1],
  ["prepend", 1],
  ["remove", 1],
  ["include", 1],
  ["before", 2],
  ["after", 2],
  ["replace", 2],
]);

interface ParsedAssets {
  readonly report: (code: DiagnosticCode, start: number, detail: string) => void;
  readonly findLine: (start: number) => number;
}

/** In the order of the manifest. What is no step is reported and left out. */
export function readAssets(
  entry: LiteralEntry,
  { report, findLine }: ParsedAssets,
): readonly InFile<AssetRecord>[] {
  const complain = (value: Literal, start: number, what: string): void => {
    if (value.kind === "unknown") report("manifest_value_unreadable", start, what);
    else report("manifest_wrong_type", start, `${what} is a ${value.kind}`);
  };
  const { value, start } = entry;
  if (value.kind === "none") return [];
  if (value.kind !== "dict") complain(value, start, "assets");
  const bundles = value.kind === "dict" ? value.entries : [];
  return bundles.flatMap((row): readonly InFile<AssetRecord>[] => {
    const { key, value: steps } = row;
    if (key.kind !== "str") complain(key, row.start, "a key of assets");
    else if (!("items" in steps)) complain(steps, row.start, `assets.${key.value}`);
    if (key.kind !== "str" || !("items" in steps)) return [];
    const line = findLine(row.start);
    return steps.items.flatMap((step) => {
      const asset = toAsset(key.value, step);
      if (asset === undefined) complain(step, row.start, `an item of assets.${key.value}`);
      return asset === undefined ? [] : [{ ...asset, line }];
    });
  });
}

function toAsset(bundle: string, step: Literal): Unplaced<AssetRecord> | undefined {
  if (step.kind === "str") {
    return { bundle, directive: DEFAULT_DIRECTIVE, path: step.value, target: null, xml_id: null };
  }
  const words = "items" in step ? step.items.map((item) => findText(item)) : [];
  const [directive, first, second] = words;
  if (directive === undefined || first === undefined || !DIRECTIVES.has(directive))
    return undefined;
  if (DIRECTIVES.get(directive) === 1) {
    return { bundle, directive, path: first, target: null, xml_id: null };
  }
  if (second === undefined) return undefined;
  return { bundle, directive, path: second, target: first, xml_id: null };
}
