// Requests that add modules: the heads of a forge's pull requests that a mirror holds, each with the modules whose manifests
// its own commits add. What a merged or closed one adds is missing where it was not taken.
import { MANIFEST_NAMES } from "../../../data/module/file-names.js";
import { findToldVersion } from "../../../data/platform/platform-version.js";
import { parseFile } from "../../parse/file.js";
import type { RequestHead } from "../git/branches.js";
import { readBlobs, readOutput, readText, type Repository } from "../git/git.js";
import { isNothing } from "./log.js";
import { createLines } from "./text-lines.js";

export interface FoundRequest extends Pick<RequestHead, "mergeable"> {
  readonly number: number;
  readonly technicalName: string;
  /** Platform version of the manifest at the request's head. */
  readonly platformVersion: string;
  /** The last one. */
  readonly commit: string;
  /** Committer time of its first and its last commit, seconds since 1970. */
  readonly firstSeconds: number;
  readonly lastSeconds: number;
}

const REFERENCE = /^refs\/pull\/(\d{1,9})\/(head|merge)$/;

export async function listRequestHeads(repository: Repository): Promise<readonly RequestHead[]> {
  const text = await readText(repository, [
    "for-each-ref",
    "--format=%(refname) %(objectname)",
    "refs/pull/*/head",
    "refs/pull/*/merge",
  ]);
  const commits = { head: new Map<string, string>(), merge: new Map<string, string>() };
  for (const line of text.split("\n")) {
    const [reference = "", commit = ""] = line.split(" ");
    const [, number = "", kind] = REFERENCE.exec(reference) ?? [];
    if (kind === "head" || kind === "merge") commits[kind].set(number, commit);
  }
  const { head, merge } = commits;
  return Array.from(head, ([name, commit]) => ({
    name,
    commit,
    mergeable: merge.size === 0 ? null : merge.has(name),
  }));
}

/** A commit that no branch has. */
interface OwnCommit {
  readonly parents: readonly string[];
  readonly seconds: number;
  readonly manifests: readonly ChangedManifest[];
}

interface ChangedManifest {
  readonly path: string;
  readonly blob: string;
  readonly isAdded: boolean;
}

/** Manifests that a request adds, by its newest commit. */
interface AddedManifests {
  readonly request: RequestHead;
  readonly seconds: readonly [first: number, last: number];
  /** Path → blob. */
  readonly added: ReadonlyMap<string, string>;
}

/** More commits of one request are not walked. */
const MOST_COMMITS = 2000;

const LOG = [
  "log",
  "--topo-order",
  "--full-history",
  "--sparse",
  "--raw",
  "--no-abbrev",
  "--no-renames",
  "--no-color",
  "--format=%x01%H %P%n%ct",
  "--stdin",
  "--",
  ...MANIFEST_NAMES.map((name) => `:(glob)**/${name}`),
];

/** @param tips commits of the branches, to which the requests add */
export async function findRequests(
  repository: Repository,
  heads: readonly RequestHead[],
  tips: readonly string[],
): Promise<readonly FoundRequest[]> {
  const own = await readOwnCommits(repository, heads, tips);
  const requests = heads.flatMap((head) => collectAdded(head, own) ?? []);
  const blobs = new Set(requests.flatMap(({ added }) => [...added.values()]));
  const versions = await readVersions(repository, blobs);
  return requests.flatMap(({ request: { name, commit, mergeable }, seconds, added }) =>
    Array.from(added).flatMap(([path, blob]) => {
      const platformVersion = versions.get(blob);
      const technicalName = path.split("/").at(-2);
      if (platformVersion === undefined || technicalName === undefined) return [];
      const [firstSeconds, lastSeconds] = seconds;
      const number = Number(name);
      const when = { firstSeconds, lastSeconds };
      return [{ number, technicalName, platformVersion, commit, mergeable, ...when }];
    }),
  );
}

async function readOwnCommits(
  repository: Repository,
  heads: readonly RequestHead[],
  tips: readonly string[],
): Promise<ReadonlyMap<string, OwnCommit>> {
  const commits = new Map<string, OwnCommit & { manifests: ChangedManifest[] }>();
  let ids: readonly string[] | undefined;
  let manifests: ChangedManifest[] = [];
  const lines = createLines((line) => {
    if (line.startsWith("\u0001")) {
      ids = line.slice(1).split(" ");
      return;
    }
    if (ids !== undefined) {
      const [id = "", ...parents] = ids;
      manifests = [];
      commits.set(id, { parents, seconds: Number(line), manifests });
      ids = undefined;
      return;
    }
    const [, blob = "", status = "", path = ""] =
      /^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) ([A-Z])\t(.+)$/.exec(line) ?? [];
    if (status !== "") manifests.push({ path, blob, isAdded: status === "A" });
  });
  const revisions = [...heads.map(({ commit }) => commit), ...tips.map((tip) => `^${tip}`)];
  await readOutput(repository, LOG, lines.add, revisions);
  lines.end();
  return commits;
}

function collectAdded(
  request: RequestHead,
  own: ReadonlyMap<string, OwnCommit>,
): AddedManifests | undefined {
  const waiting = [request.commit];
  const seen = new Set<string>();
  const left = new Map<string, string>();
  const added = new Set<string>();
  let [first, last] = [Infinity, 0];
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const commit = own.get(id);
    if (commit === undefined || seen.has(id)) continue;
    if (seen.size === MOST_COMMITS) return undefined;
    seen.add(id);
    first = Math.min(first, commit.seconds);
    last = Math.max(last, commit.seconds);
    for (const { path, blob, isAdded } of commit.manifests) {
      // The newest commit is come to first.
      if (!left.has(path)) left.set(path, blob);
      if (isAdded) added.add(path);
    }
    waiting.push(...commit.parents);
  }
  const kept = [...left].filter(([path, blob]) => added.has(path) && !isNothing(blob));
  if (kept.length === 0) return undefined;
  return { request, seconds: [first, last], added: new Map(kept) };
}

/** The platform versions that manifests begin with, by blob. */
async function readVersions(
  repository: Repository,
  blobs: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string | undefined>> {
  const contents = await readBlobs(repository, [...blobs]);
  return new Map(
    Array.from(contents, ([id, bytes]) => {
      const { value } = parseFile(bytes, "manifest");
      const written = value.kind === "manifest" ? value.manifest.facts.manifest_version : null;
      return [id, findToldVersion(written)];
    }),
  );
}
