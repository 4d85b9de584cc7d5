// The page of migrations over a real socket: what is pasted, what it comes to, and what is said of it.
import { describe, expect, test } from "vitest";
import { buildMigration, OLD_MODULES } from "../compare/migration/migration-sources.js";
import { readNotices, readTables } from "./page-markup.js";
import { decodeText, sendRequest } from "../../support/raw-http.js";
import { serveForFile } from "../../support/shared-snapshot.js";

const service = await serveForFile(await buildMigration());

async function readPage(query: Readonly<Record<string, string>>): Promise<string> {
  const target = `/migrate?${new URLSearchParams(query)}`;
  const answer = await sendRequest(service.port, { target, headers: { Accept: "text/html" } });
  expect(answer.status).toBe(200);
  return decodeText(answer);
}

const ALL = { modules: OLD_MODULES.join(","), from: "15.0", to: "17.0" };

describe("/migrate", () => {
  test("has a form and no report before something is asked", async () => {
    const page = await readPage({});
    expect(page).toMatch(/<a href="\/migrate"\s+aria-current="page">Migrate<\/a>/);
    expect(page).not.toContain('id="verdict"');
  });

  test("shows what became of each module, with what is to be carried over", async () => {
    const page = await readPage(ALL);
    const tables = readTables(page);
    expect(tables.get("Ported, but fixes are missing")).toEqual([
      expect.stringMatching(/^lacking \| acme\/tools \| acme\/tools \| 2 \| /),
    ]);
    expect(tables.get("Pull requests and other commits")).toContainEqual(
      expect.stringMatching(/^lacking \| #7 \| \[FIX\] lacking: one.* \| 2 \| 2 \| 2/),
    );
    expect(tables.get("Renamed")).toEqual([
      expect.stringMatching(/^old_name \| acme\/tools \| new_name of acme\/tools \|/),
    ]);
    expect(tables.get("To port, after others")).toContainEqual(
      expect.stringMatching(/^needs_first \| waits \| .*\| 16\.0 of acme\/tools \|/),
    );
    expect(tables.get("Part of Odoo")).toContainEqual(
      expect.stringMatching(/^sale \| .*Odoo \| Odoo/),
    );
    expect(tables.get("Ported")?.join("\n")).toMatch(
      /^stays \| .*Licence now: LGPL-3Python packages added: newPython packages removed: old$/m,
    );
    expect(page).toContain("https://github.com/acme/tools/pulls?q=is%3Apr+is%3Aopen+waits+17.0");
    expect(page).toMatch(/>Modules to port<\/span\s*>[^]*5 modules and 3 commits to port\./);
    expect(page).toMatch(/<dt>Commits to port<\/dt>\s*<dd>3<\/dd>/);
  });

  test("says in which order, and of when branches are", async () => {
    const tables = readTables(await readPage(ALL));
    expect(
      tables.get("What to port, in which order")?.map((row) => row.split(" | ").slice(0, 2)),
    ).toEqual([
      ["1", "no_such_module, circle_a, circle_b"],
      ["2", "needs_first"],
      ["3", "waits"],
      ["4", "off"],
    ]);
    expect(tables.get("Repositories read")).toEqual([
      expect.stringMatching(
        /^acme\/elsewhere \| 15\.0 as of 2023-11-14 .+ \| 17\.0 as of 1970-01-01 /,
      ),
      expect.stringMatching(/^acme\/tools \| 15\.0 as of 1970-01-01 .+ \| 17\.0 as of 1970-01-01 /),
    ]);
  });

  test("reads a list that is pasted, with what it says of the version", async () => {
    const text = "odoo-addon-stays>=15.0,<15.1\nlxml\n";
    const page = await readPage({ text, to: "17.0" });
    expect(page).toMatch(/From 15\.0 to 17\.0/);
    expect(page).toContain("Nothing to port");
    expect(page).toContain("/migrate?from=15.0&amp;to=17.0&amp;modules=stays");
    expect(page).toMatch(/href="\/v1\/migration\?[^"]*format=csv"/);
    expect(readNotices(page).join("\n")).toMatch(/1 × Python package that is not a module: lxml/);
    const other = await readPage({ text, from: "16.0", to: "17.0" });
    expect(readNotices(other).join("\n")).toContain("The report starts from 16.0, as chosen.");
  });

  test("tells what of the API is another where it is asked for", async () => {
    const page = await readPage({ ...ALL, api: "1" });
    const rows = readTables(page).get("API changes to follow");
    expect(rows).toContain("waits | removed stays.thing.dropped | depends | models/thing.py:9");
    expect(page).toMatch(/name="api" value="1"\s+checked/);
    expect(page).toMatch(/href="\/v1\/migration\?[^"]*api=1/);
  });

  test("says so where a version is not there", async () => {
    expect(await readPage({ ...ALL, to: "3.0" })).toContain("module-lookup migration");
    const same = await readPage({ ...ALL, from: "17.0", to: "17.0" });
    expect(same).toContain("Choose a later version in “To” than in “From”.");
  });
});
