// Copies at a platform version: pairs of repositories, and the copies one by one.
import { toGroups } from "../../../data/grouped.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import {
  MOST_PAIRS,
  type CopiedModule,
  type Copies,
  type CopyingRepository,
} from "../../contract/shape/copies.js";
import { cutSlice, type SliceRequest } from "../../contract/resource.js";
import { takeSteps, type Steps } from "../../../data/yield.js";
import { toCopiedModule } from "../dependency/copies.js";
import { deriveAtVersion, listEntriesAtVersion } from "../memo.js";
import { isProvidedBy, type ProviderFilter } from "./modules.js";

/** Made once a version, for all who ask meanwhile. */
const getCopies = deriveAtVersion((snapshot, version) => takeSteps(listCopies(snapshot, version)));

function* listCopies(snapshot: Snapshot, version: string): Steps<readonly CopiedModule[]> {
  const rows: CopiedModule[] = [];
  for (const entry of listEntriesAtVersion(snapshot, version)) {
    const found = toCopiedModule(snapshot, entry);
    yield;
    if (found !== undefined) rows.push(found);
  }
  return rows.toSorted((left, right) => compareText(left.repository, right.repository));
}

interface CopiesQuery extends ProviderFilter, SliceRequest {
  readonly platform_version: string;
}

/** Copies of a repository, or all. */
export async function findCopies(
  snapshot: Snapshot,
  query: CopiesQuery,
): Promise<Copies & { readonly total: number }> {
  const { platform_version, org, repo } = query;
  const all = (await getCopies(snapshot, platform_version)).filter(({ repository }) => {
    const [organization = "", name = ""] = repository.split("/");
    return isProvidedBy({ organization, repository: name }, { org, repo });
  });
  const pairs = toGroups(all, ({ repository, of }) => `${repository} ${of}`);
  const repositories = Array.from(pairs.values(), (rows): CopyingRepository => {
    const [{ repository, of } = { repository: "", of: "" }] = rows;
    const known = rows.flatMap(({ commits_behind: behind }) => behind ?? []);
    const commits_behind = known.length === 0 ? null : Math.max(...known);
    return { repository, of, ...countStates(rows), commits_behind };
  }).toSorted((left, right) => right.modules - left.modules);
  const { rows: modules, total } = cutSlice(all, query);
  return {
    platform_version,
    counts: { pairs: repositories.length, ...countStates(all) },
    repositories: repositories.slice(0, MOST_PAIRS),
    modules,
    total,
  };
}

function countStates(rows: readonly CopiedModule[]): Omit<Copies["counts"], "pairs"> {
  const counts = { modules: rows.length, equal: 0, older: 0, changed: 0, other: 0, unknown: 0 };
  for (const { state } of rows) counts[state ?? "unknown"] += 1;
  return counts;
}
