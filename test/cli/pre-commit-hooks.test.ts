// .pre-commit-hooks.yaml: a hook is a command of the program, and docs show it with options that there are.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { COMMANDS } from "../../cli/commands.js";
import { ROOT } from "../../docs/tools/project-root.js";

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly language: string;
  readonly args?: readonly string[];
}

const hooks = parse(read(".pre-commit-hooks.yaml")) as readonly Hook[];

test.each(hooks)("$id runs a command of the program", ({ entry, language }) => {
  const [program, command = ""] = entry.split(" ");
  expect(program).toBe(Object.keys((JSON.parse(read("package.json")) as { bin: object }).bin)[0]);
  expect(COMMANDS[command]).toBeDefined();
  expect(language).toBe("system");
});

test("docs show hooks that there are, with options of their commands", async () => {
  const blocks = Array.from(read("docs/check-in-ci.md").matchAll(/```yaml\n(repos:[^`]*)```/g));
  const shown = blocks.flatMap(([, text = ""]) =>
    (parse(text) as { repos: readonly { hooks: readonly Hook[] }[] }).repos.flatMap(
      (repository) => repository.hooks,
    ),
  );
  expect(shown).not.toEqual([]);
  for (const { id, args = [] } of shown) {
    const command = hooks.find((hook) => hook.id === id)?.entry.split(" ")[1] ?? "";
    const options = args.filter((word) => word.startsWith("--")).map((word) => word.slice(2));
    expect(Object.keys((await COMMANDS[command]?.loadSettings()) ?? {})).toEqual(
      expect.arrayContaining(options),
    );
  }
});

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}
