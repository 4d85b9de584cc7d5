// Verdict on a commit that a branch lacks, from the files that it changes. Pure.
import { MANIFEST_NAMES } from "../../data/module/file-names.js";
import {
  toJudgement,
  type Judgement,
  type VerdictReason,
} from "../../data/history/port-verdict.js";
import { toPortedKind } from "./file-kind.js";
import { createFinder, type PieceFinder } from "./find-pieces.js";
import { diffTexts, type Hunk } from "./hunks.js";
import { NOTHING_SQUASHED, squash, type SquashedText } from "./squashed-text.js";
import { IMPORT, isTelling, listPieces, type Piece, type Weight } from "./weigh-change.js";

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
  /** Names of modules that the branch of the source has, and that of the target lacks. */
  readonly gone?: ReadonlySet<string>;
  /** True if the commit came along with a history of the module that the target does not have. */
  readonly isApart?: boolean;
}

/** A file at the tip of a branch. */
type TipFile = readonly [path: string, objectId: string];

/** Files in which the pieces of one are looked for. */
interface PairedFiles {
  readonly files: readonly TipFile[];
  /** True if they have its name, false if only its kind. */
  readonly haveName: boolean;
  readonly key: string;
}

/** Reads each blob once, and compares two of them once. */
interface BlobReader {
  /** @returns `undefined` where a blob cannot be read */
  listPieces(
    change: FileChange,
    target: PairedFiles,
    source: PairedFiles,
  ): readonly Piece[] | undefined;
}

/** Remembers what it was asked for. @param find the text of a blob */
export function createBlobReader(find: (objectId: string) => string | undefined): BlobReader {
  const texts = new Map<string, SquashedText>();
  const compared = new Map<string, readonly Hunk[]>();
  /** Branches often have the same file. */
  const pieces = new Map<string, readonly Piece[] | undefined>();
  const readText = (path: string, objectId: string | undefined): SquashedText | undefined => {
    if (objectId === undefined) return NOTHING_SQUASHED;
    const key = `${objectId} ${path}`;
    const text = texts.has(key) ? undefined : find(objectId);
    if (text !== undefined) texts.set(key, squash(path, text));
    return texts.get(key);
  };
  const isRead = ({ files }: PairedFiles): boolean =>
    files.every(([, objectId]) => find(objectId) !== undefined);
  const openFiles = ({ files }: PairedFiles): PieceFinder =>
    createFinder(
      files.map(([path, objectId]) => ({
        path,
        squash: () => readText(path, objectId) ?? NOTHING_SQUASHED,
      })),
    );
  const list = (
    { path, before: old, after: now }: FileChange,
    key: string,
    target: PairedFiles,
    source: PairedFiles,
  ): readonly Piece[] | undefined => {
    const [before, after] = [readText(path, old), readText(path, now)];
    if (!before || !after || !isRead(target) || !isRead(source)) return undefined;
    const hunks = compared.get(key) ?? diffTexts(before, after);
    compared.set(key, hunks);
    return listPieces({ path, before, after, hunks }, () => ({
      target: openFiles(target),
      source: openFiles(source),
    }));
  };
  return {
    listPieces(change, target, source) {
      const own = `${change.path} ${change.before} ${change.after}`;
      const key = `${own}  ${target.key}  ${source.key}`;
      if (!pieces.has(key)) pieces.set(key, list(change, own, target, source));
      return pieces.get(key);
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
    ...pairFiles(path, target).files,
    ...pairFiles(path, source).files,
  ]);
}

/** Facts that follow from what a commit changes. */
interface Facts {
  readonly code: readonly FileChange[];
  /** Pieces of all its files, and of those that it leaves or the target has. */
  readonly every: readonly Piece[];
  readonly pieces: readonly Piece[];
}

interface WeighedPiece extends Piece, Weight {}

/** Facts that are looked for in the files of both branches. */
interface WeighedFacts {
  readonly pieces: readonly WeighedPiece[];
  /** Characters that it changes, and of these what its own branch still has and the target lacks. */
  readonly changed: number;
  readonly wanted: number;
  readonly missing: number;
  /** Part of the missing that replaces what the target still has. */
  readonly standing: number;
  readonly isApart: boolean;
}

/** Rules about contents; the first that holds gives the verdict. */
const RULES: readonly (readonly [VerdictReason, (facts: Facts) => boolean])[] = [
  ["migration", ({ code }) => isBirthOrEnd(code)],
  ["manifest", ({ every, code }) => every.length === 0 && code.every(isManifest)],
  ["formatting", ({ every }) => every.length === 0 || isMove(every)],
  ["file_gone", ({ pieces }) => pieces.length === 0],
];

