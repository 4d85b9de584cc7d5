// Verdict on a commit that a branch lacks, from the files that it changes. Pure.
import { MANIFEST_NAMES } from "../../data/module/file-names.js";
import {
  toJudgement,
  type Judgement,
  type VerdictReason,
} from "../../data/history/port-verdict.js";
import { toPortedKind } from "./file-kind.js";
import { createFinder, type PieceFinder } from "./find-pieces.js";
import { diffTexts } from "./hunks.js";
import { NOTHING_SQUASHED, squash, type SquashedText } from "./squashed-text.js";
import { IMPORT, isTelling, weighChange, type Piece } from "./weigh-change.js";

/** A file that a commit changes in the folder of a module. */
export interface FileChange {
  /** Relative to the folder. */
  readonly path: string;
  /** Ids of blobs; `undefined` for nothing. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The files of a module at the tip of a branch: ids of blobs by path. */
export type ModuleFiles = ReadonlyMap<string, string>;

export interface ComparedModule {
  readonly target: ModuleFiles;
  readonly source: ModuleFiles;
  /** True if the target had the module before the commit was made: a later rewrite there did not see it. */
  readonly isNewer?: boolean;
}

/** Verdict on a commit by itself, and what takes it to those of others. */
export interface JudgedCommit {
  readonly judged: Judgement;
  readonly pieces: readonly Piece[];
  /** True if the branch had the module before. */
  readonly isNewer: boolean;
}

/** A file at the tip of a branch. */
type TipFile = readonly [path: string, objectId: string];

/** Reads each blob once; `undefined` for one that cannot be read. */
interface BlobReader {
  weigh(
    change: FileChange,
    targets: readonly TipFile[],
    sources: readonly TipFile[],
  ): readonly Piece[] | undefined;
}

/** Remembers what it was asked for. @param find the text of a blob */
export function createBlobReader(find: (objectId: string) => string | undefined): BlobReader {
  const texts = new Map<string, SquashedText>();
  /** Branches often have the same file. */
  const weights = new Map<string, readonly Piece[] | undefined>();
  const readText = (path: string, objectId: string | undefined): SquashedText | undefined => {
    if (objectId === undefined) return NOTHING_SQUASHED;
    const key = `${objectId} ${path}`;
    const text = texts.has(key) ? undefined : find(objectId);
    if (text !== undefined) texts.set(key, squash(path, text));
    return texts.get(key);
  };
  const readFiles = (files: readonly TipFile[]): PieceFinder | undefined => {
    if (files.some(([, objectId]) => find(objectId) === undefined)) return undefined;
    return createFinder(
      files.map(([path, objectId]) => ({
        path,
        squash: () => readText(path, objectId) ?? NOTHING_SQUASHED,
      })),
    );
  };
  const weigh: BlobReader["weigh"] = ({ path, before: old, after: now }, targets, sources) => {
    const [before, after] = [readText(path, old), readText(path, now)];
    const [target, source] = [readFiles(targets), readFiles(sources)];
    if (!before || !after || !target || !source) return undefined;
    const text = { path, before, after, hunks: diffTexts(before, after) };
    return weighChange(text, { target, source });
  };
  return {
    weigh(change, targets, sources) {
      const { path, before, after } = change;
      const key = [path, before, after, "", ...targets, "", ...sources].join(" ");
      if (!weights.has(key)) weights.set(key, weigh(change, targets, sources));
      return weights.get(key);
    },
  };
}

/** Verdict from paths alone; `undefined` if contents decide. */
export function judgePaths(changes: readonly FileChange[]): Judgement | undefined {
  if (listCode(changes).length > 0) return undefined;
  const kinds = new Set(changes.map(({ path }) => toPortedKind(path)));
  // Scripts bring data to a version that the branch has behind it.
  if (kinds.has("migration")) return toJudgement("migration_script");
  return toJudgement(TRIVIAL_KINDS.find((kind) => kinds.has(kind)) ?? "readme");
}

/** Kinds of changes without code; the first that occurs names the commit. */
const TRIVIAL_KINDS = ["tests", "readme", "translations", "pictures"] as const;

/** Blobs of paths that are needed to judge by contents. */
export function listWanted(
  changes: readonly FileChange[],
  { target, source }: ComparedModule,
): readonly TipFile[] {
  return listCode(changes).flatMap(({ path, before, after }) => [
    ...[before, after].flatMap((id) => (id === undefined ? [] : [[path, id] as const])),
    ...pairFiles(path, target),
    ...pairFiles(path, source),
  ]);
}

/** Facts that the rules about contents ask for. */
interface Facts {
  readonly code: readonly FileChange[];
  /** Pieces of all its files, and of those that it leaves or the target has. */
  readonly every: readonly Piece[];
  readonly pieces: readonly Piece[];
  /** Characters that it changes, and of these what its own branch still has and the target lacks. */
  readonly changed: number;
  readonly wanted: number;
  readonly missing: number;
}

/** Rules about contents; the first that holds gives the verdict, and without one the commit is work. */
const RULES: readonly (readonly [VerdictReason, (facts: Facts) => boolean])[] = [
  ["migration", ({ code }) => isBirth(code)],
  ["manifest", ({ every, code }) => every.length === 0 && code.every(isManifest)],
  ["formatting", ({ every }) => every.length === 0 || isMove(every)],
  ["file_gone", ({ pieces }) => pieces.length === 0],
  ["replaced", (facts) => isDone(facts) && facts.wanted < facts.changed / 2],
  ["same_lines", isDone],
  ["place_gone", isPlaceGone],
  ["rewritten", isRewritten],
];

/** Verdict from the contents of files. */
export function judgeContents(
  changes: readonly FileChange[],
  compared: ComparedModule,
  reader: BlobReader,
): JudgedCommit {
  const { target, source, isNewer = false } = compared;
  const code = listCode(changes);
  const weighed = code.flatMap((change) => {
    const { path } = change;
    const pieces = reader.weigh(change, pairFiles(path, target), pairFiles(path, source));
    return pieces === undefined ? [] : [pieces];
  });
  const left = new Set(code.filter((change) => isLeft(change, target)).map(({ path }) => path));
  if (weighed.length < code.length) {
    return { judged: toJudgement(left.size === 0 ? "file_gone" : "unread"), pieces: [], isNewer };
  }
  const every = weighed.flat();
  const pieces = dropImports(every.filter(({ place }) => left.has(place.path)));
  const [changed, missing] = [add(pieces, "changed"), add(pieces, "missing")];
  const facts: Facts = {
    code,
    every,
    pieces,
    changed,
    wanted: changed - add(pieces, "replaced"),
    missing,
  };
  const [reason] = RULES.find(([, holds]) => holds(facts)) ?? ["missing" as const];
  const isPart = reason === "missing" && missing < WHOLE_SHARE * changed;
  const lines = pieces.reduce((sum, { removed, added }) => sum + removed.length + added.length, 0);
  const files = new Set(pieces.map(({ place }) => place.path)).size;
  const told =
    reason === "missing" ? listLacking(pieces) : pieces.flatMap(({ found }) => found ?? []);
  const isTold = /^(?:missing|same_lines|rewritten)$/.test(reason);
  const judged = toJudgement(reason, isTold ? told : []);
  return {
    judged: { ...judged, ...(isPart ? { verdict: "partly" } : {}), size: { files, lines } },
    pieces,
    isNewer,
  };
}

/** Places of missing pieces in a commit. */
export function listLacking(pieces: readonly Piece[]): Judgement["places"] {
  return pieces.flatMap(({ missing, place }) => (missing > 0 ? place : []));
}

function add(pieces: readonly Piece[], size: "changed" | "replaced" | "missing"): number {
  return pieces.reduce((sum, piece) => sum + piece[size], 0);
}

/** Largest share, and number of characters, that a commit changes beside moving code. */
const MOVED_REST = 0.05;
const MOST_REST_CHARS = 200;

/** Imports follow from the code, unless nothing else is changed. */
function dropImports(pieces: readonly Piece[]): readonly Piece[] {
  const code = pieces.filter(({ removed, added }) =>
    [...removed, ...added].some((line) => !IMPORT.test(line)),
  );
  return code.length > 0 ? code : pieces;
}

function isMove(every: readonly Piece[]): boolean {
  const counts = new Map<string, number>();
  const others = every.filter(({ isLoading }) => !isLoading);
  const all = dropImports(others.length > 0 ? others : every).flatMap(({ removed, added }) => [
    ...removed.map((line) => [line, -1] as const),
    ...added.map((line) => [line, 1] as const),
  ]);
  for (const [line, step] of all) counts.set(line, (counts.get(line) ?? 0) + step);
  const chars = all.reduce((sum, [line]) => sum + line.length, 0);
  const rest = [...counts].reduce((sum, [line, count]) => sum + line.length * Math.abs(count), 0);
  return chars > 0 && rest <= Math.min(MOST_REST_CHARS, MOVED_REST * chars);
}

function isManifest({ path }: FileChange): boolean {
  return toPortedKind(path) === "manifest";
}

/** Largest missing share of a commit that counts as done. */
const DONE_SHARE = 0.1;
/** Largest share of the missing text that may have a place if the place counts as gone. */
const GONE_REST = 0.2;
/** Least share of the missing text that replaces lines, none of which is there, if the place counts as gone. */
const REPLACING_SHARE = 0.3;
/** Largest missing share if the replaced text is missing too. */
const REWRITTEN_SHARE = 0.25;
/** Least missing share that counts as the whole commit. */
const WHOLE_SHARE = 0.8;

function isDone({ missing, wanted }: Facts): boolean {
  return missing <= DONE_SHARE * wanted;
}

function isPlaceGone({ pieces, missing, wanted }: Facts): boolean {
  const placed = pieces.filter(({ hasNoPlace }) => !hasNoPlace);
  const replacing = pieces.filter((piece) => piece.missing > 0 && piece.removed.some(isTelling));
  return (
    add(placed, "missing") <= Math.max(DONE_SHARE * wanted, GONE_REST * missing) ||
    (replacing.every(({ hasNoPlace }) => hasNoPlace) &&
      add(replacing, "missing") >= REPLACING_SHARE * missing)
  );
}

function isRewritten({ pieces, missing, wanted }: Facts): boolean {
  const isAll = (kind: "isReworded" | "isExchange"): boolean =>
    pieces.every((piece) => piece.missing === 0 || piece[kind]);
  return isAll("isExchange") || (missing <= REWRITTEN_SHARE * wanted && isAll("isReworded"));
}

/** True if it makes the module, which the target has from elsewhere. */
function isBirth(code: readonly FileChange[]): boolean {
  const manifests = code.filter(isManifest);
  return manifests.length > 0 && manifests.every(({ before }) => before === undefined);
}

/** True unless the target lacks the file that is changed, or that is taken away. */
function isLeft({ path, before, after }: FileChange, target: ModuleFiles): boolean {
  if (after === undefined && !target.has(path)) return false;
  return (
    before === undefined || [pairPaths, listScripts].some((list) => list(path, target).length > 0)
  );
}

function listCode(changes: readonly FileChange[]): readonly FileChange[] {
  return changes.filter(({ path }) => /^(?:code|manifest)$/.test(toPortedKind(path)));
}

/** Files paired with those of a module: most of its commits change the same few. */
const paired = new WeakMap<ModuleFiles, Map<string, readonly TipFile[]>>();

function pairFiles(path: string, files: ModuleFiles): readonly TipFile[] {
  const known = paired.get(files) ?? new Map<string, readonly TipFile[]>();
  paired.set(files, known);
  const pairs = known.get(path) ?? findPairs(path, files);
  known.set(path, pairs);
  return pairs;
}

function findPairs(path: string, files: ModuleFiles): readonly TipFile[] {
  const lists = [pairPaths, listScripts, listLike].map((list) => list(path, files));
  const wanted = lists.find((paths) => paths.length > 0) ?? [];
  return wanted.map((one) => [one, files.get(one) ?? ""]);
}

/** The file itself, or those of its name in other folders. */
function pairPaths(path: string, files: ModuleFiles): readonly string[] {
  if (files.has(path)) return [path];
  const names: readonly string[] =
    toPortedKind(path) === "manifest" ? MANIFEST_NAMES : [toName(path)];
  return [...files.keys()].filter((one) => names.includes(toName(one)));
}

function toName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Scripts that became modules. */
function listScripts(path: string, files: ModuleFiles): readonly string[] {
  const name = toName(path).replace(/\.js$/, ".esm.js");
  return [...files.keys()].filter((one) => toName(one) === name);
}

/** Files that may have taken in what was in another. */
const MOST_LIKE = 50;

function listLike(path: string, files: ModuleFiles): readonly string[] {
  const [extension = ""] = /\.\w+$/.exec(path) ?? [];
  const kind = toPortedKind(path);
  return [...files.keys()]
    .filter((one) => one.endsWith(extension) && toPortedKind(one) === kind)
    .slice(0, MOST_LIKE);
}
