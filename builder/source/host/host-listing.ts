// All pages of an organization's repositories, as its host lists them.
import { compareText } from "../../../data/platform/platform-version.js";
import {
  getPageSize,
  type Host,
  type HostedRepository,
  listFirstPages,
  parsePage,
} from "./host.js";
import { invalidAnswer } from "./host-error.js";
import { readHeader } from "../../../data/network/repeat.js";
import { type HostAnswer, requestJson, type RequestOptions } from "./host-request.js";
import { NAME } from "../source-element.js";
import { SourceError } from "../source-error.js";

/** Pages that are read before a host is taken to have no last one. */
export const PAGE_LIMIT = 500;

/**
 * The repositories of an organization, or of a user, by path; each once.
 * @throws SourceError `organization_unknown`, `host_answer_invalid`, and those of `requestJson`
 */
export async function listRepositories(
  host: Host,
  organization: string,
  options: RequestOptions,
): Promise<readonly HostedRepository[]> {
  for (const first of listFirstPages(host, organization)) {
    const repositories = await readPages(first, host, options);
    if (repositories !== undefined) return repositories;
  }
  const advice =
    options.token === undefined ? `, or set ${options.tokenVariable} if it is not public` : "";
  throw new SourceError({
    code: "organization_unknown",
    message: `${options.host} knows no organization or user "${organization}"; correct "organization" in the sources file${advice}.`,
  });
}

/** `undefined` when the first page does not exist. */
async function readPages(
  first: URL,
  host: Host,
  options: RequestOptions,
): Promise<readonly HostedRepository[] | undefined> {
  const found = new Map<string, HostedRepository>();
  let next: URL | undefined = first;
  for (let pages = 0; next !== undefined; pages++) {
    if (pages === PAGE_LIMIT) throw invalidAnswer(options.host, `no end after ${pages} pages`);
    const answer: HostAnswer | undefined = await requestJson(next, options);
    if (answer === undefined && pages === 0) return undefined;
    const page = answer && parsePage(host, answer.document);
    if (answer === undefined || page === undefined) {
      throw invalidAnswer(options.host, "a page that is no list of repositories");
    }
    const before = found.size;
    for (const repository of page) found.set(checkPath(repository, options.host).path, repository);
    const isFull = page.length >= getPageSize(host) || found.size < readTotal(answer);
    next = findNextPage(answer, isFull && found.size > before);
  }
  return [...found.values()].toSorted((left, right) => compareText(left.path, right.path));
}

/** Paths become folders of the cache and parts of addresses. */
function checkPath(repository: HostedRepository, host: string): HostedRepository {
  const names = repository.path.split("/");
  if (names.length > 1 && names.every((name) => NAME.test(name))) return repository;
  throw invalidAnswer(host, `a repository ${JSON.stringify(repository.path.slice(0, 100))}`);
}

/** By the Link header; without one the next page if there must be more. */
function findNextPage({ address, headers }: HostAnswer, hasMore: boolean): URL | undefined {
  const link = readHeader(headers, "link");
  const written = /<([^<>]*)>[^<]*?\brel="?next\b/i.exec(link ?? "")?.[1];
  if (written === undefined || !URL.canParse(written, address.href)) {
    return link === undefined && hasMore ? toNextPage(address) : undefined;
  }
  const next = new URL(written, address);
  // A server behind a proxy may write its inner name; the token must not follow it there.
  return next.origin === address.origin ? next : toNextPage(address);
}

function toNextPage(address: URL): URL {
  const next = new URL(address);
  next.searchParams.set("page", String(Number(next.searchParams.get("page") ?? 1) + 1));
  return next;
}

function readTotal({ headers }: HostAnswer): number {
  return Number(readHeader(headers, "x-total-count", "x-total") ?? 0) || 0;
}
