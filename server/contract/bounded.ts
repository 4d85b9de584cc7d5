// No answer is without an end: of one that is longer than any honest one the longest lists and texts are cut, all of one name
// alike. It says which in `truncated`, and continues there with the parameter `rest`.
import { fitValue, type Cut, type FitLevel, type Starts } from "./fit.js";
import type { Block } from "./layout.js";
import { text } from "./parameter.js";
import { Problem } from "./problem.js";
import type { JsonResource, Resource } from "./resource.js";
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
  if (starts === undefined && answer.json !== undefined && answer.json.length <= mostChars) {
    return answer;
  }
  return boundBody(answer, starts, mostChars);
}

/** In the turn in which it was made: many that are asked for at once are not in memory whole at once. */
function boundBody(whole: JsonResource, starts: Starts | undefined, mostChars: number): Resource {
  const { json: _, ...answer } = whole;
  const { body, rest, length } = truncate(answer.body, starts, mostChars);
  const { page } = answer;
  if (page !== undefined && length !== undefined) {
    return { ...answer, body, page: { ...page, limit: length } };
  }
  return { ...answer, body, ...(rest !== undefined && { rest }) };
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
