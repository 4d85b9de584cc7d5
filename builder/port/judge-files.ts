// Verdict on a commit that a branch lacks, from the files that it changes. Pure.
import { MANIFEST_NAMES } from "../../data/module/file-names.js";
import {
  MOST_PLACES,
  type Judgement,
  type Verdict,
  type VerdictReason,
} from "../../data/history/port-verdict.js";
import { toPortedKind, type PortedKind } from "./file-kind.js";
import { createFinder, type PieceFinder } from "./find-pieces.js";
import { diffTexts } from "./hunks.js";
import { getLine, NOTHING_SQUASHED, squash, type SquashedText } from "./squashed-text.js";
import { IMPORT, weighChange, type ChangedText, type ChangeWeight } from "./weigh-change.js";

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
  /** Lines that it changes, for those that other commits change too. */
  readonly said: ChangedLines;
  /** Its lines that the branch lacks. */
  readonly lacking: Judgement["places"];
  /** True if the branch had the module before. */
  readonly isNewer: boolean;
}

/** A file at the tip of a branch. */
type TipFile = readonly [path: string, objectId: string];

/** Reads each blob once; `undefined` for one that cannot be read. */
interface BlobReader {
  diff(change: FileChange): ChangedText | undefined;
  weigh(
    change: FileChange,
    targets: readonly TipFile[],
    sources: readonly TipFile[],
  ): ChangeWeight | undefined;
}

