// The history of a repository: what was packed comes back, what was damaged is refused.
import { finishSteps } from "../../../../data/yield.js";
import * as fc from "fast-check";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { RepositoryHistory } from "../../../../data/history/repository-history.js";
import { SnapshotError } from "../../../../data/snapshot/errors.js";
import { FORMAT_VERSION } from "../../../../data/snapshot/format.js";
import { openHistories, encodeHistories } from "../../../../data/snapshot/history/histories.js";
import { packHistory, unpackHistory } from "../../../../data/snapshot/history/packed-history.js";
import { packValue, unpackValue } from "../../../../data/snapshot/record/packing.js";
import type { SectionReader } from "../../../../data/snapshot/sections.js";
import { brotliDecompressSync } from "node:zlib";
import { countCases } from "../../../support/properties.js";

const HISTORY: RepositoryHistory = {
  people: ["Ann", "Émile"],
  units: ["a/", "b/", "requirements.txt"],
  changes: [
    { author: 0, localSeconds: 100, subject: "[FIX] a", looseNumber: 0, units: [0] },
    { author: 1, localSeconds: 90, subject: "a", looseNumber: 0, units: [0, 2] },
  ],
  commits: [0, 1, 1],
  contents: [{ commit: 2, unit: 0, branches: 2 ** 31 - 1 }],
  moves: [
    {
      commit: 1,
      from: 0,
      to: 1,
      deletedFiles: 5,
      addedFiles: 6,
      samePaths: 4,
      sameBlobs: 3,
    },
  ],
  verdicts: [
    {
      change: 0,
      unit: 0,
      branch: 1,
      verdict: "present",
      reason: "same_lines",
      commit: -1,
      places: [
        { path: "models/a.py", line: 12 },
        { path: "b.xml", line: 3 },
      ],
      size: { files: 2, lines: 14 },
    },
    {
      change: 1,
      unit: 0,
      branch: 1,
      verdict: "reverted",
      reason: "revert",
      commit: 2,
      places: [],
      size: undefined,
    },
  ],
  branches: [
    {
      branch: "master",
      platformVersion: "9.0",
      commit: "c".repeat(40),
      tipSeconds: 4_000_000_000,
      isUnknown: false,
      line: "0123456789ab".repeat(2),
      folders: [0, 1],
      members: [
        { commit: 2, pullRequest: 0, since: 1 },
        { commit: 0, pullRequest: -1, since: 0 },
      ],
      pullRequests: [
        { number: 12, mergedSeconds: 500, title: null, isForeign: false },
        { number: 9, mergedSeconds: 600, title: "A", isForeign: true },
      ],
      hidden: [{ unit: 1, commits: [0, 2] }],
      hiddenFromAll: [2],
      blacklists: [
        { module: "a", noMigration: "", pullRequests: [["acme/test#1", "lint"]] },
        { module: "b", noMigration: null, pullRequests: [] },
      ],
    },
    {
      branch: "10.0",
      platformVersion: "10.0",
      commit: "d".repeat(40),
      tipSeconds: 0,
      isUnknown: true,
      line: "",
      folders: [],
      members: [],
      pullRequests: [],
      hidden: [],
      hiddenFromAll: [],
      blacklists: [],
    },
  ],
};
const IDS = ["a", "b", "c"].map((digit) => digit.repeat(40));

describe("a history", () => {
  test("comes back as it was", () => {
    expect(finishSteps(unpackHistory(packHistory(HISTORY, IDS)))).toEqual(HISTORY);
  });

  test("stands in sections with others", () => {
    const none = {
      people: [],
      units: [],
      changes: [],
      commits: [],
      contents: [],
      moves: [],
      verdicts: [],
      branches: [],
    };
    const packed = [packHistory(none, []), packHistory(HISTORY, IDS), packHistory(none, [])];
    const sections = new Map(encodeHistories(packed));
    const reader: SectionReader = {
      format: FORMAT_VERSION,
      rows: [],
      get: (name) => sections.get(name) ?? new Uint8Array(),
      check: () => undefined,
      has: () => false,
    };
    const histories = openHistories(reader, packed.length);
    expect(finishSteps(histories.readHistory(0))).toEqual(none);
    expect(finishSteps(histories.readHistory(1))).toEqual(HISTORY);
    expect(histories.readCommitId(1, 2)).toBe("cccccccccccc");
    expect(() => histories.readCommitId(1, 3)).toThrow(SnapshotError);
    expect(() => histories.readCommitId(0, 0)).toThrow(SnapshotError);
    expect(() => finishSteps(histories.readHistory(3))).toThrow(SnapshotError);
  });
});

