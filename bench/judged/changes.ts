// How often the rules say rightly what a commit changes: code, translations, or neither. They are compared with
// bench/judged/changes.tsv, for which each commit was looked at by hand: 20 of each of ten repositories, those whose
// SHA-256 of `code-changes-1` and their ids come first, out of all that are no merge and touch a module.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { ChangeKind } from "../../builder/source/change-kind.js";
import { LOG_FORMAT, createLogParser } from "../../builder/source/commits/log.js";
import { createPaths } from "../../builder/source/commits/paths.js";
import { createHistoryCounter } from "../../builder/source/git/history.js";
import { isSource, readSourcesFile } from "../../builder/source/sources-file.js";
import { locateJudged, type Measurement, type Row } from "../measurement.js";

const KINDS = ["code", "translation", "other"] as const satisfies readonly ChangeKind[];
const JUDGED = locateJudged("changes.tsv");

export const changes: Measurement = {
  summary: "what commits change, beside what was found by hand",
  needsSources: true,
  isExtra: true,
  async measure({ programs: [{ name }], sources, note }) {
    const judged = await readJudged(sources);
    for (const { commit, repository, verdict, reason, found } of judged) {
      if (found === verdict) continue;
      note(`${repository} ${commit}: ${found}, by hand ${verdict} (${reason})`);
    }
    return KINDS.flatMap((kind) => {
      const said = judged.filter(({ found }) => found === kind);
      const meant = judged.filter(({ verdict }) => verdict === kind);
      const right = said.filter(({ verdict }) => verdict === kind).length;
      const toRow = (what: string, all: number): Row => ({
        what: `${kind}: ${what} of ${all}`,
        unit: "%",
        figures: { [name]: [(100 * right) / all] },
      });
      return [toRow("precision", said.length), toRow("recall", meant.length)];
    });
  },
};

/** Each commit with its verdict and what the rules make of it. */
async function readJudged(sourcesFile: string) {
  const entries = readSourcesFile(sourcesFile);
  const mirrors = new Map(
    entries
      .filter(isSource)
      .map((source) => [`${source.organization}/${source.repository}`, source.mirror]),
  );
  const rows = readFileSync(JUDGED, "utf8").trimEnd().split("\n").slice(1);
  return rows.map((row) => {
    const [commit = "", repository = "", verdict = "", reason = ""] = row.split("\t");
    const mirror = mirrors.get(repository);
    if (mirror === undefined) throw new Error(`${repository} has no mirror in the sources file`);
    return { commit, repository, verdict, reason, found: findKind(mirror, commit) };
  });
}

/** What the rules make of a commit, in any module; folders at the root are taken for modules. */
function findKind(mirror: string, commit: string): ChangeKind {
  const command = ["--git-dir", mirror, "log", ...LOG_FORMAT, commit];
  const log = execFileSync("git", command, { encoding: "latin1", maxBuffer: 1024 ** 3 });
  const folders = new Set(
    log.split("\n").flatMap((line) => /^:[^\t]*\t"?([^/."][^/]*)\//.exec(line)?.[1] ?? []),
  );
  const counter = createHistoryCounter({ branches: [[0]] }, [{ commit, folders: [...folders] }]);
  const parser = createLogParser(createPaths([], folders), (logged) => counter.add(0, logged));
  parser.add(log);
  parser.end();
  const histories = [...(counter.end()[0]?.values() ?? [])];
  if (histories.some(({ developers }) => developers.length > 0)) return "code";
  return histories.some(({ translators }) => translators.length > 0) ? "translation" : "other";
}
