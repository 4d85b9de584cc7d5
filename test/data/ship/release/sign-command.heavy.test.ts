// Signing apart from everything else, and publishing what was signed: as programs of their own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { openStagingFolder } from "../../../../data/ship/archive/staging.js";
import { runProgram, type ProgramResult } from "../../../support/program.js";
import { makeKeyPair, makeSnapshot, readCurrentId } from "../../../support/shipping.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { startWebServer } from "../../../support/web-server.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
const PROGRAM = fileURLToPath(new URL("../../../../cli/main.js", import.meta.url));

let snapshots: string;
let id: string;

beforeAll(async () => {
  snapshots = nextFolder();
  id = path.basename(await makeSnapshot(snapshots, "one"));
});

interface KeyFiles {
  readonly sign: string;
  readonly key: string;
  readonly line: string;
}

function makeKeys(): KeyFiles {
  const { privateKey, publicKey } = makeKeyPair();
  const file = nextFolder();
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  writeFileSync(`${file}.key`, privateKey.export({ type: "pkcs8", format: "pem" }));
  writeFileSync(`${file}.pem`, pem);
  return { sign: `${file}.key`, key: `${file}.pem`, line: pem.split("\n")[1] ?? "" };
}

async function pack(): Promise<string> {
  const file = `${nextFolder()}.tar.gz`;
  expect((await run("pack", `--snapshot=${snapshots}`, `--out=${file}`)).code).toBe(0);
  return file;
}

function run(...words: readonly string[]): Promise<ProgramResult> {
  return runProgram(words);
}

describe("sign", () => {
  test("signs what was packed, which is then published and pulled", async () => {
    const { sign, key, line } = makeKeys();
    const file = await pack();
    const before = readFileSync(file);
    const facts = ["--channel=nightly", "--sequence=7", "--expires-days=2"];
    const signed = await run("sign", `--archive=${file}`, `--sign=${sign}`, ...facts, "--json");
    expect(JSON.parse(signed.stdout)).toMatchObject({
      id,
      channel: "nightly",
      sequence: 7,
      signatures: 1,
    });
    expect(readFileSync(file).equals(before)).toBe(true);
    const [to, out] = [nextFolder(), nextFolder()];
    expect((await run("publish", `--archive=${file}`, `--to=${to}`)).code).toBe(0);
    const pull = ["pull", `--from=${to}`, `--out=${out}`, `--key=${line}`];
    expect(await run(...pull)).toMatchObject({ code: 1 });
    expect((await run(...pull, "--channel=nightly")).code).toBe(0);
    expect(await readCurrentId(out)).toBe(id);
    // The two files alone are a target as well.
    const words = ["pull", `--from=${file}`, `--out=${nextFolder()}`, "--channel=nightly"];
    expect((await run(...words, `--key=${key}`)).code).toBe(0);
    expect((await run(...words, `--key=${makeKeys().key}`)).stderr).toContain("another key");
  });

  test("signs nothing but the archive that was packed", async () => {
    const { sign, key } = makeKeys();
    const file = await pack();
    const whole = readFileSync(file);
    writeFileSync(
      file,
      whole.map((byte, at) => (at === 900 ? ~byte : byte)),
    );
    const words = ["sign", `--archive=${file}`, `--sign=${sign}`];
    expect((await run(...words)).stderr).toContain("is damaged");
    expect((await run("publish", `--archive=${file}`, `--to=${nextFolder()}`)).code).toBe(1);
    writeFileSync(file, whole);
    expect((await run(...words)).code).toBe(0);
    const alone = `${nextFolder()}.tar.gz`;
    copyFileSync(file, alone);
    expect(await run("sign", `--archive=${alone}`, `--sign=${sign}`)).toMatchObject({ code: 2 });
    const pulled = await run("pull", `--from=${alone}`, `--out=${nextFolder()}`, `--key=${key}`);
    expect(pulled.stderr).toContain("is not signed and was refused");
  });

  test("may be done by several keys, of which pullers know some, as files, folders and lines", async () => {
    const [old, next, other] = [makeKeys(), makeKeys(), makeKeys()];
    const to = nextFolder();
    const words = [`--snapshot=${snapshots}`, `--to=${to}`, `--sign=${old.sign},${next.sign}`];
    expect((await run("publish", ...words)).code).toBe(0);
    const folder = nextFolder();
    mkdirSync(folder);
    copyFileSync(next.key, path.join(folder, "next.pem"));
    copyFileSync(other.key, path.join(folder, "other.pem"));
    const both = `${nextFolder()}.pem`;
    writeFileSync(both, readFileSync(other.key, "utf8") + readFileSync(old.key, "utf8"));
    const pull = (known: string): Promise<ProgramResult> =>
      run("pull", `--from=${to}`, `--out=${nextFolder()}`, `--key=${known}`);
    for (const known of [old.key, next.line, folder, both, `${other.line}, ${old.key}`]) {
      expect([known, (await pull(known)).code]).toEqual([known, 0]);
    }
    expect((await pull(other.key)).code).toBe(1);
    const empty = nextFolder();
    mkdirSync(empty);
    for (const known of [empty, `${old.key},${empty}/none.pem`, "AAAA", ","]) {
      expect([known, (await pull(known)).code]).toEqual([known, 2]);
    }
  });
});

