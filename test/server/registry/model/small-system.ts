// Systems of a few classes, written out in tests, as a snapshot would hand them over.
import type {
  ImportedName,
  ImportedValue,
  LiteralValue,
  LoadedClass,
  LoadedField,
  LoadedTableObject,
  LoadedValues,
} from "../../../../data/module/loaded-module.js";
import { MOST_MODEL_STEPS, TooComplex } from "../../../../server/lookup/limits.js";
import type { ClassReader, SystemClass } from "../../../../server/registry/model/class-reader.js";
import { getRules } from "../../../../data/platform/rules.js";

/** A value that stands for one that only running code knows. */
export const UNKNOWN = Symbol("unknown");

export interface OfOtherFile {
  readonly imported: ImportedValue;
}

type Values = Readonly<Record<string, LiteralValue | OfOtherFile | typeof UNKNOWN>>;

export interface ClassOutline {
  readonly name?: string;
  readonly inherit?: readonly string[];
  /** `Model` where nothing else is said. */
  readonly kind?: string | null;
  readonly bases?: readonly ImportedName[];
  readonly inherits?: Readonly<Record<string, string>>;
  readonly attributes?: Values;
  readonly fields?: Readonly<Record<string, LoadedField>>;
  readonly methods?: readonly string[];
  readonly tableObjects?: readonly LoadedTableObject[];
}

/** Module → its classes; modules stand in load order. */
export type SystemOutline = Readonly<Record<string, Readonly<Record<string, ClassOutline>>>>;

/** The class of the platform that each system begins with. */
export const BASE_MODULE: SystemOutline = {
  base: {
    Base: { name: "base", kind: "AbstractModel", methods: ["create", "write"] },
    Unknown: { name: "_unknown", kind: "AbstractModel" },
    Users: { name: "res.users" },
  },
};

export function field(type: string, given: Values = {}): LoadedField {
  return { name: "", type, line: 0, ...toValues(given) };
}

export interface SmallSystem {
  readonly platformVersion?: string;
  /** Constants by name, in whichever file. */
  readonly constants?: Readonly<Record<string, LiteralValue>>;
}

/** Lines are numbered within a class: its own, then fields, then methods. */
export function createClassReader(
  modules: SystemOutline,
  { platformVersion = "17.0", constants = {} }: SmallSystem = {},
): ClassReader {
  const classes = Object.entries(modules).flatMap(([module, outlines], rank) =>
    Object.entries(outlines).map(([className, outline], position): SystemClass => ({
      module,
      rank: [rank, position],
      definition: toLoadedClass(className, outline),
    })),
  );
  const listClasses = (model: string) =>
    classes.filter(({ definition }) => definition.model === model);
  return {
    steps: { left: MOST_MODEL_STEPS, fault: () => new TooComplex("too many steps") },
    rules: getRules(platformVersion),
    hasModel: (model) => classes.some(({ definition }) => definition.model === model),
    listModels: () => [...new Set(classes.flatMap(({ definition }) => definition.model ?? []))],
    listClasses,
    findClass: (_from, { name }) =>
      classes.find(({ definition }) => definition.class_name === name),
    findConstant: (_from, { name }) => constants[name],
  };
}

function toLoadedClass(class_name: string, outline: ClassOutline): LoadedClass {
  const { name, inherit = [], kind = "Model", bases = [], inherits = {} } = outline;
  const fields = Object.entries(outline.fields ?? {});
  return {
    class_name,
    file: "models.py",
    line: 1,
    model: name ?? inherit[0] ?? null,
    is_named: name !== undefined,
    inherit,
    kind,
    bases,
    inherits: new Map(Object.entries(inherits)),
    fields: fields.map(([fieldName, value], index) => ({
      ...value,
      name: fieldName,
      line: index + 2,
    })),
    table_objects: outline.tableObjects ?? [],
    methods: (outline.methods ?? []).map((method, index) => ({
      name: method,
      line: fields.length + index + 2,
      decorators: [],
      signature: "(self)",
      calls_super: true,
      calls_sudo: false,
    })),
    ...toValues(outline.attributes ?? {}),
  };
}

function toValues(given: Values): LoadedValues {
  const values = new Map<string, LiteralValue>();
  const imported = new Map<string, ImportedValue>();
  const dynamic: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (value === UNKNOWN) dynamic.push(name);
    else if (isImported(value)) imported.set(name, value.imported);
    else values.set(name, value as LiteralValue);
  }
  return { values, imported, dynamic };
}

function isImported(value: unknown): value is OfOtherFile {
  return typeof value === "object" && value !== null && "imported" in value;
}
