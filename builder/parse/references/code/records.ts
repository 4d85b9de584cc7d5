// Model of the records that an expression gives, if certain: `self`, `env["x"]`, fields of them,
// and methods of the ORM that keep the model. Everything else is unknown.
import { toRecordModel } from "../../../../data/module/module-under-development.js";
import { FULL_XML_ID } from "../../../../data/module/xml-id.js";
import { findAround, findChild, FUNCTIONS, type Syntax } from "../../python/syntax.js";
import { type Code, findMethodClass, toClassModel } from "./code.js";
import { findReturned, toCommon } from "./own-methods.js";
import { findBindings, type Binding, type Records, type Scope } from "./scopes.js";

/** Methods of the ORM that give records of the model that they are called of. */
const KEEPING: ReadonlySet<string> = new Set(
  (
    "sudo with_context with_user with_company with_env with_prefetch exists browse create new copy filtered " +
    "filtered_domain sorted ensure_one concat union search search_fetch"
  ).split(" "),
);

/** Attributes of every record beside fields and methods. */
const OF_RECORDS: ReadonlySet<string> = new Set("env id ids pool".split(" "));

const OPERATORS: ReadonlySet<string> = new Set(["|", "&", "-", "+"]);

/** Records that an environment has. */
const OF_ENVIRONMENTS: ReadonlyMap<string, string> = new Map([
  ["user", "res.users"],
  ["company", "res.company"],
  ["companies", "res.company"],
]);

/** More steps than these nobody writes. */
const DEEPEST = 40;

/** `website` has no point; what is only called `env` may be a dictionary of something else. */
const MODEL_NAME = /^[a-z_]\w*(?:\.+\w+)*$/;
const POINTED = /\./;

/** Whether an attribute may be a field: others are of Python, or of classes. */
export function isFieldName(name: string): boolean {
  return /^[a-z]/.test(name) && !OF_RECORDS.has(name);
}

/** The records that an expression gives. */
export function findRecords(
  node: Syntax | undefined,
  scope: Scope,
  code: Code,
  depth = 0,
): Records | undefined {
  if (node === undefined || depth > DEEPEST) return undefined;
  const find = (one: Syntax | undefined): Records | undefined =>
    findRecords(one, scope, code, depth + 1);
  switch (node.type) {
    case "identifier":
      return findNamed(node, scope, code, depth);
    case "parenthesized_expression":
      return node.children.length === 1 ? find(node.children[0]) : undefined;
    case "attribute":
      return findOfField(node, find, code);
    case "subscript":
      return findOfSubscript(node, find, code);
    case "call":
      return findOfCall(node, find, { scope, code });
    case "binary_operator": {
      // Records of another model are refused by these.
      const [left, right] = [findChild(node, "left"), findChild(node, "right")];
      if (left === undefined || right === undefined) return undefined;
      const operator = code.text.slice(left.end, right.start).trim();
      return OPERATORS.has(operator) ? find(left) : undefined;
    }
    case "conditional_expression": {
      // One that is nothing, or anything, may be the other.
      const given = [node.children[0], node.children[2]].flatMap((one) => find(one) ?? []);
      return toCommon(given);
    }
    case "boolean_operator": {
      const [left, right] = [findChild(node, "left"), findChild(node, "right")];
      // Something else on the left may be all that is asked for its fields.
      return find(code.text.slice(left?.end, right?.start).trim() === "and" ? right : left);
    }
    default:
      return undefined;
  }
}

function findNamed(node: Syntax, scope: Scope, code: Code, depth: number): Records | undefined {
  const name = code.toSourceText(node);
  const found = findBindings(name, node, scope);
  if (found === undefined || code.open.has(found.bindings)) return undefined;
  code.open.add(found.bindings);
  // A name that is reassigned from itself keeps its model: `records = records.sudo()`.
  const others = found.bindings.filter(
    (binding) =>
      binding.kind !== "kept" && !(isOfItself(binding, name, code) && found.bindings.length > 1),
  );
  const records = others.map((binding) => findBound(binding, found.scope, code, depth));
  code.open.delete(found.bindings);
  return toCommon(records);
}

/** Whether a name is bound to what a method of the ORM makes of it. */
function isOfItself(binding: Binding, name: string, code: Code): boolean {
  let at: Syntax | undefined = binding.kind === "value" ? binding.node : undefined;
  if (at?.type !== "call") return false;
  while (at !== undefined) {
    if (at.type === "identifier") return code.toSourceText(at) === name;
    const called = at.type === "call" ? findChild(at, "function") : undefined;
    if (called?.type !== "attribute" || !KEEPING.has(toAttribute(called, code))) return false;
    at = findChild(called, "object");
  }
  return false;
}

