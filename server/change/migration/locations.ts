// Entries of the snapshot as the report of a migration shows them: where they are, what changes from one to
// the other, how large they are.
import { compareText } from "../../../data/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { Effort } from "../../contract/shape/migration/effort.js";
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
} from "../../lookup/entries.js";
import { getBranch } from "../../registry/addons-path.js";
import type { Target } from "./status.js";

export function toPlace(
  snapshot: Snapshot,
  { name, entry, edition: own }: Target,
  platform_version: string,
): MigrationLocation {
  const edition = own ?? null;
  if (entry !== undefined) return { ...toEntryPlace(snapshot, entry), edition };
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

export function toEntryPlace(snapshot: Snapshot, entry: number): MigrationLocation {
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
  const { license } = snapshot.entries;
  const [before, after] = [from, to].map((entry) => listPython(snapshot, entry));
  return {
    license: license.get(from) !== license.get(to),
    python: { added: subtract(after, before), removed: subtract(before, after) },
  };
}

function listPython({ pip, packages }: Snapshot, entry: number): readonly string[] {
  return Array.from(pip.view(entry), (number) => packages.get(number));
}

function subtract(
  names: readonly string[] = [],
  others: readonly string[] = [],
): readonly string[] {
  return names.filter((name) => !others.includes(name)).toSorted(compareText);
}

/** So many methods and views has a module of a class at most. */
const EFFORT_LIMITS = [
  ["S", 5],
  ["M", 20],
  ["L", 60],
] as const satisfies readonly (readonly [effort: Effort, most: number])[];

/** Of what was measured methods and views together rank best by the lines that porting changed. */
export function toEffort({
  methods,
  views,
}: Pick<NonNullable<MigrationModule["size"]>, "methods" | "views">): Effort {
  return EFFORT_LIMITS.find(([, most]) => methods + views <= most)?.[0] ?? "XL";
}

export function measureEntry(
  snapshot: Snapshot,
  entry: number,
): NonNullable<MigrationModule["size"]> {
  const { models, views, folder_size: bytes } = snapshot.readOwnRecord(entry);
  return {
    models: models.length,
    fields: models.reduce((count, { fields }) => count + fields.length, 0),
    methods: models.reduce((count, { methods }) => count + methods.length, 0),
    views: views.length,
    bytes,
  };
}
