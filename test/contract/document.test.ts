// The OpenAPI document itself: it is whole, it is what is served, and linters have nothing to say.

import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";

import { describe, expect, test } from "vitest";

import { describeInterface } from "../../server/routes/document.js";
import { PROBLEMS } from "../../server/contract/problem-catalog.js";
import { openChoices, type Route } from "../../server/contract/route.js";
import { ROUTES } from "../../server/routes/routes.js";
import { decodeJson, sendRequest } from "../support/raw-http.js";
import { serveSharedSnapshot } from "../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { testLong } from "../support/properties.js";

const folder = makeTemporaryFolder();
const OPENED = ROUTES.flatMap((route: Route) => openChoices(route));

const INTERFACE_DOCUMENT = await describeInterface(ROUTES);
const service = await serveSharedSnapshot();

interface LintReport {
  readonly problems: readonly { readonly ruleId: string; readonly message: string }[];
}

describe("the document", () => {
  test("describes every route once, with the parameters of its path", () => {
    const paths = ROUTES.map(({ path }) => path);
    expect(Object.keys(INTERFACE_DOCUMENT["paths"] as object)).toEqual([...new Set(paths)]);
    for (const { path, parameters } of ROUTES) {
      const named = path.match(/\{\w+\}/g) ?? [];
      const known = new Set(Object.keys(parameters).map((name) => `{${name}}`));
      expect([path, named.filter((name) => !known.has(name))]).toEqual([path, []]);
    }
  });

  test("uses every schema that it has", () => {
    const text = JSON.stringify(INTERFACE_DOCUMENT);
    const { schemas } = INTERFACE_DOCUMENT["components"] as { schemas: object };
    const unused = Object.keys(schemas).filter(
      (name) => !text.includes(`"#/components/schemas/${name}"`),
    );
    expect(unused).toEqual([]);
  });

  test("mentions every problem", () => {
    const text = JSON.stringify(INTERFACE_DOCUMENT["paths"]);
    expect(Object.keys(PROBLEMS).filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
  });

  test("is what /openapi.json answers", async () => {
    const answer = await sendRequest(service.port, { target: "/openapi.json" });
    expect(decodeJson(answer)).toEqual(INTERFACE_DOCUMENT);
  });

  testLong("is without fault for Redocly's recommended rules", async () => {
    const file = join(folder, "openapi.json");
    await writeFile(file, JSON.stringify(INTERFACE_DOCUMENT));
    const manifest = createRequire(import.meta.url).resolve("@redocly/cli/package.json");
    const program = join(manifest, "..", "bin", "cli.js");
    const words = [program, "lint", file, "--extends=recommended", "--format=json"];
    const { stdout } = await promisify(execFile)(process.execPath, words, {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    });
    const { problems } = JSON.parse(stdout) as LintReport;
    expect(problems).toEqual([]);
  });
});

/** Overviews at / and /v1. */
interface Overview {
  readonly snapshot: { readonly id: string; readonly entries: number };
  readonly routes: readonly { readonly template: string; readonly href: string }[];
}

describe.each(["/", "/v1"])("%s", (target) => {
  test("lists every route with a link that works", async () => {
    const answer = await sendRequest(service.port, { target });
    const { snapshot, routes } = decodeJson(answer) as Overview;
    expect(snapshot.id).toBe(service.live.entry.id);
    expect(routes.map(({ template }) => template.replace(/\{\?.*\}$/, ""))).toEqual(
      OPENED.map(({ path }) => path),
    );
    for (const { href } of routes) {
      expect([href, (await sendRequest(service.port, { target: href })).status]).toEqual([
        href,
        200,
      ]);
    }
    expect(routes.map(({ template }) => template)).toContain(
      "/v1/module/{module_name}/{platform_version}{?org,repo,include,fields,view,format,rest}",
    );
  });

  test.each([
    "text/html,application/xhtml+xml,*/*;q=0.8",
    "text/html;q=0.5, application/json",
    "*/*",
    "image/png",
    "nonsense;;",
  ])("Accept: %s gives JSON, but a page to browsers at /", async (accept) => {
    const answer = await sendRequest(service.port, { target, headers: { Accept: accept } });
    expect(answer.status).toBe(200);
    const isPage = target === "/" && accept.startsWith("text/html,");
    const mediaType = isPage ? "text/html" : "application/json";
    expect(answer.headers["content-type"]).toBe(`${mediaType}; charset=utf-8`);
    expect(answer.headers.vary).toBe("Accept, Accept-Encoding");
  });
});
