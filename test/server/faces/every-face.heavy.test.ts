// Every operation that has a layout, asked of the demo in all its faces: what the blocks say, each of them says.
import { toExitCode } from "../../../server/contract/layout.js";
import { expect, test } from "vitest";
import type { Block, Cell, Column, Fact, Table } from "../../../server/contract/layout.js";
import { layPlain } from "../../../server/contract/plain-blocks.js";
import { listPathNames, openChoices, type Route } from "../../../server/contract/route.js";
import { toAgentAnswer } from "../../../server/faces/agents.js";
import { listShortTexts, toSentence } from "../../../server/faces/cells.js";
import { renderBlocks } from "../../../server/faces/page/blocks.js";
import { renderTerminal } from "../../../server/faces/terminal.js";
import { ROUTES } from "../../../server/routes/routes.js";
import { readTexts } from "../http/page-markup.js";
import { decodeJson, decodeText, sendRequest } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";
import { readSources } from "../../house/source-tree.js";

const service = await serveSharedSnapshot();

/** Questions beside the examples of the declarations, which show little. */
const QUESTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/v1/migration": {
    from: "16.0",
    to: "17.0",
    modules: "rental_core,rental_deposit,leave_calendar,fleet_logbook,no_such_module",
    api: "1",
  },
};

/** All of `/v1` with an answer that is no text, of each kind that they have. */
const routes = (ROUTES as readonly Route[])
  .filter(({ answer, path }) => answer.shape !== undefined && /^\/v1(?:\/|$)/.test(path))
  .flatMap(openChoices);

