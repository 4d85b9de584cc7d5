// Definitions of all technical names: the writing half of definitions.ts.
import { compareText } from "../../platform/platform-version.js";
import type { Section } from "../sections.js";
import { encodeColumn, toEnds, toLists } from "./columns.js";
import { numberSorted } from "./name-numbers.js";
import { getModel, type ModelPostings, type PackedDefinitions } from "./packed-definitions.js";
import { postAll, type Postings } from "./postings.js";
import { encodeStringTable } from "./string-table.js";
import { encodeLists, encodePostings, encodeTextLists } from "./text-lists.js";

/** Collects where things are defined, for the sections of format.ts that say it. */
export class DefinitionWriter {
  readonly #models = new Map<string, ModelPostings>();
  readonly #views: Postings = new Map();

  /** @param start the first entry of the technical name, above those before */
  add(start: number, { models, views }: PackedDefinitions): void {
    for (const { name, ...packed } of models) {
      const postings = getModel(this.#models, name);
      for (const list of ["entries", "defining"] as const) {
        for (const entry of packed[list]) postings[list].push(start + entry);
      }
      postAll(postings.fields, packed.fields, start);
      postAll(postings.methods, packed.methods, start);
    }
    postAll(this.#views, views, start);
  }

  encode(): readonly Section[] {
    const sorted = [...this.#models].toSorted(([left], [right]) => compareText(left, right));
    const models = sorted.map(([, model]) => model);
    const members = numberSorted(
      models.flatMap(({ fields, methods }) => [...fields.keys(), ...methods.keys()]),
    );
    return [
      ...encodeTextLists(
        "models",
        sorted.map(([name]) => name),
        models.map(({ entries }) => entries),
      ),
      ...encodeLists("defining", toLists(models.map(({ defining }) => defining))),
      ["members", encodeStringTable([...members.keys()])],
      ...encodeMembers("fields", models, members),
      ...encodeMembers("methods", models, members),
      ...encodePostings("views", this.#views),
    ];
  }
}

function encodeMembers(
  kind: "fields" | "methods",
  models: readonly ModelPostings[],
  numbers: ReadonlyMap<string, number>,
): readonly Section[] {
  const rows = models.flatMap((model) =>
    Array.from(model[kind], ([name, entries]) => ({
      number: numbers.get(name) ?? 0,
      entries,
    })).toSorted((left, right) => left.number - right.number),
  );
  return [
    [`models.${kind}`, encodeColumn([0, ...toEnds(models.map((model) => model[kind].size))])],
    [`${kind}.name`, encodeColumn(rows.map(({ number }) => number))],
    ...encodeLists(kind, toLists(rows.map(({ entries }) => entries))),
  ];
}
