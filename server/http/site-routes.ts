// Files that programs look for at the root of a site: robots.txt, sitemaps, llms.txt. They are no part of the interface, so
// /openapi.json does not describe them.
import { PAGES } from "../explorer/pages.js";
import { Problem } from "../contract/problem.js";
import type { Resource } from "../contract/resource.js";
import type { RouteRequest } from "../routes/define-route.js";
import type { PageRoute } from "./explorer-routes.js";

const XML = "application/xml; charset=utf-8";
const PLAIN = "text/plain; charset=utf-8";

export const SITE_ROUTES: readonly PageRoute[] = [
  {
    path: "/robots.txt",
    async answer(_, { state }) {
      const { writeRobots } = await import("./site/sitemap.js");
      return { text: writeRobots(state.publicUrl), contentType: PLAIN };
    },
  },
  {
    path: "/llms.txt",
    async answer({ ask }, { state }) {
      const { writeLlms } = await import("./site/llms.js");
      const { body: overview } = await ask("/v1", {});
      return { text: writeLlms(overview, state.publicUrl), contentType: PLAIN };
    },
  },
  {
    path: "/sitemap.xml",
    async answer(_, request): Promise<Resource> {
      const { writeSitemapIndex } = await import("./site/sitemap.js");
      return { text: writeSitemapIndex(toSite(request)), contentType: XML };
    },
  },
  {
    path: "/sitemap/{file}",
    async answer({ path }, request): Promise<Resource> {
      const { writeSitemap } = await import("./site/sitemap.js");
      const text = writeSitemap(path["file"] ?? "", toSite(request));
      if (text === undefined) {
        throw new Problem("unknown_path", "There is no such sitemap; /sitemap.xml lists them.");
      }
      return { text, contentType: XML };
    },
  },
];

function toSite(request: RouteRequest) {
  const paths = PAGES.map(({ path }) => path).filter((path) => !path.includes("{"));
  return { lookup: request.lookup, publicUrl: requirePublicUrl(request), paths };
}

/** Addresses in these files are whole. @throws Problem `unknown_path` */
function requirePublicUrl({ state: { publicUrl } }: RouteRequest): string {
  if (publicUrl !== undefined) return publicUrl;
  const detail = "This file exists only if the service knows its own URL (--public-url).";
  throw new Problem("unknown_path", detail);
}
