// Steps of modules as a section and back, and sections that others made.
import { expect, test } from "vitest";
import type { FoundStep } from "../../../../data/history/lineage.js";
import { SnapshotError } from "../../../../data/snapshot/errors.js";
import { FORMAT_VERSION } from "../../../../data/snapshot/format.js";
import { encodeSteps, readSteps } from "../../../../data/snapshot/history/steps.js";
import { packValue, unpackValue } from "../../../../data/snapshot/record/packing.js";
import type { SectionReader } from "../../../../data/snapshot/sections.js";

function read(bytes: Uint8Array): readonly FoundStep[] {
  const sections: SectionReader = {
    format: FORMAT_VERSION,
    rows: [],
    get: () => bytes,
    check: () => undefined,
    has: () => false,
  };
  return readSteps(sections);
}

function place(technicalName: string, platformVersion: string): FoundStep["from"] {
  return { technicalName, organization: "acme", repository: "tools", platformVersion };
}

const COUNTS = { commits: 4, sharedCommits: 3, files: 2, sharedFiles: 1 };

const STEPS: readonly FoundStep[] = [
  {
    kind: "moved",
    from: place("__proto__", "16.0"),
    to: place("__proto__", "17.0"),
    evidence: { ...COUNTS, move: null },
  },
  {
    kind: "renamed",
    from: place("a", "16.0"),
    to: place("b", "17.0"),
    evidence: {
      ...COUNTS,
      move: {
        organization: "acme",
        repository: "tools",
        branch: "17.0",
        commit: "0123456789ab",
        subject: "Ä",
        deletedFiles: 5,
        addedFiles: 6,
        samePaths: 7,
        sameBlobs: 8,
      },
    },
  },
];

test("steps are read as they were written", () => {
  expect(read(encodeSteps(STEPS)[1])).toEqual(STEPS);
  expect(read(encodeSteps([])[1])).toEqual([]);
});

const [kinds, from, to, evidence] = unpackValue(encodeSteps(STEPS)[1]) as readonly unknown[];
const [names, ...others] = from as readonly unknown[];

test.each<[string, unknown]>([
  ["no list", {}],
  ["columns that are none", [1]],
  ["a step of which nothing else is there", [[0]]],
  ["another kind", [[0, 99], from, to, evidence]],
  ["a kind that is a text", [["moved", 0], from, to, evidence]],
  ["a step too few", [[0], from, to, evidence]],
  ["a name that is a number", [kinds, [[[1], [0, 0]], ...others], to, evidence]],
  ["a name that is not there", [kinds, [[["a"], [0, 1]], ...others], to, evidence]],
  ["half of where it was", [kinds, [names], to, evidence]],
])("a section with %s is damaged", (_, value) => {
  expect(() => read(packValue(value))).toThrow(SnapshotError);
});
