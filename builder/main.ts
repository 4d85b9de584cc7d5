// `module-lookup build`: settings in, snapshot out, report printed.
import type { CommandContext } from "../cli/command.js";
import { readSettings, type SettingsOf } from "../cli/settings.js";
import { buildSnapshot } from "./build.js";
import { BUILD_SETTINGS } from "./config.js";
import type { EmbedderChoice } from "./index/vectors.js";
import { openProgress, type ProgressStyle } from "./progress.js";
import { formatReport } from "./report.js";
import { expandSources } from "./source/expand-sources.js";
import { readSourcesFile } from "./source/sources-file.js";
import path from "node:path";

type BuildSettings = SettingsOf<typeof BUILD_SETTINGS>;

/** Runs the command and returns its exit code. @throws OperatorError */
export async function runBuild(words: readonly string[], context: CommandContext): Promise<number> {
  const settings = readSettings("build", BUILD_SETTINGS, words, context.environment);
  const sources = await expandSources(await readSourcesFile(settings.sources), {
    environment: context.environment,
    signal: context.signal,
    onNotice: (message) => printNotice(message, settings, context),
  });
  const report = await buildSnapshot(sources, {
    out: settings.out,
    keep: settings.keep,
    cacheDirectory: settings.cache,
    jobs: settings.jobs,
    embedder: chooseEmbedder(settings),
    strict: settings.strict,
    program: context.version,
    progress: openProgress(chooseStyle(settings), process.stderr),
    signal: context.signal,
  });
  if (settings.json) context.print(JSON.stringify({ event: "report", ...report }));
  else if (!settings.quiet) context.print(formatReport(report));
  const faults = report.entry.sources.flatMap((source) => source.faults);
  if (settings.quiet) faults.forEach((fault) => context.printError(fault));
  return 0;
}

function chooseEmbedder(settings: BuildSettings): EmbedderChoice {
  if (settings.embedder === "transformers") {
    const cacheFolder = path.join(settings.cache, "embedders");
    return { kind: "transformers", weights: settings.weights, cacheFolder };
  }
  return { kind: settings.embedder === "none" ? "none" : "static" };
}

function printNotice(message: string, settings: BuildSettings, context: CommandContext): void {
  if (settings.quiet) return;
  context.printError(settings.json ? JSON.stringify({ event: "notice", message }) : message);
}

function chooseStyle(settings: BuildSettings): ProgressStyle {
  if (settings.quiet) return "none";
  if (settings.json) return "json";
  return process.stderr.isTTY ? "bar" : "lines";
}
