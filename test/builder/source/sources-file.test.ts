// The sources file: defaults, mirrors, credentials, and all its faults at once.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../data/operator-error.js";
import {
  parseSources,
  readSourcesFile,
  withoutCredentials,
} from "../../../builder/source/sources-file.js";
import { awaitOperatorError, catchOperatorError } from "../../support/catch-error.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { fixSeed } from "../../support/fixed-seed.js";

fixSeed();

const folder = makeTemporaryFolder();
const WEB = { organization: "OCA", repository: "web", url: "https://git.example.org/OCA/web.git" };

function toText(...sources: readonly unknown[]): string {
  return JSON.stringify({ sources });
}

describe("a source", () => {
  test("needs three texts; the rest has defaults", () => {
    expect(parseSources(toText(WEB), folder)).toEqual([
      { ...WEB, cloneUrl: WEB.url, mirror: undefined, branches: undefined, addons: ["."] },
    ]);
  });

  test("keeps what it is given, in the file's order", () => {
    const other = {
      ...WEB,
      repository: "l10n-spain_2.x",
      branches: ["16.0", "saas-*"],
      addons: [".", "./addons/", "a/../b"],
    };
    const [first, second] = parseSources(toText(other, WEB), folder);
    expect(first).toMatchObject({ branches: ["16.0", "saas-*"], addons: [".", "addons", "b"] });
    expect(second?.repository).toBe("web");
  });

  test("has its relative mirror from the folder of the file", () => {
    const mirrors = ["../mirrors/web.git", "web.git", "/srv/web.git"];
    const rows = mirrors.map((mirror, index) => ({ ...WEB, repository: `r${index}`, mirror }));
    expect(parseSources(toText(...rows), "/data/lists").map(({ mirror }) => mirror)).toEqual([
      path.resolve("/data/mirrors/web.git"),
      path.resolve("/data/lists/web.git"),
      path.resolve("/srv/web.git"),
    ]);
  });

  test("shows its address without credentials and clones with them", () => {
    const url = "https://robot:secret@git.example.org/OCA/web.git";
    const [source] = parseSources(toText({ ...WEB, url }), folder);
    expect(source).toMatchObject({ url: WEB.url, cloneUrl: url });
  });
});

describe("credentials", () => {
  test.each([
    ["https://user:token@host/x.git", "https://host/x.git"],
    ["https://token@host/x", "https://host/x"],
    ["https://user:p@ss@host/x", "https://host/x"],
    ["HTTPS://user:token@host", "HTTPS://host"],
    ["ssh://git@host:22/x@y.git", "ssh://host:22/x@y.git"],
    ["git@host:OCA/web.git", "git@host:OCA/web.git"],
    ["https://host/a@b/c.git", "https://host/a@b/c.git"],
    ["file:///srv/a@b.git", "file:///srv/a@b.git"],
  ])("of %s leave %s", (url, shown) => {
    expect(withoutCredentials(url)).toBe(shown);
  });

  test("never show, whatever is in them", () => {
    const secret = fc.stringMatching(/^[^/\s]{1,20}$/u);
    fc.assert(
      fc.property(secret, secret, (user, password) => {
        expect(withoutCredentials(`https://${user}:${password}@host/x`)).toBe("https://host/x");
      }),
    );
  });
});

describe("a wrong sources file", () => {
  test.each([
    ["that is no JSON", '{"sources": [', "it is not JSON"],
    ["without a list", '{"source": []}', 'it has no list "sources"'],
    ["that is a list itself", "[]", 'it has no list "sources"'],
    ["with an empty list", toText(), 'its list "sources" is empty'],
    ["with a row that is no object", toText(null), "sources[0] is not an object"],
    ["with a name that is a path", toText({ ...WEB, repository: "../x" }), '"../x" is no name'],
    ["with a name of dots", toText({ ...WEB, organization: ".." }), '".." is no name'],
    ["with a blank text", toText({ ...WEB, url: " " }), "sources[0].url must be a text"],
    ["with no branches", toText({ ...WEB, branches: [] }), "branches must be a list of texts"],
    ["with a branch that is empty", toText({ ...WEB, branches: [""] }), "branches must be a list"],
    ["with folders as a text", toText({ ...WEB, addons: "." }), "addons must be a list of texts"],
    ["with an empty mirror", toText({ ...WEB, mirror: "" }), "sources[0].mirror must be a text"],
    ["with a repository twice", toText(WEB, WEB), "OCA/web is listed twice"],
  ])("%s is refused", (_, text, fault) => {
    const error = catchOperatorError(() => parseSources(text, folder));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.code).toBe("sources_invalid");
    expect(error.message).toContain(fault);
    expect(error.message).toMatch(/; README shows a right one\.$/);
  });

  test("is refused with all its faults at once", () => {
    const text = toText({ organization: 1, repository: "a b", branches: "16.0" }, WEB, {
      ...WEB,
      addons: [1],
    });
    const error = catchOperatorError(() => parseSources(text, folder));
    expect(error.got?.split("; ").toSorted()).toEqual([
      "OCA/web is listed twice",
      "sources[0].branches must be a list of texts",
      "sources[0].organization must be a text",
      'sources[0].repository "a b" is no name',
      "sources[0].url must be a text",
      "sources[2].addons must be a list of texts",
    ]);
  });

  test("is a ConfigError for any JSON, never another error", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(() => parseSources(text, folder)).toThrow(ConfigError);
        expect(() => parseSources(`{"sources":[${text}]}`, folder)).toThrow(ConfigError);
      }),
    );
  });
});

describe("reading the file", () => {
  test("takes relative mirrors from where it lies", async () => {
    const file = path.join(folder, "lists", "sources.json");
    mkdirSync(path.dirname(file));
    writeFileSync(file, toText({ ...WEB, mirror: "../web.git" }));
    const [source] = await readSourcesFile(file);
    expect(source?.mirror).toBe(path.join(folder, "web.git"));
  });

  test.each([
    ["is not there", "nothing.json", "ENOENT"],
    ["is a folder", ".", "EISDIR"],
  ])("that %s is refused with the path", async (_, name, got) => {
    const error = await awaitOperatorError(readSourcesFile(path.join(folder, name)));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({ code: "sources_unreadable", got });
    expect(error.message).toContain(path.join(folder, name));
    expect(error.message).toContain("--sources");
  });
});
