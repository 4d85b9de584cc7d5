// Where modules went, as one section: a short list for each step. What is read is checked, since anyone can make
// a file.
import {
  FOUND_STEP_KINDS,
  type FoundStep,
  type LineageLocation,
  type MoveEvidence,
} from "../../lineage.js";
import { decodeSection } from "../decode-section.js";
import { damagedSection } from "../errors.js";
import { readValuesOf } from "../packed-values.js";
import { packValue } from "../record/packing.js";
import type { Section, SectionReader } from "../sections.js";

const SECTION = "lineage";
const { readText, readNumber } = readValuesOf(SECTION);

/** Of a commit's id so much is kept, as elsewhere: twelve digits. */
const ID_DIGITS = 12;

export function encodeSteps(steps: readonly FoundStep[]): Section {
  const rows = steps.map(({ kind, from, to, evidence }) => [
    FOUND_STEP_KINDS.indexOf(kind),
    ...toPlaceFields(from),
    ...toPlaceFields(to),
    evidence.commits,
    evidence.sharedCommits,
    evidence.files,
    evidence.sharedFiles,
    ...(evidence.move === null ? [] : toMoveFields(evidence.move)),
  ]);
  return [SECTION, packValue(rows)];
}

function toPlaceFields(place: LineageLocation): readonly string[] {
  return [place.technicalName, place.organization, place.repository, place.platformVersion];
}

function toMoveFields(move: MoveEvidence): readonly (string | number)[] {
  const { organization, repository, branch, commit, subject } = move;
  const { deletedFiles, addedFiles, samePaths, sameFiles } = move;
  const texts = [organization, repository, branch, commit.slice(0, ID_DIGITS), subject];
  return [...texts, deletedFiles, addedFiles, samePaths, sameFiles];
}

/** In the order in which they were written. @throws SnapshotError where it is not what `encodeSteps` wrote */
export function readSteps(sections: SectionReader): readonly FoundStep[] {
  return decodeSection(sections, SECTION, isRows).map((row) => {
    const text = (at: number): string => readText(row[at]);
    const number = (at: number): number => readNumber(row[at]);
    const place = (at: number): LineageLocation => ({
      technicalName: text(at),
      organization: text(at + 1),
      repository: text(at + 2),
      platformVersion: text(at + 3),
    });
    const kind = FOUND_STEP_KINDS[number(0)];
    if (kind === undefined) throw damagedSection(SECTION, "a kind of step", `${number(0)}`);
    const counts = {
      commits: number(9),
      sharedCommits: number(10),
      files: number(11),
      sharedFiles: number(12),
    };
    const move =
      row.length === 13
        ? null
        : {
            organization: text(13),
            repository: text(14),
            branch: text(15),
            commit: text(16),
            subject: text(17),
            deletedFiles: number(18),
            addedFiles: number(19),
            samePaths: number(20),
            sameFiles: number(21),
          };
    return { kind, from: place(1), to: place(5), evidence: { ...counts, move } };
  });
}

function isRows(value: unknown): value is readonly (readonly unknown[])[] {
  return Array.isArray(value) && value.every((row: unknown) => Array.isArray(row));
}
