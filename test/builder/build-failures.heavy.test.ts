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
import { makeSources } from "../support/world.js";
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

/** A repository with so many modules at 17.0. */
function toWorld(modules: number) {
  const names = Array.from({ length: modules }, (_, at) => `sale_${at}`);
  return { "17.0": Object.fromEntries(names.map((name) => [name, { "__manifest__.py": "{}" }])) };
}

describe("a snapshot that would be smaller than the current one", () => {
  test("keeps what was read last of a repository that cannot be read any more", async () => {
    const { sales, stock, missing } = small;
    const lost = { ...stock, mirror: missing.mirror };
    const [out, cacheDirectory] = [nextFolder(), nextFolder()];
    const { entry } = await build([sales, stock], { out, cacheDirectory });
    const { large } = makeSources(nextFolder(), { large: toWorld(10) });
    const grown = await build([sales, lost, large], { out, cacheDirectory });
    // The news of the others are published.
    expect(grown.entry.counts.entries).toBe(entry.counts.entries + 10);
    const row = grown.entry.sources.find(({ repository }) => repository === "stock");
    const had = entry.sources.find(({ repository }) => repository === "stock");
    expect(row?.branches).toEqual(
      had?.branches.map((branch) => ({
        ...branch,
        stale: { reason: "repository_unreadable", date: expect.stringMatching(/^\d{4}-/) },
      })),
    );
    expect(row?.faults).toEqual([
      expect.stringMatching(/^acme\/stock has no git .* The last version that was read is kept\.$/),
    ]);
    // A repaired repository is like any other.
    const healed = await build([sales, stock, large], { out, cacheDirectory });
    expect(healed.entry.sources.flatMap(({ faults }) => faults)).toEqual([]);
    const smaller = await build([sales, lost, large], { out, cacheDirectory, allowLoss: true });
    expect(smaller.entry.counts.entries).toBeLessThan(healed.entry.counts.entries);
  });

  test("keeps what was read last of a repository that takes more than it may, or that is empty", async () => {
    const [out, cacheDirectory] = [nextFolder(), nextFolder()];
    const { one } = makeSources(nextFolder(), { one: toWorld(1) });
    await build([one, small.sales], { out, cacheDirectory });
    const toRow = async (source: Source): Promise<unknown> => {
      const { entry } = await build([{ ...one, ...source }, small.sales], { out, cacheDirectory });
      return entry.sources.find(({ repository }) => repository === "one")?.branches;
    };
    const { organization, repository, cloneUrl } = one;
    const as = (source: Source): Source => ({ ...source, organization, repository, cloneUrl });
    const { bad, none } = makeSources(nextFolder(), {
      bad: { "17.0": { deep: Object.fromEntries([["__manifest__.py", "{}"]]) } },
      none: { "17.0": { docs: { "a.txt": "" } } },
    });
    expect(await toRow(as(none))).toEqual([
      expect.objectContaining({
        modules: 1,
        stale: expect.objectContaining({ reason: "no_module" }),
      }),
    ]);
    expect(await toRow(as(bad))).toEqual([
      expect.not.objectContaining({ stale: expect.anything() }),
    ]);
  });

  test("does not become current when a repository is lost and nothing that was read is kept", async () => {
    const { sales, stock, missing } = small;
    const lost = { ...stock, mirror: missing.mirror };
    const out = nextFolder();
    const toOptions = () => ({ out, cacheDirectory: nextFolder() });
    const { entry } = await build([sales, stock], toOptions());
    const error = await awaitOperatorError(build([sales, lost], toOptions()));
    expect(error).toMatchObject({
      code: "modules_lost",
      message: expect.stringContaining("repositor"),
    });
    expect(error.message).toContain("acme/stock has no git repository");
    expect(error.message).toContain("2 of 3 modules are left");
    expect(readlinkSync(path.join(out, "current"))).toBe(entry.id);
    expect(listOut(out)).toEqual([entry.id, "current"].toSorted());
    const smaller = await build([sales, lost], { ...toOptions(), allowLoss: true });
    expect(readlinkSync(path.join(out, "current"))).toBe(smaller.entry.id);
    // A loss is refused only once.
    expect((await build([sales, lost], toOptions())).entry.id).toBe(smaller.entry.id);
  });

  test("does when a tenth is gone, and does not when it is more", async () => {
    const worlds = { ten: toWorld(10), nine: toWorld(9), eight: toWorld(8) };
    const { ten, nine, eight } = makeSources(nextFolder(), worlds);
    const { organization, repository, cloneUrl } = ten;
    const as = (source: Source): Source => ({ ...source, organization, repository, cloneUrl });
    const out = nextFolder();
    await build([ten], { out });
    const error = await awaitOperatorError(build([as(eight)], { out }));
    expect(error.message).toContain("8 of 10 modules are left");
    expect((await build([as(nine)], { out })).entry.counts.entries).toBe(9);
  });

  test("does when the repository was taken out of the sources and is no tenth", async () => {
    const out = nextFolder();
    const { large } = makeSources(nextFolder(), { large: toWorld(10) });
    await build([large, small.stock], { out });
    expect((await build([large], { out })).entry.counts.entries).toBe(10);
  });
});

test("an output folder that cannot be written is a ConfigError before anything is read", async () => {
  const file = nextFolder();
  writeFileSync(file, "a regular file");
  const progress = recordProgress();
  const out = path.join(file, "out");
  const error = await awaitOperatorError(build([small.sales], { out, progress }));
  expect(error).toBeInstanceOf(ConfigError);
  expect(error).toMatchObject({
    code: "out_unwritable",
    message: expect.stringContaining("ENOTDIR"),
  });
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
      const ended = await work.catch((error: unknown) => error);
      if (ended === reason) expect(listOut(out)).toEqual([]);
      else {
        // A write in progress at the stop may be completed, and is whole then.
        expect(moment).toBe("start write");
        const { entry } = await work;
        expect(readlinkSync(path.join(out, "current"))).toBe(entry.id);
        expect(listOut(out)).toEqual([entry.id, "current"].toSorted());
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
