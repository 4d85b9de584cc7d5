// Locates fields or methods by name: every model that has one, and the number of modules by
// version.
import type { MemberModel } from "../../contract/shape/where.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { MemberLocation } from "../../../data/snapshot/table/definitions.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { compareText } from "../../../data/platform/platform-version.js";
import { toGroups } from "../../../data/grouped.js";
import { getPlatformVersion, getTechnicalName, listDistinct, listVersions } from "../entries.js";
import type { Outcome } from "../../contract/outcome.js";
import { listNearMembers } from "../search/near-names.js";
import { cutSlice, type Slice, type SliceRequest } from "../../contract/resource.js";

interface MemberQuery extends SliceRequest {
  readonly platform_version: string | undefined;
}

/** A row for each model that has a field, or a method, of the name: those in most modules first, then by name. */
export function listMemberModels(
  snapshot: Snapshot,
  kind: "fields" | "methods",
  name: string,
  query: MemberQuery,
): Outcome<Slice<MemberModel>> {
  const owners = listPlaces(snapshot, kind, name);
  if (owners.length === 0) {
    const reason = kind === "fields" ? "unknown_field" : "unknown_method";
    const suggestions = listNearMembers(snapshot, kind, name);
    return { found: false, reason, what: name, suggestions };
  }
  const { platform_version: version } = query;
  const rows = owners
    .map((owner) =>
      toMemberRow(snapshot, { kind: kind === "fields" ? "field" : "method", name }, owner),
    )
    .filter(({ platform_versions: at }) => version === undefined || Object.hasOwn(at, version))
    .toSorted(
      (left, right) =>
        countAt(right, version) - countAt(left, version) ||
        compareText(left.model_name, right.model_name),
    );
  if (rows.length > 0) return { found: true, value: cutSlice(rows, query) };
  const availableVersions = listVersions(
    snapshot,
    owners.flatMap(({ entries }) => [...entries]),
  );
  return { found: false, reason: "not_at_version", what: name, availableVersions };
}

/** None where no model has one of that name. */
export function listPlaces(
  { definitions }: Snapshot,
  kind: "fields" | "methods",
  name: string,
): readonly MemberLocation[] {
  const member = findString(definitions.members, name);
  return member === undefined ? [] : definitions[kind].listPlaces(member);
}

function toMemberRow(
  snapshot: Snapshot,
  member: Pick<MemberModel, "kind" | "name">,
  { model, entries }: MemberLocation,
): MemberModel {
  const { models, listDefiningEntries } = snapshot.definitions;
  const makers = new Set(listDefiningEntries(model));
  return {
    model_name: models.get(model),
    ...member,
    modules: new Set(Array.from(entries, (entry) => snapshot.entries.name.get(entry))).size,
    platform_versions: mapVersions(groupNames(snapshot, entries), (names) => names.length),
    defined_by: mapVersions(
      groupNames(
        snapshot,
        entries.filter((entry) => makers.has(entry)),
      ),
      (names) => names,
    ),
  };
}

/** Technical names by platform version, in numeric order; each once. */
function groupNames(
  snapshot: Snapshot,
  entries: Uint32Array,
): readonly (readonly [string, readonly string[]])[] {
  const groups = toGroups(entries, snapshot.entries.version.get);
  return [...groups]
    .toSorted(([left], [right]) => left - right)
    .map(([, group]) => [
      getPlatformVersion(snapshot, group[0] ?? 0),
      listDistinct(group.map((entry) => getTechnicalName(snapshot, entry))),
    ]);
}

function mapVersions<T>(
  groups: readonly (readonly [string, readonly string[]])[],
  map: (names: readonly string[]) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(groups.map(([version, names]) => [version, map(names)]));
}

function countAt({ modules, platform_versions }: MemberModel, version: string | undefined): number {
  return version === undefined ? modules : (platform_versions[version] ?? 0);
}
