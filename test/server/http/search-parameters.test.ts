// Every parameter of the searches with every kind of bad value, over a real socket: the problem that
// names the parameter, or an honest list. Never another status.

import { describe, expect, test } from "vitest";

import { DEFAULT_LIMITS } from "../../../server/config.js";
import { decodeJson, sendRequest, type RawAnswer } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";
import { sampleCases } from "../../support/properties.js";

const service = await serveSharedSnapshot();

/** Values behind `=` in the address, as sent. */
const VALUES: Readonly<Record<string, string>> = {
  empty: "",
  spaces: "%20%20+",
  "2,000 characters": "a".repeat(2_000),
  "2,001 characters": "a".repeat(2_001),
  "more than an address may have": "a".repeat(DEFAULT_LIMITS["max-url-bytes"]),
  NUL: "%00",
  "invalid percent-encoding": "%zz",
  "a cut percent-encoding": "%E2%82",
  "an encoded lone surrogate": "%ED%A0%80",
  percent: "%25",
  underscore: "_",
  star: "*",
  quotes: "%22%27%60",
  "right-to-left text": "%D7%A9%D7%9C%D7%95%D7%9D%E2%80%AE",
  emoji: "%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB",
  zero: "0",
  "minus one": "-1",
  "1e9": "1e9",
  abc: "abc",
  "a date that is none": "2024-02-30",
  "a large number": "99999999999999999999",
};

type Kind = "text" | "flag" | "version" | "number" | "choice" | "moment";

/** Values that a kind of parameter takes; everything else is refused. Text takes all up to its length. */
const TAKEN: Readonly<Record<Kind, readonly string[]>> = {
  text: Object.keys(VALUES).filter((name) => !/^(?:2,001|more than)/.test(name)),
  flag: ["zero"],
  version: ["zero"],
  number: ["a large number"],
  choice: ["empty", "spaces"],
  moment: ["empty", "spaces"],
};

const FILTERED = "/v1/search?platform_version=16.0";
const NAMED = "/v1/search/rental?x=y";

const PARAMETERS: readonly (readonly [address: string, name: string, kind: Kind])[] = [
  [NAMED, "platform_version", "version"],
  [NAMED, "installable", "flag"],
  [NAMED, "explain", "flag"],
  [NAMED, "limit", "number"],
  [NAMED, "offset", "number"],
  ["/v1/search?term=rental", "platform_version", "version"],
  [FILTERED, "term", "text"],
  [FILTERED, "category", "text"],
  [FILTERED, "depends_on", "text"],
  [FILTERED, "installable", "flag"],
  [FILTERED, "application", "flag"],
  [FILTERED, "license", "text"],
  [FILTERED, "author", "text"],
  [FILTERED, "maintainer", "text"],
  [FILTERED, "organization", "text"],
  [FILTERED, "repository", "text"],
  [FILTERED, "development_status", "text"],
  [FILTERED, "updated_since", "moment"],
  [FILTERED, "sort", "choice"],
  [FILTERED, "explain", "flag"],
  [FILTERED, "limit", "number"],
  [FILTERED, "offset", "number"],
];

function ask(target: string): Promise<RawAnswer> {
  return sendRequest(service.port, { target });
}

function expectRefusal(answer: RawAnswer, parameter: string): void {
  expect(answer.status).toBe(400);
  expect(answer.headers["content-type"]).toBe("application/problem+json");
  const { code, errors } = decodeJson(answer) as {
    code: string;
    errors: readonly { parameter: string; detail: string }[];
  };
  expect(code).toBe("invalid_parameters");
  expect(errors.map((fault) => fault.parameter)).toEqual([parameter]);
}

