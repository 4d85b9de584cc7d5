// Search by meaning over the fixtures: order, scores, and that both ways to the vectors agree.

import { writeFileSync } from "node:fs";
import { join } from "node:path";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { OperatorError } from "../../../../data/operator-error.js";
import { comparePlatformVersions } from "../../../../data/platform/platform-version.js";
import { openSnapshot } from "../../../../data/snapshot/decode.js";
import { openLookup } from "../../../../server/lookup/lookup.js";
import type { SemanticHit } from "../../../../server/contract/shape/search.js";
import {
  searchSemantic,
  type SemanticQuery,
} from "../../../../server/lookup/meaning/semantic-search.js";
import { getRepository } from "../../../../server/lookup/entries.js";
import { findModuleEntries } from "../../../../server/lookup/module/modules.js";
import { anyCharacter, testLong, sampleCases } from "../../../support/properties.js";
import { createFixtureSnapshot, listRecords } from "../../../support/fixture-snapshot.js";
import { buildFixtures } from "../../../support/build-fixtures.js";
import { ODD_QUESTIONS } from "../../../support/odd-questions.js";
import { createRecord } from "../../../support/module-records.js";
import { getSharedSnapshot, openSharedLookup } from "../../../support/shared-snapshot.js";
import { writeRecords } from "../../../support/written-snapshot.js";

const lookup = await openSharedLookup();
const records = listRecords(lookup.snapshot);
const moduleNames = [...new Set(records.map((record) => record.technical_name))];

const QUESTIONS = [
  "send reminders for overdue invoices",
  "rent out cars and bicycles",
  "barcode scanner",
  "who is on holiday?",
  "bank statement camt.053",
  "arrondi des factures",
  "Kundenrechnung mahnen",
  "发票",
];

async function ask(
  text: string,
  rest: Partial<Omit<SemanticQuery, "text">> = {},
): Promise<readonly SemanticHit[]> {
  const query = { text, platform_version: undefined, offset: 0, limit: 1_000, ...rest };
  return (await searchSemantic(lookup, query)).rows;
}

async function firstOf(text: string): Promise<string | undefined> {
  return (await ask(text))[0]?.technical_name;
}

describe("rewordings of a question", () => {
  const ELSEWHERE = "people who come to see us with their bicycle";

  test("lead to what the question does not say", async () => {
    const rewordings = ["invoice reminder", "overdue invoices", "dunning"];
    expect(await firstOf(ELSEWHERE)).not.toBe("invoice_reminder");
    expect((await ask(ELSEWHERE, { rewordings }))[0]?.technical_name).toBe("invoice_reminder");
  });

  test("count as much as it, in any order, and once more change nothing", async () => {
    const [one, two] = ["barcode scanner", "overdue invoices"];
    const names = async (text: string, ...rewordings: readonly string[]) =>
      (await ask(text, { rewordings, limit: 5 })).map(({ technical_name: name }) => name);
    expect(await names(ELSEWHERE, one, two)).toEqual(await names(ELSEWHERE, two, one));
    expect(await ask(one, { rewordings: [one] })).toEqual(await ask(one));
    expect(await ask(one, { rewordings: [] })).toEqual(await ask(one));
  });

  test("leave the question's own name first", async () => {
    const [first] = await ask("invoice_reminder", { rewordings: ["barcode scanner"] });
    expect(first).toMatchObject({ technical_name: "invoice_reminder", score: 1 });
  });
});

function toKey(row: Pick<SemanticHit, "technical_name" | "platform_version">): string {
  return `${row.technical_name} ${row.platform_version}`;
}