function toAddress({ path, parameters }: Route, format?: string): string {
  const asked = QUESTIONS[path] ?? {};
  const query = new URLSearchParams(format === undefined ? {} : { format });
  let filled = path;
  const inPath = listPathNames(path);
  for (const [name, { example, required }] of Object.entries(parameters)) {
    const isInPath = inPath.includes(name);
    const value = asked[name] ?? (isInPath || required === true ? String(example) : undefined);
    if (value === undefined) continue;
    if (isInPath) filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else query.set(name, value);
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

async function ask(route: Route, format?: string) {
  const target = toAddress(route, format);
  const answer = await sendRequest(service.port, { target });
  expect([target, answer.status]).toEqual([target, 200]);
  return answer;
}

async function lay(route: Route): Promise<readonly Block[]> {
  const answer = await ask(route);
  const total = answer.headers["x-total-count"];
  const layout = (await route.answer.layout?.()) ?? layPlain;
  const body = decodeJson(answer);
  return layout(route.answer.isRow ? [body] : body, {
    total: total === undefined ? undefined : Number(total),
  });
}

/**
 * Statements that each face must have of the blocks. @param isData whether details and
 * spreadsheets' columns count too
 */
function listSaid(
  blocks: readonly Block[],
  isShown: (column: Column) => boolean,
): readonly string[] {
  return blocks.flatMap((block): readonly string[] => {
    switch (block.kind) {
      case "verdict":
        return [toSentence(block.title), toSentence(block.says)];
      case "facts":
        return block.rows.flatMap((row) => {
          const texts = listSaidTexts(row.value, row);
          return texts.length === 0 ? [] : [row.title, ...texts];
        });
      case "caveat":
        return [toSentence(block.says), ...(block.names ?? [])];
      case "code":
        return block.text.split("\n");
      case "table":
        if (block.place === "data") return [];
        return block.rows.flatMap((row) =>
          block.columns
            .filter(isShown)
            .flatMap((column) => listSaidTexts(column.value(row) as Cell, column)),
        );
    }
  });
}

/** Texts count the omitted part of long lists. */
function listSaidTexts(cell: Cell, column: Fact | Column): readonly string[] {
  return listShortTexts(cell, column).filter((text) => !/^and \d+ more$/.test(text));
}

/** Without what faces add between words. */
function squeeze(text: string): string {
  return text.replaceAll(/[\s\\]+/g, "");
}

function expectSaid(text: string, said: readonly string[]): void {
  const squeezed = squeeze(text);
  expect(said.filter((one) => !squeezed.includes(squeeze(one)))).toEqual([]);
}

const isForReaders = ({ place }: Column): boolean => place === undefined;
const isOnPages = ({ place }: Column): boolean => place !== "data";

function listTables(blocks: readonly Block[]): readonly Table[] {
  return blocks.filter((block): block is Table => block.kind === "table");
}

/** Lines of CSV; a quoted cell may have several. */
function countLines(csv: string): number {
  return csv.replaceAll(/"(?:[^"]|"")*"/g, "").split("\r\n").length - 1;
}

test.each(routes.map((route) => [route.path, route] as const))(
  "%s says the same in all faces",
  async (_, route) => {
    const blocks = await lay(route);
    expect(blocks.length).toBeGreaterThan(0);
    const readers = listSaid(blocks, isForReaders);
    expectSaid(renderTerminal(blocks, 100_000), readers);
    // Narrow columns break cells.
    const short = readers.filter((said) => !/[\s_./]/.test(said) && said.length < 12);
    expectSaid(decodeText(await ask(route, "text")), short);
    expectSaid(renderTerminal(blocks, 60), short);
    expectSaid(decodeText(await ask(route, "markdown")), readers);
    const page = renderBlocks(blocks, { links: "", toAddress: (format) => `?format=${format}` });
    // Zeros of details are left out.
    const told = listSaid(blocks, isOnPages).filter((said) => !/^0(?: bytes)?$/.test(said));
    expectSaid(readTexts(`<main>${page.text}</main>`, "main").join(""), told);

    const tables = listTables(blocks);
    const main = tables.find(({ isMain }) => isMain) ?? tables[0];
    const facts = blocks.filter((block) => block.kind === "facts" && block.rows.length > 0);
    const csv = decodeText(await ask(route, "csv"));
    expect(countLines(csv)).toBe(
      main !== undefined ? main.rows.length + 1 : facts.length > 0 ? 2 : 0,
    );
    for (const { rows, total } of tables) expect(rows.length).toBeLessThanOrEqual(total);
    expect(
      Buffer.from((await ask(route, "xlsx")).bytes)
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");

    const agents = toAgentAnswer(blocks, true);
    for (const block of blocks) {
      if (block.kind === "table" && block.place !== "data")
        expect(agents[block.name]).toHaveLength(block.rows.length);
      if (block.kind !== "facts") continue;
      for (const { key, value } of block.rows) {
        if (typeof value === "number") expect([key, agents[key]]).toEqual([key, value]);
      }
    }
  },
);

test.each(routes.map((route) => [route.path, route] as const))(
  "%s has a name of its own for each table, column and fact",
  async (_, route) => {
    const blocks = await lay(route);
    const tables = listTables(blocks);
    const names = [
      ...tables.map(({ name }) => name),
      ...blocks
        .flatMap((block) => (block.kind === "facts" ? block.rows : []))
        .map(({ key }) => key),
    ];
    expect(names).toEqual([...new Set(names)]);
    const titles = tables.map(({ title }) => title.slice(0, 31));
    expect(titles).toEqual([...new Set(titles)]);
    for (const { columns, groups } of tables) {
      const keys = columns.map(({ key }) => key);
      expect(keys).toEqual([...new Set(keys)]);
      if (groups !== undefined) expect(keys).toContain(groups.key);
      expect(columns.filter(({ title, place }) => title === "" && place !== "data")).toEqual([]);
    }
  },
);

/** Good verdicts, and those that ask for work: what is there, misspelt, not ported, or lacks commits. */
const LISTS = ["rental_core", "rental_cor", "leave_calendar", "rental_core,rental_deposit,nosuch"];
const JUDGING = new Set([
  "planSystem",
  "reportMigration",
  "analyzeUpgrade",
  "analyzeModuleUpgrade",
]);
const judging = routes.filter(({ operation }) => JUDGING.has(operation));

test("a verdict has its tone in all faces, and makes the exit code", async () => {
  const told = new Set<string>();
  for (const route of judging) {
    for (const modules of LISTS) {
      const query = { from: "16.0", to: "17.0", platform_version: "17.0", modules };
      const asked = Object.entries(query).filter(([name]) => name in route.parameters);
      const target = `${route.path.replace("{module_name}", "rental_core")}?${new URLSearchParams(asked)}`;
      const body = decodeJson(await sendRequest(service.port, { target }));
      const blocks = (await route.answer.layout?.())?.(body, { total: undefined }) ?? [];
      const [verdict] = blocks;
      if (verdict?.kind !== "verdict") throw new Error(`${target} has no verdict`);
      const code = verdict.isOpen === true ? 3 : Number(verdict.tone === "bad");
      expect([target, toExitCode(blocks)]).toEqual([target, code]);
      told.add(`${route.operation} ${verdict.tone}`);
      for (const format of ["text", "markdown"]) {
        const text = decodeText(
          await sendRequest(service.port, { target: `${target}&format=${format}` }),
        );
        expectSaid(text, [toSentence(verdict.title)]);
      }
    }
  }
  for (const { operation } of judging.slice(0, 3)) {
    expect(told).toContain(`${operation} bad`);
    expect(told).toContain(`${operation} good`);
  }
});

test("no face has a word of a state, and no layout has markup", () => {
  const sources = readSources(["server"]);
  const faces = sources.filter(({ path }) => path.startsWith("server/faces/"));
  const layouts = sources.filter(({ path }) => path.endsWith("-layout.ts"));
  expect(faces.length).toBeGreaterThan(5);
  expect(layouts.length).toBeGreaterThan(0);
  const states = sources
    .filter(({ path }) => path.startsWith("server/contract/shape/"))
    .flatMap(({ text }) => [
      ...text.matchAll(/code: "(\w+)",\s*title: "([^"]+)"/g),
      ...text.matchAll(/toState\(\s*"(\w+)",\s*"([^"]+)"/g),
    ])
    .flatMap(([, code = "", title = ""]) => [code, title]);
  expect(states.length).toBeGreaterThan(10);
  const worded = faces.flatMap(({ path, text }) =>
    states
      .filter((word) => new RegExp(`[^=]"${word}"`).test(text))
      .map((word) => `${path} ${word}`),
  );
  expect(worded).toEqual([]);
  expect(
    layouts.filter(({ text }) => /html`|<\w+>\w|escape\(/.test(text)).map(({ path }) => path),
  ).toEqual([]);
});

test("faces stand on the contract alone, and layouts on shapes", () => {
  const found = readSources(["server"]).flatMap(({ path, imports }) => {
    const ground = path.startsWith("server/faces/")
      ? /^server\/(?:faces|contract)\//
      : path.endsWith("-layout.ts")
        ? /^(?:server\/contract\/|data\/shape\.ts$)/
        : undefined;
    return imports
      .filter(
        ({ target }) => ground !== undefined && target.endsWith(".ts") && !ground.test(target),
      )
      .map(({ target }) => `${path} → ${target}`);
  });
  expect(found).toEqual([]);
});
