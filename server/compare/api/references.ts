// Names of models and members in the classes, views and actions of a module. Calls in its methods
// are not in a snapshot, so they are left out.
import type { Steps } from "../../../data/yield.js";
import type { ArchNode, LoadedClass } from "../../../data/module/loaded-module.js";
import type { ApiUseKind } from "../../contract/shape/api-changes.js";
import { type ApiSide, type MemberKind, findInherited } from "../../registry/api/api-side.js";
import { createDepth, memoizeAcyclic, memoizeEach } from "../../lookup/memo.js";
import { DEEPEST_CHAIN, withinLimits, tooDeep } from "../../lookup/limits.js";
import { findMemberKind, MEMBER_NAME } from "../../registry/view/tree.js";

/** A model, a field or a method that a module names. */
export interface ApiReference {
  readonly how: ApiUseKind;
  readonly kind: MemberKind | "model";
  readonly model: string;
  /** `null` for a model. */
  readonly name: string | null;
  /** Relative to the module's folder. */
  readonly file: string;
  readonly line: number;
}

/**
 * In the order of the module's files as the platform loads them; a step reads one class, or one view.
 * @param isWanted whether a reference is given
 */
export function* listReferences(
  side: ApiSide,
  module: string,
  isWanted: (reference: ApiReference) => boolean,
): Steps<readonly ApiReference[]> {
  const entry = side.findEntry(module);
  if (entry === undefined) return [];
  const { loaded } = side.snapshot;
  const found: ApiReference[] = [];
  const add = (reference: ApiReference): void => {
    if (isWanted(reference)) found.push(reference);
  };
  const reader: Reader = { findComodel: createComodels(side, side.listNeeded(module)), add };
  for (const { number } of loaded.classes.list(entry)) {
    readClass(reader, loaded.classes.read(number));
    yield;
  }
  for (const { model, file, line, arch_line = line, archRow, type } of loaded.readHead(entry)
    .views) {
    if (model === undefined || model === null) continue;
    add({ how: "view", kind: "model", model, name: null, file, line });
    if (archRow === undefined || type === "qweb") continue;
    readArch(reader, loaded.readArch(archRow), { model, file, line: arch_line });
    yield;
  }
  for (const { model, file, line } of side.findParts(module)?.actions ?? []) {
    if (model === null || !/^[\w.]+$/.test(model)) continue;
    add({ how: "action", kind: "model", model, name: null, file, line });
  }
  return found;
}

interface Reader {
  readonly findComodel: FindComodel;
  add(reference: ApiReference): void;
}

interface Location {
  readonly file: string;
  readonly line: number;
}

function readClass({ findComodel, add }: Reader, definition: LoadedClass): void {
  const { model, file, line, inherit, inherits, fields, methods } = definition;
  if (model === null) return;
  const put = (
    how: ApiUseKind,
    kind: ApiReference["kind"],
    named: { readonly model: string; readonly name: string | null },
    at: number,
  ): void => {
    add({ how, kind, ...named, file, line: at });
  };
  const isMade = !inherit.includes(model);
  for (const parent of [...inherit, ...inherits.keys()]) {
    const how = parent === model && !isMade ? "extends" : "inherits";
    put(how, "model", { model: parent, name: null }, line);
  }
  const putPath = (how: ApiUseKind, path: string, at: number): void => {
    let before: { readonly model: string; readonly name: string } | undefined;
    for (const name of path.split(".")) {
      const owner: string | undefined =
        before === undefined ? model : findComodel(before.model, before.name);
      if (owner === undefined) return;
      before = { model: owner, name };
      put(how, "field", before, at);
    }
  };
  for (const field of fields) {
    put("overrides", "field", { model, name: field.name }, field.line);
    const give = (argument: string): string | undefined => {
      const value = field.values.get(argument);
      return typeof value === "string" && value !== "" ? value : undefined;
    };
    const [comodel, inverse, related] = ["comodel_name", "inverse_name", "related"].map(give);
    if (comodel !== undefined) put("comodel", "model", { model: comodel, name: null }, field.line);
    if (comodel !== undefined && inverse !== undefined) {
      put("inverse", "field", { model: comodel, name: inverse }, field.line);
    }
    if (related !== undefined) putPath("related", related, field.line);
    for (const argument of ["compute", "inverse", "search"]) {
      const name = give(argument);
      if (name !== undefined) put("compute", "method", { model, name }, field.line);
    }
  }
  for (const method of methods) {
    put("overrides", "method", { model, name: method.name }, method.line);
    for (const path of method.decorators.flatMap(listPaths)) putPath("depends", path, method.line);
  }
}

