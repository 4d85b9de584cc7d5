// A build where there is something to build: sources are polled first. Where nothing has changed since the current
// snapshot was made, and that is whole, it stays as it is.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { decodeEntry, type SnapshotEntry } from "../data/snapshot/entry-file.js";
import { ENTRY_FILE } from "../data/snapshot/format.js";
import { requireAll } from "./assemble/required.js";
import type { BuildOptions } from "./build.js";
import type { KeptProvenance } from "./cache/provenance-cache.js";
import { isWhole, readCurrent } from "../files/out-folder.js";
import type { BuildReport } from "./progress/report.js";
import { openReaderPool } from "./reading/process/reader-pool.js";
import { openStages, type Stages } from "./progress/stages.js";
import { openProvenance, toShaping } from "./provenance/keep-provenance.js";
import { lookAtSources, type LookOptions, type SourceLook } from "./provenance/look.js";
import { digestSettings, digestSource } from "./provenance/provenance.js";
import type { KnownBranches } from "./source/git/repository.js";
import { toLabel } from "./source/source.js";
import { DEFAULT_LIMITS } from "./source/limits.js";
import type { Source } from "./source/source.js";

/**
 * Makes the current snapshot of `out` one of the sources as they are. Where it is, nothing is locked, brought or
 * written.
 * @throws OperatorError as `buildSnapshot` does
 */
export async function refreshSnapshot(
  sources: readonly Source[],
  options: BuildOptions & Pick<LookOptions, "asked">,
): Promise<BuildReport> {
  const { jobs, limits = DEFAULT_LIMITS } = options;
  const stages = openStages(options);
  const kept = await openProvenance(options).read();
  const isSame = kept?.settings === (await digestSettings(toShaping(options)));
  // The processes that look read what is to be built: they have loaded most of what that takes.
  const pool = options.pool ?? openReaderPool({ processes: jobs, memoryMib: limits.memoryMib });
  try {
    const looks = isSame ? await look(sources, kept, stages, { ...options, limits, pool }) : [];
    const report = isSame ? await findUpToDate(looks, kept, stages, options) : undefined;
    if (report !== undefined) return report;
    // What builds is loaded when there is something to build: that takes longer than to look.
    const { buildSnapshot } = await import("./build.js");
    const choices = toChoices(looks, kept);
    return await buildSnapshot(sources, { ...options, pool, choices }, stages);
  } finally {
    if (pool !== options.pool) await pool.close();
  }
}

function look(
  sources: readonly Source[],
  { absent, choices }: KeptProvenance,
  stages: Stages,
  options: BuildOptions & Pick<LookOptions, "asked" | "limits" | "pool">,
): Promise<readonly SourceLook[]> {
  const { advance: onLook } = options.progress;
  return stages.run("look", sources.length, "repositories", () =>
    lookAtSources(sources, { ...options, absent, choices, onLook }),
  );
}

/** The branches of those that are known. */
function toChoices(
  looks: readonly SourceLook[],
  kept: KeptProvenance | undefined,
): ReadonlyMap<string, KnownBranches> {
  const choices = new Map<string, KnownBranches>();
  for (const one of looks) {
    const { source, state, isOfClone = false } = one;
    if (!("choice" in state)) continue;
    const hasMoved = kept === undefined || !isAsKept(one, kept);
    choices.set(toLabel(source), { choice: state.choice, isOfClone, hasMoved });
  }
  return choices;
}

async function findUpToDate(
  looks: readonly SourceLook[],
  kept: KeptProvenance,
  { times: stages }: Stages,
  { out, strict }: BuildOptions,
): Promise<BuildReport | undefined> {
  const entry = areAsKept(looks, kept) ? await readWhole(out, kept.snapshot) : undefined;
  if (entry === undefined) return undefined;
  if (strict === true) requireAll(entry.sources.flatMap(({ faults }) => faults));
  const { unresolved } = kept;
  const folder = path.join(path.resolve(out), entry.id);
  const nothing = { parsed: 0, slowest: [], notes: [] };
  return { isUpToDate: true, folder, entry, stages, unresolved, ...nothing };
}

function areAsKept(looks: readonly SourceLook[], kept: KeptProvenance): boolean {
  return looks.length === kept.sources.size && looks.every((one) => isAsKept(one, kept));
}

function isAsKept(
  { source, state, hasMore }: SourceLook,
  { sources }: Pick<KeptProvenance, "sources">,
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
    // Whatever is wrong with it, a build replaces it.
    return undefined;
  }
}
