// Settings from the command line and the environment: values, refusals, help.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BUILD_SETTINGS } from "../../../builder/config.js";
import { COMMANDS, describeCommand, describeProgram } from "../../../cli/commands.js";
import {
  describeSettings,
  environmentName,
  readSettings,
  readSettingsAndWords,
  type SettingsTable,
} from "../../../data/settings/settings.js";
import { ConfigError } from "../../../data/operator-error.js";
import { catchOperatorError } from "../../support/catch-error.js";

const TABLE = {
  "out-dir": { type: "text", value: "DIR", required: true, help: "where to write" },
  kind: { type: "text", value: "KIND", default: "plain", choices: ["plain", "rich"], help: "how" },
  note: { type: "text", value: "TEXT", help: "said beside it" },
  jobs: { type: "number", value: "N", default: 4, minimum: 1, maximum: 8, help: "at once" },
  strict: { type: "flag", help: "fail early" },
} as const satisfies SettingsTable;

type Environment = Readonly<Record<string, string | undefined>>;

function read(words: string, environment: Environment = {}) {
  return readSettingsAndWords("work", TABLE, words.split(" ").filter(Boolean), environment);
}

function refuse(words: string, environment: Environment = {}) {
  return catchOperatorError(() => read(words, environment));
}

describe("an option that changes nothing without another one", () => {
  const table = {
    watch: { type: "flag", help: "again and again" },
    port: {
      type: "number",
      value: "N",
      default: 0,
      minimum: 0,
      maximum: 9,
      needs: "watch",
      help: "door",
    },
    host: { type: "text", value: "HOST", default: "here", needs: "port", help: "house" },
  } as const satisfies SettingsTable;
  const readAlone = (words: readonly string[], environment: Environment = {}) =>
    readSettings("work", table, words, environment);

  test.each([
    [["--port", "1"], "--port needs --watch; add --watch, or leave --port out."],
    [["--watch", "--host", "x"], "--host needs --port; add --port, or leave --host out."],
    [["--watch", "--port", "0", "--host", "x"], "--host needs --port"],
  ])("%j is refused", (words, said) => {
    const error = catchOperatorError(() => readAlone(words));
    expect(error).toMatchObject({ code: "setting_conflict" });
    expect(error.message).toContain(said);
  });

  test("is taken beside it, and in the environment, where it may be for another command", () => {
    const all = { watch: true, port: 1, host: "x" };
    expect(readAlone(["--watch", "--port", "1", "--host", "x"])).toEqual(all);
    const environment = { MODULE_LOOKUP_WATCH: "1", MODULE_LOOKUP_PORT: "1" };
    expect(readAlone(["--host", "x"], environment)).toEqual(all);
    expect(readAlone([], { MODULE_LOOKUP_PORT: "1" })).toEqual({
      watch: false,
      port: 1,
      host: "here",
    });
  });

  test("says so in --help", () => {
    expect(describeSettings(table)).toMatch(/^ {2}--port N +with --watch: door/m);
  });
});

describe("settings", () => {
  test("have their defaults", () => {
    expect(read("--out-dir x").settings).toEqual({
      "out-dir": "x",
      kind: "plain",
      note: undefined,
      jobs: 4,
      strict: false,
    });
  });

  test("are read from the command line, beside other words", () => {
    const { settings, words, given } = read(
      "one --out-dir x --kind=rich --jobs 8 --strict two --note n",
    );
    const expected = { "out-dir": "x", kind: "rich", note: "n", jobs: 8, strict: true };
    expect(settings).toEqual(expected);
    expect(words).toEqual(["one", "two"]);
    expect(given.toSorted()).toEqual(["jobs", "kind", "note", "out-dir", "strict"]);
  });

  test("are read from the environment", () => {
    const environment = {
      MODULE_LOOKUP_OUT_DIR: "y",
      MODULE_LOOKUP_KIND: "rich",
      MODULE_LOOKUP_NOTE: "n",
      MODULE_LOOKUP_JOBS: "2",
      MODULE_LOOKUP_STRICT: "1",
    };
    const expected = { "out-dir": "y", kind: "rich", note: "n", jobs: 2, strict: true };
    expect(read("", environment).settings).toEqual(expected);
  });

  test("of the command line win over the environment", () => {
    const environment = { MODULE_LOOKUP_OUT_DIR: "y", MODULE_LOOKUP_JOBS: "2" };
    const { settings } = read("--out-dir x --jobs 3", environment);
    expect(settings).toMatchObject({ "out-dir": "x", jobs: 3 });
  });

  test("in an empty variable are not set", () => {
    const names = Object.keys(TABLE).map((name) => [environmentName(name), ""] as const);
    const { settings } = read("--out-dir x", Object.fromEntries(names));
    expect(settings).toEqual(read("--out-dir x").settings);
  });

  test.each([
    ["1", true],
    ["true", true],
    ["YES", true],
    ["0", false],
    ["false", false],
    ["no", false],
  ])("that are flags understand %s in the environment", (value, expected) => {
    const { settings } = read("--out-dir x", { MODULE_LOOKUP_STRICT: value });
    expect(settings.strict).toBe(expected);
  });
});

