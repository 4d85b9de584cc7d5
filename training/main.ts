// `module-lookup train`: settings in, weights and their card out.
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { CommandContext } from "../data/settings/command.js";
import { readSettings } from "../data/settings/settings.js";
import { readNeeds } from "../data/needs/needs-file.js";
import { isUnlearned } from "../data/evaluation/halves.js";
import { toOutConfigError, WEIGHTS } from "../data/files/out-fault.js";
import { lockCache } from "../builder/cache/cache-lock.js";
import { chooseProgressStyle, createProgress } from "../builder/progress/progress.js";
import { expandSources } from "../builder/source/host/expand-sources.js";
import { readSourcesFile } from "../builder/source/sources-file.js";
import { formatCard } from "./card.js";
import { TRAIN_SETTINGS } from "./config.js";
import { PARAMETERS } from "./parameters.js";
import { trainWeights } from "./train.js";

/** Runs the command and returns its exit code. @throws OperatorError */
export async function runTrain(words: readonly string[], context: CommandContext): Promise<number> {
  const settings = readSettings("train", TRAIN_SETTINGS, words, context.environment);
  const sources = await expandSources(readSourcesFile(settings.sources), {
    environment: context.environment,
    signal: context.signal,
    onNotice(message) {
      if (!settings.quiet) context.printError(message);
    },
  });
  // Before the training: hours later is too late to find that a file or a folder is not right.
  const { value, diagnostics } = readNeeds(settings.needs);
  const needs = value.filter(({ technicalName }) => !isUnlearned(technicalName));
  if (!settings.quiet) {
    const place = settings.needs ?? "data/needs/needs.tsv";
    for (const { code, line } of diagnostics) context.printError(`${place}:${line}: ${code}`);
  }
  await makeFolder(settings.out);
  const release = await lockCache(settings.cache);
  try {
    const parameters = { ...PARAMETERS, steps: settings.steps, seed: settings.seed };
    const training = await trainWeights(sources, {
      parameters,
      needs,
      cacheDirectory: settings.cache,
      progress: createProgress(chooseProgressStyle(settings), process.stderr),
      signal: context.signal,
    });
    const file = path.join(settings.out, "static-weights.bin");
    await replaceFile(file, training.bytes);
    const card = formatCard(training, parameters);
    await replaceFile(path.join(settings.out, "static-weights.md"), card);
    const report = { file, bytes: training.bytes.length, words: training.words.length };
    if (settings.json) context.print(JSON.stringify({ event: "report", ...report }));
    else if (!settings.quiet) {
      context.print(
        `Wrote ${file}: ${report.words} words, ${report.bytes} bytes; its card is beside it.`,
      );
    }
    return 0;
  } finally {
    await release();
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, "static-weights.bin.partial"), "");
  } catch (error) {
    throw toOutConfigError(folder, error, WEIGHTS);
  }
}

async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(`${file}.partial`, content);
  await rename(`${file}.partial`, file);
}
