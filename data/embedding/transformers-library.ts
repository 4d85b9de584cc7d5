// The library of the neural embedder, which not every installation has: what is used of it, and a
// sentence where it is missing. Its own types are not: the program compiles without it.
import { OperatorError } from "../operator-error.js";

export interface TransformersLibrary {
  readonly env: { readonly backends: { readonly onnx: { wasm?: { numThreads?: number } } } };
  pipeline(
    task: "feature-extraction",
    model: string,
    options: {
      readonly cache_dir: string;
      readonly local_files_only: boolean;
      readonly quantized: boolean;
    },
  ): Promise<FeatureExtraction>;
}

/** Texts to vectors: `dims` are the lengths of the axes of `data`. */
export interface FeatureExtraction {
  (
    texts: readonly string[],
    options: { readonly pooling: "mean" | "cls" },
  ): Promise<{ readonly data: ArrayLike<number | bigint>; readonly dims: readonly number[] }>;
  readonly tokenizer: {
    /** The numbers of the pieces of a text. */
    encode(text: string): readonly number[];
    readonly model: { readonly unk_token_id: number | undefined };
  };
}

/** Not written where it is imported, so that the compiler does not look for it. */
const LIBRARY: string = "@xenova/transformers";

/** Says early that a build will fail. @throws OperatorError `embedder_not_installed` */
export function requireTransformers(): void {
  try {
    import.meta.resolve(LIBRARY);
  } catch (cause) {
    throw notInstalled(cause);
  }
}

/** @throws OperatorError `embedder_not_installed` */
export async function loadTransformers(): Promise<TransformersLibrary> {
  requireTransformers();
  try {
    return (await import(LIBRARY)) as TransformersLibrary;
  } catch (cause) {
    // A part of it is missing, such as its runtime for this system.
    throw notInstalled(cause);
  }
}

function notInstalled(cause: unknown): OperatorError {
  const [got = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
  return new OperatorError({
    code: "embedder_not_installed",
    message: `The neural embedder is not part of this installation (${got}); install the optional packages (npm ci --include=optional), or build with the learned words (--embedder static).`,
    cause,
  });
}
