// Seeded mistakes: the number that `check` finds, and their lines. Words of real modules are
// misspelt in copies, at most one in a file.
//
//   node dist/test/torture/seeded-mistakes.js --snapshot DIR --platform-version 18.0 --modules DIR
//     [--seed 1] [--each 17] [--kinds NAMES]
//
// `--modules` is a folder of modules as in their repository, `--each` the trials of each kind,
// `--kinds` selects by name. A mistake counts as found if a finding at its line names the written
// word.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { CheckedModules } from "../../server/registry/check/development/check-written.js";
import { runHere } from "../support/program.js";
import { createRandom, type Random } from "../support/random.js";

/** Position of a word: the first group of the expression, or an empty one for an insertion. */
interface Kind {
  readonly name: string;
  readonly files: RegExp;
  readonly word: RegExp;
  /** Inserted text; without it the word is misspelt. */
  readonly added?: string;
  /** Whether what others are in may not be read for it. */
  readonly isAlone?: true;
  /** The first platform version at which it is one. */
  readonly since?: number;
  /** Change of a whole module, if a word is not enough. */
  readonly change?: (files: ReadonlyMap<string, string>, random: Random) => Change | undefined;
}

type Change = Omit<Mistake, "kind">;

/** Neither kind of mistake stands where the change is: a file of data is taken out of `data`, or put at its end. */
const MOVES = ["", "last"] as const;

