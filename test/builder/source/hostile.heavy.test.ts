// Repositories that want to run something or to be read wrong: nothing of them is run, and no path
// of theirs is taken for another.
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { listBranches } from "../../../builder/source/git/git.js";
import { readBranch } from "./read-branch.js";
import { openRepository } from "../../../builder/source/git/repository.js";
import type { Source } from "../../../builder/source/source.js";
import { makeGitRepository, readGitText, runGit } from "../../support/git-repository.js";
import { initBare } from "../../../fixtures/git-objects.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
let mirror = "";

beforeEach(() => {
  mirror = path.join(nextFolder(), "sales.git");
});

/** All modules of all branches, read as a build reads a mirror. */
async function read(changes: Partial<Source> = {}, cache = `${mirror}.cache`) {
  const repository = await openRepository(
    {
      organization: "acme",
      repository: "sales",
      url: "https://example.org/acme/sales.git",
      cloneUrl: "https://example.org/acme/sales.git",
      mirror,
      branches: undefined,
      addons: ["."],
      ...changes,
    },
    cache,
  );
  const branches = await listBranches(repository);
  return Promise.all(
    branches.map((branch) =>
      readBranch({
        repository,
        branch,
        repositoryName: "sales",
        addons: ["."],
        isWanted: () => true,
      }),
    ),
  );
}

/** A commit with a signature, for the setting that has signatures checked. */
function signTip(): void {
  const git = ["--git-dir", mirror];
  const tip = runGit([...git, "cat-file", "commit", "17.0"]).toString();
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n";
  const signed = tip.replace("\n\n", `\n${signature}\n`);
  // The hostile settings stand by; this command minds none of them.
  const id = runGit([...git, "hash-object", "-t", "commit", "-w", "--stdin"], Buffer.from(signed));
  writeFileSync(path.join(mirror, "refs", "heads", "17.0"), id);
}

