// `module-lookup build` and `merge`: settings in, snapshot out, report printed. What does the work is loaded when it is
// known that there is some.
import type { CommandContext } from "../data/settings/command.js";
import { readSettings, readSettingsAndWords, type SettingsOf } from "../data/settings/settings.js";
import { SHIPPED_EMBEDDER } from "../data/embedding/known-embedders.js";
import { requireTransformers } from "../data/embedding/transformers-library.js";
import type { AssemblyOptions } from "./assemble/assemble.js";
import { ConfigError } from "../data/operator-error.js";
import type { BuildOptions } from "./build.js";
import { BUILD_SETTINGS, MERGE_SETTINGS, toRepositoryLimits } from "./config.js";
import type { EmbedderChoice } from "./index/vectors.js";
import { chooseProgressStyle, createProgress, type ProgressStyle } from "./progress/progress.js";
import { optimizeLate } from "./reading/optimize-late.js";
import { refreshSnapshot } from "./refresh.js";
import { formatReport, type BuildReport } from "./progress/report.js";
import { expandSources } from "./source/host/expand-sources.js";
import { readSources, type SourceEntry } from "./source/sources-file.js";
import type { Source } from "./source/source.js";
import path from "node:path";

type BuildSettings = SettingsOf<typeof BUILD_SETTINGS>;
type MergeSettings = Omit<SettingsOf<typeof MERGE_SETTINGS>, "needs">;

/** Runs the command and returns its exit code. @throws OperatorError */
export async function runBuild(words: readonly string[], context: CommandContext): Promise<number> {
  optimizeLate();
  const settings = readSettings("build", BUILD_SETTINGS, words, context.environment);
  refuseConflicts(settings);
  const build = await chooseWork(settings);
  // A shard embeds nothing.
  if (settings.shard === undefined) await requireEmbedder(settings);
  const limits = toRepositoryLimits(settings);
  const options = { ...toOptions(settings, context), jobs: settings.jobs, limits };
  const expand = (entries: readonly SourceEntry[]): Promise<readonly Source[]> =>
    expandSources(entries, {
      environment: context.environment,
      signal: context.signal,
      onNotice: (message) => printNotice(message, settings, context),
    });
  if (settings.watch) {
    const { watchSources } = await import("./watch.js");
    const read = () => readSources(settings.sources);
    return watchSources(settings, options, { read, expand }, context);
  }
  const { entries, needsFile } = readSources(settings.sources);
  await build(await expand(entries), { ...options, needsFile }, context);
  return 0;
}

/** @throws ConfigError `setting_conflict` */
function refuseConflicts({ watch, shard, force }: BuildSettings): void {
  const other = shard === undefined ? (force ? "--force" : undefined) : "--shard";
  if (!watch || other === undefined) return;
  throw new ConfigError({
    code: "setting_conflict",
    message: `${other} and --watch cannot be combined; leave one of them out.`,
  });
}

type Work = (
  sources: readonly Source[],
  options: BuildOptions & { readonly strict: boolean },
  context: CommandContext,
) => Promise<void>;

/** @throws ConfigError `shard_invalid` */
async function chooseWork(settings: BuildSettings): Promise<Work> {
  if (settings.shard !== undefined) {
    const { buildShard, formatShardReport, parseShard } = await import("./shards/shard.js");
    const shard = parseShard(settings.shard);
    return async (sources, options, context) => {
      const report = await buildShard(sources, { ...options, shard });
      if (settings.json) context.print(JSON.stringify({ event: "report", ...report }));
      else if (!settings.quiet) context.print(formatShardReport(report));
      else report.faults.forEach((fault) => context.printError(fault));
    };
  }
  const build = settings.force ? (await import("./build.js")).buildSnapshot : refreshSnapshot;
  return async (sources, options, context) =>
    printReport(await build(sources, options), settings, context);
}

/** Runs the command and returns its exit code. @throws OperatorError */
export async function runMerge(words: readonly string[], context: CommandContext): Promise<number> {
  const read = readSettingsAndWords("merge", MERGE_SETTINGS, words, context.environment);
  if (read.words.length === 0) {
    throw new ConfigError({
      code: "merge_invalid",
      message: `"merge" needs the files that "build --shard" wrote, or their folder: "module-lookup merge SHARDS --out DIR".`,
    });
  }
  await requireEmbedder(read.settings);
  const { mergeShards } = await import("./shards/merge.js");
  const needsFile = read.settings.needs;
  const report = await mergeShards(read.words, { ...toOptions(read.settings, context), needsFile });
  printReport(report, read.settings, context);
  return 0;
}

function toOptions(
  settings: MergeSettings,
  context: CommandContext,
): AssemblyOptions & { readonly strict: boolean } {
  return {
    out: settings.out,
    keep: settings.keep,
    cacheDirectory: settings.cache,
    embedder: chooseEmbedder(settings),
    strict: settings.strict,
    allowLoss: settings["allow-loss"],
    program: context.version,
    progress: createProgress(chooseStyle(settings), process.stderr),
    signal: context.signal,
  };
}

function printReport(report: BuildReport, settings: MergeSettings, context: CommandContext): void {
  if (settings.json) context.print(JSON.stringify({ event: "report", ...report }));
  else if (!settings.quiet) context.print(formatReport(report));
  const faults = report.entry.sources.flatMap((source) => source.faults);
  if (settings.quiet) faults.forEach((fault) => context.printError(fault));
}

function chooseEmbedder({ embedder: kind, weights, cache }: MergeSettings): EmbedderChoice {
  if (kind === "transformers" || kind === "static+transformers") {
    const own = kind === "transformers" ? "Xenova/multilingual-e5-small" : SHIPPED_EMBEDDER;
    return { kind, weights: weights ?? own, cacheFolder: path.join(cache, "embedders") };
  }
  return { kind: kind === "none" ? "none" : "static" };
}

/** Before the first repository is read, which can take hours. @throws OperatorError where it cannot be opened */
async function requireEmbedder(settings: MergeSettings): Promise<void> {
  const choice = chooseEmbedder(settings);
  if (!("weights" in choice)) return;
  requireTransformers();
  const { tryEmbedder } = await import("./index/vectors.js");
  await tryEmbedder(choice);
}

function printNotice(message: string, settings: BuildSettings, context: CommandContext): void {
  if (settings.quiet) return;
  context.printError(settings.json ? JSON.stringify({ event: "notice", message }) : message);
}

function chooseStyle(settings: MergeSettings & { readonly watch?: boolean }): ProgressStyle {
  return settings.watch === true ? "none" : chooseProgressStyle(settings);
}
