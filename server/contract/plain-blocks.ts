// Default layout of an answer: its values as facts, its lists as tables, in the order of its
// fields.
import { isObject } from "../../data/json.js";
import type { Shape } from "../../data/shape.js";
import { finishSteps, type Steps } from "../../data/yield.js";
import { toPath } from "./browser/ask.js";
import { findFields, findRowShape, listDeclared, openNull } from "./declared-columns.js";
import { toFieldTitle } from "./field-words.js";
import { toLineAddress } from "./browser/line-address.js";
import { isLonger } from "./bounded.js";
import {
  layFacts,
  layTable,
  type Block,
  type Cell,
  type ComputedColumn,
  type DeclaredFact,
  type LayoutContext,
  type Table,
} from "./layout.js";
import { layUnknown, type Completeness } from "./shape/completeness.js";
import { linkRepository } from "./shape/repository-column.js";
import { omitFormerNames } from "./shape/former-names.js";

type Values = Readonly<Record<string, unknown>>;

/** Templates that make links. */
const LEFT_OUT = new Set(["line_url", "line_urls", "line", "truncated"]);
/** Fields that one sentence tells. */
const OF_COMPLETENESS = ["complete", "not_indexed", "not_indexed_count", "rules_of"];
/** Addresses lie behind names, an organization stands with its repository. */
const OF_PROGRAMS = new Set(["organization", "page", "url", "score", "git"]);
/** Limits of a readable row: columns, and characters of a cell. */
const MOST_COLUMNS = 9;
const MOST_CHARS = 100;
/** Shown wherever they stand: what tells rows apart. */
const KEPT_COLUMNS = ["file", "path", "repository"];

export const layPlain = (answer: unknown, context: LayoutContext): readonly Block[] =>
  finishSteps(layPlainly(answer, context));

/** The same, one row a step. */
export function* layPlainly(
  answer: unknown,
  { total, shape }: LayoutContext,
): Steps<readonly Block[]> {
  const given = omitFormerNames(answer);
  const list = (Array.isArray(given) ? given : [given]) as readonly unknown[];
  const [body] = list;
  const isOne = list.length === 1 && (list !== given || (total ?? 1) === 1);
  const isList = list === given;
  const own = isList ? findRowShape(shape) : shape;
  if (!isOne || !isObject(body)) {
    return [yield* layRows("rows", list, { all: total, shape: own })];
  }
  const isWhole = !("complete" in body);
  const told = isWhole ? body : omit(body, OF_COMPLETENESS);
  const facts = listFacts(told, own);
  return [
    ...(facts.length > 0 ? [layFacts(facts)] : []),
    ...(isWhole ? [] : layUnknown(body as unknown as Completeness)),
    ...(yield* listTables(told, { all: isList ? undefined : total, shape: own })),
    ...listTexts(told),
    // Spreadsheets have the columns of several rows.
    ...(isList
      ? [
          {
            ...(yield* layRows("rows", list, { shape: own })),
            place: "data",
            isMain: true,
          } as const,
        ]
      : []),
  ];
}

