// Provenance of a snapshot, as digests: the settings that shape it, and the branches read from each
// source. If both are unchanged, a build gives the same bytes. Code counts too: a provenance is
// cached under its fingerprint (builder/provenance/cache-provenance.ts).
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { readNeedsFile, readShippedNeeds } from "../../data/needs/needs-file.js";
import { toSha256 } from "../../data/sha256.js";
import { locateShipped } from "../../data/embedding/known-embedders.js";
import { readStaticWeights } from "../../data/embedding/static-weights.js";
import { loadGraphLibrary } from "../index/vector-graph.js";
import type { EmbedderChoice } from "../index/vectors.js";
import type { BranchChoice } from "../source/git/branches.js";
import type { RepositoryLimits } from "../source/limits.js";
import type { Source } from "../source/source.js";

/** State of a source before anything of it is read. */
export type SourceState =
  | { readonly choice: BranchChoice }
  /** Reason for having no branches, in a sentence. */
  | { readonly fault: string };

/** The settings of a build that shape its snapshot, and how many stay beside it. */
export interface ShapingSettings {
  /** Version of this program. */
  readonly program: string;
  readonly embedder: EmbedderChoice;
  readonly needsFile?: string | undefined;
  readonly limits: RepositoryLimits;
  readonly keep: number;
}

export async function digestSettings(settings: ShapingSettings): Promise<string> {
  const { program, embedder, needsFile, limits, keep } = settings;
  return digest([
    program,
    await describeEmbedder(embedder),
    (await loadGraphLibrary()) !== undefined,
    describeNeeds(embedder, needsFile),
    describeLimits(limits),
    keep,
  ]);
}

/** Nothing else than an embedder reads them. */
function describeNeeds({ kind }: EmbedderChoice, file: string | undefined): unknown {
  if (kind === "none") return null;
  return [readShippedNeeds(), ...(file === undefined ? [] : [readNeedsFile(file)])].map(toSha256);
}

function describeLimits(limits: RepositoryLimits): unknown {
  const { maxPaths, maxReadMib, maxResultMib, memoryMib, cpuS, networkS } = limits;
  return [maxPaths, maxReadMib, maxResultMib, memoryMib, cpuS, networkS];
}

/** Inputs of reading a source, except objects that may arrive later. */
export function digestReading(
  source: Source,
  choice: BranchChoice,
  limits: RepositoryLimits,
): string {
  return digest([digestSource(source, { choice }), describeLimits(limits)]);
}

/** The order of sources is of no matter to a snapshot, so that each has a digest of its own. */
export function digestSource(source: Source, state: SourceState): string {
  const { organization, repository, url, mirror, addons, viaOrganization, withoutHistory } = source;
  const { priority = 0 } = source;
  return digest([
    [
      organization,
      repository,
      url,
      mirror ?? null,
      addons,
      viaOrganization === true,
      withoutHistory === true,
      priority,
    ],
    "fault" in state ? state.fault : describeChoice(state.choice),
  ]);
}

function describeChoice({ branches, unmatched, requests }: BranchChoice): unknown {
  return [
    branches.map(({ name, commit, versionText, isMapped }) => [
      name,
      commit,
      versionText,
      isMapped,
    ]),
    unmatched,
    requests?.map(({ name, commit, mergeable }) => [name, commit, mergeable]) ?? null,
  ];
}

/**
 * Size and time stand for the files of a neural embedder: reading them takes as long as a build.
 */
async function describeEmbedder(choice: EmbedderChoice): Promise<unknown> {
  switch (choice.kind) {
    case "none":
      return [];
    case "static":
      return toSha256(readStaticWeights());
    case "transformers":
    case "static+transformers": {
      const { kind, weights, cacheFolder } = choice;
      const own = await listFiles(path.resolve(locateShipped(weights)));
      const table = kind === "transformers" ? null : toSha256(readStaticWeights());
      return [
        kind,
        table,
        weights,
        own.length > 0 ? own : await listFiles(path.join(cacheFolder, weights)),
      ];
    }
  }
}

/** Nothing where there is no such folder. */
async function listFiles(folder: string): Promise<readonly unknown[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const rows = names.toSorted().map(async (name) => {
    const { size, mtimeMs } = await stat(path.join(folder, name));
    return [name, size, mtimeMs];
  });
  return Promise.all(rows);
}

function digest(value: unknown): string {
  return toSha256(JSON.stringify(value));
}
