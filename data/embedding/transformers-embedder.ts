// A neural embedder of the user's choice, run by @xenova/transformers, which is loaded only when one is
// opened and need not be installed. Tokenising and the network's arithmetic
// are the library's; files, prefixes, batches and unit length are seen to here.

import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { OperatorError } from "../operator-error.js";
import { type AskedAs, findAskedAs, locateShipped } from "./known-embedders.js";
import {
  type Embedder,
  type EmbeddingDocument,
  type TransformersEmbeddingSpec,
  scaleToUnit,
} from "./embedder.js";
import {
  loadTransformers,
  type FeatureExtraction,
  type TransformersLibrary,
} from "./transformers-library.js";

/** The revision of this file's arithmetic, `TransformersEmbeddingSpec.revision`. */
export const TRANSFORMERS_REVISION = 2;

interface TransformersOptions {
  /**
   * A folder with `config.json`, `tokenizer.json`, `tokenizer_config.json` and `onnx/model.onnx` or
   * `onnx/model_quantized.onnx`; an id on the Hugging Face hub, `Xenova/multilingual-e5-small`; or the name of the one that ships.
   */
  readonly model: string;
  /** Folder to download an embedder of the hub to. Without it nothing is ever downloaded. */
  readonly cacheFolder?: string;
  /** For people, `EmbeddingSpec.name`. Default: the id, or the last part of the folder. */
  readonly name?: string;
  /** Default: the quantized weights, except for a folder that has only the others. */
  readonly quantized?: boolean;
  /** Default: `findAskedAs` of its name. */
  readonly askedAs?: AskedAs;
  /**
   * Documents per run of the network. Default 1: with quantized weights the activations of a run
   * share one scale, so that in larger batches neighbours change a vector's last digits.
   */
  readonly batchSize?: number;
}

/** Far more than any embedder's window of tokens takes in; spares the tokeniser whole manuals. */
const HIGHEST_TEXT_UNITS = 16_384;

const SETTINGS_FILES = ["config.json", "tokenizer.json", "tokenizer_config.json"] as const;

/**
 * Opens the embedder and embeds one word for trial.
 *
 * A text's vector is the mean of the last hidden states of its tokens (padding left out), or the first of them, as `pooling`
 * says, prefix included, at unit length; a text of white space is all zero. A document is one text: its parts by
 * falling weight, equal ones in their order, a line each, so that what the embedder's window cuts
 * off is what weighs least.
 *
 * @throws {OperatorError} `embedder_not_installed` where the library is not there,
 *   `embedder_unavailable` where the files cannot be had or do not work.
 */
export async function openTransformersEmbedder(options: TransformersOptions): Promise<Embedder> {
  const { batchSize = 1 } = options;
  const library = await loadTransformers();
  const location = await locate(options);
  const name = options.name ?? (location.isFolder ? basename(location.model) : location.model);
  const { pooling, queryPrefix, documentPrefix } = options.askedAs ?? findAskedAs(name);
  const { run, measureUnknown } = await openPipeline(library, location, pooling);
  const trial = await run([`${queryPrefix}module`]).catch((cause: unknown) => {
    throw unavailable(location.model, "a network that embeds a word", describe(cause), cause);
  });
  const dimensions = trial[0]?.length ?? 0;
  if (dimensions === 0 || !trial[0]?.every(Number.isFinite)) {
    throw unavailable(location.model, "a vector of finite numbers", `${dimensions} numbers`);
  }
  const spec: TransformersEmbeddingSpec = {
    kind: "transformers",
    name,
    dimensions,
    revision: TRANSFORMERS_REVISION,
    weights: await digestFiles(location),
    normalised: true,
    pooling,
    query_prefix: queryPrefix,
    document_prefix: documentPrefix,
    batch_size: batchSize,
    quantized: location.quantized,
  };
  const embed = async (prefix: string, texts: readonly string[]): Promise<Float32Array[]> => {
    const vectors = texts.map(() => new Float32Array(dimensions));
    const written = texts.flatMap((text, at) => (text.trim() === "" ? [] : [{ text, at }]));
    for (let start = 0; start < written.length; start += batchSize) {
      const batch = written.slice(start, start + batchSize);
      const rows = await run(batch.map(({ text }) => (prefix + text).slice(0, HIGHEST_TEXT_UNITS)));
      batch.forEach(({ at }, row) => vectors[at]?.set(rows[row] ?? []));
    }
    return vectors;
  };
  return {
    spec,
    embedQuery: async (text) =>
      (await embed(queryPrefix, [text]))[0] ?? new Float32Array(dimensions),
    embedDocuments: (documents) => embed(documentPrefix, documents.map(joinParts)),
    weighWord: () => 1,
    measureUnknown,
  };
}

