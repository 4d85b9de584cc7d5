// Records of a class's own methods, as its code tells: those that its calls hand to a parameter, and those that a method
// returns. Overrides of other modules are of the same models, or break these calls.
import { addToGroup } from "../../../../data/grouped.js";
import { findAround, findChild, type Syntax } from "../../python/syntax.js";
import { type Code, findMethodClass, isStatic, toClassModel } from "./code.js";
import type { Records, Scope } from "./scopes.js";

type FindRecords = (node: Syntax | undefined, scope: Scope, code: Code) => Records | undefined;

/** The methods of a class by their names, and the calls of each. */
interface OwnMethods {
  readonly definitions: ReadonlyMap<string, Syntax>;
  readonly calls: ReadonlyMap<string, readonly Syntax[]>;
  /** The records that methods return; one that is being read leads to nothing. */
  readonly returned: Map<string, Records | undefined>;
}

const methodsOf = new WeakMap<Syntax, OwnMethods>();

function getMethods(owner: Syntax, code: Code): OwnMethods {
  const before = methodsOf.get(owner);
  if (before !== undefined) return before;
  const definitions = new Map<string, Syntax>();
  for (const child of findChild(owner, "body")?.children ?? []) {
    const method = child.type === "decorated_definition" ? findChild(child, "definition") : child;
    const name = method?.type === "function_definition" ? findChild(method, "name") : undefined;
    if (method !== undefined && name !== undefined)
      definitions.set(code.toSourceText(name), method);
  }
  const calls = new Map<string, Syntax[]>();
  const pending = [owner];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const called = node.type === "call" ? findChild(node, "function") : undefined;
    const place = called?.type === "attribute" ? findChild(called, "attribute") : undefined;
    const name = place === undefined ? "" : code.toSourceText(place);
    if (definitions.has(name)) addToGroup(calls, name, node);
    pending.push(...node.children);
  }
  const found = { definitions, calls, returned: new Map() };
  methodsOf.set(owner, found);
  return found;
}

/** Calls of a method in its class, but for its own. */
export function listCalls(method: Syntax, code: Code): readonly Syntax[] {
  const owner = findAround(method, CLASS);
  const name = findChild(method, "name");
  if (owner === undefined || name === undefined) return [];
  const calls = getMethods(owner, code).calls.get(code.toSourceText(name)) ?? [];
  return calls.filter(({ start, end }) => end <= method.start || start >= method.end);
}

/** Whether records are of the model of a class itself. */
const isOf = (records: Records | undefined, model: string): boolean =>
  records?.model === model && records.via.length === 0;

const isNamed = ({ type }: Syntax): boolean => type === "keyword_argument";

export function toCommon(all: readonly (Records | undefined)[]): Records | undefined {
  const [first] = all;
  const isSame = (one: Records | undefined): boolean =>
    one !== undefined &&
    one.model === first?.model &&
    one.isExact === first.isExact &&
    one.via.join(".") === first.via.join(".");
  return all.every(isSame) ? first : undefined;
}

/** The records that all calls of a method in its class hand to a parameter. */
export function findGiven(
  method: Syntax,
  [at, name]: readonly [at: number, name: string],
  { findScope }: Scope,
  { code, findRecords }: { readonly code: Code; readonly findRecords: FindRecords },
): Records | undefined {
  const [owner, found] = [findAround(method, CLASS), findMethodClass(method, code)];
  if (owner === undefined || found === undefined || isStatic(method, code)) return undefined;
  const named = findChild(method, "name");
  const called = named === undefined ? "" : code.toSourceText(named);
  // A method that asks for the model takes records of several.
  const isOfSeveral = code.toSourceText(method).includes(`${name}._name`);
  if (isOfSeveral || !code.text.includes(`.${called}(`)) return undefined;
  const calls = getMethods(owner, code).calls.get(called) ?? [];
  const given = calls.flatMap((call) => {
    const scope = findScope(call);
    const object = findChild(findChild(call, "function"), "object");
    if (!isOf(findRecords(object, scope, code), toClassModel(found))) return [];
    const { children = [] } = findChild(call, "arguments") ?? {};
    const toName = (one: Syntax) => code.toSourceText(findChild(one, "name") ?? one);
    const keyword = children.find((one) => isNamed(one) && toName(one) === name);
    const place = children.filter((one) => !isNamed(one))[at - 1];
    const argument = keyword === undefined ? place : findChild(keyword, "value");
    return argument === undefined ? [] : [findRecords(argument, scope, code)];
  });
  return toCommon(given);
}

interface OwnCall {
  readonly node: Syntax;
  /** Name of the method. */
  readonly name: string;
  readonly records: Records | undefined;
}

/** The method that a call in its own class leads to. */
function findOwn({ node, name, records }: OwnCall, code: Code): Syntax | undefined {
  const owner = findAround(node, CLASS);
  const method = owner && getMethods(owner, code).definitions.get(name);
  const found = method && findMethodClass(method, code);
  return found !== undefined && isOf(records, toClassModel(found)) ? method : undefined;
}

/** Values that a method of the class around its call returns, but for those that are nothing; none of other methods. */
export function listReturned(call: OwnCall, code: Code): readonly Syntax[] {
  const returned: Syntax[] = [];
  const pending = [...(findChild(findOwn(call, code), "body")?.children ?? [])];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const [value] = node.type === "return_statement" ? node.children : [];
    if (value !== undefined && !/^(?:none|false)$/.test(value.type)) returned.push(value);
    if (!INNER.has(node.type)) pending.push(...node.children);
  }
  return returned;
}

/** The records that a method returns wherever it returns something. */
export function findReturned(
  call: OwnCall,
  { findScope }: Scope,
  { code, findRecords }: { readonly code: Code; readonly findRecords: FindRecords },
): Records | undefined {
  const method = findOwn(call, code);
  const owner = method && findAround(method, CLASS);
  if (owner === undefined) return undefined;
  const { returned: known } = getMethods(owner, code);
  if (known.has(call.name)) return known.get(call.name);
  known.set(call.name, undefined);
  const values = listReturned(call, code);
  const common = toCommon(values.map((value) => findRecords(value, findScope(value), code)));
  known.set(call.name, common);
  return common;
}

const CLASS: ReadonlySet<string> = new Set(["class_definition"]);
/** Nodes with returns of their own, and expressions, which have none. */
const INNER: ReadonlySet<string> = new Set([
  "function_definition",
  "class_definition",
  "expression_statement",
]);
