// The answers that README shows are those of the demo: every request with a block after it is sent. JSON
// must be part of the answer, text the whole of it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "./house/source-tree.js";
import { startService, type RunningService } from "./support/running-service.js";
import { createFixtureSnapshot, type FixtureSnapshot } from "./support/fixture-snapshot.js";

const readme = readFileSync(path.join(ROOT, "README.md"), "utf8");
const drawings = [...readme.matchAll(/```\nGET (\S+)\n```\n```text\n([\s\S]*?)```/g)].map(
  ([, address = "", answer = ""]) => ({ address, answer }),
);
const examples = [...readme.matchAll(/```\nGET (\S+)\n```\n```json\n([\s\S]*?)```/g)].map(
  ([, address = "", answer = ""]) => ({ address, answer: JSON.parse(answer) as object }),
);

describe("README.md", () => {
  let snapshot: FixtureSnapshot;
  let service: RunningService;

  beforeAll(async () => {
    snapshot = await createFixtureSnapshot();
    service = await startService(snapshot.out);
  });
  afterAll(async () => {
    await service.stop();
    await snapshot.cleanup();
  });

  test("shows an answer of each route and an error", () => {
    expect(examples.length).toBe(23);
    expect(drawings.length).toBe(1);
  });

  test.each(examples)("$address", async ({ address, answer }) => {
    const response = await fetch(new URL(address, service.base));
    expect(await response.json()).toMatchObject(answer);
  });

  test.each(drawings)("$address", async ({ address, answer }) => {
    const response = await fetch(new URL(address, service.base));
    expect((await response.text()).trim()).toBe(answer.trim());
  });
});
