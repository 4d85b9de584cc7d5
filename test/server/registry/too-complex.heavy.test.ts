// Systems with a module over the limit of a question: the answer says so in every form, and
// everything else of the system is answered.
import { describe, expect, test } from "vitest";
import { createDepth, memoizeAcyclic, memoizeFound } from "../../../server/lookup/memo.js";
import {
  DEEPEST_CHAIN,
  MOST_MEMBERS,
  MOST_MODEL_STEPS,
  MOST_NODES,
  MOST_VIEWS,
  TooComplex,
} from "../../../server/lookup/limits.js";
import { findModelSummary, toRegistryModel } from "../../../server/registry/model/model-answer.js";
import { createModels } from "../../../server/registry/model/models.js";
import { listApplied, combineView } from "../../../server/registry/view/combine.js";
import { type ViewOperation, createViews } from "../../../server/registry/view/state.js";
import type { ArchNode } from "../../../data/module/loaded-module.js";
import {
  BASE_MODULE,
  createClassReader,
  field,
  type ClassOutline,
  type SystemOutline,
} from "./model/small-system.js";
import { finishSteps } from "../../../data/yield.js";

const number = (length: number): readonly number[] => [...Array.from({ length }).keys()];

function outline(classes: readonly (readonly [string, ClassOutline])[]): SystemOutline {
  const good: ClassOutline = { name: "good", fields: { name: field("Char") } };
  return { ...BASE_MODULE, hostile: Object.fromEntries([...classes, ["Good", good]]) };
}

const chainOf = (length: number) =>
  number(length).map(
    (at) => [`C${at}`, { name: `c.${at}`, inherit: at === 0 ? [] : [`c.${at - 1}`] }] as const,
  );

describe("a chain of models", () => {
  const models = createModels(createClassReader(outline(chainOf(2_000))));

  test("is refused beyond a length, in whichever order its models are asked for", () => {
    const last = DEEPEST_CHAIN - 2;
    for (const at of [1_999, last, last + 1, 500]) {
      const ask = () => models.findModel(`c.${at}`)?.lineage.ancestors.length;
      if (at <= last) expect(ask()).toBe(at + 1);
      else expect(ask).toThrow(TooComplex);
    }
  });

  test("is in the list of models, and takes nothing from the others", () => {
    expect(models.listModels()).toHaveLength(2_004);
    expect(findModelSummary(models, "c.1999")).toMatchObject({ model: "c.1999", kind: null });
    expect(findModelSummary(models, "good")).toMatchObject({ kind: "Model" });
  });
});

test("diamonds of models above a delegation are walked once each", () => {
  const classes = number(60).flatMap((level) =>
    ["a", "b"].map((side) => {
      const inherit = level === 0 ? [] : [`a.${level - 1}`, `b.${level - 1}`];
      const inherits = level === 0 ? { "res.users": "user_id" } : {};
      return [`${side}${level}`, { name: `${side}.${level}`, inherit, inherits }] as const;
    }),
  );
  const reader = createClassReader(outline(classes));
  expect(createModels(reader).findModel("a.59")?.inherits).toEqual(
    new Map([["res.users", "user_id"]]),
  );
  expect(reader.steps.left).toBeGreaterThan(MOST_MODEL_STEPS / 2);
});

test("a chain of related fields is refused beyond a length", () => {
  const fields = Object.fromEntries([
    ["me", field("Many2one", { comodel_name: "r" })],
    ["f0", field("Char")],
    ...number(5_000).map((at) => [`f${at + 1}`, field("Char", { related: `me.f${at}` })] as const),
  ]);
  const model = createModels(createClassReader(outline([["R", { name: "r", fields }]]))).findModel(
    "r",
  );
  expect(() => model?.findField("f5000")).toThrow(TooComplex);
  expect(model?.findField("f9")?.related).toBe("me.f8");
});

test("a long chain of Python classes is refused, whichever of them is asked for", () => {
  const classes = number(600).map((at) => {
    const bases = at === 0 ? [] : [{ from: ".m", name: `P${at - 1}` }];
    return [`P${at}`, { name: `p.${at}`, bases, kind: at === 0 ? "Model" : null }] as const;
  });
  const models = createModels(createClassReader(outline(classes)));
  expect(models.listModels()).toContain("p.599");
  for (const at of [599, 300, 200]) {
    expect(() => models.findModel(`p.${at}`)).toThrow(TooComplex);
  }
  expect(models.findModel("p.150")?.lineage.model).toBe("p.150");
});

test("a model of thousands of classes is refused, others are not", () => {
  const extensions = number(6_000).map((at) => [`K${at}`, { inherit: ["k"] }] as const);
  const models = createModels(createClassReader(outline([["K", { name: "k" }], ...extensions])));
  expect(() => models.findModel("k")).toThrow(TooComplex);
  expect(models.findModel("good")?.fieldNames).toContain("name");
});

