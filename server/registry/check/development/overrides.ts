// Methods of a module that is being written which cannot be called as what they override is.
import type { LoadedMethod } from "../../../../data/module/loaded-module.js";
import type {
  CallShape,
  ModuleUnderDevelopment,
} from "../../../../data/module/module-under-development.js";
import { findOrmSignature } from "../../../../data/platform/orm-methods.js";
import type { Registry } from "../../loaded/registry-cache.js";
import type { ClassNode } from "../../model/class-order.js";
import { keepsParameters, listParameters } from "../../../../data/module/method-parameters.js";
import type { Rule } from "./finding-kinds.js";
import { toMissing, type Missing } from "./judgement.js";

/** Known facts of a method's call. */
type Called = Pick<LoadedMethod, "signature" | "decorators">;

interface JudgedOverride {
  readonly method: LoadedMethod;
  readonly rule: Rule;
}

interface WrongOverride {
  readonly file: string;
  readonly line: number;
  readonly judgement: Missing;
}

export function listWrongOverrides(
  registry: Registry,
  { technicalName, loaded }: ModuleUnderDevelopment,
): readonly WrongOverride[] {
  const names = new Set(loaded.classes.flatMap(({ model }) => model ?? []));
  return [...names].flatMap((model) => {
    const classes = registry.models.findModel(model)?.lineage.classes ?? [];
    return classes.flatMap((node, at) => {
      const { module, definition } = node.source;
      if (module !== technicalName || definition.model !== model) return [];
      return listOfClass(registry, model, { node, behind: classes.slice(at + 1) }).map(
        ({ method: { name, line }, rule }) => ({
          file: definition.file,
          line,
          judgement: toMissing(rule, name, { model }),
        }),
      );
    });
  });
}

/** A method of the ORM itself, behind all classes, where it is known how it is called. */
export function findOrmMethod(
  { system }: Pick<Registry, "system">,
  name: string,
): Called | undefined {
  const signature = findOrmSignature(system.platformVersion, name);
  return signature === undefined ? undefined : { signature, decorators: [] };
}

function listOfClass(
  registry: Registry,
  model: string,
  {
    node: { source, methods },
    behind,
  }: { readonly node: ClassNode; readonly behind: readonly ClassNode[] },
): readonly JudgedOverride[] {
  return [...methods.values()].flatMap((method): readonly JudgedOverride[] => {
    const next = behind.find((node) => node.methods.has(method.name));
    const overridden = next?.methods.get(method.name) ?? findOrmMethod(registry, method.name);
    if (overridden === undefined || method.name.startsWith("__")) return [];
    // A module knows the callers of its own methods, and of those that its model replaces.
    const isOfOthers = next?.source.module !== source.module;
    const isKept = method.calls_super || source.definition.inherit.includes(model);
    if (!isOfOthers || !isKept) return [];
    if (!fits(method, overridden)) return [{ method, rule: "wrong-override" }];
    return isNarrow(method, overridden, next === undefined)
      ? [{ method, rule: "narrow-override" }]
      : [];
  });
}

/** Whether an optional argument of the one is none of the other; the ORM itself gives these by their names. */
function isNarrow(method: Called, overridden: Called, isOrm: boolean): boolean {
  const [own, other] = [readPlaces(method), readPlaces(overridden)];
  if (own.isOpen || other.isOpen) return false;
  const optional = listParameters(overridden).filter(({ hasDefault }) => hasDefault);
  return own.most < other.most || (isOrm && optional.some(({ name }) => !own.names.has(name)));
}

/**
 * Whether some call can be one of both. That an optional argument was left out, or is required, is common in code that
 * works: who calls knows.
 */
function fits(method: Called, overridden: Called): boolean {
  const [own, other] = [readPlaces(method), readPlaces(overridden)];
  const required = own.places.filter(({ hasDefault }) => !hasDefault);
  const needed = other.places.filter(({ hasDefault }) => !hasDefault);
  const isNew =
    required.length > needed.length && required.some(({ name }) => !other.names.has(name));
  return required.length <= other.most && own.most >= needed.length && (!isNew || other.isOpen);
}

/** Whether a method takes the arguments of a call; true where that is not known. */
export function accepts(method: Called, call: CallShape | null): boolean {
  if (call === null || !keepsParameters(method.decorators)) return true;
  const { parameters: all, places } = readPlaces(method);
  const isAny = all.some(({ name }) => name.startsWith("**"));
  const isMany = all.some(({ name }) => /^\*\w/.test(name));
  const given = new Set([...places.slice(0, call.places).map(({ name }) => name), ...call.names]);
  return (
    (isMany || call.places <= places.length) &&
    (isAny || call.names.every((name) => all.some((one) => one.name === name))) &&
    all.every(({ name, hasDefault }) => hasDefault || name.startsWith("*") || given.has(name))
  );
}

function readPlaces(method: Called) {
  const parameters = listParameters(method).filter(({ name }) => name !== "/");
  const end = parameters.findIndex(({ name }) => name.startsWith("*"));
  const places = end === -1 ? parameters : parameters.slice(0, end);
  const isOpen = parameters.some(({ name }) => /^\*+\w/.test(name));
  const most = isOpen ? Infinity : parameters.filter(({ name }) => name !== "*").length;
  return { parameters, places, names: new Set(parameters.map(({ name }) => name)), most, isOpen };
}
