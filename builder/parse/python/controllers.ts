// Controllers: classes with methods that answer HTTP requests, and the routes that lead to these.
// `route` of the platform's `http` (since 8.0), and before it `httprequest` and `jsonrequest`, whose
// address is the class's `_cp_path` with the method's name (`find_handler` of 7.0's web/http.py).
// Only decorated methods count: one that overrides a route without the decorator is no route any more.

import type { ControllerRecord, RouteRecord } from "../../../data/module/module-parts.js";
import { readConstants } from "./constants.js";
import type { Scope } from "./fields.js";
import { findDefinition, readFunction } from "./functions.js";
import { resolveName } from "./imports.js";
import { evaluateLiteral, type Environment } from "./literal/literal.js";
import { findText } from "./literal/literal-operations.js";
import type { Literal } from "./literal/literal-value.js";
import { createLineFinder } from "./text/lines.js";
import { normaliseExpression } from "./text/normalise.js";
import {
  isOperator,
  readDottedName,
  splitArguments,
  splitItems,
  trimBrackets,
} from "./text/split.js";
import type { InFile } from "../source-file.js";
import type { Statement } from "./statements.js";
import { tokenise, type Token, type TokenRange } from "./text/tokens.js";

/** A text without all of these has no route. */
export const ROUTE_WORDS: readonly string[] = ["route", "httprequest", "jsonrequest"];

/** A decorator that may be one of a route, however it was imported. */
export const ROUTE_LINE = /^[ \t]*@[ \t]*[\w.]*\b(?:route|httprequest|jsonrequest)\b/m;

/** The old decorators and the type that each stands for. */
const OLD_TYPES: ReadonlyMap<string, string> = new Map([
  ["httprequest", "http"],
  ["jsonrequest", "json"],
]);

/** A class whose bases may make it a controller: `tokens[open]` is the bracket before them. */
interface ControllerClass {
  readonly name: string;
  readonly tokens: readonly Token[];
  readonly open: number;
  readonly statements: readonly Statement[];
}

/** `undefined` for a class without routes. */
export function readController(
  text: string,
  found: ControllerClass,
  { imports, constants }: Scope,
): InFile<ControllerRecord> | undefined {
  const { names } = readConstants(text, found.statements, constants);
  const findLine = createLineFinder(text);
  const routes: RouteRecord[] = [];
  for (const { type, node } of found.statements) {
    if (type !== "decorated_definition") continue;
    const definition = findDefinition(text, node, type);
    if (definition.type !== "function_definition") continue;
    const decorator = definition.decorators
      .map((source) => readDecorator(source, imports))
      .find((one) => one !== undefined);
    const method = decorator && readFunction(text, definition);
    if (decorator === undefined || method === undefined) continue;
    const line = findLine(node.startIndex);
    routes.push({ ...toRoute(method.name, decorator, names), line });
  }
  if (routes.length === 0) return undefined;
  const bases = splitArguments(found.tokens, found.open).filter(({ key }) => key === null);
  return {
    class_name: found.name,
    inherit_from: bases.map(({ value }) => normaliseExpression(value)),
    line: findLine(found.tokens[0]?.start ?? 0),
    routes,
  };
}

interface RouteDecorator {
  /** `route`, `httprequest` or `jsonrequest`. */
  readonly word: string;
  readonly tokens: readonly Token[];
  /** Index of the bracket before its arguments, -1 without. */
  readonly open: number;
}

function readDecorator(source: string, imports: Scope["imports"]): RouteDecorator | undefined {
  if (!ROUTE_WORDS.some((word) => source.includes(word))) return undefined;
  const tokens = tokenise(source, 0, source.length);
  const open = tokens.findIndex((token) => isOperator(token, "("));
  const names = readDottedName({ tokens, from: 0, to: open === -1 ? tokens.length : open });
  if (names === undefined) return undefined;
  const path = resolveName(names, imports);
  const word = path.at(-1) ?? "";
  // A bare `route` may come from a star import; `app.route` is of something else.
  const isPlatform = path.at(-2) === "http" || (path.length === 1 && word === "route");
  if (!ROUTE_WORDS.includes(word) || (word === "route" && !isPlatform)) return undefined;
  return { word, tokens, open };
}

function toRoute(
  name: string,
  decorator: RouteDecorator,
  names: Environment,
): Omit<RouteRecord, "line"> {
  const { word, tokens, open } = decorator;
  const oldType = OLD_TYPES.get(word);
  if (oldType !== undefined) {
    return { name, ...NOTHING_SAID, paths: toOldPaths(name, names("_cp_path")), type: oldType };
  }
  const given = open === -1 ? [] : splitArguments(tokens, open);
  const first = given.find(({ key }) => key === null || key === "route");
  const keywords = new Map<string, TokenRange>();
  for (const argument of given) {
    if (argument !== first) keywords.set(argument.key ?? "args", argument.value);
  }
  /** The literal behind a keyword; one that is of another kind stays for `attrs`. */
  const take = <T>(key: string, read: (value: Literal) => T | undefined): T | null => {
    const range = keywords.get(key);
    if (range === undefined) return null;
    const value = evaluateLiteral(range, names);
    const known = value.kind === "none" ? null : read(value);
    if (known !== undefined) keywords.delete(key);
    return known ?? null;
  };
  const said = {
    type: take("type", findText),
    auth: take("auth", findText),
    methods: take("methods", findTexts),
    csrf: take("csrf", findTruth),
    website: take("website", findTruth),
    cors: take("cors", findText),
  };
  const attributes = Array.from(keywords, ([key, range]) => [key, normaliseExpression(range)]);
  return {
    name,
    paths: first === undefined ? [] : readPaths(first.value, names),
    ...said,
    // A key such as `__proto__` becomes a plain property this way.
    attrs: attributes.length === 0 ? null : Object.fromEntries(attributes),
  };
}

const NOTHING_SAID = {
  paths: [],
  type: null,
  auth: null,
  methods: null,
  csrf: null,
  website: null,
  cors: null,
  attrs: null,
} as const;

/** The method `index` answers at the path of its class. */
function toOldPaths(name: string, path: Literal | undefined): readonly string[] {
  if (path?.kind !== "str") return [];
  return [name === "index" ? path.value : `${path.value.replace(/\/$/, "")}/${name}`];
}

/** One address or a list of them; what is no literal as Python source. */
function readPaths(outer: TokenRange, names: Environment): readonly string[] {
  const range = trimBrackets(outer);
  const value = evaluateLiteral(range, names);
  const known = findText(value) ?? findTexts(value);
  if (known !== undefined) return [known].flat();
  if (value.kind === "none") return [];
  const first = range.tokens[range.from];
  const isDisplay = "items" in value && first?.close === range.to - 1;
  if (!isDisplay) return [normaliseExpression(range)];
  return splitItems({ tokens: range.tokens, from: range.from + 1, to: range.to - 1 }).map(
    (item) => findText(evaluateLiteral(item, names)) ?? normaliseExpression(item),
  );
}

function findTexts(value: Literal): readonly string[] | undefined {
  if (!("items" in value)) return undefined;
  const texts = value.items.flatMap((item) => findText(item) ?? []);
  return texts.length === value.items.length ? texts : undefined;
}

function findTruth(value: Literal): boolean | undefined {
  return value.kind === "bool" ? value.value : undefined;
}
