// How many mistakes `check` finds, and where: words of real modules are written wrong in copies of them, at most one in
// a file.
//
//   node dist/test/torture/seeded-mistakes.js --snapshot DIR --platform-version 18.0 --modules DIR [--seed 1] [--each 17] [--kinds NAMES]
//
// `--modules` is a folder of modules as they are in their repository, `--each` how many of each kind are tried, `--kinds` which, by their names. A mistake
// is found where there is a finding at its line that names what was written.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { CheckedModules } from "../../server/registry/check/development/check-written.js";
import { runHere } from "../support/program.js";
import { createRandom, type Random } from "../support/random.js";

/** Where a word stands: the first group of the expression, or an empty one where something is put in. */
interface Kind {
  readonly name: string;
  readonly files: RegExp;
  readonly word: RegExp;
  /** What is put in; without it the word is misspelt. */
  readonly added?: string;
  /** Whether what others are in may not be read for it. */
  readonly isAlone?: true;
}

const PYTHON = /\.py$/;
/** Methods there are of no model. */
const MODELS = /^(?!.*\bcontrollers\/).*\.py$/;
const XML = /\.xml$/;
const MANIFEST = /^__manifest__\.py$/;

const KINDS: readonly Kind[] = [
  { name: "field", files: PYTHON, word: /@api\.(?:depends|constrains|onchange)\(\s*["'](\w+)/g },
  { name: "related field", files: PYTHON, word: /related=["'][\w.]*?(\w+)["']/g },
  { name: "method", files: MODELS, word: /\bself\.(_\w{4,})\(/g },
  { name: "compute", files: PYTHON, word: /\b(?:compute|inverse|search)=["'](\w+)["']/g },
  { name: "xml id", files: XML, word: /\bref="([\w.]+)"/g },
  { name: "xml id in Python", files: PYTHON, word: /env\.ref\(\s*["']([\w.]+)["']\s*\)/g },
  { name: "group", files: XML, word: /\bgroups="!?([\w.]+)"/g },
  { name: "model", files: PYTHON, word: /\benv\[["']([\w.]+)["']\]/g },
  { name: "model of a view", files: XML, word: /<field name="model">([\w.]+)</g },
  {
    name: "comodel",
    files: PYTHON,
    word: /fields\.(?:Many2one|One2many|Many2many)\(\s*["']([\w.]+)/g,
  },
  { name: "view field", files: XML, word: /^ {8,}<field\s+name="(\w+)"(?![^>]*position)/gm },
  {
    isAlone: true,
    name: "depends",
    files: MANIFEST,
    word: /["']depends["']:\s*\[[^\]]*?["'](\w+)["']/g,
  },
  {
    isAlone: true,
    name: "data file",
    files: MANIFEST,
    word: /["'](?:views|security|data|report|wizard)\/([\w/]+)\.(?:xml|csv)["']/g,
  },
  { name: "xpath", files: XML, word: /expr="\/\/\w+\[@name=(?:'|&quot;)(\w+)/g },
  { name: "place by name", files: XML, word: /<field\s+name="(\w+)"\s+position=/g },
  { name: "super", files: MODELS, word: /\bsuper\(\)\.(\w{4,})\(/g },
  {
    name: "arguments of an override",
    files: MODELS,
    word: /^ {4}def \w+\(self[^)\n*]*()\):\r?\n(?: {8}.*\n|\r?\n){0,20}? {8}.*super\(\)\./gm,
    added: ", one_more",
  },
  { name: "attribute", files: MODELS, word: /\bself\.([a-z]\w{3,})\b(?![(.\w])/g },
  { name: "second step", files: MODELS, word: /\bself\.\w+_id\.([a-z]\w{3,})\b(?![(\w])/g },
  {
    name: "method of a model",
    files: MODELS,
    word: /\benv\[["'][\w.]+["']\](?:\.sudo\(\))?\.(\w{4,})\(/g,
  },
  {
    name: "key of values",
    files: MODELS,
    word: /\b(?:self|env\[["'][\w.]+["']\])\.(?:write|create)\(\s*\{\s*["'](\w{3,})["']/g,
  },
  {
    name: "condition",
    files: MODELS,
    word: /\benv\[["'][\w.]+["']\]\.search(?:_count)?\(\s*\[\s*\(\s*["'](\w{3,})/g,
  },
  { name: "path", files: MODELS, word: /\bself\.(?:mapped|filtered|sorted)\(\s*["'](\w{3,})/g },
  {
    name: "import of a file",
    files: PYTHON,
    word: /^from odoo\.addons\.\w+\.\w+\.(\w{3,}) import/gm,
  },
  {
    name: "import of a name",
    files: PYTHON,
    word: /^from odoo\.addons\.\w+(?:\.\w+)+ import (\w{3,})$/gm,
  },
  {
    name: "arguments of super",
    files: MODELS,
    word: /\bsuper\(\)\.(?:write|create|unlink|copy|action_\w+|_compute_\w+)\(\w*()\)/g,
    added: ", one_more=1",
  },
];

interface Mistake {
  readonly kind: Kind;
  readonly file: string;
  readonly line: number;
  /** UTF-16 index. */
  readonly start: number;
  readonly word: string;
  readonly written: string;
}

const { values: options } = parseArgs({
  options: {
    snapshot: { type: "string" },
    "platform-version": { type: "string" },
    modules: { type: "string" },
    seed: { type: "string", default: "1" },
    each: { type: "string", default: "12" },
    kinds: { type: "string" },
  },
});
const { snapshot = "", modules: folder = "", "platform-version": version = "" } = options;
const each = Number(options.each);
const kinds = KINDS.filter(({ name }) => options.kinds?.split(",").includes(name) ?? true);
const random = createRandom(Number(options.seed));
const copies = mkdtempSync(path.join(tmpdir(), "seeded-"));

/** Two letters changed places, one left out, one twice. */
function misspell(word: string, { below, choose }: Random): string {
  const at = 1 + below(Math.max(1, word.length - 2));
  const [start, letter, next] = [word.slice(0, at), word[at] ?? "", word[at + 1] ?? ""];
  const rest = word.slice(at + 2);
  return choose([
    `${start}${next}${letter}${rest}`,
    `${start}${next}${rest}`,
    `${start}${letter}${letter}${next}${rest}`,
  ]);
}

/** Files that the platform loads, as far as their names tell. */
function readFiles(module: string): ReadonlyMap<string, string> {
  const place = path.join(folder, module);
  const manifest = readFileSync(path.join(place, "__manifest__.py"), "utf8");
  const isRead = (file: string): boolean =>
    PYTHON.test(file)
      ? !/(?:^|\/)(?:tests?|migrations|upgrades|populate|demo)\//.test(file) &&
        (MANIFEST.test(file) || !/(?:^|\/)__\w+__\.py$/.test(file))
      : XML.test(file) && !/demo|static\//.test(file) && manifest.includes(file);
  const found = readdirSync(place, { recursive: true, encoding: "utf8" }).filter(isRead);
  return new Map(
    found.toSorted().map((file) => [file, readFileSync(path.join(place, file), "utf8")]),
  );
}

/** A word of a module that is written wrong; none where the module has no such word. */
function seed(kind: Kind, files: ReadonlyMap<string, string>): Mistake | undefined {
  const sites = [...files]
    .filter(([file]) => kind.files.test(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(new RegExp(kind.word, `d${kind.word.flags}`))].map((match) => ({
        file,
        text,
        match,
      })),
    );
  if (sites.length === 0) return undefined;
  const { file, text, match } = random.choose(sites);
  const word = match[1] ?? "";
  const [start = 0] = match.indices?.[1] ?? [];
  const written = kind.added ?? misspell(word, random);
  const before = text.slice(0, start);
  const isComment =
    /^\s*#/.test(text.slice(before.lastIndexOf("\n") + 1)) ||
    before.lastIndexOf("<!--") > before.lastIndexOf("-->");
  // What is a name all the same is no mistake.
  const isName =
    kind.added === undefined && [...files.values()].some((one) => one.includes(written));
  if (isComment || isName || word.length === 1 || written === word) return undefined;
  return { kind, file, line: before.split("\n").length, start, word, written };
}

async function check(place: string): Promise<readonly string[]> {
  const words = ["--snapshot", snapshot, place, "--platform-version", version, "--format", "json"];
  const { findings } = JSON.parse((await runHere(["check", ...words])).stdout) as CheckedModules;
  return findings.map(
    ({ file, line, name }) => `${path.relative(place, path.resolve(file))}:${line} ${name}`,
  );
}

/** Those that are found at their lines. */
async function tryMistakes(
  module: string,
  files: ReadonlyMap<string, string>,
  mistakes: readonly Mistake[],
): Promise<ReadonlySet<Mistake>> {
  const place = path.join(copies, module);
  cpSync(path.join(folder, module), place, { recursive: true });
  for (const [file, text] of files) {
    const own = mistakes.filter((one) => one.file === file);
    const changed = own
      .toSorted((left, right) => right.start - left.start)
      .reduce(
        (all, { start, word, written }) =>
          `${all.slice(0, start)}${written}${all.slice(start + word.length)}`,
        text,
      );
    if (own.length > 0) writeFileSync(path.join(place, file), changed);
  }
  const found = await check(place);
  rmSync(place, { recursive: true });
  return new Set(
    mistakes.filter(({ kind, file, line, written }) =>
      found.some(
        (one) =>
          one.startsWith(`${file}:${line} `) && (kind.added !== undefined || one.includes(written)),
      ),
    ),
  );
}

async function main(): Promise<void> {
  const names = readdirSync(folder).filter((name) => !name.startsWith("."));
  const counts = new Map(kinds.map((kind) => [kind, { found: 0, tried: 0 }]));
  for (let left = each * 40; left > 0; left -= 1) {
    const wanted = kinds.filter((kind) => (counts.get(kind)?.tried ?? 0) < each);
    if (wanted.length === 0) break;
    const module = random.choose(names);
    const files = readFiles(module);
    const mistakes: Mistake[] = [];
    for (const kind of wanted) {
      if (mistakes.some((one) => one.kind.isAlone === true)) break;
      const mistake = seed(kind, files);
      const isBeside = mistakes.length === 0 || kind.isAlone !== true;
      const isOther = mistakes.every(({ file }) => file !== mistake?.file);
      if (mistake !== undefined && isBeside && isOther) mistakes.push(mistake);
    }
    if (mistakes.length === 0) continue;
    const found = await tryMistakes(module, files, mistakes);
    for (const mistake of mistakes) {
      const count = counts.get(mistake.kind);
      if (count === undefined) continue;
      count.tried += 1;
      if (found.has(mistake)) count.found += 1;
      else {
        const { kind, file, line, word, written } = mistake;
        console.log(`missed ${kind.name}: ${module}/${file}:${line} ${word} as ${written}`);
      }
    }
  }
  const sum = (key: "found" | "tried"): number =>
    [...counts.values()].reduce((total, count) => total + count[key], 0);
  for (const [{ name }, { found, tried }] of counts) {
    console.log(`${name.padEnd(26)} ${found} of ${tried}`);
  }
  console.log(`${"all".padEnd(26)} ${sum("found")} of ${sum("tried")}`);
  rmSync(copies, { recursive: true });
}

await main();
