// A small round of the attacks on shipping; the large ones are run by hand.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../torture/ship-torture.js", import.meta.url));

test.each(["7", "20240101"])("attacks with seed %s win nothing", async (seed) => {
  const words = [SCRIPT, "--seed", seed, "--rounds", "2"];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  expect(stdout).toContain(`seed ${seed}, 2 rounds`);
  expect(stdout).toMatch(/^ +0 {2}accepted or given away$/m);
});
