// Answers of tools about removed modules, for each tool that takes one.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { locateSnapshot } from "../../../data/snapshot/locate.js";
import { openLookup, type Lookup } from "../../../server/lookup/lookup.js";
import { answerTool, type ToolAnswer } from "../../../server/mcp/answer.js";
import { findTool } from "../../../server/mcp/tools.js";
import { buildMovedModules } from "../lookup/lineage/moved-modules.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const root = makeTemporaryFolder();

let lookup: Lookup;

beforeAll(async () => {
  const folder = locateSnapshot(await buildMovedModules(root));
  lookup = await openLookup(folder, { embedder: {} });
}, 60_000);

afterAll(() => lookup.close());

function ask(name: string, given: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
  const tool = findTool(name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  return answerTool(tool, given, lookup, 100);
}

describe("one line says what became of it", () => {
  test.each([
    ["find_module", { module_name: "first" }, "first: renamed to whole at 18.0"],
    [
      "find_module",
      { module_name: "note_pad" },
      "note_pad: part of Odoo from 17.0 on: project_todo",
    ],
    ["find_module", { module_name: "hr_livechat" }, "hr_livechat: part of Odoo from 17.0 on"],
    ["get_module", { module_name: "second" }, "second: merged into whole at 18.0"],
    [
      "search_modules",
      { depends_on: "first", platform_version: "17.0" },
      "first: renamed to second at 17.0",
    ],
    [
      "inspect_system",
      { modules: ["stays", "first"], platform_version: "17.0" },
      "first: renamed to second at 17.0",
    ],
  ])("%s %j: %s", async (tool, given, line) => {
    const { structured, text, isError } = await ask(tool, given);
    expect(isError).toBe(false);
    expect(structured).toMatchObject({ gone: [line] });
    expect(text.split("\n")).toContain(`gone: ${line}`);
  });

  test.each([
    ["get_module", { module_name: "first", platform_version: "17.0" }],
    ["get_dependencies", { module_name: "first", platform_version: "17.0" }],
    [
      "get_dependencies",
      { module_name: "first", platform_version: "17.0", direction: "needed_by" },
    ],
    ["diff_module", { module_name: "first", from: "17.0", to: "19.0" }],
  ])("%s %j as a problem", async (tool, given) => {
    const { text, isError } = await ask(tool, given);
    expect(isError).toBe(true);
    expect(text).toMatch(/It is renamed to (?:second at 17|whole at 18)\.0\./);
  });

  test("a plan has it among what is missing", async () => {
    const { text } = await ask("plan_system", { modules: ["first"], platform_version: "17.0" });
    expect(text).toMatch(/technical_name: first;.*renamed to second at 17\.0/);
  });

  test("a comparison is made with it", async () => {
    const { text } = await ask("diff_module", { module_name: "first", from: "16.0", to: "17.0" });
    expect(text).toContain("There is no first at 17.0: first was renamed to second.");
  });
});

describe("nothing is said", () => {
  test.each([
    ["find_module", { module_name: "stays" }],
    ["find_module", { module_name: "first", platform_version: "16.0" }],
    ["find_module", { module_name: "no_such_name" }],
    ["get_module", { module_name: "lost" }],
    ["search_modules", { depends_on: "first", platform_version: "16.0" }],
    ["inspect_system", { modules: ["first"], platform_version: "16.0" }],
  ])("%s %j", async (tool, given) => {
    const { structured, isError } = await ask(tool, given);
    expect(isError).toBe(false);
    expect(structured).not.toHaveProperty("gone");
  });
});

test("a module that goes on under other names has them all", async () => {
  const old = await ask("get_module", { module_name: "first" });
  expect(old.structured).toMatchObject({
    became: [{ technical_name: "second", kind: "renamed", platform_version: "17.0" }],
  });
  const stays = await ask("get_module", { module_name: "stays" });
  expect(stays.structured).not.toHaveProperty("became");
});
