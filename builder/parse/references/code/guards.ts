// Whether code expects that something may not be there.
import type { Guard, WrittenReference } from "../../../../data/module/module-under-development.js";
import { findChild, type Syntax } from "../../python/syntax.js";
import { type Code, QUESTION } from "./code.js";
import { listCalls } from "./own-methods.js";
import { COMPREHENSIONS, type Questions, type Scope } from "./scopes.js";

/** Exceptions raised for a missing name, and catch-alls. */
const RAISED: Readonly<Record<string, RegExp>> = {
  model: /\b(?:KeyError|LookupError|Exception)\b|^except\s*:/,
  record: /\b(?:ValueError|Exception)\b|^except\s*:/,
  import: /\b(?:ImportError|ModuleNotFoundError|Exception)\b|^except\s*:/,
};
const OF_MEMBERS = /\b(?:AttributeError|KeyError|ValueError|TypeError|Exception)\b|^except\s*:/;

/** Whether it stands in what a `try` tries that catches what would be raised. */
export function isTried(node: Syntax, kind: WrittenReference["kind"], code: Code): boolean {
  let inner = node;
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    const isBody = outer.type === "try_statement" && inner.field === "body";
    const isCaught =
      isBody &&
      outer.children.some(
        (clause) =>
          clause.type === "except_clause" &&
          (RAISED[kind] ?? OF_MEMBERS).test(code.toSourceText(clause).split("\n", 1)[0] ?? ""),
      );
    if (isCaught) return true;
    if (outer.type === "function_definition" || outer.type === "class_definition") return false;
    inner = outer;
  }
  return false;
}

/** `"name" in records`, which asks for a field (`__contains__` in odoo/models.py). */
const FIELD_QUESTION = /["'](\w+)["']\s*(?:not\s+)?in\s+([\w.]+)/g;

/** Whether a condition around a member asks its records for a field, which then are not known, or for a field on the way to them. */
export function isFieldAsked(node: Syntax, owner: Syntax | undefined, code: Code): boolean {
  if (owner === undefined || code.asked.size === 0) return false;
  const records = code.toSourceText(owner);
  const onTheWay = new Set(Array.from(records.matchAll(/\.(\w+)/g), ([, name = ""]) => name));
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    const condition = findCondition(outer);
    const asked = condition && code.toSourceText(condition).matchAll(FIELD_QUESTION);
    for (const [, field = "", of] of asked ?? []) {
      if (of === records || onTheWay.has(field)) return true;
    }
    if (outer.type === "function_definition" || outer.type === "class_definition") return false;
  }
  return false;
}

/** The condition on which the rest of a node is run. */
function findCondition(node: Syntax): Syntax | undefined {
  switch (node.type) {
    case "conditional_expression":
      return node.children[1];
    case "boolean_operator":
      return findChild(node, "left");
    case "if_statement":
    case "elif_clause":
      return findChild(node, "condition");
    default:
      return undefined;
  }
}