describe("a wrong setting is refused with the remedy", () => {
  test.each<readonly [string, Environment, string, string]>([
    ["--out-dir x --jbos 3", {}, "setting_unknown", "Unknown option '--jbos'"],
    ["--out-dir x -j", {}, "setting_unknown", "Unknown option '-j'"],
    ["--dir x", {}, "setting_unknown", "Unknown option '--dir' (did you mean --out-dir?)"],
    ["--out-dir", {}, "setting_unknown", "--out-dir <value>' argument missing"],
    ["--out-dir --strict", {}, "setting_unknown", "'--out-dir' argument is ambiguous"],
    ["--out-dir x --strict=yes", {}, "setting_unknown", "--strict' does not take an argument"],
    ["", {}, "setting_missing", "--out-dir DIR is missing"],
    ["--out-dir=", {}, "setting_missing", "--out-dir DIR is missing"],
    [
      "--out-dir x --kind odd",
      {},
      "setting_invalid",
      '--kind must be one of plain, rich, not "odd"',
    ],
    ["--out-dir x --jobs 0", {}, "setting_invalid", 'from 1 to 8, not "0"'],
    ["--out-dir x --jobs 9", {}, "setting_invalid", 'from 1 to 8, not "9"'],
    ["--out-dir x --jobs 1.5", {}, "setting_invalid", 'not "1.5"'],
    ["--out-dir x --jobs many", {}, "setting_invalid", 'not "many"'],
    ["--out-dir x --jobs=", {}, "setting_invalid", 'not ""'],
    ["--out-dir x", { MODULE_LOOKUP_JOBS: "-1" }, "setting_invalid", 'not "-1"'],
    ["--out-dir x", { MODULE_LOOKUP_STRICT: "maybe" }, "setting_invalid", "true or false"],
    ["--out-dir x", { MODULE_LOOKUP_KIND: "odd" }, "setting_invalid", "plain, rich"],
  ])("%s %j", (words, environment, code, text) => {
    const error = refuse(words, environment);
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.code).toBe(code);
    expect(error.message).toContain(text);
    expect(error.message).toMatch(/^[^\n]*; (?:see )?"module-lookup work --help"[^\n]*\.$/);
  });

  test("and so is a word where only options are taken", () => {
    const error = catchOperatorError(() =>
      readSettings("work", TABLE, ["--out-dir", "x", "more"], {}),
    );
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.code).toBe("word_unexpected");
    expect(error.message).toBe(
      'Unexpected argument "more": "work" takes options only; see "module-lookup work --help".',
    );
  });

  test("whatever is written, it is a ConfigError and no other", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        try {
          readSettings("work", TABLE, words, { MODULE_LOOKUP_OUT_DIR: "x" });
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
        }
      }),
    );
  });
});

describe("help", () => {
  test("has one line for each setting: option, meaning, choices, default", () => {
    expect(describeSettings(TABLE).split("\n")).toEqual([
      "  --out-dir DIR  where to write (required)",
      "  --kind KIND    how (plain, rich; default plain)",
      "  --note TEXT    said beside it",
      "  --jobs N       at once (1 to 8, default 4)",
      "  --strict       fail early",
    ]);
  });

  test("of the program lists every command", () => {
    for (const [name, { summary }] of Object.entries(COMMANDS)) {
      expect(describeProgram().replaceAll(/ +/g, " ")).toContain(`\n ${name} ${summary}\n`);
    }
  });

  test("of a command lists its settings and says how they are set in the environment", async () => {
    for (const [name, command] of Object.entries(COMMANDS)) {
      const help = await describeCommand(name, command);
      expect(help).toContain(`Usage: module-lookup ${name} `);
      expect(help).toContain(`Example: module-lookup ${name} ${command.example}\n`);
      const settings = await command.loadSettings();
      const words = command.example.split(" ");
      expect(() => readSettingsAndWords(name, settings, words, {})).not.toThrow();
      expect(help).toContain(describeSettings(settings));
      expect(help.includes("MODULE_LOOKUP_")).toBe(Object.keys(settings).length > 0);
      const needed = Object.values(settings).flatMap(({ needs }) => needs ?? []);
      expect(Object.keys(settings)).toEqual(expect.arrayContaining(needed));
    }
  });

  test("of build lists what the build is told", () => {
    const options = [...describeSettings(BUILD_SETTINGS).matchAll(/^ {2}--([\w-]+)/gm)];
    expect(options.map((match) => match[1])).toEqual([
      "sources",
      "out",
      "shard",
      "keep",
      "cache",
      "jobs",
      "embedder",
      "weights",
      "repository-max-paths",
      "repository-max-read-mib",
      "repository-max-result-mib",
      "repository-memory-mib",
      "repository-cpu-s",
      "repository-network-s",
      "watch",
      "interval-s",
      "force",
      "strict",
      "allow-loss",
      "json",
      "quiet",
    ]);
  });
});
