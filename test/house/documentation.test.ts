// README says what the program does: every option, every diagnostic, every problem stands there.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { BUILD_SETTINGS, MERGE_SETTINGS } from "../../builder/config.js";
import {
  PACK_SETTINGS,
  PUBLISH_SETTINGS,
  PULL_SETTINGS,
  SIGN_SETTINGS,
} from "../../ship/config.js";
import { TRAIN_SETTINGS } from "../../training/config.js";
import { DIAGNOSTICS } from "../../builder/parse/diagnostics.js";
import {
  DIFF_SETTINGS,
  EVALUATE_SETTINGS,
  EXPORT_SETTINGS,
  LIMIT_SETTINGS,
  MCP_SETTINGS,
  SERVE_SETTINGS,
} from "../../server/config.js";
import { LOG_LEVELS } from "../../server/observe/log.js";
import { TOOLS } from "../../server/mcp/tools.js";
import { METRICS } from "../../server/observe/metrics.js";
import { PAGES } from "../../server/explorer/pages.js";
import { PROBLEMS } from "../../server/interface/problem-catalog.js";
import { ROUTES } from "../../server/interface/routes.js";
import { QUERY_SETTINGS } from "../../server/commands/query-settings.js";
import { ROOT } from "./source-tree.js";

const readme = readFileSync(path.join(ROOT, "README.md"), "utf8");

describe("README.md", () => {
  test("names every option of every command that has some", () => {
    const tables = [
      BUILD_SETTINGS,
      MERGE_SETTINGS,
      TRAIN_SETTINGS,
      PACK_SETTINGS,
      SIGN_SETTINGS,
      PUBLISH_SETTINGS,
      PULL_SETTINGS,
      SERVE_SETTINGS,
      DIFF_SETTINGS,
      EXPORT_SETTINGS,
      MCP_SETTINGS,
      QUERY_SETTINGS,
      EVALUATE_SETTINGS,
    ];
    const options = new Set(tables.flatMap((table) => Object.keys(table)));
    expect([...options].filter((name) => !readme.includes(`--${name}`))).toEqual([]);
  });

  test("explains every diagnostic code in the program's own words", () => {
    const missing = Object.entries(DIAGNOSTICS).filter(
      ([code, meaning]) => !readme.includes(`| \`${code}\` | ${meaning} |`),
    );
    expect(missing).toEqual([]);
  });

  test("lists every problem code with its status", () => {
    const missing = Object.entries(PROBLEMS).filter(
      ([code, { status }]) => !readme.includes(`| \`${code}\` | ${status} |`),
    );
    expect(missing).toEqual([]);
  });

  test("lists every limit with its default, in the program's own words", () => {
    const missing = Object.entries(LIMIT_SETTINGS).filter(
      ([name, limit]) => !readme.includes(`| \`--${name}\` | ${limit.default} | ${limit.help} |`),
    );
    expect(missing).toEqual([]);
  });

  test("names every level of the log", () => {
    expect(LOG_LEVELS.filter((level) => !readme.includes(`\`${level}\``))).toEqual([]);
  });

  test("explains every metric in the service's own words", () => {
    const missing = Object.entries(METRICS).filter(
      ([name, meaning]) => !readme.includes(`| \`${name}\` | ${meaning} |`),
    );
    expect(missing).toEqual([]);
  });

  test("names every tool for agents", () => {
    expect(TOOLS.filter(({ name }) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  test("names every page", () => {
    const paths = PAGES.map((page) => `\`${page.path}\``);
    expect(paths.filter((page) => !readme.includes(page))).toEqual([]);
  });

  test("names every route", () => {
    const paths = ROUTES.map((route) => `\`${route.path}\``);
    expect(paths.filter((route) => !readme.includes(route))).toEqual([]);
  });
});
