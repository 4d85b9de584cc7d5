// `module-lookup pack`, `publish` and `pull`, as the program runs them.
import { generateKeyPairSync } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { runPack, runPublish } from "../../../data/ship/main.js";
import { runPull, watchTarget } from "../../../data/ship/pull-command.js";
import { createFolderTarget } from "../../../data/ship/remote/folder-target.js";
import type { CommandContext } from "../../../data/settings/command.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import { runProgram } from "../../support/program.js";
import { createNetwork, makeSnapshot, publishTo, readCurrentId } from "../../support/shipping.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";
import { testLong } from "../../support/properties.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);

function createContext(): CommandContext & { readonly printed: string[] } {
  const printed: string[] = [];
  return {
    printed,
    environment: {},
    version: "0.0.0-test",
    signal: new AbortController().signal,
    print: (line) => void printed.push(line),
    printError: (line) => void printed.push(`error: ${line}`),
  };
}

function makeKeys(): { readonly sign: string; readonly key: string; readonly line: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const folder = nextFolder();
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  writeFileSync(`${folder}.key`, privateKey.export({ type: "pkcs8", format: "pem" }));
  writeFileSync(`${folder}.pub`, pem);
  return { sign: `${folder}.key`, key: `${folder}.pub`, line: pem.split("\n")[1] ?? "" };
}

describe("the commands", () => {
  test("take a snapshot through a folder, signed", async () => {
    const snapshots = nextFolder();
    const id = path.basename(await makeSnapshot(snapshots, "one"));
    const [to, out] = [nextFolder(), nextFolder()];
    const { sign, key, line } = makeKeys();
    const context = createContext();
    await runPublish([`--snapshot=${snapshots}`, `--to=${to}`, `--sign=${sign}`], context);
    await runPull([`--from=${to}`, `--out=${out}`, `--key=${key}`], context);
    await runPull([`--from=${to}`, `--out=${out}`, `--key=${line}`, "--json"], context);
    expect(await readCurrentId(out)).toBe(id);
    expect(context.printed).toEqual([
      expect.stringMatching(`^Published snapshot ${id} to ${to}: \\d+ bytes\\.$`),
      `Snapshot ${id} in ${out}/${id} was pulled and is the current one.`,
      JSON.stringify({ state: "unchanged", id, folder: path.join(out, id), notes: [] }),
    ]);
    const other = makeKeys();
    const refused = runPull([`--from=${to}`, `--out=${out}`, `--key=${other.key}`], context);
    expect((await awaitOperatorError(refused)).code).toBe("signature_wrong");
  });

  test("publish no release that pullers would refuse", async () => {
    const snapshots = [nextFolder(), nextFolder()];
    for (const [at, folder] of snapshots.entries()) await makeSnapshot(folder, `module_${at}`);
    const [to, out] = [nextFolder(), nextFolder()];
    const { sign, key } = makeKeys();
    const context = createContext();
    const publish = (at: number, ...words: readonly string[]): Promise<number> =>
      runPublish(
        [`--snapshot=${snapshots[at]}`, `--to=${to}`, `--sign=${sign}`, ...words],
        context,
      );
    await publish(0, "--sequence=7");
    for (const sequence of [3, 7]) {
      const refused = await awaitOperatorError(publish(1, `--sequence=${sequence}`));
      expect(refused.code).toBe("release_older");
      expect(refused.message).toContain("has release 7 of channel");
    }
    const ahead = Date.now() + 10 * 365 * 86_400_000;
    expect((await awaitOperatorError(publish(1, `--sequence=${ahead}`))).code).toBe(
      "sequence_invalid",
    );
    // Another channel has numbers of its own, and a target of damaged text is put right.
    await publish(1, "--sequence=3", "--channel=other");
    writeFileSync(path.join(to, "current.json"), "{}");
    await publish(0, "--sequence=8");
    await runPull([`--from=${to}`, `--out=${out}`, `--key=${key}`], context);
    await runPublish([`--snapshot=${snapshots[1]}`, `--to=${to}`], context);
    expect(context.printed.at(-1)).toMatch(/^error: The release is not signed/);
  });

  testLong("say which folder has no room while they publish", async () => {
    const [snapshots, to] = [nextFolder(), nextFolder()];
    await makeSnapshot(snapshots, "one");
    const words = ["publish", `--snapshot=${snapshots}`, `--to=${to}`];
    const full = await runProgram(words, { TMPDIR: root }, { limitBlocks: 1 });
    expect(full).toMatchObject({
      code: 1,
      stderr: `module-lookup: The temporary folder ${root} has no room for the snapshot (EFBIG) and is as it was; free space, raise the limit or choose another with TMPDIR.\n`,
    });
    const gone = path.join(root, "gone");
    expect(await runProgram(words, { TMPDIR: gone })).toMatchObject({
      code: 2,
      stderr: `module-lookup: The temporary folder ${gone} cannot be written (ENOENT); choose another with TMPDIR.\n`,
    });
    expect(readdirSync(root).filter((name) => name.startsWith("module-lookup-"))).toEqual([]);
    expect(existsSync(to)).toBe(false);
    const file = nextFolder();
    writeFileSync(file, "");
    const below = runPublish([...words.slice(1, 2), `--to=${file}/to`], createContext());
    expect((await awaitOperatorError(below)).message).toMatch(
      /^The published folder .* cannot be written \(ENOTDIR\); choose another with --to\.$/,
    );
  });

  test("take a snapshot through one file", async () => {
    const snapshots = nextFolder();
    const id = path.basename(await makeSnapshot(snapshots, "one"));
    const [file, out] = [nextFolder(), nextFolder()];
    const context = createContext();
    await runPack([`--snapshot=${snapshots}`, `--out=${file}`, "--json"], context);
    await runPull([`--from=${file}`, `--out=${out}`, `--id=${id}`, "--insecure"], context);
    expect(JSON.parse(context.printed[0] ?? "")).toMatchObject({ file, id, signed: false });
    expect(await readCurrentId(out)).toBe(id);
  });

  test("refuse keys and ids that are none", async () => {
    const snapshots = nextFolder();
    await makeSnapshot(snapshots, "one");
    const { sign, key } = makeKeys();
    const rsa = `${nextFolder()}.pem`;
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    writeFileSync(rsa, privateKey.export({ type: "pkcs8", format: "pem" }));
    const pack = (file: string): Promise<number> =>
      runPack(
        [`--snapshot=${snapshots}`, `--out=${nextFolder()}`, `--sign=${file}`],
        createContext(),
      );
    const pull = (word: string): Promise<number> =>
      runPull([`--from=${snapshots}`, `--out=${nextFolder()}`, word], createContext());
    for (const file of [key, rsa, `${key}.none`]) {
      expect((await awaitOperatorError(pack(file))).code).toBe("key_invalid");
    }
    for (const word of [rsa, "AAAA", `${key}.none`]) {
      expect((await awaitOperatorError(pull(`--key=${word}`))).code).toBe("key_invalid");
    }
    expect((await awaitOperatorError(pull("--id=../x"))).code).toBe("id_invalid");
    expect((await awaitOperatorError(pull("--watch"))).code).toBe("key_missing");
    expect(existsSync(sign)).toBe(true);
  });
});

