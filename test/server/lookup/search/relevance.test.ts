// The rules of the order by relevance, each by modules of which a later rule, or the names, would say otherwise.
import { afterEach, describe, expect, test } from "vitest";

import type { ModuleRecord } from "../../../../data/module/records.js";
import { compareRecords } from "../../../../data/snapshot/encode.js";
import { encodeTerms } from "../../../../data/snapshot/table/word-sections.js";
import { buildTermIndex } from "../../../../data/text/term-index.js";
import type { ModuleHit } from "../../../../server/contract/shape/search.js";
import { searchFiltered } from "../../../../server/lookup/search/filtered-search.js";
import { openLookup, type Lookup } from "../../../../server/lookup/lookup.js";
import { createRecord } from "../../../support/module-records.js";
import { UNFILTERED } from "../../../support/unfiltered-search.js";
import { writeRecords } from "../../../support/written-snapshot.js";

let lookup: Lookup | undefined;

afterEach(() => lookup?.close());

/** Modules by technical name, without any other text than is given. */
type Modules = Readonly<Record<string, Partial<ModuleRecord>>>;

async function search(modules: Modules, term: string): Promise<readonly ModuleHit[]> {
  const records = Object.entries(modules).map(([technical_name, changes]) =>
    createRecord({ technical_name, name: "", summary: "", description: "", ...changes }),
  );
  const terms = encodeTerms(buildTermIndex(records.toSorted(compareRecords)));
  lookup = await openLookup(await writeRecords(records, { terms }), { embedder: {} });
  return searchFiltered(lookup, {
    ...UNFILTERED,
    platform_version: "17.0",
    term,
    explain: true,
    limit: 100,
  }).rows;
}

const list = async (modules: Modules, term: string): Promise<readonly string[]> =>
  (await search(modules, term)).map((hit) => hit.technical_name);

/** Modules that depend on another, and have no word of a term. */
const depending = (name: string, count: number): Modules =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `zz_${at}`,
      { declared_dependencies: { platform: [name], pip: [], bin: [] } },
    ]),
  );

describe("the first is", () => {
  test("the module whose technical or display name the term is", async () => {
    const modules = {
      ...depending("a_queue_job", 3),
      a_queue_job: {},
      job_queue: {},
      queue_job: {},
    };
    expect(await list(modules, "queue job")).toEqual(["queue_job", "job_queue", "a_queue_job"]);
    expect(await list(modules, "Queue-Job")).toEqual(["queue_job", "job_queue", "a_queue_job"]);
    const titled = { a_rest: {}, base_api: { name: "REST" } };
    expect(await list(titled, "rest")).toEqual(["base_api", "a_rest"]);
  });

  test("what has the words whole in a name, with the fewest others beside them", async () => {
    const modules = {
      ...depending("account_position_a_b", 5),
      account_position_a_b: {},
      pos_a_b: {},
      z_pos: {},
      y_pos_sale: { name: "Sale of goods in a shop" },
    };
    expect(await list(modules, "pos")).toEqual([
      "z_pos",
      "pos_a_b",
      "y_pos_sale",
      "account_position_a_b",
    ]);
    // In the display name there is one more, in the technical name there are two.
    const [hit] = await search(
      { mail_tracking_a_b: { name: "Tracking mail now" } },
      "mail tracking",
    );
    expect(hit).toMatchObject({ extra_words: 1, adjacent: false, match: "word" });
  });

  test("where the words stand side by side and in order", async () => {
    const modules = { a_job_queue: {}, b_queue_job: {}, queue_c_job: {} };
    expect(await list(modules, "queue job")).toEqual(["b_queue_job", "a_job_queue", "queue_c_job"]);
    // Also when they are typed in part.
    const begun = { a_jobs_queues: {}, b_c_d_queues_jobs: {} };
    expect(await list(begun, "queue job")).toEqual(["b_c_d_queues_jobs", "a_jobs_queues"]);
  });

  test("where every word is a whole one", async () => {
    const modules = { a_restriction: {}, b: { description: "A REST interface." } };
    expect(await list(modules, "rest")).toEqual(["b", "a_restriction"]);
  });

  test("technical name, display name, summary, description, of the word that has the worst", async () => {
    const modules = {
      a: { description: "Storages for tests." },
      b: { summary: "Storages for tests" },
      c: { name: "Storages for tests" },
      storages_tests: {},
    };
    expect(await list(modules, "storage test")).toEqual(["storages_tests", "c", "b", "a"]);
    const spread = { a_edi: { description: "invoice" }, b: { summary: "edi invoice" } };
    expect(await list(spread, "edi invoice")).toEqual(["b", "a_edi"]);
    // If the word stands whole somewhere, a longer one in a better field does not count.
    const [hit] = await search({ a_restriction: { description: "REST" } }, "rest");
    expect(hit).toMatchObject({ match: "word", field: "description" });
    expect(hit?.fields).toEqual(["technical_name", "description"]);
  });

  test("what most modules depend on", async () => {
    const modules = {
      ...depending("dms_z", 2),
      dms_a: { development_status: "Mature" },
      dms_b: { declared_dependencies: { platform: ["dms_a"], pip: [], bin: [] } },
      dms_z: {},
    };
    expect(await list(modules, "dms")).toEqual(["dms_z", "dms_a", "dms_b"]);
  });

  test("the most mature, of which one that says nothing is as a beta, then what can be installed", async () => {
    const modules = {
      edi_a: { development_status: "whatever" },
      edi_b: { development_status: "Alpha" },
      edi_c: { installable: false },
      edi_d: { development_status: "Beta" },
      edi_e: { development_status: "Production/Stable" },
      edi_f: { development_status: "Mature", installable: false },
    };
    expect(await list(modules, "edi")).toEqual([
      "edi_f",
      "edi_e",
      "edi_d",
      "edi_c",
      "edi_b",
      "edi_a",
    ]);
  });
});

test("equal modules are ordered by technical name", async () => {
  expect(await list({ wms_c: {}, wms_a: {}, wms_b: {} }, "wms")).toEqual([
    "wms_a",
    "wms_b",
    "wms_c",
  ]);
});

test("a name with capitals in words is found with and without its borders", async () => {
  const modules = { a: { name: "PayPal" }, b: { name: "PayPal for all" } };
  for (const term of ["paypal", "PayPal", "pay pal"]) {
    const hits = await search(modules, term);
    expect(hits.map((hit) => [hit.technical_name, hit.match, hit.extra_words])).toEqual([
      ["a", "exact", 0],
      ["b", "word", 2],
    ]);
  }
});

test("a name with more words than are told apart comes before none", async () => {
  const long = Array.from({ length: 400 }, (_, at) => `w${at}`).join(" ");
  const modules = { a: { summary: "w1" }, b: { name: long } };
  const hits = await search(modules, "w1");
  expect(hits.map((hit) => [hit.technical_name, hit.extra_words])).toEqual([
    ["b", 254],
    ["a", null],
  ]);
});
