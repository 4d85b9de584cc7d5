// Classes of a system's modules, as a snapshot has them: input of its models; all of them or those
// up to an index in load order.
import type {
  ImportedName,
  LiteralValue,
  LoadedClass,
} from "../../../data/module/loaded-module.js";
import type { StepBudget } from "../../lookup/limits.js";
import type { PlatformRules } from "../../../data/platform/rules.js";
import { memoizeEach } from "../../lookup/memo.js";

/** A definition class of a module of the system, one object each. */
export interface SystemClass {
  readonly module: string;
  /** Order in the system: of the module in load order, then of the class inside it. No two have the same. */
  readonly rank: readonly [module: number, position: number];
  readonly definition: LoadedClass;
}

export interface ClassReader {
  /** Steps left for the current question. */
  readonly steps: StepBudget;
  readonly rules: PlatformRules;
  /** Names of all models of the system. */
  listModels(): readonly string[];
  /** Whether `listModels` has it, without making the list. */
  hasModel(model: string): boolean;
  /** Classes of a model, in load order. */
  listClasses(model: string): readonly SystemClass[];
  /** The class of that name in a Python module, given as the class that refers to it sees it. */
  findClass(from: SystemClass, name: ImportedName): SystemClass | undefined;
  /** A constant that a field's argument is bound to by an import. */
  findConstant(from: SystemClass, name: ImportedName): LiteralValue | undefined;
}

/** @returns for the index of a module in load order what is loaded when that module is */
export function createClassPrefixes(reader: ClassReader): (lastIndex: number) => ClassReader {
  const findFirst = memoizeEach((model: string) =>
    Math.min(...reader.listClasses(model).map(({ rank: [loadIndex] }) => loadIndex)),
  );
  return (lastIndex) => ({
    ...reader,
    listModels: () => reader.listModels().filter((model) => findFirst(model) <= lastIndex),
    hasModel: (model) => findFirst(model) <= lastIndex,
    listClasses: (model) =>
      reader.listClasses(model).filter(({ rank: [loadIndex] }) => loadIndex <= lastIndex),
    findClass(from, name) {
      const found = reader.findClass(from, name);
      return found === undefined || found.rank[0] > lastIndex ? undefined : found;
    },
  });
}
