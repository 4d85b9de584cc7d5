// `module-lookup upgrade`: of snapshots the server's side answers; commits of a work tree, or of a lock, are read into
// snapshots before. The two meet here alone.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import { findUpgrade } from "../../server/compare/upgrade/find-upgrade.js";
import { listUpdates } from "../../server/compare/upgrade/verdict.js";
import { giveUpgrade, INPUT, refuseDowngrade, runUpgrade } from "../../server/commands/upgrade.js";
import { UPGRADE_SETTINGS } from "../../server/config.js";
import type { PlanQuestion } from "../../server/contract/browser/plan-question.js";
import type { WorkTree } from "../../builder/source/git/work-tree.js";
import { findEntriesByName, getTechnicalName, sortDistinct } from "../../server/lookup/entries.js";
import type { CommandContext } from "../../data/settings/command.js";
import { readSettingsAndWords, type SettingsOf } from "../../data/settings/settings.js";
import { listLocked, readCommits, type CommitSource } from "./read-commits.js";

/**
 * Exit code of the verdict.
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
  const { path: folder, lock: file } = settings;
  if (folder === undefined && (file === undefined || settings["from-snapshot"] !== undefined)) {
    return runUpgrade(words, context);
  }
  const place = await mkdtemp(path.join(tmpdir(), "module-lookup-upgrade-"));
  try {
    if (folder !== undefined) return await compareCommits(folder, settings, { place, context });
    const commits = await listLocked(INPUT.readLock("lock", file ?? ""), settings);
    return await runUpgrade(words, context, await readCommits(commits, place, context));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Modules that are taken from elsewhere are not there: what they add to a model counts on neither side. */
async function compareCommits(
  folder: string,
  { from, to = "HEAD", ...settings }: SettingsOf<typeof UPGRADE_SETTINGS>,
  { place, context }: { readonly place: string; readonly context: CommandContext },
): Promise<number> {
  if (from === undefined) throw INPUT.refuse("with --path, --from is the commit before");
  const { findWorkTree } = await import("../../builder/source/git/work-tree.js");
  const { findFileKinds } = await import("./update-kinds.js");
  const tree = await findWorkTree(folder);
  const sources = [
    await findCommit(tree, folder, from),
    await findCommit(tree, folder, to),
  ] as const;
  const before = await readCommits([sources[0]], path.join(place, "0"), context);
  const after = await readCommits([sources[1]], path.join(place, "1"), context);
  const commits = { from: sources[0].commit, to: sources[1].commit };
  return useSnapshot(before, (former) =>
    useSnapshot(after, async (later) => {
      const question = { from: toQuestion(former), to: toQuestion(later) };
      refuseDowngrade(question);
      const folders = listFolders(former, later);
      const files = await findFileKinds(tree.repository, commits, folders);
      const found = await findUpgrade({ from: former, to: later }, question);
      const known = found.updates ?? listUpdates(found.modules);
      const update = sortDistinct([...known.update, ...files.update]).filter((name) =>
        folders.has(name),
      );
      const restart = sortDistinct(files.restart).filter((name) => !update.includes(name));
      const upgrade = { ...found, updates: { ...known, update, restart } };
      // No work tree holds Odoo itself, so that nothing is known in full; what it holds decides.
      return (await giveUpgrade(upgrade, settings, context)) === 1 ? 1 : 0;
    }),
  );
}

/** Modules of both sides with their folders. */
function listFolders(former: Snapshot, later: Snapshot): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (let entry = 0; entry < later.entries.length; entry++) {
    const { technical_name: name, source_path: folder } = later.readHead(entry);
    if (findEntriesByName(former, name) !== undefined) folders.set(name, folder);
  }
  return folders;
}

async function findCommit(tree: WorkTree, folder: string, words: string): Promise<CommitSource> {
  const { readCommitId } = await import("../../builder/source/git/work-tree.js");
  const addons = path.relative(tree.top, path.resolve(folder)).split(path.sep).join("/") || ".";
  return {
    organization: "local",
    repository: path.basename(tree.top),
    url: `file://${tree.top}`,
    addresses: [tree.top],
    commit: await readCommitId(tree, words),
    platformVersion: "manifest",
    addons: [addons],
  };
}

/** All modules of a commit. */
function toQuestion(snapshot: Snapshot): PlanQuestion {
  const { entries, versions } = snapshot;
  const modules = Array.from({ length: entries.length }, (_, at) => getTechnicalName(snapshot, at));
  return { platformVersion: versions.at(-1) ?? "", modules, auto_install: false };
}
