// Organizations become their repositories: hosts of each kind, pages, choices, what comes twice.
import { afterEach, describe, expect, test } from "vitest";
import { expandSources } from "../../../../builder/source/host/expand-sources.js";
import { HOST_KINDS } from "../../../../builder/source/host/host.js";
import { PAGE_LIMIT } from "../../../../builder/source/host/host-listing.js";
import { SourceError } from "../../../../builder/source/source-error.js";
import { parseSources } from "../../../../builder/source/sources-file.js";
import type { Source } from "../../../../builder/source/source.js";
import { awaitOperatorError } from "../../../support/catch-error.js";
import { type CodeHost, type CodeHostChoice, type HostRow, startCodeHost } from "./code-host.js";
import { testLong } from "../../../support/properties.js";

const hosts: CodeHost[] = [];

async function start(choice: CodeHostChoice): Promise<CodeHost> {
  const host = await startCodeHost(choice);
  hosts.push(host);
  return host;
}

afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.stop()));
});

interface Expansion {
  readonly sources: readonly Source[];
  readonly notices: readonly string[];
}

async function expand(...elements: readonly object[]): Promise<Expansion> {
  const notices: string[] = [];
  const sources = await expandSources(
    parseSources(JSON.stringify({ sources: elements }), "/lists/sources.json"),
    {
      environment: {},
      signal: new AbortController().signal,
      onNotice: (message) => notices.push(message),
    },
  );
  return { sources, notices };
}

function namesOf({ sources }: Expansion): readonly string[] {
  return sources.map(({ repository }) => repository);
}

const ROWS: readonly HostRow[] = [
  { path: "web" },
  { path: "crm" },
  { path: "old", archived: true },
  { path: "OCB", fork: true },
  { path: "secret", private: true },
  { path: "account-tools" },
];

describe.each(HOST_KINDS)("an organization on %s", (kind) => {
  test("is all its repositories, sorted, through all pages", async () => {
    const host = await start({ kind, organizations: { OCA: ROWS }, pageSize: 2 });
    const element = { organization: "OCA", host: host.address, kind, repositories: "*" };
    const { sources, notices } = await expand(element);
    const url = (name: string): string => `${host.address}/OCA/${name}.git`;
    expect(sources).toEqual(
      ["account-tools", "crm", "web"].map((repository) => ({
        organization: "OCA",
        repository,
        url: url(repository),
        cloneUrl: url(repository),
        mirror: undefined,
        branches: undefined,
        addons: ["."],
        viaOrganization: true,
      })),
    );
    expect(host.seen.length).toBe(3);
    expect(notices).toEqual([
      `${new URL(host.address).host}/OCA: 3 of 6 repositories, 1 left out (archived), 1 left out (forks), 1 left out (private)`,
    ]);
  });

  test("gives what is archived, forked or private when it is asked for", async () => {
    const host = await start({ kind, organizations: { OCA: ROWS } });
    const element = { organization: "OCA", host: host.address, kind };
    expect(namesOf(await expand({ ...element, archived: true }))).toContain("old");
    expect(namesOf(await expand({ ...element, forks: true }))).toContain("OCB");
    expect(namesOf(await expand({ ...element, private: true }))).toContain("secret");
    const all = await expand({ ...element, archived: true, forks: true, private: true });
    expect(namesOf(all)).toEqual(["OCB", "account-tools", "crm", "old", "secret", "web"]);
  });

  test("may be a user", async () => {
    const host = await start({ kind, users: { jane: [{ path: "tools" }] } });
    const element = { organization: "jane", host: host.address, kind };
    expect(namesOf(await expand(element))).toEqual(["tools"]);
  });

  test("that the host does not know is a SourceError with the remedy", async () => {
    const host = await start({ kind });
    const error = await awaitOperatorError(
      expand({ organization: "OCX", host: host.address, kind }),
    );
    expect(error).toBeInstanceOf(SourceError);
    expect(error.code).toBe("organization_unknown");
    expect(error.message).toMatch(/no organization or user "OCX"; correct "organization"/);
    expect(error.message).toContain(`MODULE_LOOKUP_${kind.toUpperCase()}_TOKEN`);
  });

  test.each(["../x", "..", ".", "", "a b", "a\nb", "-\u0000", "x/../../y"])(
    "whose host names a repository %j is refused",
    async (path) => {
      const host = await start({ kind, organizations: { OCA: [{ path: "web" }, { path }] } });
      const error = await awaitOperatorError(
        expand({ organization: "OCA", host: host.address, kind }),
      );
      expect(error).toMatchObject({ name: "SourceError", code: "host_answer_invalid" });
    },
  );

  test.each([
    ["no list", { message: "hello" }],
    ["a list of texts", ["web"]],
    ["a list of other objects", [{ id: 1 }]],
    ["broken JSON", '[{"full_name": "OCA/'],
    ["a web page", "<!DOCTYPE html><p>Sign in"],
  ])("whose host answers with %s is refused", async (_, body) => {
    const host = await start({ kind, organizations: { OCA: ROWS } });
    host.replyNext({ body });
    const error = await awaitOperatorError(
      expand({ organization: "OCA", host: host.address, kind }),
    );
    expect(error).toMatchObject({ name: "SourceError", code: "host_answer_invalid" });
    expect(error.message).not.toContain("Sign in");
  });
});

