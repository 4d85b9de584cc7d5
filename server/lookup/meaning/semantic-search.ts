// Search by meaning: how near a module's texts are to the question, with a boost when words of the
// question stand in the module's names.
import type { SemanticHit } from "../../contract/shape/search.js";
import { type Embedder, scaleToUnit } from "../../../data/embedding/embedder.js";
import { OperatorError } from "../../../data/operator-error.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import {
  getCategory,
  getDisplayName,
  getPlatformVersion,
  getRepository,
  getTechnicalName,
  isInstallable,
  listVersions,
} from "../entries.js";
import { getDefaultChoice } from "../dependency/choose-provider.js";
import type { Lookup } from "../lookup.js";
import { getModelMakers, selectModules, type ModuleSelection } from "./module-groups.js";
import type { Slice, SliceRequest } from "../../contract/resource.js";
import { dropRequestWords } from "../search/request-words.js";

export interface SemanticQuery extends SliceRequest {
  readonly text: string;
  /** Other wordings of the question. */
  readonly rewordings?: readonly string[] | undefined;
  readonly platform_version: string | undefined;
  /** One row for each module. */
  readonly per_module?: boolean | undefined;
}

/** Weight of name overlap beside the cosine. Chosen on the open half of the questions. */
const NAME_WEIGHT = 0.1;

/**
 * Weight of the nearest need beside the cosine, if it is nearer. Chosen on the open half of the
 * questions.
 */
const NEED_WEIGHT = 0.7;

/** Weight of question words in the needs. Chosen on the open half of the questions. */
const NEED_WORDS_WEIGHT = 0.15;

/**
 * Factors for modules without written needs: others have one more way to be near. Chosen on a
 * held-out half of the questions, without the needs of a tenth of the modules: with a second
 * embedder, with vectors moved towards needs, and without both.
 */
const NEEDLESS_FACTORS = { beside: 1.18, moved: 1.08, asTheyAre: 1.13 };

/** Weight of a module that makes a model. Chosen on the open half of the questions. */
const MAKER_WEIGHT = 0.04;

/** An overlap from which on the question is a name, and models do not count: who names a thing wants that. */
const NAME_OVERLAP = 0.9;

/** Scores have four decimal places. */
const SCORE_STEPS = 1e4;

/** Documents that are looked at for their names or needs alone, where not all are looked at. */
const MOST_OTHERS = 1_000;

/**
 * One row for each platform version of the modules found, best module first, a module's rows newest platform version first. A module
 * is a technical name; where several repositories have it the row is of the one that it would be taken from. Its score is that of its
 * best text among those of the platform version asked for:
 * (meant + 0.1 · overlap + 0.15 · needed) / 1.1 (overlap: see NameWords; needed: see NeedIndex), where `meant` is the cosine c, or (c + 0.7 · n) / 1.7 where the
 * nearest need of the module is nearer, with a cosine of n, or 1.08 · c where nobody wrote what it is needed for (1.18 · c with a second embedder, 1.13 · c in snapshots whose vectors were not moved
 * towards needs). With a second embedder c and n are the means of both cosines. and 1 when the question is its
 * technical name. Modules with score 0 are left out. Per module it is the first of these rows, with all platform versions. The score depends on the question and on the
 * module's texts alone, so that scores of different answers may be compared.
 * @throws OperatorError `embedder_absent` when the snapshot was built without an embedder
 */
export async function searchSemantic(
  lookup: Lookup,
  query: SemanticQuery,
): Promise<Slice<SemanticHit>> {
  const { snapshot } = lookup;
  const selection = selectModules(snapshot, query.platform_version);
  const scores = await scoreModules(lookup, selection, query.text, query.rewordings);
  const ranked = rankModules(scores, query.offset + query.limit);
  const isWhole = query.per_module === true;
  const found = ranked.flatMap((module) => {
    const versions = selection.listVersions(module);
    return (isWhole ? versions.slice(0, 1) : versions).map((entries) => ({ module, entries }));
  });
  let total = 0;
  for (let module = 0; module < scores.length; module++) {
    if ((scores[module] ?? 0) === 0) continue;
    total += isWhole ? 1 : selection.countVersions(module);
  }
  const rows = found
    .slice(query.offset, query.offset + query.limit)
    .map(({ module, entries }): SemanticHit => {
      const hit = toHit(snapshot, entries, scores[module] ?? 0);
      if (!isWhole) return hit;
      const all = selection.listVersions(module).flat();
      return { ...hit, platform_versions: listVersions(snapshot, all) };
    });
  return { total, rows };
}

/**
 * The score of each module; 0 for those that are not found. Cosines are those of the mean of the unit vectors of
 * the question and its rewordings, all alike; names are compared with the question alone.
 */
