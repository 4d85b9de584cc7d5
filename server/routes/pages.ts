// The pages of the explorer, and the files that they load, as routes. They are for people and no part
// of the interface, so /openapi.json does not describe them.
import { ASSET_PATH, PAGES } from "../explorer/pages.js";
import type { Page } from "../explorer/page.js";
import { Problem } from "../problem.js";
import type { Route } from "./route.js";

const assetRoute: Route = {
  path: ASSET_PATH,
  async answer({ path }) {
    const { findAsset } = await import("../explorer/answer-page.js");
    const asset = findAsset(`${path["folder"]}/${path["file"]}`);
    if (asset === undefined) throw new Problem("unknown_path", "There is no such file.");
    return { ...asset, isImmutable: true };
  },
};

export const PAGE_ROUTES: readonly Route[] = [...PAGES.map(toRoute), assetRoute];

function toRoute(page: Page): Route {
  return {
    path: page.path,
    async answer({ ask, path, query }) {
      const { answerPage } = await import("../explorer/answer-page.js");
      return {
        ...(await answerPage(page, { ask, path, query })),
        variesByAccept: page.path === "/",
      };
    },
  };
}
