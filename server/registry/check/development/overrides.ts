// Methods of a module that is being written which cannot be called as what they override is.
import type { LoadedMethod } from "../../../../data/module/loaded-module.js";
import type {
  CallShape,
  ModuleUnderDevelopment,
} from "../../../../data/module/module-under-development.js";
import { findOrmSignature } from "../../../../data/platform/orm-methods.js";
import { formatCount } from "../../../contract/browser/words.js";
import type { Registry } from "../../loaded/registry-cache.js";
import type { ClassNode } from "../../model/class-order.js";
import { keepsParameters, listParameters } from "../../../../data/module/method-parameters.js";
import type { Rule } from "./finding-kinds.js";
import { toMissing, type PlacedJudgement } from "./judgement.js";

/** Known facts of a method's call. */
type Called = Pick<LoadedMethod, "signature" | "decorators">;

interface JudgedOverride {
  readonly method: LoadedMethod;
  readonly rule: Rule;
  /** Arguments of the one that it overrides. */
  readonly detail: string;
}

export function listWrongOverrides(
  registry: Registry,
  { technicalName, loaded }: ModuleUnderDevelopment,
): readonly PlacedJudgement[] {
  const names = new Set(loaded.classes.flatMap(({ model }) => model ?? []));
  return [...names].flatMap((model) => {
    const classes = registry.models.findModel(model)?.lineage.classes ?? [];
    return classes.flatMap((node, at) => {
      const { module, definition } = node.source;
      if (module !== technicalName || definition.model !== model) return [];
      return listOfClass(registry, model, { node, behind: classes.slice(at + 1) }).map(
        ({ method: { name, line }, rule, detail }) => ({
          file: definition.file,
          line,
          judgement: toMissing(rule, name, { model, detail }),
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
    if (!fits(method, overridden)) {
      return [{ method, rule: "wrong-override", detail: formatParameters(overridden) }];
    }
    const lacking = listLacking(method, overridden, next === undefined);
    return lacking.length === 0
      ? []
      : [{ method, rule: "narrow-override", detail: lacking.join(", ") }];
  });
}

/** Optional arguments of the one that the other lacks; the ORM itself gives these by their names. */
function listLacking(method: Called, overridden: Called, isOrm: boolean): readonly string[] {
  const [own, other] = [readPlaces(method), readPlaces(overridden)];
  if (own.isOpen || other.isOpen || !(isOrm || own.most < other.most)) return [];
  const optional = listParameters(overridden).filter(({ hasDefault }) => hasDefault);
  const lacking = optional.flatMap(({ name }) => (own.names.has(name) ? [] : name));
  return isOrm ? lacking : lacking.slice(own.most - other.most);
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

/** The argument with which a method cannot be called so; `undefined` where it can, or where that is not known. */
export function findMisfit(method: Called, call: CallShape | null): string | undefined {
  if (call === null || !keepsParameters(method.decorators)) return undefined;
  const { parameters: all, places } = readPlaces(method);
  const isAny = all.some(({ name }) => name.startsWith("**"));
  const isMany = all.some(({ name }) => /^\*\w/.test(name));
  if (!isMany && call.places > places.length) {
    return `takes ${formatCount(places.length, "argument")} by position, not ${call.places}`;
  }
  const unknown = isAny
    ? undefined
    : call.names.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined) return `has no argument ${unknown}`;
  const given = new Set([...places.slice(0, call.places).map(({ name }) => name), ...call.names]);
  const needed = all.find(
    ({ name, hasDefault }) => !hasDefault && !name.startsWith("*") && !given.has(name),
  );
  return needed && `needs the argument ${needed.name}`;
}

/** Parameters as they are written, without the first one. */
const formatParameters = (method: Called): string =>
  `(${listParameters(method)
    .map(({ name, hasDefault }) => (hasDefault ? `${name}=…` : name))
    .join(", ")})`;

function readPlaces(method: Called) {
  const parameters = listParameters(method).filter(({ name }) => name !== "/");
  const end = parameters.findIndex(({ name }) => name.startsWith("*"));
  const places = end === -1 ? parameters : parameters.slice(0, end);
  const isOpen = parameters.some(({ name }) => /^\*+\w/.test(name));
  const most = isOpen ? Infinity : parameters.filter(({ name }) => name !== "*").length;
  return { parameters, places, names: new Set(parameters.map(({ name }) => name)), most, isOpen };
}
