// From what is looked for to what is shown: which addresses are asked, and what is read of their answers. What
// is typed `/v1/find` answers, filters the searches for modules, and `/v1/modules` tells of the modules found.
import type { FindHit, FoundHits } from "../../contract/shape/find.js";
import type { ModuleRow } from "../../contract/shape/module.js";
import type { NameHit, SemanticHit, UnknownValue } from "../../contract/shape/search.js";
import { foldLabel } from "../../contract/browser/words.js";
import { catchProblem, splitProvider } from "../../contract/browser/ask.js";
import type { Ask } from "../../routes/ask.js";
import { readFacets, toSearchQuestion, type ShownFacets } from "./facets.js";
import { hasFineFilters, isIdle, type SearchState } from "./search-state.js";

/** A module that was found. */
export interface SearchResult {
  readonly row: ModuleRow;
  /** Platform versions by `<organization>/<repository>`, as far as the search says, and those at which it cannot be installed. */
  readonly where: Pick<NameHit, "versions" | "not_installable">;
  readonly match: FindHit["match"] | undefined;
  /** Fields with words that were asked for. */
  readonly fields: readonly string[];
  /** How near it is in meaning, 0…1. */
  readonly score: number | undefined;
}

/** A hit of another kind. */
export interface OtherResult {
  readonly hit: FindHit;
}

export interface SearchOutcome {
  readonly results: readonly (SearchResult | OtherResult)[];
  /** How many there are in all; `undefined` when that has no meaning. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  /** Of a search that found nothing, the filters that no module has. */
  readonly unknown: readonly UnknownValue[];
  /** None where nothing was asked for. */
  readonly facets: ShownFacets | undefined;
  /** Words of names of modules that are near to those that were typed. */
  readonly nearWords: readonly string[];
  /** What was typed is the name of this module of Odoo, which is not indexed. */
  readonly platformModule?: FoundHits["platform_module"] | undefined;
}

/** What a search finds of a module, before the module itself is known. */
interface Found extends Omit<SearchResult, "row"> {
  readonly name: string;
  /** `<organization>/<repository>` that was found, if it was one. */
  readonly provider: string | undefined;
}

interface FoundPart {
  readonly found: readonly Found[];
  readonly total: number | undefined;
  readonly hasMore: boolean;
}

const NOTHING_ASKED: SearchOutcome = {
  results: [],
  total: undefined,
  hasMore: false,
  unknown: [],
  nearWords: [],
  facets: undefined,
};

/**
 * Nothing is asked for the empty page.
 * @param mainVersion where modules are counted as long as no version was chosen
 * @throws AskError
 */
export async function searchModules(
  ask: Ask,
  state: SearchState,
  mainVersion: string,
): Promise<SearchOutcome> {
  if (isIdle(state)) return NOTHING_ASKED;
  const [found, facets] = await Promise.all([
    findResults(ask, state),
    readFacets(ask, state, mainVersion),
  ]);
  const unknown = found.results.length > 0 ? [] : await readUnknown(ask, state);
  return { ...found, unknown, facets };
}

type FoundResults = Omit<SearchOutcome, "unknown" | "facets">;

/** With filters, modules that have the words; where none has, those that mean them. */
async function findResults(ask: Ask, state: SearchState): Promise<FoundResults> {
  if (state.q !== "" && !hasFineFilters(state)) return findAnything(ask, state);
  const part = await findByWords(ask, state);
  // Rows of modules do not tell authors.
  if (part.found.length === 0 && state.q !== "" && state.filters.author === "") {
    // A snapshot without an embedder has no meanings.
    const byMeaning = await catchProblem(searchByMeaning(ask, state), () => undefined);
    if (byMeaning !== undefined) return byMeaning;
  }
  const results = await readRows(ask, part.found, state.filters.platform_version);
  return { results, total: part.total, hasMore: part.hasMore, nearWords: [] };
}

/** Hits that `/v1/find` gives at most. */
const MOST_HITS = 100;

async function findAnything(ask: Ask, { q, show, filters }: SearchState): Promise<FoundResults> {
  const { platform_version } = filters;
  const { body } = await ask("/v1/find", { q, platform_version, limit: show });
  const modules = body.hits.filter(({ kind }) => kind === "module");
  const found = modules.map(({ name, match, versions = {}, not_installable = {}, score }) => ({
    name,
    where: { versions, not_installable },
    match,
    fields: [],
    score,
    provider: undefined,
  }));
  const version = body.platform_version ?? "";
  const isHere = ({ where }: Found): boolean =>
    version === "" || Object.values(where.versions).some((versions) => versions.includes(version));
  // What is typed with a version is also found where it is at others only.
  const elsewhere = found.filter((one) => !isHere(one));
  const rows = [
    ...(await readRows(ask, found.filter(isHere), version)),
    ...(elsewhere.length === 0 ? [] : await readRows(ask, elsewhere, "")),
  ];
  const byName = new Map(rows.map((result) => [result.row.technical_name, result]));
  const results = body.hits.flatMap((hit) => {
    const row = hit.kind === "module" ? byName.get(hit.name) : { hit };
    return row === undefined ? [] : [row];
  });
  const hasMore = body.hits.length >= show && show < MOST_HITS;
  return {
    results,
    total: undefined,
    hasMore,
    nearWords: body.near_words ?? [],
    platformModule: body.platform_module,
  };
}

