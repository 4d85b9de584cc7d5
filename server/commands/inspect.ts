// `module-lookup inspect`: what a snapshot says of itself, for people and for programs; `module-lookup verify`: every byte of it against
// its checksums.
import { listUnresolvedNames, type UnresolvedName } from "../../data/platform/unresolved-names.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import type { CommandContext } from "../../data/settings/command.js";
import { readSettings } from "../../data/settings/settings.js";
import { layPlain } from "../contract/plain-blocks.js";
import { renderTerminal } from "../faces/terminal.js";
import { getPlatformCoverage } from "../lookup/module/platform-module.js";
import { INSPECT_SETTINGS, VERIFY_SETTINGS } from "../config.js";
import type { DiagnosticRow } from "../../data/snapshot/contents.js";
import type { SnapshotEntry } from "../../data/snapshot/entry-file.js";
import { verifySnapshot } from "../../data/snapshot/verify.js";

/** Prints what a snapshot holds. @throws SnapshotError */
export function runInspect(words: readonly string[], context: CommandContext): Promise<number> {
  const settings = readSettings("inspect", INSPECT_SETTINGS, words, context.environment);
  return useSnapshot(settings.snapshot, (snapshot) => {
    const description = describeSnapshot(snapshot);
    context.print(
      settings.json
        ? JSON.stringify(description, null, 2)
        : renderTerminal(layPlain(description, { total: undefined }), process.stdout.columns),
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

/** Checks every byte; exit code 1 when something is damaged. @throws SnapshotError */
export async function runVerify(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const settings = readSettings("verify", VERIFY_SETTINGS, words, context.environment);
  return useSnapshot(settings.snapshot, async (snapshot) => {
    const { checkedBytes, damaged } = await verifySnapshot(snapshot);
    if (damaged.length === 0) {
      context.print(`Snapshot ${snapshot.entry.id} is whole: ${checkedBytes} bytes checked.`);
      return 0;
    }
    context.printError(
      `Snapshot ${snapshot.entry.id} is damaged in ${damaged.join(", ")}; build or copy it again.`,
    );
    return 1;
  });
}
