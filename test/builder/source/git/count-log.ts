// The history of folders out of a log as text.
import { createOrderReader } from "../../../../builder/source/commits/commit-order.js";
import { createLogParser, type LoggedCommit } from "../../../../builder/source/commits/log.js";
import { createPaths } from "../../../../builder/source/commits/paths.js";
import {
  type FolderHistory,
  createHistoryCounter,
} from "../../../../builder/source/git/history.js";

/**
 * Counts the log's first commit and its ancestors. @param pieceLength characters that are read at
 * once
 */
export function countLog(
  log: string,
  folders: readonly string[],
  pieceLength = log.length,
): ReadonlyMap<string, FolderHistory> {
  const commits: LoggedCommit[] = [];
  const parser = createLogParser(createPaths([], folders), (commit) => commits.push(commit));
  for (let at = 0; at < log.length; at += pieceLength) parser.add(log.slice(at, at + pieceLength));
  parser.end();
  const commit = commits[0]?.hash ?? "";
  const reader = createOrderReader();
  for (const { hash, parents } of commits) reader.add(`${[hash, ...parents].join(" ")}\n`);
  const counter = createHistoryCounter(reader.end([commit]), [{ commit, folders }]);
  commits.forEach((logged, number) => counter.add(number, logged));
  return counter.end()[0] ?? new Map();
}
