// Pages of modules that try to be more than text.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeHostileSnapshot } from "./hostile-modules.js";
import { listAddresses, listElements } from "./page-markup.js";
import { decodeText, sendRequest } from "../../support/raw-http.js";
import { serveForFile } from "../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const root = makeTemporaryFolder();

const out = join(root, "hostile");
await writeHostileSnapshot(out);
const service = await serveForFile(out);

async function read(target: string): Promise<string> {
  return decodeText(await sendRequest(service.port, { target, headers: { Accept: "text/html" } }));
}

describe("what hostile modules say", () => {
  test.each([
    "/",
    "/?q=hostile",
    "/?platform_version=17.0&q=%22%3E%3Cscript%3E",
    "/module/hostile_markdown",
    "/module/hostile_rst/17.0",
    "/module/hostile_rst/diff/16.0/17.0",
    "/module/%3Cscript%3E",
    "/repo/sales",
    "/changes",
    "/diagnostics?code=%22%3E%3Cscript%3E",
  ])("stays text: %s", async (target) => {
    const markup = await read(target);
    const elements = listElements(markup);
    const scripts = elements.filter(({ tagName }) => tagName === "script");
    for (const { properties = {}, children = [] } of scripts) {
      const [data] = children;
      if (properties["type"] === "application/ld+json" && data?.type === "text")
        expect(JSON.parse(data.value ?? "")).toHaveProperty("@type", "SoftwareSourceCode");
      else expect([properties["type"], children]).toEqual(["module", []]);
    }
    // The style of the page itself, which its policy allows.
    expect(elements.filter(({ tagName }) => tagName === "style")).toHaveLength(1);
    const rare = elements.filter(
      ({ tagName = "", properties = {} }) =>
        ["iframe", "math", "input"].includes(tagName) &&
        !["radio", "checkbox"].includes(String(properties["type"])),
    );
    expect(rare.length).toBeLessThan(2);
    for (const { properties = {} } of elements) {
      for (const name of Object.keys(properties)) expect(name).not.toMatch(/^on|^style$/i);
    }
    for (const [tag, address] of listAddresses(markup)) {
      expect(address).toMatch(tag === "a" ? /^(?:[/#]|https?:|mailto:)/ : /^(?:#end$|\/(?!\/))/);
    }
  });

  test("came, went and is another version", async () => {
    const page = await read("/changes");
    expect(page).toMatch(/New<\/dt>\s*<dd>2<[^]*Updated<\/dt>\s*<dd>1<[^]*Gone<\/dt>\s*<dd>1</);
    expect(page).toContain('href="/module/hostile_markdown/17.0?org=acme&amp;repo=sales"');
    expect(page).not.toContain('href="/module/hostile_gone');
  });

  test("cannot leave the line of a shell", async () => {
    const page = await read("/module/hostile_markdown");
    const packages = [...page.matchAll(/pip install ([^<"]*)/g)].map((match) => match[1]);
    expect([...new Set(packages)]).toEqual([
      "x",
      "-r odoo/requirements.txt -e ./odoo",
      "&#39;odoo-addon-hostile_markdown&gt;=17.0dev,&lt;17.1dev&#39;",
    ]);
    // No package has such a name, and apt would take the first for options.
    expect(page).not.toContain("apt-get");
    expect(page).toContain("-rf, a b");
  });
});
