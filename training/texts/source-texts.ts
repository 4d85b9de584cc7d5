// What every source has to teach: the translations in its catalogs, the texts of its modules and the
// meanings in a dictionary, over all branches that are read; here nothing is made of words yet. What
// is returned depends on the repositories alone.
import { comparePlatformVersions, compareText } from "../../data/platform/platform-version.js";
import { isPlainFile } from "../../builder/source/addons.js";
import type { Repository } from "../../builder/source/git/git.js";
import { listTrees, type TreeRow } from "../../builder/source/git/trees.js";
import { visitTexts } from "../../builder/source/git/visit-blobs.js";
import { readCatalogs, type CatalogTexts } from "./catalog-texts.js";
import { isWordnetFile, parseWordnet, type Meaning } from "../catalogs/wordnet.js";
import { findLicence, isLicenceFile, UNKNOWN_LICENCE } from "./licence.js";
import { readModuleTexts, type ModuleText } from "./module-texts.js";
import type { OpenedSource } from "./open-sources.js";

interface SourceTexts extends CatalogTexts {
  readonly modules: readonly ModuleText[];
  readonly meanings: readonly Meaning[];
  /** As `findLicence` names it. */
  readonly licence: string;
}

/** What was read of one source. */
export interface SourceLesson extends OpenedSource {
  readonly texts: SourceTexts;
}

interface ReadTextsOptions {
  readonly signal: AbortSignal;
  readonly onRead: (done: number, label: string) => void;
}

/** One lesson for each source, in the same order. @throws SourceError; the signal's reason */
export async function readTexts(
  sources: readonly OpenedSource[],
  { signal, onRead }: ReadTextsOptions,
): Promise<readonly SourceLesson[]> {
  const lessons: SourceLesson[] = [];
  for (const opened of sources) {
    signal.throwIfAborted();
    // A copy: pieces of the files that were read would keep all of them in memory.
    lessons.push({ ...opened, texts: structuredClone(await readSourceTexts(opened)) });
    onRead(lessons.length, opened.repository.label);
  }
  return lessons;
}

/** @throws SourceError when git cannot read the repository */
async function readSourceTexts({
  source,
  repository,
  branches: anyOrder,
}: OpenedSource): Promise<SourceTexts> {
  const branches = anyOrder.toSorted((left, right) =>
    comparePlatformVersions(left.name, right.name),
  );
  const trees = await listTrees(
    repository,
    branches.map((branch) => branch.commit),
  );
  const rows = trees.map((tree) => tree.rows);
  const catalogs = await readCatalogs(repository, rows.flat());
  return {
    ...catalogs,
    modules: await readModuleTexts(repository, rows, source.addons),
    meanings: await readMeanings(repository, rows.flat()),
    licence: await readLicence(repository, rows.toReversed().flat()),
  };
}

/** Those of each distinct file once, by path and content. */
async function readMeanings(
  repository: Repository,
  rows: readonly TreeRow[],
): Promise<readonly Meaning[]> {
  const files = new Map(
    rows
      .filter((row) => isPlainFile(row) && isWordnetFile(row.path))
      .map((row) => [`${row.path} ${row.objectId}`, row] as const),
  );
  const texts = new Map<string, string>();
  await visitTexts(repository, [...files.values()], (objectId, text) => texts.set(objectId, text));
  return [...files]
    .toSorted(([left], [right]) => compareText(left, right))
    .flatMap(([, { objectId }]) => parseWordnet(texts.get(objectId) ?? ""));
}

/** @param rows of all branches, the newest first */
async function readLicence(repository: Repository, rows: readonly TreeRow[]): Promise<string> {
  const texts: string[] = [];
  const files = rows.filter((row) => isPlainFile(row) && isLicenceFile(row.path));
  await visitTexts(repository, files, (_, text) => texts.push(text));
  return texts.map(findLicence).find((licence) => licence !== UNKNOWN_LICENCE) ?? UNKNOWN_LICENCE;
}