describe("a pull that watches", () => {
  test("takes what is published, logs what fails, and goes on until it is stopped", async () => {
    const folder = nextFolder();
    const target = createFolderTarget(folder);
    const out = nextFolder();
    const controller = new AbortController();
    const context = { ...createContext(), signal: controller.signal };
    const ids: string[] = [];
    const publish = async (name: string): Promise<void> => {
      const snapshot = await makeSnapshot(nextFolder(), name);
      ids.push((await publishTo(target, snapshot, nextFolder())).contents.id);
    };
    const current = path.join(folder, "current.json");
    let good = "";
    /** Events during the wait, in sequence. */
    const events = [
      () => publish("one"),
      () => Promise.resolve(),
      async () => {
        await publish("two");
        good = readFileSync(current, "utf8");
        writeFileSync(current, "{}");
      },
      () => Promise.resolve(writeFileSync(current, good)),
      () => Promise.resolve(controller.abort(new Error("stopped"))),
    ];
    const { clock: _, ...network } = createNetwork();
    const clock = { now: () => 0, sleep: async () => events.shift()?.() };
    const options = {
      ...network,
      clock,
      signal: controller.signal,
      out,
      keep: 2,
      maxBytes: 1e6,
      trust: "anyone" as const,
    };
    const watching = watchTarget(
      target,
      { ...options, onProgress: () => undefined },
      { "interval-s": 60, json: false },
      context,
    );
    await expect(watching).rejects.toThrow("stopped");
    expect(await readCurrentId(out)).toBe(ids[1]);
    expect(context.printed).toEqual([
      expect.stringContaining("holds no such snapshot"),
      `Snapshot ${ids[0]} in ${out}/${ids[0]} was pulled and is the current one.`,
      expect.stringContaining("a release of another shape"),
      `Snapshot ${ids[1]} in ${out}/${ids[1]} was pulled and is the current one.`,
    ]);
  });
});
