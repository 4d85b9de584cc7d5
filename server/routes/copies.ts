// GET /v1/copies: which repositories have modules of others, and how far behind theirs are.
import { findCopies } from "../lookup/module/copy-list.js";
import { limit, OFFSET, PROVIDER, version } from "../contract/parameter.js";
import { requireVersion } from "../contract/problem.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";

export const copiesRoute = defineRoute({
  path: "/v1/copies",
  operation: "listCopies",
  tag: "repositories",
  summary: "Which repositories have modules of others",
  description:
    "Copies of modules at a platform version: names that several repositories have, without the original. Each is equal to the original, an older state of it, or changed. The git trees of both folders tell, and how many commits it is behind.",
  parameters: {
    platform_version: version("Platform version; `19` means `19.0`.", {
      example: "19.0",
      required: true,
    }),
    ...PROVIDER,
    limit: limit(100, 500),
    offset: OFFSET,
  },
  answer: {
    description: "The copies of this page, with the pairs of repositories and the counts of all.",
    shape: shape(() => import("../contract/shape/copies.js"), "Copies"),
    layout: async () => (await import("../contract/shape/copies.js")).layCopies,
    isPaged: true,
  },
  problems: ["unknown_version"],
  respond({ lookup }, { org, repo, platform_version, ...page }) {
    const { snapshot } = lookup;
    requireVersion(snapshot.versions, platform_version);
    const query = { platform_version, org, repo, ...page };
    const { total, ...body } = findCopies(snapshot, query);
    return { body, page: { ...page, total } };
  },
});
