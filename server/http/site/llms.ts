// llms.txt (llmstxt.org): what the service is and how a program that reads asks it, on one page.
import { describePlatform } from "../../contract/browser/words.js";
import type { Overview } from "../../contract/shape/service.js";

/** Operations that answer most questions; the others stand behind them as optional. */
const FIRST = new Set([
  "searchModules",
  "searchByMeaning",
  "searchNames",
  "getModule",
  "getModuleAtVersion",
  "getDependencies",
  "getDependents",
  "diffModule",
  "getLineage",
  "findDefinition",
  "findMember",
  "planSystem",
]);

/** @param publicUrl in front of each address; without it they are paths */
export function writeLlms({ snapshot, routes }: Overview, publicUrl = ""): string {
  const { entries, modules, repositories, platform_versions: versions } = snapshot;
  const first = routes.filter(({ operation }) => FIRST.has(operation));
  const list = (some: Overview["routes"]): string =>
    some
      .map(({ template, href, summary }) => `- [${template}](${publicUrl}${href}): ${summary}`)
      .join("\n");
  const [oldest = "none"] = versions;
  return `# module-lookup

> Odoo add-on modules of ${repositories} repositories: ${modules} modules at the platform versions ${oldest} to ${versions.at(-1) ?? "none"}, ${entries} entries. What they do, what they need, what they define, as their files say at the commits that were read. ${describePlatform(snapshot)}

Ask by GET, without a key; answers are JSON in UTF-8. A platform version is written as in \`${versions.at(-1) ?? "18.0"}\`. Lists are given in parts: \`limit\`, \`offset\`, and the headers \`X-Total-Count\` and \`Link\`. An error is \`application/problem+json\` with a \`code\`, and often with \`suggestions\`. The links below are questions with an answer here. \`POST ${publicUrl}/mcp\` has the same as tools (Model Context Protocol, streamable HTTP). For people there are pages: \`/module/{name}\`, \`/model/{name}\`, \`/repo/{name}\`, and \`/?q=\` to search.

## Questions

- [/openapi.json](${publicUrl}/openapi.json): every route, parameter and answer (OpenAPI 3.1)
${list(first)}

## Optional

${list(routes.filter((route) => !first.includes(route)))}
`;
}
