// Answers of the routes that take long, cached for each open snapshot up to so many bytes. Whoever asks has them: a
// client, a page or a tool. The bytes that are sent again as they are is http/encoding/answer-cache.ts.
import type { Lookup } from "../lookup/lookup.js";
import { createBoundedCache, getBudget } from "../lookup/bounded-cache.js";
import { deriveOnce } from "../lookup/derived.js";
import { sortDistinct } from "../lookup/entries.js";
import type { Resource } from "../contract/resource.js";
import type { Route } from "../contract/route.js";

type Answer = Promise<Resource> | Resource;

interface AnswerCache {
  readonly cached: ReturnType<typeof createBoundedCache<Resource>>;
  /** Those that are being made: who asks the same meanwhile waits for these. */
  readonly pending: Map<string, Promise<Resource>>;
}

/** Of all answers of a snapshot together. */
const MOST_ANSWER_BYTES = 32 * 1024 * 1024;

/** What an answer takes in memory for each character of its JSON, that character among it; measured: 2.5. */
const BYTES_PER_CHAR = 3;

const getCache = deriveOnce((snapshot): AnswerCache => ({
  cached: createBoundedCache({ budget: getBudget(snapshot), mostBytes: MOST_ANSWER_BYTES }),
  pending: new Map(),
}));

/**
 * The JSON answer that was given before to the question, or else the one that `respond` gives. Names of which the
 * order means nothing may stand in any.
 * @param values of the question, as they were read
 */
export function answerOnce(
  { snapshot }: Lookup,
  route: Route,
  values: Readonly<Record<string, unknown>>,
  respond: () => Answer,
): Answer {
  const { cached, pending } = getCache(snapshot);
  const key = toKey(route, values);
  const known = cached.find(key) ?? pending.get(key);
  if (known !== undefined) return known;
  const hold = (resource: Resource): Resource => {
    if (!("body" in resource)) return resource;
    const json = JSON.stringify(resource.body);
    const value = { ...resource, json };
    cached.hold(key, { value, bytes: BYTES_PER_CHAR * (key.length + json.length) });
    return value;
  };
  const answer = respond();
  if (!(answer instanceof Promise)) return hold(answer);
  const made = answer.then(hold).finally(() => pending.delete(key));
  pending.set(key, made);
  return made;
}

/** Texts are made of the JSON answer, so `format` has no part in it. */
function toKey(
  { path, parameters, formats }: Route,
  values: Readonly<Record<string, unknown>>,
): string {
  const asked = Object.entries(parameters).map(([name, parameter]) => {
    if (name === "format" && formats !== undefined) return undefined;
    const value = values[name];
    const isSet = parameter.kind === "list" && parameter.isUnordered === true;
    return isSet && Array.isArray(value) ? sortDistinct(value as readonly string[]) : value;
  });
  return JSON.stringify([path, asked]);
}
