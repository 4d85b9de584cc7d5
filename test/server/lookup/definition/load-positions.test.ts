// Load order is claimed where it is known, and what leaves it open is said.
import { afterEach, describe, expect, test } from "vitest";
import type { ModuleRecord } from "../../../../data/module/records.js";
import { openSnapshot, type Snapshot } from "../../../../data/snapshot/decode.js";
import { orderEntries } from "../../../../server/lookup/definition/load-positions.js";
import { findEntriesByName, getTechnicalName } from "../../../../server/lookup/entries.js";
import { createRecord } from "../../../support/module-records.js";
import { writeRecords } from "../../../support/written-snapshot.js";

let opened: Snapshot | undefined;

afterEach(() => opened?.close());

function declare(
  technical_name: string,
  platform: readonly string[],
  changes: Partial<ModuleRecord> = {},
): ModuleRecord {
  const declared_dependencies = { platform, pip: [], bin: [] };
  return createRecord({ technical_name, declared_dependencies, ...changes });
}

/** At a version of whose manifests there is no table, unless another is asked for. */
async function order(
  modules: readonly ModuleRecord[],
  names: readonly string[],
  platform_version = "15.0",
) {
  const records = modules.map((record) => ({ ...record, platform_version }));
  const snapshot = openSnapshot(await writeRecords(records));
  opened = snapshot;
  const entries = names.toSorted().flatMap((name) => findEntriesByName(snapshot, name) ?? []);
  const { entries: sorted, loadOrder } = orderEntries(snapshot, entries, platform_version);
  return { order: sorted.map((entry) => getTechnicalName(snapshot, entry)), loadOrder };
}

/** Two modules that do not know of each other, on different ways down. */
const ADDONS = [declare("a_deep", ["sale"]), declare("b_flat", ["account"])];

const CORE = [declare("base", []), declare("account", ["base"]), declare("sale", ["account"])];

const KNOWN = {
  known: true,
  from_platform_table: false,
  unplaced: [],
  missing: [],
  ambiguous: [],
  cycles: [],
};

describe("where everything is indexed", () => {
  test("the order is the platform's own", async () => {
    expect(await order([...ADDONS, ...CORE], ["a_deep", "b_flat", "base", "sale"])).toEqual({
      order: ["base", "b_flat", "sale", "a_deep"],
      loadOrder: KNOWN,
    });
  });

  test("of the same depth it is by name", async () => {
    const records = [declare("c_same", ["account"]), ...ADDONS, ...CORE];
    const found = await order(records, ["c_same", "b_flat", "sale"]);
    expect(found).toEqual({ order: ["b_flat", "c_same", "sale"], loadOrder: KNOWN });
  });
});

describe("where something is not indexed", () => {
  test("the order is unknown, and of what is not indexed it is said whose it is", async () => {
    const odd = declare("c_odd", ["b_flat", "web_studio", "never_heard_of"]);
    const found = await order([...ADDONS, odd], ["a_deep", "b_flat", "c_odd"]);
    expect(found.loadOrder).toEqual({
      known: false,
      from_platform_table: false,
      unplaced: ["a_deep", "b_flat", "c_odd"],
      missing: [
        { technical_name: "account", kind: "core" },
        { technical_name: "never_heard_of", kind: "unknown" },
        { technical_name: "sale", kind: "core" },
        { technical_name: "web_studio", kind: "enterprise" },
      ],
      ambiguous: [],
      cycles: [],
    });
    expect(found.order.indexOf("b_flat")).toBeLessThan(found.order.indexOf("c_odd"));
  });

  test("the table of Odoo's manifests tells what its modules need, and the answer says so", async () => {
    const odd = declare("c_odd", ["b_flat", "web_studio", "never_heard_of"]);
    const found = await order([...ADDONS, odd], ["a_deep", "b_flat", "c_odd"], "17.0");
    expect(found).toEqual({
      order: ["b_flat", "a_deep", "c_odd"],
      loadOrder: {
        ...KNOWN,
        known: false,
        from_platform_table: true,
        unplaced: ["c_odd"],
        missing: [
          { technical_name: "never_heard_of", kind: "unknown" },
          { technical_name: "web_studio", kind: "enterprise" },
        ],
      },
    });
    opened?.close();
    const { loadOrder } = await order(ADDONS, ["a_deep", "b_flat"], "17.0");
    expect(loadOrder).toEqual({ ...KNOWN, from_platform_table: true });
    opened?.close();
    const whole = await order([...ADDONS, ...CORE], ["a_deep", "b_flat"], "17.0");
    expect(whole.loadOrder).toEqual(KNOWN);
  });

  test("it is known where each needs the one before", async () => {
    const records = [
      declare("z_first", ["account"]),
      declare("between", ["z_first"]),
      declare("a_second", ["between", "sale"]),
    ];
    const found = await order(records, ["a_second", "z_first"]);
    expect(found).toEqual({ order: ["z_first", "a_second"], loadOrder: KNOWN });
  });

  test("it is unknown of those only that need it, which stand last", async () => {
    const odd = declare("aa_odd", ["base", "never_heard_of"]);
    const found = await order([odd, ...ADDONS, ...CORE], ["aa_odd", "a_deep", "sale"]);
    expect(found).toEqual({
      order: ["sale", "a_deep", "aa_odd"],
      loadOrder: {
        known: false,
        from_platform_table: false,
        unplaced: ["aa_odd"],
        missing: [{ technical_name: "never_heard_of", kind: "unknown" }],
        ambiguous: [],
        cycles: [],
      },
    });
    opened?.close();
    const last = declare("aa_odd", ["a_deep", "never_heard_of"]);
    const known = await order([last, ...ADDONS, ...CORE], ["aa_odd", "a_deep", "sale"]);
    expect(known).toEqual({ order: ["sale", "a_deep", "aa_odd"], loadOrder: KNOWN });
  });

  test("it is known of a single module", async () => {
    expect(await order(ADDONS, ["a_deep"])).toEqual({ order: ["a_deep"], loadOrder: KNOWN });
  });

  test("what no module of the chain needs is of no matter", async () => {
    const records = [declare("elsewhere", ["website"]), ...ADDONS, ...CORE];
    expect((await order(records, ["a_deep", "b_flat"])).loadOrder).toEqual(KNOWN);
  });
});

test("modules that need each other have no order, nor what needs them", async () => {
  const records = [
    declare("one", ["two", "base"]),
    declare("two", ["one"]),
    declare("above", ["two"]),
    ...ADDONS,
    ...CORE,
  ];
  const found = await order(records, ["above", "a_deep"]);
  expect(found.loadOrder).toEqual({
    known: false,
    from_platform_table: false,
    unplaced: ["above"],
    missing: [],
    ambiguous: [],
    cycles: [expect.arrayContaining(["one", "two"])],
  });
});

describe("a name that several repositories have", () => {
  const near = declare("tool", ["base"], { organization: "near" });
  const far = declare("tool", ["sale"], { organization: "far" });
  const user = declare("user", ["tool"]);

  test("leaves the order open where they lie at different depths", async () => {
    const found = await order([near, far, user, ...ADDONS, ...CORE], ["a_deep", "user"]);
    expect(found.loadOrder).toEqual({
      ...KNOWN,
      known: false,
      unplaced: ["user"],
      ambiguous: ["tool"],
    });
  });

  test("and not where they lie at the same", async () => {
    const same = declare("tool", ["base"], { organization: "same" });
    const found = await order([near, same, user, ...ADDONS, ...CORE], ["a_deep", "user"]);
    expect(found).toEqual({ order: ["user", "a_deep"], loadOrder: KNOWN });
  });
});
