// The page of upgrades over a real socket: what is lost stands first, then sums, then modules one by one.
import path from "node:path";
import { describe, expect, test } from "vitest";
import { RENTAL_UPGRADE } from "../compare/upgrade/rental-upgrade.js";
import { readLinks, readNotices, readTables, readTexts } from "./page-markup.js";
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
    expect(page).toMatch(/\d+ lost without a script/);
    expect(readTexts(page, "h2").map((text) => text.replaceAll(/\s+/g, " ").trim())).toEqual([
      expect.stringMatching(/lost without a script From 16\.0 to 17\.0$/),
      expect.stringMatching(/^Data is lost unless a script saves it \d+$/),
      expect.stringMatching(/^The upgrade may fail \d+$/),
      expect.stringMatching(/^Modules that were asked for 3$/),
      expect.stringMatching(/^Modules that they need 2$/),
    ]);
    const tables = readTables(page);
    expect(tables.get("model_removed")).toEqual(["rental.old | rental | models.py:14"]);
    expect(tables.get("A migration script names it")).toContain(
      "rental.lease term | type_changed | rental | rename_fields migrations/17.0.1.0.0/pre-migration.py:3",
    );
    expect(tables.get("Migration scripts that run")).toEqual([
      "rental | 17.0.1.0.0 | pre | migrations/17.0.1.0.0/pre-migration.py:1",
    ]);
    expect(tables.get("What only running code knows")?.join("\n")).toContain("rental.lease tag");
    expect(readNotices(page).join("\n")).toMatch(/Not at 16\.0: .*elsewhere/);
  });

  test("does not say that nothing is lost where it is not known", async () => {
    const page = await readPage("/upgrade?from=16.0&to=17.0&modules=nope");
    expect(page).toContain("Nothing is known to be lost");
    expect(readNotices(page).join("\n")).toMatch(/Not indexed, .*nope/);
  });

  test("says why a downgrade is not answered", async () => {
    const page = await readPage("/upgrade?from=17.0&to=16.0&modules=rental");
    expect(page).toContain("to is before from, 17.0");
    expect(page).not.toContain('id="verdict"');
  });

  test("leads to all changes of one module", async () => {
    const page = await readPage(`${STEP}&module=base`);
    expect(readTables(page).get("now_required")).toEqual(["res.partner name | base | models.py:9"]);
    expect(readTables(page).get("behaviour_changed")).toBeDefined();
    const links = readLinks(page).map(({ href }) => href);
    expect(links.filter((href) => href.startsWith("/v1/upgrade/base?"))).toHaveLength(4);
    expect(await readPage(STEP)).toMatch(/<button class="plain" name="module" value="base">/);
  });

  test("goes step by step where it is asked to", async () => {
    const target = "/upgrade?from=8.0&to=17.0&modules=rental_core&steps=1";
    for (const more of ["", "&module=rental_core"]) {
      const titles = readTexts(await readPage(target + more, shared), "h2");
      expect(titles).toEqual(expect.arrayContaining(["8.0 to 16.0", "16.0 to 17.0"]));
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
