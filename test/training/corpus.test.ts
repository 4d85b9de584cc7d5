// From what sources said to numbers, and from these to batches: on texts made up here.
import { describe, expect, test } from "vitest";
import { createSampler } from "../../training/pairs/batches.js";
import type { CountedText } from "../../training/texts/catalog-texts.js";
import type { Meaning } from "../../training/catalogs/wordnet.js";
import { buildConceptMatrix, transposeSparse } from "../../training/pairs/concept-matrix.js";
import { buildCorpus, type Corpus, TEXT_PARTS } from "../../training/corpus.js";
import { ENGLISH, findLanguage, LANGUAGES } from "../../training/texts/languages.js";
import { findLicence, isLicenceFile } from "../../training/texts/licence.js";
import { createRandom } from "../../data/random.js";
import type { ModuleNeeds } from "../../data/needs/needs.js";
import type { SourceLesson } from "../../training/texts/source-texts.js";
import { describeWords } from "../../training/texts/word-details.js";

type Row = readonly [source: string, language: string, text: string, count: number, user?: string];

function toLesson(
  repository: string,
  rows: readonly Row[],
  meanings: readonly Meaning[] = [],
): SourceLesson {
  const translations = new Map<string, Map<string, CountedText>>();
  const users = new Map<string, string[]>();
  for (const [source, code, text, count, user] of rows) {
    const language = findLanguage(code) ?? ENGLISH;
    const texts = translations.get(source) ?? new Map<string, CountedText>();
    translations.set(source, texts.set(`${language} ${text}`, [language, text, count]));
    if (user !== undefined) users.set(source, [...(users.get(source) ?? []), user]);
  }
  const url = "https://git.example.org/x.git";
  const places = { url, cloneUrl: url, mirror: undefined, branches: undefined, addons: ["."] };
  const modules = [
    { technicalName: "sale_a", name: "Sales", summary: "Sell", description: "Sell all things" },
    { technicalName: "sale_a", name: "Sales", summary: "Sell more", description: "" },
    { technicalName: "stock_b", name: "Stock", summary: "", description: "Keep things" },
  ];
  return {
    source: { organization: "acme", repository, ...places },
    repository: { gitDirectory: "", label: `acme/${repository}` },
    branches: [],
    texts: { catalogs: 1, translations, users, modules, meanings, licence: "MIT" },
  };
}

const lessons = [
  toLesson("one", [
    ["Invoice", "es", "Factura", 3, "sale_a"],
    ["Invoice", "de", "Rechnung", 1],
    ["Pay now", "es", "Pague ya", 1],
  ]),
  toLesson("two", [
    ["invoice:", "es", "factura", 2],
    ["Invoice", "es", "La factura", 9],
    ["Things", "de", "Dinge", 1, "stock_b"],
  ]),
];

const needs: readonly ModuleNeeds[] = [
  { technicalName: "nobody_has_it", needs: [{ language: "en", text: "never read" }] },
  {
    technicalName: "stock_b",
    needs: ["know what lies where", "Count all things"].map((text) => ({ language: "en", text })),
  },
];

const build = (minimumCount: number): Promise<Corpus> =>
  buildCorpus(lessons, { needs, minimumCount, onProgress: () => Promise.resolve() });

const bill: Meaning = {
  words: ["bill", "invoice"],
  definitions: ["what is to be paid"],
  examples: ["pay the bill", "Bill!"],
};
const goods: Meaning = { words: ["goods"], definitions: ["things for sale"], examples: [] };
const lessonsWithMeanings = [
  ...lessons,
  toLesson("three", [], [goods, bill]),
  toLesson("four", [], [bill]),
];

const buildWithMeanings = (all: readonly SourceLesson[]): Promise<Corpus> =>
  buildCorpus(all, { needs, minimumCount: 1, onProgress: () => Promise.resolve() });

