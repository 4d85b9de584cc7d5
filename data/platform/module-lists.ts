// The names of the modules that Odoo Community and Enterprise have at each platform version, as the text
// of module-names.txt: a line for each name of an edition, with the versions at which it has the name.
//
//     account core 8.0-                 at 8.0 and in every list since
//     account_asset core 8.0-12.0
//     account_asset enterprise 12.0-    one name may have several lines, by edition, then version
//     hr_contract core 8.0-18.0
//     l10n_xx core 9.0                  at 9.0 only
//
// An end is left open where the newest list has the name, so that a new version changes only the lines of
// what it dropped and brought. Lines that begin with # are for people; the first other line has the
// versions of which there is a list.
import { addToGroup } from "../grouped.js";
import { comparePlatformVersions } from "./platform-version.js";
import { formatSpan, formatTable, listSpans, parseSpan, readTable } from "./version-table.js";

export type PlatformEdition = "core" | "enterprise";

export const PLATFORM_EDITIONS = ["core", "enterprise"] as const satisfies PlatformEdition[];

/** Origin of a name that no repository of the snapshot has. */
export type UnresolvedKind = PlatformEdition | "unknown";

export const UNRESOLVED_KINDS = [...PLATFORM_EDITIONS, "unknown"] as const;

/** The names of the modules of one edition at one platform version. */
export interface ModuleList {
  readonly platformVersion: string;
  readonly edition: PlatformEdition;
  readonly names: readonly string[];
}

/** Platform versions, by their positions, at which an edition has a name without a gap. */
interface Span {
  readonly edition: PlatformEdition;
  readonly first: number;
  readonly last: number;
}

export interface ModuleLists {
  /** Versions with a list, in numeric order. */
  readonly versions: readonly string[];
  readonly spans: ReadonlyMap<string, readonly Span[]>;
}

/**
 * The text of some lists, the same in whichever order they come; the comment `head` stands before it.
 * @throws RangeError for a name that cannot stand in a line
 */
export function formatModuleLists(lists: readonly ModuleList[], head: readonly string[]): string {
  const versions = [...new Set(lists.map(({ platformVersion }) => platformVersion))].toSorted(
    comparePlatformVersions,
  );
  const lines = PLATFORM_EDITIONS.flatMap((edition) => {
    const sets = versions.map(
      (version) =>
        new Set(
          lists
            .filter((list) => list.platformVersion === version && list.edition === edition)
            .flatMap(({ names }) => names),
        ),
    );
    const all = [...new Set(sets.flatMap((names) => [...names]))];
    const odd = all.find((name) => !/^[^\s#]\S*$/.test(name));
    if (odd !== undefined) throw new RangeError(`a name "${odd}"`);
    return all.flatMap((name) =>
      listSpans([...sets.keys()].filter((at) => sets[at]?.has(name))).map((span) => ({
        name,
        text: `${name} ${edition} ${formatSpan(versions, span)}`,
      })),
    );
  });
  return formatTable(versions, lines, head);
}

/** @throws RangeError for what `formatModuleLists` does not write */
export function parseModuleLists(text: string): ModuleLists {
  const { versions, rows } = readTable(text);
  const spans = new Map<string, Span[]>();
  for (const row of rows) {
    const [name = "", edition = "", range = ""] = row.split(" ");
    const span = parseSpan(versions, range);
    if (!isEdition(edition) || span === undefined) throw new RangeError(`a line "${row}"`);
    addToGroup(spans, name, { edition, first: span[0], last: span[1] });
  }
  return { versions, spans };
}

function isEdition(word: string): word is PlatformEdition {
  return PLATFORM_EDITIONS.some((edition) => edition === word);
}

/**
 * Edition of a module name at a platform version. Versions before the first list use the first;
 * between two lists, what both say; after the last, what every list says. An older version hardly
 * names modules that came later, but modules do end.
 */
export function findEdition(
  { versions, spans }: ModuleLists,
  name: string,
  platformVersion: string,
): PlatformEdition | undefined {
  const [first, last] = listAround(versions, platformVersion);
  return spans.get(name)?.find((span) => span.first <= first && span.last >= last)?.edition;
}

function listAround(versions: readonly string[], wanted: string): readonly [number, number] {
  const own = versions.indexOf(wanted);
  if (own >= 0) return [own, own];
  const next = versions.findIndex((version) => comparePlatformVersions(version, wanted) > 0);
  return next < 0 ? [0, versions.length - 1] : [Math.max(0, next - 1), next];
}
