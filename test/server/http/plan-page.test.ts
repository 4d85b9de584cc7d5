// The page of plans over a real socket: what is pasted, what it comes to, and what is said of it.

import { describe, expect, test } from "vitest";

import { readLinks, readNotices, readTables, readTexts } from "./page-markup.js";
import { decodeText, sendRequest } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

async function readPage(query: Readonly<Record<string, string>>): Promise<string> {
  const target = `/plan?${new URLSearchParams(query)}`;
  const answer = await sendRequest(service.port, { target, headers: { Accept: "text/html" } });
  expect(answer.status).toBe(200);
  return decodeText(answer);
}

function send(path: string, init: RequestInit): Promise<Response> {
  return fetch(`http://127.0.0.1:${service.port}${path}`, { method: "POST", ...init });
}

describe("/plan", () => {
  test("has a form and no plan before something is asked", async () => {
    const page = await readPage({});
    expect(page).toMatch(/<a href="\/plan"\s+aria-current="page">Plan<\/a>/);
    expect(page).toMatch(/<option value="17\.0"\s*>/);
    expect(page).not.toContain('id="verdict"');
    expect(page).not.toContain("Enter at least one module.");
    expect(await readPage({ text: "" })).toContain("Enter at least one module.");
  });

  test("says because of which modules each is there, also of those that install themselves", async () => {
    const page = await readPage({
      modules: "rental_deposit,fleet_logbook",
      platform_version: "17",
    });
    expect(readTables(page).get("Modules that come with them")).toContainEqual(
      expect.stringMatching(/rental_fleet \| auto-install \| rental_deposit, fleet_logbook \|/),
    );
    expect(page).toContain('data-head="Needed or triggered by"');
  });

  test("takes 17 for 17.0, also where it leads to the upgrade from the version before", async () => {
    const modules = "rental_core";
    const links = async (platform_version: string) =>
      readLinks(await readPage({ modules, platform_version })).map(({ href }) => href);
    expect(await links("17")).toEqual(await links("17.0"));
    expect(await readPage({ modules, platform_version: "17" })).toContain("for Odoo 17.0");
  });

  test("shows what an update changes against a former plan in the address", async () => {
    const modules = "rental_deposit";
    const page = await readPage({ modules });
    const link = readLinks(page).find(({ text }) => text.includes("update"));
    const query = String(link?.href).replace("/plan?", "");
    const { lock = "", ...question } = Object.fromEntries(new URLSearchParams(query));
    const none = await readPage({ ...question, lock });
    expect(readNotices(none)).toContainEqual(expect.stringMatching(/^An update changes nothing/));
    const former = lock.replace(/(harbor-works\/retail)@\w+/, "$1@0000000");
    const tables = readTables(await readPage({ ...question, lock: former }));
    expect(tables.get("An update changes")).toContainEqual(
      expect.stringMatching(
        /^rental_deposit \| commit \| .* \| the earlier commit is not on this branch \| /,
      ),
    );
    expect(tables.get("Repositories with new commits")).toEqual([
      expect.stringMatching(/^harbor-works\/retail \| 0000000 \| [0-9a-f]{12}$/),
    ]);
  });

  test("shows what a list comes to, that first which was asked for, with what is missing", async () => {
    const page = await readPage({ modules: "rental_deposit,fleet_logbook,rental_cor,sale_amazon" });
    const tables = readTables(page);
    expect([...tables.keys()].slice(0, 3)).toEqual([
      "Missing",
      "Modules asked for",
      "Modules that come with them",
    ]);
    expect(tables.get("Modules asked for")).toEqual([
      expect.stringMatching(/fleet_logbook \| asked for \| /),
      expect.stringMatching(/rental_deposit \| asked for \| /),
    ]);
    expect(tables.get("Modules that come with them")).toContainEqual(
      expect.stringMatching(/rental_fleet \| auto-install \| rental_deposit, fleet_logbook \| /),
    );
    expect(tables.get("Modules of Odoo")).toEqual([
      expect.stringMatching(/base \| dependency \| /),
      expect.stringMatching(/web \| dependency \| /),
      expect.stringMatching(/mail \| dependency \| fleet_logbook, rental_core \| /),
    ]);
    expect(tables.get("Missing")).toEqual([
      "rental_cor | in no indexed repository | rental_core |  | yes | Not in this index: correct the name, or ask the operator to add its repository",
      "sale_amazon | not indexed |  | Odoo Enterprise | yes | ",
    ]);
    expect(page).toMatch(
      /Cannot be installed<[^]*rental_cor \(near: rental_core\) is in no indexed repository; sale_amazon is not indexed\. The plan has /,
    );
    expect(page).toContain("git clone --branch 17.0 --depth 1 ");
    expect(tables.get("Python packages")).toEqual(["html2text | any | mail"]);
    expect(page).toMatch(/href="\/v1\/plan\?[^"]*format=json"/);
  });

  test("says that it can be installed, and what else there is to look at", async () => {
    const page = await readPage({ modules: "rental_deposit", min_status: "mature" });
    expect(page).toContain(">Installable<");
    expect(readTables(page).get("Below the required status")).toContainEqual(
      expect.stringMatching(/^rental_deposit \| /),
    );
    const without = await readPage({ modules: "rental_deposit", repositories: "no/such" });
    expect(readNotices(without).join("\n")).toMatch(
      /addons path or preferred, are not indexed: no\/such/,
    );
  });

  test("of several repositories leads to the other", async () => {
    const query = { modules: "delivery_window", platform_version: "16.0" };
    const [row = ""] =
      readTables(await readPage(query)).get("Modules in several repositories") ?? [];
    const [, taken = "", , other = ""] = row.split(" | ");
    const page = await readPage(query);
    const [, address = ""] = /href="(\/plan\?[^"]*prefer=[^"]*)"/.exec(page) ?? [];
    const preferring = Object.fromEntries(
      new URLSearchParams(address.replaceAll("&amp;", "&").split("?")[1]),
    );
    expect(other).toBe(preferring["prefer"]);
    const [next = ""] =
      readTables(await readPage(preferring)).get("Modules in several repositories") ?? [];
    expect(next).toMatch(
      new RegExp(`^delivery_window \\| ${preferring["prefer"]} \\| preferred \\| ${taken}$`),
    );
  });

  test("keeps what was asked, in the form and in an address without the paste", async () => {
    const page = await readPage({
      text: "rental_deposit\nfleet_logbook",
      platform_version: "17.0",
      exclude: "rental_fleet",
      auto_install: "0",
      prefer: "northwind-addons",
    });
    expect(page).toContain(
      'href="/plan?platform_version=17.0&amp;modules=rental_deposit,fleet_logbook&amp;exclude=rental_fleet&amp;prefer=northwind-addons&amp;auto_install=0"',
    );
    expect(page).toMatch(/value="0"\s+checked/);
    expect(page).toContain('value="rental_fleet"');
    expect(readTexts(page, "textarea")).toEqual(["rental_deposit\nfleet_logbook"]);
  });

  test.each([
    [
      "odoo-addon-rental_deposit>=16.0,<16.1\nlxml\n",
      /^Read as requirements\.txt: 1 module, Odoo version 16\.0\. 1 × Python package that is not a module: lxml$/,
      /1 modules? at 16\.0|modules at 16\.0/,
    ],
    [
      "name,state\nrental_deposit,installed\ngift_card,uninstalled\n",
      /^Read as CSV: 1 module\. 1 × not installed, says its state: gift_card$/,
      /rental_deposit/,
    ],
    [
      "./retail:\n  remotes:\n    origin: https://git.example.org/harbor-works/retail.git\n  merges:\n    - origin 17.0\n",
      /^Read as YAML: 0 modules, 1 repository, Odoo version 17\.0\. No names of modules were found/,
      /value="harbor-works\/retail"/,
    ],
    [
      "<script>alert(1)</script>",
      /^Read as HTML or XML: 0 modules\. No names of modules were found/,
      /&lt;script&gt;/,
    ],
  ])("reads %j", async (text, notice, content) => {
    const page = await readPage({ text });
    expect(readNotices(page)[0]).toMatch(notice);
    expect(page).toMatch(content);
  });

  test("takes a list by POST that is too long for an address", async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => `module_${at},uninstalled`);
    const body = new FormData();
    body.append("text", ["name,state", "rental_deposit,installed", ...rows].join("\n"));
    body.append("platform_version", "17.0");
    const answer = await send("/plan", { body });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const page = await answer.text();
    expect(readNotices(page)[0]).toMatch(/^Read as CSV: 1 module\. 5000 × not installed/);
    expect(page).toContain('href="/plan?platform_version=17.0&amp;modules=rental_deposit"');
    expect(page.length).toBeLessThan(100_000);
    const headers = { "Content-Type": "multipart/form-data; boundary=x" };
    expect((await send("/plan", { body: "none", headers })).status).toBe(400);
    expect((await send("/plan", { body: "x".repeat(5_000_000), headers })).status).toBe(413);
    expect((await send("/", { body })).status).toBe(405);
  });

  test("says nothing of a list of names alone, which the line above the answer names", async () => {
    const page = await readPage({ text: "__proto__ constructor" });
    expect(page).not.toContain("Read as");
    expect(page).toMatch(/<summary><span>2 modules: <code>__proto__, constructor<\/code>/);
    expect(page).toMatch(/<code>__proto__<\/code>/);
  });

  test("keeps the platform version and the addons path that a paste said", async () => {
    const text =
      "./retail:\n  remotes:\n    origin: https://git.example.org/harbor-works/retail.git\n  target: origin 16.0\n";
    const page = await readPage({ text });
    expect(page).toMatch(/<option value="16\.0"\s+selected>/);
    expect(page).toContain('value="harbor-works/retail"');
  });

  test("says what the interface refuses, with the form as it was", async () => {
    const wrong = await readPage({ modules: "rental_core", platform_version: "3.0" });
    expect(wrong).toMatch(/role="alert"[^]*There is no module at the Odoo version/);
    expect(wrong).toMatch(/<option value="3\.0"\s+selected>/);
    const names = Array.from({ length: 501 }, (_, at) => `m${at}`).join(",");
    expect(await readPage({ modules: names })).toMatch(/role="alert"[^]*at most 500 values/);
    expect(await readPage({ modules: "a", min_status: "no" })).toMatch(/role="alert"/);
  });

  test("says of a paste that does not fit that it is too long", async () => {
    const target = `/plan?text=${"a".repeat(20_000)}`;
    const { status } = await sendRequest(service.port, { target });
    expect(status).toBe(414);
  });
});