/** `en: invoice / es: la factura / …` for each concept. */
function outline(corpus: Corpus): readonly string[] {
  const toText = (start = 0, end = 0): string =>
    Array.from(corpus.tokens.subarray(start, end), (word) => corpus.words[word]).join(" ");
  return Array.from({ length: corpus.conceptStarts.length - 1 }, (_, concept) => {
    const rows: string[] = [];
    const end = corpus.conceptStarts[concept + 1] ?? 0;
    for (let at = corpus.conceptStarts[concept] ?? 0; at < end; at++) {
      const text = toText(corpus.sentenceStarts[at], corpus.sentenceStarts[at + 1]);
      rows.push(`${LANGUAGES[corpus.languages[at] ?? 0] ?? ""}: ${text}`);
    }
    return rows.join(" / ");
  });
}

describe("buildCorpus", () => {
  test("joins texts that differ in case and punctuation, the most usual one first", async () => {
    expect(outline(await build(1))).toEqual([
      "en: invoice / es: la factura / es: factura / de: rechnung",
      "en: pay now / es: pague ya",
      "en: things / de: dinge",
    ]);
  });

  test("drops rare words and keeps the ranges right", async () => {
    const corpus = await build(2);
    expect(corpus.words.toSorted()).toEqual(corpus.words);
    expect(corpus.words).toContain("things");
    expect(outline(corpus)).toEqual([
      "en:  / es: factura / es: factura / de: ",
      "en:  / es: ",
      "en: things / de: ",
    ]);
    expect(corpus.sentenceStarts.at(-1)).toBe(corpus.textStarts[0]);
    expect(corpus.textStarts.at(-1)).toBe(corpus.needStarts[0]);
    expect(corpus.needStarts.at(-1)).toBe(corpus.tokens.length);
  });

  test("keeps the variants of a module, and what its catalogs speak of", async () => {
    const corpus = await build(1);
    expect(corpus.moduleNames).toEqual(["sale_a", "stock_b"]);
    expect([...corpus.moduleStarts]).toEqual([0, 2, 3]);
    expect(corpus.textStarts).toHaveLength(3 * TEXT_PARTS + 1);
    expect([...corpus.moduleConceptStarts]).toEqual([0, 1, 2]);
    expect([...corpus.moduleConcepts]).toEqual([0, 2]);
  });

  test("keeps what the modules that it has are needed for", async () => {
    const corpus = await build(1);
    const [first = 0, second = 0, end = 0] = corpus.needStarts;
    const read = (from: number, to: number): string =>
      Array.from(corpus.tokens.subarray(from, to), (word) => corpus.words[word]).join(" ");
    expect([...corpus.moduleNeedStarts]).toEqual([0, 0, 2]);
    expect([read(first, second), read(second, end)]).toEqual([
      "know what lies where",
      "count all things",
    ]);
    expect(corpus.words).not.toContain("never");
  });

  test("puts each meaning of a dictionary behind the translated texts, once", async () => {
    const corpus = await buildWithMeanings(lessonsWithMeanings);
    expect(corpus.firstMeaning).toBe(3);
    expect(outline(corpus).slice(3)).toEqual([
      "en: bill / en: invoice / en: what is to be paid / en: pay the bill",
      "en: goods / en: things for sale",
    ]);
    expect(await buildWithMeanings(lessonsWithMeanings.toReversed())).toEqual(corpus);
  });

  test("does not depend on the order of sources", async () => {
    const reversed = await buildCorpus(lessons.toReversed(), {
      needs,
      minimumCount: 1,
      onProgress: () => Promise.resolve(),
    });
    expect(reversed).toEqual(await build(1));
  });
});

test("words have the language they are most used in, and rare ones tell more", async () => {
  const corpus = await build(1);
  const { languages, weights } = describeWords(corpus);
  const at = (word: string): number => corpus.words.indexOf(word);
  expect(LANGUAGES[languages[at("factura")] ?? -1]).toBe("es");
  expect(LANGUAGES[languages[at("dinge")] ?? -1]).toBe("de");
  expect(weights[at("la")]).toBeGreaterThan(weights[at("factura")] ?? 0);
});

