// README and docs: every request with a block after it is sent to the demo (JSON must be part of
// the answer, text the whole of it), every address is asked, every command line has an existing
// command and options, and the shipped sources file is valid.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseSources } from "../builder/source/sources-file.js";
import { ROUTES } from "../server/routes/routes.js";
import { COMMANDS } from "../cli/commands.js";
import { ROOT } from "../docs/tools/project-root.js";
import { serveSharedSnapshot } from "./support/shared-snapshot.js";

const SOURCES = "examples/oca.json";

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(path.join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
].map((name) => ({ name, text: readDocument(name) }));

const drawings = findAll(/```\nGET (\S+)\n```\n```text\n([\s\S]*?)```/g);
const examples = findAll(/```\nGET (\S+)\n```\n```json\n([\s\S]*?)```/g);
const addresses = findAll(/^curl 'http:\/\/127\.0\.0\.1:8080(\/[^']*)'$/gm);
const commands = findAll(/^(?:npx --no-install )?module-lookup ([a-z].*)$/gm);

const service = await serveSharedSnapshot();

describe("README.md and docs/", () => {
  test("show answers, drawings, addresses and commands", () => {
    const inReadme = examples.filter(({ name }) => name === "README.md");
    expect(inReadme).not.toEqual([]);
    expect(examples.length).toBeGreaterThan(30);
    expect(drawings).not.toEqual([]);
    expect(addresses).not.toEqual([]);
    expect(commands).not.toEqual([]);
  });

  const kinds = ROUTES.map((route) => route.path).filter((one) =>
    /^\/v1\/(?:registry|javascript)\b/.test(one),
  );

  test.each(kinds)("show an example of %s", (route) => {
    const form = new RegExp(`^${route.replaceAll(/\{\w+\}/g, "[^/?]+")}(?:\\?|$)`);
    expect(examples.filter(({ first }) => form.test(first))).not.toEqual([]);
  });

  test.each(examples)("$name: $first", async ({ first, second }) => {
    const response = await fetch(new URL(first, service.base));
    expect(await response.json()).toMatchObject(JSON.parse(second) as object);
  });

  test.each(drawings)("$name: $first", async ({ first, second }) => {
    const response = await fetch(new URL(first, service.base));
    expect((await response.text()).trim()).toBe(second.trim());
  });

  test.each(addresses)("$name: $first is answered", async ({ first }) => {
    const response = await fetch(new URL(first, service.base));
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  });
});

test.each(commands)("$name: the command $first is one", async ({ first }) => {
  const [name = "", ...words] = first.split(/\s+/);
  const settings = await COMMANDS[name]?.loadSettings();
  expect(Object.keys(settings ?? {})).not.toEqual([]);
  const options = words.filter((word) => word.startsWith("--")).map((word) => word.slice(2));
  expect(options.filter((option) => settings?.[option] === undefined)).toEqual([]);
});

test("README shows the sources file that is shipped", () => {
  const text = readDocument(SOURCES);
  expect(parseSources(text, SOURCES)).toMatchObject([
    { organization: "odoo", branches: ["18.0", "19.0"], withoutHistory: true },
    { organization: "OCA", host: { address: "https://github.com" }, branches: ["18.0", "19.0"] },
  ]);
  expect(readDocument("README.md")).toContain(`\`\`\`json\n${text}\`\`\``);
});

function readDocument(name: string): string {
  return readFileSync(path.join(ROOT, name), "utf8");
}

/** Groups of an expression's matches, with their document. */
function findAll(pattern: RegExp): readonly { name: string; first: string; second: string }[] {
  return documents.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)].map(([, first = "", second = ""]) => ({ name, first, second })),
  );
}
