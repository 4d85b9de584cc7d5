// The mirrors as somebody reads them with git alone: one command over all of them is one call.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Line {
  readonly mirror: string;
  /** Without what leads in: branch, path and number of the line stand in `git grep -n` before the text. */
  readonly branch: string;
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

export interface Mirrors {
  /** Lines that match, as `git grep -n` gives them; in the mirrors that are named, or in all. */
  grep(
    words: readonly string[],
    branches: readonly string[],
    paths: readonly string[],
    mirrors?: readonly string[],
  ): Promise<readonly Line[]>;
  /** Lines of another command of git in one mirror that pass the filter, which stands for a pipe into grep. */
  read(
    mirror: string,
    words: readonly string[],
    filter?: (line: string) => boolean,
  ): Promise<readonly string[]>;
  /** Characters that were read since it was asked the last time; and how many calls there were. */
  takeCounts(): { readonly calls: number; readonly chars: number };
}

interface Source {
  readonly mirror: string;
}

const MOST_BYTES = 1 << 28;
const VERSION = /^\d+\.\d+$/;

export async function openMirrors(sourcesFile: string): Promise<Mirrors> {
  const { sources } = JSON.parse(readFileSync(sourcesFile, "utf8")) as {
    readonly sources: readonly Source[];
  };
  const folders = sources.map(({ mirror }) => path.resolve(path.dirname(sourcesFile), mirror));
  const heads = new Map<string, readonly string[]>();
  for (const folder of folders) {
    const listed = await git(folder, ["for-each-ref", "--format=%(refname:short)", "refs/heads"]);
    heads.set(
      folder,
      listed.split("\n").filter((name) => VERSION.test(name)),
    );
  }
  let calls = 0;
  let chars = 0;
  return {
    async grep(words, branches, paths, mirrors = folders) {
      calls += 1;
      const lines: Line[] = [];
      for (const mirror of mirrors) {
        const here = (heads.get(mirror) ?? []).filter(
          (name) => branches.length === 0 || branches.includes(name),
        );
        if (here.length === 0) continue;
        const text = await git(mirror, ["grep", "-nI", ...words, ...here, "--", ...paths]);
        chars += text.length;
        lines.push(...text.split("\n").flatMap((line) => readLine(mirror, line) ?? []));
      }
      return lines;
    },
    async read(mirror, words, filter = () => true) {
      calls += 1;
      const text = await git(mirror, words);
      const lines = text.split("\n").filter((line) => line !== "" && filter(line));
      chars += lines.join("\n").length;
      return lines;
    },
    takeCounts() {
      const counts = { calls, chars };
      calls = 0;
      chars = 0;
      return counts;
    },
  };
}

async function git(folder: string, words: readonly string[]): Promise<string> {
  try {
    const command = [`--git-dir=${folder}`, ...words];
    return (await run("git", command, { maxBuffer: MOST_BYTES })).stdout;
  } catch (error) {
    // `git grep` ends with 1 when nothing matches.
    if ((error as { readonly code?: unknown }).code === 1) return "";
    throw error;
  }
}

/** With a line, `17.0:sale/models/sale.py:12:text`; with `-A` what follows has `-`; `-l` gives the path alone. */
const LINE = /^(?<branch>[^:]+):(?<path>[^:]+?)(?:[:-](?<line>\d+)[:-](?<text>.*))?$/s;

function readLine(mirror: string, written: string): Line | undefined {
  const line = written.replace(/\r$/, "");
  const groups = LINE.exec(line)?.groups;
  if (groups === undefined) return undefined;
  const { branch = "", path: file = "", line: number, text = "" } = groups;
  return { mirror, branch, path: file, line: Number(number ?? 0), text };
}
