// Classes that entries load, as sections: their positions, and indexes by model and name. The
// classes themselves lie in the rows of records, see packed-class.ts.
import type { Section } from "../sections.js";
import { encodeColumn, groupBy } from "../table/columns.js";
import { NameNumbers, toSortedNumbers } from "../table/name-numbers.js";
import { encodeStringTable } from "../table/string-table.js";
import { encodeLists } from "../table/text-lists.js";
import type { JoinedClasses } from "./joined-loaded.js";

/** Collects classes, in the order of their entries. */
export class ClassWriter {
  readonly #models = new NameNumbers();
  readonly #names = new NameNumbers();
  readonly #columns = {
    entry: [] as number[],
    index: [] as number[],
    /** Number in order of first occurrence, plus 1; 0 for none. */
    model: [] as number[],
    name: [] as number[],
  };

  /** @param start the first entry of the technical name */
  add(start: number, classes: JoinedClasses): void {
    const { entry, index, model, name } = this.#columns;
    for (const one of classes) {
      entry.push(start + one.entry);
      index.push(one.index);
      model.push(one.model === null ? 0 : this.#models.add(one.model) + 1);
      name.push(this.#names.add(one.class_name));
    }
  }

  encode(): readonly Section[] {
    const models = this.#models.list();
    const names = this.#names.list();
    const { entry, index, model, name } = this.#columns;
    const ofModels = toSortedNumbers(
      model,
      Uint32Array.of(0, ...models.sorted.map((at) => at + 1)),
    );
    return [
      ["loaded-classes.entry", encodeColumn(entry)],
      ["loaded-classes.place", encodeColumn(index)],
      ["loaded-classes.model", encodeColumn(ofModels)],
      ["loaded-classes.name", encodeColumn(toSortedNumbers(name, names.sorted))],
      ["class-names", encodeStringTable(names.names)],
      ["loaded-models", encodeStringTable(models.names)],
      ...encodeLists("loaded-models", groupBy(ofModels, models.names.length + 1)),
    ];
  }
}
