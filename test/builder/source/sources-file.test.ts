// The sources file: defaults, mirrors, credentials, and all its faults at once.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../data/operator-error.js";
import {
  isSource,
  parseSources,
  readSources,
  readSourcesFile,
  withoutCredentials,
} from "../../../builder/source/sources-file.js";
import { catchOperatorError } from "../../support/catch-error.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const folder = makeTemporaryFolder();
const file = path.join(folder, "sources.json");
const WEB = { organization: "OCA", repository: "web", url: "https://git.example.org/OCA/web.git" };

function toText(...sources: readonly unknown[]): string {
  return JSON.stringify({ sources });
}

describe("a source", () => {
  test("needs three texts; the rest has defaults", () => {
    expect(parseSources(toText(WEB), file)).toEqual([
      { ...WEB, cloneUrl: WEB.url, mirror: undefined, branches: undefined, addons: ["."] },
    ]);
  });

  test.each([
    "https://git.example.org/OCA/web.git",
    "https://git.example.org/mirrors/OCA/web/",
    "ssh://git@git.example.org:2222/OCA/web",
    "git@git.example.org:OCA/web.git",
  ])("is named by the end of its address: %s", (url) => {
    const names = { organization: "OCA", repository: "web" };
    expect(parseSources(toText({ url }), file)).toMatchObject([names]);
    const own = { organization: "acme", url };
    expect(parseSources(toText(own), file)).toMatchObject([{ ...names, organization: "acme" }]);
  });

  test("whose address ends in no name is asked for its names, and each fault is told once", () => {
    for (const [url, place] of [
      ["https://git.example.org/OCA/..", ".organization is missing"],
      [7, ".url must be a string"],
    ] as const) {
      const { message } = catchOperatorError(() => parseSources(toText({ url }), file));
      expect(message.split(place)).toHaveLength(2);
    }
  });

  test("keeps what it is given, in the file's order", () => {
    const other = {
      ...WEB,
      repository: "l10n-spain_2.x",
      branches: ["16.0", "saas-*"],
      addons: [".", "./addons/", "a/../b"],
    };
    const [first, second] = parseSources(toText(other, WEB), file).filter(isSource);
    expect(first).toMatchObject({ branches: ["16.0", "saas-*"], addons: [".", "addons", "b"] });
    expect(second?.repository).toBe("web");
  });

  test("that is the platform is Odoo's own repository, without its history", () => {
    const url = "https://github.com/odoo/odoo.git";
    const odoo = {
      organization: "odoo",
      repository: "odoo",
      url,
      cloneUrl: url,
      mirror: undefined,
      branches: ["17.0", "saas-17.4"],
      addons: ["addons", "odoo/addons", "openerp/addons"],
    };
    const platform = ["17.0", "saas-17.4"];
    expect(parseSources(toText({ platform }), file)).toEqual([{ ...odoo, withoutHistory: true }]);
    const own = { mirror: "odoo.git", url: "https://me:secret@git.example.org/odoo.git" };
    expect(parseSources(toText({ platform, history: true, ...own }), file)).toEqual([
      {
        ...odoo,
        url: "https://git.example.org/odoo.git",
        cloneUrl: own.url,
        mirror: path.join(folder, "odoo.git"),
      },
    ]);
  });

  test.each([
    [{ platform: "17.0" }, "sources[0].platform must be a list of strings"],
    [{ platform: ["17"] }, 'must be a list of platform versions such as "17.0", not "17"'],
    [{ platform: ["17.0"], addons: ["addons"] }, 'has a key "addons", which is not known'],
    [{ platform: ["17.0"], history: "no" }, "sources[0].history must be true or false"],
  ])("that is the platform is refused as %j", (row, fault) => {
    const { message } = catchOperatorError(() => parseSources(toText(row), file));
    expect(message).toContain(fault);
  });

  test("has its relative mirror from the folder of the file", () => {
    const mirrors = ["../mirrors/web.git", "web.git", "/srv/web.git"];
    const rows = mirrors.map((mirror, index) => ({ ...WEB, repository: `r${index}`, mirror }));
    const sources = parseSources(toText(...rows), "/data/lists/sources.json").filter(isSource);
    expect(sources.map(({ mirror }) => mirror)).toEqual([
      path.resolve("/data/mirrors/web.git"),
      path.resolve("/data/lists/web.git"),
      path.resolve("/srv/web.git"),
    ]);
  });

  test("shows its address without credentials and clones with them", () => {
    const url = "https://robot:secret@git.example.org/OCA/web.git";
    const [source] = parseSources(toText({ ...WEB, url }), file);
    expect(source).toMatchObject({ url: WEB.url, cloneUrl: url });
  });
});

