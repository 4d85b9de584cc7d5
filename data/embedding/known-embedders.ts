// Neural embedders known by name: the text before a question and before a document, and how the
// states of the pieces become one vector. An embedder finds little unless it is asked as it was
// trained.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The one that ships beside the table, see data/embedding/needs-e5-small.md. */
export const SHIPPED_EMBEDDER = "needs-e5-small";

export interface AskedAs {
  readonly pooling: "mean" | "cls";
  readonly queryPrefix: string;
  readonly documentPrefix: string;
}

/** Patterns of names; the first match counts. */
const KNOWN: readonly (readonly [RegExp, AskedAs])[] = [
  [/e5/iu, { pooling: "mean", queryPrefix: "query: ", documentPrefix: "passage: " }],
  [
    /bge-(?:small|base|large)-en/iu,
    {
      pooling: "cls",
      queryPrefix: "Represent this sentence for searching relevant passages: ",
      documentPrefix: "",
    },
  ],
  [/bge|arctic|mxbai/iu, { pooling: "cls", queryPrefix: "", documentPrefix: "" }],
  [
    /nomic/iu,
    { pooling: "mean", queryPrefix: "search_query: ", documentPrefix: "search_document: " },
  ],
  [/minilm|mpnet|gte|labse|sbert/iu, { pooling: "mean", queryPrefix: "", documentPrefix: "" }],
];

/** Unknown names are asked like the E5 family, since the default embedder is one. */
export function findAskedAs(name: string): AskedAs {
  const known = KNOWN.find(([pattern]) => pattern.test(name)) ?? KNOWN[0];
  return known?.[1] ?? { pooling: "mean", queryPrefix: "", documentPrefix: "" };
}

/** Path of the embedder that ships with the program; any other name is returned as it is. */
export function locateShipped(model: string): string {
  if (model !== SHIPPED_EMBEDDER) return model;
  const program = dirname(createRequire(import.meta.url).resolve("#package.json"));
  return join(program, "data", "embedding", SHIPPED_EMBEDDER);
}