const PYTHON = /\.py$/;
/** Methods there are of no model. */
const MODELS = /^(?!.*\bcontrollers\/).*\.py$/;
const XML = /\.xml$/;
const MANIFEST = /^__manifest__\.py$/;
const ROWS = /\.csv$/;
const SCRIPTS = /^static\/src\/.*\.js$/;
const TEMPLATES = /^static\/src\/.*\.xml$/;

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
  { name: "decorator", files: MODELS, word: /^ {4}@api\.(\w{5,})/gm },
  { name: "type of a field", files: MODELS, word: /\bfields\.([A-Z]\w{3,})\(/g },
  { name: "name", files: MODELS, word: /\braise (\w{6,})\(/g },
  {
    name: "modifier",
    files: XML,
    word: /\b(?:invisible|readonly|required)="(?:not )?([a-z]\w{3,})(?= |"|=|!)(?<!True|False)/g,
    since: 17,
  },
  { name: "condition of a view", files: XML, word: /\bdomain="\[\(['"](\w{4,})['"]/g },
  { name: "group of a filter", files: XML, word: /'group_by' *: *'(\w{4,})/g },
  {
    name: "value of a selection",
    files: XML,
    word: /<field name="(?:type_tax_use|account_type|interval_type|state|report_type|amount_type)">([a-z_]{4,})</g,
  },
  {
    name: "column of rows",
    files: ROWS,
    word: /^(?!\n)"?id"?,(?:[^\n]*?,)??"?([a-z]\w{3,})/g,
  },
  { name: "record in rows", files: ROWS, word: /,"?([a-z_]+\.[a-z]\w{4,})"?(?=,|\n)/g },
  { name: "template that is called", files: XML, word: /\bt-call="(\w+\.\w+)"/g },
  { name: "template of a report", files: XML, word: /<field name="report_name">(\w+\.\w+)</g },
  {
    isAlone: true,
    name: "file of a bundle",
    files: MANIFEST,
    word: /["']\w+\/static\/src\/([\w/]+)\.(?:js|xml|scss)["']/g,
  },
  {
    name: "attrs",
    files: XML,
    word: /^ {8,}<field\s+name="\w+"()(?=[^>]*\b(?:widget|optional|column_invisible)=[^>]*\/>)/gm,
    added: ` attrs="{'invisible': []}"`,
    since: 17,
  },
  {
    name: "tree",
    files: XML,
    word: /()/g,
    since: 18,
    change: (files, random) => turnIntoTree(files, random),
  },
  { name: "script", files: SCRIPTS, word: /^import [^"'\n]*["']@\w+\/[\w/]*?(\w{4,})["'];/gm },
  {
    name: "name of a script",
    files: SCRIPTS,
    word: /^import \{ (\w{4,}) \} from "@(?!odoo\/)\w+\//gm,
  },
  { name: "template of a script", files: SCRIPTS, word: /\btemplate = "(\w+\.\w+)"/g },
  {
    name: "template of a template",
    files: TEMPLATES,
    word: /\bt-(?:inherit|call)="(\w+\.\w+)"/g,
  },
  ...MOVES.map((to): Kind => ({
    isAlone: true,
    name: to === "" ? "file that data leaves out" : "file that data has too late",
    files: MANIFEST,
    word: /()/g,
    change: (files, random) => moveFile(files, to, random),
  })),
  {
    name: "arguments of super",
    files: MODELS,
    word: /\bsuper\(\)\.(?:write|create|unlink|copy|action_\w+|_compute_\w+)\(\w*()\)/g,
    added: ", one_more=1",
  },
];

interface Mistake {
  readonly kind: Kind;
  /** File of the expected finding. */
  readonly file: string;
  readonly line: number;
  /** The file in which something is replaced. */
  readonly changed: string;
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
const kinds = KINDS.filter(
  ({ name, since = 0 }) =>
    Number.parseFloat(version) >= since && (options.kinds?.split(",").includes(name) ?? true),
);
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
      : SCRIPTS.test(file) || TEMPLATES.test(file)
        ? !/\/lib\//.test(file)
        : (XML.test(file) || ROWS.test(file)) &&
          !/demo|static\/|ir\.model\.access/.test(file) &&
          manifest.includes(file);
  const found = readdirSync(place, { recursive: true, encoding: "utf8" }).filter(isRead);
  return new Map(
    found.toSorted().map((file) => [file, readFileSync(path.join(place, file), "utf8")]),
  );
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split("\n").length;

/** A list without others in it that is called as before 18.0. */
function turnIntoTree(files: ReadonlyMap<string, string>, { choose }: Random): Change | undefined {
  const found = [...files].flatMap(([file, text]): Change[] =>
    XML.test(file) && !TEMPLATES.test(file)
      ? [...text.matchAll(/type="xml">\s*(<list(?:(?!<list|<xpath)[^])*?<\/list>)/g)].map(
          ({ 0: whole, 1: word = "", index }) => {
            const start = index + whole.indexOf(word);
            const written = word.replace(/^<list/, "<tree").replace(/list>$/, "tree>");
            return { changed: file, file, line: lineOf(text, start), start, word, written };
          },
        )
      : [],
  );
  return found.length === 0 ? undefined : choose(found);
}

/** A file of data whose record another file refers to, left out of `data` or put at its end. */
function moveFile(
  files: ReadonlyMap<string, string>,
  to: (typeof MOVES)[number],
  { choose }: Random,
): Change | undefined {
  const manifest = files.get("__manifest__.py") ?? "";
  const [, list = ""] = /["']data["'] *: *\[([^\]]*)\]/.exec(manifest) ?? [];
  const start = manifest.indexOf(list);
  const listed = [...list.matchAll(/["']([\w/.-]+\.xml)["'],?/g)];
  const found = listed.flatMap(([whole, file = ""], at) => {
    const own = files.get(file) ?? "";
    return listed.slice(at + 1).flatMap(([, other = ""]): Change[] => {
      const text = files.get(other) ?? "";
      const used = [...text.matchAll(/\bref="(\w+)"/g)].find(
        ([, id]) =>
          own.includes(`<record id="${id}"`) &&
          [...files.values()].filter((one) => one.includes(`id="${id}"`)).length === 1,
      );
      if (used === undefined) return [];
      const without = list.replace(whole, "");
      const separator = without.trimEnd().endsWith(",") ? "" : ", ";
      const written = to === "" ? without : `${without.trimEnd()}${separator}"${file}"`;
      const line = lineOf(text, used.index);
      return [{ changed: "__manifest__.py", file: other, line, start, word: list, written }];
    });
  });
  return list === "" || found.length === 0 ? undefined : choose(found);
}

/** A word of a module that is written wrong; none where the module has no such word. */
function seed(kind: Kind, files: ReadonlyMap<string, string>): Mistake | undefined {
  const changed = kind.change?.(files, random);
  if (kind.change !== undefined) return changed && { kind, ...changed };
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
  // A result that is a name is no mistake.
  const isName =
    kind.added === undefined && [...files.values()].some((one) => one.includes(written));
  if (isComment || isName || word.length === 1 || written === word) return undefined;
  return { kind, file, changed: file, line: before.split("\n").length, start, word, written };
}

async function check(place: string): Promise<readonly string[]> {
  const words = ["--snapshot", snapshot, place, "--platform-version", version, "--format", "json"];
  const { findings } = JSON.parse((await runHere(["check", ...words])).stdout) as CheckedModules;
  return findings.map(
    ({ file, line, name, message }) =>
      `${path.relative(place, path.resolve(file))}:${line} ${name} ${message}`,
  );
}

/** Mistakes found at their lines. */
async function tryMistakes(
  module: string,
  files: ReadonlyMap<string, string>,
  mistakes: readonly Mistake[],
): Promise<ReadonlySet<Mistake>> {
  const place = path.join(copies, module);
  cpSync(path.join(folder, module), place, { recursive: true });
  for (const [file, text] of files) {
    const own = mistakes.filter(({ changed }) => changed === file);
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
          one.startsWith(`${file}:${line} `) &&
          (kind.added !== undefined || kind.change !== undefined || one.includes(written)),
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
