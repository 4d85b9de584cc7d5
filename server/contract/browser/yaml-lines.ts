// As much of YAML as lists of repositories and modules are written in: nested mappings and lists of one
// value a line, quotes, comments, and lists in brackets. What is more is left to who reads the lines.

export interface YamlValue {
  /** Keys from the outside to the value; an item of a list is `#` and its number. */
  readonly path: readonly string[];
  readonly value: string;
}

interface YamlLines {
  readonly values: readonly YamlValue[];
  /** Lines that are none of what is read. */
  readonly unread: readonly string[];
}

interface Level {
  /** A key at column n has 2n, an item of a list at the same column lies within it. */
  readonly depth: number;
  readonly key: string;
  items: number;
}

/** Further in than any list of repositories goes. */
const MOST_COLUMN = 40;

/** A key, and what follows it in its line. */
const KEY = /^("[^"]{0,200}"|'[^']{0,200}'|[^\s:'"[{#][^:]{0,200}):(?: +(.*))?$/;

/** @param lines each of bounded length */
export function parseYamlLines(lines: readonly string[]): YamlLines {
  const values: YamlValue[] = [];
  const unread: string[] = [];
  const stack: Level[] = [];
  const enter = (depth: number, key: string): void => {
    while ((stack.at(-1)?.depth ?? -1) >= depth) stack.pop();
    stack.push({ depth, key, items: 0 });
  };
  /** An item is counted by what holds it. */
  const enterItem = (depth: number): void => {
    while ((stack.at(-1)?.depth ?? -1) >= depth) stack.pop();
    const holder = stack.at(-1);
    stack.push({
      depth,
      key: `#${holder === undefined ? values.length : holder.items++}`,
      items: 0,
    });
  };
  for (const line of lines) {
    let content = cutComment(line).trimEnd();
    if (/^\s*$|^(?:---|\.\.\.)/.test(content)) continue;
    let column = content.length - content.trimStart().length;
    if (content.slice(0, column).includes("\t") || column > MOST_COLUMN) {
      unread.push(line);
      continue;
    }
    content = content.trimStart();
    while (/^-(?: |$)/.test(content) && column <= MOST_COLUMN) {
      enterItem(2 * column + 1);
      const rest = content.slice(1).trimStart();
      column += content.length - rest.length;
      content = rest;
    }
    const [, key, value = key === undefined ? content : ""] = KEY.exec(content) ?? [];
    if (key !== undefined) enter(2 * column, unquote(key.trim()));
    if (value === "" && key !== undefined) continue;
    const path = stack.map((level) => level.key);
    const flow = /^\[(.*)\]$/.exec(value);
    if (flow === null) values.push({ path, value: unquote(value) });
    for (const [at, item] of (flow?.[1]?.split(",") ?? []).entries()) {
      if (item.trim() !== "")
        values.push({ path: [...path, `#${at}`], value: unquote(item.trim()) });
    }
  }
  return { values, unread };
}

/** A `#` that stands within quotes, or in a word, is no comment. */
function cutComment(line: string): string {
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? "";
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if ((sign === '"' || sign === "'") && /^$|[\s[,-]/.test(line[at - 1] ?? "")) quote = sign;
    else if (sign === "#" && /^$|\s/.test(line[at - 1] ?? "")) return line.slice(0, at);
  }
  return line;
}

function unquote(text: string): string {
  const [, , inner = text] = /^(["'])(.*)\1$/.exec(text) ?? [];
  return inner;
}
