// Form of every error answer, for any status.

import { expect } from "vitest";

import { PROBLEMS, type ProblemCode } from "../../server/contract/problem-catalog.js";
import type { Json } from "./interface-fields.js";
import type { RawAnswer } from "./raw-http.js";

export interface ExpectedProblem {
  readonly status: number;
  readonly code: ProblemCode;
  /** The path of the request; `undefined` where none could be read. */
  readonly instance: string | undefined;
}

/** Checks everything that holds for every error, and returns the body. */
export function expectProblem(answer: RawAnswer, expected: ExpectedProblem): Json {
  const { status, headers, bytes } = answer;
  const text = bytes.toString("utf8");
  expect({ status, text }).toMatchObject({ status: expected.status });
  expect(headers["content-type"]).toBe("application/problem+json");
  expect(headers["content-length"]).toBe(String(bytes.length));
  expect(headers["cache-control"]).toBe("no-store");
  expect(headers["access-control-allow-origin"]).toBe("*");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers.date).toMatch(/ GMT$/);
  expect(headers.etag).toBeUndefined();
  const body = JSON.parse(text) as Json;
  const { detail, ...rest } = body;
  expect(rest["instance"]).toBe(expected.instance);
  expect(rest).toMatchObject({
    type: `/problems/${expected.code}`,
    title: PROBLEMS[expected.code].title,
    status: expected.status,
    code: expected.code,
  });
  expect(detail).toMatch(/^[A-Z].*\.$/s);
  // No stack, no file of this machine.
  expect(text).not.toMatch(/\.js\b|\.ts\b|node_modules|\/tmp\/| at \w+ \(/);
  return body;
}
