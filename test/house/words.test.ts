// Words: comments begin with a noun or a verb, sentences are short, and some words are never used.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COMMANDS } from "../../cli/commands.js";
import { TOOLS } from "../../server/mcp/tools.js";
import { describeInterface } from "../../server/routes/document.js";
import { ROUTES } from "../../server/routes/routes.js";
import { runHere } from "../support/program.js";
import { listProjectFiles, readSources } from "./source-tree.js";

/** Pronouns and question words: their noun is elsewhere, so a comment that begins so is read twice. */
const NO_BEGINNING =
  /^[`"(]*(?:What|Who|Whom|Whose|Whoever|Whatever|Which|How|Why|Where|Of|Those|That|This|These|As|It|They|Is|Are|Was|Has)\b/;

/** Plainer words exist: again, continues, wholly, reports, nevertheless, everybody, cached, the asker. */
const NOT_USED =
  /\b(?:anew|go(?:es)? on|in whole|(?:is|are|be) told|all the same|of nobody|at hand|whoever|who asks|those of which|of which nothing|for who)\b/i;

const MOST_WORDS = 22;

interface Comment {
  readonly place: string;
  readonly text: string;
}

/** Blocks and runs of lines; a comment behind code is left out. */
function listComments(path: string, source: string): readonly Comment[] {
  const found = source.matchAll(/^[ \t]*(?:\/\*\*?([^]*?)\*\/|((?:\/\/.*\n[ \t]*)*\/\/.*))/gm);
  return [...found].map(({ 1: block, 2: lines = "", index }) => ({
    place: `${path}:${source.slice(0, index).split("\n").length}`,
    text: (block ?? lines.replaceAll(/^[ \t]*\/\//gm, ""))
      .replaceAll(/^[ \t]*\*/gm, "")
      .replaceAll(/\s+/g, " ")
      .trim(),
  }));
}

const sources = readSources();
const comments = sources.flatMap(({ path, text }) => listComments(path, text));
const documents = listProjectFiles()
  .filter((file) => /^(?:[A-Z_]+|docs\/[\w-]+)\.md$/.test(file))
  .map((file) => ({ place: file, text: readFileSync(file, "utf8") }));

test("comments begin with a noun or a verb", () => {
  expect(comments.length).toBeGreaterThan(1000);
  const wrong = comments.filter(({ text }) => NO_BEGINNING.test(text));
  expect(wrong.map(({ place, text }) => `${place} ${text.slice(0, 60)}`)).toEqual([]);
});

test("some words are never used", () => {
  const product = sources.filter(({ path }) => !/^(?:test|fixtures)\//.test(path));
  const lines = [...product.map(({ path, text }) => ({ place: path, text })), ...documents].flatMap(
    ({ place, text }) => text.split("\n").map((line, at) => `${place}:${at + 1} ${line.trim()}`),
  );
  expect(lines.filter((line) => NOT_USED.test(line))).toEqual([]);
});

/** Titles of columns and facts that have another word in Odoo: Defined by, Action, XML ID, Access rights, Asset bundles. */
const NO_TITLE =
  /(?:title: |"\w+: )"?(?:Made by|Starts|Id|Rights|Access lines|Line|Bundles|Now|Then)"/;

test("columns and facts have the words of Odoo", () => {
  const lines = sources
    .filter(({ path }) => /^server\/(?:contract|explorer|faces)\//.test(path))
    .flatMap(({ path, text }) => text.split("\n").map((line) => `${path}: ${line.trim()}`));
  expect(lines.filter((line) => NO_TITLE.test(line))).toEqual([]);
});

/** Sentences and clauses, code as one word; list items, cells and lines of a terminal stand alone. */
function listSentences(text: string): readonly string[] {
  return text
    .replaceAll(/`[^`]*`/g, "code")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .split(/(?<=[.!?;:])["”)*]*\s+|\n+/)
    .map((sentence) => sentence.trim());
}

function findLong(texts: Iterable<{ readonly place: string; readonly text: string }>): unknown {
  return [...texts].flatMap(({ place, text }) =>
    listSentences(text)
      .filter((one) => (one.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).length > MOST_WORDS)
      .map((one) => `${place}: ${one}`),
  );
}

test("sentences of the interface, of --help and of tools are short", async () => {
  const texts = TOOLS.map(({ name, description }) => ({ place: name, text: description }));
  const add = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, one] of Object.entries(value)) {
      if (/^(?:description|summary)$/.test(key) && typeof one === "string")
        texts.push({ place: "/openapi.json", text: one });
      else add(one);
    }
  };
  add(await describeInterface(ROUTES));
  for (const name of Object.keys(COMMANDS))
    texts.push({ place: name, text: (await runHere([name, "--help"])).stdout });
  expect(findLong(texts)).toEqual([]);
});

/** Texts of the program's code, each value in them as one word: what stands between quotes and begins as a sentence does. */
function listTexts(source: string): readonly string[] {
  const code = source.replaceAll(/^[ \t]*(?:\/\*[^]*?\*\/|\/\/.*)/gm, "");
  return (code.match(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`/g) ?? [])
    .map((text) =>
      text
        .slice(1, -1)
        .replaceAll(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, "value")
        .replaceAll(/<[^<>]*>|\\n/g, "\n"),
    )
    .filter(
      (text) => /^\s*(?:\p{Lu}\p{Ll}|value|code\b)/u.test(text) && !/[{}=]|^\s*M\d/.test(text),
    );
}

test("sentences of pages, messages and errors are short", () => {
  const texts = sources
    .filter(({ path }) => /^(?:builder|cli|data|server)\//.test(path))
    .flatMap(({ path, text }) => listTexts(text).map((one) => ({ place: path, text: one })));
  expect(texts.length).toBeGreaterThan(1000);
  expect(findLong(texts)).toEqual([]);
});

test("sentences of the documents are short", () => {
  const paragraphs = documents.flatMap(({ place, text }) =>
    text
      .replaceAll(/```[^]*?```|<!--[^]*?-->/g, "\n\n")
      .split(/\n\s*\n|\n(?=\s*(?:[-*#|>]|\d+\.) )/)
      .filter((block) => !block.includes("|"))
      .map((block) => ({ place, text: block.replaceAll(/\n\s*/g, " ") })),
  );
  expect(findLong(paragraphs)).toEqual([]);
});