export async function scoreModules(
  lookup: Lookup,
  selection: ModuleSelection,
  text: string,
  rewordings: readonly string[] = [],
): Promise<Float64Array> {
  const { embedder, snapshot } = lookup;
  if (embedder === undefined) {
    throw new OperatorError({
      code: "embedder_absent",
      message:
        "This snapshot was built without an embedder and cannot be searched by meaning; build it again without --embedder none.",
    });
  }
  const names = lookup.getNameWords();
  const wish = dropRequestWords(text);
  const overlap = names.measureOverlap(wish);
  const namesakes = names.findNamesakes(text);
  const vectors = await lookup.getVectors();
  const wishes = [wish, ...rewordings.map(dropRequestWords)];
  const question = await embedMean(embedder, wishes);
  const beside = await lookup.getBeside()?.ask(wishes);
  const { compare, isKnown, measureOverlap } = lookup.getNeeds();
  const needs = compare(question, beside?.needs);
  const needed = measureOverlap(wish);
  const { documents, cosines } = vectors.findSimilar(question, selection.documents, () => [
    ...namesakes,
    ...[overlap, needs, needed, ...(beside === undefined ? [] : [beside.documents])].flatMap(
      (values) => rankModules(values, MOST_OTHERS),
    ),
  ]);
  const vectorsOf = snapshot.entry.meaning?.is_moved === true ? "moved" : "asTheyAre";
  const needlessFactor = NEEDLESS_FACTORS[beside === undefined ? vectorsOf : "beside"];
  const makers = getModelMakers(snapshot);
  const makerWeight = overlap.some((value) => value >= NAME_OVERLAP) ? 0 : MAKER_WEIGHT;
  const scores = new Float64Array(selection.moduleCount);
  const raise = (document: number, score: number): void => {
    const end = selection.firstModule[document + 1] ?? 0;
    for (let at = selection.firstModule[document] ?? 0; at < end; at++) {
      const module = selection.modules[at] ?? 0;
      if (score > (scores[module] ?? 0)) scores[module] = score;
    }
  };
  for (let at = 0; at < documents.length; at++) {
    const document = documents[at] ?? 0;
    const own = cosines[at] ?? 0;
    const cosine = Math.max(
      0,
      beside === undefined ? own : (own + (beside.documents[document] ?? 0)) / 2,
    );
    const need = Math.max(cosine, needs[document] ?? 0);
    const meant =
      isKnown[document] === 1
        ? (cosine + NEED_WEIGHT * need) / (1 + NEED_WEIGHT)
        : needlessFactor * cosine;
    const near =
      meant + NAME_WEIGHT * (overlap[document] ?? 0) + NEED_WORDS_WEIGHT * (needed[document] ?? 0);
    const sum = near > 0 ? near + makerWeight * (makers[document] ?? 0) : 0;
    raise(document, Math.round(Math.min(1, sum / (1 + NAME_WEIGHT)) * SCORE_STEPS) / SCORE_STEPS);
  }
  for (const document of namesakes) raise(document, 1);
  return scores;
}

async function embedMean(embedder: Embedder, texts: readonly string[]): Promise<Float32Array> {
  const vectors = await Promise.all(texts.map((text) => embedder.embedQuery(text)));
  const [first = new Float32Array(), ...others] = vectors;
  if (others.length === 0) return first;
  const sum = Float64Array.from(first);
  for (const vector of others) vector.forEach((value, at) => (sum[at] = (sum[at] ?? 0) + value));
  return scaleToUnit(sum);
}

/** Steps of scores that are counted, so that only those that can be among the first are sorted. */
const RANKING_STEPS = 1_024;

/**
 * The first `most` modules with a score above 0, best first, equal ones by number. Loops by index take
 * a third of the time of those over the numbers themselves.
 */
export function rankModules(scores: Float64Array | Float32Array, most: number): readonly number[] {
  let best = 0;
  for (let module = 0; module < scores.length; module++) {
    best = Math.max(best, scores[module] ?? 0);
  }
  if (best === 0) return [];
  const toStep = (score: number): number => Math.floor((score / best) * (RANKING_STEPS - 1));
  const counts = new Uint32Array(RANKING_STEPS);
  for (let module = 0; module < scores.length; module++) {
    const step = toStep(scores[module] ?? 0);
    counts[step] = (counts[step] ?? 0) + 1;
  }
  // The highest step such that `most` scores are not below it.
  let threshold = RANKING_STEPS - 1;
  for (let found = counts[threshold] ?? 0; threshold > 0 && found < most;) {
    threshold -= 1;
    found += counts[threshold] ?? 0;
  }
  const modules: number[] = [];
  for (let module = 0; module < scores.length; module++) {
    const score = scores[module] ?? 0;
    if (score > 0 && toStep(score) >= threshold) modules.push(module);
  }
  modules.sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0) || left - right);
  return modules.slice(0, most);
}

/** @param entries of a module at a platform version */
function toHit(snapshot: Snapshot, entries: readonly number[], score: number): SemanticHit {
  const [first = 0] = entries;
  const platform_version = getPlatformVersion(snapshot, first);
  const entry = getDefaultChoice(snapshot, platform_version).chooseFrom(entries) ?? first;
  const { organization, repository } = getRepository(snapshot, entry);
  return {
    technical_name: getTechnicalName(snapshot, entry),
    name: getDisplayName(snapshot, entry),
    category: getCategory(snapshot, entry),
    platform_version,
    org_name: organization,
    repository,
    installable: isInstallable(snapshot, entry),
    score,
  };
}
