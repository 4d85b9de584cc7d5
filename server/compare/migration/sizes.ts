// Sizes of modules to port, singly and in total, and the resulting effort.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { countEfforts, type Effort } from "../../contract/shape/migration/states.js";
import type { MigrationModule, WorkSum } from "../../contract/shape/migration/report.js";

type Size = NonNullable<MigrationModule["size"]>;

/** Upper bounds of classes in bytes of code, and in methods and views if bytes are unknown. */
const EFFORT_LIMITS = [
  ["S", 5_000, 5],
  ["M", 15_000, 20],
  ["L", 50_000, 60],
] as const satisfies readonly (readonly [effort: Effort, bytes: number, members: number])[];

/** A byte of JavaScript weighs as much as so many of others: it is what versions of the platform change most. */
const JAVASCRIPT_WEIGHT = 3;

/**
 * Among the measured facts this one ranks best by changed lines; docs/migration.md has the figures.
 */
export function toEffort({
  methods,
  views,
  code,
}: Pick<Size, "methods" | "views" | "code">): Effort {
  const bytes = code && code.python + code.xml + JAVASCRIPT_WEIGHT * code.javascript;
  const found = EFFORT_LIMITS.find(([, mostBytes, mostMembers]) =>
    bytes === null ? methods + views <= mostMembers : bytes <= mostBytes,
  );
  return found?.[0] ?? "XL";
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