describe.each(PARAMETERS)("%s %s", (address, name, kind) => {
  test.each(sampleCases(Object.entries(VALUES)))("with %s", async (title, value) => {
    const answer = await ask(`${address}&${name}=${value}`);
    // An address of this length is refused before it is read.
    if (title === "more than an address may have") return expect(answer.status).toBe(414);
    // Zero is no limit, but a place to begin.
    const isTaken = name === "offset" && title === "zero" ? true : TAKEN[kind].includes(title);
    if (!isTaken) return expectRefusal(answer, name);
    expect(answer.status).toBe(200);
    const rows = decodeJson(answer) as readonly object[];
    expect(Number(answer.headers["x-total-count"])).toBeGreaterThanOrEqual(rows.length);
  });

  test("given twice", async () => {
    expectRefusal(await ask(`${address}&${name}=1&${name}=1`), name);
  });
});

/** Path values that cannot be a name; an empty one is the other search. */
const REFUSED_NAMES: Readonly<Record<string, readonly [status: number, code: string]>> = {
  spaces: [400, "invalid_parameters"],
  "2,001 characters": [400, "invalid_parameters"],
  "more than an address may have": [414, "url_too_long"],
  "invalid percent-encoding": [400, "malformed_path"],
  "a cut percent-encoding": [400, "malformed_path"],
  "an encoded lone surrogate": [400, "malformed_path"],
};

describe("/v1/search/{module_name}", () => {
  test.each(Object.entries(VALUES).filter(([title]) => title !== "empty"))(
    "with %s",
    async (title, value) => {
      const answer = await ask(`/v1/search/${value.replaceAll("+", "%20")}`);
      const [status, code] = REFUSED_NAMES[title] ?? [200, undefined];
      expect(answer.status).toBe(status);
      if (code === undefined) expect(Array.isArray(decodeJson(answer))).toBe(true);
      else expect(decodeJson(answer)).toMatchObject({ code });
    },
  );
});

describe("a moment", () => {
  test.each(["2020-02-29", "2020-02-29%2012:30:00", "2020-02-29T12:30:00", "2020-02-29t12:30:00z"])(
    "%s is one",
    async (moment) => {
      const answer = await ask(`${FILTERED}&updated_since=${moment}`);
      expect(answer.status).toBe(200);
      expect(Number(answer.headers["x-total-count"])).toBeGreaterThan(0);
    },
  );

  test.each(["2021-02-29", "2020-1-1", "2020-01-01T24:00:00", "2020-01-01T12:00:00+01:00", "now"])(
    "%s is none",
    async (moment) => {
      const address = `${FILTERED}&updated_since=${encodeURIComponent(moment)}`;
      expectRefusal(await ask(address), "updated_since");
    },
  );
});

describe("a text that stands nowhere", () => {
  test.each(["term", "category", "depends_on", "license", "author", "maintainer", "organization"])(
    "%s finds nothing, whatever it means elsewhere",
    async (name) => {
      for (const title of ["NUL", "percent", "underscore", "star", "quotes", "emoji"]) {
        const answer = await ask(`${FILTERED}&${name}=${VALUES[title] ?? ""}`);
        expect(decodeJson(answer)).toEqual([]);
        expect(answer.headers["x-total-count"]).toBe("0");
      }
    },
  );
});

describe("pages over HTTP", () => {
  test.each(["/v1/search/r?limit=3", `${FILTERED}&limit=4&sort=updated&explain=1`])(
    "%s: the pages that Link leads through are the whole, as long as X-Total-Count says",
    async (first) => {
      const whole = await ask(first.replace(/limit=\d/, "limit=200"));
      const pages: unknown[] = [];
      for (let next: string | undefined = first; next !== undefined;) {
        const answer: RawAnswer = await ask(next);
        pages.push(...(decodeJson(answer) as unknown[]));
        next = /<([^>]+)>; rel="next"/.exec(String(answer.headers["link"]))?.[1];
      }
      expect(pages).toEqual(decodeJson(whole));
      expect(whole.headers["x-total-count"]).toBe(String(pages.length));
    },
  );

  test("without a limit a name search gives all, and says so", async () => {
    const answer = await ask("/v1/search/r");
    const rows = decodeJson(answer) as unknown[];
    expect(answer.headers["x-total-count"]).toBe(String(rows.length));
    expect(answer.headers["link"]).toBeUndefined();
  });
});