function joinParts(document: EmbeddingDocument): string {
  return document
    .filter(({ text, weight }) => text.trim() !== "" && weight > 0 && Number.isFinite(weight))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ text }) => text)
    .join("\n");
}

/** Location of the files: `<parent>/<model>/config.json` and so on. */
interface Location {
  readonly model: string;
  readonly parent: string;
  readonly isFolder: boolean;
  readonly quantized: boolean;
}

async function locate({ model, cacheFolder, quantized }: TransformersOptions): Promise<Location> {
  const folder = resolve(locateShipped(model));
  if (await isThere(folder, "folder")) {
    const location = { model: folder, parent: dirname(folder), isFolder: true };
    const chosen = quantized ?? (await isThere(join(folder, nameNetworkFile(true)), "file"));
    await requireFiles(folder, chosen);
    return { ...location, quantized: chosen };
  }
  if (cacheFolder === undefined || !/^[\w-][\w.-]*\/[\w-][\w.-]*$/u.test(model)) {
    const expected =
      cacheFolder === undefined ? "an existing folder" : "an existing folder or an id `owner/name`";
    throw unavailable(model, expected, "neither");
  }
  return { model, parent: resolve(cacheFolder), isFolder: false, quantized: quantized ?? true };
}

function nameNetworkFile(quantized: boolean): string {
  return quantized ? "onnx/model_quantized.onnx" : "onnx/model.onnx";
}

function listFiles(quantized: boolean): string[] {
  return [...SETTINGS_FILES, nameNetworkFile(quantized)];
}

async function isThere(path: string, kind: "file" | "folder"): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && (kind === "file" ? found.isFile() : found.isDirectory());
}

async function requireFiles(folder: string, quantized: boolean): Promise<void> {
  const missing: string[] = [];
  for (const file of listFiles(quantized)) {
    if (!(await isThere(join(folder, file), "file"))) missing.push(file);
  }
  if (missing.length === 0) return;
  throw unavailable(
    folder,
    `a folder with ${listFiles(quantized).join(", ")}`,
    `one without ${missing.join(", ")}`,
  );
}

interface Pipeline {
  /** Texts to one state each, at unit length. */
  run(texts: string[]): Promise<Float32Array[]>;
  measureUnknown(text: string): number;
}

async function openPipeline(
  { env, pipeline }: TransformersLibrary,
  { model, parent, isFolder, quantized }: Location,
  pooling: AskedAs["pooling"],
): Promise<Pipeline> {
  let pipe: FeatureExtraction;
  try {
    // Under Node the native runtime computes. Should it refuse a network, the library falls back to
    // WebAssembly, whose files it finds in its own package; its threads do not work under Node.
    const { wasm } = env.backends.onnx;
    if (wasm !== undefined) wasm.numThreads = 1;
    // A folder is presented as a download that is already there: unlike the library's settings for
    // local folders, which are global, this holds for this call alone.
    pipe = await pipeline("feature-extraction", isFolder ? basename(model) : model, {
      cache_dir: parent,
      local_files_only: isFolder,
      quantized,
    });
  } catch (cause) {
    throw unavailable(model, "files that @xenova/transformers can open", describe(cause), cause);
  }
  return {
    async run(texts) {
      const { data, dims } = await pipe(texts, { pooling });
      const width = dims.at(-1) ?? 0;
      const values = Float64Array.from(data, Number);
      return texts.map((_, row) => scaleToUnit(values.subarray(row * width, (row + 1) * width)));
    },
    measureUnknown(text) {
      const { tokenizer } = pipe;
      const pieces = tokenizer.encode(text.slice(0, HIGHEST_TEXT_UNITS));
      const unknown = pieces.filter((piece) => piece === tokenizer.model.unk_token_id).length;
      return unknown / Math.max(1, pieces.length);
    },
  };
}

/** SHA-256 over the names, lengths and contents of the files, in one order. */
async function digestFiles({ model, parent, isFolder, quantized }: Location): Promise<string> {
  const folder = isFolder ? model : join(parent, model);
  await requireFiles(folder, quantized);
  const hash = createHash("sha256");
  for (const file of listFiles(quantized)) {
    const bytes = await readFile(join(folder, file));
    hash.update(`${file} ${bytes.byteLength}\n`).update(bytes);
  }
  return hash.digest("hex");
}

function describe(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function unavailable(model: string, expected: string, got: string, cause?: unknown): OperatorError {
  return new OperatorError({
    code: "embedder_unavailable",
    message:
      `The embedder ${model} cannot be opened (expected ${expected}, got ${got}): ` +
      "give the folder of a complete embedder in ONNX form, or an id of the Hugging Face hub " +
      "with a cache folder and a network, or use the static embedder.",
    cause,
  });
}
