// Bindings of a function's names, wherever they happen: a name that is bound in two ways is
// unknown. records.ts interprets bindings.
import { findAround, findChild, type Syntax } from "../../python/syntax.js";

/** Records of a model, or those that a path of fields leads to from them. */
export interface Records {
  readonly model: string;
  readonly via: readonly string[];
  /** Whether they are of this model itself, and of none that inherits from it. */
  readonly isExact: boolean;
}

export type Binding =
  /** `name = node` */
  | { readonly kind: "value"; readonly node: Syntax }
  /** `for name in node` */
  | { readonly kind: "item"; readonly node: Syntax }
  | { readonly kind: "records"; readonly records: Records }
  /** A parameter of a method, whose callers say what it is. */
  | { readonly kind: "parameter"; readonly find: () => Records | undefined }
  /** `name |= …`, which leaves it what it is. */
  | { readonly kind: "kept" }
  | { readonly kind: "unknown" };

/** Questions of a function whether a module is installed, or a field or a method is there. */
export interface Questions {
  readonly names: readonly string[];
  /** Whether it asks for others, too. */
  readonly isOpen: boolean;
  readonly isOfModules: boolean;
}

export interface Scope {
  readonly outer: Scope | undefined;
  readonly names: Names;
  /** The scope of a node anywhere in the text. */
  readonly findScope: (node: Syntax) => Scope;
  /** Binding of a name by the innermost loop around a place, unless the loop's body rebinds it. */
  readonly findLoop: (name: string, use: Syntax) => Binding | undefined;
  /** Questions of the outermost function around it; see guards.ts. */
  readonly questions: Questions | undefined;
  /** Whether the function around it wants one record, or asks how many there are. */
  readonly isOfOne: boolean;
}

/** A name that is bound oftener in one function is of anything: each use looks at all of them, and at what they are made of. */
const MOST_BINDINGS = 100;

/**
 * A name as it is bound in the nearest scope that binds it, and that scope. In a loop that binds it, and that does not bind
 * it again, only that counts, and so does the last assignment before a place that every way to it leads through.
 * @param use where it is used
 */
export function findBindings(
  name: string,
  use: Syntax,
  scope: Scope,
): { readonly bindings: readonly Binding[]; readonly scope: Scope } | undefined {
  let at: Scope | undefined = scope;
  while (at !== undefined) {
    const bindings = at.names.get(name);
    if (bindings !== undefined) {
      if (bindings.length > MOST_BINDINGS) return { bindings: [UNKNOWN], scope: at };
      const only =
        bindings.length > 1 ? (at.findLoop(name, use) ?? findLast(bindings, use)) : undefined;
      return { bindings: only === undefined ? bindings : [only], scope: at };
    }
    at = at.outer;
  }
  return undefined;
}

const ASSIGNMENTS: ReadonlySet<string> = new Set(["assignment"]);

/** The last assignment before a place, where it stands in a block around that. */
function findLast(bindings: readonly Binding[], use: Syntax): Binding | undefined {
  const isBefore = (one: Binding): boolean =>
    "node" in one ? one.node.end <= use.start : one.kind !== "kept";
  const last = bindings.findLast(isBefore);
  if (last?.kind !== "value") return undefined;
  const block = findAround(last.node, ASSIGNMENTS)?.parent?.parent;
  if (block?.type !== "block" || bindings.some(({ kind }) => kind === "unknown")) return undefined;
  return isAround(block, use) ? last : undefined;
}

function isAround(block: Syntax, { parent }: Syntax): boolean {
  let at = parent;
  while (at !== undefined && at !== block) at = at.parent;
  return at === block;
}

export const COMPREHENSIONS: ReadonlySet<string> = new Set([
  "list_comprehension",
  "set_comprehension",
  "dictionary_comprehension",
  "generator_expression",
]);

/** Nodes with names of their own. */
const INNER: ReadonlySet<string> = new Set([
  "function_definition",
  "class_definition",
  "lambda",
  ...COMPREHENSIONS,
]);

/** Statements after which the names in them are anything. */
const UNKNOWING: ReadonlySet<string> = new Set([
  "delete_statement",
  "global_statement",
  "nonlocal_statement",
  "import_statement",
  "import_from_statement",
  "as_pattern_target",
  "case_pattern",
]);

/** Most of what statements hold; binds nothing but by `:=`. */
const EXPRESSIONS: ReadonlySet<string> = new Set([
  "attribute",
  "boolean_operator",
  "call",
  "comparison_operator",
  "dictionary",
  "list",
  "return_statement",
  "subscript",
]);

const UNKNOWN: Binding = { kind: "unknown" };

type Names = ReadonlyMap<string, readonly Binding[]>;

type ToSourceText = (node: Syntax) => string;

/**
 * @param node a function, a lambda or a comprehension
 * @param findParameter what a parameter is, by its place
 */
