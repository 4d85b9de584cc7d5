// Makers of the models of Odoo Community, as the text of model-makers.txt: a line for a module and
// a run of platform versions, with the models that it makes at these.
//
//   sale 14.0- sale.order,sale.order.line
//   sale_management 14.0-18.0 sale.order.option
//
// Lines that begin with # are for people; the first other line has the versions of the table.
import { addToGroup } from "../grouped.js";
import { findPlatformEdition } from "./module-names.js";
import { comparePlatformVersions, compareText } from "./platform-version.js";
import { readShippedText } from "./shipped-text.js";
import { formatSpan, formatTable, listSpans, parseSpan, readTable } from "./version-table.js";

/** Modules that make each model, by platform version, then by model. */
type MakerTable = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

export function formatMakerTable(table: MakerTable, head: readonly string[]): string {
  const versions = [...table.keys()].toSorted(comparePlatformVersions);
  const positions = new Map<string, number[]>();
  for (const [at, version] of versions.entries()) {
    for (const [model, makers] of table.get(version) ?? []) {
      for (const module of makers) addToGroup(positions, `${module} ${model}`, at);
    }
  }
  const models = new Map<string, string[]>();
  for (const [pair, held] of positions) {
    const [module = "", model = ""] = pair.split(" ");
    for (const span of listSpans(held)) {
      addToGroup(models, `${module} ${formatSpan(versions, span)}`, model);
    }
  }
  const lines = [...models].map(([name, made]) => ({
    name,
    text: `${name} ${made.toSorted(compareText).join(",")}`,
  }));
  return formatTable(versions, lines, head);
}

/** @throws RangeError for a text that `formatMakerTable` does not write */
export function parseMakerTable(text: string): MakerTable {
  const { versions, rows } = readTable(text);
  const table = new Map(versions.map((version) => [version, new Map<string, string[]>()]));
  for (const row of rows) {
    const [module = "", range = "", models = ""] = row.split(" ");
    const span = parseSpan(versions, range);
    if (span === undefined || models === "") throw new RangeError(`a line "${row}"`);
    for (const version of versions.slice(span[0], span[1] + 1)) {
      const made = table.get(version);
      for (const model of models.split(",")) if (made) addToGroup(made, model, module);
    }
  }
  return table;
}

let known: MakerTable | undefined;

/**
 * Modules of Odoo that make a model at a platform version, sorted.
 * @param isGuessed whether a version that the table lacks has those of the next one, or of the newest, that Odoo has at it
 * @throws {OperatorError} `module_names_unavailable` where this installation lacks a file
 */
export function listPlatformMakers(
  model: string,
  platformVersion: string,
  isGuessed = true,
): readonly string[] {
  known ??= readShippedText("model-makers.txt", parseMakerTable);
  const made = known.get(platformVersion);
  if (made !== undefined || !isGuessed) return made?.get(model) ?? [];
  const all = [...known];
  const next = all.find(([one]) => comparePlatformVersions(one, platformVersion) > 0) ?? all.at(-1);
  return (next?.[1].get(model) ?? []).filter(
    (module) => findPlatformEdition(module, platformVersion) === "core",
  );
}