describe("pull", () => {
  test("wants to know whom to trust, once", async () => {
    const to = nextFolder();
    const { key } = makeKeys();
    await run("publish", `--snapshot=${snapshots}`, `--to=${to}`);
    const pull = ["pull", `--from=${to}`, `--out=${nextFolder()}`];
    const refused = await run(...pull);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain("--key is missing");
    expect(await run(...pull, "--insecure", `--key=${key}`)).toMatchObject({ code: 2 });
    const watching = [...pull, `--key=${key}`, "--watch", "--allow-rollback"];
    expect(await run(...watching)).toMatchObject({ code: 2 });
    expect(await run(...pull, `--key=${key}`, "--channel=../x")).toMatchObject({ code: 2 });
    expect(await run(...pull, "--insecure")).toMatchObject({ code: 0 });
  });
});

describe("publish", () => {
  test("is given a snapshot or an archive", async () => {
    const to = `--to=${nextFolder()}`;
    expect(await run("publish", to)).toMatchObject({ code: 2 });
    const both = [`--snapshot=${snapshots}`, `--archive=${await pack()}`];
    expect(await run("publish", to, ...both)).toMatchObject({ code: 2 });
  });

  test("that was killed leaves nothing once another one has run", async () => {
    const temporary = nextFolder();
    mkdirSync(temporary);
    const environment = { PATH: process.env["PATH"] ?? "", TMPDIR: temporary };
    const listLeft = (): readonly string[] => readdirSync(temporary);
    let child: ReturnType<typeof spawn> | undefined;
    const server = await startWebServer({
      // The archive comes, and the sender is gone before it has an answer.
      answer: () => child?.kill("SIGKILL") ?? false,
    });
    const words = [PROGRAM, "publish", `--snapshot=${snapshots}`, `--to=${server.address}/x`];
    child = spawn(process.execPath, words, { env: environment, stdio: "ignore" });
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    await server.stop();
    expect(listLeft()).toHaveLength(1);
    // Foreign files stay, and those in use.
    writeFileSync(path.join(temporary, "module-lookup-publish-file"), "");
    mkdirSync(path.join(temporary, "other"));
    const former = process.env["TMPDIR"];
    process.env["TMPDIR"] = temporary;
    const held = await openStagingFolder();
    if (former === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = former;
    const kept = ["module-lookup-publish-file", "other", path.basename(held.folder)].toSorted();
    expect(listLeft().toSorted()).toEqual(kept);
    const to = `--to=${nextFolder()}`;
    const publish = (): Promise<ProgramResult> =>
      runProgram(["publish", `--snapshot=${snapshots}`, to], environment);
    const results = await Promise.all([publish(), publish()]);
    expect(results.map(({ code }) => code)).toEqual([0, 0]);
    expect(listLeft().toSorted()).toEqual(kept);
    await held.close();
    expect(existsSync(held.folder)).toBe(false);
  });
});