describe("an organization", () => {
  const OCA = { organization: "OCA", host: "https://github.com", repositories: "*" };

  test("needs a name and a host; the rest has defaults", () => {
    const expected = {
      organization: "OCA",
      host: { kind: "github", address: "https://github.com" },
      repositories: undefined,
      exclude: [],
      archived: false,
      forks: false,
      private: false,
      tokenVariable: undefined,
      branches: undefined,
      addons: ["."],
    };
    expect(parseSources(toText(OCA), file)).toEqual([expected]);
    const { repositories: _all, ...shorter } = OCA;
    expect(parseSources(toText(shorter), file)).toEqual([expected]);
  });

  test("keeps what it is given", () => {
    const choice = { repositories: ["l10n-*"], exclude: ["l10n-usa"], branches: ["17.0"] };
    const flags = { archived: true, forks: true, private: true };
    const row = { ...OCA, ...choice, ...flags, addons: ["./addons/"], token: "ACME_TOKEN" };
    expect(parseSources(toText(row), file)).toMatchObject([
      { ...choice, ...flags, addons: ["addons"], tokenVariable: "ACME_TOKEN" },
    ]);
  });

  test.each([
    ["https://github.com/", undefined, "github", "https://github.com"],
    ["https://acme.ghe.com", undefined, "github", "https://acme.ghe.com"],
    ["https://gitlab.com", undefined, "gitlab", "https://gitlab.com"],
    ["https://gitlab.acme.example", undefined, "gitlab", "https://gitlab.acme.example"],
    ["https://codeberg.org", undefined, "gitea", "https://codeberg.org"],
    ["https://gitea.com", undefined, "gitea", "https://gitea.com"],
    ["http://git.example.org:3000/git/", "gitea", "gitea", "http://git.example.org:3000/git"],
    ["https://GitLab.acme.example", "gitea", "gitea", "https://gitlab.acme.example"],
  ])("has its host %s of kind %s as %s at %s", (host, kind, expected, address) => {
    const row = { ...OCA, host, ...(kind === undefined ? {} : { kind }) };
    expect(parseSources(toText(row), file)).toMatchObject([{ host: { kind: expected, address } }]);
  });

  test.each([
    ["no host", { host: undefined }, "sources[0].host is missing"],
    ["a host without protocol", { host: "github.com" }, "host must be an address such as"],
    ["a host of another protocol", { host: "ssh://github.com" }, "host must be an address"],
    ["a host with a query", { host: "https://github.com?x" }, "host must be an address"],
    [
      "a host of no known kind",
      { host: "https://git.acme.example" },
      "whichever git.acme.example runs",
    ],
    ["a kind that is none", { kind: "bitbucket" }, "whichever github.com runs"],
    ["a single name", { repositories: "web" }, "repositories must be a list of strings"],
    ["an empty list", { repositories: [] }, "repositories must be a list of strings"],
    ["a negation", { repositories: ["*", "!web"] }, 'list what is left out in "exclude"'],
    ["a negation left out", { exclude: ["!web"] }, "exclude must not begin with"],
    ["a flag that is a text", { forks: "yes" }, "sources[0].forks must be true or false"],
    ["a name that is a path", { organization: "OCA/x" }, '"OCA/x" is not a valid name'],
    ["an address", { url: "https://github.com/OCA/web.git" }, '"host", which is for'],
    ["a mirror", { mirror: "x" }, '"repositories", which is for organizations only'],
    ["an unknown key", { fork: true }, '"fork", which is not known; perhaps "forks" is meant'],
  ])("with %s is refused", (_, changes, fault) => {
    const error = catchOperatorError(() => parseSources(toText({ ...OCA, ...changes }), file));
    expect(error).toMatchObject({ name: "ConfigError", code: "sources_invalid" });
    expect(error.message).toContain(fault);
  });

  test.each([
    ["its host", { host: "https://robot:hunter2@github.com" }],
    ["its token", { token: "ghp_hunter2" }],
  ])("with a secret in %s is refused without showing it", (_, changes) => {
    const error = catchOperatorError(() => parseSources(toText({ ...OCA, ...changes }), file));
    expect(error.code).toBe("sources_invalid");
    expect(error.message).not.toContain("hunter2");
  });
});

