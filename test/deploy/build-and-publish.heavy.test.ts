// The script of a schedule, unchanged: builds, compares with the published snapshot, publishes or
// not.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../docs/tools/project-root.js";
import { makeKeyPair } from "../support/shipping.js";
import { makeSmallSources, type SmallSources } from "../support/small-sources.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";
import type { Source } from "../../builder/source/source.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);
const SCRIPT = path.join(ROOT, "deploy", "build-and-publish.sh");
const PROGRAM = `${process.execPath} ${fileURLToPath(new URL("../../cli/main.js", import.meta.url))}`;

let small: SmallSources;

beforeAll(() => {
  small = makeSmallSources(root);
});

interface Schedule {
  /** Runs the script with these sources. */
  run(
    sources: readonly Source[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<{ readonly code: number | null; readonly output: string }>;
  /** The id of what is published. */
  readPublished(): string;
  /** The current release. */
  readCurrent(): unknown;
}

function createSchedule(): Schedule {
  const folder = nextFolder();
  mkdirSync(folder);
  const place = path.join(folder, "place");
  return {
    run(sources, environment = {}) {
      const file = path.join(folder, "sources.json");
      const rows = sources.map(({ organization, repository, url, mirror }) => ({
        organization,
        repository,
        url,
        mirror,
      }));
      writeFileSync(file, JSON.stringify({ sources: rows }));
      const env = {
        PATH: process.env["PATH"],
        PROGRAM,
        SOURCES: file,
        PLACE: place,
        WORK: path.join(folder, "work"),
        MODULE_LOOKUP_EMBEDDER: "none",
        MODULE_LOOKUP_INSECURE: "yes",
        ...environment,
      };
      return new Promise((resolve) => {
        const child = execFile("sh", [SCRIPT], { env }, (_, stdout, stderr) =>
          resolve({ code: child.exitCode, output: stdout + stderr }),
        );
      });
    },
    readCurrent: () =>
      JSON.parse(readFileSync(path.join(place, "current.json"), "utf8")) as unknown,
    readPublished() {
      const text = readFileSync(path.join(place, "current.json"), "utf8");
      return /([0-9a-f]{32})\.tar\.gz/.exec(text)?.[1] ?? "";
    },
  };
}

describe("the script of a schedule", () => {
  test("publishes what is new, and not what lost too much", async () => {
    const schedule = createSchedule();
    const whole = [small.sales, small.stock];
    expect(await schedule.run([small.stock])).toMatchObject({ code: 1 });
    expect(await schedule.run([small.stock], { FIRST: "yes" })).toMatchObject({ code: 0 });
    const first = schedule.readPublished();
    expect((await schedule.run(whole)).code).toBe(0);
    const second = schedule.readPublished();
    expect(second).not.toBe(first);
    const refused = await schedule.run([small.stock]);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("2 of 3 entries were removed, 66.7%");
    expect(schedule.readPublished()).toBe(second);
    // Nor when nothing can be read.
    expect((await schedule.run([small.missing])).code).toBe(1);
    expect(schedule.readPublished()).toBe(second);
    expect((await schedule.run([small.stock], { MAX_REMOVED: "70%" })).code).toBe(0);
    expect(schedule.readPublished()).toBe(first);
  });

  test("signs, in a step that needs neither sources nor the place", async () => {
    const schedule = createSchedule();
    const { privateKey, publicKey } = makeKeyPair();
    const [sign, key] = [`${nextFolder()}.key`, `${nextFolder()}.pem`];
    writeFileSync(sign, privateKey.export({ type: "pkcs8", format: "pem" }));
    writeFileSync(key, publicKey.export({ type: "spki", format: "pem" }));
    const secure = { MODULE_LOOKUP_INSECURE: "" };
    for (const [FIRST, sources] of [
      ["yes", [small.stock]],
      ["no", [small.stock, small.sales]],
    ] as const) {
      const steps: readonly Readonly<Record<string, string>>[] = [
        { STEPS: "fetch", KEY: key, SOURCES: "" },
        { STEPS: "build", PLACE: "" },
        { STEPS: "sign", SIGN: sign, SOURCES: "", PLACE: "" },
        { STEPS: "publish", SOURCES: "" },
      ];
      for (const step of steps) {
        const { code, output } = await schedule.run(sources, { ...secure, FIRST, ...step });
        expect([step["STEPS"], code, code === 0 ? "" : output]).toEqual([step["STEPS"], 0, ""]);
      }
    }
    expect(schedule.readCurrent()).toMatchObject({
      statement: expect.stringContaining('"channel": "main"'),
      signatures: [{ signature: expect.any(String) }],
    });
    const refused = await schedule.run([small.stock], { ...secure, STEPS: "fetch" });
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.output).toContain("--key is missing");
    const unsigned = await schedule.run([small.stock], { ...secure, STEPS: "sign" });
    expect(unsigned).toMatchObject({ code: 1 });
    expect((await schedule.run([small.stock], { STEPS: "steal" })).code).toBe(2);
  });

  test("wants to know where to", async () => {
    const { code, output } = await createSchedule().run([small.stock], { PLACE: "" });
    expect(code).not.toBe(0);
    expect(output).toContain("say where to publish");
  });
});
