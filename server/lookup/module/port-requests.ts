// Ports in progress: pull requests that add a module, as its entries at other versions have them.
import { comparePortRequests, type EntryHead } from "../../../data/module/facts.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { PortingRequest } from "../../contract/shape/port-requests.js";
import { findEntriesByName } from "../entries.js";
import { findPullRequestLink } from "../forge.js";

/** Requests that add it to a version, as `comparePortRequests` has them. */
export function listPortRequests(
  snapshot: Snapshot,
  technicalName: string,
  platformVersion: string,
): readonly PortingRequest[] {
  // Every entry of a repository has the same.
  const newest = new Map(
    (findEntriesByName(snapshot, technicalName) ?? []).map((entry) => [
      snapshot.entries.repository.get(entry),
      entry,
    ]),
  );
  return [...newest.values()]
    .flatMap((entry) => linkPortRequests(snapshot.readOwnHead(entry)))
    .filter((request) => request.platform_version === platformVersion)
    .toSorted(comparePortRequests);
}

/** Requests of an entry's record, each with its page. */
export function linkPortRequests({
  git,
  organization,
  repository,
  port_requests,
}: Pick<EntryHead, "git" | "organization" | "repository" | "port_requests">): PortingRequest[] {
  return port_requests.map((request) => ({
    ...request,
    organization,
    repository,
    url: findPullRequestLink(git, request.number) ?? null,
  }));
}
