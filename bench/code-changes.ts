// How often the rules say rightly what a commit changes: code, translations, or neither. They are compared with
// bench/code-changes.tsv, for which each commit was looked at by hand: 20 of each of ten repositories, those whose
// SHA-256 of `code-changes-1` and their ids come first, out of all that are no merge and touch a module.
//
//   node dist/bench/code-changes.js --sources FILE        a sources file with a mirror of each repository
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { ChangeKind } from "../builder/source/change-kind.js";
import { LOG_FORMAT, openLogParser } from "../builder/source/commits/log.js";
import { openPaths } from "../builder/source/commits/paths.js";
import { openHistoryCounter } from "../builder/source/git/history.js";
import { isSource, readSourcesFile } from "../builder/source/sources-file.js";
import { requireOption } from "./options.js";
import { print } from "./spread.js";

const KINDS = ["code", "translation", "other"] as const satisfies readonly ChangeKind[];
const JUDGED = path.join(import.meta.dirname, "..", "..", "bench", "code-changes.tsv");

const { values } = parseArgs({ options: { sources: { type: "string" } } });
const entries = await readSourcesFile(requireOption("--sources FILE", values.sources));
const mirrors = new Map(
  entries
    .filter(isSource)
    .map((source) => [`${source.organization}/${source.repository}`, source.mirror]),
);

const rows = readFileSync(JUDGED, "utf8").trimEnd().split("\n").slice(1);
const judged = rows.map((row) => {
  const [commit = "", repository = "", verdict = "", reason = ""] = row.split("\t");
  const mirror = mirrors.get(repository);
  if (mirror === undefined) throw new Error(`${repository} has no mirror in the sources file`);
  return { commit, repository, verdict, reason, found: findKind(mirror, commit) };
});

print(`${judged.length} commits; precision and recall of each kind`);
for (const kind of KINDS) {
  const said = judged.filter(({ found }) => found === kind);
  const meant = judged.filter(({ verdict }) => verdict === kind);
  const right = said.filter(({ verdict }) => verdict === kind).length;
  print(`  ${kind.padEnd(12)} ${right}/${said.length}  ${right}/${meant.length}`);
}
for (const { commit, repository, verdict, reason, found } of judged) {
  if (found !== verdict) print(`${repository} ${commit}: ${found}, by hand ${verdict} (${reason})`);
}

/** What the rules make of a commit, in any module; folders at the root are taken for modules. */
function findKind(mirror: string, commit: string): ChangeKind {
  const command = ["--git-dir", mirror, "log", ...LOG_FORMAT, commit];
  const log = execFileSync("git", command, { encoding: "latin1", maxBuffer: 1024 ** 3 });
  const folders = new Set(
    log.split("\n").flatMap((line) => /^:[^\t]*\t"?([^/."][^/]*)\//.exec(line)?.[1] ?? []),
  );
  const counter = openHistoryCounter({ branches: [[0]] }, [{ commit, folders: [...folders] }]);
  const parser = openLogParser(openPaths([], folders), (logged) => counter.add(0, logged));
  parser.add(log);
  parser.end();
  const histories = [...(counter.end()[0]?.values() ?? [])];
  if (histories.some(({ developers }) => developers.length > 0)) return "code";
  return histories.some(({ translators }) => translators.length > 0) ? "translation" : "other";
}
