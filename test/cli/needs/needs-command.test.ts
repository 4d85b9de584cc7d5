// `module-lookup needs` against a language model with every fault that it can have.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runNeeds } from "../../../cli/needs/needs-command.js";
import { parseNeeds } from "../../../data/needs/needs.js";
import { RETRY_LIMIT } from "../../../data/network/repeat.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { openParsedModules } from "../../support/world.js";
import { GOOD_NEEDS, startChatServer, type ChatServer } from "./chat-server.js";

const KEY = "key-0123456789-secret";
let snapshot: string;
let model: ChatServer;
let out: string;

beforeAll(async () => {
  snapshot = makeTemporaryFolder();
  const names = ["acme_a", "acme_b", "acme_c"];
  const modules = names.map((name) => [name, { "__manifest__.py": "{'name': 'Own'}" }] as const);
  // Needs of the last one ship with the program.
  const shipped = { account: { "__manifest__.py": "{'name': 'Invoicing'}" } };
  (await openParsedModules(snapshot, { ...Object.fromEntries(modules), ...shipped })).close();
});

beforeEach(async () => {
  model = await startChatServer();
  out = path.join(makeTemporaryFolder(), "needs.tsv");
});

afterEach(() => model.stop());

interface Run {
  readonly code: Promise<number>;
  readonly printed: string[];
  readonly notices: string[];
  /** Seconds, in order; no time is spent. */
  readonly waits: number[];
}

function start(words: readonly string[], signal = new AbortController().signal): Run {
  const printed: string[] = [];
  const notices: string[] = [];
  const waits: number[] = [];
  const settings = ["--snapshot", snapshot, "--out", out, "--model", "small", "--quiet"];
  const endpoint = ["--endpoint", `${model.address}/v1/`];
  const code = runNeeds(
    [...settings, ...endpoint, ...words],
    {
      environment: { MODULE_LOOKUP_NEEDS_KEY: KEY },
      version: "0.0.0-test",
      signal,
      print: (line) => void printed.push(line),
      printError: (line) => void notices.push(line),
    },
    { now: () => 0, sleep: (delayMs) => Promise.resolve(waits.push(delayMs / 1000)) },
  );
  return { code, printed, notices, waits };
}

/** By technical name; nothing in the file may be passed over by a build. */
function readWritten(): Readonly<Record<string, readonly string[]>> {
  const { value, diagnostics } = parseNeeds(readFileSync(out, "utf8"));
  expect(diagnostics).toEqual([]);
  return Object.fromEntries(
    value.map(({ technicalName, needs }) => [technicalName, needs.map(({ text }) => text)]),
  );
}

describe("before it asks", () => {
  test("it says what would go where and what it costs, and sends nothing", async () => {
    const { code, printed } = start(["--missing", "--languages", "en,de", "--price", "1000"]);
    expect(await code).toBe(2);
    const text = printed.join("\n");
    expect(text).toContain("Modules without needs: 3 (acme_a, acme_b, acme_c)");
    expect(text).toContain(`To ${new URL(model.address).host}, not encrypted (model small)`);
    expect(text).toMatch(
      /Requests: 6; characters: \d+; tokens: about \d+ there and 720 back; cost/,
    );
    expect(text).toContain("repeat the command with --yes");
    expect(model.seen).toEqual([]);
    expect(existsSync(out)).toBe(false);
  });

  test.each([
    ["neither all nor some modules", [], "--modules or --missing is required"],
    ["both", ["--missing", "--modules", "acme_a"], "--modules or --missing is required"],
    ["a module that is not there", ["--modules", "acme_x"], 'no module "acme_x"'],
    ["a language that is none", ["--missing", "--languages", "German"], "--languages must be"],
    ["a price that is none", ["--missing", "--price", "cheap"], "--price must be"],
    ["an endpoint with a password", ["--missing", "--endpoint", "http://a:b@c/v1"], "--endpoint"],
  ])("it refuses %s", async (_, words, message) => {
    const error = await awaitOperatorError(start(["--yes", ...words]).code);
    expect(error).toMatchObject({ name: "ConfigError", code: "needs_invalid" });
    expect(error.message).toContain(message);
    expect(error.message).not.toContain("a:b");
    expect(model.seen).toEqual([]);
  });

  test("it finds out that nothing can be written", async () => {
    out = path.join(out, "nowhere", "needs.tsv");
    const error = await awaitOperatorError(start(["--missing", "--yes"]).code);
    expect(error.code).toBe("export_unwritable");
    expect(model.seen).toEqual([]);
  });
});

