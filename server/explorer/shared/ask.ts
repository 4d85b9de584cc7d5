// Asking the public interface: in a browser by fetch, on the server in the same process. Pages know
// nothing of modules but what is asked for here.

/** Asks an address of the interface, such as `/v1/versions`. @throws AskError for a problem */
export type Ask = (address: string) => Promise<Asked>;

export interface Asked {
  readonly body: unknown;
  /** Rows of the whole list, where the body is a part of one. */
  readonly total: number | undefined;
}

/** The body of a problem, as far as it is shown. */
export interface ProblemBody {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly suggestions?: readonly string[];
  readonly available_versions?: readonly string[];
  readonly available_repositories?: readonly string[];
  readonly required_at_versions?: readonly string[];
}

/** The interface answered with a problem, or could not be reached. */
export class AskError extends Error {
  readonly problem: ProblemBody;

  constructor(problem: ProblemBody) {
    super(problem.detail);
    this.name = "AskError";
    this.problem = problem;
  }
}

/** The answer of an address that the caller knows. @throws AskError */
export async function askBody<T>(ask: Ask, address: string): Promise<T> {
  return (await ask(address)).body as T;
}

/** A path of the interface or of a page: each part is encoded. */
export function toPath(...parts: readonly string[]): string {
  return `/${parts.map(encodeURIComponent).join("/")}`;
}

/** `?a=b`, without what is empty; nothing when nothing is left. */
export function toQuery(values: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
