// Modules that a search found as an agent reads them: what each is for in one line, and nothing that is as usual.
import type { ModuleHit, NameHit, SemanticHit } from "../../contract/shape/search.js";
import type { ToolBody, ToolQuestion } from "../tool.js";

type Hit = ModuleHit | NameHit | SemanticHit;

/** As many names as one question takes. */
const NAMES_OF_A_QUESTION = 500;

export async function toModuleRows(
  { ask, given }: ToolQuestion,
  hits: readonly Hit[],
): Promise<readonly ToolBody[]> {
  const names = [...new Set(hits.map((hit) => hit.technical_name))];
  const about = await readSummaries(ask, names, given["platform_version"]);
  return hits.map((hit) => toRow(hit, about.get(hit.technical_name) ?? ""));
}

/** Summaries by name, and display names where there is none; of modules that are at the version. */
async function readSummaries(
  ask: ToolQuestion["ask"],
  names: readonly string[],
  at: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const summaries = new Map<string, string>();
  for (let start = 0; start < names.length; start += NAMES_OF_A_QUESTION) {
    const some = names.slice(start, start + NAMES_OF_A_QUESTION);
    const question = { names: some.join(","), platform_version: at, limit: some.length, offset: 0 };
    for (const row of (await ask("/v1/modules", question)).body) {
      if (row.found) summaries.set(row.technical_name, toLine(row.summary) || row.name);
    }
  }
  return summaries;
}

const MOST_SUMMARY_CHARS = 160;

function toLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > MOST_SUMMARY_CHARS ? `${line.slice(0, MOST_SUMMARY_CHARS)}…` : line;
}

function toRow(hit: Hit, summary: string): ToolBody {
  const { technical_name } = hit;
  if ("versions" in hit) {
    return {
      technical_name,
      summary,
      versions: hit.versions,
      not_installable: hit.not_installable,
    };
  }
  const { category, installable, repository } = hit;
  const isMeant = "score" in hit;
  return {
    technical_name,
    summary,
    ...(isMeant ? { score: hit.score, ...toVersions(hit) } : {}),
    category,
    from: `${isMeant ? hit.org_name : hit.organization}/${repository}`,
    ...(installable ? {} : { installable }),
    ...(!isMeant && hit.application ? { application: true } : {}),
  };
}

function toVersions({ platform_version, platform_versions }: SemanticHit): ToolBody {
  return platform_versions === undefined ? { platform_version } : { platform_versions };
}
