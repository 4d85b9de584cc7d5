// Bodies of requests: a form that is too long for an address, and JSON. None is read before it says how long it is.
import { parseJson } from "../../data/json.js";
import { MOST_LIST_CHARS } from "../contract/list/collect-list.js";
import { Problem } from "../contract/problem.js";

/** The longest list, each of its characters in as many bytes as UTF-8 has, and the other fields. */
const MOST_FORM_BYTES = 4 * MOST_LIST_CHARS;

/** @throws Problem `body_too_large`, `malformed_request` */
export async function readForm(request: Request): Promise<URLSearchParams> {
  refuseLong(request, MOST_FORM_BYTES);
  try {
    const query = new URLSearchParams();
    for (const [name, value] of await request.formData()) {
      if (typeof value === "string") query.append(name, value);
    }
    return query;
  } catch {
    throw new Problem("malformed_request", "The body is not a form.");
  }
}

/** @throws Problem `body_too_large`, `malformed_request` */
export async function readJson(request: Request, mostBytes: number): Promise<unknown> {
  refuseLong(request, mostBytes);
  const body = parseJson(await request.text().catch(() => ""));
  if (body === undefined) throw new Problem("malformed_request", "The body is not JSON.");
  return body;
}

function refuseLong({ headers }: Request, mostBytes: number): void {
  const length = Number(headers.get("content-length") ?? Infinity);
  if (length <= mostBytes) return;
  throw new Problem(
    "body_too_large",
    `The body is longer than ${mostBytes} bytes, or does not say how long it is.`,
  );
}
