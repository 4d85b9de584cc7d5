// Owners of commits and blobs: names of the modules that have them, over all repositories. Pure.
import type { RepositoryFacts } from "./evidence.js";
import type { NumberTable } from "./number-table.js";
import { toModuleName, type Presence } from "./presence.js";

/** Names of modules by what they have. */
export interface Owners {
  /** No more than MOST_COMMIT_NAMES and one. */
  listOfCommit(commit: number): readonly string[];
  /** No more than RARE_NAMES and one. */
  listOfBlob(blob: number): readonly string[];
  /** Have hardly any names the blob? Else it is boilerplate. */
  isRare(blob: number): boolean;
  /** True if a branch with both names has the commit. Then it tells nothing of them. */
  areTogether(commit: number, name: string, other: string): boolean;
}

/** A blob with more names is boilerplate. */
const RARE_NAMES = 3;
/** A commit that more names have is one of many modules. */
export const MOST_COMMIT_NAMES = 6;

interface WantedNumbers {
  readonly commits: NumberTable;
  readonly blobs: NumberTable;
}

export function findOwners(
  repositories: readonly RepositoryFacts[],
  { isModule }: Presence,
  { commits: wantedCommits, blobs: wantedBlobs }: WantedNumbers,
): Owners {
  const ofCommits = new FewNames(wantedCommits, MOST_COMMIT_NAMES + 1);
  const ofBlobs = new FewNames(wantedBlobs, RARE_NAMES + 1);
  const together = new Map<number, Set<string>>();
  for (const { facts } of repositories) {
    const names = facts.folders.map(({ folder }) => toModuleName(folder));
    for (const [number, { commits, blobs, everBranches }] of facts.folders.entries()) {
      const name = names[number] ?? "";
      if (!isModule(name)) continue;
      ofCommits.add(name, commits);
      ofBlobs.add(name, blobs, everBranches);
    }
    for (const { commit, folders } of facts.together) {
      if (wantedCommits.find(commit) < 0) continue;
      const known = together.get(commit) ?? new Set();
      together.set(commit, known);
      for (const folder of folders) known.add(names[folder] ?? "");
    }
  }
  return {
    listOfCommit: (commit) => ofCommits.list(commit),
    listOfBlob: (blob) => ofBlobs.list(blob),
    isRare: (blob) => ofBlobs.list(blob).length <= RARE_NAMES,
    areTogether(commit, name, other) {
      const known = together.get(commit);
      return known !== undefined && known.has(name) && known.has(other);
    },
  };
}

const NOBODY: readonly string[] = [];

/** The first names that each number of a table is added with. Most have one, and hundreds of them the same. */
class FewNames {
  readonly #table: NumberTable;
  readonly #most: number;
  /** By the indexes of numbers. */
  readonly #names: (readonly string[] | undefined)[];

  constructor(table: NumberTable, most: number) {
    this.#table = table;
    this.#most = most;
    this.#names = Array.from({ length: table.length });
  }

  /**
   * Numbers that the table does not have are passed over.
   * @param bits where given, numbers of which they are 0 are none
   */
  add(name: string, numbers: Float64Array, bits?: Int32Array): void {
    const alone = [name];
    for (let at = 0; at < numbers.length; at++) {
      if (bits !== undefined && bits[at] === 0) continue;
      const index = this.#table.find(numbers[at] ?? 0);
      if (index < 0) continue;
      const names = this.#names[index];
      if (names === undefined) this.#names[index] = alone;
      else if (names.length < this.#most && !names.includes(name)) {
        this.#names[index] = [...names, name];
      }
    }
  }

  list(number: number): readonly string[] {
    return this.#names[this.#table.find(number)] ?? NOBODY;
  }
}
