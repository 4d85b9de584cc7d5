// Provenance: the facts that make a snapshot one of the same sources and settings.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { BUILD_SETTINGS } from "../../../builder/config.js";
import {
  digestSettings,
  digestSource,
  type ShapingSettings,
} from "../../../builder/provenance/provenance.js";
import { chooseBranches } from "../../../builder/source/git/branches.js";
import { DEFAULT_LIMITS } from "../../../builder/source/limits.js";
import type { Source } from "../../../builder/source/source.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

const SOURCE: Source = {
  organization: "acme",
  repository: "tools",
  url: "https://git.example.org/acme/tools.git",
  cloneUrl: "https://robot:secret@git.example.org/acme/tools.git",
  mirror: undefined,
  branches: undefined,
  addons: ["."],
};
const BRANCHES = [
  { name: "16.0", commit: "a".repeat(40) },
  { name: "17.0", commit: "b".repeat(40) },
  { name: "main", commit: "c".repeat(40) },
];

function digest(changes: Partial<Source>, branches = BRANCHES): string {
  const source = { ...SOURCE, ...changes };
  return digestSource(source, { choice: chooseBranches(branches, source.branches) });
}

function withRequests(
  ...requests: readonly (readonly [commit: string, mergeable: boolean | null])[]
): string {
  const heads = requests.map(([commit, mergeable]) => ({ name: "1", commit, mergeable }));
  return digestSource(SOURCE, { choice: { ...chooseBranches(BRANCHES), requests: heads } });
}

describe("the digest of a source", () => {
  test.each<[string, string]>([
    ["its organization", digest({ organization: "other" })],
    ["its name", digest({ repository: "other" })],
    ["its public address", digest({ url: "https://git.example.org/other.git" })],
    ["where it is read", digest({ mirror: "/srv/tools.git" })],
    ["its folders of modules", digest({ addons: ["addons"] })],
    ["that nobody named it", digest({ viaOrganization: true })],
    ["a pattern that matches more", digest({ branches: ["1*", "main"] })],
    ["a pattern that matches nothing", digest({ branches: ["1*", "9.0"] })],
    [
      "what a branch is for",
      digest({ branches: ["16.0", { branch: "17.0", platformVersion: "18.0" }] }),
    ],
    ["a commit", digest({}, [{ name: "16.0", commit: "d".repeat(40) }, ...BRANCHES.slice(1)])],
    ["a branch less", digest({}, BRANCHES.slice(1))],
    ["a branch more", digest({}, [...BRANCHES, { name: "18.0", commit: "d".repeat(40) }])],
    ["that it cannot be read", digestSource(SOURCE, { fault: "It is gone." })],
  ])("is another with %s", (_, other) => {
    expect(other).not.toBe(digest({}));
  });

  test("is another when a pull request opens, moves or can no longer be merged", () => {
    const digests = [
      digest({}),
      withRequests(),
      withRequests(["d", true]),
      withRequests(["d", false]),
      withRequests(["d", null]),
      withRequests(["e", true]),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });

  test("is the same with other credentials, patterns that choose the same, and branches that are not read", () => {
    expect(digest({ cloneUrl: SOURCE.url })).toBe(digest({}));
    expect(digest({ branches: ["1*"] })).toBe(digest({}));
    expect(digest({}, BRANCHES.slice(0, 2))).toBe(digest({}));
  });
});

const SETTINGS: ShapingSettings = {
  program: "1.0.0",
  embedder: { kind: "none" },
  limits: DEFAULT_LIMITS,
  keep: 2,
};

describe("the digest of settings", () => {
  test.each<[string, Partial<ShapingSettings>]>([
    ["program", { program: "1.0.1" }],
    ["embedder", { embedder: { kind: "static" } }],
    ["number of snapshots", { keep: 1 }],
    ...Object.entries(DEFAULT_LIMITS).map(([name, value]): [string, Partial<ShapingSettings>] => [
      name,
      { limits: { ...DEFAULT_LIMITS, [name]: Number(value) + 1 } },
    ]),
  ])("is another with another %s", async (_, changes) => {
    expect(await digestSettings({ ...SETTINGS, ...changes })).not.toBe(
      await digestSettings(SETTINGS),
    );
  });

  test("is another with other needs, where there is an embedder to read them", async () => {
    const needsFile = path.join(makeTemporaryFolder(), "needs.tsv");
    writeFileSync(needsFile, "a\ten\tsell\n");
    const digestBoth = async (embedder: ShapingSettings["embedder"]) => [
      await digestSettings({ ...SETTINGS, embedder }),
      await digestSettings({ ...SETTINGS, embedder, needsFile }),
    ];
    const [without, first] = await digestBoth({ kind: "static" });
    expect(first).not.toBe(without);
    writeFileSync(needsFile, "a\ten\tbuy\n");
    const [, second] = await digestBoth({ kind: "static" });
    expect([without, first]).not.toContain(second);
    const [none, unread] = await digestBoth({ kind: "none" });
    expect(unread).toBe(none);
  });

  test("is another with other files of a neural embedder", async () => {
    const weights = nextFolder();
    const file = path.join(weights, "onnx", "model.onnx");
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "weights");
    const embedder = { kind: "transformers", weights, cacheFolder: nextFolder() } as const;
    const before = await digestSettings({ ...SETTINGS, embedder });
    expect(await digestSettings({ ...SETTINGS, embedder })).toBe(before);
    utimesSync(file, 1, 1);
    expect(await digestSettings({ ...SETTINGS, embedder })).not.toBe(before);
  });
});

test("of every setting is known whether it shapes a snapshot", () => {
  const shaping = ["sources", "out", "cache", "keep", "embedder", "weights"];
  const limits = Object.keys(BUILD_SETTINGS).filter((name) => name.startsWith("repository-"));
  expect(limits.length).toBe(Object.keys(DEFAULT_LIMITS).length);
  const watching = ["watch", "interval-s"];
  const other = ["shard", "jobs", "force", "strict", "allow-loss", "json", "quiet", ...watching];
  expect(Object.keys(BUILD_SETTINGS).toSorted()).toEqual(
    [...shaping, ...limits, ...other].toSorted(),
  );
});
