// Pages of the explorer: an address, and a function from a request to markup. Pages know modules
// only by asking the public interface.
import type { Ask, AskText } from "../routes/ask.js";
import type { Html } from "../contract/browser/html.js";

export interface Page {
  /** `{name}` stands for one part of the path. */
  readonly path: string;
  /** Set for a field with pasted lists, which may be too long for an address. */
  readonly takesForms?: true;
  /** @throws AskError what the interface said */
  show(request: PageRequest): Promise<PageContent>;
}

export interface PageRequest {
  /** Asks routes of the interface, of the same snapshot. */
  readonly ask: Ask;
  readonly askText: AskText;
  /** Parts of the path by name, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** True if browsers may fetch pictures from a forge. */
  readonly showsPictures?: boolean;
}

export interface PageContent {
  readonly title: string;
  /** One sentence, for lists of pages such as those of search engines. */
  readonly about?: string;
  /** The one address of what the page is about, where several lead to it. */
  readonly canonical?: string;
  /** Subject of the page for search engines, as JSON-LD (schema.org). */
  readonly subject?: Readonly<Record<string, unknown>>;
  /** Origins of pictures that are not from here. */
  readonly pictureOrigins?: readonly string[];
  /** Content between header and footer. */
  readonly main: Html;
  /** The script that makes the page quicker to use, if any; every page can be read without. */
  readonly script?: ScriptName;
  /** Menu entry of the page. */
  readonly menu?: "search" | "plan" | "migrate" | "upgrade" | "changes" | "interface";
}

export type ScriptName = "box" | "search" | "module" | "list" | "rows" | "interface";

/** A part of the path that the page's address names. */
export function readPart({ path }: PageRequest, name: string): string {
  const part = path[name];
  if (part === undefined) throw new Error(`no part of the path is called ${name}`);
  return part;
}

/** A value of the query; empty when it is not there. */
export function readValue({ query }: PageRequest, name: string): string {
  return query.get(name)?.trim() ?? "";
}

/** A platform version of the query as the index names it: `17` means `17.0`. */
export function readVersion(request: PageRequest, name = "platform_version"): string {
  const text = readValue(request, name);
  return /^\d{1,3}$/.test(text) ? `${text}.0` : text;
}
