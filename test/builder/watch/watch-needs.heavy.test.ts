// A watch rereads its sources file each time, and the needs it names.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { watchSources } from "../../../builder/watch.js";
import { toBuildOptions } from "../../support/builds.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { makeSources } from "../../support/world.js";

const MOST_READS = 3;

test("other needs make another snapshot", async () => {
  const root = makeTemporaryFolder();
  const files = { "__manifest__.py": '{"name": "Sale"}' };
  const entries = Object.values(makeSources(root, { sales: { "17.0": { sale: files } } }));
  const [first, second] = ["first.tsv", "second.tsv"].map((name) => path.join(root, name));
  for (const file of [first, second]) writeFileSync(file ?? "", `sale\ten\tsell by ${file}\n`);
  const stopping = new AbortController();
  const { signal } = stopping;
  let reads = 0;
  let nowMs = 0;
  const built: string[] = [];
  const watching = watchSources(
    { "interval-s": 60, json: true, quiet: false },
    toBuildOptions({
      out: path.join(root, "out"),
      signal,
      embedder: { kind: "static" },
      clock: { now: () => nowMs, sleep: async (delayMs) => void (nowMs += delayMs) },
    }),
    {
      read: () => {
        if ((reads += 1) > MOST_READS) stopping.abort(new Error("stopped"));
        return { entries, needsFile: built.length === 0 ? first : second };
      },
      expand: async () => entries,
    },
    {
      printError: (line) => expect.fail(line),
      print(line) {
        const { event, id } = JSON.parse(line) as { readonly event: string; readonly id: string };
        if (event === "built") built.push(id);
      },
    },
  );
  await expect(watching).rejects.toThrow("stopped");
  expect(new Set(built).size).toBe(2);
});
