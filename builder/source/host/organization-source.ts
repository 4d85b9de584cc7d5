// An element of the sources file that stands for the repositories of a whole organization.
import { type Host, findHostKind, HOST_KINDS } from "./host.js";
import type { BranchRule } from "../branch-rule.js";
import type { SourceElement } from "../source-element.js";

/** An organization, or a user, all or some of whose repositories are read. */
export interface OrganizationSource {
  readonly organization: string;
  readonly host: Host;
  /** Names or globs; `undefined`: every repository. */
  readonly repositories: readonly string[] | undefined;
  /** Names or globs of repositories that are left out. */
  readonly exclude: readonly string[];
  /** True to read archived repositories, forks, and private ones. */
  readonly archived: boolean;
  readonly forks: boolean;
  readonly private: boolean;
  /** Name of the environment variable that holds the token for this host. */
  readonly tokenVariable: string | undefined;
  readonly branches: readonly BranchRule[] | undefined;
  readonly addons: readonly string[];
  readonly priority?: number;
}

/** The keys that only an organization has. */
export const ORGANIZATION_KEYS = [
  "host",
  "kind",
  "repositories",
  "exclude",
  "archived",
  "forks",
  "private",
  "token",
] as const;

/** Settings that an organization shares with a single source. */
export type SharedValues = Pick<
  OrganizationSource,
  "organization" | "branches" | "addons" | "priority"
>;

/** Reads the keys of an organization; the others are given. Faults are noted in the element. */
export function parseOrganization(
  element: SourceElement,
  shared: SharedValues,
): OrganizationSource {
  return {
    ...shared,
    host: parseHost(element),
    repositories: parseRepositories(element),
    exclude: parsePatterns(element, "exclude") ?? [],
    archived: element.flag("archived"),
    forks: element.flag("forks"),
    private: element.flag("private"),
    tokenVariable: parseTokenVariable(element),
  };
}

function parseHost(element: SourceElement): Host {
  const none: Host = { kind: "github", address: "" };
  const address = element.text("host").trim();
  if (address === "") return none;
  // The value is not repeated in the fault, since there may be a password in it.
  if (!isHostAddress(address)) {
    element.refuse("host", 'must be an address such as "https://github.com", without user name');
    return none;
  }
  const { origin, pathname, hostname } = new URL(address);
  const known = findHostKind(hostname);
  const written = element.has("kind") ? element.text("kind") : known;
  const kind = HOST_KINDS.find((name) => name === written);
  if (kind === undefined) {
    element.refuse("kind", `must be "github", "gitlab" or "gitea", whichever ${hostname} runs`);
  }
  return { kind: kind ?? none.kind, address: origin + pathname.replace(/\/+$/, "") };
}

function isHostAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === "";
}

function parseRepositories(element: SourceElement): readonly string[] | undefined {
  if (element.is("repositories", "*")) return undefined;
  return parsePatterns(element, "repositories");
}

function parsePatterns(element: SourceElement, key: string): readonly string[] | undefined {
  const patterns = element.list(key);
  if (patterns?.some((pattern) => pattern.startsWith("!"))) {
    element.refuse(key, 'must not begin with "!"; list what is left out in "exclude"');
  }
  return patterns;
}

function parseTokenVariable(element: SourceElement): string | undefined {
  if (!element.has("token")) return undefined;
  const name = element.text("token");
  // Upper case only and not repeated, so that a token written here by mistake is never shown.
  if (name === "" || /^[A-Z][A-Z0-9_]*$/.test(name)) return name;
  element.refuse("token", "must be the name of an environment variable, such as ACME_TOKEN");
  return undefined;
}
