// The sources file: which repositories to read, singly or by organization. Only checks and
// completes what is written there; no host is asked.
import path from "node:path";
import { readGivenFile } from "../../data/files/input-file.js";
import { toGroups } from "../../data/grouped.js";
import { isObject } from "../../data/json.js";
import { ConfigError } from "../../data/operator-error.js";
import { parseRelease } from "../../data/platform/platform-version.js";
import { type BranchRule, parseBranchRules, toFolder } from "./branch-rule.js";
import {
  ORGANIZATION_KEYS,
  type OrganizationSource,
  parseOrganization,
  type SharedValues,
} from "./host/organization-source.js";
import { NAME, openElement, type SourceElement } from "./source-element.js";
import { toLabel, type Source } from "./source.js";

/** An element of the sources file. */
export type SourceEntry = Source | OrganizationSource;

/** True for an element that stands for one repository, false for an organization. */
export function isSource(entry: SourceEntry): entry is Source {
  return "repository" in entry;
}

/**
 * Reads a sources file and returns its elements in the file's order.
 * @throws ConfigError `sources_unreadable` or `sources_invalid`; the latter lists every fault.
 */
export function readSourcesFile(file: string): readonly SourceEntry[] {
  return parseSources(readText(file), file);
}

/** Elements with the path of the needs that the file names, relative to its own folder. */
export interface Sources {
  readonly entries: readonly SourceEntry[];
  readonly needsFile: string | undefined;
}

/** @throws ConfigError as `readSourcesFile` */
export function readSources(file: string): Sources {
  const text = readText(file);
  const entries = parseSources(text, file);
  const { needs } = JSON.parse(text) as { readonly needs?: unknown };
  const isGiven = typeof needs === "string";
  return { entries, needsFile: isGiven ? path.resolve(path.dirname(file), needs) : undefined };
}

function readText(file: string): string {
  return readGivenFile(file, {
    title: "The sources file",
    code: "sources_unreadable",
    remedy: "give the path of a JSON file with --sources",
  }).toString();
}

/**
 * Reads the text of a sources file; relative mirrors are taken from the folder of `file`.
 * @throws ConfigError `sources_invalid` with every fault in the message.
 */
export function parseSources(text: string, file: string): readonly SourceEntry[] {
  const folder = path.dirname(path.resolve(file));
  const invalidSources = (faults: readonly string[]): ConfigError => toInvalid(file, faults);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw invalidSources([`not JSON (${(error as Error).message})`]);
  }
  const rows = isObject(document) ? document["sources"] : undefined;
  if (!Array.isArray(rows)) throw invalidSources(['no list "sources"']);
  if (rows.length === 0) throw invalidSources(['the list "sources" is empty']);
  const faults: string[] = [];
  const needs = isObject(document) ? (document["needs"] ?? "-") : "-";
  if (typeof needs !== "string" || needs.trim() === "") {
    faults.push('"needs" must be the path of a file');
  }
  const entries = rows.map((row: unknown, index) =>
    parseEntry(openElement(row, `sources[${index}]`, faults), folder),
  );
  const merged = mergeLayouts(entries, faults);
  if (faults.length > 0) throw invalidSources(faults);
  return merged;
}

/** A repository that is listed several times, with other branches and folders each time, is one source. */
function mergeLayouts(entries: readonly SourceEntry[], faults: string[]): readonly SourceEntry[] {
  const groups = toGroups(entries.filter(isSource), toLabel);
  return entries.flatMap((entry): readonly SourceEntry[] => {
    if (!isSource(entry)) return [entry];
    const label = toLabel(entry);
    const [first = entry, ...others] = groups.get(label) ?? [];
    if (first !== entry) return [];
    if (others.length === 0) return [entry];
    if (others.some((other) => toOrigin(other) !== toOrigin(first))) {
      faults.push(
        `${label} is listed twice, with another "url", "mirror", "platform", "priority" or "pull_requests"`,
      );
    }
    const layouts = [first, ...others];
    if (new Set(layouts.map(toLayout)).size < layouts.length)
      faults.push(`${label} is listed twice`);
    const branches = layouts.flatMap(toRulesWithFolders);
    return [{ ...first, branches, addons: listDistinct(layouts.flatMap((each) => each.addons)) }];
  });
}

function toOrigin({ cloneUrl, mirror, withoutHistory, priority, readsRequests }: Source): string {
  return JSON.stringify([cloneUrl, mirror, withoutHistory, priority, readsRequests]);
}

function toLayout({ branches, addons }: Source): string {
  return JSON.stringify([branches, addons]);
}

