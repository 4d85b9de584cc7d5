// What the manifests of Odoo Community say of what each module needs, as the text of module-manifests.txt: a line
// for a module and the platform versions at which it says the same.
//
//     sale 14.0-16.0 sales_team,payment,portal,utm
//     sale_stock 14.0- sale,stock_account auto                 installs itself with all that it needs
//     l10n_be_pos_sale 16.0- pos_sale,l10n_be auto=pos_sale    with these alone
//     l10n_din5008 18.0- account auto countries=AT,CH,DE       where a company is in one of them
//     hw_drivers 17.0- -                                       needs nothing
//
// An end is left open where the newest version of the table says it. Lines that begin with # are for people; the
// first other line has the versions of the table.
import { addToGroup } from "../grouped.js";
import { comparePlatformVersions, compareText } from "../platform-version.js";

/** What a manifest says of other modules. */
export interface PlatformManifest {
  readonly name: string;
  /** As declared, each name once; none where it declares nothing. */
  readonly depends: readonly string[];
  /** What must be there for it to install itself; `undefined` where it does not. */
  readonly triggers: readonly string[] | undefined;
  /** Those for whose companies alone it installs itself; all without any. */
  readonly countries: readonly string[];
  /** Modules that the platform refuses to install beside it. */
  readonly excludes: readonly string[];
}

export type PlatformManifests = ReadonlyMap<string, PlatformManifest>;

/** By platform version, then by name. */
export type ManifestTable = ReadonlyMap<string, PlatformManifests>;

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
    return listRuns(positions).map(([first, last]) => ({
      name,
      first,
      text: [name, formatSpan(versions, first, last), ...rest].join(" "),
    }));
  });
  const sorted = lines.toSorted(
    (left, right) => compareText(left.name, right.name) || left.first - right.first,
  );
  const comments = head.map((line) => `# ${line}`.trimEnd());
  return [...comments, versions.join(" "), ...sorted.map(({ text }) => text), ""].join("\n");
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

/** First and last of each run of numbers that follow each other. */
function listRuns(positions: readonly number[]): readonly (readonly [number, number])[] {
  return positions.flatMap((first, at) => {
    if (positions[at - 1] === first - 1) return [];
    let end = at;
    while (positions[end + 1] === (positions[end] ?? 0) + 1) end += 1;
    return [[first, positions[end] ?? first] as const];
  });
}

function formatSpan(versions: readonly string[], first: number, last: number): string {
  if (last === versions.length - 1) return `${versions[first]}-`;
  return first === last ? `${versions[first]}` : `${versions[first]}-${versions[last]}`;
}

/** @throws RangeError for what `formatManifestTable` does not write */
export function parseManifestTable(text: string): ManifestTable {
  const [head = "", ...rows] = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const versions = head.split(" ");
  const table = new Map(versions.map((version) => [version, new Map<string, PlatformManifest>()]));
  for (const row of rows) {
    const [name = "", range = "", ...words] = row.split(" ");
    const [from = "", to = from] = range.split("-");
    const first = versions.indexOf(from);
    const last = to === "" ? versions.length - 1 : versions.indexOf(to);
    if (first < 0 || last < first) throw new RangeError(`a line "${row}"`);
    const manifest = parseManifest(name, words);
    for (const version of versions.slice(first, last + 1)) table.get(version)?.set(name, manifest);
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