const OF_MODULES = /\binstalled\b/;
/** Questions, and the texts that they ask for. */
const NAMED = new RegExp(
  [
    /\bhasattr\([^,]{0,200},\s*["'](?<attribute>\w+)["']\s*\)/,
    /["'](?<field>\w+)["']\s+(?:not\s+)?in\s+[\w.'"[\]]{0,200}\b_fields\b(?!\[)/,
    /\b_fields\.get\(\s*["'](?<taken>\w+)["']/,
    QUESTION,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** @param text of a function */
export function readQuestions(text: string): Questions | undefined {
  if (!QUESTION.test(text)) return undefined;
  const names = Array.from(text.matchAll(NAMED), ({ groups = {} }) =>
    Object.values(groups).find((name) => name !== undefined),
  );
  return {
    names: [...new Set(names.flatMap((name) => name ?? []))],
    isOpen: names.includes(undefined),
    isOfModules: OF_MODULES.test(text),
  };
}

/** @param isRecord whether the reference is an external id, before which only modules are asked for */
export function findGuard(
  node: Syntax,
  scope: Scope,
  code: Code,
  isRecord: boolean,
  depth = 0,
): Guard | undefined {
  if (!code.isAsking) return undefined;
  const { names = [], isOpen = false, isOfModules = false } = scope.questions ?? {};
  if (isRecord ? isOfModules : isOpen) return OPEN;
  if (isRecord) return undefined;
  const ofCalls = depth > DEEPEST ? undefined : findGuardOfCalls(node, scope, code, depth);
  if (names.length === 0) return ofCalls;
  const own = { names, deciding: isDecided(node, scope, code) ? names : [] };
  return ofCalls === undefined ? own : joinGuards([own, ofCalls]);
}

/** Calls of private methods are followed so far. */
const DEEPEST = 20;
const OPEN: Guard = { names: [], deciding: [] };

function joinGuards(guards: readonly Guard[]): Guard {
  if (guards.some((one) => one.names.length === 0)) return OPEN;
  return {
    names: [...new Set(guards.flatMap(({ names }) => names))],
    deciding: [...new Set(guards.flatMap(({ deciding }) => deciding))],
  };
}

/** Words that a text is, and how often each private method is called. */
interface CodeWords {
  readonly quoted: ReadonlySet<string>;
  readonly calls: ReadonlyMap<string, number>;
}

const wordsOfCode = new WeakMap<Code, CodeWords>();

function getWords(code: Code): CodeWords {
  const known = wordsOfCode.get(code);
  if (known !== undefined) return known;
  const calls = countCalls(code.text);
  const quoted = new Set(Array.from(code.text.matchAll(/["'](\w+)["']/g), ([, word = ""]) => word));
  const words = { quoted, calls };
  wordsOfCode.set(code, words);
  return words;
}

function countCalls(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [, name = ""] of text.matchAll(/\.(_\w+)\(/g)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

const guardsOfCalls = new WeakMap<Syntax, Guard | undefined>();

/** The guard of a private method whose calls are all in its class and behind a question. */
function findGuardOfCalls(
  node: Syntax,
  scope: Scope,
  code: Code,
  depth: number,
): Guard | undefined {
  let method: Syntax | undefined;
  for (let at = node.parent; at?.type !== "class_definition"; at = at.parent) {
    if (at === undefined) return undefined;
    if (at.type === "function_definition") method = at;
  }
  const place = findChild(method, "name");
  if (method === undefined || place === undefined) return undefined;
  if (guardsOfCalls.has(method)) return guardsOfCalls.get(method);
  // Callers that call each other are no answer.
  guardsOfCalls.set(method, undefined);
  const name = code.toSourceText(place);
  // Leaves out those that a text names, which the platform calls, and those that override another.
  const { quoted, calls } = getWords(code);
  const source = code.toSourceText(method);
  const isOwn = /^_(?!_)/.test(name) && !quoted.has(name) && !source.includes("super(");
  const found = isOwn ? listCalls(method, code) : [];
  const elsewhere = (calls.get(name) ?? 0) - (countCalls(source).get(name) ?? 0);
  if (found.length === 0 || elsewhere !== found.length) return undefined;
  const guards = found.flatMap(
    (call) => findGuard(call, scope.findScope(call), code, false, depth + 1) ?? [],
  );
  const isGuarded =
    guards.length === found.length &&
    guards.every(({ names, deciding }) => names.length === 0 || deciding.length > 0);
  if (!isGuarded) return undefined;
  const { names, deciding } = joinGuards(guards);
  const guard = { names: names.length === 0 ? names : deciding, deciding };
  guardsOfCalls.set(method, guard);
  return guard;
}

/** Questions of a node that decide what of it is run. */
interface Decision {
  readonly conditions: readonly Syntax[];
  /** Index behind a question after which the rest of a block need not be run. */
  readonly exit: number;
}

const decisions = new WeakMap<Syntax, Decision>();

/** Whether an answer decides if a node is reached. */
function isDecided(node: Syntax, scope: Scope, code: Code): boolean {
  let inner = node;
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    const decision = decisions.get(outer) ?? findDecision(outer, scope, code);
    decisions.set(outer, decision);
    const { conditions, exit } = decision;
    if (inner.start >= exit || conditions.some((one) => one !== inner)) return true;
    if (outer.type === "class_definition") return false;
    inner = outer;
  }
  return false;
}

const EXITS: ReadonlySet<string> = new Set(
  ["return", "continue", "raise", "break"].map((word) => `${word}_statement`),
);

function findDecision(node: Syntax, scope: Scope, code: Code): Decision {
  const isAsking = (one: Syntax | undefined): boolean =>
    one !== undefined && isQuestion(one, scope, code);
  const others = node.children.filter(
    ({ type }) =>
      (type === "elif_clause" && node.type === "if_statement") ||
      (type === "if_clause" && COMPREHENSIONS.has(node.type)),
  );
  const conditions = [findCondition(node), ...others.map((one) => findCondition(one) ?? one)];
  const exit = (node.type === "block" ? node.children : []).find(
    (one) =>
      one.type === "if_statement" &&
      EXITS.has(findChild(one, "consequence")?.children.at(-1)?.type ?? "") &&
      isAsking(findChild(one, "condition")),
  );
  return {
    conditions: conditions.filter((one) => one !== undefined).filter(isAsking),
    exit: exit?.end ?? Infinity,
  };
}

/** Whether a condition asks, or looks at a variable that has the answer. */
function isQuestion(condition: Syntax, scope: Scope, code: Code): boolean {
  const text = code.toSourceText(condition);
  if (QUESTION.test(text)) return true;
  const answers = listAnswers(scope, code);
  return answers.size > 0 && (text.match(/[a-z_]\w*/gi) ?? []).some((name) => answers.has(name));
}

const answersOf = new WeakMap<Scope, ReadonlySet<string>>();

/** Variables of the function around that have the answer of a question. */
function listAnswers(scope: Scope, code: Code): ReadonlySet<string> {
  const before = answersOf.get(scope);
  if (before !== undefined) return before;
  const own = Array.from(scope.names).flatMap(([name, bindings]) =>
    bindings.some((one) => one.kind === "value" && QUESTION.test(code.toSourceText(one.node)))
      ? name
      : [],
  );
  const answers = new Set([...(scope.outer ? listAnswers(scope.outer, code) : []), ...own]);
  answersOf.set(scope, answers);
  return answers;
}
