// The histories of repositories as sections, and how one is read: that of the repository which is asked for alone.
import type { RepositoryHistory } from "../../history/repository-history.js";
import type { Steps } from "../../yield.js";
import { damagedSection } from "../errors.js";
import type { Section, SectionReader } from "../sections.js";
import { findSpan } from "../record/record-store.js";
import { encodeColumn, openColumnOf, toEnds } from "../table/columns.js";
import { ID_BYTES, unpackHistory, type PackedHistory } from "./packed-history.js";

/** @param histories one for each repository, in their order */
export function encodeHistories(histories: readonly PackedHistory[]): readonly Section[] {
  const ends = toEnds(histories.map(({ bytes }) => bytes.length));
  const firsts = [0, ...toEnds(histories.map(({ commits }) => commits))];
  return [
    ["histories.end", encodeColumn(ends)],
    ["histories.length", encodeColumn(histories.map(({ length }) => length))],
    ["histories.bytes", Buffer.concat(histories.map(({ bytes }) => bytes))],
    ["histories.first", encodeColumn(firsts)],
    ["histories.ids", Buffer.concat(histories.map(({ ids }) => ids))],
  ];
}

/** Each function throws SnapshotError, also for a repository that is not there. */
interface HistoryReader {
  /** All of the history of a repository by its number: milliseconds. */
  readHistory(repository: number): Steps<RepositoryHistory>;
  /** The first 12 hexadecimal digits of a commit of it. */
  readCommitId(repository: number, commit: number): string;
}

/** @param repositories how many there are */
export function openHistories(sections: SectionReader, repositories: number): HistoryReader {
  const ends = openColumnOf(sections, "histories.end", repositories);
  const lengths = openColumnOf(sections, "histories.length", repositories);
  const first = openColumnOf(sections, "histories.first", repositories + 1);
  const bytes = sections.get("histories.bytes");
  const ids = sections.get("histories.ids");
  return {
    *readHistory(repository) {
      const { from, to } = findSpan(
        { section: "histories.end", end: ends, limit: bytes.length },
        repository,
      );
      return yield* unpackHistory({
        bytes: bytes.subarray(from, to),
        length: lengths.get(repository),
        commits: first.get(repository + 1) - first.get(repository),
      });
    },
    readCommitId(repository, commit) {
      const start = (first.get(repository) + commit) * ID_BYTES;
      const isThere = commit >= 0 && first.get(repository) + commit < first.get(repository + 1);
      if (!isThere || start + ID_BYTES > ids.length) {
        throw damagedSection("histories.ids", `${ids.length} bytes`, `a commit at ${start}`);
      }
      return Buffer.from(ids.buffer, ids.byteOffset + start, ID_BYTES).toString("hex");
    },
  };
}
