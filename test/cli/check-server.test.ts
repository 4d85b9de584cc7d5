// `module-lookup check --server`: a service says what a snapshot of this machine says, in every format.
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runHere, runProgram } from "../support/program.js";
import { serveForFile } from "../support/shared-snapshot.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";
import { openParsedModules } from "../support/world.js";
import { BASE, MISNAMED, OWN, SALE, writeSources, type SourceTexts } from "./check-modules.js";
import { sampleCases } from "../support/properties.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
const snapshot = makeTemporaryFolder();
const sources = { base: BASE, sale: SALE, "base 19.0": BASE, "sale 19.0": SALE };
(await openParsedModules(snapshot, sources)).close();
const service = await serveForFile(snapshot);

function writeModule(files: SourceTexts): string {
  return writeSources(path.join(nextFolder(), "own"), files);
}

/** Output and exit code of both for a folder. */
async function checkTwice(folder: string, ...words: readonly string[]) {
  const asked = ["check", folder, "--platform-version", "17.0", ...words];
  return Promise.all([
    runHere([...asked, "--snapshot", snapshot]),
    runHere([...asked, "--server", service.base]),
  ]);
}

test.each(sampleCases([["--format", "json"], ["--strit"]]))(
  "the bundle that the program starts says what its sources say, with %s %s",
  async (...words) => {
    const asked = ["check", writeModule(OWN), "--snapshot", snapshot, "--platform-version", "17.0"];
    const here = await runHere([...asked, ...words]);
    expect(await runProgram([...asked, ...words])).toEqual(here);
    expect(existsSync(new URL("../../cli/bundle.js", import.meta.url))).toBe(true);
  },
);

describe("the service says what the snapshot says", () => {
  test.each(sampleCases(["text", "json", "sarif", "github"]))("as %s", async (format) => {
    const [here, there] = await checkTwice(writeModule(OWN), "--format", format);
    expect(there).toEqual(here);
    expect(here.code).toBe(1);
    expect(here.stdout).toMatch("unknown");
  });

  test.each([
    ["--modules", "sale"],
    ["--no-auto-install"],
    ["--exclude", "sale"],
    ["--strict"],
    ["--ignore", "unknown-module,unknown-field"],
    ["--select", "undeclared-library"],
  ])("with %s %s", async (...words) => {
    const [here, there] = await checkTwice(writeModule(MISNAMED), ...words);
    expect(there).toEqual(here);
  });

  test("of one file, of a file that is not UTF-8, and of what a comment silences", async () => {
    const manifest = "{'name': 'Own', 'depends': ['base']}";
    const folder = writeModule({ ...MISNAMED, "__manifest__.py": manifest });
    const text = `# -*- coding: latin-1 -*-
from odoo import fields, models
class Thing(models.Model):
    _inherit = "res.partner"
    a = fields.Char("r\u00e9f", related="parent_id.nmae")  # module-lookup: ignore[unknown-field]
    b = fields.Char(related="parent_id.naem")
`;
    writeFileSync(path.join(folder, "models.py"), Buffer.from(text, "latin1"));
    for (const asked of [folder, path.join(folder, "models.py")]) {
      const [here, there] = await checkTwice(asked);
      expect(there).toEqual(here);
      expect(here.stdout).toMatch("1 silenced");
    }
  });

  test("of two modules, each with what it depends on", async () => {
    const folder = nextFolder();
    writeSources(path.join(folder, "first"), { ...OWN, "views/own.xml": "<odoo/>" });
    const manifest = "{'name': 'Second', 'depends': ['first']}";
    writeSources(path.join(folder, "second"), { ...MISNAMED, "__manifest__.py": manifest });
    const [here, there] = await checkTwice(folder);
    expect(there).toEqual(here);
  });

  test("and a baseline leaves out what was known", async () => {
    const folder = writeModule(MISNAMED);
    const baseline = path.join(makeTemporaryFolder(), "baseline.json");
    await checkTwice(folder, "--baseline", baseline, "--write-baseline");
    const [here, there] = await checkTwice(folder, "--baseline", baseline);
    expect(there).toEqual(here);
    expect([there.code, there.stdout]).toEqual([0, expect.stringContaining("0 findings")]);
  });
});

describe("what goes wrong is said with the remedy", () => {
  const folder = writeModule(OWN);
  const ask = (...words: readonly string[]) =>
    runHere(["check", folder, "--platform-version", "17.0", ...words]);

  test("a service that is not there", async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const { code, stderr } = await ask("--server", `http://127.0.0.1:${port}`);
    expect(code).toBe(3);
    expect(stderr).toBe(
      `module-lookup: http://127.0.0.1:${port} cannot be reached (ECONNREFUSED); check the address and whether the service runs, or give a snapshot with --snapshot.\n`,
    );
  });

  test("a version that it does not have", async () => {
    const words = ["check", folder, "--platform-version", "16.0", "--server", service.base];
    const { code, stderr } = await runHere(words);
    expect(code).toBe(2);
    expect(stderr).toMatch(/There is no module at .* "16\.0"; use one of 17\.0, 19\.0\.$/m);
  });

  test.each([
    ["a service of another kind", 200, "<html>", {}, "leads to no module-lookup service"],
    [
      "a busy one",
      503,
      '{"code":"too_busy","detail":"Busy."}',
      { "Retry-After": "5" },
      "Busy; repeat the command in 5 seconds.",
    ],
    [
      "too much",
      413,
      '{"code":"body_too_large","detail":"Too long."}',
      {},
      "check fewer modules in one call",
    ],
    [
      "an old one",
      405,
      '{"code":"method_not_allowed","detail":"Only GET."}',
      {},
      "update the service",
    ],
  ])("%s", async (_, status, body, headers, said) => {
    const other = createServer((request, response) => {
      request.resume().on("end", () => response.writeHead(status, headers).end(body));
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    afterAll(() => void other.close());
    const { code, stderr } = await ask(
      "--server",
      `http://127.0.0.1:${(other.address() as AddressInfo).port}`,
    );
    expect([code, stderr]).toEqual([3, expect.stringContaining(said)]);
  });

  test("options that do not fit", async () => {
    const both = ask("--server", service.base, "--snapshot", snapshot);
    expect(await both).toMatchObject({ code: 2, stderr: expect.stringMatching("both given") });
    expect(await ask()).toMatchObject({ code: 2, stderr: expect.stringMatching("is required") });
    expect(await ask("--server", "ftp://x")).toMatchObject({ code: 2 });
    expect(await ask("--server", "nothing")).toMatchObject({ code: 2 });
  });
});
