// `module-lookup upgrade`: of platform versions the server's side answers; two commits of a work tree are read as the
// builder reads repositories, into a snapshot of their own. The two meet here alone.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConfigError } from "../../data/operator-error.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import { findUpgrade } from "../../server/change/upgrade/find-upgrade.js";
import { runUpgrade } from "../../server/commands/upgrade.js";
import { formatUpgrade } from "../../server/commands/upgrade-table.js";
import { UPGRADE_SETTINGS } from "../../server/config.js";
import { isUncovered, listChanges } from "../../server/contract/browser/upgrade-changes.js";
import type { PlanQuestion } from "../../server/contract/browser/plan-question.js";
import type { Upgrade } from "../../server/contract/shape/migration/upgrade.js";
import { getProvider, getTechnicalName } from "../../server/lookup/entries.js";
import type { CommandContext } from "../../settings/command.js";
import { readSettingsAndWords } from "../../settings/settings.js";

/** The two commits are branches of one clone, and repositories of one snapshot. */
const SIDES = ["before", "after"] as const;
type Side = (typeof SIDES)[number];
const ORGANIZATION = "commits";

/**
 * Exit code 1 when data is lost, or an upgrade may fail, and no migration script names it.
 * @throws ConfigError `upgrade_invalid`; SourceError for what git does not know; SnapshotError
 */
export async function runUpgradeCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const { settings } = readSettingsAndWords(
    "upgrade",
    UPGRADE_SETTINGS,
    words,
    context.environment,
  );
  const { path: folder, from, to } = settings;
  if (folder === undefined) return runUpgrade(words, context);
  if (from === undefined) {
    throw new ConfigError({
      code: "upgrade_invalid",
      message: 'With --path, --from is the commit before; see "module-lookup upgrade --help".',
      expected: "a commit",
      got: "nothing",
    });
  }
  const place = await mkdtemp(path.join(tmpdir(), "module-lookup-upgrade-"));
  try {
    await buildCommits({ folder, place, commits: { before: from, after: to } }, context);
    return await useSnapshot(path.join(place, "out"), async (snapshot) => {
      const upgrade = await compareSides(snapshot);
      const text = settings.format === "json" ? JSON.stringify(upgrade, null, 2) : undefined;
      context.print(text ?? formatUpgrade(upgrade, settings.all));
      return listChanges(upgrade.modules).some(isUncovered) ? 1 : 0;
    });
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

interface Commits {
  /** Of modules, in a work tree. */
  readonly folder: string;
  /** Where the clone and its snapshot are made. */
  readonly place: string;
  readonly commits: Readonly<Record<Side, string>>;
}

/** Modules that are taken from elsewhere are not there: what they add to a model counts on neither side. */
async function buildCommits({ folder, place, commits }: Commits, context: CommandContext) {
  const [{ fetchCommits, makeEmptyClone }, { findWorkTree, readCommitId }, builds] =
    await Promise.all([
      import("../../builder/source/git/clone.js"),
      import("../../builder/source/git/work-tree.js"),
      import("../../builder/build.js"),
    ]);
  const [{ DEFAULT_LIMITS }, { createProgress }] = await Promise.all([
    import("../../builder/source/limits.js"),
    import("../../builder/progress/progress.js"),
  ]);
  const { signal, version: program } = context;
  const tree = await findWorkTree(folder);
  const ids = new Map<string, string>();
  for (const side of SIDES) ids.set(side, await readCommitId(tree, commits[side]));
  const mirror = path.join(place, "clone.git");
  const clone = { gitDirectory: mirror, label: path.basename(tree.top), signal };
  await makeEmptyClone({ address: tree.top, clone });
  await fetchCommits({ address: tree.top, clone }, ids);
  const addons = path.relative(tree.top, path.resolve(folder)).split(path.sep).join("/") || ".";
  const sources = SIDES.map((side) => ({
    organization: ORGANIZATION,
    repository: side,
    url: `file://${tree.top}`,
    cloneUrl: mirror,
    mirror,
    branches: [{ branch: side, platformVersion: "manifest" }],
    addons: [addons],
    withoutHistory: true as const,
  }));
  await builds.buildSnapshot(sources, {
    out: path.join(place, "out"),
    cacheDirectory: path.join(place, "cache"),
    jobs: 1,
    limits: DEFAULT_LIMITS,
    pool: undefined,
    embedder: { kind: "none" },
    program,
    progress: createProgress("none", process.stderr),
    signal,
  });
}

/** All modules of either commit. */
async function compareSides(snapshot: Snapshot): Promise<Upgrade> {
  const [from, to] = [toQuestion(snapshot, "before"), toQuestion(snapshot, "after")];
  return findUpgrade(snapshot, { from, to, renames: false });
}

function toQuestion(snapshot: Snapshot, side: Side): PlanQuestion {
  const { entries, versions } = snapshot;
  const provider = `${ORGANIZATION}/${side}`;
  const own = Array.from({ length: entries.length }, (_, entry) => entry).filter(
    (entry) => getProvider(snapshot, entry) === provider,
  );
  const version = own.length === 0 ? undefined : versions[entries.version.get(own[0] ?? 0)];
  return {
    platformVersion: version ?? versions.at(-1) ?? "",
    modules: own.map((entry) => getTechnicalName(snapshot, entry)),
    repositories: [provider],
    auto_install: false,
  };
}
