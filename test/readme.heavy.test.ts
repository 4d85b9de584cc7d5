// README and docs/: every command line of the program is run as it is printed, in order, in a folder that has what the
// text around it speaks of. Requests and answers are those of `readme.test.ts`.
import { execFile } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { ROOT } from "../docs/tools/project-root.js";
import { getSharedSnapshots } from "./support/shared-snapshot.js";
import { makeTemporaryFolder } from "./support/temporary-folder.js";

/** Lines that cannot end well here, with the reason. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/ --sources examples\/oca\.json/, "clones hundreds of repositories"],
  [/ (?:serve|build --watch) /, "runs until it is stopped"],
  [/registry\.example\.org/, "an invented registry"],
  [/ --server /, "an invented service"],
  [/ --endpoint /, "wants a language model"],
  [/ --from origin\/19\.0 /, "wants a work tree with a remote"],
];

const names = ["README.md", ...readdirSync(path.join(ROOT, "docs")).map((name) => `docs/${name}`)];
const lines = names
  .filter((name) => name.endsWith(".md"))
  .flatMap((name) => {
    const text = readFileSync(path.join(ROOT, name), "utf8");
    const blocks = [...text.matchAll(/^```(\w*)\n([^]*?)^```/gm)]
      .filter(([, language]) => language === "" || language === "sh")
      .map(([, , block = ""]) => block);
    return blocks
      .join("")
      .split("\n")
      .filter((line) => /^(?:(?:npx --no-install )?module-lookup|openssl) /.test(line))
      .map((line) => ({ name, line }));
  });

const folder = makeTemporaryFolder();
const bin = path.join(folder, "bin");

beforeAll(async () => {
  const program = path.join(bin, "module-lookup");
  mkdirSync(bin);
  symlinkSync(fileURLToPath(new URL("../cli/main.js", import.meta.url)), program);
  chmodSync(program, 0o755);
  mkdirSync(path.join(folder, ".demo"));
  for (const place of ["snapshots", "snapshots.old", ".demo/snapshots"])
    symlinkSync(getSharedSnapshots(), path.join(folder, place));
  cpSync(path.join(ROOT, "examples"), path.join(folder, "examples"), { recursive: true });
  mkdirSync(path.join(folder, "own"));
  writeFileSync(
    path.join(folder, "own", "__manifest__.py"),
    '{"name": "Own", "depends": ["base"]}',
  );
  writeFileSync(path.join(folder, "own", "__init__.py"), "");
  writeFileSync(path.join(folder, "installed.txt"), "rental_core\nrental_deposit\n");
  const plan =
    "module-lookup plan --snapshot snapshots --platform-version 17.0 rental_core --format lock";
  await run(`${plan} > plan.lock && cp plan.lock installation.lock`);
});

/** Its exit code, and what it says on standard error. */
async function run(line: string): Promise<{ code: number | null; said: string }> {
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env["PATH"] ?? ""}` };
  return new Promise((resolve) => {
    const child = execFile("sh", ["-c", line], { cwd: folder, env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, said: stderr || stdout }),
    );
  });
}

test("README and docs/ have commands, and some run elsewhere", () => {
  expect(lines.length).toBeGreaterThan(20);
  for (const [pattern] of ELSEWHERE)
    expect(lines.some(({ line }) => pattern.test(line))).toBe(true);
});

test.each(lines.filter(({ line }) => !ELSEWHERE.some(([pattern]) => pattern.test(line))))(
  "$name: $line",
  async ({ line }) => {
    const { code, said } = await run(line.replace("npx --no-install ", ""));
    // An upgrade that wants work says so by its exit code.
    expect(/ upgrade /.test(line) ? [0, 1] : [0], said).toContain(code);
  },
);
