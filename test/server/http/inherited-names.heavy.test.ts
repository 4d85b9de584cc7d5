// Names that every object of JavaScript inherits, such as `__proto__`, as names of everything: each
// page, route, tool and export answers what it answers of modules under ordinary names.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, describe, expect, test } from "vitest";
import {
  INHERITED_NAMES,
  makeNamedSources,
  NAME_PAIRS,
  ORDINARY_NAMES,
  renameToInherited,
} from "./inherited-names.js";
import { startProgram } from "../../support/program.js";
import { decodeText, sendRequest, type RawAnswer } from "../../support/raw-http.js";
import { serveForFile } from "../../support/shared-snapshot.js";
import { build } from "../../support/builds.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const root = makeTemporaryFolder();
const inherited = Reflect.ownKeys(Object.prototype);

async function prepare(name: string, names: readonly string[]): Promise<string> {
  const folder = path.join(root, name);
  mkdirSync(folder);
  const out = path.join(folder, "out");
  await build(makeNamedSources(folder, names), { out });
  return out;
}

const ordinary = await serveForFile(await prepare("ordinary", ORDINARY_NAMES));
const out = await prepare("named", INHERITED_NAMES);
const named = await serveForFile(out);
const program = startProgram(["serve", `--snapshot=${out}`, "--port=0"]);
const listening = await program.waitForOutput(/on http:\/\/127\.0\.0\.1:(\d+)\n/);
const programPort = Number(listening[1]);

afterAll(async () => {
  program.process.kill("SIGTERM");
  expect(await program.ended).toEqual([0, null]);
  expect(program.readFaults()).toBe("");
});

interface Told {
  readonly status: number;
  readonly text: string;
}

interface Asked {
  readonly target: string;
  readonly accept?: string;
  readonly body?: string;
}

