// Manifests of Odoo Community: what each module needs, as the text of module-manifests.txt. A line
// has a module and the platform versions that share the same facts.
//
//   sale 14.0-16.0 sales_team,payment,portal,utm
//   sale_stock 14.0- sale,stock_account auto                 installs itself with all that it needs
//   l10n_be_pos_sale 16.0- pos_sale,l10n_be auto=pos_sale    with these alone
//   l10n_din5008 18.0- account auto countries=AT,CH,DE       where a company is in one of them
//   hw_drivers 17.0- -                                       needs nothing
//
// An end is left open if the newest version of the table has the same facts. Lines that begin with
// # are for people; the first other line has the versions of the table.
import { addToGroup } from "../grouped.js";
import { comparePlatformVersions } from "./platform-version.js";
import { readShippedText } from "./shipped-text.js";
import { formatSpan, formatTable, listSpans, parseSpan, readTable } from "./version-table.js";

/** Dependencies and self-installation, as a manifest states them. */
export interface PlatformManifest {
  readonly name: string;
  /** Declared dependencies, each name once. */
  readonly depends: readonly string[];
  /** Modules whose presence installs it; `undefined` if it does not install itself. */
  readonly triggers: readonly string[] | undefined;
  /** Countries whose companies alone install it; empty means all. */
  readonly countries: readonly string[];
  /** Modules that the platform refuses to install beside it. */
  readonly excludes: readonly string[];
}

type PlatformManifests = ReadonlyMap<string, PlatformManifest>;

/** By platform version, then by name. */
type ManifestTable = ReadonlyMap<string, PlatformManifests>;

/**
 * The text of a table; the comment `head` stands before it.
 * @throws RangeError for a name that cannot stand in a line
 */
export function formatManifestTable(table: ManifestTable, head: readonly string[]): string {
  const versions = [...table.keys()].toSorted(comparePlatformVersions);
  const spans = new Map<string, number[]>();
  for (const [at, version] of versions.entries()) {
    for (const manifest of table.get(version)?.values() ?? []) {
      addToGroup(spans, formatManifest(manifest), at);
    }
  }
  const lines = [...spans].flatMap(([said, positions]) => {
    const [name = "", ...rest] = said.split(" ");
    return listSpans(positions).map((span) => ({
      name,
      first: span[0],
      text: [name, formatSpan(versions, span), ...rest].join(" "),
    }));
  });
  const sorted = lines.toSorted((left, right) => left.first - right.first);
  return formatTable(versions, sorted, head);
}

function formatManifest(manifest: PlatformManifest): string {
  const { name, depends, triggers, countries, excludes } = manifest;
  const odd = [name, ...depends, ...(triggers ?? []), ...countries, ...excludes].find(
    (word) => !/^[\w.-]+$/.test(word),
  );
  if (odd !== undefined) throw new RangeError(`a name "${odd}"`);
  const isByAll = triggers?.join() === depends.join();
  return [
    name,
    depends.join() || "-",
    ...(triggers === undefined ? [] : [isByAll ? "auto" : `auto=${triggers.join()}`]),
    ...(countries.length > 0 ? [`countries=${countries.join()}`] : []),
    ...(excludes.length > 0 ? [`excludes=${excludes.join()}`] : []),
  ].join(" ");
}

/** @throws RangeError for what `formatManifestTable` does not write */
export function parseManifestTable(text: string): ManifestTable {
  const { versions, rows } = readTable(text);
  const table = new Map(versions.map((version) => [version, new Map<string, PlatformManifest>()]));
  for (const row of rows) {
    const [name = "", range = "", ...words] = row.split(" ");
    const span = parseSpan(versions, range);
    if (span === undefined) throw new RangeError(`a line "${row}"`);
    const manifest = parseManifest(name, words);
    for (const version of versions.slice(span[0], span[1] + 1)) {
      table.get(version)?.set(name, manifest);
    }
  }
  return table;
}

function parseManifest(
  name: string,
  [written = "-", ...options]: readonly string[],
): PlatformManifest {
  const depends = written === "-" ? [] : written.split(",");
  const listOption = (key: string): readonly string[] | undefined =>
    options
      .find((option) => option.startsWith(`${key}=`))
      ?.slice(key.length + 1)
      .split(",")
      .filter((word) => word !== "");
  return {
    name,
    depends,
    triggers: options.includes("auto") ? depends : listOption("auto"),
    countries: listOption("countries") ?? [],
    excludes: listOption("excludes") ?? [],
  };
}

let known: ManifestTable | undefined;

/**
 * Manifests of all modules of Odoo Community at a platform version, by name; empty for a version
 * that the table lacks.
 * @throws {OperatorError} `module_names_unavailable` where this installation lacks the file
 */
export function getPlatformManifests(platformVersion: string): PlatformManifests {
  known ??= readShippedText("module-manifests.txt", parseManifestTable);
  return known.get(platformVersion) ?? new Map();
}
