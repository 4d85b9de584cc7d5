// People to ask about a port: maintainers of the module, porters to earlier versions, and experts
// of its surroundings at the target version.
import { addToGroup } from "../../../data/grouped.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { MigrationModule } from "../../contract/shape/migration/report.js";
import { getDefaultChoice } from "../../lookup/dependency/choose-provider.js";
import { listDepends } from "../../lookup/dependency/dependency-graph.js";
import { getFolder, getPlatformVersion, isInstallable } from "../../lookup/entries.js";
import { memoizeEach } from "../../lookup/memo.js";
import { openHistory } from "../unported/branch-index.js";
import { findUnit } from "../unported/compare-entry.js";
import { describeCommit } from "../unported/describe-commits.js";

type People = NonNullable<MigrationModule["people"]>;

const MOST_PORTS = 3;
const MOST_NEIGHBOURS = 5;

/** Subjects of commits that port a module, as the community writes them. */
const PORT = /\[MIG[^\]]*\]/i;

/** A function from entries where ports start. */
export function createPeopleFinder(
  snapshot: Snapshot,
  to: string,
): (start: number | undefined) => People | null {
  const countPorters = memoizeEach((repository: number) => listPorters(snapshot, repository, to));
  return (start) => {
    if (start === undefined) return null;
    const maintained = listMaintained(snapshot, start, to);
    const ported = countPorters(snapshot.entries.repository.get(start));
    const neighbours = [...new Set([...maintained.keys(), ...ported.keys()])]
      .map((name) => ({
        name,
        ported: ported.get(name) ?? 0,
        maintains: maintained.get(name) ?? [],
      }))
      .toSorted(
        (left, right) =>
          right.maintains.length - left.maintains.length ||
          right.ported - left.ported ||
          compareText(left.name, right.name),
      );
    return {
      maintainers: snapshot.readOwnHead(start).maintainers,
      ports: listPorts(snapshot, start),
      neighbours: neighbours.slice(0, MOST_NEIGHBOURS),
    };
  };
}

/** By maintainer the modules that it needs and that can be installed there. */
function listMaintained(
  snapshot: Snapshot,
  start: number,
  to: string,
): ReadonlyMap<string, readonly string[]> {
  const maintained = new Map<string, string[]>();
  for (const need of listDepends(snapshot, start)) {
    const entry = getDefaultChoice(snapshot, to).choose(need);
    if (entry === undefined || !isInstallable(snapshot, entry)) continue;
    for (const name of snapshot.readOwnHead(entry).maintainers) addToGroup(maintained, name, need);
  }
  return maintained;
}

/** By author how many modules of a repository they brought to a version, whose number the commit has to say. */
function listPorters(
  snapshot: Snapshot,
  repository: number,
  to: string,
): ReadonlyMap<string, number> {
  const { history, findBranch } = openHistory(snapshot, repository);
  const units = new Map<string, Set<number>>();
  for (const { commit } of findBranch(to)?.listTouching(undefined) ?? []) {
    const change = history.changes[history.commits[commit] ?? -1];
    if (change === undefined || !PORT.test(change.subject) || !change.subject.includes(to))
      continue;
    const name = history.people[change.author] ?? "";
    const known = units.get(name) ?? new Set<number>();
    units.set(name, known);
    for (const unit of change.units) known.add(unit);
  }
  return new Map([...units].map(([name, known]) => [name, known.size]));
}

function listPorts(snapshot: Snapshot, start: number): People["ports"] {
  const repository = snapshot.entries.repository.get(start);
  const open = openHistory(snapshot, repository);
  const { history } = open;
  const branch = open.findBranch(getPlatformVersion(snapshot, start));
  if (branch === undefined) return [];
  const unit = findUnit(open, branch, getFolder(snapshot, start));
  if (unit === undefined) return [];
  return branch
    .listTouching(unit)
    .filter(({ commit }) =>
      PORT.test(history.changes[history.commits[commit] ?? -1]?.subject ?? ""),
    )
    .slice(-MOST_PORTS)
    .toReversed()
    .map(({ commit }) => describeCommit(snapshot, repository, commit));
}
