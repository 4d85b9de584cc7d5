// A repository's history as one compressed value, which unpack-history.ts takes back. Numbers that grow stand as
// differences, which compress well.
import { brotliCompressSync, constants } from "node:zlib";
import {
  type BranchHistory,
  ID_DIGITS,
  type MoveRow,
  type RepositoryHistory,
  type VerdictRow,
} from "../../repository-history.js";
import { compareText } from "../../platform-version.js";
import { ALL_REASONS, VERDICTS } from "../../port-verdict.js";
import { packValue } from "../record/packing.js";

/** A history as it is written: for each commit of it ID_BYTES stand in `ids`. */
export interface PackedHistory {
  readonly commits: number;
  readonly ids: Uint8Array;
  readonly bytes: Uint8Array;
  /** Of `bytes` when decompressed. */
  readonly length: number;
}

export const ID_BYTES = ID_DIGITS / 2;

/** A tenth less than deflate makes of it. 9 takes three times as long for 0.7 % less, 11 over thirty times for a tenth. */
const BROTLI_QUALITY = 6;

export function packHistory(history: RepositoryHistory, ids: readonly string[]): PackedHistory {
  const packed = packValue(toPacked(history));
  return {
    commits: ids.length,
    ids: Buffer.concat(ids.map((id) => Buffer.from(id.slice(0, ID_DIGITS), "hex"))),
    bytes: brotliCompressSync(packed, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: packed.length,
      },
    }),
    length: packed.length,
  };
}

/** Of a repository of which no branch was read. */
export const NOTHING_PACKED: PackedHistory = packHistory(
  {
    people: [],
    units: [],
    changes: [],
    commits: [],
    contents: [],
    moves: [],
    verdicts: [],
    branches: [],
  },
  [],
);

function toPacked(history: RepositoryHistory): unknown {
  const { changes, contents } = history;
  return [
    history.people,
    history.units,
    changes.map(({ subject }) => subject),
    changes.map(({ author }) => author),
    toDifferences(changes.map(({ localSeconds }) => localSeconds)),
    // Most are the first of their kind.
    changes.map(({ looseNumber }, number) => number - looseNumber),
    changes.map(({ units }) => units.length),
    changes.flatMap(({ units }) => units),
    toDifferences(history.commits),
    toDifferences(contents.map(({ commit }) => commit)),
    contents.map(({ unit }) => unit),
    contents.map(({ branches }) => branches),
    history.moves.map((move) => MOVE_KEYS.map((key) => move[key])),
    history.branches.map(toPackedBranch),
    toPackedVerdicts(history.verdicts),
  ];
}

function toPackedVerdicts(verdicts: readonly VerdictRow[]): unknown {
  const places = verdicts.flatMap((row) => row.places);
  const paths = [...new Set(places.map(({ path }) => path))].toSorted(compareText);
  const numbers = new Map(paths.map((path, number) => [path, number]));
  return [
    toDifferences(verdicts.map(({ change }) => change)),
    verdicts.map(({ unit }) => unit),
    verdicts.map(({ branch }) => branch),
    verdicts.map(({ verdict }) => VERDICTS.indexOf(verdict)),
    verdicts.map(({ reason }) => ALL_REASONS.indexOf(reason)),
    verdicts.map(({ commit }) => commit + 1),
    verdicts.map((row) => row.places.length),
    places.map(({ path }) => numbers.get(path) ?? 0),
    places.map(({ line }) => line),
    paths,
    verdicts.map(({ size }) => size?.files ?? 0),
    verdicts.map(({ size }) => size?.lines ?? 0),
  ];
}

export const MOVE_KEYS = [
  "commit",
  "from",
  "to",
  "deletedFiles",
  "addedFiles",
  "samePaths",
  "sameBlobs",
] as const satisfies readonly (keyof MoveRow)[];

function toPackedBranch(branch: BranchHistory): unknown {
  const { members, pullRequests } = branch;
  return [
    branch.branch,
    branch.platformVersion,
    branch.commit,
    branch.tipSeconds,
    branch.isUnknown ? 1 : 0,
    toDifferences(branch.folders),
    toDifferences(members.map(({ commit }) => commit)),
    toDifferences(members.map(({ pullRequest }) => pullRequest)),
    toDifferences(pullRequests.map(({ number }) => number)),
    toDifferences(pullRequests.map(({ mergedSeconds }) => mergedSeconds)),
    pullRequests.map(({ title }) => title ?? ""),
    branch.hidden.map(({ unit, commits }) => [unit, toDifferences(commits)]),
    toDifferences(branch.hiddenFromAll),
    branch.blacklists.map(({ module, noMigration, pullRequests: rows }) => [
      module,
      noMigration ?? "",
      noMigration === null ? 0 : 1,
      rows.flat(),
    ]),
    branch.line,
    toDifferences(members.map(({ since }) => since)),
    toDifferences([...pullRequests.keys()].filter((at) => pullRequests[at]?.isForeign)),
  ];
}

function toDifferences(numbers: readonly number[]): readonly number[] {
  return numbers.map((number, at) => number - (numbers[at - 1] ?? 0));
}
