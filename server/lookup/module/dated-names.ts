// Names that have pages of their own, with the day on which what they show was last updated: for lists of
// all pages. Read from columns, so that no record is decoded.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { deriveOnce, listAllEntries } from "../memo.js";
import { getRepository, listEntriesOfName } from "../entries.js";

interface DatedName {
  readonly name: string;
  /** `YYYY-MM-DD`, UTC: of all versions and providers the last one; `undefined` where none is known. */
  readonly date: string | undefined;
}

/** A part of all technical names, in their order. */
export function listDatedModules(
  snapshot: Snapshot,
  start: number,
  end: number,
): readonly DatedName[] {
  const { names, entries } = snapshot;
  const length = Math.max(0, Math.min(end, names.length) - start);
  return Array.from({ length }, (_, at) => start + at).map((name) => {
    const moments = listEntriesOfName(snapshot, name).map((entry) => entries.updated.get(entry));
    return { name: names.get(name), date: toDay(Math.max(0, ...moments)) };
  });
}

/** All names of repositories that have a module, in their order. */
export const listDatedRepositories = deriveOnce((snapshot): readonly DatedName[] => {
  const last = new Map<string, number>();
  for (const entry of listAllEntries(snapshot)) {
    const { repository } = getRepository(snapshot, entry);
    const moment = snapshot.entries.updated.get(entry);
    last.set(repository, Math.max(moment, last.get(repository) ?? 0));
  }
  return [...last]
    .map(([name, moment]) => ({ name, date: toDay(moment) }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
});

/** Day of the newest commit that changed one of the modules; `null` without a history. */
export function findLastDay({ entries }: Snapshot, modules: Iterable<number>): string | null {
  let last = 0;
  for (const entry of modules) last = Math.max(last, entries.updated.get(entry));
  return toDay(last) ?? null;
}

/** The same of all modules; and the day after which half of the repositories have none. */
export const getLastDays = deriveOnce((snapshot) => {
  const days = listDatedRepositories(snapshot)
    .flatMap(({ date }) => date ?? [])
    .toSorted();
  return { last: days.at(-1) ?? null, middle: days[(days.length - 1) >> 1] ?? null };
});

/** A part of all names of models, in their order. */
export function listModelNames(
  { definitions: { models } }: Snapshot,
  start: number,
  end: number,
): readonly string[] {
  const length = Math.max(0, Math.min(end, models.length) - start);
  return Array.from({ length }, (_, at) => models.get(start + at));
}

function toDay(seconds: number): string | undefined {
  return seconds === 0 ? undefined : new Date(seconds * 1_000).toISOString().slice(0, 10);
}