/** Rules where none of these holds; without one the commit is work. */
const WEIGHING_RULES: readonly (readonly [VerdictReason, (facts: WeighedFacts) => boolean])[] = [
  ["replaced", (facts) => isDone(facts) && facts.wanted < facts.changed / 2],
  ["same_lines", isDone],
  ["place_gone", isPlaceGone],
  ["rewritten", isRewritten],
];

export function judgeContents(
  changes: readonly FileChange[],
  compared: ComparedModule,
  reader: BlobReader,
): Judgement {
  const { target, source } = compared;
  const code = listCode(changes);
  const read = code.flatMap((change) => {
    const { path } = change;
    const found = reader.listPieces(change, pairFiles(path, target), pairFiles(path, source));
    return found === undefined ? [] : [found];
  });
  const left = new Set(code.filter((change) => isLeft(change, compared)).map(({ path }) => path));
  if (read.length < code.length) return toJudgement(left.size === 0 ? "file_gone" : "unread");
  const every = read.flat();
  const pieces = takeLeading(every).filter(({ place }) => left.has(place.path));
  const [reason] = RULES.find(([, holds]) => holds({ code, every, pieces })) ?? [];
  const judged = reason === undefined ? judgePieces(pieces, compared) : toJudgement(reason);
  const lines = pieces.reduce((sum, { removed, added }) => sum + removed.length + added.length, 0);
  const files = new Set(pieces.map(({ place }) => place.path)).size;
  return { ...judged, size: { files, lines } };
}

function judgePieces(found: readonly Piece[], compared: ComparedModule): Judgement {
  const pieces = found.map((one): WeighedPiece => {
    const weight = one.weigh();
    return { ...one, ...weight, hasNoPlace: weight.hasNoPlace || isOfGone(one, compared) };
  });
  const [changed, missing] = [add(pieces, "changed"), add(pieces, "missing")];
  const facts = {
    pieces,
    changed,
    wanted: changed - add(pieces, "replaced"),
    missing,
    standing: add(
      pieces.filter(({ stands }) => stands),
      "missing",
    ),
    isApart: compared.isApart === true,
  };
  const [reason] = WEIGHING_RULES.find(([, holds]) => holds(facts)) ?? ["missing" as const];
  const isPart = reason === "missing" && missing < WHOLE_SHARE * changed;
  const told = pieces.flatMap(({ missing: lacking, found: at, place }) =>
    reason === "missing" ? (lacking > 0 ? place : []) : (at ?? []),
  );
  const isTold = /^(?:missing|same_lines|rewritten)$/.test(reason);
  return { ...toJudgement(reason, isTold ? told : []), ...(isPart ? { verdict: "partly" } : {}) };
}

/** True if it makes the module depend on others, or load files, that the branch does not have. */
function isOfGone({ added }: Piece, { target, gone }: ComparedModule): boolean {
  return (
    added.length > 0 &&
    added.every((line) => {
      const [, key = "", name = ""] = /^(\w+):(.*)\|$/.exec(line) ?? [];
      if (key === "depends") return gone?.has(name) === true;
      return key === "data" && pairPaths(name, target).length === 0;
    })
  );
}

function add(pieces: readonly Weight[], size: "changed" | "replaced" | "missing"): number {
  return pieces.reduce((sum, piece) => sum + piece[size], 0);
}

/** Largest share, and number of characters, that a commit changes beside moving code. */
const MOVED_REST = 0.05;
const MOST_REST_CHARS = 200;

/** Manifests and imports follow from other code, where some is changed. */
function takeLeading(pieces: readonly Piece[]): readonly Piece[] {
  const leading = pieces.filter(
    ({ removed, added, place }) =>
      !isManifest(place) && [...removed, ...added].some((line) => !IMPORT.test(line)),
  );
  return leading.length > 0 ? leading : pieces;
}

