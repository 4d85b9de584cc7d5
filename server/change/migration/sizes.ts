// How large modules are that are to be ported, one by one and all together, and what that says of the work.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { countEfforts, type Effort } from "../../contract/shape/migration/effort.js";
import type { MigrationModule, WorkSum } from "../../contract/shape/migration/report.js";

type Size = NonNullable<MigrationModule["size"]>;

/** So many methods and views has a module of a class at most. */
const EFFORT_LIMITS = [
  ["S", 5],
  ["M", 20],
  ["L", 60],
] as const satisfies readonly (readonly [effort: Effort, most: number])[];

/** Of what was measured methods and views together rank best by the lines that porting changed. */
export function toEffort({ methods, views }: Pick<Size, "methods" | "views">): Effort {
  return EFFORT_LIMITS.find(([, most]) => methods + views <= most)?.[0] ?? "XL";
}

export function measureEntry(snapshot: Snapshot, entry: number): Size {
  const { models, views, folder_size: bytes, code_size: code } = snapshot.readOwnRecord(entry);
  return {
    models: models.length,
    fields: models.reduce((count, { fields }) => count + fields.length, 0),
    methods: models.reduce((count, { methods }) => count + methods.length, 0),
    views: views.length,
    bytes,
    code,
  };
}

/** @param modules those that are not to be ported count nothing */
export function sumWork(modules: readonly Pick<MigrationModule, "size" | "effort">[]): WorkSum {
  const sizes = modules.flatMap(({ size }) => size ?? []);
  const add = (read: (size: Size) => number): number =>
    sizes.reduce((sum, size) => sum + read(size), 0);
  const addCode = (key: keyof NonNullable<Size["code"]>) => add(({ code }) => code?.[key] ?? 0);
  return {
    modules: sizes.length,
    effort: countEfforts(modules.map(({ effort }) => effort)),
    models: add(({ models }) => models),
    fields: add(({ fields }) => fields),
    methods: add(({ methods }) => methods),
    views: add(({ views }) => views),
    code: sizes.some(({ code }) => code === null)
      ? null
      : {
          python: addCode("python"),
          javascript: addCode("javascript"),
          xml: addCode("xml"),
          tests: addCode("tests"),
          migrations: addCode("migrations"),
        },
  };
}