test("a model of too many members is refused before they are told", () => {
  const fields = Object.fromEntries(
    number(MOST_MEMBERS).map((at) => [`f${at}`, field("Char")] as const),
  );
  const models = createModels(createClassReader(outline([["W", { name: "w", fields }]])));
  const model = models.findModel("w");
  expect(() => model && finishSteps(toRegistryModel(model))).toThrow(TooComplex);
});

function createViewsOf(archs: readonly ArchNode[], inherits: (at: number) => number | undefined) {
  const ids = archs.map((_, at) => `m.v${at}`);
  const operations = new Map(
    archs.map((arch, at): [string, ViewOperation] => {
      const inherited = inherits(at);
      const view = {
        operation: "record",
        xml_id: `v${at}`,
        file: "views.xml",
        line: at,
        arch_line: at,
        dynamic: [],
        ...(inherited === undefined ? {} : { inherit_id: `v${inherited}` }),
      } as const;
      return [`m.v${at}`, { module: "m", rank: [0, at], view, readArch: () => arch }];
    }),
  );
  return createViews({
    listOperations: (id) => [operations.get(id) ?? []].flat(),
    listInheriting: (id) => ids.filter((_, at) => `m.v${inherits(at)}` === id),
  });
}

const find = (views: ReturnType<typeof createViews>, id: string) => {
  const view = views.find(id);
  if (view === undefined) throw new Error(`no view ${id}`);
  return view;
};

test("a chain of thousands of views is refused", () => {
  const arch: ArchNode = ["form", {}, 0, []];
  const archs = number(MOST_VIEWS + 500).map(() => arch);
  const views = createViewsOf(archs, (at) => (at === 0 ? undefined : at - 1));
  const apply = () => listApplied(views, find(views, `m.v${MOST_VIEWS + 400}`), "17.0");
  expect(apply).toThrow(TooComplex);
  expect(find(views, "m.v3").type).toBe("form");
});

const nodes = (count: number): ArchNode[] => number(count).map(() => ["g", {}, 0, []]);

const combine = (...archs: readonly ArchNode[]) => {
  const views = createViewsOf(archs, (at) => (at === 0 ? undefined : 0));
  return finishSteps(combineView(views, find(views, "m.v0"), "17.0"));
};

describe("a view", () => {
  test("of more nodes than it may have is refused", () => {
    expect(() => combine(["form", {}, 0, nodes(MOST_NODES)])).toThrow(TooComplex);
  });

  test("takes many nodes at a place among many", () => {
    const spec: ArchNode = ["f", { position: "after" }, 0, nodes(12_000)];
    const { document } = combine(["form", {}, 0, [["f", {}, 0, []], ...nodes(12_000)]], spec);
    expect(document?.children[0]).toMatchObject({ children: { length: 24_001 } });
  });

  test("whose specs take more steps than all may is refused", () => {
    const change: ArchNode = ["attribute", { name: "class", add: "b", separator: " " }, 0, []];
    const spec: ArchNode = ["form", { position: "attributes" }, 0, number(60).map(() => change)];
    expect(() => combine(["form", { class: "a ".repeat(30_000) }, 0, []], spec)).toThrow(
      TooComplex,
    );
  });

  test("tells one expression that takes too much, and applies the others", () => {
    const expr = "//g[translate(/form/@x,'a','b')='b']";
    const spec: ArchNode = [
      "data",
      {},
      0,
      [
        ["xpath", { expr, position: "inside" }, 0, nodes(1)],
        ["g", { position: "inside" }, 0, [["ok", {}, 0, []]]],
      ],
    ];
    const { diagnostics } = combine(["form", { x: "a".repeat(60_000) }, 0, nodes(100)], spec);
    expect(diagnostics.map(({ code }) => code)).toEqual(["expression_too_long"]);
  });
});

const createCount = () => {
  const count = memoizeAcyclic(
    (key: number): number | undefined => (key === 0 ? 0 : (count(key - 1) ?? 0) + 1),
    createDepth<number>(10, (key) => new Error(`too deep at ${key}`)),
  );
  return count;
};

describe("a memo of what asks for itself", () => {
  test.each([[[9, 10]], [[10, 9]], [[3, 9, 12, 10]]])(
    "refuses the same keys in whichever order they are asked for: %j",
    (keys) => {
      const count = createCount();
      for (const key of keys) {
        if (key < 10) expect(count(key)).toBe(key);
        else expect(() => count(key)).toThrow("too deep");
      }
    },
  );
});

test("a memo of what is found keeps nothing of what is not", () => {
  const asked: string[] = [];
  const look = memoizeFound((key: string) => {
    asked.push(key);
    return key.startsWith("known") ? { key } : undefined;
  });
  expect([look("known"), look("known"), look("no"), look("no")]).toEqual([
    { key: "known" },
    { key: "known" },
    undefined,
    undefined,
  ]);
  expect(asked).toEqual(["known", "no", "no"]);
});
