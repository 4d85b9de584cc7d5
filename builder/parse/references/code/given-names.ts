// Names of fields that methods of the ORM are given: keys of values, conditions of domains, paths, and names in an order or
// a grouping. What is no literal is left out.
import { findChild, type Syntax } from "../../python/syntax.js";
import type { Code } from "./code.js";
import { listReturned } from "./own-methods.js";
import { findRecords, toNext, toAttribute } from "./records.js";
import { COMPREHENSIONS, findBindings, type Records, type Scope } from "./scopes.js";
import { listCompared, listTexts } from "./values.js";

/** A path of fields from records on. */
export interface GivenPath {
  readonly records: Records;
  readonly path: readonly string[];
  readonly node: Syntax;
  /** Texts that the last field is given or compared with. */
  readonly values?: readonly string[];
}

type Kind = "values" | "domain" | "path" | "order" | "names";

/** Arguments by their place, and by their names. */
interface Parameters {
  readonly places: readonly Kind[];
  readonly names: Readonly<Record<string, Kind>>;
}

const VALUES: Parameters = {
  places: ["values"],
  names: { vals: "values", values: "values", vals_list: "values" },
};
const PATH: Parameters = { places: ["path"], names: { key: "path", func: "path" } };
const DOMAIN: Parameters = { places: ["domain"], names: { domain: "domain", order: "order" } };
const SEARCH_READ: Parameters = {
  places: ["domain", "names"],
  names: { domain: "domain", fields: "names", field_names: "names", order: "order" },
};

const METHODS: ReadonlyMap<string, Parameters> = new Map([
  ["create", VALUES],
  ["write", VALUES],
  ["new", VALUES],
  ["update", VALUES],
  ["copy", { places: ["values"], names: { default: "values" } }],
  ["copy_data", { places: ["values"], names: { default: "values" } }],
  ["mapped", PATH],
  ["filtered", PATH],
  ["grouped", PATH],
  ["sorted", { places: ["order"], names: { key: "order" } }],
  ["search", DOMAIN],
  ["search_count", DOMAIN],
  ["filtered_domain", DOMAIN],
  ["_search", DOMAIN],
  ["search_fetch", SEARCH_READ],
  ["search_read", SEARCH_READ],
  ["read", { places: ["names"], names: { fields: "names" } }],
  [
    "read_group",
    {
      places: ["domain", "names", "names"],
      names: { domain: "domain", fields: "names", groupby: "names" },
    },
  ],
  [
    "_read_group",
    { places: ["domain"], names: { domain: "domain", groupby: "names", aggregates: "names" } },
  ],
]);

/** @param node the call of a method of records */
export function listGivenPaths(
  {
    node,
    method,
    records,
  }: { readonly node: Syntax; readonly method: string; readonly records: Records },
  scope: Scope,
  code: Code,
): readonly GivenPath[] {
  const parameters = METHODS.get(method);
  const given = findChild(node, "arguments");
  if (parameters === undefined || given?.type !== "argument_list") return [];
  const read = createReaders(scope, code);
  return given.children.flatMap((argument, at) => {
    if (argument.type !== "keyword_argument") {
      const kind = parameters.places[at];
      return kind === undefined ? [] : read[kind](argument, records);
    }
    const name = findChild(argument, "name");
    const value = findChild(argument, "value");
    const kind = name && parameters.names[code.toSourceText(name)];
    return kind === undefined || value === undefined ? [] : read[kind](value, records);
  });
}

/** `{"domain": {"field": […]}}`, which a method with `@api.onchange` returns. */
export function listReturnedDomains(
  dictionary: Syntax,
  records: Records,
  scope: Scope,
  code: Code,
): readonly GivenPath[] {
  const read = createReaders(scope, code);
  return listPairs(dictionary, code)
    .filter(({ name, value }) => name === "domain" && value.type === "dictionary")
    .flatMap(({ value }) => listPairs(value, code))
    .flatMap(({ name, value }) => read.domain(value, toNext(records, [name])));
}

