// The page of upgrades over a real socket: what is lost stands first, then sums, then modules one by one.
import path from "node:path";
import { describe, expect, test } from "vitest";
import { RENTAL_UPGRADE } from "../compare/upgrade/rental-upgrade.js";
import { readLinks, readTables, readTexts } from "./page-markup.js";
import { decodeText, sendRequest } from "../../support/raw-http.js";
import { serveForFile, serveSharedSnapshot } from "../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { openParsedModules } from "../../support/world.js";

const { folder } = await openParsedModules(makeTemporaryFolder(), RENTAL_UPGRADE);
const service = await serveForFile(path.dirname(folder));
const shared = await serveSharedSnapshot();

async function readPage(target: string, { port } = service): Promise<string> {
  const answer = await sendRequest(port, { target, headers: { Accept: "text/html" } });
  expect(answer.status).toBe(200);
  return decodeText(answer);
}

const STEP = "/upgrade?from=16.0&to=17.0&modules=rental,rental_extra,rental_more,elsewhere";

describe("/upgrade", () => {
  test("has a form and no analysis before something is asked", async () => {
    const page = await readPage("/upgrade");
    expect(page).toContain('action="/upgrade"');
    expect(page).not.toContain('id="verdict"');
  });

  test("begins with what is lost, by kind of change", async () => {
    const page = await readPage(STEP);
    expect(page).toMatch(/>Data is lost or left unused</);
    expect(page).toContain("lacks OpenUpgrade");
    expect(readTexts(page, "h2").map((text) => text.replaceAll(/\s+/g, " ").trim())).toEqual([
      expect.stringMatching(
        /^Data is lost or left unused From 16\.0 to 17\.0: 1 change loses data .*\. Write a migration script\.$/,
      ),
      expect.stringMatching(/^Changes of each kind$/),
      expect.stringMatching(/^Missing modules 3$/),
      expect.stringMatching(/^Data is lost, or left unused, unless a script moves it \d+$/),
      expect.stringMatching(/^The upgrade may fail \d+$/),
      expect.stringMatching(/^Changed modules that were asked for 3$/),
      expect.stringMatching(/^Changed modules of Odoo 2$/),
    ]);
    const tables = readTables(page);
    expect(tables.get("Data is lost, or left unused, unless a script moves it")).toContain(
      "model removed | rental.old | rental_old | the rows stay in an unused table | rental | asked for | rental/models.py:14 (16.0)",
    );
    expect(tables.get("Meaning of these changes")).toContainEqual(
      expect.stringMatching(/^model removed \| This model no longer exists/),
    );
    expect(tables.get("A migration script names it")).toContain(
      "type changed | rental.lease term | type | rental_lease | rental | asked for | rental/models.py:9 (17.0) | rename_fields rental/migrations/17.0.1.0.0/pre-migration.py:3",
    );
    expect(tables.get("Migration scripts that run")).toEqual([
      "rental | 17.0.1.0.0 | pre | migrations/17.0.1.0.0/pre-migration.py",
    ]);
    expect(tables.get("Set by code: change unknown")?.join("\n")).toContain("rental.lease | tag");
    expect(tables.get("Missing modules")).toContain(
      "elsewhere | 16.0, 17.0 | in no indexed repository |  | yes | Not in this index: correct the name, or ask the operator to add its repository",
    );
  });

  test("does not say that nothing is lost where it is not known", async () => {
    const page = await readPage("/upgrade?from=16.0&to=17.0&modules=nope");
    expect(page).toContain("1 of 1 names unknown.");
    expect(readTables(page).get("Missing modules")).toEqual([
      "nope | 16.0, 17.0 | in no indexed repository | yes | Not in this index: correct the name, or ask the operator to add its repository",
    ]);
  });

  test("says why a downgrade is not answered", async () => {
    const page = await readPage("/upgrade?from=17.0&to=16.0&modules=rental");
    expect(page).toContain("Choose a later version in “To” than in “From”.");
    expect(page).not.toContain('id="verdict"');
  });

  test("leads to all changes of one module", async () => {
    const page = await readPage(`${STEP}&module=base`);
    const tables = readTables(page);
    expect(tables.get("The upgrade may fail")).toContain(
      "now required | res.partner name | required | res_partner | rows may have no value | base/models.py:9 (17.0)",
    );
    expect(tables.get("Nothing to do")?.join("\n")).toContain("behaviour changed");
    const links = readLinks(page).map(({ href }) => href);
    expect(links.filter((href) => href.startsWith("/v1/upgrade/base?"))).toHaveLength(8);
    const all = readLinks(await readPage(STEP)).map(({ href }) => href);
    expect(all).toContain(
      "/upgrade?from=16.0&to=17.0&modules=rental,rental_extra,rental_more,elsewhere&module=base",
    );
  });

  test("goes step by step where it is asked to", async () => {
    const target = "/upgrade?from=8.0&to=17.0&modules=rental_core&steps=1";
    for (const more of ["", "&module=rental_core"]) {
      const page = await readPage(target + more, shared);
      for (const step of ["8.0 → 16.0", "16.0 → 17.0"]) expect(page).toContain(step);
    }
  });

  test("is where plans, migrations and modules lead to", async () => {
    for (const target of [
      "/plan?platform_version=17.0&modules=rental_core",
      "/migrate?from=16.0&to=17.0&modules=rental_core",
      "/module/rental_core/17.0",
    ]) {
      const links = readLinks(await readPage(target, shared)).map(({ href }) => href);
      expect(links).toContain("/upgrade?from=16.0&to=17.0&modules=rental_core");
    }
  });

  test("says so where a version is not there", async () => {
    expect(await readPage("/upgrade?from=3.0&to=17.0&modules=rental")).toContain(
      "module-lookup upgrade",
    );
  });
});
