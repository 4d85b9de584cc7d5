// The pages of the explorer, and the files that they load, as addresses. They are for people and no part
// of the interface, so /openapi.json does not describe them.
import { ASSET_PATH, PAGES } from "../explorer/pages.js";
import type { Surroundings } from "../explorer/document.js";
import type { Page, PageRequest } from "../explorer/page.js";
import { Problem } from "../contract/problem.js";
import type { Resource } from "../contract/resource.js";
import type { RouteRequest } from "../routes/define-route.js";
import type { ServiceState } from "../live/service-state.js";
import { getLastDays } from "../lookup/module/dated-names.js";
import type { Lookup } from "../lookup/lookup.js";

export interface PageRoute {
  readonly path: string;
  /** @param within what the request is answered from, for what is no page */
  answer(request: PageRequest, within: RouteRequest): Promise<Resource>;
  /** People read what it answers, problems too. */
  readonly isForPeople?: true;
  /** A form may be sent to it whose text is too long for an address. */
  readonly takesForms?: boolean;
}

const assetRoute: PageRoute = {
  path: ASSET_PATH,
  async answer({ path }) {
    const { findAsset } = await import("../explorer/answer-page.js");
    const asset = findAsset(`${path["room"]}/${path["folder"]}/${path["file"]}`);
    if (asset === undefined) throw new Problem("unknown_path", "There is no such file.");
    return { ...asset, isImmutable: true };
  },
};

export const PAGE_ROUTES: readonly PageRoute[] = [...PAGES.map(toRoute), assetRoute];

/** Addresses at which programs get an answer of the interface. */
const SHARED_PATHS: ReadonlySet<string> = new Set(["/", "/problems/{code}"]);

/** Facts that the document around a page depends on. */
export function toSurroundings(
  { publicUrl, showsPictures }: ServiceState,
  lookup?: Lookup,
): Surroundings {
  return { publicUrl, showsPictures, days: lookup && getLastDays(lookup.snapshot) };
}

function toRoute(page: Page): PageRoute {
  return {
    path: page.path,
    isForPeople: true,
    takesForms: page.takesForms === true,
    async answer(request, { state, lookup }) {
      const { answerPage } = await import("../explorer/answer-page.js");
      const answer = await answerPage(page, request, toSurroundings(state, lookup));
      return { ...answer, variesByAccept: SHARED_PATHS.has(page.path) };
    },
  };
}
