// Resources of the protocol: what a person hands to an agent by its address. Each is the answer of a tool to arguments
// that stand in the address.
import { findTool } from "./tools.js";
import type { Tool } from "./tool.js";

export interface ResourceTemplate {
  /** With the names of arguments in braces, one between slashes. */
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly tool: string;
  /** Argument of the tool for values of the address; default: unchanged. */
  readonly list?: string;
}

/** Text, as compact as that of tools. */
export const RESOURCE_TYPE = "text/plain";

export const RESOURCES: readonly ResourceTemplate[] = [
  {
    address: "index://repositories",
    title: "Repositories",
    description: "Every repository that is indexed, with the number of its modules by version.",
    tool: "list_repositories",
  },
  {
    address: "repository://{repo_name}",
    title: "A repository",
    description: "Its organizations, branches and number of modules by version.",
    tool: "list_repositories",
  },
  {
    address: "module://{module_name}",
    title: "A module",
    description: "At the newest version at which it can be installed, as get_module gives it.",
    tool: "get_module",
  },
  {
    address: "module://{module_name}/{platform_version}",
    title: "A module at a version",
    description: "As get_module gives it.",
    tool: "get_module",
  },
  {
    address: "module://{module_name}/{platform_version}/{parts}",
    title: "A part of a module",
    description: "Such as readme, models, fields or views: one of the parts of get_module.",
    tool: "get_module",
    list: "parts",
  },
];

interface ResourceQuestion {
  readonly tool: Tool;
  readonly given: Readonly<Record<string, unknown>>;
}

/** @returns `undefined` for an address that no resource has */
export function findResource(address: string): ResourceQuestion | undefined {
  for (const resource of RESOURCES) {
    const given = matchAddress(resource, address);
    const tool = findTool(resource.tool);
    if (given !== undefined && tool !== undefined) return { tool, given };
  }
  return undefined;
}

function matchAddress(
  { address: template, list }: ResourceTemplate,
  address: string,
): ResourceQuestion["given"] | undefined {
  const wanted = template.split("/");
  const parts = address.split("/");
  if (parts.length !== wanted.length) return undefined;
  const given: Record<string, unknown> = {};
  for (const [at, word] of wanted.entries()) {
    const part = decode(parts[at] ?? "");
    const name = /^\{(\w+)\}$/.exec(word)?.[1];
    if (name === undefined ? part !== word : !part) return undefined;
    if (name !== undefined) given[name] = name === list ? [part] : part;
  }
  return given;
}

/** `undefined` for what is no address. */
function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
