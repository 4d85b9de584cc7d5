// How neural embedders that people know are asked: what stands before a question and before a text, and how the states of
// the pieces become one vector. An embedder that is asked in another way than it was trained finds little.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The one that ships beside the table, see data/embedding/needs-e5-small.md. */
export const SHIPPED_EMBEDDER = "needs-e5-small";

export interface AskedAs {
  readonly pooling: "mean" | "cls";
  readonly queryPrefix: string;
  readonly documentPrefix: string;
}

/** By what is in the name; the first that fits. */
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

/** As the E5 family, where nothing is known of the name: its is the embedder that is taken by default. */
export function findAskedAs(name: string): AskedAs {
  const known = KNOWN.find(([pattern]) => pattern.test(name)) ?? KNOWN[0];
  return known?.[1] ?? { pooling: "mean", queryPrefix: "", documentPrefix: "" };
}

/** Where an embedder lies that is named as the shipped one; another stays as it is named. */
export function locateShipped(model: string): string {
  if (model !== SHIPPED_EMBEDDER) return model;
  const program = dirname(createRequire(import.meta.url).resolve("#package.json"));
  return join(program, "data", "embedding", SHIPPED_EMBEDDER);
}
