// The program as people start it: exit codes, and what goes to which stream.
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { BuildReport } from "../../builder/progress/report.js";
import { COMMANDS } from "../../cli/commands.js";
import { FORMAT_VERSION, OLDEST_READABLE_VERSION } from "../../data/snapshot/format.js";
import { INTERFACE_VERSION } from "../../server/contract/interface-version.js";
import { makeGitRepository } from "../support/git-repository.js";
import { type ProgramResult, runHere, runProgram } from "../support/program.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";
import { makeWritable } from "../support/make-writable.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);
const sourcesFile = path.join(root, "sources.json");
const faultyFile = path.join(root, "faulty.json");
const out = path.join(root, "out");
let built: ProgramResult;

function toSource(repository: string): Readonly<Record<string, string>> {
  const url = `https://robot:secret@git.example.org/acme/${repository}.git`;
  return { organization: "acme", repository, url, mirror: `${repository}.git` };
}

function build(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ProgramResult> {
  const cache = path.join(root, "cache");
  return runProgram(["build", "--jobs", "1", "--cache", cache, ...words], environment);
}

beforeAll(async () => {
  makeGitRepository(path.join(root, "sales.git"), {
    "17.0": [
      {
        files: {
          "sale_a/__manifest__.py": "{'name': 'Sale A', 'depends': []}",
          "sale_a/__init__.py": "from .models import order\n",
          "sale_a/models/order.py":
            "from odoo import fields, models\nclass Order(models.AbstractModel):\n    _name = 'a'\n    x = fields.Char()\n",
          "sale_b/__manifest__.py": "{'depends': ['sale_a', 'account', 'web_studio', 'nowhere']}",
        },
      },
    ],
  });
  writeFileSync(sourcesFile, JSON.stringify({ sources: [toSource("sales")] }));
  const faulty = { sources: [toSource("sales"), toSource("missing")] };
  writeFileSync(faultyFile, JSON.stringify(faulty));
  built = await build(["--sources", sourcesFile, "--out", out, "--json"]);
});

/** One sentence with the remedy on stderr, nothing on stdout. */
function expectRefusal(result: ProgramResult, code: number, text: string): void {
  expect(result.stdout).toBe("");
  expect(result.stderr).toContain(text);
  expect(result.stderr).toMatch(/^module-lookup: [^\n]*\.\n$/);
  expect(result.stderr).not.toContain("defect");
  expect(result.code).toBe(code);
}

describe("help and version", () => {
  test.each([["--help"], ["-h"], ["help"]])("%s lists the commands", async (word) => {
    const { code, stdout, stderr } = await runHere([word]);
    expect([code, stderr]).toEqual([0, ""]);
    for (const name of Object.keys(COMMANDS)) expect(stdout).toContain(`\n  ${name} `);
  });

  test.each(Object.entries(COMMANDS))("%s --help lists its options", async (name, command) => {
    const { code, stdout, stderr } = await runHere([name, "--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`Usage: module-lookup ${name} `);
    for (const [option, setting] of Object.entries(await command.loadSettings())) {
      const isRequired = setting.type === "text" && setting.required === true;
      const end = isRequired ? " \\(required\\)" : "";
      expect(stdout).toMatch(new RegExp(`^ {2}--${option} .*${end}$`, "m"));
    }
  });

  test("help COMMAND is COMMAND --help", async () => {
    const asked = await runHere(["build", "--help"]);
    expect(await runHere(["help", "build"])).toEqual(asked);
    const near = 'Unknown command "biuld" (did you mean "build"?); "module-lookup --help"';
    expectRefusal(await runHere(["help", "biuld"]), 2, near);
    expectRefusal(await runHere(["build", "--quite"]), 2, "(did you mean --quiet?)");
  });

  test("--version says that of package.json, and those of interface and snapshots", async () => {
    const odd = await runProgram(["verify", "--snapshot", "no\u001b]0;x\u0007\u202etxt"]);
    expect(odd.stderr).toContain(String.raw`no\u001b]0;x\u0007\u202etxt`);
    const { code, stdout } = await runProgram(["--version"]);
    expect(code).toBe(0);
    expect(await runHere(["version"])).toEqual(await runHere(["--version"]));
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(stdout).toBe(
      `module-lookup ${version}\ninterface ${INTERFACE_VERSION}\nsnapshot format ${FORMAT_VERSION}, reads from ${OLDEST_READABLE_VERSION} on\n`,
    );
  });

  test.each([
    ["find x", "query find"],
    ["modul x", "query module"],
    ["install sale", "plan"],
    ["servr", "serve"],
  ])("%s leads to what is meant", async (words, meant) => {
    expectRefusal(await runHere(words.split(" ")), 2, `(did you mean "${meant}"?)`);
  });
});

/** A build in this process, which ends before it reads. */
function refuse(words: readonly string[]): Promise<ProgramResult> {
  return runHere(["build", "--jobs", "1", "--cache", path.join(root, "cache"), ...words]);
}

describe("wrong usage is exit code 2 and one sentence", () => {
  test.each([["serv"], ["constructor"], ["__proto__"], ["--jobs"]])(
    "the unknown command %s",
    async (word) => {
      expectRefusal(await runHere([word]), 2, `Unknown command "${word}"`);
    },
  );

  test("no command, with the help on stderr", async () => {
    const { code, stdout, stderr } = await runProgram([]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("Usage: module-lookup COMMAND");
  });

  test("build without sources", async () => {
    expectRefusal(await refuse(["--out", out]), 2, "--sources FILE is missing");
  });

  test.each(["build", "serve", "verify", "inspect"])(
    "a word that %s has no use for",
    async (name) => {
      const options = name === "build" ? ["--sources", sourcesFile] : ["--snapshot", out];
      const target = name === "build" ? ["--out", out] : [];
      const result = await runHere([name, ...options, ...target, "more"]);
      expectRefusal(result, 2, `Unexpected argument "more": "${name}"`);
      // Other tests of this process may still replace what all objects inherit.
      expect(Object.isExtensible(String.prototype)).toBe(true);
    },
  );

  test("an option that no command has", async () => {
    expectRefusal(await refuse(["--source", "x"]), 2, "Unknown option '--source'");
  });

  test("an option without its value", async () => {
    expectRefusal(
      await refuse(["--sources", "--out", out]),
      2,
      "'--sources' argument is ambiguous",
    );
  });

  test("a sources file that is not there", async () => {
    const file = path.join(root, "nowhere.json");
    expectRefusal(await refuse(["--sources", file, "--out", out]), 2, file);
  });

  test("a sources file that is no JSON", async () => {
    const file = path.join(root, "broken.json");
    writeFileSync(file, '{"sources": [');
    expectRefusal(await refuse(["--sources", file, "--out", out]), 2, "is wrong: not JSON");
  });

  test("an output folder that cannot be written", async () => {
    const below = path.join(sourcesFile, "out");
    const result = await refuse(["--sources", sourcesFile, "--out", below]);
    expectRefusal(result, 2, `The output folder ${below} cannot be written`);
  });
});

describe("build", () => {
  test("--json prints the report on stdout and progress on stderr, one event a line", () => {
    expect(built.code).toBe(0);
    const report = JSON.parse(built.stdout) as BuildReport & { readonly event: string };
    expect(report.event).toBe("report");
    expect(report.entry.counts).toMatchObject({ entries: 2, modules: 2, models: 1, fields: 1 });
    expect(report.folder).toBe(path.join(out, report.entry.id));
    expect(report.unresolved).toEqual({
      counts: { core: 1, enterprise: 1, unknown: 1 },
      unknown: [
        {
          platform_version: "17.0",
          technical_name: "nowhere",
          kind: "unknown",
          required_by: ["sale_b"],
        },
      ],
    });
    const events = built.stderr.trim().split("\n");
    const stages = events.map((line) => JSON.parse(line) as { event: string; stage: string });
    expect(stages.every(({ event }) => event === "progress")).toBe(true);
    expect(new Set(stages.map(({ stage }) => stage))).toEqual(
      new Set(["read", "link", "index", "embed", "write"]),
    );
  });

  test("in a process of its own makes the same snapshot", async () => {
    const again = await build(["--sources", sourcesFile, "--out", nextFolder(), "--json"]);
    const ids = [built, again].map(({ stdout }) => (JSON.parse(stdout) as BuildReport).entry.id);
    expect(ids[1]).toBe(ids[0]);
  });

  test("shows no credentials, neither in the report nor in the snapshot", () => {
    const { folder, entry } = JSON.parse(built.stdout) as BuildReport;
    expect(entry.sources[0]?.git).toBe("https://git.example.org/acme/sales.git");
    const files = entry.files.map(({ name }) => readFileSync(path.join(folder, name), "latin1"));
    for (const text of [built.stdout, built.stderr, ...files]) expect(text).not.toContain("secret");
  });

  test("--quiet prints nothing", async () => {
    const result = await build(["--sources", sourcesFile, "--out", nextFolder(), "--quiet"]);
    expect(result).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("prints a report for people, and builds the rest when a source is faulty", async () => {
    const result = await build(["--sources", faultyFile, "--out", nextFolder()]);
    expect(result.code).toBe(0);
    expect(result.stdout).toContain("  2 modules, 2 entries (17.0: 2)");
    expect(result.stdout).toContain("Not read:\n  acme/missing has no git repository");
    expect(result.stderr).toContain("read: 2 of 2 repositories\n");
  });

  test("takes its settings from the environment too", async () => {
    const folder = nextFolder();
    const result = await build([], {
      MODULE_LOOKUP_SOURCES: sourcesFile,
      MODULE_LOOKUP_OUT: folder,
      MODULE_LOOKUP_QUIET: "yes",
      MODULE_LOOKUP_EMBEDDER: "none",
    });
    expect(result).toEqual({ code: 0, stdout: "", stderr: "" });
    const inspected = await runProgram(["inspect", "--snapshot", folder]);
    expect(inspected.stdout).not.toMatch(/^Embedder/m);
  });

  test("a full cache is one sentence, with exit code 1", async () => {
    const words = ["--sources", sourcesFile, "--out", nextFolder(), "--quiet", "--jobs", "1"];
    const cache = nextFolder();
    const result = await runProgram(["build", "--cache", cache, ...words], {}, { limitBlocks: 1 });
    expectRefusal(result, 1, "has no room for what was read (EFBIG)");
    expect(result.stderr).toContain(`The cache folder ${cache}`);
    expect(result.stderr).toContain("choose another with --cache.");
  });

  test("a disk that fills while a repository is cloned drops nothing", async () => {
    makeGitRepository(path.join(root, "large.git"), {
      "17.0": [
        {
          files: {
            "sale_a/__manifest__.py": "{'name': 'Sale A', 'depends': []}",
            "sale_a/static/noise.csv": randomBytes(200_000).toString("hex"),
          },
        },
      ],
    });
    const file = path.join(root, "large.json");
    const url = `file://${path.join(root, "large.git")}`;
    writeFileSync(
      file,
      JSON.stringify({ sources: [{ organization: "acme", repository: "large", url }] }),
    );
    const [cache, target] = [nextFolder(), nextFolder()];
    const words = ["--sources", file, "--out", target, "--cache", cache, "--quiet", "--jobs", "1"];
    const whole = await runProgram(["build", ...words]);
    expect(whole).toEqual({ code: 0, stdout: "", stderr: "" });
    const current = readlinkSync(path.join(target, "current"));
    rmSync(cache, { recursive: true });
    // A git that has no room for more than a few kilobytes, as on a full disk.
    const script = `#!/bin/sh\ntrap "" XFSZ\nulimit -f 32\nPATH=\${PATH#*:} exec git "$@"\n`;
    const programs = nextFolder();
    mkdirSync(programs);
    writeFileSync(path.join(programs, "git"), script, { mode: 0o755 });
    const PATH = `${programs}:${process.env["PATH"]}`;
    const full = await runProgram(["build", ...words], { PATH });
    expectRefusal(full, 1, `The cache folder ${cache} has no room for what was read (EFBIG)`);
    expect(readlinkSync(path.join(target, "current"))).toBe(current);
  });

  test("--strict fails with exit code 1 when a source is faulty", async () => {
    const words = ["--sources", faultyFile, "--out", nextFolder(), "--strict", "--quiet"];
    expectRefusal(await build(words), 1, "acme/missing has no git repository");
  });
});

describe("verify", () => {
  test("says that a whole snapshot is whole", async () => {
    const { code, stdout, stderr } = await runHere(["verify", "--snapshot", out]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Snapshot [0-9a-f]{32} is whole: \d+ bytes checked\.\n$/);
  });

  test("names the section that is damaged, with exit code 1", async () => {
    const copy = nextFolder();
    cpSync(path.join(out, "current"), copy, { recursive: true, dereference: true });
    const file = path.join(copy, "snapshot.bin");
    const bytes = readFileSync(file);
    // The first of the technical names, in the section of that name.
    bytes.write("X", bytes.indexOf("sale_a"));
    makeWritable(file);
    writeFileSync(file, bytes);
    const { code, stdout, stderr } = await runHere(["verify", "--snapshot", copy]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("is damaged in snapshot.bin: names;");
  });

  test("of no snapshot fails with exit code 1", async () => {
    const folder = nextFolder();
    expectRefusal(await runHere(["verify", "--snapshot", folder]), 1, "There is no snapshot");
  });
});

describe("inspect", () => {
  test("--json is the description of the snapshot", async () => {
    const { code, stdout, stderr } = await runHere(["inspect", "--snapshot", out, "--json"]);
    expect([code, stderr]).toEqual([0, ""]);
    const { entry } = JSON.parse(built.stdout) as BuildReport;
    const description = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
    expect(description).toMatchObject({ ...entry, diagnostic_rows: [] });
    expect(description["unresolved"]).toMatchObject([
      { technical_name: "account", kind: "core", required_by: ["sale_b"] },
      { technical_name: "nowhere", kind: "unknown" },
      { technical_name: "web_studio", kind: "enterprise" },
    ]);
  });

  test("for people has the counts and the sources with their commits", async () => {
    const { code, stdout } = await runHere(["inspect", "--snapshot", out]);
    const { entry } = JSON.parse(built.stdout) as BuildReport;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Counts: entries +2\nCounts: modules +2$/m);
    expect(stdout).toMatch(/^Counts: models +1\nCounts: fields +1\nCounts: methods +0$/m);
    expect(stdout).toMatch(
      new RegExp(` 17\\.0 +17\\.0 +${entry.sources[0]?.branches[0]?.commit} +2$`, "m"),
    );
    expect(stdout).toMatch(/ 17\.0 +account +core +sale_b$/m);
  });
});
