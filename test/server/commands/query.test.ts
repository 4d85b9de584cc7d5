// `module-lookup query`: the rows of the HTTP routes without a server.

import { describe, expect, test } from "vitest";

import { ConfigError } from "../../../data/operator-error.js";
import { SnapshotError } from "../../../data/snapshot/errors.js";
import { describeQuestions, runQuery } from "../../../server/commands/query.js";
import { runCommand } from "../../support/program.js";
import { decodeJson, sendRequest } from "../../support/raw-http.js";
import { getSharedSnapshots, serveSharedSnapshot } from "../../support/shared-snapshot.js";
import { sampleCases } from "../../support/properties.js";

const service = await serveSharedSnapshot();

interface QueryOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

function query(...words: readonly string[]): Promise<QueryOutcome> {
  return queryIn({}, ...words);
}

async function queryIn(
  environment: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<QueryOutcome> {
  const { code, printed, errors } = await runCommand(runQuery, words, {
    MODULE_LOOKUP_SNAPSHOT: getSharedSnapshots(),
    ...environment,
  });
  return { exitCode: code, stdout: printed.join("\n"), stderr: errors.join("\n") };
}

test("each question of the help has words of its own", () => {
  const [, ...lines] = describeQuestions().split("\n");
  const meanings = lines.map((line) => line.trim().split(/ {2,}/)[1]);
  expect(lines.length).toBeGreaterThan(40);
  expect(new Set(meanings).size).toBe(lines.length);
});

describe("with --json", () => {
  test.each(
    sampleCases([
      [["module", "rental_core"], "/v1/module/rental_core"],
      [["module", "delivery_window", "16"], "/v1/module/delivery_window/16.0"],
      [
        ["module", "delivery_window", "16.0", "--org", "northwind-addons", "--repo", "retail"],
        "/v1/module/delivery_window/16.0?org=northwind-addons&repo=retail",
      ],
      [
        "module attendance_kiosk 17.0 --include crons,menus --fields name --view basic".split(" "),
        "/v1/module/attendance_kiosk/17.0?include=crons,menus&fields=name&view=basic",
      ],
      [["repo", "retail"], "/v1/repo/retail"],
      [["model", "res.partner"], "/v1/model/res.partner"],
      [
        "model res.partner --platform-version 16 --org meadow-apps --repo finance --limit 1 --offset 1".split(
          " ",
        ),
        "/v1/model/res.partner?platform_version=16.0&org=meadow-apps&repo=finance&limit=1&offset=1",
      ],
      [["field", "bank.import.transaction", "state"], "/v1/field/bank.import.transaction/state"],
      [["method", "rental.order", "action_return"], "/v1/method/rental.order/action_return"],
      [["view", "base.view_partner_form"], "/v1/view/base.view_partner_form"],
      [["search", "rental"], "/v1/search/rental"],
      [["search", "rental", "core"], "/v1/search/rental%20core"],
      [
        ["search", "credit", "--installable", "no", "--platform-version", "8"],
        "/v1/search/credit?installable=no&platform_version=8.0",
      ],
      [
        [
          "search",
          "--platform-version",
          "17.0",
          "--term",
          "invoice",
          "--limit",
          "2",
          "--offset",
          "1",
        ],
        "/v1/search?platform_version=17.0&term=invoice&limit=2&offset=1",
      ],
      [
        [
          "search",
          "--platform-version",
          "17",
          "--category",
          "sales/rental",
          "--depends-on",
          "mail",
        ],
        "/v1/search?platform_version=17.0&category=sales/rental&depends_on=mail",
      ],
      [
        ["search", "bank", "--limit", "2", "--offset", "1", "--explain"],
        "/v1/search/bank?limit=2&offset=1&explain=1",
      ],
      [
        "search --platform-version 16 --author harbor --license agpl-3 --organization harbor-works --repository retail --application no --installable yes --updated-since 2020-01-01 --sort updated".split(
          " ",
        ),
        "/v1/search?platform_version=16.0&author=harbor&license=agpl-3&organization=harbor-works&repository=retail&application=no&installable=yes&updated_since=2020-01-01&sort=updated",
      ],
      [
        ["search", "--platform-version", "16", "--maintainer", "x", "--development-status", "beta"],
        "/v1/search?platform_version=16.0&maintainer=x&development_status=beta",
      ],
      [["semantic", "overdue", "invoices"], "/v1/semantic-search?q=overdue%20invoices"],
      [
        ["semantic", "where are my parcels?", "--limit", "3"],
        "/v1/semantic-search?q=where%20are%20my%20parcels%3F&limit=3",
      ],
    ]),
  )("%j gives what %s answers", async (words, target) => {
    const { exitCode, stdout, stderr } = await query(...words, "--json");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual(decodeJson(await sendRequest(service.port, { target })));
  });

  test("asked for as a format", async () => {
    const answers = [["--json"], ["--format", "json"]].map((words) => query("versions", ...words));
    const [one, other] = await Promise.all(answers);
    expect(JSON.parse(other?.stdout ?? "")).toEqual(JSON.parse(one?.stdout ?? ""));
  });

  test("an error is its problem, on standard output", async () => {
    const { exitCode, stdout, stderr } = await query("module", "rental_cor", "--json");
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: "" });
    const answer = await sendRequest(service.port, { target: "/v1/module/rental_cor" });
    expect(JSON.parse(stdout)).toEqual(decodeJson(answer));
  });
});

