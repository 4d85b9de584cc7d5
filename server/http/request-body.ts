// Bodies of requests: a form that is too long for an address, and JSON. None is read before it says how long it is. What
// arrives slowly is kept from nobody else: only what has arrived takes memory, and where there is too much, the slowest gives way.
import { parseJson } from "../../data/json.js";
import { MOST_LIST_CHARS } from "../contract/list/collect-list.js";
import { Problem } from "../contract/problem.js";

/** The longest list, each of its characters in as many bytes as UTF-8 has, and the other fields. */
const MOST_FORM_BYTES = 4 * MOST_LIST_CHARS;

/** Values of JSON, or fields of a form: small ones take fifty times their bytes, and files of a form an object each. */
const MOST_VALUES = 200_000;
const MOST_FIELDS = 1_000;

/** Bytes of all unfinished bodies together: some of the longest. */
const MOST_BYTES = 64 * 1024 * 1024;

export interface Bodies {
  /** @throws Problem `body_too_large`, `malformed_request`, `too_busy` */
  readForm(request: Request): Promise<URLSearchParams>;
  /** @throws Problem `body_too_large`, `malformed_request`, `too_busy` */
  readJson(request: Request, mostBytes: number): Promise<unknown>;
}

/** Body that is not complete. */
interface Arriving {
  readonly sinceMs: number;
  bytes: number;
  giveWay(): void;
}

export function createBodies(mostBytes = MOST_BYTES): Bodies {
  const arriving = new Set<Arriving>();
  let total = 0;
  const isFull = (): boolean => total > mostBytes;
  const forget = (one: Arriving): void => {
    if (arriving.delete(one)) total -= one.bytes;
  };
  const findSlowest = (): Arriving | undefined => {
    const now = performance.now();
    const toRate = ({ bytes, sinceMs }: Arriving): number => bytes / (now - sinceMs + 1);
    return [...arriving].toSorted((left, right) => toRate(left) - toRate(right))[0];
  };

  /** @param look sees each part as it arrives */
  async function read(
    request: Request,
    most: number,
    look?: (part: Uint8Array) => void,
  ): Promise<Buffer<ArrayBuffer>> {
    refuseLong(request, most);
    const reader = request.body?.getReader();
    const parts: Uint8Array[] = [];
    const one: Arriving = {
      sinceMs: performance.now(),
      bytes: 0,
      giveWay() {
        forget(one);
        void reader?.cancel().catch(() => undefined);
      },
    };
    arriving.add(one);
    try {
      for (;;) {
        const { done, value } = (await reader?.read().catch(refuseBroken)) ?? { done: true };
        if (!arriving.has(one)) throw new Problem("too_busy", BUSY);
        if (done) return Buffer.concat(parts);
        look?.(value);
        parts.push(value);
        one.bytes += value.length;
        total += value.length;
        while (isFull()) findSlowest()?.giveWay();
      }
    } finally {
      forget(one);
    }
  }

  return {
    async readForm(request) {
      const type = request.headers.get("content-type") ?? "";
      const body = await read(request, MOST_FORM_BYTES);
      requireFewFields(body, type);
      try {
        const query = new URLSearchParams();
        const answer = new Response(body, { headers: { "content-type": type } });
        for (const [name, value] of await answer.formData()) {
          if (typeof value === "string") query.append(name, value);
        }
        return query;
      } catch {
        throw new Problem("malformed_request", "The body is not a form.");
      }
    },
    async readJson(request, most) {
      const json = parseJson(new TextDecoder().decode(await read(request, most, countValues())));
      if (json === undefined) throw new Problem("malformed_request", "The body is not JSON.");
      return json;
    },
  };
}

const [QUOTE, COMMA, LIST, ESCAPE, OBJECT] = Buffer.from('",[\\{');

/** Counts what begins a value, outside of texts. */
function countValues(): (part: Uint8Array) => void {
  let count = 0;
  let isText = false;
  let isEscaped = false;
  return (part) => {
    for (const byte of part) {
      if (isEscaped) isEscaped = false;
      else if (byte === QUOTE) isText = !isText;
      else if (isText) isEscaped = byte === ESCAPE;
      else if (byte === COMMA || byte === LIST || byte === OBJECT) count += 1;
    }
    if (count > MOST_VALUES) throw tooMany(MOST_VALUES, "values");
  };
}

/** @param type with the line between two parts @throws Problem `body_too_large` */
function requireFewFields(body: Buffer, type: string): void {
  const [, quoted = "&", between = quoted] =
    /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
  let at = -1;
  for (let count = 0; (at = body.indexOf(between, at + 1)) >= 0; count++) {
    if (count > MOST_FIELDS) throw tooMany(MOST_FIELDS, "fields");
  }
}

const tooMany = (most: number, what: string): Problem =>
  new Problem("body_too_large", `The body has more than ${most} ${what}.`);

function refuseBroken(): never {
  throw new Problem("malformed_request", "The body ended before its length.");
}

const BUSY = "Too many bodies of requests arrive slowly at once; send it again.";

function refuseLong({ headers }: Request, mostBytes: number): void {
  const length = Number(headers.get("content-length") ?? Infinity);
  if (length <= mostBytes) return;
  throw new Problem(
    "body_too_large",
    `The body is longer than ${mostBytes} bytes, or does not say how long it is.`,
  );
}
