// Shards of a build to one snapshot, which has the bytes that one build of everything would have.
import { readdir } from "node:fs/promises";
import path from "node:path";
import { OperatorError } from "../../data/operator-error.js";
import { assembleSnapshot, openCachedPieces, type AssemblyOptions } from "../assemble/assemble.js";
import { lockCache } from "../cache/cache-lock.js";
import { prepareOutput } from "../assemble/publish.js";
import { describeLayouts } from "../progress/layout-report.js";
import type { BuildReport } from "../progress/report.js";
import { openShardFile, type OpenShard, createSharedTexts } from "./shard-file.js";
import { createStages } from "../progress/stages.js";

/**
 * Links what all shards read and makes the snapshot the current one of `out`.
 * @param places files of shards, or folders with such files; every shard once
 * @throws OperatorError `shards_incomplete`, those of shard files, and as a build does
 */
export async function mergeShards(
  places: readonly string[],
  options: AssemblyOptions,
): Promise<BuildReport> {
  await prepareOutput(options.out);
  const releaseCache = await lockCache(options.cacheDirectory);
  const stages = createStages(options);
  const shards: OpenShard[] = [];
  try {
    const files = (await Promise.all(places.map(listShardFiles))).flat();
    await stages.run("read", files.length, "shards", () => {
      const shareTexts = createSharedTexts();
      for (const file of files) {
        shards.push(openShardFile(file, shareTexts));
        options.progress.advance(shards.length);
      }
      requireComplete(shards);
    });
    const readings = shards.flatMap((shard) => shard.readings);
    const kept = await openCachedPieces(options);
    const published = await assembleSnapshot(readings, kept, { ...options, stages });
    const { folder, entry, unresolved, notes } = published;
    const layout = describeLayouts(readings);
    const own = { parsed: null, slowest: [], layout, isUpToDate: false };
    return { ...own, folder, entry, stages: stages.times, unresolved, notes };
  } finally {
    for (const shard of shards) shard.close();
    await releaseCache();
  }
}

async function listShardFiles(place: string): Promise<readonly string[]> {
  try {
    const names = await readdir(place);
    return names
      .filter((name) => /^shard-\d+-of-\d+\.bin$/.test(name))
      .map((name) => path.join(place, name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A file, or one whose trouble reading it will tell.
    if (code === "ENOTDIR" || code === "ENOENT") return [place];
    throw error;
  }
}

/** A snapshot without some shard would lack modules, and nobody would see it. */
function requireComplete(shards: readonly OpenShard[]): void {
  const count = shards[0]?.count ?? 1;
  const indexes = shards.map(({ index }) => index);
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter(
    (index) => !indexes.includes(index),
  );
  const isOneSet =
    shards.every((shard) => shard.count === count) && new Set(indexes).size === indexes.length;
  if (missing.length === 0 && isOneSet) return;
  const got = isOneSet ? `without ${missing.slice(0, 8).join(", ")}` : "of several builds";
  throw new OperatorError({
    code: "shards_incomplete",
    message: `The shards are not those of one build (${got} of ${count}); give every shard of one number once.`,
  });
}