function findBound(binding: Binding, scope: Scope, code: Code, depth: number): Records | undefined {
  switch (binding.kind) {
    case "records":
      return binding.records;
    case "parameter":
      return binding.find();
    case "value":
    case "item":
      return findRecords(binding.node, scope, code, depth + 1);
    case "kept":
    case "unknown":
      return undefined;
  }
}

type Find = (node: Syntax | undefined) => Records | undefined;

function findOfField(node: Syntax, find: Find, code: Code): Records | undefined {
  const name = toAttribute(node, code);
  const owner = findChild(node, "object");
  const ofEnvironment = OF_ENVIRONMENTS.get(name);
  if (ofEnvironment !== undefined && isEnvironment(owner, code)) {
    return { model: ofEnvironment, via: [], isExact: true };
  }
  const records = find(owner);
  if (records === undefined) return undefined;
  if (name === "_origin") return records;
  return isFieldName(name) ? toNext(records, [name]) : undefined;
}

/** Records that a path leads to. */
export function toNext(records: Records, path: readonly string[]): Records {
  return { ...records, via: [...records.via, ...path] };
}

function findOfSubscript(node: Syntax, find: Find, code: Code): Records | undefined {
  const model = findModelName(node, code);
  if (model !== undefined) return { model, via: [], isExact: true };
  const [owner, key, more] = node.children;
  if (key === undefined || more !== undefined) return undefined;
  const records = find(owner);
  if (key.type === "integer" || key.type === "slice" || key.type === "unary_operator")
    return records;
  const name = key.type === "string" ? code.readText(key) : undefined;
  return name === undefined || records === undefined ? undefined : toNext(records, [name]);
}

/** The model of `env["x"]`. */
export function findModelName(node: Syntax, code: Code): string | undefined {
  const [owner, key, more] = node.children;
  if (node.type !== "subscript" || key?.type !== "string" || more !== undefined) return undefined;
  if (!isEnvironment(owner, code)) return undefined;
  const model = code.readText(key);
  if (model === undefined || !MODEL_NAME.test(model)) return undefined;
  return owner?.type === "attribute" || POINTED.test(model) ? model : undefined;
}

function findOfCall(
  node: Syntax,
  find: Find,
  { scope, code }: { readonly scope: Scope; readonly code: Code },
): Records | undefined {
  const called = findChild(node, "function");
  if (called?.type !== "attribute") return undefined;
  const method = toAttribute(called, code);
  const given = findChild(node, "arguments")?.children ?? [];
  const owner = findChild(called, "object");
  if (method === "ref" && isEnvironment(owner, code)) {
    const [first] = given;
    const xmlId = first?.type === "string" ? (code.readText(first) ?? "") : "";
    return FULL_XML_ID.test(xmlId)
      ? { model: toRecordModel(xmlId), via: [], isExact: true }
      : undefined;
  }
  if (method === "mapped") {
    const [path] = given;
    const text = path?.type === "string" ? code.readText(path) : undefined;
    const records = text === undefined ? undefined : find(owner);
    return records === undefined || text === undefined || !/^\w+(?:\.\w+)*$/.test(text)
      ? undefined
      : toNext(records, text.split("."));
  }
  // Few calls are of methods that return records.
  if (!KEEPING.has(method) && !code.text.includes(`def ${method}(`)) return undefined;
  const isSuper = owner?.type === "call" && code.toSourceText(owner) === "super()";
  const around = findAround(node, FUNCTIONS);
  const own = isSuper && around ? findMethodClass(around, code) : undefined;
  const records = own ? { model: toClassModel(own), via: [], isExact: false } : find(owner);
  if (!KEEPING.has(method)) {
    return records && findReturned({ node, name: method, records }, scope, { code, findRecords });
  }
  // Until 17.0 `search` could be asked for a number.
  const isCount = given.some((one) => code.toSourceText(findChild(one, "name") ?? one) === "count");
  return isCount ? undefined : records;
}

export function toAttribute(node: Syntax, code: Code): string {
  const name = findChild(node, "attribute");
  return name === undefined ? "" : code.toSourceText(name);
}

/** `env`, `self.env`, `request.env`, …; what a function is given may have another one, as a connection to another server. */
export function isEnvironment(node: Syntax | undefined, code: Code): boolean {
  const isAttribute = node?.type === "attribute";
  const name = isAttribute ? findChild(node, "attribute") : node;
  if (name?.type !== "identifier" || code.toSourceText(name) !== "env") return false;
  const owner = isAttribute ? findChild(node, "object") : undefined;
  return owner?.type !== "identifier" || !isGiven(owner, code);
}

/** Whether a name is a parameter of the function around it, other than its first one. */
function isGiven(name: Syntax, code: Code): boolean {
  const [, ...parameters] = findChild(findAround(name, FUNCTIONS), "parameters")?.children ?? [];
  return parameters.some(
    (one) => /^\w+/.exec(code.toSourceText(one))?.[0] === code.toSourceText(name),
  );
}
