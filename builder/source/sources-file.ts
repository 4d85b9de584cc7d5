// The sources file: which repositories to read. Only checks and completes what is written there.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { ConfigError } from "../../data/operator-error.js";

/** One repository to read. */
export interface Source {
  readonly organization: string;
  readonly repository: string;
  /** Public clone address, without credentials: what the interface shows. */
  readonly url: string;
  /** Address to clone from, credentials included if the file has them; never shown. */
  readonly cloneUrl: string;
  /** Absolute path of a local repository that is read instead of the network. */
  readonly mirror: string | undefined;
  /** Exact branch names or globs; `undefined`: every branch named like a release. */
  readonly branches: readonly string[] | undefined;
  /** Folders to search for modules; `.` is the repository root. */
  readonly addons: readonly string[];
}

/**
 * Reads a sources file and returns its sources in the file's order.
 * @throws ConfigError `sources_unreadable` or `sources_invalid`; the latter lists every fault.
 */
export async function readSourcesFile(file: string): Promise<readonly Source[]> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new ConfigError(
      {
        code: "sources_unreadable",
        message: `The sources file ${file} cannot be read; give the path of a JSON file with --sources.`,
        expected: "a readable file",
        got: (error as NodeJS.ErrnoException).code ?? "an unreadable file",
      },
      { cause: error },
    );
  }
  return parseSources(text, path.dirname(path.resolve(file)));
}

/**
 * Reads the text of a sources file; relative mirrors are taken from `folder`.
 * @throws ConfigError `sources_invalid` with every fault in the message.
 */
export function parseSources(text: string, folder: string): readonly Source[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw invalidSources([`it is not JSON (${(error as Error).message})`]);
  }
  const rows = isObject(document) ? document["sources"] : undefined;
  if (!Array.isArray(rows)) throw invalidSources(['it has no list "sources"']);
  if (rows.length === 0) throw invalidSources(['its list "sources" is empty']);
  const faults: string[] = [];
  const sources = rows.map((row: unknown, index) =>
    toSource(row, `sources[${index}]`, folder, faults),
  );
  const seen = new Set<string>();
  for (const source of sources) {
    const key = `${source.organization}/${source.repository}`;
    if (seen.has(key)) faults.push(`${key} is listed twice`);
    seen.add(key);
  }
  if (faults.length > 0) throw invalidSources(faults);
  return sources;
}

/** The address without user name and password: `https://user:token@host/x` → `https://host/x`. */
export function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, "$1");
}

function toSource(row: unknown, where: string, folder: string, faults: string[]): Source {
  const values = isObject(row) ? row : {};
  if (!isObject(row)) faults.push(`${where} is not an object`);
  const text = (key: string): string => {
    const value = values[key];
    if (typeof value === "string" && value.trim() !== "") return value;
    faults.push(`${where}.${key} must be a text`);
    return "";
  };
  const name = (key: string): string => {
    const value = text(key);
    if (value !== "" && !/^(?!\.{1,2}$)[\w.-]+$/.test(value))
      faults.push(`${where}.${key} "${value}" is no name`);
    return value;
  };
  const list = (key: string): readonly string[] | undefined => {
    const value = values[key];
    if (value === undefined) return undefined;
    if (
      Array.isArray(value) &&
      value.length > 0 &&
      value.every((item) => typeof item === "string" && item.trim() !== "")
    ) {
      return value;
    }
    faults.push(`${where}.${key} must be a list of texts`);
    return undefined;
  };
  const cloneUrl = text("url");
  return {
    organization: name("organization"),
    repository: name("repository"),
    url: withoutCredentials(cloneUrl),
    cloneUrl,
    mirror: values["mirror"] === undefined ? undefined : path.resolve(folder, text("mirror")),
    branches: list("branches"),
    addons: list("addons")?.map((entry) => path.posix.normalize(entry).replace(/\/$/, "")) ?? ["."],
  };
}

function invalidSources(faults: readonly string[]): ConfigError {
  return new ConfigError({
    code: "sources_invalid",
    message: `The sources file is wrong: ${faults.join("; ")}; README shows a right one.`,
    expected: '{ "sources": [ { "organization", "repository", "url", … } ] }',
    got: faults.join("; "),
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
