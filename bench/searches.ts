// What name search, filtered search and the questions where something is cost in one process, query by query, and how
// often a name with one typo is found. The queries are the worst ones known; the typos have a fixed seed.
import { createRandom, type Random } from "../data/random.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import type { DefinitionQuery } from "../server/lookup/definition/definition-chain.js";
import {
  type FilteredQuery,
  searchFiltered,
  UNFILTERED,
} from "../server/lookup/search/filtered-search.js";
import { openLookup, type Lookup } from "../server/lookup/lookup.js";
import { searchNames } from "../server/lookup/search/name-search.js";
import { findField, findMethod, findModel } from "../server/lookup/definition/where-model.js";
import { findView } from "../server/lookup/definition/where-view.js";
import type { Measurement, Row } from "./measurement.js";
import { startTimer } from "./timing.js";

/** Of each query, for one run of other measurements. */
const ASKED = 300;
const WARM_UP_RUNS = 100;
const TYPOS = 2000;
const NO_LIMIT = 1_000_000;
const SEED = 20_241_121;
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_";

interface Question {
  readonly title: string;
  /** Asks once, and says how many hits there are in all. */
  readonly ask: () => number;
}

export const searches: Measurement = {
  summary: "processor time of searches and of where something is, and typos",
  async measure({ programs: [{ name, snapshot }], runs }) {
    const lookup = await openLookup(locateSnapshot(snapshot), { embedder: {} });
    try {
      const questions = [
        ...listNameQuestions(lookup),
        ...listFilteredQuestions(lookup),
        ...listWhereQuestions(lookup),
      ];
      const rows = questions.map(({ title, ask }): Row => {
        for (let run = 0; run < WARM_UP_RUNS; run++) ask();
        const times = Array.from({ length: ASKED * runs }, () => measureProcessorMs(ask));
        return { what: `${title}: ${ask()} hits`, unit: "ms", figures: { [name]: times } };
      });
      const found = 100 * findTypos(lookup);
      return [...rows, { what: "one typo: found", unit: "%", figures: { [name]: [found] } }];
    } finally {
      lookup.close();
    }
  },
};

function listNameQuestions(searched: Lookup): readonly Question[] {
  const toQuestion = (title: string, text: string, platform_version?: string): Question => ({
    title: `name: ${title}`,
    ask: () =>
      searchNames(searched, {
        text,
        platform_version,
        installable: undefined,
        offset: 0,
        limit: NO_LIMIT,
        explain: false,
      }).total,
  });
  return [
    toQuestion("one letter, e", "e"),
    toQuestion("one letter, at 16.0", "e", "16.0"),
    toQuestion("sale", "sale"),
    toQuestion("l10n", "l10n"),
    toQuestion("unknown word", "qzkvxwtplm"),
    toQuestion("unknown, usual letters", "aconte_sretional"),
    toQuestion("200 characters", "sale_order_type_".repeat(13).slice(0, 200)),
  ];
}

function listFilteredQuestions(searched: Lookup): readonly Question[] {
  const everything: FilteredQuery = {
    ...UNFILTERED,
    platform_version: "14.0",
    limit: 200,
  };
  const toQuestion = (title: string, query: Partial<FilteredQuery>): Question => ({
    title: `filtered: ${title}`,
    ask: () => searchFiltered(searched, { ...everything, ...query }).total,
  });
  // 1,000 different words that are all in use, the most that fit into a parameter.
  const beginnings = Array.from({ length: 666 }, (_, at) => listPair(at)).join(" ");
  return [
    toQuestion("everything of one version", {}),
    toQuestion("everything, latest first", { sort: "updated" }),
    toQuestion("term: one letter, s", { term: "s" }),
    toQuestion("term: sale", { term: "sale" }),
    toQuestion("term: l10n", { term: "l10n" }),
    toQuestion("term: unknown word", { term: "qzkvxwtplm" }),
    toQuestion("term: 200 characters", { term: "sale order invoice ".repeat(11).slice(0, 200) }),
    toQuestion("term: 2,000 characters", { term: beginnings }),
    toQuestion("term: all letters", { term: [..."abcdefghijklmnopqrstuvwxyz"].join(" ") }),
    toQuestion("depends_on=account", { depends_on: "account" }),
    toQuestion("category", { category: "Accounting & Finance" }),
    toQuestion("author", { author: "Odoo Community Association" }),
    toQuestion("nine filters, explained", {
      term: "a",
      installable: true,
      application: false,
      license: "agpl-3",
      author: "oca",
      organization: "oca",
      updated_since: "2015-01-01 00:00:00",
      sort: "dependents",
      explain: true,
    }),
  ];
}

function listWhereQuestions({ snapshot }: Lookup): readonly Question[] {
  const query: DefinitionQuery = {
    platform_version: "14.0",
    org: undefined,
    repo: undefined,
    offset: 0,
    limit: 50,
  };
  const action = { model: "sale.order", member: "action_confirm" };
  const askers = {
    "model res.partner": () => findModel(snapshot, "res.partner", query),
    "model res.partner, 200 modules": () =>
      findModel(snapshot, "res.partner", { ...query, limit: 200 }),
    "model hr.employee": () => findModel(snapshot, "hr.employee", query),
    "unknown model": () => findModel(snapshot, "sale.ordr", query),
    "method sale.order.action_confirm": () => findMethod(snapshot, action, query),
    "unknown field": () => findField(snapshot, { model: "sale.order", member: "stat" }, query),
    "view sale.view_order_form": () => findView(snapshot, "sale.view_order_form", query),
    "unknown view": () => findView(snapshot, "sale.view_order_frm", query),
  };
  return Object.entries(askers).map(([title, find]) => ({
    title: `where: ${title}`,
    ask: () => {
      const outcome = find();
      return outcome.found ? outcome.value.total : 0;
    },
  }));
}

function listPair(at: number): string {
  return `${LETTERS[Math.floor(at / 26) % 26] ?? ""}${LETTERS[at % 26] ?? ""}`;
}

function measureProcessorMs(ask: () => number): number {
  const stop = startTimer();
  ask();
  return stop().processorMs;
}

/** Typos of one letter in names of the snapshot: the share of the names that are among the first three hits. */
function findTypos(searched: Lookup): number {
  const random = createRandom(SEED);
  let found = 0;
  for (let tried = 0; tried < TYPOS;) {
    const { names } = searched.snapshot;
    const name = names.get(random.below(names.length));
    const text = makeTypo(name, random);
    if (text === name || text === "") continue;
    tried += 1;
    const { rows } = searchNames(searched, {
      text,
      platform_version: undefined,
      installable: undefined,
      offset: 0,
      limit: 3,
      explain: false,
    });
    if (rows.some((hit) => hit.technical_name === name)) found += 1;
  }
  return found / TYPOS;
}

/** One letter inserted, left out, replaced or swapped with the next. */
function makeTypo(name: string, random: Random): string {
  const at = random.below(name.length);
  const letter = LETTERS[random.below(LETTERS.length)] ?? "";
  const before = name.slice(0, at);
  const after = name.slice(at + 1);
  switch (random.below(4)) {
    case 0:
      return before + letter + name.slice(at);
    case 1:
      return before + after;
    case 2:
      return before + letter + after;
    default:
      return before + after.slice(0, 1) + (name[at] ?? "") + after.slice(1);
  }
}