describe("pages", () => {
  const rows = Array.from({ length: 250 }, (_, index) => ({ path: `r${index}` }));

  test("are counted where a host sends no links", async () => {
    const host = await start({ kind: "github", organizations: { OCA: rows }, linkBase: "none" });
    const element = { organization: "OCA", host: host.address, kind: "github" };
    expect((await expand(element)).sources.length).toBe(250);
    expect(host.seen.length).toBe(3);
  });

  test("shorter than asked for are followed by the total count", async () => {
    const choice = { pageSize: 30, linkBase: "none" };
    const host = await start({ kind: "gitea", organizations: { OCA: rows }, ...choice });
    const element = { organization: "OCA", host: host.address, kind: "gitea" };
    expect((await expand(element)).sources.length).toBe(250);
    expect(host.seen.length).toBe(9);
  });

  test("are asked for where the sources file says, whatever name is in the links", async () => {
    const inner = await start({ kind: "gitea", organizations: { OCA: rows } });
    const choice = { pageSize: 50, linkBase: inner.address };
    const host = await start({ kind: "gitea", organizations: { OCA: rows }, ...choice });
    const element = { organization: "OCA", host: host.address, kind: "gitea" };
    expect((await expand(element)).sources.length).toBe(250);
    expect(inner.seen).toEqual([]);
  });

  testLong("without an end are a SourceError", async () => {
    const host = await start({ kind: "github", organizations: { OCA: ROWS } });
    const link = `<${host.address}/api/v3/orgs/OCA/repos?page=2>; rel="next"`;
    const reply = { headers: { link }, body: [{ full_name: "OCA/web" }] };
    host.replyNext(...Array.from({ length: PAGE_LIMIT + 1 }, () => reply));
    const element = { organization: "OCA", host: host.address, kind: "github" };
    const error = await awaitOperatorError(expand(element));
    expect(error).toMatchObject({ name: "SourceError", code: "host_answer_invalid" });
    expect(host.seen.length).toBe(PAGE_LIMIT);
  });

  test("that repeat without links are the end", async () => {
    const host = await start({ kind: "github" });
    const body = rows.slice(0, 100).map(({ path }) => ({ full_name: `OCA/${path}` }));
    host.replyNext(...Array.from({ length: 9 }, () => ({ body })));
    const element = { organization: "OCA", host: host.address, kind: "github" };
    expect((await expand(element)).sources.length).toBe(100);
    expect(host.seen.length).toBe(2);
  });
});