describe("an unknown key", () => {
  test.each([
    ["branch", 'sources[0] has a key "branch", which is not known; perhaps "branches" is meant'],
    ["addon", 'perhaps "addons" is meant'],
    ["Mirror", 'perhaps "mirror" is meant'],
    ["repo", 'perhaps "repository" is meant'],
    ["colour", "known are organization, branches, addons, priority, repository, url, mirror"],
    ["__proto__", "which is not known"],
    ["archived", "which is for organizations only"],
  ])("%s is refused with a hint", (key, fault) => {
    const text = toText(WEB).replace("}", `, ${JSON.stringify(key)}: ["x"]}`);
    const error = catchOperatorError(() => parseSources(text, file));
    expect(error).toMatchObject({ name: "ConfigError", code: "sources_invalid" });
    expect(error.message).toContain(fault);
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
    ["that is no JSON", '{"sources": [', "not JSON"],
    ["without a list", '{"source": []}', 'no list "sources"'],
    ["that is a list itself", "[]", 'no list "sources"'],
    ["with needs that are no path", '{"sources": [{}], "needs": [1]}', '"needs" must be the path'],
    ["with an empty list", toText(), 'the list "sources" is empty'],
    ["with a row that is no object", toText(null), "sources[0] is not an object"],
    [
      "with a name that is a path",
      toText({ ...WEB, repository: "../x" }),
      '"../x" is not a valid name',
    ],
    ["with a name of dots", toText({ ...WEB, organization: ".." }), '".." is not a valid name'],
    ["with a blank text", toText({ ...WEB, url: " " }), "sources[0].url must be a string"],
    ["with no branches", toText({ ...WEB, branches: [] }), "branches must be a list of strings"],
    ["with a branch that is empty", toText({ ...WEB, branches: [""] }), "branches must be a list"],
    ["with folders as a text", toText({ ...WEB, addons: "." }), "addons must be a list of strings"],
    ["with an empty mirror", toText({ ...WEB, mirror: "" }), "sources[0].mirror must be a string"],
    ["with a repository twice", toText(WEB, WEB), "OCA/web is listed twice"],
  ])("%s is refused", (_, text, fault) => {
    const error = catchOperatorError(() => parseSources(text, file));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.code).toBe("sources_invalid");
    expect(error.message).toContain(fault);
    expect(error.message).toMatch(/; see docs\/sources\.md\.$/);
  });

  test("is refused with all its faults at once", () => {
    const text = toText({ organization: 1, repository: "a b", branches: "16.0" }, WEB, {
      ...WEB,
      addons: [1],
    });
    const error = catchOperatorError(() => parseSources(text, file));
    const [, faults = ""] = / is wrong: (.*); see docs/.exec(error.message) ?? [];
    expect(faults.split("; ").toSorted()).toEqual([
      "OCA/web is listed twice",
      "sources[0].branches must be a list of strings or objects",
      "sources[0].organization must be a string",
      'sources[0].repository "a b" is not a valid name',
      "sources[0].url is missing",
      "sources[2].addons must be a list of strings",
    ]);
  });

  test("is a ConfigError for any JSON, never another error", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(() => parseSources(text, file)).toThrow(ConfigError);
        expect(() => parseSources(`{"sources":[${text}]}`, file)).toThrow(ConfigError);
      }),
    );
  });
});

