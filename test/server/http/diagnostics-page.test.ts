// The page of diagnostics over a real socket: counts with meanings, rows with links to the forge, filters, parts.
import { describe, expect, test } from "vitest";
import { publishSnapshot } from "../../../builder/assemble/publish.js";
import { DIAGNOSTICS } from "../../../data/diagnostic-codes.js";
import { listAddresses, readTables } from "./page-markup.js";
import { createContents, createRecord } from "../../support/module-records.js";
import { decodeJson, decodeText, sendRequest } from "../../support/raw-http.js";
import { serveForFile } from "../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const FORGE = { repository: "sales", git: "https://github.com/acme/sales.git" };
const FOLDER = { repository: "private", git: "/srv/mirrors/private.git" };

const rows = Array.from({ length: 130 }, (_, at) => ({
  code: at < 125 ? "manifest_unknown_key" : "code_of_the_future",
  line: at + 1,
  detail: at === 0 ? "<b>sumary</b>" : "",
}));
const contents = createContents(
  [FORGE, FOLDER].map((source) =>
    createRecord({ ...source, organization: "acme", branch: "main", source_path: "crm_ü" }),
  ),
  {
    diagnostics: [FORGE, FOLDER].flatMap(({ repository }) =>
      rows.slice(0, repository === "sales" ? 130 : 1).map((row) => ({
        ...row,
        organization: "acme",
        repository,
        branch: "main",
        platform_version: "17.0",
        path: "crm_ü/__manifest__.py",
      })),
    ),
  },
);
const { folder } = await publishSnapshot(contents, {
  out: makeTemporaryFolder(),
  program: "0.0.0-test",
});
const service = await serveForFile(folder);

async function read(target: string): Promise<string> {
  const answer = await sendRequest(service.port, { target, headers: { Accept: "text/html" } });
  expect([target, answer.status]).toEqual([target, 200]);
  return decodeText(answer);
}

test("says how often there is what, and what that means", async () => {
  expect(await read("/diagnostics")).toContain(DIAGNOSTICS.manifest_unknown_key);
  const codes = readTables(await read("/snapshot")).get("Diagnostics");
  expect(codes).toContain(`manifest_unknown_key | 126 | ${DIAGNOSTICS.manifest_unknown_key}`);
  // A snapshot by a newer program.
  expect(codes).toContainEqual(expect.stringMatching(/^code_of_the_future \| 5\b/));
});

test("takes a repository without its organization", async () => {
  const whole = await read("/diagnostics?repository=acme%2Fprivate");
  const short = await read("/diagnostics?repository=private");
  const number = /Places <span class="number">(\d+)</;
  expect(number.exec(short)?.[1]).toBe("1");
  expect(number.exec(whole)?.[1]).toBe("1");
});

test("leads to each line at the commit that was read, where the forge is known", async () => {
  const page = await read("/diagnostics?repository=acme%2Fsales");
  const links = listAddresses(page).map(([, address]) => address);
  const found = links.find((address) => address.endsWith("#L1")) ?? "";
  expect(found).toMatch(
    /^https:\/\/github\.com\/acme\/sales\/blob\/[0-9a-f]{40}\/crm_%C3%BC\/__manifest__\.py#L1$/,
  );
  expect(page).toContain("&lt;b&gt;sumary&lt;/b&gt;");
  const [row] = decodeJson(
    await sendRequest(service.port, { target: "/v1/diagnostics?repo=private" }),
  ) as unknown as readonly { readonly url: string | null }[];
  expect(row?.url).toBeNull();
  expect(await read("/diagnostics?repository=acme%2Fprivate")).toContain(
    "<code>crm_ü/__manifest__.py:1</code>",
  );
});

describe("the list", () => {
  test("is filtered, sorted and exported as a whole, within the filter", async () => {
    const asked = "/diagnostics?repository=acme%2Fsales";
    expect(await read(asked)).toContain('<h2>Places <span class="number">130</span></h2>');
    const [, name = ""] = /name="table" value="([^"]+)"/.exec(await read(asked)) ?? [];
    const part = await read(`${asked}&table=${name}&with=__manifest__.py:130`);
    expect(part).toContain("__manifest__.py:130</code>");
    expect(part).not.toContain("__manifest__.py:129</code>");
    const file = await read(`${asked}&table=${name}&as=json&by=-where`);
    expect(JSON.parse(file)).toHaveLength(130);
  });

  test("is narrowed down by code and version", async () => {
    const page = await read("/diagnostics?code=code_of_the_future&platform_version=17");
    expect(page).toContain('<h2>Places <span class="number">5</span></h2>');
    expect(await read("/diagnostics?code=python_recovered")).toContain("No diagnostics.");
  });
});

test("every page leads there", async () => {
  const links = listAddresses(await read("/changes")).map(([, address]) => address);
  expect(links).toContain("/diagnostics");
});