test("concepts have unit length, and a transposed matrix is the same one", async () => {
  const corpus = await build(1);
  const matrix = buildConceptMatrix(corpus, describeWords(corpus).weights);
  expect(matrix.starts).toHaveLength(3 + 2 + 1);
  for (let concept = 0; concept + 1 < matrix.starts.length; concept++) {
    const values = matrix.values.subarray(matrix.starts[concept], matrix.starts[concept + 1]);
    expect(values.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 6);
  }
  const there = transposeSparse(matrix, corpus.words.length);
  expect(transposeSparse(there, matrix.starts.length - 1)).toEqual(matrix);
});

describe("batches", () => {
  const mixture = {
    texts: 0.25,
    catalogs: 0.25,
    meanings: 0,
    needs: 0.1,
    halves: 0,
    anyLanguage: 0.5,
    dropout: 0.3,
  };

  test("are as large as asked for, without an empty side, and the same for a seed", async () => {
    const draw = createSampler(await build(1), 32, mixture);
    const [random, again] = [createRandom(1), createRandom(1)];
    for (let turn = 0; turn < 20; turn++) {
      const { starts, words } = draw(random);
      expect(starts).toHaveLength(65);
      expect(starts.at(-1)).toBe(words.length);
      starts.subarray(1).forEach((end, side) => expect(end).toBeGreaterThan(starts[side] ?? 0));
      expect(draw(again)).toEqual({ starts, words });
    }
  });

  const none = {
    texts: 0,
    catalogs: 0,
    meanings: 0,
    needs: 0,
    halves: 0,
    anyLanguage: 0,
    dropout: 0,
  };

  test("of needs alone hold a need with a text of its module, or with another need", async () => {
    const corpus = await build(1);
    const { starts, words } = createSampler(corpus, 32, { ...none, needs: 1 })(createRandom(3));
    const read = (side: number): string =>
      Array.from(words.subarray(starts[side], starts[side + 1]), (at) => corpus.words[at]).join(
        " ",
      );
    const both = ["know what lies where", "count all things"];
    const others = new Set<string>();
    for (let row = 0; row < 32; row++) {
      expect(both).toContain(read(row));
      expect(read(row + 32)).not.toBe(read(row));
      others.add(read(row + 32));
    }
    expect([...others].toSorted()).toEqual([...both, "keep things", "stock", "stock b"].toSorted());
  });

  test.each([
    ["translations alone hold pairs of one concept", 0],
    ["meanings alone hold two texts of one meaning", 1],
  ])("of %s", async (_, meanings) => {
    const corpus = await buildWithMeanings(lessonsWithMeanings);
    const only = { ...none, meanings, anyLanguage: 1 };
    const { starts, words } = createSampler(corpus, 32, only)(createRandom(2));
    const all = outline(corpus);
    const concepts =
      meanings === 0 ? all.slice(0, corpus.firstMeaning) : all.slice(corpus.firstMeaning);
    const read = (side: number): string =>
      Array.from(words.subarray(starts[side], starts[side + 1]), (at) => corpus.words[at]).join(
        " ",
      );
    for (let row = 0; row < 32; row++) {
      const both = [read(row), read(row + 32)];
      expect(concepts.some((text) => both.every((side) => text.includes(`: ${side}`)))).toBe(true);
      if (meanings === 1) expect(both[0]).not.toBe(both[1]);
    }
  });
});

describe("licences", () => {
  test.each([
    ["                    GNU AFFERO GENERAL PUBLIC LICENSE\n Version 3", "AGPL-3.0"],
    ["GNU LESSER GENERAL PUBLIC LICENSE\n... the GNU General Public License", "LGPL"],
    ["GNU GENERAL PUBLIC LICENSE ... use the GNU Lesser General Public License", "GPL"],
    ["Permission is hereby granted, free of charge, to any person", "MIT"],
    ["All rights reserved", "not stated"],
  ])("%j", (text, expected) => {
    expect(findLicence(text)).toBe(expected);
  });

  test.each([
    ["LICENSE", true],
    ["licence.md", true],
    ["COPYING", true],
    ["COPYING.LESSER", true],
    ["sale/LICENSE", false],
    ["licenses.py.txt", false],
  ])("%s is where one is stated: %s", (path, expected) => {
    expect(isLicenceFile(path)).toBe(expected);
  });
});