function isMove(every: readonly Piece[]): boolean {
  const counts = new Map<string, number>();
  const all = takeLeading(every).flatMap(({ removed, added }) => [
    ...removed.map((line) => [line, -1] as const),
    ...added.map((line) => [line, 1] as const),
  ]);
  // Text that grew by more has lines of its own.
  const growth = all.reduce((sum, [line, step]) => sum + step * line.length, 0);
  if (Math.abs(growth) > MOST_REST_CHARS) return false;
  for (const [line, step] of all) counts.set(line, (counts.get(line) ?? 0) + step);
  const chars = all.reduce((sum, [line]) => sum + line.length, 0);
  const rest = [...counts].reduce((sum, [line, count]) => sum + line.length * Math.abs(count), 0);
  return chars > 0 && rest <= Math.min(MOST_REST_CHARS, MOVED_REST * chars);
}

function isManifest({ path }: Pick<FileChange, "path">): boolean {
  return toPortedKind(path) === "manifest";
}

/** Largest missing share of a commit that counts as done. */
const DONE_SHARE = 0.2;
/** Largest share of the missing text that may have a place if the place counts as gone. */
const GONE_REST = 0.2;
/** Least share of the missing text that replaces lines, none of which is there, if the place counts as gone. */
const REPLACING_SHARE = 0.3;
/** Largest missing share of a commit that counts as done in other words. */
const REWRITTEN_SHARE = 0.4;
/** Largest shares of the missing text that may replace what is there, if the place counts as gone, or the rest as done. */
const STANDING_SHARE = 0.1;
const STANDING_REST = 0.2;
/** Least share of the missing text that the target has in other words if the commit counts as done in these. */
const REWORDED_SHARE = 0.5;
/** Least missing share that counts as the whole commit. */
const WHOLE_SHARE = 0.8;

function isDone({ missing, wanted }: WeighedFacts): boolean {
  return missing <= DONE_SHARE * wanted;
}

function isPlaceGone({ pieces, missing, wanted, standing, isApart }: WeighedFacts): boolean {
  const placed = pieces.filter(({ hasNoPlace }) => !hasNoPlace);
  const replacing = pieces.filter((piece) => piece.missing > 0 && piece.removed.some(isTelling));
  const more = replacing.reduce((sum, one) => sum + one.removed.join("").length, 0);
  return (
    add(placed, "missing") <= Math.max(DONE_SHARE * wanted, GONE_REST * missing) ||
    (standing <= STANDING_SHARE * missing &&
      (isApart ||
        (replacing.some(({ hasNoPlace }) => hasNoPlace) &&
          add(replacing, "missing") + more >= REPLACING_SHARE * (missing + more))))
  );
}

function isRewritten({ pieces, missing, wanted, standing }: WeighedFacts): boolean {
  return (
    pieces.every((piece) => piece.missing === 0 || piece.isExchange) ||
    (missing <= REWRITTEN_SHARE * wanted && standing <= STANDING_REST * missing) ||
    REWORDED_SHARE * missing <=
      add(
        pieces.filter((piece) => piece.missing > 0 && piece.isReworded()),
        "missing",
      )
  );
}

/** True if it makes the module, which the target has from elsewhere, or takes it away. */
function isBirthOrEnd(code: readonly FileChange[]): boolean {
  const manifests = code.filter(isManifest);
  return (
    manifests.length > 0 &&
    (["before", "after"] as const).some((side) =>
      manifests.every((manifest) => manifest[side] === undefined),
    )
  );
}

/** True unless a branch lacks the file: the target one that is changed or taken away, the source one that it leaves. */
function isLeft({ path, before, after }: FileChange, { target, source }: ComparedModule): boolean {
  if (after === undefined && !target.has(path)) return false;
  return (
    (before === undefined || pairFiles(path, target).haveName) &&
    (after === undefined || pairFiles(path, source).haveName)
  );
}

function listCode(changes: readonly FileChange[]): readonly FileChange[] {
  return changes.filter(({ path }) => /^(?:code|manifest)$/.test(toPortedKind(path)));
}

/** Files paired with those of a module: most of its commits change the same few. */
const paired = new WeakMap<ModuleFiles, Map<string, PairedFiles>>();

function pairFiles(path: string, files: ModuleFiles): PairedFiles {
  const known = paired.get(files) ?? new Map<string, PairedFiles>();
  paired.set(files, known);
  const pairs = known.get(path) ?? findPairs(path, files);
  known.set(path, pairs);
  return pairs;
}

function findPairs(path: string, files: ModuleFiles): PairedFiles {
  const named = [pairPaths, listScripts].map((list) => list(path, files));
  const found = named.find((paths) => paths.length > 0);
  const pairs = (found ?? listLike(path, files)).map((one) => [one, files.get(one) ?? ""] as const);
  return { files: pairs, haveName: found !== undefined, key: pairs.join(" ") };
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
