// What the models of a system are computed from: the classes that its modules load, as a snapshot has them.
import type {
  ImportedName,
  LiteralValue,
  LoadedClass,
} from "../../../data/module/loaded-module.js";
import type { StepBudget } from "../../lookup/limits.js";
import type { OrmRules } from "./orm-rules.js";

/** A definition class of a module of the system. */
export interface SystemClass {
  readonly module: string;
  /** Place in the system: of the module in load order, then of the class inside it. No two have the same. */
  readonly rank: readonly [module: number, position: number];
  readonly definition: LoadedClass;
}

export interface ClassReader {
  /** What the question that is asked now may still take. */
  readonly steps: StepBudget;
  readonly rules: OrmRules;
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
