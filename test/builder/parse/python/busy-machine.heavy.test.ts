// Findings in a file do not depend on the load of the machine.
import { execFile, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parsePython } from "../../../../builder/parse/python/tree.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";

const HEAD = "from odoo import fields, models\n\n\nclass A(models.Model):\n    _name = 'a'\n";

/**
 * Texts that take the square of their length or more; test/builder/parse/python/work-limits.test.ts
 * has more.
 */
const WRONG = [".", "exec ", "&, +", "+:=or"];

/** Long enough that the lowest priority slows it down many times. */
const LONG = `${HEAD}${Array.from({ length: 300 }, (_, at) => `    f${at} = fields.Char()\n`).join("")}`;

test("texts give the same at the lowest priority beside busy processes", async () => {
  const folder = makeTemporaryFolder();
  const texts = [LONG, ...WRONG.map((unit) => HEAD + unit.repeat(1_000 / unit.length))];
  const files = texts.map((_, at) => path.join(folder, `${at}.py`));
  files.forEach((file, at) => writeFileSync(file, texts[at] ?? ""));
  const here = texts.map((text) => `${String(parsePython(text))}\n`);
  const busy = [0, 1].map(() => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
  try {
    const script = fileURLToPath(new URL("./parse-python.js", import.meta.url));
    const options = { maxBuffer: 64 * 1024 * 1024 };
    const there = await promisify(execFile)(process.execPath, [script, ...files], options);
    expect(there.stdout).toBe(here.join(""));
  } finally {
    for (const one of busy) one.kill("SIGKILL");
  }
});
