// Every operation that takes the name of a module, a model, a repository or a diagnostic, asked for one with a letter missing:
// a problem with the near name, or an answer with it, in each form.
import { expect, test } from "vitest";
import { listPathNames, openChoices, type Route } from "../../../server/contract/route.js";
import { ROUTES } from "../../../server/routes/routes.js";
import { decodeText, sendRequest } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

/** A name with a letter missing, by parameter, and the name that is near to it. */
const MISSPELT: Readonly<Record<string, readonly [string, string]>> = {
  module_name: ["rental_cor", "rental_core"],
  module: ["rental_cor", "rental_core"],
  modules: ["rental_cor", "rental_core"],
  names: ["rental_cor", "rental_core"],
  model: ["rental.ordr", "rental.order"],
  model_name: ["rental.ordr", "rental.order"],
  repo_name: ["retal", "retail"],
  to: ["rental.ordr", "rental.order"],
  code: ["python_recoverd", "python_recovered"],
};

/** Searches have hits or none, `coverage` takes repositories, and the modules of a registry are in `not_indexed` of its rows. */
const OTHERS =
  /^\/v1\/(?:find|search|semantic-search|facets|unknown-values|export|changes|coverage|registry|check)\b/;

const asked = (ROUTES as readonly Route[])
  .filter(
    ({ path, answer }) =>
      answer.shape !== undefined && path.startsWith("/v1/") && !OTHERS.test(path),
  )
  .flatMap(openChoices)
  .flatMap((route) =>
    Object.entries(route.parameters)
      .filter(([name, { kind }]) => MISSPELT[name] !== undefined && kind !== "version")
      .map(([name]) => [route.path, name, route] as const),
  );

function toAddress({ path, parameters }: Route, wrong: string, format?: string): string {
  const query = new URLSearchParams(format === undefined ? {} : { format });
  let filled = path;
  const inPath = listPathNames(path);
  for (const [name, { example, required }] of Object.entries(parameters)) {
    const value = (name === wrong ? MISSPELT[name]?.[0] : undefined) ?? String(example);
    if (inPath.includes(name)) filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (required === true || name === wrong) query.set(name, value);
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

test("there are such operations", () => {
  expect(new Set(asked.map(([path]) => path)).size).toBeGreaterThan(15);
});

test.each(asked)("%s, %s", async (_, name, route) => {
  const [, near = ""] = MISSPELT[name] ?? [];
  for (const format of [undefined, "text", "csv", "markdown"]) {
    const target = toAddress(route, name, format);
    const answer = await sendRequest(service.port, { target });
    const isTold = decodeText(answer).replaceAll("\\", "").includes(near);
    // A problem is JSON in every form; the main table of an answer need not be that of what is missing.
    expect([target, answer.status, isTold || (answer.status === 200 && format === "csv")]).toEqual([
      target,
      expect.toSatisfy((status: number) => [200, 400, 404].includes(status)),
      true,
    ]);
  }
});
