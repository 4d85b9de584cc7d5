// Documents of modules that make a model of their own: what brings a thing, rather than a trait of one.
import { deriveOnce } from "../derived.js";

/** For each document 1, where an entry of it makes a model, else 0. */
export const getModelMakers = deriveOnce(({ definitions, documentLists, entries }): Uint8Array => {
  const makers = new Uint8Array(documentLists.length);
  for (let model = 0; model < definitions.models.length; model++) {
    for (const entry of definitions.listDefiningEntries(model)) {
      makers[entries.document.get(entry)] = 1;
    }
  }
  return makers;
});
