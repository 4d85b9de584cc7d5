// Lineage on pages: on its own page, on that of the module and the repository, and for a missing
// module.
import { describe, expect, test } from "vitest";
import { buildMovedModules } from "../lookup/lineage/moved-modules.js";
import { decodeText, sendRequest } from "../../support/raw-http.js";
import { serveForFile } from "../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const root = makeTemporaryFolder();

const service = await serveForFile(await buildMovedModules(root));

async function read(target: string): Promise<string> {
  const headers = { Accept: "text/html" };
  return decodeText(await sendRequest(service.port, { target, headers }));
}

/** Words without markup. */
async function readWords(target: string): Promise<string> {
  const page = await read(target);
  return page.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}

describe("the page of a name", () => {
  test("goes from version to version, with what says so", async () => {
    const words = await readWords("/lineage/first");
    expect(words).toMatch(
      /16\.0 first acme\/tools renamed to second acme\/tools 17\.0 commit [0-9a-f]{12} in acme\/tools 17\.0, “\[REN\] first to second”: 3 of 3 files at the same path, 3 unchanged , 3 of 3 files of its own 17\.0 second acme\/tools merged into whole acme\/tools 18\.0/,
    );
    const page = await read("/lineage/first");
    expect(page).toMatch(/href="https:\/\/github\.com\/acme\/tools\/commit\/[0-9a-f]{12}"/);
    expect(page).toContain('href="/module/second/17.0"');
  });

  test("is there for a name that nobody here has", async () => {
    const words = await readWords("/lineage/note_pad");
    expect(words).toContain("No indexed repository has a module of this name.");
    expect(words).toContain(
      "note_pad not indexed merged into note not indexed 16.0 OpenUpgrade 16.0",
    );
    expect(await read("/lineage/note_pad")).toContain('href="/lineage/note"');
  });

  test.each([
    ["lost", "gone, and no module is known to have its contents 17.0"],
    ["hr_livechat", "part of Odoo from then on hr_livechat not indexed 17.0"],
    ["stays", "16.0 stays acme/tools the same stays acme/tools 17.0"],
  ])("of %s says: %s", async (name, said) => {
    expect(await readWords(`/lineage/${name}`)).toContain(said);
  });

  test("is a problem where nobody knows the name", async () => {
    expect(await readWords("/lineage/no_such_name")).toContain("is not in this index");
  });
});

test("the page of a module says what is more than that it is where it was", async () => {
  const words = await readWords("/module/second");
  expect(words).toContain("16.0 first acme/tools renamed to second acme/tools 17.0");
  expect(words).toContain("17.0 second acme/tools merged into whole acme/tools 18.0");
  expect(await readWords("/module/stays")).not.toContain("the same");
  expect(await read("/module/stays")).toContain('href="/lineage/stays"');
});

test("a module that is not there leads to what has its contents", async () => {
  for (const target of ["/module/first/17.0", "/module/first/diff/16.0/99.0"]) {
    const page = await read(target);
    expect(page).toContain('href="/lineage/first"');
    expect(page).toMatch(/href="\/module\/(?:second|whole)"/);
  }
  expect(await readWords("/module/note_pad")).toContain(
    "It is part of Odoo from 17.0 on: project_todo. Successors project_todo",
  );
  const plan = await readWords("/plan?modules=first&platform_version=17.0");
  expect(plan).toContain("renamed to second at 17.0");
});

test("a comparison says under which name", async () => {
  const words = await readWords("/module/first/diff/16.0/17.0");
  expect(words).toContain("There is no first at 17.0: first was renamed to second.");
  expect(words).toContain("To second 0.1.0 for Odoo 17.0 (acme/tools)");
  expect(await read("/module/first/diff/16.0/17.0")).toContain('href="/module/second/17.0?org=');
});

test("a repository has them apart from those that are missing", async () => {
  const words = await readWords("/repo/tools?from=16.0&to=17.0");
  expect(words).toMatch(/Not installable ?1 .*Not ported ?8 /);
  expect(words).toMatch(/hr_livechat ?part of Odoo from 17\.0 on/);
  expect(words).toContain("→ under another name, or part of Odoo");
  const page = await read("/repo/tools");
  expect(page).toContain('aria-label="first at 17.0: renamed to second at 17.0"');
  expect(page).toContain('aria-label="first at 18.0: renamed to whole at 18.0"');
  expect(page).toContain('aria-label="copied at 17.0: not installable"');
  expect(page).not.toMatch(/aria-label="(?:lost at 17|copied at 18)\.0/);
});