describe("as text", () => {
  test("a list is a table", async () => {
    const { stdout } = await query("search", "--platform-version", "17", "--term", "rental");
    const [title, header = "", ...rows] = stdout.split("\n");
    expect(title).toBe("Rows:");
    expect(header.trim().split(/ {2,}/)).toEqual([
      "Module",
      "Name",
      "Category",
      "Installable",
      "Application",
      "Repository",
    ]);
    expect(rows.map((row) => row.trim().split(/ {2,}/))).toEqual([
      ["rental_core", "Rental", "Sales/Rental", "yes", "yes", "harbor-works/retail"],
      ["rental_deposit", "Rental Deposit", "Sales/Rental", "yes", "no", "harbor-works/retail"],
      ["rental_fleet", "Vehicle Rental", "Sales/Rental", "yes", "no", "harbor-works/retail"],
    ]);
    // Cells stand under their header.
    const column = header.indexOf("Category");
    for (const row of rows) expect(row.slice(column)).toMatch(/^Sales\/Rental/);
  });

  test("a name-search hit says versions by repository", async () => {
    const { stdout } = await query("search", "delivery_window");
    expect(stdout.split("\n")).toEqual([
      "Module           delivery_window",
      "Versions         harbor-works/retail: 16.0 17.0, northwind-addons/retail: 16.0",
      "Not installable  harbor-works/retail: 17.0",
    ]);
  });

  test("a module that a phrase describes is one row, with all its versions", async () => {
    const { stdout } = await query("semantic", "rental_core", "--limit", "2");
    const rows = stdout.split("\n").filter((line) => line.includes("rental_core"));
    expect(rows).toEqual([expect.stringMatching(/ 19\.0 .* 16\.0, 17\.0, 18\.0, 19\.0$/)]);
  });

  test("an explained hit says where its words are", async () => {
    const words = ["search", "--platform-version", "17", "--term", "kiosk", "--explain"];
    const lines = (await query(...words)).stdout.split("\n").map((line) => line.split(/ {2,}/u));
    expect(lines).toContainEqual(["Match", "word"]);
    expect(lines).toContainEqual(["Fields", "technical_name, name"]);
    expect(lines).toContainEqual(["Extra words", "1"]);
    expect(lines).toContainEqual(["Development status", "Mature"]);
  });

  test("an option in the environment is for the questions that use it", async () => {
    const environment = { MODULE_LOOKUP_LIMIT: "1", MODULE_LOOKUP_EXPLAIN: "1" };
    expect((await queryIn(environment, "search", "rental")).stdout.split("\n").at(-1)).toMatch(
      /^1 of \d+ are shown\.$/,
    );
    expect((await queryIn(environment, "repo", "retail")).exitCode).toBe(0);
  });

  test("one object is its facts and its lists, no row is a sentence", async () => {
    const { stdout } = await query("repo", "retail");
    expect(stdout).toMatch(
      /^Name +retail\n[^]*\nGit +harbor-works: https:\S+, northwind-addons: https:/,
    );
    expect(stdout).toMatch(
      /^Organizations +harbor-works: 8\.0: 3 16\.0: 8 17\.0: 12 18\.0: 2 19\.0: 3, /m,
    );
    const model = (await query("model", "rental.order", "--platform-version", "17")).stdout;
    expect(model).toMatch(/^Model +rental\.order\n/);
    expect(model).toMatch(/\n {2}rental_core .* RentalOrder .* models\/\S+\.py:\d+/);
    expect((await query("search", "zzzzzzzz")).stdout).toBe("Nothing found.");
  });

  test.each(
    sampleCases([
      [
        ["module", "rental_cor"],
        'The module "rental_cor" is not in this index. Near: rental_core.',
      ],
      [
        ["module", "qqqqqqqq"],
        'The module "qqqqqqqq" is not in this index. Search for it in other words, or add its repository to the index.',
      ],
      [["repo", "retial"], 'There is no repository "retial". Near: retail.'],
      [
        ["module", "rental_core", "8.0"],
        'The module "rental_core" does not exist at Odoo 8.0. It exists at: 16.0, 17.0, 18.0, 19.0.',
      ],
      [
        ["module", "rental_core", "17.0", "--org", "nobody"],
        'The module "rental_core" exists at this Odoo version, but not in this organization or repository. It is in: harbor-works/retail.',
      ],
    ]),
  )("%j fails with what is near", async (words, sentence) => {
    expect(await query(...words)).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `module-lookup: ${sentence}`,
    });
  });
});

