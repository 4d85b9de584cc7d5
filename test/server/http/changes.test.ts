// Changes over a socket: between two snapshots of a folder, as JSON and as a feed, and where there is
// nothing to compare with.

import { utimesSync, truncateSync } from "node:fs";
import { join } from "node:path";

import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, test } from "vitest";

import { publishSnapshot } from "../../../builder/assemble/publish.js";
import { ENTRY_FILE, SECTIONS_FILE } from "../../../data/snapshot/format.js";
import type { Json } from "../../support/interface-fields.js";
import { createContents, createRecord } from "../../support/module-records.js";
import { decodeJson, decodeText, sendRequest } from "../../support/raw-http.js";
import { startService, type RunningService } from "../../support/running-service.js";
import { serveForFile } from "../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { makeWritable } from "../../support/make-writable.js";
import { testLong } from "../../support/properties.js";

const HOSTILE = "<b>&\"']]>\u0000\u0001模块";

async function publish(out: string, ...names: readonly string[]): Promise<string> {
  const records = names.map((technical_name) =>
    createRecord({ technical_name, name: HOSTILE, platform_version: "17.0" }),
  );
  const options = { out, program: "0.0.0-test" };
  return (await publishSnapshot(createContents(records), options)).folder;
}

const out = makeTemporaryFolder();
// A time that differs from the next one on every file system.
utimesSync(join(await publish(out, "gone", "stays"), ENTRY_FILE), 1_000, 1_000);
await publish(out, "stays", "came");
const service = await serveForFile(out);

async function readChanges(from: RunningService, query = ""): Promise<Json> {
  return decodeJson(await sendRequest(from.port, { target: `/v1/changes${query}` })) as Json;
}

describe("GET /v1/changes", () => {
  test("compares with the snapshot before", async () => {
    const body = await readChanges(service);
    expect(body).toMatchObject({
      snapshot: service.live.entry.id,
      reason: null,
      counts: { added: 1, removed: 1, updated: 0 },
      changes: [
        { change: "added", technical_name: "came" },
        { change: "removed", technical_name: "gone" },
      ],
    });
    expect(body["previous"]).toMatch(/^[0-9a-f]{32}$/);
    expect(await readChanges(service, "?limit=1&offset=1")).toMatchObject({
      changes: [{ technical_name: "gone" }],
    });
    expect(await readChanges(service, "?platform_version=16.0")).toMatchObject({ changes: [] });
  });

  test("says so when there is none, and when it cannot be read", async () => {
    const alone = makeTemporaryFolder();
    await publish(alone, "stays");
    const first = await startService(alone);
    expect(await readChanges(first)).toMatchObject({
      previous: null,
      reason: "This is the first snapshot of the index: there is nothing to compare it with.",
      changes: [],
    });
    await first.stop();
    const damaged = makeTemporaryFolder();
    const old = await publish(damaged, "gone");
    makeWritable(old);
    truncateSync(join(old, SECTIONS_FILE), 10);
    await publish(damaged, "stays");
    const second = await startService(damaged);
    expect(await readChanges(second)).toMatchObject({
      previous: null,
      reason: "The older snapshot cannot be read.",
    });
    await second.stop();
  });

  test("a newer snapshot beside this one is not the one before", async () => {
    const folder = makeTemporaryFolder();
    const old = await publish(folder, "stays");
    utimesSync(join(old, ENTRY_FILE), 1_000, 1_000);
    await publish(folder, "came");
    const served = await startService(old);
    expect(await readChanges(served)).toMatchObject({ previous: null });
    await served.stop();
  });

  test("is asked anew after a change of snapshot", async () => {
    const folder = makeTemporaryFolder();
    utimesSync(join(await publish(folder, "a"), ENTRY_FILE), 1_000, 1_000);
    const changing = await startService(folder);
    expect(await readChanges(changing)).toMatchObject({ previous: null });
    const before = changing.live.entry.id;
    await publish(folder, "b");
    await changing.live.refresh();
    expect(await readChanges(changing)).toMatchObject({
      previous: before,
      counts: { added: 1, removed: 1, updated: 0 },
    });
    await changing.stop();
  });
});

testLong("the page has all changes, whatever their kind", async () => {
  const folder = makeTemporaryFolder();
  utimesSync(join(await publish(folder, "z_gone"), ENTRY_FILE), 1_000, 1_000);
  await publish(folder, ...Array.from({ length: 500 }, (_, at) => `came_${at}`));
  const served = await serveForFile(folder);
  const read = async (target: string): Promise<string> =>
    decodeText(await sendRequest(served.port, { target, headers: { Accept: "text/html" } }));
  const page = await read("/changes?platform_version=17");
  expect(page).toMatch(/<dt>New<\/dt>\s*<dd>500<\/dd>[^]*<dt>Gone<\/dt>\s*<dd>1<\/dd>/);
  const [, table = ""] = /name="table" value="(changes[^"]*)"/.exec(page) ?? [];
  const rows = await read(`/changes?platform_version=17&table=${table}&with=came_499`);
  expect(rows.match(/<code>came_\d+<\/code>/g)).toEqual(["<code>came_499</code>"]);
  const file = await read("/changes?platform_version=17&table=changes-removed&as=csv");
  expect(file).toContain("z_gone");
});

describe("GET /v1/changes.atom", () => {
  test("is a well-formed feed, whatever the names are", async () => {
    const answer = await sendRequest(service.port, { target: "/v1/changes.atom" });
    expect(answer.headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
    const text = decodeText(answer);
    expect(XMLValidator.validate(text)).toBe(true);
    const parser = new XMLParser({ ignoreAttributes: false });
    const { feed } = parser.parse(text) as { feed: Json & { entry: readonly Json[] } };
    expect(feed["@_xmlns"]).toBe("http://www.w3.org/2005/Atom");
    expect(feed["updated"]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(feed.entry.map((entry) => entry["title"])).toEqual([
      "New: came 17.0 (acme/sales)",
      "Gone: gone 17.0 (acme/sales)",
    ]);
    expect(new Set(feed.entry.map((entry) => entry["id"])).size).toBe(2);
    expect(text).toContain("&lt;b&gt;&amp;&quot;&#39;]]&gt;模块, version 1.0.0");
    const [, href = ""] = /rel="alternate" [^>]*href="([^"]+)"/.exec(text) ?? [];
    const target = href.replaceAll("&amp;", "&");
    expect((await sendRequest(service.port, { target })).status).toBe(200);
  });
});
