// Entries of the snapshot as the report of a migration shows them: where they are, and what changes from one to
// the other.
import { compareText } from "../../../data/platform/platform-version.js";
import type { PlatformEdition } from "../../../data/platform/module-lists.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { LineageStep } from "../../contract/shape/lineage.js";
import type {
  MigrationModule,
  MigrationLocation,
  MigrationStep,
} from "../../contract/shape/migration/report.js";
import {
  getPlatformVersion,
  getRepository,
  getTechnicalName,
  isInstallable,
  getBranch,
} from "../../lookup/entries.js";

/** A name at a version: an entry, or a module of Odoo that is not indexed. */
export interface Target {
  readonly name: string;
  readonly entry: number | undefined;
  readonly edition: PlatformEdition | undefined;
}

export function toLocation(
  snapshot: Snapshot,
  { name, entry, edition: own }: Target,
  platform_version: string,
): MigrationLocation {
  const edition = own ?? null;
  if (entry !== undefined) return { ...toEntryLocation(snapshot, entry), edition };
  const nowhere = { organization: null, repository: null, branch: null, version: null };
  return {
    technical_name: name,
    platform_version,
    edition,
    ...nowhere,
    license: null,
    installable: true,
  };
}

export function toEntryLocation(snapshot: Snapshot, entry: number): MigrationLocation {
  const { organization, repository } = getRepository(snapshot, entry);
  const { entries, releases, texts } = snapshot;
  return {
    technical_name: getTechnicalName(snapshot, entry),
    platform_version: getPlatformVersion(snapshot, entry),
    edition: null,
    organization,
    repository,
    branch: getBranch(snapshot, entry),
    version: releases.get(entries.release.get(entry)),
    license: texts.get(entries.license.get(entry)),
    installable: isInstallable(snapshot, entry),
  };
}

export function toStep({ kind, from, to }: LineageStep): MigrationStep {
  return {
    kind,
    from: from.technical_name ?? "",
    to: to.technical_name,
    platform_version: to.platform_version,
    organization: to.organization,
    repository: to.repository,
  };
}

export function diffEntries(
  snapshot: Snapshot,
  from: number,
  to: number,
): NonNullable<MigrationModule["changes"]> {
  const { pip, packages, entries } = snapshot;
  const [before, after] = [from, to].map((entry) =>
    Array.from(pip.view(entry), (number) => packages.get(number)),
  );
  return {
    license: entries.license.get(from) !== entries.license.get(to),
    python: { added: subtract(after, before), removed: subtract(before, after) },
  };
}

function subtract(
  names: readonly string[] = [],
  others: readonly string[] = [],
): readonly string[] {
  return names.filter((name) => !others.includes(name)).toSorted(compareText);
}
