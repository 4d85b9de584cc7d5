// Sitemaps (sitemaps.org): an index, and parts that are small enough to be made whole: the pages that need no
// name with those of repositories, then those of modules, then those of models.
import { escape } from "../../contract/browser/html.js";
import {
  listDatedModules,
  listDatedRepositories,
  listModelNames,
} from "../../lookup/module/dated-names.js";
import type { Lookup } from "../../lookup/lookup.js";

/** 50,000 are allowed. */
const PART_LENGTH = 10_000;

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

interface SitePage {
  readonly path: string;
  /** `YYYY-MM-DD` */
  readonly date?: string;
}

interface Site {
  readonly lookup: Lookup;
  /** Scheme and host. */
  readonly publicUrl: string;
  /** Paths of the pages that need no name. */
  readonly paths: readonly string[];
  /** Most addresses of a part; default 10,000. */
  readonly partLength?: number;
}

export function writeSitemapIndex({ lookup, publicUrl, partLength = PART_LENGTH }: Site): string {
  const { names, definitions } = lookup.snapshot;
  const listParts = (kind: string, length: number): readonly string[] =>
    Array.from({ length: Math.ceil(length / partLength) }, (_, at) => `${kind}-${at + 1}`);
  const parts = [
    "pages",
    ...listParts("modules", names.length),
    ...listParts("models", definitions.models.length),
  ].map((part) => `<sitemap><loc>${escape(publicUrl)}/sitemap/${part}.xml</loc></sitemap>`);
  return writeXml("sitemapindex", parts);
}

/** @param file as the index names it; `undefined` where it names none of this name */
export function writeSitemap(file: string, site: Site): string | undefined {
  const [, kind = "", number] =
    /^(pages|modules|models)(?:-([1-9]\d{0,5}))?\.xml$/.exec(file) ?? [];
  const isNumbered = kind !== "pages";
  const pages = isNumbered === (number !== undefined) ? listPages(kind, Number(number), site) : [];
  if (pages.length === 0) return undefined;
  const base = escape(site.publicUrl);
  const rows = pages.map(
    ({ path, date }) =>
      `<url><loc>${base}${escape(path)}</loc>${date === undefined ? "" : `<lastmod>${date}</lastmod>`}</url>`,
  );
  return writeXml("urlset", rows);
}

/** @param part of those that are numbered, from 1 on */
function listPages(
  kind: string,
  part: number,
  { lookup, paths, partLength = PART_LENGTH }: Site,
): readonly SitePage[] {
  const { snapshot } = lookup;
  const start = (part - 1) * partLength;
  const end = part * partLength;
  switch (kind) {
    case "pages":
      return [
        ...paths.map((path) => ({ path })),
        ...listDatedRepositories(snapshot).map(({ name, date }) => toPage("repo", name, date)),
      ];
    case "modules":
      return listDatedModules(snapshot, start, end).map(({ name, date }) =>
        toPage("module", name, date),
      );
    case "models":
      // Names that browsers take for steps up have no page.
      return listModelNames(snapshot, start, end)
        .filter((name) => !/^\.{0,2}$/.test(name))
        .map((name) => toPage("model", name));
    default:
      return [];
  }
}

function toPage(kind: string, name: string, date?: string): SitePage {
  const path = `/${kind}/${encodeURIComponent(name)}`;
  return date === undefined ? { path } : { path, date };
}

function writeXml(element: string, rows: readonly string[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<${element} ${XMLNS}>\n${rows.join("\n")}\n</${element}>\n`;
}

const DISALLOWED = ["/?", "/plan?", "/registry/", "/module/*/diff/", "/v1/export/"];

/** @param publicUrl without it nobody knows where the sitemap is */
export function writeRobots(publicUrl: string | undefined): string {
  const lines = ["User-agent: *", ...DISALLOWED.map((path) => `Disallow: ${path}`)];
  if (publicUrl !== undefined) lines.push("", `Sitemap: ${publicUrl}/sitemap.xml`);
  return `${lines.join("\n")}\n`;
}
