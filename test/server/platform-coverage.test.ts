// Whether Odoo itself is indexed: the sentence, and that it stands wherever the index is presented.
import { describe, expect, test } from "vitest";
import { advisePlatform, describePlatform } from "../../server/contract/browser/words.js";
import { getPlatformCoverage } from "../../server/lookup/module/platform-module.js";
import { describeIndex } from "../../server/mcp/service.js";
import { decodeJson, decodeText, sendRequest } from "../support/raw-http.js";
import {
  openSharedLookup,
  openSharedSnapshot,
  serveSharedSnapshot,
} from "../support/shared-snapshot.js";

const { port } = await serveSharedSnapshot();

/** Sentence for the fixtures, which have `base` at the two most requested versions. */
const SENTENCE = describePlatform(getPlatformCoverage(openSharedSnapshot()));

async function read(target: string, Accept = "*/*"): Promise<string> {
  const answer = await sendRequest(port, { target, headers: { Accept, "Accept-Encoding": "br" } });
  return decodeText(answer).replaceAll("&quot;", '"');
}

describe("whether Odoo itself is indexed", () => {
  test.each([
    [["17.0"], ["17.0"], "This index contains Odoo itself at 17.0."],
    [
      ["16.0", "17.0", "18.0"],
      ["17.0"],
      'This index contains Odoo itself at 17.0, not at 16.0, 18.0. To add it, put {"platform": ["18.0"]} in the sources file.',
    ],
    [
      ["16.0", "17.0"],
      [],
      'This index does not contain Odoo itself. To add it, put {"platform": ["17.0"]} in the sources file.',
    ],
  ])("at %j, of which %j are", (platform_versions, platform_indexed, said) => {
    const coverage = { platform_versions, platform_indexed };
    expect(advisePlatform(coverage)).toBe(said);
    expect(said).toContain(describePlatform(coverage));
  });

  test("is said on the home page, to agents, and to those who read llms.txt", async () => {
    expect(SENTENCE).toContain("16.0, 17.0, 18.0, 19.0, not at");
    expect(await read("/", "text/html")).toContain(SENTENCE);
    expect(await read("/llms.txt")).toContain(SENTENCE);
    expect(describeIndex(await openSharedLookup())).toContain(SENTENCE);
  });

  test("is in /v1 for programs, whose number of repositories is that of the home page", async () => {
    const { snapshot } = decodeJson(await sendRequest(port, { target: "/v1" })) as unknown as {
      readonly snapshot: { readonly repositories: number; readonly platform_indexed: string[] };
    };
    expect(snapshot.platform_indexed).toEqual(["16.0", "17.0", "18.0", "19.0"]);
    const home = (await read("/", "text/html")).replaceAll(/\s+/g, " ");
    expect(home).toContain(`modules of ${snapshot.repositories} repositories`);
    expect(home).toContain(
      `Repositories <span class="number">${snapshot.repositories}</span></summary>`,
    );
  });
});
