// The first page: what is new at the newest version, however much else was updated after it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishSnapshot } from "../../../builder/assemble/publish.js";
import { createContents, createRecord } from "../../support/module-records.js";
import { decodeText, sendRequest } from "../../support/raw-http.js";
import { startService, type RunningService } from "../../support/running-service.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const at = (platform_version: string, technical_name: string, changed: string, updated = changed) =>
  createRecord({
    technical_name,
    name: technical_name,
    platform_version,
    update_date: `${updated} 00:00:00`,
    last_code_change: `${changed} 00:00:00`,
  });

/** More than one question tells, all of them updated after what is new. */
const OLD = Array.from({ length: 150 }, (_, number) => `old_${number}`);

let service: RunningService;

beforeAll(async () => {
  const records = [
    ...OLD.flatMap((name) => [at("16.0", name, "2023-01-01"), at("17.0", name, "2024-06-01")]),
    // A hundred that only translators touched since.
    ...Array.from({ length: 120 }, (_, number) =>
      at("17.0", `still_${number}`, "2023-02-01", "2024-05-01"),
    ),
    at("17.0", "new_later", "2024-03-02", "2024-03-02"),
    at("17.0", "new_first", "2024-03-01", "2024-04-30"),
    { ...at("17.0", "new_off", "2024-03-05"), installable: false },
  ];
  const options = { out: makeTemporaryFolder(), program: "0.0.0-test" };
  await publishSnapshot(createContents(records), options);
  service = await startService(options.out);
});

afterAll(() => service.stop());

test("shows what is at no older version, the newest change of code first", async () => {
  const headers = { Accept: "text/html" };
  const page = decodeText(await sendRequest(service.port, { target: "/", headers }));
  const [, shelf = ""] = /<h2>New at 17\.0<\/h2>([\s\S]*?)<\/section>/.exec(page) ?? [];
  const names = [...shelf.matchAll(/<code class="hint">([^<]*)</g)].map(([, name]) => name);
  expect(names.slice(0, 2)).toEqual(["new_later", "new_first"]);
  expect(names).toHaveLength(6);
  expect(names.slice(2).every((name) => name?.startsWith("still_"))).toBe(true);
});
