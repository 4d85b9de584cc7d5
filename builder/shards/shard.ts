// One shard of a build: its repositories, read and parsed. Linking needs all modules of all
// repositories, so a shard ends before it, and builder/shards/merge.ts does the rest.
import { createHash } from "node:crypto";
import path from "node:path";
import { ConfigError } from "../../data/operator-error.js";
import { requireAll } from "../assemble/required.js";
import { lockCache } from "../cache/cache-lock.js";
import { toOutError } from "../../data/files/out-fault.js";
import { prepareOutput } from "../assemble/publish.js";
import {
  readAll,
  withReadings,
  type AllResults,
  type ReadAllOptions,
} from "../reading/read-all.js";
import { formatCount } from "../../data/settings/text-table.js";
import { nameShardFile, writeShardFile, type Shard } from "./shard-file.js";
import { createStages } from "../progress/stages.js";
import { toLabel, type Source } from "../source/source.js";

interface ShardOptions extends ReadAllOptions {
  readonly out: string;
  readonly shard: Shard;
  /** Write nothing when a repository or branch cannot be read. */
  readonly strict: boolean;
}

export interface ShardReport {
  readonly file: string;
  readonly repositories: number;
  readonly modules: number;
  readonly parsed: number;
  /** Faults of reading, one sentence each. */
  readonly faults: readonly string[];
  readonly notes: readonly string[];
}

const SHARD_LIMIT = 10_000;

/** `2/8` → the second of eight. @throws ConfigError `shard_invalid` */
export function parseShard(written: string): Shard {
  const [, index, count] = /^(\d{1,5})\/(\d{1,5})$/.exec(written)?.map(Number) ?? [];
  const isShard =
    index !== undefined &&
    count !== undefined &&
    index >= 1 &&
    index <= count &&
    count <= SHARD_LIMIT;
  if (isShard) return { index, count };
  throw new ConfigError({
    code: "shard_invalid",
    message: `--shard must be a shard and their number such as 2/8, not "${written}"; the first is 1.`,
  });
}

/**
 * The sources of a shard. Where a repository belongs depends on its name alone, so that it stays
 * there, and what a cache holds of it is of use, when others come and go.
 */
export function chooseSources(sources: readonly Source[], shard: Shard): readonly Source[] {
  return sources.filter((source) => findShard(toLabel(source), shard) === shard.index);
}

function findShard(name: string, { count }: Shard): number {
  return (createHash("sha256").update(name).digest().readUInt32BE(0) % count) + 1;
}

/**
 * Reads the sources of a shard and writes what is in them to a file in `out`, which replaces the
 * one before in one step.
 * @throws OperatorError; the file of the last time then stays
 */
export async function buildShard(
  sources: readonly Source[],
  options: ShardOptions,
): Promise<ShardReport> {
  await prepareOutput(options.out);
  const releaseCache = await lockCache(options.cacheDirectory);
  const stages = createStages(options);
  const chosen = chooseSources(sources, options.shard);
  try {
    const read = (takesKept: boolean): Promise<AllResults> =>
      stages.run("read", chosen.length, "repositories", () =>
        readAll(chosen, { ...options, takesKept }),
      );
    return await withReadings(read, async ({ readings, parsed, notes }) => {
      const faults = readings.flatMap(({ row }) => row.faults);
      if (options.strict) requireAll(faults);
      const file = path.join(path.resolve(options.out), nameShardFile(options.shard));
      await stages.run("write", 1, "shard", () => writeShardFile(file, options.shard, readings));
      const modules = readings.reduce((sum, reading) => sum + reading.modules.length, 0);
      return { file, repositories: chosen.length, modules, parsed, faults, notes };
    });
  } catch (error) {
    throw toOutError(options.out, error);
  } finally {
    await releaseCache();
  }
}

export function formatShardReport(report: ShardReport): string {
  const { file, repositories, modules, parsed, faults, notes } = report;
  return [
    `Wrote ${file}: ${formatCount(repositories, "repository", "repositories")}, ${formatCount(modules, "module")}, ${parsed} of them parsed.`,
    ...(faults.length === 0 ? [] : ["Not read:", ...faults.map((fault) => `  ${fault}`)]),
    ...notes,
  ].join("\n");
}