/** Remembers what it was asked for. @param find the text of a blob */
export function createBlobReader(find: (objectId: string) => string | undefined): BlobReader {
  const texts = new Map<string, SquashedText>();
  const changes = new Map<string, ChangedText>();
  /** Branches often have the same file. */
  const weights = new Map<string, ChangeWeight | undefined>();
  const readText = (path: string, objectId: string): SquashedText | undefined => {
    const key = `${objectId} ${path}`;
    const text = texts.has(key) ? undefined : find(objectId);
    if (text !== undefined) texts.set(key, squash(path, text));
    return texts.get(key);
  };
  const readChange = ({ path, before, after }: FileChange): ChangedText | undefined => {
    const key = `${before} ${after} ${path}`;
    const known = changes.get(key);
    if (known !== undefined) return known;
    const [old, now] = [before, after].map((id) =>
      id === undefined ? NOTHING_SQUASHED : readText(path, id),
    );
    if (old === undefined || now === undefined) return undefined;
    const change = { path, before: old, after: now, hunks: diffTexts(old, now) };
    changes.set(key, change);
    return change;
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
  return {
    diff: readChange,
    weigh(change, targets, sources) {
      const { path, before, after } = change;
      const key = [path, before, after, "", ...targets, "", ...sources].join(" ");
      if (weights.has(key)) return weights.get(key);
      const text = readChange(change);
      const [target, source] = [readFiles(targets), readFiles(sources)];
      const weight =
        text === undefined || target === undefined || source === undefined
          ? undefined
          : weighChange(text, { target, source });
      weights.set(key, weight);
      return weight;
    },
  };
}

/** Kinds of changes without code; the first that occurs names the commit. */
const TRIVIAL_KINDS = ["tests", "readme", "translations", "pictures"] as const;

function isCode(kind: PortedKind): boolean {
  return kind === "code" || kind === "manifest";
}

/** Verdict from paths alone; `undefined` if contents decide. */
export function judgePaths(changes: readonly FileChange[]): Judgement | undefined {
  const kinds = new Set(changes.map(({ path }) => toPortedKind(path)));
  if (listCode(changes).length > 0) return undefined;
  // Scripts bring data to a version that the branch has behind it.
  if (kinds.has("migration")) return judge("obsolete", "migration_script");
  return judge("trivial", TRIVIAL_KINDS.find((kind) => kinds.has(kind)) ?? "readme");
}

/** Verdict for a branch whose contents are not compared. */
export function judgeGone(
  changes: readonly FileChange[],
  compared: ComparedModule,
): Judgement | undefined {
  return areFilesGone(listCode(changes), compared) ? judge("obsolete", "file_gone") : undefined;
}

function areFilesGone(code: readonly FileChange[], { target }: ComparedModule): boolean {
  const isFileGone = ({ path, before }: FileChange): boolean =>
    before !== undefined && pairPaths(path, target).length === 0;
  return code.every(isFileGone) && code.some(({ after }) => after !== undefined);
}

/** Blobs of paths that are needed to judge by contents. */
export function listWanted(
  changes: readonly FileChange[],
  { target, source }: ComparedModule,
): readonly TipFile[] {
  return listCompared(changes, target).flatMap(({ path, before, after }) => [
    ...[before, after].flatMap((id) => (id === undefined ? [] : [[path, id] as const])),
    ...pairFiles(path, target),
    ...pairFiles(path, source),
  ]);
}

/** Verdict from the contents of files. */
export function judgeContents(
  changes: readonly FileChange[],
  compared: ComparedModule,
  reader: BlobReader,
): JudgedCommit {
  const { target, source } = compared;
  const weights: ChangeWeight[] = [];
  for (const change of listCompared(changes, target)) {
    const { path } = change;
    const weight = reader.weigh(change, pairFiles(path, target), pairFiles(path, source));
    if (weight === undefined) {
      return toJudged(judgeGone(changes, compared) ?? judge("port", "unread"));
    }
    weights.push(weight);
  }
  const real = weights.filter(({ changed }) => changed > 0);
  if (real.length === 0) {
    return toJudged(judge("trivial", isManifestOnly(changes) ? "manifest" : "formatting"));
  }
  const code = listCode(changes);
  const said = listChangedLines(code, reader);
  if (isMove(said)) return toJudged(judge("trivial", "formatting"));
  const lines = real.reduce((sum, weight) => sum + weight.lines, 0);
  const size = { files: real.length, lines };
  const isGone = areFilesGone(code, compared);
  // A file rewritten before the commit was made does not have what it says.
  const wasRewritten =
    isGone && compared.isNewer === true && weights.some(({ hasHeads }) => hasHeads);
  const hasSuccessor =
    wasRewritten || code.some(({ path }) => listScripts(path, target).length > 0);
  const told =
    isGone && !hasSuccessor ? judge("obsolete", "file_gone") : judgeWeights(weights, wasRewritten);
  return {
    judged: { ...told, size },
    said,
    lacking: weights.flatMap((weight) => weight.lacking).slice(0, MOST_PLACES),
    isNewer: compared.isNewer === true,
  };
}

function toJudged(judged: Judgement): JudgedCommit {
  return { judged, said: { added: [], removed: [] }, lacking: [], isNewer: false };
}

/** Squashed lines, of files that do more than load others; a file that is made, or was there, is one too. */
interface ChangedLines {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

function listChangedLines(code: readonly FileChange[], reader: BlobReader): ChangedLines {
  const [added, removed]: [string[], string[]] = [[], []];
  for (const change of code) {
    if (/(?:^|\/)__\w+__\.py$/.test(change.path)) continue;
    const text = reader.diff(change);
    if (text === undefined) continue;
    for (const { oldFrom, oldTo, newFrom, newTo } of text.hunks) {
      for (let line = oldFrom; line < oldTo; line++) removed.push(getLine(text.before, line));
      for (let line = newFrom; line < newTo; line++) added.push(getLine(text.after, line));
    }
  }
  return { added, removed };
}

/** Largest share, and number of characters, that a commit changes beside moving code. */
const MOVED_REST = 0.05;
const MOST_REST_CHARS = 200;

/** Imports follow from the place of the code, unless nothing else is moved. */
const isCounted = (line: string): boolean => !IMPORT.test(line);

function isMove({ added, removed }: ChangedLines): boolean {
  const hasCode = added.some(isCounted) || removed.some(isCounted);
  const counts = new Map<string, number>();
  let moved = 0;
  for (const [lines, step] of [
    [added, 1],
    [removed, -1],
  ] as const) {
    for (const line of hasCode ? lines.filter(isCounted) : lines) {
      counts.set(line, (counts.get(line) ?? 0) + step);
      moved += line.length;
    }
  }
  const rest = [...counts].reduce((sum, [line, count]) => sum + line.length * Math.abs(count), 0);
  return moved > 0 && rest <= Math.min(MOST_REST_CHARS, MOVED_REST * moved);
}

function isManifestOnly(changes: readonly FileChange[]): boolean {
  return listCode(changes).every(({ path }) => toPortedKind(path) === "manifest");
}

/** Largest missing share of a commit that counts as done. */
const DONE_SHARE = 0.1;
/** Largest share of the missing text that may have a place if the place counts as gone. */
const GONE_REST = 0.2;
/** Largest missing share if the replaced text is missing too. */
const REWRITTEN_SHARE = 0.25;
/** Least missing share that counts as the whole commit. */
const WHOLE_SHARE = 0.8;

/** @param wasRewritten true if the files were others at the target before the commit was made */
function judgeWeights(weights: readonly ChangeWeight[], wasRewritten: boolean): Judgement {
  const add = (
    key: "changed" | "replaced" | "missing" | "placeGone" | "imports" | "rewritten" | "exchanged",
  ): number => weights.reduce((sum, weight) => sum + weight[key], 0);
  const [changed, missing] = [add("changed"), add("missing")];
  const wanted = changed - add("replaced");
  const found = weights.flatMap((weight) => weight.found);
  const isDone = missing <= DONE_SHARE * wanted;
  if (isDone && wanted < changed / 2) return judge("reverted", "replaced");
  if (isDone) return judge("present", "same_lines", found);
  if (!wasRewritten) {
    const placeGone = add("placeGone");
    // Imports serve code that has no place.
    const placed = placeGone === 0 ? missing : missing - placeGone - add("imports");
    const rest = Math.max(DONE_SHARE * wanted, GONE_REST * missing);
    if (placed <= rest) return judge("obsolete", "place_gone");
    const isRewritten = missing <= REWRITTEN_SHARE * wanted && add("rewritten") >= missing;
    if (isRewritten || add("exchanged") >= missing) return judge("present", "rewritten", found);
  }
  const lacking = weights.flatMap((weight) => weight.lacking);
  return judge(missing < WHOLE_SHARE * changed ? "partly" : "port", "missing", lacking);
}

function judge(
  verdict: Verdict,
  reason: VerdictReason,
  places: Judgement["places"] = [],
): Judgement {
  return { verdict, reason, places: places.slice(0, MOST_PLACES) };
}

function listCode(changes: readonly FileChange[]): readonly FileChange[] {
  return changes.filter(({ path }) => isCode(toPortedKind(path)));
}

/** Without files that the commit deletes and that the branch does not have. */
function listCompared(changes: readonly FileChange[], target: ModuleFiles): readonly FileChange[] {
  return listCode(changes).filter(({ path, after }) => after !== undefined || target.has(path));
}

function pairFiles(path: string, files: ModuleFiles): readonly TipFile[] {
  const wanted = [pairPaths, listScripts, listLike]
    .map((list) => list(path, files))
    .find((paths) => paths.length > 0);
  return (wanted ?? []).map((one) => [one, files.get(one) ?? ""]);
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
