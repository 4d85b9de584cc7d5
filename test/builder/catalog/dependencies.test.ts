// The closure of dependencies: chains, cycles, names carried twice, names carried by nobody.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type DependingModule,
  linkDependencies,
  type Resolution,
  toDeclaredDependencies,
} from "../../../builder/catalog/dependencies.js";
import { parseManifest } from "../../../builder/parse/manifest.js";
import { fixSeed } from "../../support/fixed-seed.js";

fixSeed();

interface Plan {
  readonly carrier?: string;
  readonly version?: string;
  readonly needs?: string;
  readonly pip?: string;
  readonly bin?: string;
}

function toModule(technicalName: string, plan: Plan): DependingModule {
  const [organization = "", repository = ""] = (plan.carrier ?? "acme/main").split("/");
  return {
    technical_name: technicalName,
    platform_version: plan.version ?? "17.0",
    organization,
    repository,
    declared_dependencies: {
      platform: split(plan.needs),
      pip: split(plan.pip),
      bin: split(plan.bin),
    },
  };
}

function split(text = ""): readonly string[] {
  return text.split(" ").filter((word) => word !== "");
}

function linkAll(modules: readonly DependingModule[]): readonly Resolution[] {
  return modules.map(linkDependencies(modules));
}

/** One line a module: its closure by carrier, then what is unresolved. */
function outline(modules: readonly DependingModule[]): readonly string[] {
  return linkAll(modules).map(({ dependencies, unresolved }, index) => {
    const platform = Object.entries(dependencies.platform).map(
      ([carrier, names]) => `${carrier}(${names.join(" ")})`,
    );
    const missing = unresolved.map((name) => `?${name}`);
    return `${modules[index]?.technical_name}: ${[...platform, ...missing].join(" ")}`.trim();
  });
}

describe("the closure of dependencies", () => {
  test("follows every chain to its end", () => {
    expect(
      outline([
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

  test("is sorted by carrier and by name, each name once", () => {
    expect(
      outline([
        toModule("c", { needs: "b a B b" }),
        toModule("b", { carrier: "acme/web" }),
        toModule("a", { carrier: "acme/web" }),
        toModule("B", { carrier: "Acme/web" }),
      ])[0],
    ).toBe("c: Acme/web(B) acme/web(a b)");
  });

  test("ends in a cycle, without the module itself", () => {
    expect(
      outline([
        toModule("a", { needs: "b" }),
        toModule("b", { needs: "c" }),
        toModule("c", { needs: "a c" }),
      ]),
    ).toEqual(["a: acme/main(b c)", "b: acme/main(a c)", "c: acme/main(a b)"]);
  });

  test("has a name that two repositories carry under both, and follows both", () => {
    expect(
      outline([
        toModule("top", { needs: "twin" }),
        toModule("twin", { carrier: "acme/one", needs: "left" }),
        toModule("twin", { carrier: "acme/two", needs: "right" }),
        toModule("left", {}),
        toModule("right", {}),
      ])[0],
    ).toBe("top: acme/main(left right) acme/one(twin) acme/two(twin)");
  });

  test("leaves a name of the module itself out, also where another repository carries it", () => {
    expect(
      outline([
        toModule("twin", { carrier: "acme/one", needs: "other" }),
        toModule("other", { needs: "twin" }),
        toModule("twin", { carrier: "acme/two" }),
      ])[0],
    ).toBe("twin: acme/main(other)");
  });

  test("stays within the platform version", () => {
    expect(
      outline([
        toModule("a", { needs: "b" }),
        toModule("b", { version: "16.0" }),
        toModule("a", { version: "16.0", needs: "b" }),
      ]),
    ).toEqual(["a: ?b", "b:", "a: acme/main(b)"]);
  });

  test("tells what nobody carries, however deep, sorted", () => {
    expect(
      outline([toModule("a", { needs: "z b" }), toModule("b", { needs: "y __proto__" })])[0],
    ).toBe("a: acme/main(b) ?__proto__ ?y ?z");
  });

  test("brings Python packages and programs of all, sorted, each once, constraints kept", () => {
    const [first] = linkAll([
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

  test("is what a plain search gives, for any graph", () => {
    const names = ["a", "b", "c", "d", "e"];
    const module = fc
      .record({
        name: fc.constantFrom(...names),
        carrier: fc.constantFrom("x/1", "x/2"),
        needs: fc.array(fc.constantFrom(...names, "missing"), { maxLength: 3 }),
      })
      .map(({ name, carrier, needs }) => toModule(name, { carrier, needs: needs.join(" ") }));
    fc.assert(
      fc.property(fc.array(module, { maxLength: 7 }), (modules) => {
        linkAll(modules).forEach(({ dependencies, unresolved }, index) => {
          const start = modules[index];
          const reached = new Set(start?.declared_dependencies.platform);
          for (const name of reached) {
            const found = modules.filter((row) => row.technical_name === name);
            if (name === start?.technical_name) continue;
            for (const { declared_dependencies: declared } of found) {
              declared.platform.forEach((next) => reached.add(next));
            }
          }
          reached.delete(start?.technical_name ?? "");
          const carried = Object.values(dependencies.platform).flat();
          expect(new Set([...carried, ...unresolved])).toEqual(reached);
          for (const [carrier, listed] of Object.entries(dependencies.platform)) {
            for (const name of listed) {
              expect(
                modules.some(
                  (row) =>
                    row.technical_name === name &&
                    `${row.organization}/${row.repository}` === carrier,
                ),
              ).toBe(true);
            }
          }
        });
      }),
    );
  });
});

describe("what a manifest declares", () => {
  test.each([
    ["{}", ["base"]],
    ["{'depends': []}", []],
    ["{'depends': ['sale', 'mail']}", ["sale", "mail"]],
  ])("%s is %j", (text, platform) => {
    const { value } = parseManifest({ path: "__manifest__.py", bytes: Buffer.from(text) });
    expect(toDeclaredDependencies(value).platform).toEqual(platform);
  });
});