describe("searchSemantic", () => {
  test("a row has the fields of the interface", async () => {
    const [first] = await ask("rental_fleet");
    expect(first).toEqual({
      technical_name: "rental_fleet",
      name: "Vehicle Rental",
      category: "Sales/Rental",
      platform_version: "17.0",
      org_name: "harbor-works",
      repository: "retail",
      installable: true,
      score: 1,
    });
  });

  test("the score is the cosine, with the nearest need, words of names and needs and models that are made counted too", async () => {
    const { snapshot } = lookup;
    const question = "barcode scanner for people who walk";
    const asked = await lookup.embedder?.embedQuery(question);
    const vectors = snapshot.readVectors();
    const overlap = lookup.getNameWords().measureOverlap(question);
    const { compare, isKnown, measureOverlap } = lookup.getNeeds();
    const needed = measureOverlap(question);
    const needs = compare(asked ?? new Float32Array());
    const rows = await ask(question);
    const makers = new Set<boolean>();
    for (const [entry, { technical_name: name, models }] of records.entries()) {
      const ofName = records.flatMap((record, at) => (record.technical_name === name ? [at] : []));
      const documents = new Set(ofName.map((at) => snapshot.entries.document.get(at)));
      const document = snapshot.entries.document.get(entry);
      // One text, made by one organization, in all its versions.
      if (documents.size > 1 || ofName.length > 1) continue;
      const width = asked?.length ?? 0;
      const vector = vectors.subarray(document * width, (document + 1) * width);
      const cosine = vector.reduce((sum, value, at) => sum + value * (asked?.[at] ?? 0), 0);
      const need = Math.max(0, cosine, needs[document] ?? 0);
      const own = Math.max(0, cosine);
      const meant = isKnown[document] === 1 ? (own + 0.7 * need) / 1.7 : 1.13 * own;
      const near = meant + 0.1 * (overlap[document] ?? 0) + 0.15 * (needed[document] ?? 0);
      const isMaker = models.some(({ is_new_model: isNew }) => isNew);
      const expected = near > 0 ? Math.min(1, (near + (isMaker ? 0.04 : 0)) / 1.1) : 0;
      const found = rows.find(({ technical_name }) => technical_name === name)?.score ?? 0;
      expect(found).toBeCloseTo(expected, 3);
      if (found > 0) makers.add(isMaker);
    }
    expect(makers.size).toBe(2);
  });

  test("models do not count where the question is a name", async () => {
    for (const { name, technical_name } of records) {
      expect((await ask(name))[0]).toMatchObject({ technical_name });
    }
  });

  test("the module that a question describes is first", async () => {
    expect(await firstOf("send reminders for overdue invoices")).toBe("invoice_reminder");
    expect(await firstOf("rent out cars and bicycles")).toBe("rental_fleet");
    expect(await firstOf("bank statement camt.053")).toBe("bank_import_camt");
    expect(await firstOf("arrondi des factures")).toBe("invoice_rounding_fr");
    // Two typos.
    expect(await firstOf("ovredue invoice remindr")).toBe("invoice_reminder");
  });

  test("best score first, a module's rows together with the newest version first", async () => {
    for (const question of QUESTIONS) {
      const rows = await ask(question);
      const modules = rows.map((row) => row.technical_name);
      rows.forEach((row, at) => {
        expect(row.score).toBeGreaterThan(0);
        expect(row.score).toBeLessThanOrEqual(1);
        const next = rows[at + 1];
        if (next === undefined) return;
        expect(next.score).toBeLessThanOrEqual(row.score);
        if (modules[at] === modules[at + 1]) {
          expect(next.score).toBe(row.score);
          expect(
            comparePlatformVersions(row.platform_version, next.platform_version),
          ).toBeGreaterThanOrEqual(0);
        } else {
          expect(modules.indexOf(modules[at + 1] ?? "")).toBe(at + 1);
          if (next.score === row.score) {
            expect(row.technical_name <= next.technical_name).toBe(true);
          }
        }
      });
    }
  });

  test("a module that is found has a row for each of its platform versions, of whose module it is", async () => {
    for (const question of [...QUESTIONS, "delivery"]) {
      const rows = await ask(question);
      const found = new Set(rows.map((row) => row.technical_name));
      const expected = records.filter((record) => found.has(record.technical_name)).map(toKey);
      expect(rows.map(toKey).toSorted()).toEqual([...new Set(expected)].toSorted());
      for (const { technical_name: name, platform_version, org_name, repository } of rows) {
        const ranked = findModuleEntries(lookup.snapshot, name, {
          platform_version,
          org: undefined,
          repo: undefined,
        });
        const place = getRepository(lookup.snapshot, ranked.found ? (ranked.value[0] ?? -1) : -1);
        expect({ org_name, repository }).toEqual({
          org_name: place.organization,
          repository: place.repository,
        });
      }
    }
  });

  test("a technical name as the question comes first with score 1", async () => {
    for (const name of moduleNames) {
      for (const question of [name, name.toUpperCase(), name.replaceAll("_", " ")]) {
        const [first] = await ask(question);
        expect(first).toMatchObject({ technical_name: name, score: 1 });
      }
    }
  });

  test("a platform version takes the other rows away and changes no score", async () => {
    for (const question of QUESTIONS) {
      const [rows, rowsAt16] = [
        await ask(question),
        await ask(question, { platform_version: "16.0" }),
      ];
      expect(rowsAt16.every((row) => row.platform_version === "16.0")).toBe(true);
      for (const row of rowsAt16) {
        const best = rows.find((other) => other.technical_name === row.technical_name);
        expect(best?.score).toBeGreaterThanOrEqual(row.score);
      }
    }
    expect(await ask("rental_core", { platform_version: "9.0" })).toEqual([]);
  });

  test("pages one after another are the whole", async () => {
    const whole = await ask("invoice");
    const pages: SemanticHit[] = [];
    for (let offset = 0; offset < whole.length; offset += 7) {
      pages.push(...(await ask("invoice", { offset, limit: 7 })));
    }
    expect(whole.length).toBeGreaterThan(14);
    expect(pages).toEqual(whole);
    const page = await searchSemantic(lookup, {
      text: "invoice",
      platform_version: undefined,
      offset: 3,
      limit: 2,
    });
    expect(page).toEqual({ rows: whole.slice(3, 5), total: whole.length });
  });

  test("one row for each module is its newest, with all versions that have it", async () => {
    const all = await ask("invoice");
    const names = all.map(({ technical_name }) => technical_name);
    const modules = await ask("invoice", { per_module: true });
    expect(modules).toEqual(
      all
        .filter((_, at) => names.indexOf(names[at] ?? "") === at)
        .map((row) => ({
          ...row,
          platform_versions: [
            ...new Set(
              all
                .filter((other) => other.technical_name === row.technical_name)
                .map((other) => other.platform_version),
            ),
          ].toReversed(),
        })),
    );
    expect(modules.length).toBeLessThan(all.length);
    expect(await ask("invoice", { per_module: true, offset: 1, limit: 2 })).toEqual(
      modules.slice(1, 3),
    );
  });

  test.each(ODD_QUESTIONS)("%s gives numbers from 0 to 1, or nothing", async (_, question) => {
    const rows = await ask(question);
    expect(rows.every(({ score }) => score > 0 && score <= 1)).toBe(true);
    expect(await ask(question)).toEqual(rows);
  });

  test.each([
    ["es", "avisar a los clientes de facturas vencidas", "invoice_reminder"],
    ["fr", "louer des véhicules", "rental_fleet"],
    ["de", "Guthaben auf Geschenkkarten", "gift_card"],
    ["nl", "overuren", "attendance_overtime"],
    ["it", "limite di credito dei clienti", "credit_limit"],
    ["pt", "importar extrato bancário", "bank_import_core"],
    ["pl", "karta podarunkowa", "gift_card"],
    ["ru", "правила сверки банковских платежей", "bank_reconcile_rules"],
    ["zh", "条码标签打印", "barcode_label_print"],
  ])("a question in another language finds its module: %s", async (_, question, name) => {
    expect(await firstOf(question)).toBe(name);
  });

  test("the words of a request change nothing", async () => {
    const wish = "print barcode labels for shelves";
    const request = `Hello, I need a module to ${wish}, please`;
    expect(await firstOf(request)).toBe(await firstOf(wish));
  });

  test("the score of a module does not depend on what else is asked for", async () => {
    const [first] = await ask("gift card", { limit: 1 });
    const [again] = await ask("gift card", { limit: 3, platform_version: "16.0" });
    expect(again).toEqual(first);
  });

  test.each(["\u{1f600}\u{1f680}", "\0\u0007\u001b", "!?%_", "\ud800", "\u202e\u200f"])(
    "a question without a word, %j, finds nothing",
    async (question) => {
      expect(await ask(question)).toEqual([]);
    },
  );

  test("any text gives numbers from 0 to 1", async () => {
    const anyText = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.lorem(),
      fc.constantFrom(...QUESTIONS),
    );
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const rows = await ask(text);
        expect(rows.filter(({ score }) => !(score > 0 && score <= 1))).toEqual([]);
      }),
    );
  });
});

