// Steps of modules as a section and back, and sections that others made.
import { expect, test } from "vitest";
import type { FoundStep } from "../../../../data/lineage.js";
import { SnapshotError } from "../../../../data/snapshot/errors.js";
import { encodeSteps, readSteps } from "../../../../data/snapshot/history/steps.js";
import { packValue } from "../../../../data/snapshot/record/packing.js";
import type { SectionReader } from "../../../../data/snapshot/sections.js";

function read(bytes: Uint8Array): readonly FoundStep[] {
  const sections: SectionReader = { rows: [], get: () => bytes, check: () => undefined };
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
        sameFiles: 8,
      },
    },
  },
];

test("steps are read as they were written", () => {
  expect(read(encodeSteps(STEPS)[1])).toEqual(STEPS);
  expect(read(encodeSteps([])[1])).toEqual([]);
});

const ROW = [0, "a", "o", "r", "16.0", "a", "o", "r", "17.0", 1, 1, 1, 1];

test.each<[string, unknown]>([
  ["no list", {}],
  ["rows that are none", [1]],
  ["an empty row", [[]]],
  ["another kind", [[99, ...ROW.slice(1)]]],
  ["a kind that is a text", [["moved", ...ROW.slice(1)]]],
  ["a name that is a number", [[0, 1, ...ROW.slice(2)]]],
  ["half a move", [[...ROW, "o", "r"]]],
])("a section with %s is damaged", (_, value) => {
  expect(() => read(packValue(value))).toThrow(SnapshotError);
});
