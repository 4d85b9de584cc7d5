// The closure of dependencies: chains, cycles, names carried twice, names carried by nobody, and the
// room that a chain takes.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModuleRecord } from "../../../../data/module/records.js";
import type { Closure } from "../../../../data/snapshot/record/closures.js";
import { compareRecords, encodeSnapshot } from "../../../../data/snapshot/encode.js";
import { createContents, createRecord } from "../../../support/module-records.js";
import { linkDependencies } from "../../../support/link-dependencies.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openContents } from "../../../support/written-snapshot.js";
import { finishSteps } from "../../../../data/yield.js";
import { countCases, testLong } from "../../../support/properties.js";

const out = makeTemporaryFolder();

interface Plan {
  readonly provider?: string;
  readonly version?: string;
  readonly needs?: string;
  readonly pip?: string;
  readonly bin?: string;
}

function toModule(technicalName: string, plan: Plan): ModuleRecord {
  const [organization = "", repository = ""] = (plan.provider ?? "acme/main").split("/");
  return createRecord({
    technical_name: technicalName,
    platform_version: plan.version ?? "17.0",
    organization,
    repository,
    git: `https://git.example.org/${organization}/${repository}`,
    declared_dependencies: {
      platform: split(plan.needs),
      pip: split(plan.pip),
      bin: split(plan.bin),
    },
  });
}

function split(text = ""): readonly string[] {
  return text.split(" ").filter((word) => word !== "");
}

/** The closures that a snapshot of the modules gives, in the order of the modules. */
async function linkAll(modules: readonly ModuleRecord[]): Promise<readonly Closure[]> {
  const contents = createContents(modules);
  const snapshot = await openContents(contents, out);
  try {
    const sorted = modules.toSorted(compareRecords);
    return modules.map((module) => {
      const { dependencies, unresolved_dependencies } = snapshot.readHead(sorted.indexOf(module));
      return { dependencies, unresolved_dependencies };
    });
  } finally {
    snapshot.close();
  }
}

/** One line a module: its closure by provider, then what is unresolved. */
async function outline(modules: readonly ModuleRecord[]): Promise<readonly string[]> {
  const closures = await linkAll(modules);
  return closures.map(({ dependencies, unresolved_dependencies: unresolved }, index) => {
    const platform = Object.entries(dependencies.platform).map(
      ([provider, names]) => `${provider}(${names.join(" ")})`,
    );
    const missing = unresolved.map((name) => `?${name}`);
    return `${modules[index]?.technical_name}: ${[...platform, ...missing].join(" ")}`.trim();
  });
}

async function outlineFirst(modules: readonly ModuleRecord[]): Promise<string | undefined> {
  return (await outline(modules))[0];
}