function omit(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

function isRowList(value: unknown): value is readonly Values[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

/** True for text of several lines. */
function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim().includes("\n");
}

/** True for names of fields, false for versions or repositories. */
function isRecord(value: unknown): value is Values {
  if (!isObject(value)) return false;
  const names = Object.keys(value);
  // Without any it may be a map, which keeps its column.
  return names.length > 0 && names.every((name) => /^[a-z][a-z\d_]*$/.test(name));
}

/** Values that stand in objects get the names of these before their own. */
function listFacts(values: Values, shape: Shape | undefined, before = ""): readonly DeclaredFact[] {
  return Object.entries(values).flatMap(([name, value]): readonly DeclaredFact[] => {
    const key = before + name;
    if (LEFT_OUT.has(name) || isRowList(value) || isText(value)) return [];
    if (isRecord(value)) return listFacts(value, shape, `${key}.`);
    if (value === null)
      return openNull(shape, key).map((one) => ({ key: one, value, isFew: true }));
    return [{ key, value: toCell(value), isFew: true, ...findUnit(key) }];
  });
}

function* listTables(
  values: Values,
  { all, shape }: Omit<Rows, "isInner">,
  before = "",
): Steps<readonly Block[]> {
  const tables: Block[] = [];
  for (const [name, value] of Object.entries(values)) {
    const key = before + name;
    if (LEFT_OUT.has(name)) continue;
    if (isRowList(value)) {
      const row = findRowShape(shape, name);
      tables.push(yield* layRows(key, value, { all, shape: row, isInner: true }));
    } else if (isRecord(value)) {
      const inner = { shape: shape && findFields(shape)?.[name] };
      tables.push(...(yield* listTables(value, inner, `${key}.`)));
    }
  }
  return tables;
}

function listTexts(values: Values): readonly Block[] {
  return Object.entries(values).flatMap(([name, text]): readonly Block[] =>
    isText(text) ? [{ kind: "code", title: toFieldTitle(name), language: "text", text }] : [],
  );
}

interface Rows {
  /** Rows of the whole list. */
  readonly all?: number | undefined;
  /** Shape of a row. */
  readonly shape?: Shape | undefined;
  /** Lists of an answer may be opened; an answer that is a list has its rows. */
  readonly isInner?: true;
}

function* layRows(
  name: string,
  list: readonly unknown[],
  { all, shape, isInner }: Rows = {},
): Steps<Table> {
  const rows: Values[] = [];
  const flat: Values[] = [];
  const lists = new Set<string>();
  for (const given of list) {
    const row = isObject(given) ? flatten(given) : { value: given };
    for (const key in row) if (isRowList(row[key])) lists.add(key);
    flat.push(row);
    yield;
  }
  const [first] = lists;
  const opened = isInner && lists.size === 1 ? first : undefined;
  for (const row of flat) {
    if (opened === undefined) rows.push(row);
    else yield* openRow(row, opened, rows);
    yield;
  }
  const names = new Set<string>(
    list.length === 0 && shape !== undefined ? listDeclared(shape) : [],
  );
  const empty = new Set<string>();
  // Keys of an opened list are of its rows, unless its owner has them.
  const inner = opened === undefined ? undefined : findRowShape(shape, opened);
  const findOwner = (key: string): Shape | undefined =>
    inner !== undefined && findFields(inner)?.[key] !== undefined ? inner : shape;
  const long = new Set(opened === undefined ? lists : []);
  for (const row of rows) {
    for (const key in row) {
      const value = row[key];
      if (value !== null) names.add(key);
      else if (!empty.has(key)) {
        empty.add(key);
        for (const column of openNull(findOwner(key), key)) names.add(column);
      }
      if (typeof value === "string" && value.length > MOST_CHARS) long.add(key);
    }
    yield;
  }
  const keys = [...names].filter((key) => !LEFT_OUT.has(last(key)));
  // A page's path is an address as well.
  const isOfPrograms = (key: string): boolean =>
    OF_PROGRAMS.has(last(key)) || (key === "path" && keys.includes("page"));
  const shown = keys.filter((key) => !isOfPrograms(key) && !long.has(key));
  const seen = new Set([...shown.slice(0, MOST_COLUMNS), ...KEPT_COLUMNS]);
  const findPlace = (key: string): Pick<ComputedColumn, "place"> => {
    if (isOfPrograms(key)) return { place: "data" };
    return seen.has(key) ? {} : { place: "detail" };
  };
  const left = all === undefined ? 0 : Math.max(0, all - list.length);
  return layTable<Values>({
    name,
    rows,
    total: rows.length + left,
    columns: keys.flatMap((key): readonly ComputedColumn<Values>[] =>
      key === "repository" && keys.includes("organization")
        ? [{ ...toColumn(key), place: "data" }, PROVIDER]
        : [{ ...toColumn(key), ...findPlace(key) }],
    ),
  });
}

/** Facts of a list's owner for all of its rows. */
const MOST_REPEATED_CHARS = 1_000_000;

/** Adds a row for each of its only list, as a module has classes; lists in these are names. */
function* openRow(row: Values, list: string, opened: Values[]): Steps<void> {
  const rows = row[list];
  if (!isRowList(rows)) return void opened.push(row);
  const outer = omit(row, [list]);
  // A long value stands once if it would be most of the table.
  const isRepeated = !isLonger(outer, MOST_REPEATED_CHARS / rows.length);
  const short = Object.entries(outer).filter(([, value]) => !isLonger(value, MOST_CHARS));
  const again = isRepeated ? outer : Object.fromEntries(short);
  for (const [at, one] of rows.entries()) {
    const own = flatten(one);
    const isApart = !Object.keys(own).some((key) => Object.hasOwn(outer, key));
    const shown = isApart ? own : nameApart(own, outer, list);
    // A literal of two spreads would give each row a hidden class of its own in Node.js 20: twice the memory.
    opened.push(Object.assign({}, at === 0 ? outer : again, shown));
    yield;
  }
}

/** Fields with the name of their list before them where the owner of the list has one of their own. */
function nameApart(values: Values, owner: Values, list: string): Values {
  const named = Object.entries(values).map(([key, value]) => [
    Object.hasOwn(owner, key) ? `${list}.${key}` : key,
    value,
  ]);
  return Object.fromEntries(named) as Values;
}

function flatten(values: Values, before = ""): Values {
  if (before === "" && !Object.values(values).some(isRecord)) return values;
  const entries = Object.entries(values).flatMap(([name, value]) =>
    isRecord(value)
      ? Object.entries(flatten(value, `${before}${name}.`))
      : [[before + name, value] as const],
  );
  return Object.fromEntries(entries);
}

function toColumn(key: string): ComputedColumn<Values> {
  const name = last(key);
  const link = LINKS[name];
  const isFile = key === "file" || key === "path";
  return {
    key,
    ...findUnit(key),
    value(row) {
      const value = row[key];
      if (typeof value !== "string") return toCell(value);
      if (isFile && typeof row["line"] === "number") return `${value}:${row["line"]}`;
      return value;
    },
    ...(link && { href: (row, text) => link(text, row) }),
  };
}

/** A repository with its organization, for people. */
const PROVIDER: ComputedColumn<Values> = {
  key: "provider",
  value({ organization, repository }) {
    const names = [organization, repository].filter((one) => typeof one === "string");
    return names.length === 0 ? null : names.join("/");
  },
  href: linkRepository,
};

/** Targets of names in any answer. */
const LINKS: Readonly<Record<string, (text: string, row: Values) => string | null>> = {
  technical_name: toModule,
  module: toModule,
  depends: toModule,
  model: (name) => toPath("model", name),
  model_name: (name) => toPath("model", name),
  xml_id: (id) => toPath("view", id),
  repository: (provider) => toPath("repo", ...provider.split("/")),
  path: (_, { url }) => (typeof url === "string" ? url : null),
  name: (_, { page }) => (typeof page === "string" ? page : null),
  file: (_, { file, line, line_url: template }) =>
    (typeof template === "string" &&
      toLineAddress({ file: String(file), line: Number(line ?? 1) }, template)) ||
    null,
};

function toModule(name: string, { platform_version: at }: Values): string {
  return typeof at === "string" ? toPath("module", name, at) : toPath("module", name);
}

function findUnit(key: string): { readonly unit?: "day" | "bytes" } {
  if (/(?:^|[_.])(?:date|change|committed)$/.test(key)) return { unit: "day" };
  return /bytes$|folder_size$|^code_size\b/.test(key) ? { unit: "bytes" } : {};
}

/** Lists of objects are the names of these; what is kept by names is a list, too. */
function toCell(value: unknown): Cell {
  if (Array.isArray(value)) return value.map((one) => (isObject(one) ? nameOf(one) : String(one)));
  if (!isObject(value)) return value as Cell;
  if (isRecord(value)) return nameOf(value);
  return Object.entries(value).flatMap(([name, one]) =>
    one === null ? [] : [`${name}: ${[toCell(one)].flat().join(" ")}`],
  );
}

function nameOf(value: Values): string {
  const { technical_name: module, xml_id: id, name, model_name: model, kind } = value;
  const named = [module, id, name, model, kind].find((one) => typeof one === "string");
  return String(
    named ??
      Object.values(value)
        .filter((one) => !isObject(one))
        .join(" "),
  );
}

const last = (key: string): string => key.slice(key.lastIndexOf(".") + 1);
