// `module-lookup upgrade`: what is lost and what may fail, and that its exit code says whether there is any.
import { afterAll, beforeAll, expect, test } from "vitest";
import { runUpgrade } from "../../../server/commands/upgrade.js";
import { runCommand } from "../../support/program.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { openParsedModules } from "../../support/world.js";
import { RENTAL_UPGRADE } from "../compare/upgrade/rental-upgrade.js";

let folder: string;
let close: () => void;

beforeAll(async () => {
  const snapshot = await openParsedModules(makeTemporaryFolder(), {
    ...RENTAL_UPGRADE,
    "base 15.0": { "__manifest__.py": "{'name': 'Base', 'version': '1.0', 'depends': []}" },
  });
  ({ folder } = snapshot);
  close = () => snapshot.close();
});

afterAll(() => close());

async function run(...words: readonly string[]) {
  const told = await runCommand(runUpgrade, ["--snapshot", folder, "--to", "17.0", ...words]);
  return { ...told, texts: told.printed };
}

test("what is lost stands first, with its place", async () => {
  const { code, text } = await run("--from", "16.0", "rental");
  expect(code).toBe(1);
  expect(text).toMatch(
    /^Data is lost or left unused\n[^]*: 1 change loses data or leaves it in unused tables or columns \(1\), and no migration script saves it\. [^]*\nData is lost, or left unused, unless a script moves it:\n.*\n {2}model removed +rental\.old +rental_old +the rows stay in an unused table +rental +/,
  );
  expect(text).toMatch(
    /^A migration script names it:\n(?: {2}.*\n)* {2}type changed +rental\.lease term +type +rental_lease +rental +asked for +rental\/models\.py:9 \(17\.0\) +rename_fields rental\/\n +migrations\/17\.0\.1\.0\.0\/\n +pre-migration\.py:3$/m,
  );
  expect(text).toMatch(/^The upgrade may fail:$/m);
  expect(text).toMatch(/^ {2}noupdate switched +base\.main +.* base +Odoo +/m);
  expect(text).not.toMatch(/column_added/);
  expect(text).toMatch(
    /^From 16\.0 to 17\.0: 1 change loses data .*\. Write a migration script\.$/m,
  );
});

test("all modules, with what asks for nothing", async () => {
  const { text } = await run("--from", "16.0", "--all", "rental");
  expect(text).toMatch(
    /^ {2}noupdate switched +base\.main +updates keep.* base +Odoo +base\/data\.xml:1 \(17\.0\)$/m,
  );
  expect(text).toMatch(/^ {2}column added +rental\.lease due +rental +/m);
});

test("nothing is lost where nothing changed", async () => {
  expect((await run("--from", "17.0", "rental")).code).toBe(0);
});

test("a module that is only not ported asks for no script", async () => {
  const { text } = await run("--from", "16.0", "rental_extra");
  expect(text).toMatch(
    /^The upgrade may fail\n.*: rental_extra is not at 17\.0: port it, or uninstall it before the upgrade\.$/m,
  );
  expect(text).not.toMatch(/script of yours|no migration script/);
});

test("a name that no version has", async () => {
  const { text, code } = await run("--from", "17.0", "rentall", "base");
  expect(code).toBe(1);
  expect(text).toMatch(/^Unknown names\n.*1 of 2 names unknown\. Correct/);
  expect(text).toMatch(
    /^ {2}rentall +17\.0 +in no indexed repository +rental +yes +Not in this index: correct the name/m,
  );
});

test("the other forms", async () => {
  const { text } = await run("--from", "16.0", "--format", "openupgrade", "rental");
  expect(text).toMatch(/^---Models in module 'rental'---\nobsolete model rental\.old\n/);
  const json = await run("--from", "16.0", "--format", "json", "rental");
  expect(JSON.parse(json.text)).toMatchObject({
    verdict: "data_lost",
    modules: [{ module: "base" }, { module: "mail" }, { module: "rental" }],
  });
});

test("step by step through the versions between", async () => {
  const words = ["--from", "15.0", "--steps", "--format", "json", "rental"];
  const { code, texts } = await run(...words);
  expect(code).toBe(1);
  expect(texts.map((text) => JSON.parse(text))).toMatchObject([
    { from: { platform_version: "15.0" }, to: { platform_version: "16.0" } },
    { from: { platform_version: "16.0" }, to: { platform_version: "17.0" } },
  ]);
});

test.each([
  [["--from", "16.0"], "no modules are given"],
  [["rental"], "--from is required"],
  [["--from", "14.0", "rental"], "no odoo version 14.0"],
  [["--from", "17.0", "--to", "16.0", "rental"], "does not go back, from 17.0 to 16.0"],
])("%j is refused", async (words, message) => {
  const error = await awaitOperatorError(run(...words));
  expect(error).toMatchObject({ code: "upgrade_invalid" });
  expect(error.message.toLowerCase()).toContain(message);
});
