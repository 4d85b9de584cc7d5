// Search by meaning: how near a module's texts are to the question, with a boost when words of the
// question stand in the module's names.
import { compareText } from "../../data/platform-version.js";
import { OperatorError } from "../../data/operator-error.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import {
  getCategory,
  getDisplayName,
  getPlatformVersion,
  getRepository,
  getTechnicalName,
  listEntriesOfName,
} from "./entries.js";
import type { Lookup } from "./lookup.js";
import { cutPage, type Page, type PageRequest } from "./page.js";

export interface SemanticHit {
  readonly technical_name: string;
  readonly name: string;
  readonly category: string;
  readonly platform_version: string;
  readonly org_name: string;
  readonly repository: string;
  /** 0 to 1, higher is better. */
  readonly score: number;
}

export interface SemanticQuery extends PageRequest {
  readonly text: string;
  readonly platformVersion: string | undefined;
}

/** Shares of the two parts of a score. */
const SIMILARITY_SHARE = 0.75;
const NAME_SHARE = 0.25;

/** A technical name in an organization. */
interface RankedModule {
  /** Number of the technical name. */
  readonly name: number;
  readonly organization: string;
  readonly score: number;
}

/**
 * One row for each platform version and repository of the modules found, best module first, a
 * module's rows newest platform version first. A module is a technical name in an organization;
 * its score is that of its best text: 0.75 · max(0, cosine) + 0.25 · overlap (see NameWords), and 1
 * when the question is its technical name. Modules with score 0 are left out.
 * @throws OperatorError `embedder_absent` when the snapshot was built without an embedder
 */
export async function searchSemantic(
  lookup: Lookup,
  query: SemanticQuery,
): Promise<Page<SemanticHit>> {
  const { snapshot } = lookup;
  const modules = rankModules(snapshot, query, await scoreDocuments(lookup, query));
  const rows = modules.flatMap((module) =>
    // Also versions whose own text says nothing of what was asked: it is the same module.
    listEntriesOfName(snapshot, module.name)
      .filter(
        (entry) =>
          getRepository(snapshot, entry).organization === module.organization &&
          isAtVersion(snapshot, entry, query.platformVersion),
      )
      .toSorted((left, right) => compareNewestFirst(snapshot, left, right))
      .map((entry) => ({ entry, score: module.score })),
  );
  const page = cutPage(rows, query);
  return { total: page.total, rows: page.rows.map((row) => toHit(snapshot, row.entry, row.score)) };
}

/** Best first; ties by technical name, whose numbers are in the order of the names. */
function rankModules(
  snapshot: Snapshot,
  query: SemanticQuery,
  scores: ReadonlyMap<number, number>,
): readonly RankedModule[] {
  const modules = new Map<string, RankedModule>();
  for (const [document, score] of scores) {
    for (const entry of snapshot.documentLists.get(document)) {
      if (!isAtVersion(snapshot, entry, query.platformVersion)) continue;
      const name = snapshot.entries.name.get(entry);
      const { organization } = getRepository(snapshot, entry);
      const key = `${name} ${organization}`;
      const known = modules.get(key);
      if (known === undefined || known.score < score) {
        modules.set(key, { name, organization, score });
      }
    }
  }
  return [...modules.values()].toSorted(
    (left, right) =>
      right.score - left.score ||
      left.name - right.name ||
      compareText(left.organization, right.organization),
  );
}

async function scoreDocuments(
  lookup: Lookup,
  query: SemanticQuery,
): Promise<ReadonlyMap<number, number>> {
  const { snapshot, embedder } = lookup;
  if (embedder === undefined) {
    throw new OperatorError({
      code: "embedder_absent",
      message:
        "This snapshot was built without an embedder and cannot be searched by meaning; build it again without --embedder none.",
    });
  }
  const vector = await embedder.embedQuery(query.text);
  const accepts = (document: number): boolean =>
    query.platformVersion === undefined ||
    snapshot.documentLists
      .get(document)
      .some((entry) => isAtVersion(snapshot, entry, query.platformVersion));
  const vectors = lookup.getVectors();
  const names = lookup.getNameWords();
  const similar = new Map(vectors.findSimilar(vector, accepts));
  const overlaps = names.measureOverlap(query.text);
  for (const document of overlaps.keys()) {
    if (!similar.has(document) && accepts(document)) {
      similar.set(document, vectors.compare(vector, document));
    }
  }
  const namesakes = new Set(names.findNamesake(query.text));
  const scores = new Map<number, number>();
  for (const [document, cosine] of similar) {
    const score =
      SIMILARITY_SHARE * Math.max(0, cosine) + NAME_SHARE * (overlaps.get(document) ?? 0);
    const rounded = namesakes.has(document) ? 1 : Math.round(Math.min(score, 1) * 1e4) / 1e4;
    if (rounded > 0) scores.set(document, rounded);
  }
  return scores;
}

function isAtVersion(
  snapshot: Snapshot,
  entry: number,
  platformVersion: string | undefined,
): boolean {
  return platformVersion === undefined || getPlatformVersion(snapshot, entry) === platformVersion;
}

/** Numbers of versions are in numeric order of the versions themselves. */
function compareNewestFirst(snapshot: Snapshot, left: number, right: number): number {
  const { version, repository } = snapshot.entries;
  return version.get(right) - version.get(left) || repository.get(left) - repository.get(right);
}

function toHit(snapshot: Snapshot, entry: number, score: number): SemanticHit {
  const { organization, repository } = getRepository(snapshot, entry);
  return {
    technical_name: getTechnicalName(snapshot, entry),
    name: getDisplayName(snapshot, entry),
    category: getCategory(snapshot, entry),
    platform_version: getPlatformVersion(snapshot, entry),
    org_name: organization,
    repository,
    score,
  };
}