describe("repositories", () => {
  const rows = ["l10n-spain", "l10n-usa", "web", "web_api", ".github"].map((path) => ({ path }));
  const startGithub = (): Promise<CodeHost> =>
    start({ kind: "github", organizations: { OCA: rows } });

  test.each([
    [{ repositories: ["l10n-*", "web"] }, ["l10n-spain", "l10n-usa", "web"]],
    [{ repositories: ["l10n-*"], exclude: ["*-usa"] }, ["l10n-spain"]],
    [{ exclude: ["l10n-*", ".*"] }, ["web", "web_api"]],
    [{ repositories: "*" }, [".github", "l10n-spain", "l10n-usa", "web", "web_api"]],
  ])("are chosen by %j", async (choice, names) => {
    const host = await startGithub();
    const element = { organization: "OCA", host: host.address, kind: "github", ...choice };
    expect(namesOf(await expand(element))).toEqual(names);
  });

  test("have the branches and folders of their organization", async () => {
    const host = await startGithub();
    const choice = { repositories: ["web"], branches: ["17.0"], addons: ["addons/"] };
    const element = { organization: "OCA", host: host.address, kind: "github", ...choice };
    const { sources } = await expand(element);
    expect(sources).toMatchObject([{ branches: ["17.0"], addons: ["addons"] }]);
  });

  test("that nothing is called are reported", async () => {
    const host = await startGithub();
    const choice = { repositories: ["web", "wbe", "l11n-*"] };
    const element = { organization: "OCA", host: host.address, kind: "github", ...choice };
    const { notices } = await expand(element);
    expect(notices.filter((notice) => notice.includes("has no repository"))).toEqual([
      expect.stringContaining('"wbe"'),
      expect.stringContaining('"l11n-*"'),
    ]);
  });

  test("of which none is left are a SourceError", async () => {
    const host = await startGithub();
    const choice = { repositories: ["wbe"] };
    const element = { organization: "OCA", host: host.address, kind: "github", ...choice };
    const error = await awaitOperatorError(expand(element));
    expect(error).toMatchObject({ name: "SourceError", code: "organization_empty" });
    expect(error.message).toContain('correct "repositories"');
  });

  test("of subgroups are named without them and chosen with or without", async () => {
    const group = ["odoo/sale/tools", "odoo/crm", "apps"].map((path) => ({ path }));
    const host = await start({ kind: "gitlab", organizations: { acme: group } });
    const element = { organization: "acme", host: host.address, kind: "gitlab" };
    const { sources } = await expand({ ...element, repositories: ["odoo/**"] });
    expect(sources.map(({ repository, url }) => [repository, url])).toEqual([
      ["crm", `${host.address}/acme/odoo/crm.git`],
      ["tools", `${host.address}/acme/odoo/sale/tools.git`],
    ]);
    expect(namesOf(await expand({ ...element, repositories: ["tools"] }))).toEqual(["tools"]);
    expect(host.seen[0]?.target).toContain("include_subgroups=true");
  });

  test("of one name in two subgroups are a SourceError, unless one is excluded", async () => {
    const group = ["a/tools", "b/Tools"].map((path) => ({ path }));
    const host = await start({ kind: "gitlab", organizations: { acme: group } });
    const element = { organization: "acme", host: host.address, kind: "gitlab" };
    const error = await awaitOperatorError(expand(element));
    expect(error).toMatchObject({ name: "SourceError", code: "repository_ambiguous" });
    expect(error.message).toContain("acme/a/tools and acme/b/Tools");
    expect(namesOf(await expand({ ...element, exclude: ["b/*"] }))).toEqual(["tools"]);
  });
});

describe("a repository that comes twice", () => {
  const rows = ["crm", "web"].map((path) => ({ path }));

  test.each([
    ["as itself", { repository: "web", url: "/OCA/web.git" }],
    ["in another case, before", { organization: "oca", repository: "Web", url: "/OCA/Web.git" }],
    ["under another name", { organization: "ours", repository: "web-ui", url: "/oca/web/" }],
  ])("is read as it is listed singly, %s", async (_, changes) => {
    const host = await start({ kind: "github", organizations: { OCA: rows } });
    const all = { organization: "OCA", host: host.address, kind: "github" };
    const url = host.address + changes.url;
    const single = { organization: "OCA", ...changes, url, branches: ["16.0"] };
    const after = await expand(all, single);
    expect(namesOf(after)).toEqual(["crm", changes.repository]);
    expect(namesOf(await expand(single, all))).toEqual([changes.repository, "crm"]);
    expect(after.sources[1]).toMatchObject({ url, branches: ["16.0"] });
    expect(after.notices.length).toBe(1);
  });

  test("is read once for two organizations, the first of which counts; the host is asked once", async () => {
    const host = await start({ kind: "github", organizations: { OCA: rows } });
    const all = { organization: "OCA", host: host.address, kind: "github" };
    const first = { ...all, repositories: ["web"], branches: ["17.0"] };
    const { sources } = await expand(first, all);
    expect(sources.map(({ repository, branches }) => [repository, branches])).toEqual([
      ["web", ["17.0"]],
      ["crm", undefined],
    ]);
    expect(host.seen.length).toBe(1);
  });

  test("under one name with another address is reported", async () => {
    const host = await start({ kind: "github", organizations: { OCA: rows } });
    const all = { organization: "OCA", host: host.address, kind: "github" };
    const url = "git@git.example.org:fork/web.git";
    const { sources, notices } = await expand(all, { organization: "OCA", repository: "web", url });
    expect(sources.map((source) => source.url)).toEqual([`${host.address}/OCA/crm.git`, url]);
    expect(notices.at(-1)).toBe(
      `${host.address}/OCA/web.git is left out, since OCA/web is listed with another address`,
    );
  });
});

test("sources without organizations ask nobody", async () => {
  const single = { organization: "OCA", repository: "web", url: "https://git.example.org/x.git" };
  const { sources, notices } = await expand(single);
  expect(sources.map(({ url }) => url)).toEqual([single.url]);
  expect(notices).toEqual([]);
});