/** Paths of fields that a decorator is given as texts. */
function listPaths(decorator: string): readonly string[] {
  if (!/^api\.(?:depends|constrains|onchange)\(/.test(decorator)) return [];
  return [...decorator.matchAll(/(["'])([a-z_][\w.]*)\1/g)].map(([, , path = ""]) => path);
}

/** Elements inside an `xpath` have the model of the field in it that holds them. */
function readArch(
  { findComodel, add }: Reader,
  root: ArchNode,
  { model: own, file, line: start }: Location & { readonly model: string },
): void {
  const visit = ([tag, attributes, lines, children]: ArchNode, above: number, model?: string) => {
    const line = above + lines;
    const name = attributes["name"] ?? "";
    let inner = model;
    if (model !== undefined && MEMBER_NAME.test(name)) {
      const kind = findMemberKind(tag, attributes["type"]);
      if (kind === "field") {
        add({ how: "view", kind: "field", model, name, file, line });
        inner = children.length === 0 ? undefined : findComodel(model, name);
      } else if (kind === "method") {
        add({ how: "button", kind: "method", model, name, file, line });
      }
    } else if (tag === "xpath") {
      inner = readExpression(attributes["expr"] ?? "", line);
    }
    for (const child of children) if (typeof child !== "string") visit(child, line, inner);
  };
  /** The model of what an expression leads to; `undefined` where it may be another. */
  const readExpression = (expression: string, line: number): string | undefined => {
    let model: string | undefined = own;
    for (const [, name = ""] of expression.matchAll(/field\[@name=["'](\w+)["']\]/g)) {
      if (model === undefined) break;
      add({ how: "view", kind: "field", model, name, file, line });
      model = findComodel(model, name);
    }
    return model;
  };
  visit(root, start, own);
}

/** `undefined` for a field that leads to no model, or of which nobody knows. */
type FindComodel = (model: string, field: string) => string | undefined;

/** The model that a relational field leads to. @param needed modules whose classes count */
function createComodels(side: ApiSide, needed: ReadonlySet<string>): FindComodel {
  // A field that is related to itself leads nowhere.
  const depth = createDepth(DEEPEST_CHAIN, (name: string) => tooDeep(`field ${name}`));
  const getComodels = memoizeEach((model: string) =>
    memoizeAcyclic((name: string) => read(model, name), depth),
  );
  // Nor does one that is related to others without end, as far as anybody looks.
  const find: FindComodel = (model, name) =>
    withinLimits(() => getComodels(model)(name), undefined);

  function read(model: string, name: string): string | undefined {
    const inherited = findInherited(side, { kind: "field", model, name, needed });
    for (const module of inherited?.modules ?? []) {
      const own = side.findOwn(module, inherited?.model ?? model);
      for (const { definition } of own?.fields.get(name) ?? []) {
        const { values } = definition;
        const comodel = values.get("comodel_name");
        if (typeof comodel === "string") return comodel;
        const related = values.get("related");
        if (typeof related === "string") return follow(model, related);
      }
    }
    return undefined;
  }

  function follow(model: string, path: string): string | undefined {
    return path
      .split(".")
      .reduce<string | undefined>(
        (one, name) => (one === undefined ? one : find(one, name)),
        model,
      );
  }

  return find;
}