/** The pairs of a dictionary whose keys are names. */
function listPairs({ children }: Syntax, code: Code) {
  return children.flatMap((pair) => {
    const [key, value] = [findChild(pair, "key"), findChild(pair, "value")];
    if (pair.type !== "pair" || key?.type !== "string" || value === undefined) return [];
    const name = code.readText(key);
    return name === undefined || !/^[a-z]\w*$/.test(name) ? [] : { key, name, value };
  });
}

type Read = (node: Syntax, records: Records) => readonly GivenPath[];

/** `name`, `name desc`, `name:sum`, `alias:sum(name)`, `date:month` */
const ITEM = /^"?(\w+(?:\.\w+)*)"?(?::\w+(?:\((\w+)\))?)?(?:\s+(?:asc|desc)\b.*)?$/i;
const OPERATOR =
  /^(?:=\??|!=|<>|[<>]=?|(?:not )?(?:in|i?like|any)!?|=i?like|not =i?like|child_of|parent_of)$/;
const PATH_OF_FIELDS = /^[a-z_]\w*(?:\.\w+)*$/;
/** Parts of dates, which are no fields, and what every group has. */
const NO_FIELD = /_number$|^__/;

function toPath(text: string, records: Records, node: Syntax): readonly GivenPath[] {
  const path = text.split(".");
  const isRead = PATH_OF_FIELDS.test(text) && !NO_FIELD.test(path.at(-1) ?? "");
  return isRead && !text.startsWith("_") ? [{ records, path, node }] : [];
}

function createReaders(scope: Scope, code: Code): Readonly<Record<Kind, Read>> {
  const readPath: Read = (node, records) => {
    const text = node.type === "string" ? code.readText(node) : undefined;
    return text === undefined ? [] : toPath(text, records, node);
  };
  const readItem: Read = (node, records) => {
    const text = node.type === "string" ? (code.readText(node) ?? "") : "";
    const [, name, inner] = ITEM.exec(text.trim()) ?? [];
    return name === undefined ? [] : toPath(inner ?? name, records, node);
  };
  const readItems: Read = (node, records) => {
    const list = findOnlyValue(node, scope, code) ?? node;
    return list.type === "list" || list.type === "tuple"
      ? list.children.flatMap((item) => readItem(item, records))
      : readItem(list, records);
  };
  const readOrder: Read = (node, records) => {
    const text = node.type === "string" ? (code.readText(node) ?? "") : "";
    return text.split(",").flatMap((item) => {
      const [, name] = /^\s*"?(\w+(?:\.\w+)*)"?(?:\s+(?:asc|desc)\b.*)?\s*$/i.exec(item) ?? [];
      return name === undefined ? [] : toPath(name, records, node);
    });
  };
  const readValues: Read = (node, records) =>
    listDictionaries(node, scope, code).flatMap((dictionary) =>
      listPairs(dictionary, code).flatMap(({ key, name, value }) => {
        const next = toNext(records, [name]);
        const inner = listCommands(value, code).flatMap((one) => readValues(one, next));
        return [{ records, path: [name], node: key, values: listTexts(value, code) }, ...inner];
      }),
    );
  const readDomain: Read = (node, records) =>
    listConditions(node, scope, code).flatMap(({ name, operator, value }) => {
      const text = code.readText(name) ?? "";
      const values = listCompared(operator, value, code);
      const own = toPath(text, records, name).map((one) => ({ ...one, values }));
      const isInner = /any/.test(operator) && own.length > 0;
      return isInner ? [...own, ...readDomain(value, toNext(records, text.split(".")))] : own;
    });
  return {
    values: readValues,
    domain: readDomain,
    path: readPath,
    order: readOrder,
    names: readItems,
  };
}

/** The only value of a name that is bound once. */
function findOnlyValue(node: Syntax, scope: Scope, code: Code): Syntax | undefined {
  const found =
    node.type === "identifier" ? findBindings(code.toSourceText(node), node, scope) : undefined;
  const values = found?.bindings.filter(({ kind }) => kind !== "kept");
  const [only] = values?.length === 1 ? values : [];
  return only?.kind === "value" && only.node.type !== "identifier" ? only.node : undefined;
}

