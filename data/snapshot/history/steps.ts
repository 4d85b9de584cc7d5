// Steps of modules between versions as one section. Every value is checked, since anyone can make a
// file.
import {
  FOUND_STEP_KINDS,
  type FoundStep,
  type LineageLocation,
  type MoveEvidence,
} from "../../history/lineage.js";
import { ID_DIGITS } from "../../history/repository-history.js";
import { decodeSection } from "../decode-section.js";
import {
  as,
  createColumnReader,
  lists,
  numbers,
  oneOf,
  recurring,
  rows,
  texts,
} from "../record/column-packing.js";
import { packValue } from "../record/packing.js";
import { MOVE_COUNTS } from "./packed-history.js";
import type { Section, SectionReader } from "../sections.js";

const SECTION = "lineage";

const location = rows<LineageLocation>({
  technicalName: recurring,
  organization: recurring,
  repository: recurring,
  platformVersion: recurring,
});

const move = rows<MoveEvidence>({
  organization: recurring,
  repository: recurring,
  branch: recurring,
  commit: as(
    texts,
    (id: string) => id.slice(0, ID_DIGITS),
    (id) => id,
  ),
  subject: texts,
  ...MOVE_COUNTS,
});

const STEPS = rows<FoundStep>({
  kind: oneOf(FOUND_STEP_KINDS),
  from: location,
  to: location,
  evidence: rows<FoundStep["evidence"]>({
    commits: numbers(),
    sharedCommits: numbers(),
    files: numbers(),
    sharedFiles: numbers(),
    move: as(
      lists(move),
      (one: MoveEvidence | null) => (one === null ? [] : [one]),
      ([one = null]) => one,
    ),
  }),
});

export function encodeSteps(steps: readonly FoundStep[]): Section {
  return [SECTION, packValue(STEPS.pack(steps))];
}

/** In the order in which they were written. @throws SnapshotError where it is not what `encodeSteps` wrote */
export function readSteps(sections: SectionReader): readonly FoundStep[] {
  return decodeSection(
    sections,
    SECTION,
    () => (packed) => STEPS.unpack(packed, createColumnReader(SECTION)),
  );
}
