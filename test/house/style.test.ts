// The style sheet has nothing that no page uses: each class of it is a word of the code that makes pages.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSources } from "./source-tree.js";

const STYLE = readFileSync("server/explorer/style/explorer.css", "utf8");

/** Numbered ones are made of their beginning. */
const toWord = (name: string): string => name.replace(/-\d+$/, "-$");

test("every class of the style sheet is one of the pages", () => {
  const rules = STYLE.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/\d*\.\d+/g, "");
  const classes = new Set([...rules.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name));
  const code = readSources(["server/explorer", "server/faces", "server/contract"])
    .map(({ text }) => text)
    .join("\n");
  const words = new Set(code.match(/[a-z][\w-]*\$?/g));
  const unused = [...classes].filter((name) => !words.has(name) && !words.has(toWord(name)));
  expect(unused).toEqual([]);
});

test("the style sheet stays one that somebody can read", () => {
  expect(STYLE.split("\n").length).toBeLessThanOrEqual(1_001);
});
