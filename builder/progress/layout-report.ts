// Files that look like modules but stand where none is searched: number, place and remedy, by
// branch.
import { toGroups } from "../../data/grouped.js";
import { formatCount } from "../../data/settings/text-table.js";
import type { DiagnosticRow, SourceRow } from "../../data/snapshot/contents.js";
import { toAddressKey } from "../source/host/expand-sources.js";
import { toLabel } from "../source/source.js";

interface Reading {
  readonly row: SourceRow;
  readonly diagnostics: readonly DiagnosticRow[];
}

/** Number of places that a sentence names. */
const MOST_NAMED = 5;

/** A sentence for each branch and kind of layout. */
export function describeLayouts(readings: readonly Reading[]): readonly string[] {
  const known = new Set(readings.map(({ row }) => toAddressKey(row.git)));
  const addresses = new Map(readings.map(({ row }) => [toLabel(row), row.git]));
  const rows = readings.flatMap(({ diagnostics }) => diagnostics);
  const groups = toGroups(rows, (row) =>
    JSON.stringify([row.organization, row.repository, row.branch, row.code]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const git = addresses.get(toLabel(first)) ?? "";
    return describeGroup(first, group, (address) => !known.has(toAddressKey(address)), git);
  });
}

function describeGroup(
  { organization, repository, branch, code }: DiagnosticRow,
  rows: readonly DiagnosticRow[],
  isUnknown: (address: string) => boolean,
  git: string,
): readonly string[] {
  const where = `${organization}/${repository} ${branch}`;
  switch (code) {
    case "module_too_deep": {
      const folders = listSome([...new Set(rows.map(({ detail }) => detail))]);
      return [
        `${where}: ${formatCount(rows.length, "module")} too deep to be found; name the folders in "addons": ${folders}`,
      ];
    }
    case "module_inside_module":
      return [
        `${where}: ${formatCount(rows.length, "module")} inside other modules not read: ${listSome(rows.map(({ path }) => path))}`,
      ];
    case "module_name_invalid":
      return [
        `${where}: ${formatCount(rows.length, "module")} not read, since no module can be named like the folder: ${listSome(rows.map(({ detail }) => detail))}`,
      ];
    case "module_twice":
      return [
        `${where}: ${formatCount(rows.length, "module")} also in another folder: ${listSome(rows.map(({ path, detail }) => `${path} (${detail})`))}; name the folders of each version in "addons"`,
      ];
    case "submodule_not_read": {
      const submodules = rows.map(({ path, detail }) => {
        const [address = "", commit = ""] = detail.split(" at ");
        return { path, address: toAbsolute(address, git), commit };
      });
      const unread = submodules.filter(({ address }) => isUnknown(address));
      if (unread.length === 0) return [];
      const names = unread.map((one) => `${one.path} (${one.address} at ${one.commit})`);
      return [
        `${where}: ${formatCount(unread.length, "submodule")} not read, each a source of its own in the sources file: ${listSome(names)}`,
      ];
    }
    default:
      return [];
  }
}

/** Resolves `../web` in `.gitmodules` like git: relative to the address of the repository. */
function toAbsolute(address: string, git: string): string {
  if (!/^\.{1,2}\//.test(address) || !URL.canParse(git)) return address;
  return new URL(address, `${git}/`).href;
}

function listSome(items: readonly string[]): string {
  const more = items.length - MOST_NAMED;
  return items.slice(0, MOST_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
