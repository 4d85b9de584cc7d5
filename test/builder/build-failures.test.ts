// Builds that fail or are stopped: the error, and that nothing else is changed.
import { existsSync, mkdirSync, readlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { BuildOptions } from "../../builder/build.js";
import { SourceError } from "../../builder/source/source-error.js";
import type { Source } from "../../builder/source/source.js";
import { ConfigError } from "../../data/operator-error.js";
import { awaitOperatorError } from "../support/catch-error.js";
import { build, recordProgress } from "../support/builds.js";
import { listOut, makeSmallSources, type SmallSources } from "../support/small-sources.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);
let small: SmallSources;

beforeAll(() => {
  small = makeSmallSources(root);
});

async function expectFailure(
  sources: readonly Source[],
  changes: Partial<BuildOptions>,
  code: string,
): Promise<Error> {
  const out = nextFolder();
  const { entry } = await build([small.stock], { out });
  const error = await awaitOperatorError(build(sources, { out, ...changes }));
  expect(error.code).toBe(code);
  expect(readlinkSync(path.join(out, "current"))).toBe(entry.id);
  expect(listOut(out)).toEqual([entry.id, "current"].toSorted());
  return error;
}

describe("a build that fails leaves the current snapshot and nothing of its own", () => {
  test("when nothing at all could be read", async () => {
    const error = await expectFailure([small.missing, small.docs], {}, "nothing_read");
    expect(error).toBeInstanceOf(SourceError);
    expect(error.message).toContain("acme/missing has no git repository");
  });

  test.each([
    ["in any branch", { branches: ["16.0"] }],
    ["in the folders to search", { addons: ["nowhere"] }],
  ])("when no module was found %s", async (_, changes) => {
    const error = await expectFailure([{ ...small.sales, ...changes }], {}, "no_modules");
    expect(error).toBeInstanceOf(SourceError);
    expect(error.message).toContain('correct "addons" and "branches"');
  });

  test("when it is strict and one source has a fault", async () => {
    const error = await expectFailure(
      [small.sales, small.missing],
      { strict: true },
      "sources_unread",
    );
    expect(error).toBeInstanceOf(SourceError);
    expect(error.message).toContain("acme/missing has no git repository");
  });

  test("when the embedder cannot be opened; its stage is taken off the display", async () => {
    const weights = nextFolder();
    mkdirSync(weights);
    const progress = recordProgress();
    const embedder = { kind: "transformers", weights, cacheFolder: root } as const;
    const error = await expectFailure(
      [small.sales],
      { embedder, progress },
      "embedder_unavailable",
    );
    expect(error.message).toContain(weights);
    expect(progress.events.slice(-2)).toEqual(["start embed", "stop embed"]);
  });
});

test("an output folder that cannot be written is a ConfigError before anything is read", async () => {
  const file = nextFolder();
  writeFileSync(file, "a regular file");
  const progress = recordProgress();
  const out = path.join(file, "out");
  const error = await awaitOperatorError(build([small.sales], { out, progress }));
  expect(error).toBeInstanceOf(ConfigError);
  expect(error).toMatchObject({ code: "out_unwritable", got: "ENOTDIR" });
  expect(error.message).toContain("--out");
  expect(progress.events).toEqual([]);
});

describe("a build that is stopped", () => {
  // The first progress of these stages is where the stop comes.
  test.each(["start read", "advance read 1", "finish link", "advance embed 3", "start write"])(
    "at %s ends with the reason and leaves nothing half done",
    async (moment) => {
      const out = nextFolder();
      const controller = new AbortController();
      const reason = new Error("stopped by the test");
      const progress = recordProgress((event) => {
        if (event === moment) controller.abort(reason);
      });
      const { signal } = controller;
      const work = build([small.sales, small.stock, small.docs], {
        out,
        progress,
        signal,
        jobs: 1,
        embedder: { kind: "static" },
      });
      if (moment === "start write") {
        // What is being written is finished: it takes a moment and is whole.
        const { entry } = await work;
        expect(readlinkSync(path.join(out, "current"))).toBe(entry.id);
        expect(listOut(out)).toEqual([entry.id, "current"].toSorted());
      } else {
        await expect(work).rejects.toBe(reason);
        expect(listOut(out)).toEqual([]);
      }
      expect(progress.events.at(-1)).toMatch(/^stop /);
    },
  );

  test("before it begins reads nothing", async () => {
    const out = nextFolder();
    const progress = recordProgress();
    const signal = AbortSignal.abort(new Error("stopped before"));
    await expect(build([small.sales], { out, progress, signal })).rejects.toThrow("stopped before");
    expect(progress.events).toEqual([]);
    expect(existsSync(path.join(out, "current"))).toBe(false);
  });
});