async function ask(port: number, { target, accept, body }: Asked): Promise<Told> {
  const headers = {
    Accept: accept ?? "application/json, text/event-stream",
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
  };
  const method = body === undefined ? "GET" : "POST";
  const answer = await sendRequest(port, { method, target, headers, ...(body && { body }) });
  // Ids of commits and snapshots and the colour of a tile depend on the names, and one was written before the other.
  const text = readText(answer).replaceAll(/\b[0-9a-f]{12,64}\b/g, "ID");
  const isVaried =
    /(?<=<updated>)[^<]+|(?<="bytes":)\d+|(?<=Bytes(?:<[^>]*>|[:\s])*)[\d.]+|(?<=hsl\()\d+/g;
  return { status: answer.status, text: text.replaceAll(isVaried, "") };
}

/** A workbook is inflated: its bytes are compressed. */
function readText(answer: RawAnswer): string {
  if (!/spreadsheetml/.test(answer.headers["content-type"] ?? "")) return decodeText(answer);
  const files = unzipSync(answer.bytes);
  return Object.entries(files)
    .map(([name, bytes]) => `${name}\n${strFromU8(bytes)}`)
    .join("\n");
}

function post(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

/** Asks of the inherited name what is also asked of the ordinary one. @returns the status */
async function compare(toQuestion: (name: string) => Asked, pair: readonly [string, string]) {
  const [inheritedName, ordinaryName] = pair;
  const expected = await ask(ordinary.port, toQuestion(ordinaryName));
  const renamed = { ...expected, text: renameToInherited(expected.text) };
  // The program has frozen prototypes, to which such a name cannot be assigned; only `__proto__` changes one that is not.
  for (const port of inheritedName === "__proto__" ? [named.port, programPort] : [programPort]) {
    const told = await ask(port, toQuestion(inheritedName));
    expect({ ...told, asked: toQuestion(inheritedName) }).toEqual({
      ...renamed,
      asked: toQuestion(inheritedName),
    });
  }
  expect(Reflect.ownKeys(Object.prototype)).toEqual(inherited);
  return expected.status;
}

interface Described {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly get: {
          readonly parameters?: readonly {
            readonly name: string;
            readonly in: string;
            readonly schema: { readonly type: string; readonly enum?: readonly string[] };
          }[];
        };
      }
    >
  >;
}

const VALUES: Readonly<Record<string, (name: string) => string>> = {
  platform_version: () => "17.0",
  from: () => "16.0",
  to: () => "17.0",
  xml_id: (name) => `${name}.${name}`,
};

/** Every address of the interface with the name in each place of the path, and as each parameter. */
async function listTargets(): Promise<readonly ((name: string) => string)[]> {
  const { text } = await ask(named.port, { target: "/openapi.json" });
  const { paths } = JSON.parse(text) as Described;
  return Object.entries(paths).flatMap(([template, { get }]) => {
    // Addresses about the process, or with the names themselves.
    if (["/metrics", "/openapi.json", "/healthz"].includes(template)) return [];
    const toPath = (name: string): string =>
      template.replaceAll(/\{(\w+)\}/g, (_, part: string) => (VALUES[part] ?? String)(name));
    const inQuery = (get.parameters ?? []).filter((one) => one.in === "query");
    const required = template.endsWith("/coverage") ? "?from=16.0&to=17.0&" : "?";
    const queries = inQuery.flatMap(({ name: key, schema }) =>
      (schema.enum ?? [undefined]).map(
        (value) => (name: string) => `${key}=${value ?? (VALUES[key] ?? String)(name)}`,
      ),
    );
    return [
      (name: string) => toPath(name) + required,
      ...queries.map((toQuery) => (name: string) => toPath(name) + required + toQuery(name)),
    ];
  });
}

/** Questions for a name: all for `__proto__`, for the others one after the other, so that each question has two names. */
function share<Question>(all: readonly Question[], name: string): readonly Question[] {
  const [first, ...others] = INHERITED_NAMES;
  if (name === first) return all;
  return all.filter((_, at) => others[at % others.length] === name);
}

describe.each(NAME_PAIRS)("%s", (...pair) => {
  test("every route, with it in the path and as every parameter", async () => {
    const all = await listTargets();
    expect(all.length).toBeGreaterThan(240);
    const targets = share(all, pair[0]);
    const found = new Set<string>();
    for (const toTarget of targets) {
      const status = await compare((name) => ({ target: toTarget(name) }), pair);
      if (status === 200) found.add(toTarget(pair[0]).split("?", 1)[0] ?? "");
      expect(status).not.toBe(500);
    }
    // Semantic search has no embedder here, and no problem is called so.
    expect(found.size).toBeGreaterThan(10);
  });

  test.each([
    (name: string) => `/module/${name}`,
    (name: string) => `/module/${name}/17.0`,
    (name: string) => `/module/${name}/16.0`,
    (name: string) => `/module/${name}/diff/16.0/17.0`,
    (name: string) => `/model/${name}`,
    (name: string) => `/view/${name}.${name}`,
    (name: string) => `/repo/${name}`,
    (name: string) => `/?q=${name}`,
    (name: string) => `/?q=${name}&author=${name}&category=${name}&organization=${name}`,
    () => "/changes",
  ])("the page %s", async (toTarget) => {
    const status = await compare((name) => ({ target: toTarget(name), accept: "text/html" }), pair);
    expect([200, 404]).toContain(status);
  });

  test("every tool", async () => {
    const { text } = await ask(named.port, { target: "/mcp", body: post("tools/list", {}) });
    const { result } = JSON.parse(text) as {
      readonly result: {
        readonly tools: readonly {
          readonly name: string;
          readonly inputSchema: { readonly properties: Readonly<Record<string, object>> };
        }[];
      };
    };
    expect(result.tools.length).toBeGreaterThan(3);
    for (const { name: tool, inputSchema } of result.tools) {
      const keys = Object.keys(inputSchema.properties);
      const combined = [keys, ...keys.map((key) => [key]), ["model_name", "field_name"]];
      for (const given of share(combined, pair[0])) {
        const toBody = (name: string): string =>
          post("tools/call", {
            name: tool,
            arguments: Object.fromEntries(
              given.map((key) => [key, (VALUES[key] ?? String)(name)] as const),
            ),
          });
        await compare((name) => ({ target: "/mcp", body: toBody(name) }), pair);
      }
      // The library of the protocol drops an argument called `__proto__`.
      if (pair[0] === "__proto__") continue;
      const toOdd = (name: string): string =>
        post("tools/call", { name: tool, arguments: Object.fromEntries([[name, name]]) });
      await compare((name) => ({ target: "/mcp", body: toOdd(name) }), pair);
    }
    const toUnknown = (name: string): string => post("tools/call", { name, arguments: {} });
    await compare((name) => ({ target: "/mcp", body: toUnknown(name) }), pair);
  });
});
