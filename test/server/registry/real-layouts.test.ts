// Layouts of real projects, asked for a plan through every face: the folder of each module, its version, and its twins.
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parseSources } from "../../../builder/source/sources-file.js";
import type { Source } from "../../../builder/source/source.js";
import { build } from "../../support/builds.js";
import { makeGitRepository } from "../../support/git-repository.js";
import { runHere } from "../../support/program.js";
import { startService } from "../../support/running-service.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { connectOverHttp } from "../mcp/mcp-client.js";

interface Layout {
  /** Manifests' versions by module folder. */
  readonly modules: Readonly<Record<string, string>>;
  readonly element?: object;
  /** Folders of the plan's modules in load order, with their versions, and the addons path. */
  readonly expected: string;
}

const BY_MANIFEST = { branches: [{ branch: "main", platform_version: "manifest" }] };

/** The last module of each is asked for at 17.0 and needs the one before. */
const LAYOUTS: Readonly<Record<string, Layout>> = {
  short: {
    modules: {
      "v16/short": "16.0.2.0.0",
      "v17/short": "17.0.1.0.0",
      "v17/short_more": "17.0.1.0.0",
    },
    element: BY_MANIFEST,
    expected: "v17/short 1.0.0, v17/short_more 1.0.0; short/v17",
  },
  dotted: {
    modules: {
      "16.0/dotted": "16.0.2.0.0",
      "17.0/dotted": "1.7",
      "17.0/dotted_more": "17.0.1.0.0",
    },
    element: { branches: [{ branch: "main", folder: "*", platform_version: "*" }] },
    expected: "17.0/dotted 1.7, 17.0/dotted_more 1.0.0; dotted/17.0",
  },
  named: {
    modules: { "odoo16/addons/named": "16.0.1.0.0", "odoo17/addons/named": "17.0.3.0.0" },
    element: BY_MANIFEST,
    expected: "odoo17/addons/named 3.0.0; named/odoo17/addons",
  },
  listed: {
    modules: { "old/listed": "1.0", "new/listed": "1.1", "new/listed_more": "1.2" },
    element: { addons: ["new"], branches: [{ branch: "main", platform_version: "17.0" }] },
    expected: "new/listed 1.1, new/listed_more 1.2; listed/new",
  },
  doodba: {
    modules: {
      "odoo/custom/src/private/doodba": "17.0.1.0.0",
      "odoo/custom/src/acme/doodba_more": "17.0.1.0.0",
    },
    element: { addons: ["odoo/custom/src/private", "odoo/custom/src/acme"] },
    expected:
      "odoo/custom/src/private/doodba 1.0.0, odoo/custom/src/acme/doodba_more 1.0.0; doodba/odoo/custom/src/acme, doodba/odoo/custom/src/private",
  },
  spread: {
    modules: {
      "addons/spread": "17.0.1.0.0",
      "extra-addons/spread_more": "17.0.1.0.0",
      "custom/sales/spread_sale": "17.0.1.0.0",
    },
    expected:
      "addons/spread 1.0.0, extra-addons/spread_more 1.0.0, custom/sales/spread_sale 1.0.0; spread/addons, spread/custom/sales, spread/extra-addons",
  },
  whole: { modules: { ".": "17.0.1.0.0" }, expected: ". 1.0.0; ." },
  blanks: {
    modules: { "my addons/blanks": "17.0.1.0.0", "módulos/blanks_more": "17.0.1.0.0" },
    expected: "my addons/blanks 1.0.0, módulos/blanks_more 1.0.0; blanks/my addons, blanks/módulos",
  },
  twins: {
    modules: { "a/twins": "17.0.1.0.0", "b/twins": "17.0.2.0.0", "b/twins_more": "17.0.1.0.0" },
    expected: "b/twins 2.0.0, b/twins_more 1.0.0; twins/b; twins newer, not a/twins",
  },
  refused_twin: {
    modules: { "a/refused_twin": "16.0.1.0.0", "b/refused_twin": "17.0.1.0.0" },
    expected: "b/refused_twin 1.0.0; refused_twin/b; refused_twin installable, not a/refused_twin",
  },
};

const root = makeTemporaryFolder();
const elements = Object.entries(LAYOUTS).map(([name, { modules, element = {} }]) => {
  const folders = Object.entries(modules);
  const names = folders.map(([folder]) => toName(folder, name));
  const files = folders.map(([folder, version], at) => {
    const before = names.slice(0, at).findLast((one) => one !== names[at]);
    const depends = before === undefined ? [] : [before];
    const manifest = JSON.stringify({ name: "X", version, depends });
    return [path.posix.join(folder, "__manifest__.py"), manifest] as const;
  });
  const branch = "branches" in element ? "main" : "17.0";
  const mirror = path.join(root, `${name}.git`);
  makeGitRepository(mirror, { [branch]: [{ files: Object.fromEntries(files) }] });
  const url = `https://git.example.org/acme/${name}.git`;
  return { organization: "acme", repository: name, url, mirror, ...element };
});
const sources = parseSources(
  JSON.stringify({ sources: elements }),
  path.join(root, "sources.json"),
);
const out = path.join(root, "out");
await build(sources as readonly Source[], { out });
const service = await startService(out);
const agent = await connectOverHttp(service.base);
afterAll(async () => {
  await agent.close();
  await service.stop();
});

function toName(folder: string, repository: string): string {
  return folder === "." ? repository : path.posix.basename(folder);
}

interface PlanAnswer {
  readonly modules: readonly {
    readonly source_path: string | null;
    readonly version: string | null;
  }[];
  readonly addons_path: readonly string[];
  readonly choices: readonly {
    readonly technical_name: string;
    readonly rule: string;
    readonly other_folders: readonly string[];
  }[];
}

function outline({ modules, addons_path, choices }: PlanAnswer): string {
  const own = modules.filter(({ source_path }) => source_path !== null);
  return [
    own.map(({ source_path, version }) => `${source_path} ${version}`).join(", "),
    addons_path.join(", "),
    ...choices.map(
      ({ technical_name, rule, other_folders }) =>
        `${technical_name} ${rule}, not ${other_folders.join(" ")}`,
    ),
  ].join("; ");
}

describe.each(Object.entries(LAYOUTS))("%s", (name, { modules, expected }) => {
  const asked = toName(Object.keys(modules).at(-1) ?? "", name);
  const query = `platform_version=17.0&modules=${asked}`;
  const [, folders = ""] = expected.split("; ");

  test("the answer", async () => {
    const answer = await fetch(`${service.base}/v1/plan?${query}`);
    expect(outline((await answer.json()) as PlanAnswer)).toBe(expected);
  });

  test("page, text, tool and command say the same folders", async () => {
    const page = await (await fetch(`${service.base}/plan?${query}`)).text();
    const tool = await agent.call("plan_system", { platform_version: "17.0", modules: [asked] });
    const command = await runHere(["plan", "--snapshot", out, "--platform-version", "17.0", asked]);
    for (const folder of folders.split(", ")) {
      expect(page).toContain(folder);
      expect(tool.text).toContain(folder);
      expect(command.stdout).toContain(folder);
    }
  });
});
