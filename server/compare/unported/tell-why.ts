// Sentences that say why a commit is to be ported, or is not.
import type { Judgement, VerdictReason } from "../../../data/history/port-verdict.js";

/** `{to}` stands for the version that may lack it. */
const SENTENCES: Readonly<Record<VerdictReason, string>> = {
  missing: "{to} lacks it.",
  unread: "Its contents could not be compared, so {to} may lack it.",
  same_commit: "{to} has nearly the same commit.",
  same_subject: "{to} has a commit with the same first line.",
  same_content: "{to} has had its files exactly as it leaves them.",
  backport: "Its first line says that it came from {to} or an older version.",
  same_lines: "{to} has its lines.",
  rewritten: "{to} has it in other words.",
  migration: "It only brings the module to another version.",
  migration_script: "Its scripts upgrade to a version before {to}.",
  file_gone: "{to} does not have the files that it changes.",
  place_gone: "{to} does not have the code that it changes.",
  formatting: "It changes how code is written, not what it does.",
  linter: "It only follows a linter.",
  manifest: "It only changes how the manifest describes the module.",
  tests: "It only changes tests.",
  readme: "It only changes texts about the module.",
  translations: "It only changes translations.",
  pictures: "It only changes pictures.",
  revert: "A commit and the one that takes it back cancel out.",
  replaced: "Its own branch has replaced it since.",
};

/** @param judged `undefined` for a commit that does not change the module */
export function tellWhy(judged: Judgement | undefined, to: string): string {
  if (judged === undefined) return "It does not change the module.";
  const isPart = judged.verdict === "partly" && judged.reason === "missing";
  const sentence = isPart
    ? "{to} has some of its pieces, and lacks others."
    : SENTENCES[judged.reason];
  return sentence.replace("{to}", to);
}
