// No answer is without an end: of one that is longer than any honest one the longest lists and texts are cut, all of one name alike. It
// says in `truncated` of which how much is left, and continues there with the parameter `rest`.
import { findFirst } from "../../data/binary-search.js";
import type { Block } from "./layout.js";
import { text } from "./parameter.js";
import { Problem } from "./problem.js";
import type { Resource } from "./resource.js";
import type { Truncated } from "./shape/service.js";

/** Limit of an answer's JSON, without notes on cut parts; a module, or an upgrade of 600 modules, has a third of it. */
export const MOST_ANSWER_CHARS = 4_000_000;

/** Limit of what people read as text, which is laid out as a whole: an upgrade of forty modules has half of it. */
export const MOST_READ_CHARS = 2_000_000;

const LEVELS: readonly FitLevel[] = [
  { items: 20_000, chars: 100_000 },
  { items: 10_000, chars: 50_000 },
  { items: 5_000, chars: 20_000 },
  { items: 2_000, chars: 10_000 },
  { items: 1_000, chars: 5_000 },
  { items: 400, chars: 2_000 },
  { items: 100, chars: 1_000 },
  { items: 40, chars: 400 },
  { items: 10, chars: 100 },
  { items: 3, chars: 30 },
];

/** Limit of names listed for cut parts; the longest come first. */
const MOST_NOTES = 100;

export const REST = text("Continues a cut answer: a value of `rest` in `truncated`.", {
  example: "models:100",
});

/** @param rest the value of the parameter @throws Problem `invalid_parameters` */
export function boundAnswer(
  answer: Promise<Resource> | Resource,
  rest: string | undefined,
  mostChars = MOST_ANSWER_CHARS,
): Promise<Resource> | Resource {
  const starts = rest === undefined ? undefined : parseRest(rest);
  if (answer instanceof Promise) return answer.then((one) => boundAnswer(one, rest, mostChars));
  if (!("body" in answer)) return answer;
  const { json, ...others } = answer;
  const { page } = others;
  if (starts === undefined && json !== undefined && json.length <= mostChars) return answer;
  // In the turn in which it was made: many that are asked for at once are not in memory whole at once.
  const { body, length, rest: next } = truncate(answer.body, starts, mostChars);
  if (page !== undefined && length !== undefined) {
    return { ...others, body, page: { ...page, limit: length } };
  }
  return { ...others, body, ...(next !== undefined && { rest: next }) };
}

/** A row of an export: whole rows are not looked for there. */
export function boundRow<T extends object>(row: T): T {
  return truncate(row, undefined, MOST_ANSWER_CHARS).body as T;
}

interface Bounded {
  readonly body: unknown;
  /** Position in the first cut list. */
  readonly rest?: string;
  /** Rest of an answer that is a cut list. */
  readonly length?: number;
}

function truncate(whole: unknown, starts: Starts | undefined, maxChars: number): Bounded {
  const room = { maxChars, levels: LEVELS };
  const { value, cuts } = fitValue(whole, { ...room, ...(starts && { starts }) });
  if (cuts.length === 0) return { body: value };
  const told = cuts.toSorted((left, right) => right.of - left.of).slice(0, MOST_NOTES);
  const truncated = told.map((cut): Truncated => {
    const { name, unit, from, kept, of } = cut;
    return { name, unit, from, to: from + kept, of, rest: formatRest(cut, starts) };
  });
  const [first] = truncated;
  return {
    body: addNotes(value, truncated),
    ...(first && { rest: first.rest }),
    ...(cuts.some(({ name }) => name === "") && { length: (value as readonly unknown[]).length }),
  };
}

/** Notes of a list stand in its first row. */
function addNotes(value: unknown, truncated: readonly Truncated[]): unknown {
  if (!Array.isArray(value)) return { ...(value as object), truncated };
  const [first, ...others] = value as readonly unknown[];
  return typeof first === "object" && first !== null ? [{ ...first, truncated }, ...others] : value;
}

/** `models:600,models.fields:200`; in names what these signs could be mistaken for is escaped. */
function formatRest({ name, from, kept }: Cut, starts: Starts | undefined): string {
  const next = new Map(starts).set(name, from + kept);
  return [...next].map(([one, at]) => `${encodeURIComponent(one)}:${at}`).join(",");
}

/** @throws Problem `invalid_parameters` */
function parseRest(rest: string): Starts {
  const parts = rest.split(",").map((part) => /^([^:]*):(\d{1,9})$/.exec(part));
  try {
    return new Map(
      parts.map((part) => {
        if (part === null) throw new URIError();
        return [decodeURIComponent(part[1] ?? ""), Number(part[2])];
      }),
    );
  } catch {
    const detail = "It must be a value of `rest` that an answer has in `truncated`.";
    throw new Problem("invalid_parameters", detail, { errors: [{ parameter: "rest", detail }] });
  }
}

/** Sentence of a text about its cut part. */
export function layTruncated(body: unknown): readonly Block[] {
  const [first] = Array.isArray(body) ? (body as readonly unknown[]) : [body];
  const { truncated = [] } = (first ?? {}) as { readonly truncated?: readonly Truncated[] };
  if (truncated.length === 0) return [];
  const names = truncated.map(
    ({ name, unit, from, to, of, rest }) =>
      `${name}: ${unit} ${from + 1} to ${to} of ${of}; rest=${rest}`,
  );
  return [{ kind: "caveat", says: ["The answer is cut; ask for the rest:"], names }];
}

