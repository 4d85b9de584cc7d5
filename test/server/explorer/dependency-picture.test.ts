// The drawing of what a module needs: every box is there, arrows that others imply are not.
import { describe, expect, test } from "vitest";
import {
  drawDependencies,
  dropImplied,
  type Needs,
} from "../../../server/explorer/picture/dependency-picture.js";

async function draw(needs: Needs): Promise<string> {
  const drawn = await drawDependencies(needs, "17.0");
  return drawn === false ? "" : drawn.text;
}

function toNeeds(depends: Readonly<Record<string, readonly string[]>>): Needs {
  const names = Object.keys(depends);
  return {
    technical_name: names[0] ?? "",
    modules: Object.entries(depends).map(([technical_name, needed], depth) => ({
      technical_name,
      depth,
      depends: needed,
      organization: "acme",
      repository: technical_name === "c" ? "other" : "tools",
    })),
    organization: "acme",
    repository: "tools",
    unresolved: [...new Set(Object.values(depends).flat())]
      .filter((name) => !names.includes(name))
      .map((technical_name) => ({ technical_name })),
  };
}

describe("the drawing", () => {
  test("links what is there, and shows what is not", async () => {
    const text = await draw(toNeeds({ a: ["b", "c"], b: ["c", "sale"], c: [] }));
    expect(text.match(/<rect\s/g)).toHaveLength(4);
    expect(text).toContain('class="own" href="/module/b/17.0"');
    expect(text).toContain('class="other" href="/module/c/17.0"');
    expect(text.match(/<g class="unknown">/g)).toHaveLength(1);
    expect(text.match(/marker-end/g)).toHaveLength(3);
    expect(text).not.toContain("NaN");
  });

  test("is none where nothing is needed", async () => {
    expect(await draw(toNeeds({ a: [] }))).toBe("");
  });

  test("holds a circle, and one that needs itself", async () => {
    const text = await draw(toNeeds({ a: ["b", "a"], b: ["c"], c: ["a"] }));
    expect(text.match(/<rect\s/g)).toHaveLength(3);
    expect(text.match(/marker-end/g)).toHaveLength(3);
  });

  test("leaves out what lies furthest, and says so", async () => {
    const names = Array.from({ length: 90 }, (_, at) => `m${at}`);
    const text = await draw(
      toNeeds(Object.fromEntries(names.map((name, at) => [name, names.slice(at + 1, at + 2)]))),
    );
    expect(text.match(/<rect\s/g)).toHaveLength(60);
    expect(text).toContain("30 more are not");
  });
});

test("an arrow is dropped only where another way leads there", () => {
  const pairs = [
    ["a", "b"],
    ["b", "c"],
    ["a", "c"],
    ["c", "a"],
  ] as const;
  expect(dropImplied(pairs)).toEqual([
    ["a", "b"],
    ["b", "c"],
    ["c", "a"],
  ]);
});