testLong(
  "what modules are needed for counts by the nearest need, with an index and without",
  async () => {
    const fixtures = createFixtureSnapshot();
    const needs = ["water the plants on the roof", "feed the cat of the neighbours"];
    const needsFile = join(fixtures.folder, "needs.tsv");
    const languages = ["en", "pt_BR"];
    writeFileSync(
      needsFile,
      needs.map((need, at) => `bank_import_camt\t${languages[at]}\t${need}\n`).join(""),
    );
    const built = {
      sources: fixtures.sources,
      out: join(fixtures.folder, "with-needs"),
      needsFile,
    };
    const folder = await buildFixtures(fixtures.folder, built);
    const snapshot = openSnapshot(folder);
    const bank = listRecords(snapshot).find(
      ({ technical_name: name }) => name === "bank_import_camt",
    );
    expect(bank?.needs).toEqual(needs.map((text, at) => ({ language: languages[at], text })));
    snapshot.close();
    const answers: (readonly SemanticHit[])[] = [];
    for (const exactScanLimit of [0, 1_000]) {
      const withNeeds = await openLookup(folder, { embedder: {}, exactScanLimit });
      try {
        for (const text of needs) {
          const query = { text, platform_version: "17.0", offset: 0, limit: 1_000 };
          const { rows } = await searchSemantic(withNeeds, query);
          const own = rows.find(({ technical_name: name }) => name === "bank_import_camt");
          const before = (await ask(text, { platform_version: "17.0" })).find(
            ({ technical_name: name }) => name === "bank_import_camt",
          );
          expect(rows[0]).toBe(own);
          expect(own?.score).toBeGreaterThan((before?.score ?? 0) + 0.3);
          answers.push(rows);
        }
      } finally {
        withNeeds.close();
      }
    }
    expect(answers.slice(0, needs.length)).toEqual(answers.slice(needs.length));
  },
);

describe("the approximate index", () => {
  test("gives the rows of the exact scan", async () => {
    const approximate = await openLookup(getSharedSnapshot(), { embedder: {}, exactScanLimit: 0 });
    try {
      for (const text of sampleCases([...QUESTIONS, ...moduleNames, "\u{1f600}", "zzz qqq"])) {
        for (const platform_version of [undefined, "8.0", "17.0", "9.0"]) {
          const query = { text, platform_version, offset: 0, limit: 1_000 };
          expect(await searchSemantic(approximate, query)).toEqual(
            await searchSemantic(lookup, query),
          );
        }
      }
    } finally {
      approximate.close();
    }
  });
});

describe("a snapshot without an embedder", () => {
  test("says so", async () => {
    const without = await openLookup(await writeRecords([createRecord()]), { embedder: {} });
    try {
      const query = { text: "rental", platform_version: undefined, offset: 0, limit: 20 };
      const failure = searchSemantic(without, query);
      await expect(failure).rejects.toBeInstanceOf(OperatorError);
      await expect(failure).rejects.toMatchObject({ code: "embedder_absent" });
    } finally {
      without.close();
    }
  });
});