function toRulesWithFolders({ branches, addons }: Source): readonly BranchRule[] {
  if (branches === undefined) return [{ branch: undefined, platformVersion: undefined, addons }];
  return branches.map((rule) =>
    typeof rule === "string"
      ? { branch: rule, platformVersion: undefined, addons }
      : { addons, ...rule },
  );
}

const listDistinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** The address without user name and password: `https://user:token@host/x` → `https://host/x`. */
export function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, "$1");
}

/** Keys of Odoo's own repository. */
const PLATFORM_KEYS = ["platform", "url", "mirror", "history"];

const PLATFORM_URL = "https://github.com/odoo/odoo.git";
/** The last one up to 9.0. */
const PLATFORM_ADDONS = ["addons", "odoo/addons", "openerp/addons"];

/** Odoo's own repository, at some platform versions; without its history unless that is asked for. */
function parsePlatform(element: SourceElement, folder: string): Source {
  element.refuseUnknownKeys(PLATFORM_KEYS, () => undefined);
  const versions = element.list("platform") ?? [];
  const odd = versions.find((version) => parseRelease(version) !== version);
  if (odd !== undefined) {
    element.refuse("platform", `must be a list of platform versions such as "17.0", not "${odd}"`);
  }
  return {
    organization: "odoo",
    repository: "odoo",
    ...parsePlace(element, folder, element.has("url") ? element.text("url") : PLATFORM_URL),
    branches: versions,
    addons: PLATFORM_ADDONS,
    ...(element.flag("history") ? {} : { withoutHistory: true as const }),
  };
}

function parsePlace(
  element: SourceElement,
  folder: string,
  cloneUrl: string,
): Pick<Source, "url" | "cloneUrl" | "mirror"> {
  return {
    url: withoutCredentials(cloneUrl),
    cloneUrl,
    mirror: element.has("mirror") ? path.resolve(folder, element.text("mirror")) : undefined,
  };
}

const SHARED_KEYS = ["organization", "branches", "addons", "priority"];
const REPOSITORY_KEYS = ["repository", "url", "mirror", "pull_requests"];

function parseEntry(element: SourceElement, folder: string): SourceEntry {
  if (element.has("platform")) return parsePlatform(element, folder);
  const branches = parseBranchRules(element);
  const ofRules = (branches ?? []).flatMap((rule) =>
    typeof rule === "string" ? [] : (rule.addons ?? []),
  );
  const isOfRules = ofRules.length > 0 && ofRules.length === branches?.length;
  const addons = element.list("addons")?.map(toFolder) ?? (isOfRules ? [] : ["."]);
  const hasKey = (key: string): boolean => element.has(key);
  const isRepository = REPOSITORY_KEYS.some(hasKey) || !ORGANIZATION_KEYS.some(hasKey);
  const url = isRepository ? element.text("url") : "";
  const names = parseNames(url);
  /** Without an address its fault is enough: it would name both. */
  const toName = (key: "organization" | "repository"): string =>
    hasKey(key) || (names === undefined && (url !== "" || !isRepository))
      ? element.name(key)
      : (names?.[key] ?? "");
  const shared: SharedValues = {
    organization: toName("organization"),
    branches,
    addons: listDistinct([...addons, ...ofRules]),
    ...parsePriority(element),
  };
  if (!isRepository) {
    element.refuseUnknownKeys([...SHARED_KEYS, ...ORGANIZATION_KEYS], () => undefined);
    return parseOrganization(element, shared);
  }
  element.refuseUnknownKeys([...SHARED_KEYS, ...REPOSITORY_KEYS], (key) =>
    (ORGANIZATION_KEYS as readonly string[]).includes(key)
      ? "which is for organizations only"
      : undefined,
  );
  return {
    ...shared,
    repository: toName("repository"),
    ...parsePlace(element, folder, url),
    ...(element.flag("pull_requests") ? { readsRequests: true as const } : {}),
  };
}

/** The names at the end of a clone address: `https://github.com/OCA/crm.git`, `git@github.com:OCA/crm`. */
function parseNames(url: string): Pick<Source, "organization" | "repository"> | undefined {
  const [, organization = "", repository = ""] =
    /([^/:]+)\/([^/]+?)(?:\.git)?\/?$/.exec(url.trim()) ?? [];
  return NAME.test(organization) && NAME.test(repository)
    ? { organization, repository }
    : undefined;
}

function parsePriority(element: SourceElement): Pick<Source, "priority"> {
  const priority = element.integer("priority") ?? 0;
  return priority === 0 ? {} : { priority };
}

function toInvalid(file: string, faults: readonly string[]): ConfigError {
  return new ConfigError({
    code: "sources_invalid",
    message: `The sources file ${file} is wrong: ${faults.join("; ")}; see docs/sources.md.`,
  });
}
