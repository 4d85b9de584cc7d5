// `module-lookup inspect`: what a snapshot says of itself, for people and for programs.
import {
  countKinds,
  listUnresolvedNames,
  type UnresolvedName,
} from "../../data/platform/unresolved-names.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import type { CommandContext } from "../../data/settings/command.js";
import { readSettings } from "../../data/settings/settings.js";
import { formatTable } from "../../data/settings/text-table.js";
import { describePlatform } from "../contract/browser/platform-words.js";
import { getPlatformCoverage } from "../lookup/module/platform-module.js";
import { INSPECT_SETTINGS } from "../config.js";
import type { DiagnosticRow } from "../../data/snapshot/contents.js";
import type { SnapshotEntry } from "../../data/snapshot/entry-file.js";

/** Prints what a snapshot holds. @throws SnapshotError */
export function runInspect(words: readonly string[], context: CommandContext): Promise<number> {
  const settings = readSettings("inspect", INSPECT_SETTINGS, words, context.environment);
  return useSnapshot(settings.snapshot, (snapshot) => {
    const description = describeSnapshot(snapshot);
    context.print(
      settings.json ? JSON.stringify(description, null, 2) : formatDescription(description),
    );
    return 0;
  });
}

interface SnapshotDescription extends SnapshotEntry {
  readonly folder: string;
  /** Platform versions at which Odoo itself is indexed. */
  readonly platform_indexed: readonly string[];
  /** Sections of snapshot.bin in file order. */
  readonly sections: readonly { readonly name: string; readonly bytes: number }[];
  readonly diagnostic_rows: readonly DiagnosticRow[];
  /** Names that modules declare and no module of their platform version has. */
  readonly unresolved: readonly UnresolvedName[];
}

function describeSnapshot(snapshot: Snapshot): SnapshotDescription {
  return {
    folder: snapshot.folder,
    platform_indexed: getPlatformCoverage(snapshot).platform_indexed,
    ...snapshot.entry,
    sections: snapshot.sections.rows.map(({ name, length }) => ({ name, bytes: length })),
    diagnostic_rows: snapshot.readDiagnostics(),
    unresolved: listUnresolvedNames(
      Array.from({ length: snapshot.entries.length }, (_, entry) => snapshot.readOwnHead(entry)),
    ),
  };
}

function formatDescription(description: SnapshotDescription): string {
  const { counts, embedder, platform_indexed } = description;
  const platform_versions = Object.keys(counts.platform_versions);
  const lines = [
    `Snapshot ${description.id} (format ${description.format}, built by module-lookup ${description.program})`,
    `  folder      ${description.folder}`,
    `  modules     ${counts.modules} names, ${counts.entries} entries`,
    `  definitions ${counts.models} models, ${counts.fields} fields, ${counts.methods} methods, ${counts.views} views`,
    `  embedder    ${embedder === null ? "none" : `${embedder.kind}: ${embedder.name}, ${embedder.dimensions} dimensions`}`,
    describePlatform({ platform_versions, platform_indexed }),
    "Platform versions",
    ...toRows(Object.entries(counts.platform_versions)),
    "Sources",
    ...description.sources.flatMap((source) => [
      `  ${source.organization}/${source.repository}  ${source.git}`,
      ...formatTable(
        source.branches.map(({ branch, platform_version, commit, modules, stale }) => [
          branch === platform_version ? branch : `${branch} for ${platform_version}`,
          commit,
          `${modules} modules${stale === undefined ? "" : `, not read this time (${stale.reason}), last changed ${stale.date}`}`,
        ]),
        { indent: "    " },
      ),
      ...source.faults.map((fault) => `    not read: ${fault}`),
    ]),
    "Dependencies that are not indexed",
    ...toUnresolvedRows(description),
    "Diagnostics by code",
    ...toRows(Object.entries(counts.diagnostics)),
    "Files and sections, bytes",
    ...toRows(description.files.map(({ name, bytes }) => [name, bytes])),
    ...toRows(description.sections.map(({ name, bytes }) => [`  ${name}`, bytes])),
  ];
  return lines.join("\n");
}

function toUnresolvedRows({ counts, unresolved }: SnapshotDescription): readonly string[] {
  const rows = Object.keys(counts.platform_versions).flatMap((version) => {
    const names = unresolved.filter(({ platform_version }) => platform_version === version);
    const { core, enterprise, unknown } = countKinds(names);
    const cells = [
      `${core} of Odoo core`,
      `${enterprise} of Odoo Enterprise`,
      `${unknown} unknown`,
    ];
    return names.length === 0 ? [] : [[version, ...cells]];
  });
  return rows.length === 0 ? ["  none"] : formatTable(rows, { indent: "  " });
}

function toRows(rows: readonly (readonly [string, number])[]): readonly string[] {
  if (rows.length === 0) return ["  none"];
  const columns = [{}, { align: "right", minimumWidth: 10 }] as const;
  return formatTable(
    rows.map(([name, value]) => [name, String(value)]),
    { columns, indent: "  " },
  );
}
