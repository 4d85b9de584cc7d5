// Tokens of the environment and their hosts. A token goes to one host only.
import { ConfigError } from "../../../data/operator-error.js";
import { type HostKind, nameHost } from "./host.js";
import type { OrganizationSource } from "./organization-source.js";

export interface HostToken {
  /** Name of the variable that it is from, for messages. */
  readonly variable: string;
  /** Never in a message. */
  readonly value: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables with the token for the one host of a kind; the first that is set counts. */
export const TOKEN_VARIABLES: Readonly<Record<HostKind, readonly string[]>> = {
  github: ["MODULE_LOOKUP_GITHUB_TOKEN", "GITHUB_TOKEN"],
  gitlab: ["MODULE_LOOKUP_GITLAB_TOKEN", "GITLAB_TOKEN"],
  gitea: ["MODULE_LOOKUP_GITEA_TOKEN", "GITEA_TOKEN"],
};

/** The variable that a message may advise to set. */
export function nameTokenVariable(organization: OrganizationSource): string {
  return organization.tokenVariable ?? TOKEN_VARIABLES[organization.host.kind][0] ?? "";
}

/**
 * Finds the token of each organization: in the variable that it names, else in that of its kind,
 * unless another organization names that one.
 * @throws ConfigError `token_missing`, `token_invalid`, or `token_ambiguous` when a variable of a
 * kind might be for several hosts
 */
export function findTokens(
  organizations: readonly OrganizationSource[],
  environment: Environment,
): ReadonlyMap<OrganizationSource, HostToken | undefined> {
  const claimed = new Set(organizations.map((organization) => organization.tokenVariable));
  const hosts = new Map<string, string>();
  return new Map(
    organizations.map((organization) => {
      const { host, tokenVariable } = organization;
      if (tokenVariable !== undefined) {
        const token = readToken(tokenVariable, environment);
        if (token === undefined) throw missingToken(tokenVariable, nameHost(host));
        return [organization, token];
      }
      const token = TOKEN_VARIABLES[host.kind]
        .filter((variable) => !claimed.has(variable))
        .map((variable) => readToken(variable, environment))
        .find((found) => found !== undefined);
      if (token !== undefined) {
        const other = hosts.get(token.variable) ?? host.address;
        if (other !== host.address) throw ambiguousToken(token.variable, [other, host.address]);
        hosts.set(token.variable, host.address);
      }
      return [organization, token];
    }),
  );
}

/** @throws ConfigError `token_invalid`, since a header cannot hold any text */
function readToken(variable: string, environment: Environment): HostToken | undefined {
  const value = environment[variable]?.trim() ?? "";
  if (value === "") return undefined;
  if (/^[\x21-\x7e]+$/.test(value)) return { variable, value };
  throw new ConfigError({
    code: "token_invalid",
    message: `${variable} holds blanks or characters that no token has; set it again.`,
  });
}

function missingToken(variable: string, host: string): ConfigError {
  return new ConfigError({
    code: "token_missing",
    message: `${variable}, which the sources file names as the token for ${host}, is not set; set it or remove "token".`,
  });
}

function ambiguousToken(variable: string, addresses: readonly string[]): ConfigError {
  const hosts = addresses.join(" or ");
  return new ConfigError({
    code: "token_ambiguous",
    message: `${variable} could be for ${hosts}; give one of them a variable of its own with "token" in the sources file.`,
  });
}
