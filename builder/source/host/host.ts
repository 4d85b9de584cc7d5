// The hosts whose organizations can be listed: where their interfaces are and what their rows mean.
// Pure; https://docs.github.com/rest/repos/repos, https://docs.gitlab.com/api/groups and
// https://docs.gitea.com/api (Forgejo, such as codeberg.org, has the same) describe them.
import { isObject } from "../../../data/json.js";

export const HOST_KINDS = ["github", "gitlab", "gitea"] as const;

export type HostKind = (typeof HOST_KINDS)[number];

export interface Host {
  readonly kind: HostKind;
  /** Base of clone addresses, without a slash at its end: `https://github.com`. */
  readonly address: string;
}

export interface HostedRepository {
  /** Below the host's address: `OCA/web`; in a subgroup of GitLab `acme/odoo/tools`. */
  readonly path: string;
  readonly archived: boolean;
  readonly fork: boolean;
  /** Not open to everyone. */
  readonly private: boolean;
}

/** The kind of a well-known host, or of one that is called after it: `gitlab.acme.example`. */
export function findHostKind(hostname: string): HostKind | undefined {
  return KINDS_BY_NAME.find(([pattern]) => pattern.test(hostname))?.[1];
}

/** The host's name for messages: `github.com`, `git.acme.example:3000`. */
export function nameHost(host: Host): string {
  return new URL(host.address).host;
}

/** Base of the host's interface. */
export function findInterface({ kind, address }: Host): string {
  return APIS[kind].findBase(address);
}

/** The name of a repository: the last part of its path. */
export function nameRepository(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** First pages of an organization's repositories; a host may know the name as a user instead. */
export function listFirstPages(host: Host, organization: string): readonly URL[] {
  const api = APIS[host.kind];
  const name = encodeURIComponent(organization);
  return api.pages.map((page) => new URL(findInterface(host) + page.replace("{name}", name)));
}

/** Rows that a full page has. */
export function getPageSize(host: Host): number {
  return APIS[host.kind].pageSize;
}

/** The repositories of one page; `undefined` where the document is no such page. */
export function parsePage(host: Host, page: unknown): readonly HostedRepository[] | undefined {
  if (!Array.isArray(page)) return undefined;
  const repositories: HostedRepository[] = [];
  for (const row of page as readonly unknown[]) {
    if (!isObject(row)) return undefined;
    const path = row[APIS[host.kind].pathKey];
    if (typeof path !== "string") return undefined;
    repositories.push({
      path,
      archived: row["archived"] === true,
      fork: row["fork"] === true || isObject(row["forked_from_project"]),
      private: NOT_PUBLIC.some((word) => row[word] === true || row["visibility"] === word),
    });
  }
  return repositories;
}

/** Names of flags of GitHub and Gitea; GitLab has one column with one of them. */
const NOT_PUBLIC = ["private", "internal"];

interface HostApi {
  readonly findBase: (address: string) => string;
  /** Below the base; `{name}` is the organization's. */
  readonly pages: readonly string[];
  readonly pageSize: number;
  readonly pathKey: string;
}

const KINDS_BY_NAME: readonly (readonly [RegExp, HostKind])[] = [
  [/^github\.|\.ghe\.com$/, "github"],
  [/^gitlab\./, "gitlab"],
  [/^(?:codeberg\.org|gitea\..*|forgejo\..*)$/, "gitea"],
];

const APIS: Readonly<Record<HostKind, HostApi>> = {
  github: {
    findBase: findGithubBase,
    pages: [
      "/orgs/{name}/repos?type=all&sort=full_name&per_page=100",
      "/users/{name}/repos?type=owner&sort=full_name&per_page=100",
    ],
    pageSize: 100,
    pathKey: "full_name",
  },
  gitlab: {
    findBase: (address) => `${address}/api/v4`,
    pages: [
      "/groups/{name}/projects?include_subgroups=true&with_shared=false&order_by=id&sort=asc&per_page=100",
      "/users/{name}/projects?order_by=id&sort=asc&per_page=100",
    ],
    pageSize: 100,
    pathKey: "path_with_namespace",
  },
  gitea: {
    findBase: (address) => `${address}/api/v1`,
    pages: ["/orgs/{name}/repos?limit=50", "/users/{name}/repos?limit=50"],
    pageSize: 50,
    pathKey: "full_name",
  },
};

/** github.com and *.ghe.com answer at a host of their own, an enterprise server below itself. */
function findGithubBase(address: string): string {
  const { hostname } = new URL(address);
  const isOwnHost = hostname === "github.com" || hostname.endsWith(".ghe.com");
  return isOwnHost ? `https://api.${hostname}` : `${address}/api/v3`;
}
