// Update: a plan against a former one.
import { compareText } from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { Plan, Update, UpdatedModule } from "../../contract/shape/system/plan.js";
import { type IndexedModule, isIndexed } from "../../contract/browser/plan-members.js";
import type { System } from "../../registry/resolve.js";
import { deriveEach } from "../../lookup/memo.js";
import { getInstalledVersion, getPlatformVersion } from "../../lookup/entries.js";
import { runsBetween } from "../upgrade/scripts.js";
import { findCompareLink } from "../../lookup/forge.js";
import { type LaterCommits, createLaterCommits, tellNothing } from "./later-commits.js";
import type { Locked, LockedModule } from "./lock.js";

/** @param plan of the system */
export function compareWithLock(
  snapshot: Snapshot,
  { installed, standIns }: System,
  plan: Plan,
  locked: Locked,
): Update {
  const commits: Commits = new Map(
    locked.repositories.map(({ provider, commit }) => [provider.toLowerCase(), commit]),
  );
  const listLater = createLaterCommits(snapshot);
  const former =
    locked.modules && new Map(locked.modules.map((module) => [module.technicalName, module]));
  const modules = plan.modules.filter(isIndexed).flatMap((module): readonly UpdatedModule[] => {
    const name = module.technical_name;
    const to = toSource(module);
    const isKnown = commits.has(to.repository.toLowerCase());
    const known: FormerModule | undefined =
      former === undefined ? (isKnown ? {} : undefined) : former.get(name);
    const provider = known?.provider ?? (isKnown ? to.repository : undefined);
    const from = known === undefined ? null : toFormerSource(known, provider, commits);
    const change = from === null ? "added" : findChange(from, to);
    const entry = installed.get(name)?.entry;
    if (change === undefined || entry === undefined) return [];
    const told = tellCommits({ change, from }, (commit) => listLater(entry, commit));
    // Its repository moved, but the module is unchanged.
    if (change === "commit" && told.commits === 0) return [];
    const migrations = listMigrations(snapshot, entry, from?.version ?? null);
    const dates = readDates(snapshot, entry);
    return [{ technical_name: name, change, from, to, ...dates, migrations, ...told }];
  });
  const removed = (locked.modules ?? [])
    .filter(({ technicalName }) => !installed.has(technicalName) && !standIns.has(technicalName))
    .toSorted((left, right) => compareText(left.technicalName, right.technicalName))
    .map((module): UpdatedModule => ({
      technical_name: module.technicalName,
      change: "removed",
      from: toFormerSource(module, module.provider, commits),
      to: null,
      update_date: null,
      last_code_change: null,
      migrations: [],
      ...tellNothing("removed"),
    }));
  return {
    removed_known: former !== undefined,
    modules: [...modules, ...removed],
    repositories: listChangedRepositories(plan, locked),
  };
}

/** @param installed without the platform's version in front; `null` where it is not known */
function listMigrations(
  snapshot: Snapshot,
  entry: number,
  installed: string | null,
): UpdatedModule["migrations"] {
  if (installed === null) return [];
  const platformVersion = getPlatformVersion(snapshot, entry);
  const version = getInstalledVersion(snapshot, entry);
  return snapshot
    .readParts(entry)
    .migrations.filter((script) =>
      runsBetween(script.version, `${platformVersion}.${installed}`, version),
    )
    .map(({ version: folder, phase, file }) => ({ version: folder, phase, file }));
}

type ModuleDates = Pick<UpdatedModule, "update_date" | "last_code_change">;

/** Dates of requested entries: they stand in records, which take time to decompress. */
const readDates = deriveEach((snapshot, entry: number): ModuleDates => {
  const { update_date, last_code_change } = snapshot.readOwnHead(entry);
  return { update_date, last_code_change };
});

/** Known facts of a module before the update. */
type FormerModule = Partial<LockedModule>;

type FormerLocation = NonNullable<UpdatedModule["from"]>;

type Commits = ReadonlyMap<string, string>;

function tellCommits(
  { change, from }: Pick<UpdatedModule, "change" | "from">,
  listLater: (lockedCommit: string) => LaterCommits,
): LaterCommits {
  if (change === "added") return tellNothing("added");
  const { repository = null, commit = null } = from ?? {};
  if (change === "moved" && repository !== null) return tellNothing("other_repository");
  return commit === null ? tellNothing("no_commit") : listLater(commit);
}

function toFormerSource(
  { version = null }: { readonly version?: string | null },
  provider: string | undefined,
  commits: Commits,
): FormerLocation {
  const commit = provider === undefined ? undefined : commits.get(provider.toLowerCase());
  return { repository: provider ?? null, version, commit: commit ?? null };
}

function toSource({ organization, repository, version, commit }: IndexedModule) {
  return { repository: `${organization}/${repository}`, version, commit };
}

/** The first that is true; what is not known of the former one is taken as the same. */
function findChange(
  from: FormerLocation,
  to: ReturnType<typeof toSource>,
): UpdatedModule["change"] | undefined {
  if (from.repository?.toLowerCase() !== to.repository.toLowerCase()) return "moved";
  if (from.version !== null && from.version !== to.version) return "version";
  return from.commit !== null && !isSameCommit(from.commit, to.commit) ? "commit" : undefined;
}

/** Abbreviated commits match by their beginning. */
function isSameCommit(locked: string, commit: string): boolean {
  return commit.startsWith(locked);
}

/** By organization and repository, those that are no longer needed behind the others. */
function listChangedRepositories(plan: Plan, { repositories }: Locked): Update["repositories"] {
  const former = new Map(
    repositories.map(({ provider, commit }) => [provider.toLowerCase(), { provider, commit }]),
  );
  const changed = plan.repositories.flatMap(({ organization, repository, git, commit: to }) => {
    const provider = `${organization}/${repository}`;
    const from = former.get(provider.toLowerCase())?.commit ?? null;
    former.delete(provider.toLowerCase());
    if (from !== null && isSameCommit(from, to)) return [];
    const compare = from === null ? null : (findCompareLink(git, from, to) ?? null);
    return [{ repository: provider, from, to, compare }];
  });
  const gone = [...former.values()]
    .toSorted((left, right) => compareText(left.provider, right.provider))
    .map(({ provider, commit }) => ({
      repository: provider,
      from: commit,
      to: null,
      compare: null,
    }));
  return [...changed, ...gone];
}
