// Resources and prompts, as the SDK's own client lists and asks for them over HTTP and over streams.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROMPTS } from "../../../server/mcp/prompts.js";
import { TOOLS } from "../../../server/mcp/tools.js";
import { connectOverHttp, connectOverStreams, type Agent } from "./mcp-client.js";
import { getSharedSnapshots, serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

describe.each(["HTTP", "streams"])("over %s", (way) => {
  let agent: Agent;

  beforeAll(async () => {
    agent = await (way === "HTTP"
      ? connectOverHttp(service.base)
      : connectOverStreams(getSharedSnapshots()));
  });

  afterAll(() => agent.close());

  test("resources and their templates are listed", async () => {
    const { resources } = await agent.client.listResources();
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resources.map(({ uri }) => uri)).toEqual(["index://repositories"]);
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "repository://{repo_name}",
      "module://{module_name}",
      "module://{module_name}/{platform_version}",
      "module://{module_name}/{platform_version}/{parts}",
    ]);
  });

  test.each([
    ["index://repositories", /- harbor-works\/retail \| \d+ \|/],
    ["repository://retail", /harbor-works: 8\.0: 3, 16\.0: 8/],
    ["module://rental_core", /platform_version: 19\.0/],
    ["module://rental_core/16.0", /platform_version: 16\.0/],
    ["module://rental%5Fcore/16.0/fields", /fields: name Char/],
  ])("%s can be read", async (uri, said) => {
    const { contents } = await agent.client.readResource({ uri });
    expect(contents).toEqual([{ uri, mimeType: "text/plain", text: expect.stringMatching(said) }]);
  });

  test.each([
    ["module://rental_cor", /Near: rental_core\./],
    ["module://rental_core/8.0", /It exists at: 16\.0, 17\.0, 18\.0, 19\.0\./],
    ["module://rental_core/17.0/everything", /parts is not a list of description/],
    ["module://rental_core/17.0/fields/name", /there are index:\/\/repositories, /],
    ["module://", /there are index/],
    ["module://%", /there are index/],
  ])("%s is an error that says what helps", async (uri, said) => {
    await expect(agent.client.readResource({ uri })).rejects.toThrow(said);
  });

  test("prompts are listed with what they need", async () => {
    const { prompts } = await agent.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      "choose_module",
      "plan_migration",
      "extend_model",
    ]);
    expect(prompts[0]?.arguments).toEqual([
      { name: "need", description: expect.any(String), required: true },
      { name: "platform_version", description: expect.any(String), required: true },
    ]);
  });

  test("a prompt is told with its arguments, taken as they are", async () => {
    const given = { modules: "{from} $& rental_core", from: "16.0", to: "17.0" };
    const { messages } = await agent.client.getPrompt({ name: "plan_migration", arguments: given });
    expect(messages).toEqual([
      {
        role: "user",
        content: {
          type: "text",
          text: expect.stringMatching(
            /^Plan the migration of these Odoo modules from 16\.0 to 17\.0: \{from\} \$& rental_core\n/,
          ),
        },
      },
    ]);
  });

  test("what a prompt lacks is an error that names it", async () => {
    const lacking = { name: "plan_migration", arguments: { from: "16.0", to: "" } };
    await expect(agent.client.getPrompt(lacking)).rejects.toThrow(/needs modules, to\./);
    const unknown = { name: "make_coffee", arguments: {} };
    await expect(agent.client.getPrompt(unknown)).rejects.toThrow(/there are choose_module,/);
  });
});

/** Words of arguments. */
const TERMS = new Set(["platform_version", "xml_id"]);

test("prompts name tools that are there", () => {
  const tools = new Set(TOOLS.map(({ name }) => name));
  for (const { text, parameters } of PROMPTS) {
    const named = text.match(/\b[a-z]+_[a-z]+\b/g) ?? [];
    const known = named.filter((name) => !Object.hasOwn(parameters, name));
    expect(known.filter((name) => !tools.has(name) && !TERMS.has(name))).toEqual([]);
    expect(known.length).toBeGreaterThan(2);
  }
});