describe("wrong usage is a ConfigError", () => {
  test.each([
    [[], "query_invalid", "needs a question, such as"],
    [
      ["modul", "rental_core"],
      "query_invalid",
      '"query modul rental_core" (did you mean "query module"?)',
    ],
    [["module"], "query_invalid", '(did you mean "query module MODULE_NAME"?)'],
    [["something", "else"], "query_invalid", 'Unknown question "query something else"; '],
    [["module", ""], "query_invalid", "Unknown question"],
    [["module", "a", "17.0", "b"], "query_invalid", "Unknown question"],
    [["repo", "a", "b"], "query_invalid", "Unknown question"],
    [["semantic"], "query_invalid", "Unknown question"],
    [["search"], "query_invalid", "--platform-version is required"],
    [["search", "--limit", "none"], "query_invalid", "--limit must be an integer"],
    [["search", "a", "--installable", "maybe", "--json"], "query_invalid", "--installable must be"],
    [["module", "a", "latest"], "query_invalid", "--platform-version must be an Odoo version"],
    [["search", "--nothing"], "setting_unknown", "--nothing"],
    [
      ["module", "a", "--org", "b"],
      "query_invalid",
      '"query module MODULE_NAME" does not take --org',
    ],
    [
      ["module", "a", "17.0", "--limit", "1"],
      "query_invalid",
      "it takes --org, --repo, --include,",
    ],
    [
      ["module", "a", "17.0", "--include", "b"],
      "query_invalid",
      '--include has "b"; each must be one',
    ],
    [["repo", "a", "--platform-version", "17.0"], "query_invalid", "does not take --platform-v"],
    [
      ["search", "a", "--term", "b"],
      "query_invalid",
      '"query search MODULE_NAME" does not take --term',
    ],
    [["search", "--repo", "a"], "query_invalid", '"query search" does not take --repo'],
    [
      ["semantic", "a", "--explain", "--sort", "name"],
      "query_invalid",
      "not take --explain, --sort",
    ],
    [
      ["search", "--platform-version", "17", "--sort", "best"],
      "query_invalid",
      "--sort must be one of",
    ],
    [
      ["search", "--platform-version", "17", "--updated-since", "2024-02-30"],
      "query_invalid",
      "--up",
    ],
  ])("%j", async (words, code, reason) => {
    const failure = await query(...words).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(failure).toMatchObject({ code });
    expect(String(failure)).toContain(reason);
  });

  test("a missing snapshot is a SnapshotError", async () => {
    const failure = query("module", "base", "--snapshot", `${getSharedSnapshots()}/nothing`);
    await expect(failure).rejects.toBeInstanceOf(SnapshotError);
  });
});