describe("what it writes", () => {
  test("is what the model says of modules that have no needs, in their order", async () => {
    const { code, printed } = start(["--missing", "--yes"]);
    expect(await code).toBe(0);
    expect(readWritten()).toEqual({ acme_a: GOOD_NEEDS, acme_b: GOOD_NEEDS, acme_c: GOOD_NEEDS });
    expect(readFileSync(out, "utf8")).toMatch(/^# What modules are needed for/);
    expect(printed[0]).toContain("Modules without needs: 3 (acme_a, acme_b, acme_c)");
    expect(printed.at(-1)).toContain("Wrote what 3 modules are needed for");
    expect(model.questions.map(({ model: name }) => name)).toEqual(["small", "small", "small"]);
    expect(model.questions[0]?.stream).toBe(false);
    expect(model.questions[0]?.messages.at(-1)?.content).toContain("acme_a");
    expect(model.seen[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  test("is of the modules that are named, of so many, in each language", async () => {
    model.answerNext({ content: '["one", "two"]' }, { content: '["eins", "zwei"]' });
    const words = ["--modules", "acme_c,acme_b,account", "--limit", "1", "--languages", "en,de"];
    expect(await start([...words, "--yes"]).code).toBe(0);
    expect(readWritten()).toEqual({ acme_b: ["one", "two", "eins", "zwei"] });
    expect(model.questions.length).toBe(2);
  });

  test("comes beside what is in the file, which is not asked about again", async () => {
    writeFileSync(out, "# ours\nacme_b\ten\tmine\n");
    expect(await start(["--missing", "--yes"]).code).toBe(0);
    expect(Object.keys(readWritten())).toEqual(["acme_a", "acme_b", "acme_c"]);
    expect(readFileSync(out, "utf8")).toMatch(/^# ours\n/);
    const { code, printed } = start(["--missing", "--yes"]);
    expect(await code).toBe(0);
    expect(printed).toEqual(["All of these modules have needs; there is nothing to ask."]);
    expect(model.questions.length).toBe(2);
  });
});

describe("a fault that may pass", () => {
  test.each([
    ["429 with a time", { status: 429, headers: { "retry-after": "43" } }, 43],
    ["429 without", { status: 429 }, 1],
    ["500", { status: 500 }, 1],
    ["503 with a time", { status: 503, headers: { "retry-after": "7" } }, 7],
    ["a connection that ends within the answer", "hang-up" as const, 1],
  ])("is tried again after %s", async (_, fault, seconds) => {
    model.answerNext(fault);
    const { code, waits, notices } = start(["--modules", "acme_a", "--yes"]);
    expect(await code).toBe(0);
    expect(waits).toEqual([seconds]);
    expect(notices.length).toBe(1);
    expect(readWritten()).toEqual({ acme_a: GOOD_NEEDS });
  });

  test("and does not ends the run, with what was written kept", async () => {
    const good = { content: JSON.stringify(GOOD_NEEDS) };
    model.answerNext(good, ...Array.from({ length: RETRY_LIMIT + 1 }, () => ({ status: 500 })));
    const { code, waits } = start(["--missing", "--yes"]);
    expect(await awaitOperatorError(code)).toMatchObject({ code: "model_unreachable" });
    expect(waits).toEqual([1, 2, 4, 8]);
    expect(readWritten()).toEqual({ acme_a: GOOD_NEEDS });
    expect(await start(["--missing", "--yes"]).code).toBe(0);
    expect(Object.keys(readWritten())).toEqual(["acme_a", "acme_b", "acme_c"]);
  });
});

describe("a bad answer", () => {
  test.each([
    ["prose", { content: "I cannot help with that." }],
    ["half of a list", { content: '["chase unpaid bills", "remi' }],
    ["half of a document", { status: 200, body: '{"choices": [{"message": {"cont' }],
    ["another document", { status: 200, body: '{"choices": [{"message": {"content": 7}}]}' }],
    ["a page", { status: 200, body: "<html></html>" }],
    ["too much", { status: 200, body: "x".repeat(2 * 1024 * 1024) }],
    ["that the question is too long", { status: 413 }],
  ])("of %s costs one notice, and the module is left for the next run", async (_, bad) => {
    model.answerNext(bad);
    const { code, notices, printed } = start(["--missing", "--yes"]);
    expect(await code).toBe(1);
    expect(notices).toEqual([expect.stringMatching(/^acme_a: .*; it is left for the next run$/)]);
    expect(printed.at(-1)).toContain("Left for the next run: 1.");
    expect(Object.keys(readWritten())).toEqual(["acme_b", "acme_c"]);
    expect(await start(["--missing", "--yes"]).code).toBe(0);
    expect(Object.keys(readWritten())).toEqual(["acme_a", "acme_b", "acme_c"]);
  });

  test("to question after question ends the run", async () => {
    const names = Array.from({ length: 12 }, (_, at) => `acme_${at}`);
    const own = makeTemporaryFolder();
    const modules = names.map((name) => [name, { "__manifest__.py": "{'name': 'Own'}" }] as const);
    (await openParsedModules(own, Object.fromEntries(modules))).close();
    model.answerNext(...names.map(() => ({ content: "no" })));
    const { code, notices } = start(["--missing", "--yes", "--snapshot", own]);
    expect(await awaitOperatorError(code)).toMatchObject({ code: "model_unusable" });
    expect(notices.length).toBe(10);
    expect(model.questions.length).toBe(10);
  });

  test("in one language leaves the whole module", async () => {
    model.answerNext({ content: '["one", "two"]' }, { content: "nein" });
    const words = ["--modules", "acme_a", "--languages", "en,de", "--yes"];
    expect(await start(words).code).toBe(1);
    expect(readWritten()).toEqual({});
  });
});

describe("a refusal", () => {
  test.each([
    [401, "model_refused", "set MODULE_LOOKUP_NEEDS_KEY"],
    [403, "model_refused", "set MODULE_LOOKUP_NEEDS_KEY"],
    [404, "model_unusable", "check --endpoint and --model"],
    [302, "model_unusable", "check --endpoint and --model"],
  ])("with status %s ends the run at once, without the key in a message", async (...row) => {
    const [status, code, remedy] = row;
    model.answerNext({ status, body: KEY, headers: { location: "http://127.0.0.1:1/" } });
    const error = await awaitOperatorError(start(["--missing", "--yes"]).code);
    expect(error.code).toBe(code);
    expect(error.message).toContain(remedy);
    expect(error.message).not.toContain(KEY);
    expect(model.seen.length).toBe(1);
  });
});

test("a run that is stopped ends at once and keeps what it wrote", async () => {
  const controller = new AbortController();
  const good = { content: JSON.stringify(GOOD_NEEDS) };
  const reason = new Error("stopped");
  model.answerNext(good, { status: 500 });
  const run = start(["--missing", "--yes"], controller.signal);
  // The first notice is of the second module.
  run.notices.push = () => {
    controller.abort(reason);
    return 1;
  };
  await expect(run.code).rejects.toBe(reason);
  expect(readWritten()).toEqual({ acme_a: GOOD_NEEDS });
  expect(model.questions.length).toBe(2);
});