describe("the closure of dependencies", () => {
  test("follows every chain to its end", async () => {
    expect(
      await outline([
        toModule("base", {}),
        toModule("mail", { needs: "base" }),
        toModule("sale", { needs: "mail product" }),
        toModule("product", { needs: "base" }),
      ]),
    ).toEqual([
      "base:",
      "mail: acme/main(base)",
      "sale: acme/main(base mail product)",
      "product: acme/main(base)",
    ]);
  });

  test("is sorted by provider and by name, each name once", async () => {
    expect(
      await outlineFirst([
        toModule("c", { needs: "b a B b" }),
        toModule("b", { provider: "acme/web" }),
        toModule("a", { provider: "acme/web" }),
        toModule("B", { provider: "Acme/web" }),
      ]),
    ).toBe("c: Acme/web(B) acme/web(a b)");
  });

  test("ends in a cycle, without the module itself", async () => {
    expect(
      await outline([
        toModule("a", { needs: "b" }),
        toModule("b", { needs: "c" }),
        toModule("c", { needs: "a c" }),
      ]),
    ).toEqual(["a: acme/main(b c)", "b: acme/main(a c)", "c: acme/main(a b)"]);
  });

  test("has a name that two repositories carry under both, and follows both", async () => {
    expect(
      await outlineFirst([
        toModule("top", { needs: "twin" }),
        toModule("twin", { provider: "acme/one", needs: "left" }),
        toModule("twin", { provider: "acme/two", needs: "right" }),
        toModule("left", {}),
        toModule("right", {}),
      ]),
    ).toBe("top: acme/main(left right) acme/one(twin) acme/two(twin)");
  });

  test("leaves a name of the module itself out, also where another repository carries it", async () => {
    expect(
      await outlineFirst([
        toModule("twin", { provider: "acme/one", needs: "other" }),
        toModule("other", { needs: "twin" }),
        toModule("twin", { provider: "acme/two" }),
      ]),
    ).toBe("twin: acme/main(other)");
  });

  test("stays within the platform version", async () => {
    expect(
      await outline([
        toModule("a", { needs: "b" }),
        toModule("b", { version: "16.0" }),
        toModule("a", { version: "16.0", needs: "b" }),
      ]),
    ).toEqual(["a: ?b", "b:", "a: acme/main(b)"]);
  });

  test("tells what nobody carries, however deep, sorted", async () => {
    expect(
      await outlineFirst([
        toModule("a", { needs: "z b" }),
        toModule("b", { needs: "y __proto__" }),
      ]),
    ).toBe("a: acme/main(b) ?__proto__ ?y ?z");
  });

  test("brings Python packages and programs of all, sorted, each once, constraints kept", async () => {
    const [first] = await linkAll([
      toModule("a", { needs: "b", pip: "zeep lxml>=4", bin: "wkhtmltopdf" }),
      toModule("b", { needs: "c", pip: "lxml>=4 lxml", bin: "antiword" }),
      toModule("c", { pip: "Pillow" }),
      toModule("d", { pip: "unrelated" }),
    ]);
    expect(first?.dependencies).toMatchObject({
      pip: ["Pillow", "lxml", "lxml>=4", "zeep"],
      bin: ["antiword", "wkhtmltopdf"],
    });
  });

  test("is what a plain search gives, for any graph", async () => {
    const names = ["a", "b", "c", "d", "e"];
    const module = fc
      .record({
        name: fc.constantFrom(...names),
        version: fc.constantFrom("16.0", "17.0"),
        provider: fc.constantFrom("x/1", "x/2", "x-y/1", "__proto__/1"),
        needs: fc.array(fc.constantFrom(...names, "missing", "__proto__"), { maxLength: 3 }),
        pip: fc.constantFrom("", "lxml", "zeep lxml"),
        bin: fc.constantFrom("", "lxml", "antiword"),
      })
      .map(({ name, needs, ...plan }) => toModule(name, { ...plan, needs: needs.join(" ") }));
    await fc.assert(
      fc.asyncProperty(fc.array(module, { minLength: 1, maxLength: 9 }), async (modules) => {
        expect(await linkAll(modules)).toEqual(modules.map(linkDependencies(modules)));
      }),
      { numRuns: countCases(60) },
    );
  });
});

function listChain(length: number): readonly ModuleRecord[] {
  return Array.from({ length }, (_, at) => {
    const needs = at === 0 ? "" : `m${at - 1}`;
    return toModule(`m${at}`, { needs, pip: `p${at}`, bin: `b${at}` });
  });
}

function countBytes(records: readonly ModuleRecord[]): number {
  const { pieces } = finishSteps(encodeSnapshot(createContents(records)));
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

testLong("a chain of modules takes room in proportion to its length", () => {
  expect(countBytes(listChain(400)) / countBytes(listChain(200))).toBeLessThan(2.2);
});

testLong("a chain of modules is followed to its end", async () => {
  const chain = listChain(500);
  const last = (await linkAll(chain)).at(-1);
  expect(last).toEqual(linkDependencies(chain)(chain.at(-1) ?? createRecord()));
  expect(last?.dependencies.pip.length).toBe(500);
});
