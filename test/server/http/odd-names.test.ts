// Names that mean something elsewhere: in addresses, patterns, file names and searches. Every route and
// page finds what is called so, and nothing else; every link of a page leads to it.

import { describe, expect, test } from "vitest";

import { decodeJson, decodeText, sendRequest } from "../../support/raw-http.js";
import { serveForFile } from "../../support/shared-snapshot.js";
import { build } from "../../support/builds.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { type Files, makeSources } from "../../support/world.js";
import { sampleCases } from "../../support/properties.js";

/** Each depends on the one before. `sale` and `SALE` are two modules. */
const NAMES = [
  "_",
  "%",
  "%25",
  "sale",
  "SALE",
  "a.b",
  "a b",
  "x+y",
  "50%_off",
  "é",
  "...",
  "?",
  "#",
];

const folder = makeTemporaryFolder();
const named = Object.fromEntries(NAMES.map((name, at) => [name, toFiles(name, NAMES[at - 1])]));
const { odd } = makeSources(folder, { odd: { "17.0": named, "16.0": named } });
const out = `${folder}/out`;
await build([odd], { out });
const service = await serveForFile(out);

function toFiles(name: string, needed: string | undefined): Files {
  const depends = needed === undefined ? [] : [needed];
  return {
    "__manifest__.py": JSON.stringify({ name: `Odd ${name}`, depends, version: "1.0" }),
    "models.py": `from odoo import fields, models

class Odd(models.Model):
    _name = ${JSON.stringify(name)}
    _ = fields.Char()
    Upper = fields.Char()

    def _(self):
        pass
`,
  };
}

const askJson = async (target: string): Promise<unknown> =>
  decodeJson(await sendRequest(service.port, { target }));

const open = (target: string) =>
  sendRequest(service.port, { target, headers: { Accept: "text/html" } });

describe.each(sampleCases(NAMES))("%j", (name) => {
  const encoded = encodeURIComponent(name);
  const at = NAMES.indexOf(name);
  // Python takes a dot for a package, so no version of Odoo loads such a module.
  const isTaken = !name.includes(".");

  test("is a module, with what it needs and what needs it", async () => {
    expect(await askJson(`/v1/module/${encoded}`)).toMatchObject({
      technical_name: name,
      platform_versions: ["16.0", "17.0"],
    });
    const base = `/v1/module/${encoded}/17.0`;
    expect(await askJson(base)).toMatchObject([{ technical_name: name, source_path: name }]);
    const { modules } = (await askJson(`${base}/dependencies`)) as {
      modules: readonly { technical_name: string }[];
    };
    expect(modules.map((one) => one.technical_name)).toEqual(NAMES.slice(0, at + 1));
    expect(await askJson(`${base}/dependents?direct=1`)).toMatchObject({
      modules: NAMES.slice(at + 1, at + 2).map((technical_name) => ({ technical_name })),
    });
  });

  test("is found by its name, among names, in a plan and as a filter", async () => {
    const hits = (await askJson(`/v1/search/${encoded}?explain=1`)) as readonly object[];
    expect(hits).toContainEqual(expect.objectContaining({ technical_name: name, match: "exact" }));
    expect(await askJson(`/v1/coverage?names=${encoded}&from=16.0&to=17.0`)).toMatchObject({
      modules: [{ technical_name: name, status: isTaken ? "present" : "not_installable" }],
    });
    expect(await askJson(`/v1/modules?names=${encoded}`)).toMatchObject([
      { technical_name: name, found: true },
    ]);
    const plan = `/v1/plan?platform_version=17.0&modules=${encoded}&auto_install=0`;
    expect(await askJson(plan)).toMatchObject({
      [isTaken ? "modules" : "missing"]: expect.arrayContaining([
        expect.objectContaining({
          technical_name: name,
          ...(isTaken ? { origin: "requested" } : { kind: "not_installable" }),
        }),
      ]),
    });
    expect(await askJson(`/v1/search?platform_version=17.0&depends_on=${encoded}`)).toMatchObject(
      NAMES.slice(at + 1, at + 2).map((technical_name) => ({ technical_name })),
    );
  });

  test("is a model with fields and methods", async () => {
    expect(await askJson(`/v1/model/${encoded}`)).toMatchObject({
      model_name: name,
      modules: [{ technical_name: name, role: "defines" }],
    });
    for (const member of ["field", "method"]) {
      expect(await askJson(`/v1/${member}/${encoded}/_`)).toMatchObject({ name: "_" });
    }
    expect(await askJson(`/v1/field/${encoded}/upper`)).toMatchObject({
      code: "unknown_field",
      suggestions: ["Upper"],
    });
  });

  test("has pages, and links to them", async () => {
    for (const target of [`/module/${encoded}`, `/model/${encoded}`]) {
      const { status } = await open(target);
      expect([target, status]).toEqual([target, 200]);
    }
    const page = decodeText(await open(`/module/${encoded}/17.0`));
    const links = [...page.matchAll(/href="(\/(?:module|model|view|repo)\/[^"]*)"/g)];
    const targets = new Set(links.map(([, href = ""]) => href.replaceAll("&amp;", "&")));
    expect(targets.size).toBeGreaterThan(2);
    for (const target of targets) {
      const { status } = await open(target.split("#")[0] ?? "");
      expect([target, status]).toEqual([target, 200]);
    }
  });
});