test("with any byte changed or cut off a history comes, or a SnapshotError", () => {
  const packed = packHistory(HISTORY, IDS);
  fc.assert(
    fc.property(fc.nat(packed.bytes.length - 1), fc.integer({ min: 0, max: 255 }), (at, mask) => {
      const bytes =
        mask === 0
          ? packed.bytes.slice(0, at)
          : packed.bytes.map((b, i) => (i === at ? b ^ mask : b));
      expectSound(() => finishSteps(unpackHistory({ ...packed, bytes })));
    }),
    { numRuns: countCases(150) },
  );
});

test("with any value in place of another a history comes, or a SnapshotError", () => {
  const { bytes, commits } = packHistory(HISTORY, IDS);
  const values = fc.constantFrom<unknown>(
    -1,
    0,
    1,
    7,
    1e300,
    0.5,
    "text",
    null,
    [],
    [[]],
    [-1],
    [9],
  );
  const place = fc.array(fc.nat(16), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(place, values, (steps, value) => {
      const whole = unpackValue(brotliDecompressSync(bytes)) as unknown[];
      let at: unknown[] = whole;
      for (const step of steps.slice(0, -1)) {
        const inner = at[step % Math.max(at.length, 1)];
        if (Array.isArray(inner) && inner.length > 0) at = inner;
      }
      at[(steps.at(-1) ?? 0) % at.length] = value;
      const packed = packValue(whole);
      const length = packed.length;
      expectSound(() =>
        finishSteps(unpackHistory({ bytes: brotliCompressSync(packed), length, commits })),
      );
    }),
    { numRuns: countCases(100) },
  );
});

test("a length that no history has is refused before anything is unpacked", () => {
  const packed = packHistory(HISTORY, IDS);
  expect(() => finishSteps(unpackHistory({ ...packed, length: 2 ** 32 - 1 }))).toThrow(
    SnapshotError,
  );
  expect(() => finishSteps(unpackHistory({ ...packed, commits: 4 }))).toThrow(SnapshotError);
});

/** Every number of what comes leads somewhere. */
function expectSound(unpack: () => RepositoryHistory): void {
  let history: RepositoryHistory;
  try {
    // Branches are unpacked when they are asked for.
    history = JSON.parse(JSON.stringify(unpack())) as RepositoryHistory;
  } catch (error) {
    expect(error).toBeInstanceOf(SnapshotError);
    return;
  }
  for (const { author, units, looseNumber } of history.changes) {
    expect(history.people[author]).toBeTypeOf("string");
    expect(history.changes[looseNumber]).toBeDefined();
    for (const unit of units) expect(history.units[unit]).toBeTypeOf("string");
  }
  for (const change of history.commits) expect(history.changes[change]).toBeDefined();
  for (const { commit, unit } of history.contents) {
    expect(history.commits[commit]).toBeDefined();
    expect(history.units[unit]).toBeTypeOf("string");
  }
  for (const { commit, from, to } of history.moves) {
    expect(history.commits[commit]).toBeDefined();
    for (const unit of [from, to]) expect(history.units[unit]).toBeTypeOf("string");
  }
  for (const branch of history.branches) {
    const { line, members, pullRequests, hidden, hiddenFromAll, folders } = branch;
    for (const { commit, pullRequest, since } of members) {
      expect(history.commits[commit]).toBeDefined();
      expect(line === "" || line.slice(12 * since)).not.toBe("");
      expect(pullRequest === -1 || pullRequests[pullRequest] !== undefined).toBe(true);
    }
    const named = [...hidden.flatMap(({ commits }) => commits), ...hiddenFromAll];
    for (const commit of named) expect(history.commits[commit]).toBeDefined();
    const units = [...hidden.map(({ unit }) => unit), ...folders];
    for (const unit of units) expect(history.units[unit]).toBeTypeOf("string");
  }
}