/** The most that is left of every list and of every text. */
interface FitLevel {
  readonly items: number;
  readonly chars: number;
}

/** Cut parts, by the longest of each name. */
export interface Cut {
  /** The keys that lead to it, of any element of a list alike. */
  readonly name: string;
  readonly unit: "elements" | "characters" | "keys";
  /** Start within the whole. */
  readonly from: number;
  readonly kept: number;
  readonly of: number;
}

interface Fitted<T> {
  readonly value: T;
  /** Empty when nothing was cut. */
  readonly cuts: readonly Cut[];
}

/** Starts of lists and texts, by name; from their own beginning where it is not told. */
type Starts = ReadonlyMap<string, number>;

interface Room {
  readonly maxChars: number;
  /** Each leaves less than the one before. */
  readonly levels: readonly FitLevel[];
  readonly starts?: Starts;
}

/** Cuts at the first level at which it fits; at the last one, whether it fits or not. */
export function fitValue<T>(value: T, { maxChars, levels, starts }: Room): Fitted<T> {
  const cutAt = (level: FitLevel): Fitted<T> => {
    const cuts = new Map<string, Cut>();
    const cut = cutValue(value, "", "", { level, starts, cuts }) as T;
    return { value: cut, cuts: [...cuts.values()] };
  };
  const whole = starts === undefined ? { value, cuts: [] } : cutAt(WHOLE);
  // A level that leaves too much is not worth a copy, and each leaves less than the one before.
  const leavesFew = (level = WHOLE): boolean => spend(whole.value, maxChars, level) >= 0;
  if (leavesFew()) return whole;
  const at = findFirst(0, levels.length - 1, (one) => leavesFew(levels[one]));
  return cutAt(levels[at] ?? WHOLE);
}

const WHOLE: FitLevel = { items: Infinity, chars: Infinity };

/** Would its JSON have more characters? */
export function isLonger(value: unknown, maxChars: number): boolean {
  return spend(value, maxChars, WHOLE) < 0;
}

/** Length left after a value that is cut at the level; a longer value is not read to its end. */
function spend(value: unknown, left: number, level: FitLevel): number {
  if (typeof value === "string") {
    if (value.length <= level.chars) return left - measureText(value);
    return left - measureText(value.slice(0, level.chars)) - 1;
  }
  if (typeof value !== "object" || value === null) return left - String(value).length;
  let still = left - 2;
  if (Array.isArray(value)) {
    const kept = Math.min(value.length, level.items);
    for (let at = 0; at < kept && still >= 0; at++) still = spend(value[at], still - 1, level);
    return still;
  }
  let keys = Math.max(level.items, MOST_NAMED_KEYS);
  for (const key in value) {
    if (still < 0 || keys-- <= 0) return still;
    const inner = (value as Readonly<Record<string, unknown>>)[key];
    still = spend(inner, still - measureText(key) - 2, level);
  }
  return still;
}

/** Code units that JSON may escape. */
// eslint-disable-next-line no-control-regex
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

function measureText(value: string): number {
  return ESCAPED.test(value) ? JSON.stringify(value).length : value.length + 2;
}

interface Cutting {
  readonly level: FitLevel;
  readonly starts: Starts | undefined;
  readonly cuts: Map<string, Cut>;
}

/** @param inside what the names of its keys begin with */
function cutValue(value: unknown, name: string, inside: string, cutting: Cutting): unknown {
  const { level, starts, cuts } = cutting;
  const from = starts?.get(name) ?? 0;
  const note = (of: number, kept: number, unit: Cut["unit"]): void => {
    if (of > from + kept && (cuts.get(name)?.of ?? 0) < of) {
      cuts.set(name, { name, unit, from, kept, of });
    }
  };
  if (typeof value === "string") {
    if (from === 0 && value.length <= level.chars) return value;
    note(value.length, level.chars, "characters");
    const isCut = value.length > from + level.chars;
    return value.slice(from, from + level.chars) + (isCut ? "…" : "");
  }
  if (Array.isArray(value)) {
    note(value.length, level.items, "elements");
    const isKept = from === 0 && value.length <= level.items;
    const kept: readonly unknown[] = isKept ? value : value.slice(from, from + level.items);
    const ofElements = `${name}[]`;
    let copy: unknown[] | undefined;
    for (let at = 0; at < kept.length; at++) {
      const cut = cutValue(kept[at], ofElements, inside, cutting);
      if (cut !== kept[at]) (copy ??= [...kept])[at] = cut;
    }
    return copy ?? kept;
  }
  if (typeof value !== "object" || value === null) return value;
  const object = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(object);
  // Names that people gave are no keys of a list; more keys than that are data.
  const isData = keys.length > MOST_NAMED_KEYS;
  const most = isData ? Math.max(level.items, MOST_NAMED_KEYS) : keys.length;
  if (isData) note(keys.length, most, "keys");
  const kept = isData ? keys.slice(from, from + most) : keys;
  let changed: Map<string, unknown> | undefined;
  for (const key of kept) {
    const inner = object[key];
    if (inner === null || (typeof inner !== "object" && typeof inner !== "string")) continue;
    const cut = cutValue(inner, inside + key, `${inside}${key}.`, cutting);
    if (cut !== inner) (changed ??= new Map()).set(key, cut);
  }
  // Most rows of a list stay as they are.
  if (changed === undefined && kept.length === keys.length) return value;
  return Object.fromEntries(kept.map((key) => [key, changed?.get(key) ?? object[key]]));
}

const MOST_NAMED_KEYS = 40;
