// Cache of slow answers for each open snapshot, up to so many bytes, for clients, pages and tools.
// http/encoding/answer-cache.ts caches the bytes that are sent.
import type { Asker } from "../../data/semaphore.js";
import { yieldToEventLoop } from "../../data/yield.js";
import type { Lookup } from "../lookup/lookup.js";
import { createBoundedCache, getBudget, deriveOnce } from "../lookup/memo.js";
import { sortDistinct } from "../lookup/entries.js";
import { AskerGone } from "../lookup/limits.js";
import { MOST_ANSWER_CHARS, isLonger } from "../contract/bounded.js";
import type { JsonResource, Resource } from "../contract/resource.js";
import type { Route } from "../contract/route.js";

type Answer = Promise<Resource> | Resource;

interface AnswerCache {
  readonly cached: ReturnType<typeof createBoundedCache<Resource>>;
  /** Answers in progress: equal questions wait for them. */
  readonly pending: Map<string, PendingAnswer>;
}

/** An answer that is being made, and for how many. */
interface PendingAnswer {
  readonly made: Promise<Resource>;
  /** Adds an asker; the last one to leave ends the work. */
  join(asker: Asker | undefined): void;
}

interface Asked {
  readonly lookup: Lookup;
  readonly route: Route;
  /** Values of the question, as read. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly asker: Asker | undefined;
}

/** Bytes of all answers of a snapshot together. */
const MOST_ANSWER_BYTES = 32 * 1024 * 1024;

/** Memory for each character of an answer's JSON, that character included; measured: 2.5. */
const BYTES_PER_CHAR = 3;

/** Every answer that is not cut, with its question. */
const LARGEST_ANSWER_BYTES = 1.1 * BYTES_PER_CHAR * MOST_ANSWER_CHARS;

const getCache = deriveOnce((snapshot): AnswerCache => ({
  cached: createBoundedCache({
    budget: getBudget(snapshot),
    mostBytes: MOST_ANSWER_BYTES,
    largestBytes: LARGEST_ANSWER_BYTES,
  }),
  pending: new Map(),
}));

/**
 * The JSON answer that was given before to the question, or else the one that `respond` gives. Names of which the
 * order means nothing may stand in any. It is no longer made when the last who asked for it has gone.
 * @param respond is given who stands for all that ask
 */
export function answerOnce(
  { lookup: { snapshot }, route, values, asker }: Asked,
  respond: (asker: Asker) => Answer,
): Answer {
  const { cached, pending } = getCache(snapshot);
  const key = toKey(route, values);
  const known = cached.find(key);
  if (known !== undefined) return known;
  const others = pending.get(key);
  if (others !== undefined) {
    others.join(asker);
    return others.made;
  }
  const hold = (resource: JsonResource): Resource => {
    const json = JSON.stringify(resource.body);
    const value = { ...resource, json };
    cached.hold(key, { value, bytes: BYTES_PER_CHAR * (key.length + json.length) });
    return value;
  };
  const controller = new AbortController();
  const answer = respond({ name: asker?.name ?? "", signal: controller.signal });
  if (!(answer instanceof Promise)) return isKept(answer) ? hold(answer) : answer;
  const end = (): void => {
    if (pending.get(key)?.made === made) pending.delete(key);
  };
  // Measuring and writing the largest answer takes longer than a turn.
  const finish = async (resource: Resource): Promise<Resource> => {
    if (!isKept(resource)) return resource;
    await yieldToEventLoop();
    return hold(resource);
  };
  const made = answer.then(finish).finally(end);
  const join = countAskers(() => {
    // Later askers start over.
    end();
    controller.abort(new AskerGone());
  });
  pending.set(key, { made, join });
  join(asker);
  return made;
}

const isKept = (resource: Resource): resource is JsonResource =>
  "body" in resource && !isLonger(resource.body, MOST_ANSWER_CHARS);

/** @param onNone called when all who joined have gone; one who cannot go away stays */
function countAskers(onNone: () => void): PendingAnswer["join"] {
  let left = 0;
  return (asker) => {
    left += 1;
    asker?.signal.addEventListener("abort", () => {
      left -= 1;
      if (left === 0) onNone();
    });
  };
}

/** Texts and what is cut are made of the JSON answer, so `format` and `rest` have no part in it. */
function toKey(
  { operation, parameters, formats }: Route,
  values: Readonly<Record<string, unknown>>,
): string {
  const asked = Object.keys(values)
    .filter((name) => values[name] !== undefined)
    .filter((name) => formats === undefined || (name !== "format" && name !== "rest"))
    .toSorted()
    .map((name) => {
      const value = values[name];
      const parameter = parameters[name];
      const isSet = parameter?.kind === "list" && parameter.isUnordered === true;
      return [name, isSet ? sortDistinct(value as readonly string[]) : value];
    });
  return JSON.stringify([operation, asked]);
}
