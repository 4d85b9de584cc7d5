// Killed builds: `current` leads to a whole snapshot at every moment, and the next build continues
// and clears up.
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { prepareOutput, publishSnapshot } from "../../../builder/assemble/publish.js";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import { SECTIONS_FILE } from "../../../data/snapshot/format.js";
import { locateSnapshot } from "../../../data/snapshot/locate.js";
import { verifySnapshot } from "../../../data/snapshot/verify.js";
import { createNamedContents } from "../../support/module-records.js";
import { startProgram } from "../../support/program.js";
import type { PublishProgramOptions } from "./publish-program.js";
import { build } from "../../support/builds.js";
import { listOut, makeSmallSources, type SmallSources } from "../../support/small-sources.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";
import { makeWritable } from "../../support/make-writable.js";

const PROGRAM = fileURLToPath(new URL("./publish-program.js", import.meta.url));

const { version: PROGRAM_VERSION } = createRequire(import.meta.url)("#package.json") as {
  readonly version: string;
};

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);

/** Attempts, since a build may be faster than its killer. */
const MOST_ATTEMPTS = 20;

/** Steps until a build's files are whole: the folder, two files, the index, the folder to disk. */
const WRITING_STEPS = 8;

/** @returns the steps it took; `recordTo` and a dash and the number of each leads to what it left */
async function runPublish(options: PublishProgramOptions): Promise<number> {
  const words = [PROGRAM, JSON.stringify(options)];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return Number(stdout);
}

async function publish(out: string, name: string, keep?: number): Promise<string> {
  const options = { out, program: "0.0.0-test", keep };
  return (await publishSnapshot(createNamedContents(name), options)).entry.id;
}

/** The id of the current snapshot, every byte of which has been checked. */
async function readWhole(out: string): Promise<string> {
  const snapshot = openSnapshot(locateSnapshot(out));
  expect((await verifySnapshot(snapshot)).damaged).toEqual([]);
  snapshot.close();
  return snapshot.entry.id;
}

describe("a build that is killed before any of its steps on disk", () => {
  test("leaves the former snapshot or the new one, and the next build clears up", async () => {
    const out = nextFolder();
    await prepareOutput(out);
    const older = await publish(out, "older");
    const former = await publish(out, "former");
    const steps = await runPublish({ out, names: ["new"], keep: 1, recordTo: out });
    const id = await readWhole(out);
    expect(listOut(out)).toEqual([id, "current"].toSorted());
    expect(steps).toBeGreaterThan(15);
    const found = new Set<string>();
    for (let step = 0; step < steps; step += 1) {
      const left = `${out}-${step}`;
      found.add(await readWhole(left));
      expect(await publish(left, "new", 1)).toBe(id);
      expect(await readWhole(left)).toBe(id);
      expect(listOut(left)).toEqual([id, "current"].toSorted());
    }
    expect(found).toEqual(new Set([former, id]));
    expect(found).not.toContain(older);
  });

  test("leaves `current` leading to a snapshot while a damaged one is replaced", async () => {
    const out = nextFolder();
    await prepareOutput(out);
    const id = await publish(out, "same");
    const file = path.join(out, id, SECTIONS_FILE);
    const damaged = readFileSync(file);
    damaged[damaged.length - 1] = 1 ^ (damaged.at(-1) ?? 0);
    makeWritable(file);
    writeFileSync(file, damaged);
    const steps = await runPublish({ out, names: ["same"], recordTo: out });
    expect(await readWhole(out)).toBe(id);
    expect(listOut(out)).toEqual([id, "current"].toSorted());
    const found = new Set<string>();
    // Up to there nothing is another than in the test above.
    for (let step = WRITING_STEPS; step < steps; step += 1) {
      const left = `${out}-${step}`;
      const current = path.join(locateSnapshot(left), SECTIONS_FILE);
      found.add(readFileSync(current).equals(damaged) ? "damaged" : await readWhole(left));
      expect(await publish(left, "same")).toBe(id);
      expect(await readWhole(left)).toBe(id);
      expect(listOut(left)).toEqual([id, "current"].toSorted());
    }
    expect(found).toEqual(new Set(["damaged", id]));
  });
});

describe("`module-lookup build`, killed", () => {
  let small: SmallSources;

  beforeAll(() => {
    small = makeSmallSources(root);
  });

  /**
   * Kills a build into a folder with a snapshot at the moment. The build may be faster than all
   * looks at it, but not always.
   */
  async function killBuild(
    sources: string,
    isReached: (out: string) => boolean,
  ): Promise<{ readonly out: string; readonly former: string }> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const out = nextFolder();
      const former = (await build([small.stock], { out })).entry.id;
      const words = ["build", "--quiet", `--sources=${sources}`, `--out=${out}`];
      const program = startProgram([...words, `--cache=${out}-c`, "--jobs=1"]);
      // A look each millisecond: at every turn it takes a core from the build.
      while (program.process.exitCode === null && !isReached(out)) await setTimeout(1);
      program.signalAll("SIGKILL");
      if ((await program.ended)[1] === "SIGKILL") return { out, former };
    }
    throw new Error(`${MOST_ATTEMPTS} builds ended before they were killed`);
  }

  /** Moments of a build that can be seen from outside. */
  const MOMENTS: readonly (readonly [string, (out: string) => boolean])[] = [
    ["begins to write", (out) => findBuilding(out) !== undefined],
    [
      "writes the sections",
      (out) => existsSync(path.join(out, findBuilding(out) ?? "-", SECTIONS_FILE)),
    ],
    ["has the snapshot in place", (out) => countSnapshots(out) > 1],
  ];

  test.each(MOMENTS)("when it %s", async (_, isReached) => {
    const sources = `${nextFolder()}.json`;
    const { organization, repository, url, mirror } = small.sales;
    writeFileSync(
      sources,
      JSON.stringify({ sources: [{ organization, repository, url, mirror }] }),
    );
    const { out, former } = await killBuild(sources, isReached);
    const left = await readWhole(out);
    // Equal program, so that the same snapshot has the same id.
    const { entry } = await build([small.sales], {
      out,
      embedder: { kind: "static" },
      program: PROGRAM_VERSION,
    });
    expect([former, entry.id]).toContain(left);
    expect(await readWhole(out)).toBe(entry.id);
    expect(listOut(out)).toEqual([entry.id, former, "current"].toSorted());
  });
});

function findBuilding(out: string): string | undefined {
  return readdirSync(out).find((name) => name.startsWith(".building-"));
}

function countSnapshots(out: string): number {
  return readdirSync(out).filter((name) => /^[0-9a-f]{32}$/.test(name)).length;
}
