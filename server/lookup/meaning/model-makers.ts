// Documents of modules that make a model of their own: what brings a thing, rather than a trait of one.
import type { Snapshot } from "../../../data/snapshot/decode.js";

/** For each document 1, where an entry of it makes a model, else 0. */
export type ModelMakers = Uint8Array;

export function readModelMakers({ definitions, documentLists, entries }: Snapshot): ModelMakers {
  const makers = new Uint8Array(documentLists.length);
  for (let model = 0; model < definitions.models.length; model++) {
    for (const entry of definitions.listDefiningEntries(model)) {
      makers[entries.document.get(entry)] = 1;
    }
  }
  return makers;
}
