// From the description stored in a snapshot to the embedder that made its vectors, or a refusal.

import { OperatorError } from "../operator-error.js";
import type { Embedder, EmbeddingSpec } from "./embedder.js";
import { openStaticEmbedder } from "./static-embedder.js";
import { openTransformersEmbedder, TRANSFORMERS_REVISION } from "./transformers-embedder.js";

export interface OpenOptions {
  /** Folder of the embedder's files on this machine. Default: `spec.name`, an id of the hub. */
  readonly model?: string;
  /** SHA-256 of the embedder's bytes, where it is known already; hexadecimal. */
  readonly digest?: string;
  /** Folder to download the embedder to if it is missing. Without it nothing is downloaded. */
  readonly cacheFolder?: string;
}

/**
 * Opens the embedder of a snapshot; `modelBytes` are those of `encodeStaticWeights` for a static one,
 * empty for others. What it gives compares with the snapshot's vectors: its spec is the same.
 *
 * @throws {OperatorError} `embedder_mismatch` where this program or these bytes give other vectors
 *   than the spec says; `embedder_damaged` and `embedder_unavailable` as the embedders themselves.
 */
export async function openEmbedder(
  spec: EmbeddingSpec,
  modelBytes: Uint8Array,
  options: OpenOptions = {},
): Promise<Embedder> {
  const embedder = await openByKind(spec, modelBytes, options);
  const differences = listDifferences(spec, embedder.spec);
  if (differences !== undefined) throw mismatch(differences);
  return embedder;
}

async function openByKind(
  spec: EmbeddingSpec,
  modelBytes: Uint8Array,
  options: OpenOptions,
): Promise<Embedder> {
  switch (spec.kind) {
    case "static":
      return openStaticEmbedder(modelBytes, options.digest);
    case "transformers":
      // Before its files are read or downloaded, which can take minutes.
      if (spec.revision !== TRANSFORMERS_REVISION) {
        throw mismatch({
          expected: `revision ${spec.revision}`,
          got: `revision ${TRANSFORMERS_REVISION}`,
        });
      }
      return openTransformersEmbedder({
        model: options.model ?? spec.name,
        ...(options.cacheFolder === undefined ? {} : { cacheFolder: options.cacheFolder }),
        name: spec.name,
        quantized: spec.quantized,
        askedAs: {
          pooling: spec.pooling,
          queryPrefix: spec.query_prefix,
          documentPrefix: spec.document_prefix,
        },
        batchSize: spec.batch_size,
      });
    default:
      // A spec is read from a file, which a later program may have written.
      throw mismatch({
        expected: `an embedder of kind ${String((spec as { kind: unknown }).kind)}`,
        got: "the kinds static and transformers",
      });
  }
}

interface Differences {
  readonly expected: string;
  readonly got: string;
}

/** Fields in which the opened embedder differs from the wanted spec. */
function listDifferences(wanted: EmbeddingSpec, opened: EmbeddingSpec): Differences | undefined {
  const wantedFields = new Map<string, unknown>(Object.entries(wanted));
  const openedFields = new Map<string, unknown>(Object.entries(opened));
  const fields = [...new Set([...wantedFields.keys(), ...openedFields.keys()])].filter(
    (field) => wantedFields.get(field) !== openedFields.get(field),
  );
  if (fields.length === 0) return undefined;
  const write = (values: ReadonlyMap<string, unknown>): string =>
    fields.map((field) => `${field} ${String(values.get(field) ?? "absent")}`).join(", ");
  return { expected: write(wantedFields), got: write(openedFields) };
}

function mismatch({ expected, got }: Differences): OperatorError {
  return new OperatorError({
    code: "embedder_mismatch",
    message:
      `The snapshot's vectors were made by another embedder (expected ${expected}, got ${got}): ` +
      "serve it with the version and the embedder files that built it, or build it again.",
  });
}