describe("branches that are not named like their version", () => {
  test("have a version of their own, one with a star, or that of the manifests", () => {
    const branches = [
      "16.0",
      { branch: "main", platform_version: "17" },
      { branch: "*-prod", platform_version: "*" },
      { branch: "release/*", platform_version: "*.0" },
      { branch: "{dev,next}", platform_version: "manifest" },
    ];
    const expected = [
      "16.0",
      { branch: "main", platformVersion: "17.0" },
      { branch: "*-prod", platformVersion: "*" },
      { branch: "release/*", platformVersion: "*.0" },
      { branch: "{dev,next}", platformVersion: "manifest" },
    ];
    const organization = { organization: "OCA", host: "https://github.com", branches };
    const parsed = parseSources(toText({ ...WEB, branches }, organization), file);
    expect(parsed.map((entry) => entry.branches)).toEqual([expected, expected]);
  });

  test.each([
    [{ branch: "main" }, "sources[0].branches[1].platform_version is missing"],
    [{ platform_version: "17.0" }, "sources[0].branches[1].branch is missing"],
    [
      { branch: "main", platform_version: "next" },
      'platform_version must be a platform version such as "17.0", one with a star, or "manifest", not "next"',
    ],
    [{ branch: "*-*", platform_version: "*" }, "branch must have exactly one star"],
    [{ branch: "**", platform_version: "*" }, "branch must have exactly one star"],
    [{ branch: "*-?", platform_version: "*" }, "branch must have exactly one star"],
    [{ branch: "main", platform_version: "*" }, "branch must have exactly one star"],
    [{ branch: "*", platform_version: "*.*" }, "platform_version must have at most one star"],
    [
      { branch: "main", version: "17.0" },
      'sources[0].branches[1] has a key "version", which is not known',
    ],
    [17, "sources[0].branches must be a list of strings or objects"],
  ])("cannot be %j", (rule, fault) => {
    const text = toText({ ...WEB, branches: ["16.0", rule] });
    const error = catchOperatorError(() => parseSources(text, file));
    expect(error.code).toBe("sources_invalid");
    expect(error.message).toContain(fault);
  });
});

describe("reading the file", () => {
  test("takes relative mirrors from where it lies", async () => {
    const nested = path.join(folder, "lists", "sources.json");
    mkdirSync(path.dirname(nested));
    writeFileSync(nested, toText({ ...WEB, mirror: "../web.git" }));
    const [source] = readSourcesFile(nested);
    expect(source).toMatchObject({ mirror: path.join(folder, "web.git") });
  });

  test("gives the needs that it names at the time, from where it lies", async () => {
    const needy = path.join(folder, "needy.json");
    for (const needs of ["a.json", "../b.json", undefined]) {
      writeFileSync(needy, JSON.stringify({ needs, sources: [WEB] }));
      const { entries, needsFile } = readSources(needy);
      expect(entries).toHaveLength(1);
      expect(needsFile).toBe(needs === undefined ? needs : path.join(folder, needs));
    }
  });

  test.each([
    ["is not there", "nothing.json", "There is no file"],
    ["is a folder", ".", "EISDIR"],
  ])("that %s is refused with the path", async (_, name, got) => {
    const error = catchOperatorError(() => readSourcesFile(path.join(folder, name)));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({ code: "sources_unreadable" });
    expect(error.message).toContain(path.join(folder, name));
    expect(error.message).toContain("--sources");
    expect(error.message).toContain(got);
  });
});
