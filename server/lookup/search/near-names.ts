// Names that someone may have meant who asked for one that does not exist.
import { compareText } from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import {
  encodeFoldedNames,
  openFoldedNames,
  type FoldedNames,
} from "../../../data/snapshot/table/folded-names.js";
import { findString, listTexts } from "../../../data/snapshot/table/string-table.js";
import { foldName } from "../../../data/text/names.js";
import { deriveEach, deriveOnce } from "../memo.js";
import { findContaining, findNear } from "./find-names.js";

const MOST_SUGGESTIONS = 5;

/** Shorter texts stand in too many names to tell anything. */
const SHORTEST_PART = 3;

/**
 * Up to five technical names, the nearest first, then those that most modules depend on. Of a name that modules depend on
 * only those within the edit distance: names that contain it are of modules that build on it.
 */
export function listNearNames(snapshot: Snapshot, wanted: string): readonly string[] {
  return findNearest(snapshot.foldedNames, wanted, {
    get: (name) => snapshot.names.get(name),
    weigh: (name) => snapshot.nameDependents.get(name),
    isWhole: findString(snapshot.dependencies.keys, wanted) !== undefined,
  });
}

/** Up to five repository names. */
export function listNearRepositories(snapshot: Snapshot, wanted: string): readonly string[] {
  return listNearTexts([...new Set(snapshot.repositories.map((row) => row.repository))], wanted);
}

/** Up to five names of models. */
export function listNearModels(
  { definitions: { models } }: Snapshot,
  wanted: string,
): readonly string[] {
  return listNearTexts(listTexts(models), wanted);
}

type MemberKind = "fields" | "methods";

/** Names of fields, or of methods, of any model, each with its number among all members. */
export const readMemberNames = deriveEach(({ definitions }, kind: MemberKind) => {
  const { members, [kind]: table } = definitions;
  const all = Array.from({ length: members.length }, (_, number) => number);
  const numbers: readonly number[] = all.filter((number) => table.countModels(number) > 0);
  const names = numbers.map((number) => members.get(number));
  return { folded: openFoldedNames("members", encodeFoldedNames(names), names.length), numbers };
});

/** Up to five names of fields, or of methods, those of most models first among equals. */
export function listNearMembers(
  snapshot: Snapshot,
  kind: MemberKind,
  wanted: string,
): readonly string[] {
  const { members, [kind]: table } = snapshot.definitions;
  const { folded, numbers } = readMemberNames(snapshot, kind);
  return findNearest(folded, wanted, {
    get: (name) => members.get(numbers[name] ?? 0),
    weigh: (name) => table.countModels(numbers[name] ?? 0),
  });
}

/** Made once of a list that is asked again and again, as that of the models of a system is. */
const foldNames = deriveOnce((names: readonly string[]): FoldedNames =>
  openFoldedNames("names", encodeFoldedNames(names), names.length),
);

/** Up to five of some names, the nearest first, then those that weigh most. */
export function listNearTexts(
  names: readonly string[],
  wanted: string,
  weigh: (name: string) => number = () => 0,
): readonly string[] {
  return findNearest(foldNames(names), wanted, {
    get: (name) => names[name] ?? "",
    weigh: (name) => weigh(names[name] ?? ""),
  });
}

/** A third of the letters may be wrong, at most three, or one text may contain the other, or two fifths of it. */
function findNearest(
  folded: FoldedNames,
  wanted: string,
  {
    get,
    weigh,
    isWhole = false,
  }: { get(name: number): string; weigh(name: number): number; readonly isWhole?: boolean },
): readonly string[] {
  const text = foldName(wanted);
  const limit = Math.max(1, Math.min(3, Math.floor(text.length / 3)));
  const distances = new Map<number, number>();
  if (!isWhole && text.length >= SHORTEST_PART) {
    findContaining(folded, text, (name) => distances.set(name, limit + 1));
    for (let name = 0; name < folded.length; name++) {
      const part = folded.get(name);
      if (part.length >= Math.max(SHORTEST_PART, 0.4 * text.length) && text.includes(part))
        distances.set(name, limit + 1);
    }
  }
  findNear(folded, text, limit, (name, distance) => distances.set(name, distance));
  return Array.from(distances, ([number, distance]) => ({
    name: get(number),
    distance,
    weight: weigh(number),
  }))
    .toSorted(
      (a, b) => a.distance - b.distance || b.weight - a.weight || compareText(a.name, b.name),
    )
    .slice(0, MOST_SUGGESTIONS)
    .map(({ name }) => name);
}
