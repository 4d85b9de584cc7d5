// Makes a value fit into so many characters of JSON: long lists and texts are cut, all of one name alike, and it is said of
// which how much is left. The parameter `rest` continues a cut answer.

/** The most that is left of every list and of every text. */
export interface FitLevel {
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
export type Starts = ReadonlyMap<string, number>;

interface Room {
  readonly maxChars: number;
  /** Tried in this order. */
  readonly levels: readonly FitLevel[];
  readonly starts?: Starts;
}

/** Cuts at the first level at which it fits; at the last one, whether it fits or not. */
export function fitValue<T>(value: T, { maxChars, levels, starts }: Room): Fitted<T> {
  let last: Fitted<T> = { value, cuts: [] };
  if (starts === undefined && !isLonger(value, maxChars)) return last;
  for (const level of starts === undefined ? levels : [WHOLE, ...levels]) {
    // A level that leaves too much is not worth a copy.
    if (starts === undefined && level !== levels.at(-1) && spend(value, maxChars, level) < 0) {
      continue;
    }
    const cuts = new Map<string, Cut>();
    const cut = cutValue(value, "", "", { level, starts, cuts }) as T;
    last = { value: cut, cuts: [...cuts.values()] };
    if (!isLonger(cut, maxChars)) return last;
  }
  return last;
}

const WHOLE: FitLevel = { items: Infinity, chars: Infinity };

/** Would its JSON have more characters? */
export function isLonger(value: unknown, maxChars: number): boolean {
  return spend(value, maxChars, WHOLE) < 0;
}

/** Length left after a value that is cut at the level; a longer value is not read to its end. */
function spend(value: unknown, left: number, level: FitLevel): number {
  if (typeof value === "string") {
    return value.length <= level.chars ? left - measureText(value) : left - level.chars - 3;
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

/** Characters that JSON escapes. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

function measureText(text: string): number {
  return ESCAPED.test(text) ? JSON.stringify(text).length : text.length + 2;
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
    const kept = value.slice(from, from + level.items) as readonly unknown[];
    return kept.map((inner) => cutValue(inner, `${name}[]`, inside, cutting));
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length <= MOST_NAMED_KEYS) return cutEntries(entries, inside, cutting);
  // Names that people gave are no keys of a list; more keys than that are data.
  const most = Math.max(level.items, MOST_NAMED_KEYS);
  note(entries.length, most, "keys");
  return cutEntries(entries.slice(from, from + most), inside, cutting);
}

const MOST_NAMED_KEYS = 40;

function cutEntries(
  entries: readonly (readonly [string, unknown])[],
  inside: string,
  cutting: Cutting,
): object {
  return Object.fromEntries(
    entries.map(([key, inner]) => {
      const name = inside + key;
      return [key, cutValue(inner, name, `${name}.`, cutting)];
    }),
  );
}