describe("a mirror whose settings name programs", () => {
  let witness = "";
  let program = "";

  beforeEach(() => {
    witness = `${mirror}.ran`;
    program = `${mirror}.sh`;
    mkdirSync(path.dirname(mirror));
    writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${witness}'\nexit 0\n`);
    chmodSync(program, 0o755);
    makeGitRepository(mirror, {
      "17.0": [
        {
          files: {
            "a/__manifest__.py": "{}",
            "a/x.py": "x",
            ".gitattributes": "* diff=evil filter=evil merge=evil textconv=evil\n",
            ".gitmodules": `[submodule "s"]\n\tpath = s\n\turl = ext::${program}\n\tupdate = !${program}\n`,
          },
        },
        { files: { "a/x.py": "y" } },
      ],
    });
    writeFileSync(path.join(mirror, "config"), hostileSettings(program));
    for (const hook of ["post-checkout", "reference-transaction", "post-index-change"]) {
      const file = path.join(mirror, "hooks", hook);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, `#!/bin/sh\necho ${hook} >> '${witness}'\n`);
      chmodSync(file, 0o755);
    }
    signTip();
  });

  test("runs none of them", async () => {
    const [reading] = await read();
    expect(
      reading?.modules.map(({ technicalName, files }) => [technicalName, files.length]),
    ).toEqual([["a", 2]]);
    expect(existsSync(witness)).toBe(false);
  });

  test("would run them for who reads it with less care", () => {
    runGit(["--git-dir", mirror, "log", "-1", "17.0"]);
    expect(existsSync(witness)).toBe(true);
  });

  test("runs none when an absent file could be fetched", async () => {
    const id = readGitText(mirror, "rev-parse", "17.0:a/x.py");
    rmSync(path.join(mirror, "objects", id.slice(0, 2), id.slice(2)));
    // With a promisor git wants to fetch the file; whether it reports or fails, it runs nothing.
    await read().catch(() => undefined);
    expect(existsSync(witness)).toBe(false);
  });

  test("runs none when it is cloned", async () => {
    writeFileSync(
      path.join(mirror, "config"),
      hostileSettings(program).replace(/\[remote[^[]*|\[extensions[^[]*/g, ""),
    );
    const [reading] = await read({ mirror: undefined, cloneUrl: mirror });
    expect(reading?.modules.length).toBe(1);
    expect(existsSync(witness)).toBe(false);
  });
});

function hostileSettings(program: string): string {
  return `[core]
	repositoryformatversion = 1
	bare = true
	hooksPath = ${path.dirname(program)}
	fsmonitor = ${program}
	sshCommand = ${program}
	gitProxy = ${program}
	askPass = ${program}
	pager = ${program}
	editor = ${program}
	alternateRefsCommand = ${program}
[extensions]
	partialClone = origin
[remote "origin"]
	promisor = true
	partialCloneFilter = blob:none
	url = ext::${program}
	uploadpack = ${program}
	vcs = evil
[protocol]
	allow = always
[protocol "ext"]
	allow = always
[pager]
	log = ${program}
	ls-tree = ${program}
[alias]
	log = !${program}
	ls-tree = !${program}
	cat-file = !${program}
	for-each-ref = !${program}
[diff]
	external = ${program}
	orderFile = ${program}
[diff "evil"]
	command = ${program}
	textconv = ${program}
[filter "evil"]
	clean = ${program}
	smudge = ${program}
	process = ${program}
	required = true
[merge "evil"]
	driver = ${program}
[gpg]
	program = ${program}
[log]
	showSignature = true
	showRoot = false
	mailmap = true
[credential]
	helper = !${program}
[uploadpack]
	packObjectsHook = ${program}
[include]
	path = ${program}.more
[color]
	ui = always
[i18n]
	logOutputEncoding = UTF-16
`;
}

describe("settings of a mirror", () => {
  test("change nothing of what is read", async () => {
    makeGitRepository(mirror, {
      "17.0": [{ author: "Émile", seconds: 7, files: { "é/__manifest__.py": "{}" } }],
    });
    const plain = await read();
    writeFileSync(
      path.join(mirror, "config"),
      `[core]\n\tquotePath = false\n\tbare = true\n[log]\n\tshowRoot = false\n\tdate = raw\n\tdiffMerges = off\n\tdecorate = full\n[color]\n\tui = always\n[i18n]\n\tlogOutputEncoding = ISO-8859-1\n[diff]\n\trelative = true\n\tignoreSubmodules = all\n\trenames = copies\n[format]\n\tpretty = oneline\n\tnotes = true\n`,
    );
    expect(await read()).toEqual(plain);
    expect(plain[0]?.modules).toMatchObject([
      { technicalName: "é", updatedAtSeconds: 7, committers: ["Émile"] },
    ]);
  });

  test("that replace or graft commits have no effect", async () => {
    makeGitRepository(mirror, {
      "17.0": [
        { author: "Ann", files: { "a/__manifest__.py": "{}" } },
        { author: "Bob", files: { "a/__manifest__.py": "{ }" } },
      ],
    });
    const plain = await read();
    const [tip, first] = readGitText(mirror, "rev-list", "17.0").split("\n");
    readGitText(mirror, "replace", tip ?? "", first ?? "");
    mkdirSync(path.join(mirror, "info"), { recursive: true });
    writeFileSync(path.join(mirror, "info", "grafts"), `${tip}\n`);
    expect(await read()).toEqual(plain);
  });
});

/** One commit on 17.0, as `git fast-import` wants its changes; its line of time may be odd. */
function importRaw(changes: readonly string[], time = "1700000000 +0000"): void {
  initBare(mirror, "17.0");
  const stream = [
    "commit refs/heads/17.0\n",
    `author Ann <ann@example.org> ${time}\n`,
    `committer Ann <ann@example.org> ${time}\ndata 2\nx\n\n`,
    ...changes,
    "\ndone\n",
  ].join("");
  const command = ["fast-import", "--quiet", "--done", "--date-format=raw-permissive"];
  runGit(["--git-dir", mirror, ...command], Buffer.from(stream));
}

function toChange(quoted: string, text = "{}", mode = "100644"): string {
  return `M ${mode} inline "${quoted}"\ndata ${Buffer.byteLength(text)}\n${text}\n`;
}

describe("paths", () => {
  test("of different bytes stay different where they are no UTF-8", async () => {
    importRaw([
      toChange("ok/__manifest__.py"),
      toChange("ok/\\366.py", "1"),
      toChange("ok/\\344.py", "22"),
      toChange("m\\366bel/__manifest__.py", "333"),
      toChange("m\\344bel/__manifest__.py", "4444"),
      toChange("m\\344bel/inner/x.py", "4444"),
      toChange("\\366/good/__manifest__.py"),
      toChange("\\303\\251/\\366/x"),
      toChange("\\303\\251/__manifest__.py"),
    ]);
    const [reading] = await read();
    expect(
      reading?.modules.map(({ sourcePath, folderSizeBytes }) => [sourcePath, folderSizeBytes]),
    ).toEqual([
      ["ok", 5],
      ["é", 4],
    ]);
    const [ok] = reading?.modules ?? [];
    expect(ok?.files.map((file) => `${file.path} ${Buffer.from(file.bytes)}`)).toEqual([
      "__manifest__.py {}",
      "\ufffd.py 22",
      "\ufffd.py 1",
    ]);
    expect(reading?.diagnostics.map(({ code, path: where }) => `${code} ${where}`)).toEqual([
      "module_name_invalid m\ufffdbel/__manifest__.py",
      "module_name_invalid m\ufffdbel/__manifest__.py",
      "module_name_invalid \ufffd/good/__manifest__.py",
    ]);
  });

  test("with line ends, quotes and control characters are read as they are", async () => {
    importRaw([
      toChange("a/__manifest__.py"),
      toChange('a/x\\ny\\"\\\\\\t\\001.py', "1"),
      toChange("b\\nc/__manifest__.py"),
    ]);
    const [reading] = await read();
    expect(reading?.modules.map(({ files }) => files.map((file) => file.path))).toEqual([
      ["__manifest__.py", 'x\ny"\\\t\u0001.py'],
    ]);
    expect(reading?.diagnostics).toMatchObject([{ code: "module_name_invalid" }]);
  });

  test("that are links are not followed", async () => {
    importRaw([
      toChange("a/__manifest__.py"),
      toChange("a/link.py", "../../../../etc/passwd", "120000"),
      toChange("linked", "a", "120000"),
    ]);
    const [reading] = await read();
    expect(reading?.modules.map(({ sourcePath }) => sourcePath)).toEqual(["a"]);
    expect(reading?.modules[0]?.files.map((file) => file.path)).toEqual(["__manifest__.py"]);
  });
});

function writeTree(): string {
  const git = ["--git-dir", mirror];
  const blob = runGit([...git, "hash-object", "-w", "--stdin"], Buffer.from("{}"))
    .toString()
    .trim();
  const rows = Buffer.from(`100644 blob ${blob}\t__manifest__.py\n`);
  const folder = runGit([...git, "mktree"], rows)
    .toString()
    .trim();
  return runGit([...git, "mktree"], Buffer.from(`040000 tree ${folder}\ta\n`))
    .toString()
    .trim();
}

describe("a commit of an absurd date", () => {
  test.each(["0 +0000", "292277026596 +0000", "18446744073709551614 +0000", "5 +9999", "-1 +0000"])(
    "%s is read",
    async (time) => {
      initBare(mirror, "17.0");
      const tree = writeTree();
      const text = `tree ${tree}\nauthor Ann <a@b> ${time}\ncommitter Ann <a@b> ${time}\n\nx\n`;
      const command = ["hash-object", "-t", "commit", "-w", "--stdin", "--literally"];
      const id = runGit(["--git-dir", mirror, ...command], Buffer.from(text))
        .toString()
        .trim();
      readGitText(mirror, "update-ref", "refs/heads/17.0", id);
      const [reading] = await read();
      const seconds = reading?.modules[0]?.updatedAtSeconds ?? -1;
      expect(new Date(seconds * 1000).toISOString()).toMatch(/^(?:1970|2106)-/);
      expect(reading?.modules[0]?.committers).toEqual(["Ann"]);
    },
  );
});
