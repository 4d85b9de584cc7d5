// `module-lookup plan`: a system on the command line, of as many modules as somebody has.

import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { beforeAll, describe, expect, test } from "vitest";

import { publishSnapshot } from "../../../builder/assemble/publish.js";
import { runModuleQuestion } from "../../../server/commands/module-question.js";
import type { Plan } from "../../../server/contract/shape/system/plan.js";
import { runCommand } from "../../support/program.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import { createContents, createRecord } from "../../support/module-records.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const MANY = Array.from({ length: 700 }, (_, at) => `module_${at}`);

const RECORDS = [
  createRecord({ technical_name: "base" }),
  createRecord({
    technical_name: "sale",
    license: "LGPL-3",
    declared_dependencies: { platform: ["base"], pip: ["lxml>=4"], bin: ["git"] },
  }),
  createRecord({
    technical_name: "glue",
    auto_install: true,
    declared_dependencies: { platform: ["sale"], pip: [], bin: [] },
  }),
  createRecord({ technical_name: "sale", organization: "zeta" }),
  ...MANY.map((technical_name) => createRecord({ technical_name })),
];

/** A file that is there, and no lock. */
const NO_LOCK = fileURLToPath(import.meta.url);

let folder: string;

beforeAll(async () => {
  folder = makeTemporaryFolder();
  await publishSnapshot(createContents(RECORDS), { out: folder, program: "0.0.0-test" });
});

const run = (...words: readonly string[]) =>
  runCommand(
    (all, context) => runModuleQuestion("plan", all, context),
    ["--snapshot", folder, ...words],
  );

describe("runPlan", () => {
  test("prints what comes, in load order, and what to clone", async () => {
    const { code, text } = await run("--platform-version", "17", "sale");
    expect(code).toBe(0);
    expect(text).toMatch(
      /asked for:\n.*\n {2}\d +sale[^]*of Odoo:\n.*\n {2}\d +base[^]*\n {2}\d +glue/,
    );
    expect(text).toMatch(/sale +acme\/sales +the platform's own repository +zeta\/sales/);
    expect(text).toMatch(/lxml +>=4/);
    expect(text).toMatch(
      /^Installable\n3 modules at 17\.0\.\n\nAsked for +1\nFound +1\nDependencies +1\nBy auto-install +1/,
    );
  });

  test("takes what the routes take", async () => {
    const options = ["--prefer", "zeta", "--no-auto-install", "--format", "json"];
    const { text } = await run("--platform-version", "17.0", "sale,glue", ...options);
    const plan = JSON.parse(text) as Plan;
    expect(plan.modules.map((row) => `${row.organization} ${row.technical_name}`)).toEqual([
      "acme base",
      "zeta sale",
      "acme glue",
    ]);
    const without = await run("--platform-version", "17.0", "glue", "--exclude", "sale");
    expect(without.text).toMatch(
      /Missing:\n.*\n {2}sale +excluded +17\.0 +glue +acme\/sales, zeta\/sales/,
    );
  });

  test("reads names from a file, however many, and ends with 1 where one is not there", async () => {
    const file = path.join(makeTemporaryFolder(), "modules.txt");
    writeFileSync(file, `# what we have\n${MANY.join("\n")}\nnobody # ours\n`);
    const { code, text } = await run("--platform-version", "17.0", "--modules", file);
    expect(code).toBe(1);
    expect(text).toMatch(/nobody +in no indexed repository/);
    expect(text).toMatch(/Found +700\n/);
  });

  test("writes files of other tools", async () => {
    const { text } = await run(
      "--platform-version",
      "17.0",
      "sale",
      "--format",
      "requirements.txt",
    );
    expect(text).toBe("lxml>=4");
  });

  test("asks again what a lock was made of, and says what changes", async () => {
    const file = path.join(makeTemporaryFolder(), "plan.lock");
    const options = ["--no-auto-install", "--prefer", "zeta", "--format", "lock"];
    const { text } = await run("--platform-version", "17.0", "sale", ...options);
    writeFileSync(file, text);
    const same = await run("--lock", file);
    expect(same.text).toMatch(
      /2 modules at 17\.0\.\n\nAsked for +1\nFound +1\nDependencies +1\nBy auto-install +0/,
    );
    expect(same.text).not.toContain("An update changes:");
    writeFileSync(
      file,
      text.replace("1.0.0", "0.9.0").replaceAll(/"commit":"\w+"/g, '"commit":"abcdef0"'),
    );
    const changed = await run("--lock", file, "--prefer", "acme", "glue", "sale");
    expect(changed.text).toMatch(/An update changes:\n.*\n {2}base +version +0\.9\.0 +1\.0\.0/);
    expect(changed.text).toMatch(/sale +moved +zeta\/sales +acme\/sales/);
    expect(changed.text).toMatch(/glue +added +1\.0\.0/);
    expect(changed.text).toMatch(/acme\/sales +abcdef0 +0123456789/);
    expect(changed.text).toMatch(/zeta\/sales +abcdef0 +no longer needed/);
  });

  test("reads the lists that people have, and says what it leaves out", async () => {
    const file = path.join(makeTemporaryFolder(), "requirements.txt");
    writeFileSync(
      file,
      "odoo-addon-sale @ git+https://example.org/zeta/sales@16.0\nlxml\nodoo-addon-glue>=17.0,<17.1\n",
    );
    const { code, text } = await run("--platform-version", "17.0", "--modules", file);
    expect(code).toBe(0);
    expect(text).toMatch(/^The list \(requirements.txt\) is for 16.0; the plan is for 17.0\.$/m);
    expect(text).toMatch(
      /^Of the list \(requirements.txt\), 1 × Python package that is not a module: lxml$/m,
    );
    expect(text).toMatch(/sale +zeta\/sales +preferred +acme\/sales/);
    expect(text).toMatch(/Found +2\n/);
    writeFileSync(
      file,
      "a:\n  remotes:\n    o: https://example.org/zeta/sales\n  merges:\n    - o 17.0\n",
    );
    const ofPath = await run("--platform-version", "17.0", "--modules", file, "sale");
    expect(ofPath.text).toMatch(/sale +zeta\/sales +earlier on the addons path +acme\/sales/);
    // The list's version is the default.
    expect((await run("--modules", file, "sale")).text).toBe(ofPath.text);
  });

  test.each([
    [["--platform-version", "17.0"], "No modules are given"],
    [["--platform-version", "x", "sale"], 'must be an Odoo version such as 19.0, not "x"'],
    [
      ["--platform-version", "3.0", "sale"],
      'no module at the Odoo version "3.0". It exists at: 17.0',
    ],
    [
      ["--platform-version", "17.0", "--modules", "/no/file"],
      "There is no file /no/file: correct --modules",
    ],
    [["sale"], "--platform-version is required, unless --lock or the list has one"],
    [["--lock", "/no/file"], "There is no file /no/file: correct --lock"],
    [["--lock", NO_LOCK], "is no JSON object"],
    [["--platform-version", "17", NO_LOCK], `is a file; give it as --modules ${NO_LOCK}`],
  ])("%j is refused", async (words, message) => {
    const error = await awaitOperatorError(run(...words));
    expect(error).toMatchObject({ code: "plan_invalid" });
    expect(String(error)).toContain(message);
  });
});
