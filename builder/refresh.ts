// A build where there is something to build: sources are polled first. Where nothing has changed since the current
// snapshot was made, and that is whole, it stays as it is.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { decodeEntry, type SnapshotEntry } from "../data/snapshot/entry-file.js";
import { ENTRY_FILE } from "../data/snapshot/format.js";
import { requireAll } from "./assemble/required.js";
import type { BuildOptions } from "./build.js";
import { confirmCurrent, isWhole, readCurrent } from "../data/files/out-folder.js";
import type { BuildReport } from "./progress/report.js";
import { createReaderPool } from "./reading/process/reader-pool.js";
import { createStages, type Stages } from "./progress/stages.js";
import { openProvenance, toShaping, type CachedProvenance } from "./provenance/cache-provenance.js";
import { pollSources, type SourcePoll } from "./provenance/poll.js";
import { digestSettings, digestSource } from "./provenance/provenance.js";
import type { KnownBranches } from "./source/git/repository.js";
import { toLabel, type Source } from "./source/source.js";
import { DEFAULT_LIMITS } from "./source/limits.js";

/**
 * Makes the current snapshot of `out` one of the sources as they are. Where it is, nothing is locked, brought or
 * written.
 * @throws OperatorError as `buildSnapshot` does
 */
export async function refreshSnapshot(
  sources: readonly Source[],
  options: BuildOptions,
): Promise<BuildReport> {
  const { jobs, limits = DEFAULT_LIMITS } = options;
  const stages = createStages(options);
  const kept = await openProvenance(options).read();
  const isSame = kept?.settings === (await digestSettings(toShaping(options)));
  // The processes that look read what is to be built: they have loaded most of what that takes.
  const pool = options.pool ?? createReaderPool({ processes: jobs, memoryMib: limits.memoryMib });
  try {
    const looks = isSame
      ? await stages.run("look", sources.length, "repositories", () => {
          const { absent, choices } = kept;
          const { advance: onPoll } = options.progress;
          return pollSources(sources, { ...options, limits, pool, absent, choices, onPoll });
        })
      : [];
    const report = isSame ? await findUpToDate(looks, kept, stages, options) : undefined;
    if (report !== undefined) return report;
    // The builder is loaded only if there is something to build: loading takes longer than looking.
    const { buildSnapshot } = await import("./build.js");
    const choices = toChoices(looks, kept);
    return await buildSnapshot(sources, { ...options, pool, choices }, stages);
  } finally {
    if (pool !== options.pool) await pool.close();
  }
}

/** The branches of those that are known. */
function toChoices(
  looks: readonly SourcePoll[],
  kept: CachedProvenance | undefined,
): ReadonlyMap<string, KnownBranches> {
  const choices = new Map<string, KnownBranches>();
  for (const one of looks) {
    const { source, state, isOfClone = false } = one;
    if (!("choice" in state)) continue;
    const hasMoved = kept === undefined || !isAsCached(one, kept);
    choices.set(toLabel(source), { choice: state.choice, isOfClone, hasMoved });
  }
  return choices;
}

async function findUpToDate(
  looks: readonly SourcePoll[],
  kept: CachedProvenance,
  { times: stages }: Stages,
  { out, strict }: BuildOptions,
): Promise<BuildReport | undefined> {
  const entry = areAsCached(looks, kept) ? await readWhole(out, kept.snapshot) : undefined;
  if (entry === undefined) return undefined;
  if (strict === true) requireAll(entry.sources.flatMap(({ faults }) => faults));
  await confirmCurrent(out);
  const { unresolved } = kept;
  const folder = path.join(path.resolve(out), entry.id);
  const nothing = { parsed: 0, slowest: [], layout: [], notes: [] };
  return { isUpToDate: true, folder, entry, stages, unresolved, ...nothing };
}

function areAsCached(looks: readonly SourcePoll[], kept: CachedProvenance): boolean {
  return looks.length === kept.sources.size && looks.every((one) => isAsCached(one, kept));
}

function isAsCached(
  { source, state, hasMore }: SourcePoll,
  { sources }: Pick<CachedProvenance, "sources">,
): boolean {
  return !hasMore && sources.get(toLabel(source)) === digestSource(source, state);
}

/** The entry file of a snapshot that is current and of which every byte is as it was written. */
async function readWhole(out: string, id: string): Promise<SnapshotEntry | undefined> {
  const folder = path.join(path.resolve(out), id);
  try {
    if ((await readCurrent(out)) !== id) return undefined;
    const text = await readFile(path.join(folder, ENTRY_FILE), "utf8");
    const entry = decodeEntry(text, folder);
    return entry.id === id && (await isWhole(folder, entry, text)) ? entry : undefined;
  } catch {
    // A build replaces it, whatever its fault.
    return undefined;
  }
}
