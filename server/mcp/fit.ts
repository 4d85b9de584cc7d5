// Makes a value fit into so many characters of JSON: long lists and texts are cut, all of one depth of
// detail alike, and it is said of which how much is left.

interface Fitted<T> {
  readonly value: T;
  /** One sentence part for each list or text that was cut; empty when nothing was. */
  readonly cut: readonly string[];
}

/** The most that is left of every list and of every text, tried in this order. */
const LEVELS = [
  { items: 200, chars: 4_000 },
  { items: 100, chars: 2_000 },
  { items: 50, chars: 1_000 },
  { items: 25, chars: 500 },
  { items: 12, chars: 250 },
  { items: 6, chars: 120 },
  { items: 3, chars: 60 },
  { items: 1, chars: 30 },
] as const;

type Level = (typeof LEVELS)[number];

/** The longest list or text of each name that was cut, before it was. */
type Cuts = Map<string, { readonly kept: number; readonly of: number; readonly unit: string }>;

/** Cuts at the first level at which it fits; at the last one, whether it fits or not. */
export function fitValue<T>(value: T, maxChars: number): Fitted<T> {
  let last: Fitted<T> = { value, cut: [] };
  if (measure(value) <= maxChars) return last;
  for (const level of LEVELS) {
    const cuts: Cuts = new Map();
    last = { value: cutValue(value, "", level, cuts) as T, cut: describeCuts(cuts) };
    if (measure(last.value) <= maxChars) return last;
  }
  return last;
}

/** Rows that fit, each cut to a quarter of the room; at least one. */
export function fitRows<T>(rows: readonly T[], maxChars: number): Fitted<readonly T[]> {
  const kept: T[] = [];
  const cut = new Set<string>();
  let chars = 0;
  for (const row of rows) {
    const fitted = fitValue(row, maxChars / 4);
    chars += measure(fitted.value);
    if (chars > maxChars && kept.length > 0) break;
    kept.push(fitted.value);
    for (const part of fitted.cut) cut.add(part);
  }
  return { value: kept, cut: [...cut] };
}

export function measure(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

/** @param name the keys that lead to the value, of any element of a list alike */
function cutValue(value: unknown, name: string, level: Level, cuts: Cuts): unknown {
  const note = (of: number, kept: number, unit: string): void => {
    if ((cuts.get(name)?.of ?? 0) < of) cuts.set(name, { kept, of, unit });
  };
  const go = (inner: unknown, key: string): unknown =>
    cutValue(inner, name === "" ? key : `${name}.${key}`, level, cuts);
  if (typeof value === "string") {
    if (value.length <= level.chars) return value;
    note(value.length, level.chars, "characters");
    return `${value.slice(0, level.chars)}…`;
  }
  if (Array.isArray(value)) {
    if (value.length > level.items) note(value.length, level.items, "elements");
    return value.slice(0, level.items).map((inner) => cutValue(inner, name, level, cuts));
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  // Names that people gave are no keys of a list; more keys than that are data.
  const most = Math.max(level.items, MOST_NAMED_KEYS);
  if (entries.length > most) note(entries.length, most, "keys");
  return Object.fromEntries(entries.slice(0, most).map(([key, inner]) => [key, go(inner, key)]));
}

const MOST_NAMED_KEYS = 40;

/** More would be as long as what was cut. */
const MOST_NOTES = 12;

function describeCuts(cuts: Cuts): readonly string[] {
  const notes = [...cuts].map(
    ([name, { kept, of, unit }]) => `${name}: at most ${kept} of up to ${of} ${unit}`,
  );
  if (notes.length <= MOST_NOTES) return notes;
  return [...notes.slice(0, MOST_NOTES), `${notes.length - MOST_NOTES} more`];
}