export function listBindings(
  node: Syntax,
  toSourceText: ToSourceText,
  findParameter: (at: number, name: string) => Binding,
): Names {
  const bindings = createBindings(toSourceText);
  if (COMPREHENSIONS.has(node.type)) {
    for (const child of node.children) if (child.type === "for_in_clause") bindings.bindLoop(child);
    return bindings.names;
  }
  for (const [at, parameter] of (findChild(node, "parameters")?.children ?? []).entries()) {
    const name = parameter.type === "identifier" ? parameter : findName(parameter);
    const isOne = name !== undefined && !parameter.type.includes("splat");
    bindings.bindAll(name ?? parameter, isOne ? findParameter(at, toSourceText(name)) : UNKNOWN);
  }
  const body = findChild(node, "body");
  if (body !== undefined && node.type === "function_definition") bindings.bindIn(body);
  return bindings.names;
}

/** @param owner the function whose loops are meant */
export function createLoopFinder(owner: Syntax, toSourceText: ToSourceText): Scope["findLoop"] {
  const known = new Map<Syntax, Names>();
  /** Names bound by a loop, or by its body. */
  const list = (node: Syntax): Names => {
    const kept = known.get(node);
    if (kept !== undefined) return kept;
    const bindings = createBindings(toSourceText);
    const names = node.type === "for_statement" ? bindings.bindLoop(node) : bindings.bindIn(node);
    known.set(node, names);
    return names;
  };
  return (name, use) => {
    let inner = use;
    for (let at = use.parent; at !== undefined && inner !== owner; at = at.parent) {
      const isInBody = at.type === "for_statement" && inner.field === "body";
      const found = isInBody ? list(at).get(name)?.[0] : undefined;
      if (found !== undefined) return list(inner).has(name) ? undefined : found;
      inner = at;
    }
    return undefined;
  };
}

function createBindings(toSourceText: ToSourceText) {
  const names = new Map<string, Binding[]>();

  function bindAll(target: Syntax, binding: Binding): void {
    if (target.type === "identifier") {
      const text = toSourceText(target);
      names.set(text, [...(names.get(text) ?? []), binding]);
    } else if (target.type !== "attribute" && target.type !== "subscript") {
      for (const child of target.children) bindAll(child, UNKNOWN);
    }
  }

  function bindLoop(loop: Syntax): Names {
    const [left, right] = [findChild(loop, "left"), findChild(loop, "right")];
    if (left === undefined || right === undefined) return names;
    const [counter, item] = left.children;
    const [counted] = findChild(right, "arguments")?.children ?? [];
    const isCounted =
      right.type === "call" && toSourceText(right.children[0] ?? right) === "enumerate" && counted;
    if (isCounted && counter !== undefined && item !== undefined) {
      bindAll(counter, UNKNOWN);
      bindAll(item, { kind: "item", node: counted });
    } else bindAll(left, { kind: "item", node: right });
    return names;
  }

  function bindAssignment(assignment: Syntax): void {
    let value = findChild(assignment, "right");
    while (value?.type === "assignment") value = findChild(value, "right");
    const left = findChild(assignment, "left");
    if (left === undefined || value === undefined) return;
    const isSplit =
      left.type === "pattern_list" &&
      value.type === "expression_list" &&
      left.children.length === value.children.length;
    const parts = isSplit ? value.children : [];
    if (!isSplit) bindAll(left, { kind: "value", node: value });
    for (const [at, node] of parts.entries()) {
      const target = left.children[at];
      if (target !== undefined) bindAll(target, { kind: "value", node });
    }
  }

  function bindIn(at: Syntax): Names {
    const { type } = at;
    if (type === "assignment") bindAssignment(at);
    else if (type === "augmented_assignment") {
      bindAll(findChild(at, "left") ?? at, { kind: "kept" });
    } else if (type === "for_statement") bindLoop(at);
    else if (type === "named_expression") {
      const [name, value] = [findChild(at, "name"), findChild(at, "value")];
      if (name !== undefined && value !== undefined) bindAll(name, { kind: "value", node: value });
    } else if (UNKNOWING.has(type)) {
      for (const name of listNames(at)) bindAll(name, UNKNOWN);
      return names;
    } else if (INNER.has(type)) {
      const name = findChild(at, "name");
      if (name !== undefined) bindAll(name, UNKNOWN);
      return names;
    }
    if (EXPRESSIONS.has(type) && !toSourceText(at).includes(":=")) return names;
    for (const child of at.children) bindIn(child);
    return names;
  }

  return { names, bindAll, bindLoop, bindIn };
}

/** The name of a parameter that has more than a name. */
function findName(parameter: Syntax): Syntax | undefined {
  return (
    findChild(parameter, "name") ?? parameter.children.find(({ type }) => type === "identifier")
  );
}

function listNames(node: Syntax): readonly Syntax[] {
  return node.type === "identifier" ? [node] : node.children.flatMap(listNames);
}
