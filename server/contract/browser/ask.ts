// Asking the public interface, as browsers do it too: addresses of questions and pages, and what goes wrong.
import type { AnyQuestion } from "../parameter.js";
import type { ProblemBody as FullProblemBody } from "../shape/service.js";

/** The body of a problem; where the service was not reached the code is the page's own. */
export type ProblemBody = Omit<FullProblemBody, "code" | "type"> & { readonly code: string };

/** The interface answered with a problem, or could not be reached. */
export class AskError extends Error {
  readonly problem: ProblemBody;

  constructor(problem: ProblemBody) {
    super(problem.detail);
    this.name = "AskError";
    this.problem = problem;
  }
}

/** Awaits an answer, or turns a problem into another one; other errors are thrown on. */
export async function catchProblem<A, B>(
  answer: Promise<A>,
  toInstead: (problem: ProblemBody) => B,
): Promise<A | B> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AskError) return toInstead(error.problem);
    throw error;
  }
}

/** The address of a question: its values in the path and in the query. */
export function fillAddress(path: string, question: AnyQuestion): string {
  const rest = new Map(Object.entries(question));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest.get(name) ?? ""));
    rest.delete(name);
    return value;
  });
  return filled + toQuery(Object.fromEntries(rest));
}

/** A path of a page: each part is encoded. */
export function toPath(...parts: readonly string[]): string {
  return `/${parts.map(encodeURIComponent).join("/")}`;
}

/** Splits `OCA/web` into both; `web` alone is the repository. */
export function splitProvider(provider: string): { organization?: string; repository?: string } {
  const [first = "", second] = provider.split("/");
  return second === undefined ? { repository: first } : { organization: first, repository: second };
}

/** `?a=b`, without what is empty; nothing when nothing is left. */
export function toQuery(values: AnyQuestion): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** Limit of rows that a page reads of a list, to sort, filter and export all of them. */
export const MOST_ROWS = 20_000;

interface Part<Body> {
  readonly body: Body;
  readonly total: number | undefined;
  readonly address: string;
}

interface Parts<Body> extends Part<Body> {
  /** Rows at the address, where the whole has more. */
  readonly firstRows: number | undefined;
}

/**
 * An answer that comes in parts, with all rows of its list.
 * @param list key of the list; empty where the body is the list, `undefined` where nothing comes in parts
 * @param limit of the interface for one part
 * @param most rows that are wanted
 */
export async function readAllParts<Body>(
  list: (keyof Body & string) | "" | undefined,
  limit: number,
  read: (part: { readonly limit?: number; readonly offset?: number }) => Promise<Part<Body>>,
  most = MOST_ROWS,
): Promise<Parts<Body>> {
  if (list === undefined) return { ...(await read({})), firstRows: undefined };
  const listRows = (body: Body) => (list === "" ? body : body[list]) as readonly unknown[];
  const first = await read({ limit: Math.min(limit, most), offset: 0 });
  const rows = [...listRows(first.body)];
  const firstRows = rows.length;
  const { total = (first.body as { readonly total?: number }).total ?? 0 } = first;
  while (rows.length < Math.min(total, most)) {
    const part = listRows((await read({ limit, offset: rows.length })).body);
    if (part.length === 0) break;
    rows.push(...part);
  }
  const body = (list === "" ? rows : { ...first.body, [list]: rows }) as Body;
  return { ...first, body, firstRows: rows.length > firstRows ? firstRows : undefined };
}
