// `module-lookup migration`: a report on the command line, of as many modules as somebody has.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runModuleQuestion } from "../../../server/commands/module-question.js";
import type { MigrationReport } from "../../../server/contract/shape/migration/report.js";
import { runCommand } from "../../support/program.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import { buildMigration, OLD_MODULES } from "../compare/migration/migration-sources.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

let folder: string;

beforeAll(async () => {
  folder = await buildMigration();
});

const run = (...words: readonly string[]) =>
  runCommand(
    (all, context) => runModuleQuestion("migration", all, context),
    ["--snapshot", folder, ...words],
  );

function write(name: string, text: string): string {
  const file = path.join(makeTemporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

describe("runMigration", () => {
  test("prints the modules of each state, the order of the work and what was read", async () => {
    const { code, text } = await run("--from", "15", "--to", "17", OLD_MODULES.join(" "));
    expect(code).toBe(1);
    expect(text).toMatch(
      /^Ported, but fixes are missing:\n.+\n {2}lacking +acme\/tools +acme\/tools +2$/m,
    );
    expect(text).toMatch(/^ {2}lacking +#7 +\[FIX\] lacking: one, .+ 2 +2 +2 +1970-01-01$/m);
    expect(text).toMatch(/^Renamed:\n.+\n {2}old_name +acme\/tools +new_name of acme\/tools/m);
    expect(text).toMatch(/^ {2}needs_first +waits +acme.+16\.0 of acme\/tools .+no_such_module/m);
    expect(text).toMatch(/^Part of Odoo:\n.+\n.+\n {2}hr_livechat +acme\/tools +Odoo$/m);
    expect(text).toMatch(/^ {2}2 +needs_first /m);
    expect(text).toMatch(/^ {2}acme\/tools +15\.0 as of 1970-01-01 00:40:00 +17\.0 as of /m);
    expect(text).toMatch(
      /^Modules to port\nFrom 15\.0 to 17\.0: 5 modules and 3 commits to port\. 12 modules asked for\. Also listed: 3 dependencies\. 1 of 12 names unknown\. Correct the names,/,
    );
    expect(text).toMatch(/^Ported +2$/m);
    expect(text).toMatch(/^Commits to port +3\nPull requests with these +1$/m);
  });

  test("writes a workbook into a file, and refuses to print it", async () => {
    const words = ["--from", "15.0", "--to", "17.0", "--format", "xlsx", "stays"];
    const error = await awaitOperatorError(run(...words));
    expect(error).toMatchObject({ code: "migration_invalid" });
    const file = write("plan.xlsx", "old");
    expect(await run(...words, "--out", file)).toMatchObject({ code: 0, text: "" });
    expect(readFileSync(file).subarray(0, 2).toString()).toBe("PK");
    await run("--from", "15.0", "--to", "17.0", "--format", "csv", "--out", file, "stays");
    expect(readFileSync(file, "utf8")).toMatch(/^technical_name,.*\nstays,[^\n]*\n$/s);
  });

  test("reads the lists that people have, and what they say of the version", async () => {
    const file = write("requirements.txt", "odoo-addon-stays>=15.0,<15.1\nlxml\n");
    const { code, text } = await run("--to", "17.0", "--modules", file, "--format", "json");
    expect(code).toBe(0);
    const [note = "", ...lines] = text.split("\n");
    expect(note).toBe(
      "Of the list (requirements.txt), 1 × Python package that is not a module: lxml",
    );
    const { modules } = JSON.parse(lines.join("\n")) as MigrationReport;
    expect(modules.map(({ technical_name: name, state }) => `${name} ${state}`)).toEqual([
      "stays ported",
    ]);
    const other = await run("--from", "16.0", "--to", "17.0", "--modules", file);
    expect(other.text).toMatch(
      /^The list \(requirements\.txt\) is for 15\.0; the report leaves 16\.0\.$/m,
    );
  });

  test("tells what of the API that modules use is another, where it is asked to", async () => {
    const { text } = await run("--from", "15.0", "--to", "17.0", "waits", "--api");
    expect(text).toMatch(
      / {2}waits +removed stays\.thing\.dropped +depends +models\/thing\.py:9$/m,
    );
  });

  test("writes a table and Markdown", async () => {
    const words = ["--from", "15.0", "--to", "17.0", "stays", "--format"];
    expect((await run(...words, "csv")).text).toMatch(
      /^technical_name,.+\r\nstays,requested,ported,/,
    );
    expect((await run(...words, "markdown")).text).toMatch(
      /^# Nothing to port\n\nFrom 15\.0 to 17\.0: /,
    );
  });

  test.each([
    [["--from", "15.0", "--to", "17.0"], "No modules are given"],
    [["--from", "17.0", "--to", "15.0", "stays"], "to must be a later version than from (17.0)"],
    [["--to", "17.0", "stays"], "--from is required, unless the list has an Odoo version"],
    [
      ["--from", "x", "--to", "17.0", "stays"],
      '--from must be an Odoo version such as 19.0, not "x"',
    ],
    [
      ["--from", "15.0", "--to", "y", "stays"],
      '--to must be an Odoo version such as 19.0, not "y"',
    ],
    [
      ["--from", "15.0", "--to", "3.0", "stays"],
      'no module at the Odoo version "3.0". It exists at: 15.0, 16.0, 17.0',
    ],
    [
      ["--from", "15.0", "--to", "17.0", "--modules", "/no/file"],
      "There is no file /no/file: correct --modules",
    ],
  ])("%j is refused", async (words, message) => {
    const error = await awaitOperatorError(run(...words));
    expect(error).toMatchObject({ code: "migration_invalid" });
    expect(String(error)).toContain(message);
  });
});