/** Dictionaries that an argument is, or that a method of its class returns: one, several in a list, or one for each item. */
function listDictionaries(node: Syntax, scope: Scope, code: Code, depth = 0): readonly Syntax[] {
  if (node.type === "dictionary") return [node];
  const { type, children } = node;
  if (type === "list" || type === "parenthesized_expression" || COMPREHENSIONS.has(type)) {
    const items = COMPREHENSIONS.has(type) ? children.slice(0, 1) : children;
    return items.flatMap((item) =>
      item.type === "dictionary" || item.type === "call"
        ? listDictionaries(item, scope, code, depth)
        : [],
    );
  }
  const called = type === "call" ? findChild(node, "function") : undefined;
  if (called?.type === "attribute" && depth < MOST_CALLS) {
    const name = toAttribute(called, code);
    if (!code.text.includes(`def ${name}(`)) return [];
    const records = findRecords(findChild(called, "object"), scope, code);
    return listReturned({ node, name, records }, code).flatMap((value) =>
      listDictionaries(value, scope.findScope(value), code, depth + 1),
    );
  }
  const value = findOnlyValue(node, scope, code);
  return value === undefined ? [] : listDictionaries(value, scope, code, depth);
}

/** Methods that return what others return. */
const MOST_CALLS = 3;

/** The values of records that commands make or write: `(0, 0, {…})`, `Command.create({…})`. */
function listCommands(node: Syntax, code: Code): readonly Syntax[] {
  const { type, children } = node;
  if (type === "list" || COMPREHENSIONS.has(type)) {
    return (type === "list" ? children : children.slice(0, 1))
      .flatMap((item) => {
        const { children: parts } = item;
        const last = parts.at(-1);
        const isTuple = item.type === "tuple" && parts.length === 3;
        if (isTuple && parts[0] !== undefined && /^[01]$/.test(code.toSourceText(parts[0])))
          return last ?? [];
        const called = item.type === "call" ? findChild(item, "function") : undefined;
        const isCommand =
          called?.type === "attribute" &&
          /\bCommand\.(?:create|update)$/.test(code.toSourceText(called));
        return isCommand ? (findChild(item, "arguments")?.children.at(-1) ?? []) : [];
      })
      .filter(({ type: given }) => given === "dictionary" || given === "identifier");
  }
  return [];
}

interface Condition {
  readonly name: Syntax;
  readonly operator: string;
  readonly value: Syntax;
}

/** Call that joins domains, such as `expression.AND`. */
const JOINING = /^(?:AND|OR)$/;

/** The conditions of the literal parts of a domain. */
function listConditions(node: Syntax, scope: Scope, code: Code, depth = 0): readonly Condition[] {
  const { type, children } = node;
  const inside = (parts: readonly Syntax[]): readonly Condition[] =>
    depth > 20 ? [] : parts.flatMap((part) => listConditions(part, scope, code, depth + 1));
  if (type === "list" || type === "tuple") {
    const condition = toCondition(node, code);
    return condition === undefined ? inside(children) : [condition];
  }
  if (type === "binary_operator" || type === "parenthesized_expression" || type === "list_splat") {
    return inside(children);
  }
  if (type === "conditional_expression")
    return inside([children[0], children[2]].flatMap((one) => one ?? []));
  if (type === "call") {
    const called = findChild(node, "function");
    const name =
      called?.type === "attribute" ? toAttribute(called, code) : code.toSourceText(called ?? node);
    const given = findChild(node, "arguments");
    return JOINING.test(name) ? inside(given?.children ?? []) : [];
  }
  const value = findOnlyValue(node, scope, code);
  return value === undefined ? [] : inside([value]);
}

function toCondition({ children }: Syntax, code: Code): Condition | undefined {
  const [name, operator, value] = children;
  if (children.length !== 3 || name?.type !== "string" || operator?.type !== "string")
    return undefined;
  const text = code.readText(operator) ?? "";
  return value !== undefined && OPERATOR.test(text) ? { name, operator: text, value } : undefined;
}