async function readUnknown(ask: Ask, { filters }: SearchState): Promise<readonly UnknownValue[]> {
  const { platform_version, category, license, maturity } = filters;
  const { body } = await ask("/v1/unknown-values", {
    platform_version,
    category,
    license,
    development_status: maturity,
    ...splitProvider(filters.repository),
  });
  return body;
}

async function findByWords(ask: Ask, state: SearchState): Promise<FoundPart> {
  const { q, show, filters } = state;
  const { platform_version } = filters;
  const { body: hits, total } = await ask("/v1/search", {
    ...toSearchQuestion(state),
    sort: q === "" ? "dependents" : "relevance",
    limit: show,
    explain: true,
  });
  const found = hits.map((hit) => {
    const provider = `${hit.organization}/${hit.repository}`;
    return {
      name: hit.technical_name,
      where: {
        versions: { [provider]: [platform_version] },
        not_installable: hit.installable ? {} : { [provider]: [platform_version] },
      },
      match: q === "" ? undefined : (hit.match ?? undefined),
      fields: q === "" ? [] : (hit.fields ?? []),
      score: undefined,
      provider,
    };
  });
  return { found, total, hasMore: (total ?? 0) > hits.length };
}

/** Modules of one question, which the interface gives at most. */
const NEAREST_MODULES = 50;

/** This search knows no filter but the version, so the others are applied to what it finds. */
async function searchByMeaning(ask: Ask, state: SearchState): Promise<FoundResults> {
  const { q, filters, show } = state;
  const { platform_version } = filters;
  const question = { q, platform_version, per_module: true, limit: NEAREST_MODULES };
  const { body } = await ask("/v1/semantic-search", question);
  const rows = await readRows(ask, body.map(toFound), platform_version);
  const results = rows.filter(({ row }) => fits(row, state));
  const hasMore = results.length > show;
  return { results: results.slice(0, show), total: undefined, hasMore, nearWords: [] };
}

function toFound({ technical_name: name, score, ...hit }: SemanticHit): Found {
  const provider = `${hit.org_name}/${hit.repository}`;
  const versions = hit.platform_versions ?? [hit.platform_version];
  return {
    name,
    where: {
      versions: { [provider]: versions },
      not_installable: hit.installable ? {} : { [provider]: [hit.platform_version] },
    },
    match: undefined,
    fields: [],
    score,
    provider: undefined,
  };
}

function fits(row: ModuleRow, { filters }: SearchState): boolean {
  const { repository, category, license, maturity, installable } = filters;
  return (
    (installable === "" || row.installable === (installable === "yes")) &&
    (repository === "" ||
      row.carriers.some((one) => isSame(one, repository) || one.endsWith(`/${repository}`))) &&
    (category === "" || isSame(row.category, category)) &&
    (license === "" || isSame(row.license, license)) &&
    (maturity === "" || isSame(row.development_status ?? "", maturity))
  );
}

/** As the interface compares them: without case and blanks. */
function isSame(left: string, right: string): boolean {
  return foldLabel(left) === foldLabel(right);
}

/** As many names as surely fit into an address. */
const NAMES_OF_A_QUESTION = 100;

async function readRows(
  ask: Ask,
  found: readonly Found[],
  platform_version: string,
): Promise<readonly SearchResult[]> {
  const names = [...new Set(found.map(({ name }) => name))];
  const rows = new Map<string, ModuleRow>();
  for (let start = 0; start < names.length; start += NAMES_OF_A_QUESTION) {
    const part = names.slice(start, start + NAMES_OF_A_QUESTION).join(",");
    const { body } = await ask("/v1/modules", {
      names: part,
      platform_version,
    });
    for (const row of body) {
      if (row.found) rows.set(row.technical_name, row);
    }
  }
  return found.flatMap(({ name, provider, ...rest }) => {
    const row = rows.get(name);
    if (row === undefined) return [];
    return [{ ...rest, row: provider === undefined ? row : placeAt(row, provider) }];
  });
}

/** The row tells of the first provider of a name; a hit may be another's. */
function placeAt(row: ModuleRow, provider: string): ModuleRow {
  const [organization = "", repository = ""] = provider.split("/");
  return { ...row, organization, repository };
}
