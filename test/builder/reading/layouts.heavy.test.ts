// Layouts of real projects, built: a folder for each version, one repository listed several times, deep folders, submodules.
import path from "node:path";
import { expect, test } from "vitest";
import { parseSources } from "../../../builder/source/sources-file.js";
import type { Source } from "../../../builder/source/source.js";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import { build } from "../../support/builds.js";
import { listRecords } from "../../support/fixture-snapshot.js";
import { makeGitRepository } from "../../support/git-repository.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const folder = makeTemporaryFolder();
let made = 0;

type Files = Readonly<Record<string, string>>;

const say = (version: string): string => `{"name": "X", "version": "${version}", "depends": []}`;

/** Manifests by module folder, other files by path. */
function toFiles(written: Files): Files {
  return Object.fromEntries(
    Object.entries(written).map(([file, text]) => [
      file.includes(".") ? file : `${file}/__manifest__.py`,
      text,
    ]),
  );
}

function place(name: string): object {
  const url = `https://git.example.org/acme/${name}.git`;
  return { organization: "acme", repository: name, url };
}

/** Result of a build: `path version`, faults and layout. */
async function read(
  branches: Readonly<Record<string, Files>>,
  elements: readonly object[],
): Promise<{ readonly modules: string; readonly faults: string; readonly layout: string }> {
  made += 1;
  const mirror = path.join(folder, `shop-${made}.git`);
  const plans = Object.entries(branches).map(
    ([name, files]) => [name, [{ files: toFiles(files) }]] as const,
  );
  makeGitRepository(mirror, Object.fromEntries(plans));
  const good = path.join(folder, `good-${made}.git`);
  makeGitRepository(good, { "9.0": [{ files: toFiles({ fine: say("9.0.1.0.0") }) }] });
  const sources = [
    ...elements.map((element) => ({ ...place("shop"), mirror, ...element })),
    { ...place("good"), mirror: good },
  ];
  const entries = parseSources(JSON.stringify({ sources }), path.join(folder, "sources.json"));
  const report = await build(entries as readonly Source[], {
    out: path.join(folder, `out-${made}`),
  });
  const snapshot = openSnapshot(report.folder);
  try {
    const own = listRecords(snapshot).filter(({ repository }) => repository === "shop");
    const row = snapshot.entry.sources.find(({ repository }) => repository === "shop");
    return {
      modules: own
        .map((one) => `${one.source_path} ${one.platform_version}`)
        .toSorted()
        .join(", "),
      faults: row?.faults.join(" ") ?? "",
      layout: report.layout.join(" "),
    };
  } finally {
    snapshot.close();
  }
}

const BY_FOLDER = {
  main: {
    "v16/kiosk": say("16.0.2.0.0"),
    "v17/kiosk": say("17.0.1.0.0"),
    "v18/kiosk": say("18.0.1.0.0"),
    "v18/more": say("1.0"),
  },
};
const EACH = "v16/kiosk 16.0, v17/kiosk 17.0, v18/kiosk 18.0, v18/more 18.0";

test.each([
  [
    "what their manifests say",
    [{ branches: [{ branch: "main", platform_version: "manifest" }] }],
    EACH,
  ],
  [
    "the star of a folder, on the default branch",
    [{ branches: [{ branch: "HEAD", folder: "v*", platform_version: "*.0" }] }],
    EACH,
  ],
  [
    "what each of several elements says",
    [
      { addons: ["v16"], branches: [{ branch: "main", platform_version: "16.0" }] },
      { addons: ["v18"], branches: [{ branch: "main", platform_version: "18.0" }] },
    ],
    "v16/kiosk 16.0, v18/kiosk 18.0, v18/more 18.0",
  ],
])("folders of a branch are for %s", async (_title, elements, modules) => {
  expect(await read(BY_FOLDER, elements)).toEqual({ modules, faults: "", layout: "" });
});

test.each([
  [
    "each of several versions that names it",
    ["16.0", "17.0"].map((version) => ({
      addons: [`v${version.slice(0, 2)}`, "common"],
      branches: [{ branch: "main", platform_version: version }],
    })),
    "common/tools 16.0, common/tools 17.0, v16/kiosk 16.0, v17/kiosk 17.0",
  ],
  [
    "the innermost that is named, in whatever order",
    [
      {
        branches: [
          { branch: "main", platform_version: "17.0" },
          { branch: "main", folder: "v16", platform_version: "16.0" },
        ],
      },
    ],
    "common/tools 17.0, v16/kiosk 16.0, v17/kiosk 17.0",
  ],
])("a folder is of %s", async (_title, elements, modules) => {
  const files = { "v16/kiosk": "{}", "v17/kiosk": "{}", "common/tools": "{}" };
  expect((await read({ main: files }, elements)).modules).toBe(modules);
});

test.each(["%s.0", "odoo%s", "Odoo_%s", "odoo-%s.0", "addons_%s/addons", "x/%s"])(
  "folders of versions may be called %s",
  async (form) => {
    const files = Object.fromEntries(
      ["16", "17"].map((major) => [
        `${form.replace("%s", major)}/kiosk/__manifest__.py`,
        say(`${major}.0.1.0.0`),
      ]),
    );
    const branches = [{ branch: "HEAD", platform_version: "manifest" }];
    const { modules } = await read({ main: files }, [{ branches }]);
    expect(modules.match(/1[67]\.0(?=,|$)/g)).toEqual(["16.0", "17.0"]);
  },
);

test("a branch whose modules are all too deep says where they are", async () => {
  const files = { "odoo/custom/src/private/one": say("17.0.1.0.0") };
  const rule = [{ branches: [{ branch: "HEAD", platform_version: "manifest" }] }];
  const found = await read({ main: files }, rule);
  expect(found.faults).toContain('name the folders in "addons": odoo/custom/src/private');
  const named = [{ addons: ["odoo/custom/src/*"], ...rule[0] }];
  expect((await read({ main: files }, named)).modules).toContain("private/one 17.0");
});

test("no repository fills the list of versions", async () => {
  const names = Array.from({ length: 40 }, (_, at) => `${at}.0`);
  const found = await read(Object.fromEntries(names.map((name) => [name, { a: "{}" }])), [{}]);
  expect(found.modules.split(", ").at(-1)).toBe("a 9.0");
  expect(found.modules).toContain("a 22.0");
  expect(found.modules).not.toContain("a 23.0");
});

test("two folders of one name at one version are told", async () => {
  const branches = [{ branch: "main", platform_version: "18.0" }];
  expect((await read(BY_FOLDER, [{ branches }])).layout).toContain("2 modules also in another");
});

test("the manifests that say something decide, and their numbers are told", async () => {
  const rule = [{ branches: [{ branch: "HEAD", platform_version: "manifest" }] }];
  const silent = { b: say("1.0"), c: say("0.1"), d: "{}" };
  expect((await read({ dev: { a: say("8.0.1.0"), ...silent } }, rule)).modules).toBe(
    "a 8.0, b 8.0, c 8.0, d 8.0",
  );
  const split = { a: say("8.0.1.0"), e: say("9.0.1.0"), ...silent };
  expect((await read({ dev: split }, rule)).faults).toContain(
    "1 module says 8.0, 1 says 9.0, 3 say nothing",
  );
  const release = { "odoo/release.py": "version_info = (17, 0, 0, FINAL, 0, '')\n" };
  expect((await read({ dev: { ...split, ...release } }, rule)).modules).toBe(
    "a 17.0, b 17.0, c 17.0, d 17.0, e 17.0",
  );
});

test("a default branch is one whatever its name, which tells a version only by a number", async () => {
  const branches = ["HEAD", "master"];
  expect(await read({ "17.0": { a: "{}" } }, [{ branches }])).toMatchObject({
    modules: "a 17.0",
    faults: expect.stringContaining('no branch "master"; name its default branch "HEAD"'),
  });
  const main = await read({ main: { a: "{}" } }, [{ branches: ["HEAD"] }]);
  expect(main.faults).toContain('the branch "main", whose name is no platform version');
  expect(main.modules).toBe("");
});

test("folders that can be no module are told with their number", async () => {
  const { modules, layout } = await read({ "17.0": { ok: "{}", "end ": "{}", " b/c": "{}" } }, [
    {},
  ]);
  expect(modules).toBe(" b/c 17.0, ok 17.0");
  expect(layout).toContain(
    '1 module not read, since no module can be named like the folder: "end "',
  );
});

test("a branch that is named like no release is not read by itself", async () => {
  const found = await read({ "11.0": { a: "{}" }, "11.1": { b: "{}" }, "6.1": { c: "{}" } }, [{}]);
  expect(found.modules).toBe("a 11.0, c 6.1");
});

test("what is too deep, inside another module or a manifest of old is told or read", async () => {
  const found = await read(
    {
      "17.0": {
        top: "{}",
        "odoo/custom/src/private/one": "{}",
        "odoo/custom/src/private/two": "{}",
        "top/extra": "{}",
        "old/__terp__.py": "{}",
      },
    },
    [{}],
  );
  expect(found.modules).toBe("old 17.0, top 17.0");
  expect(found.layout).toContain('2 modules too deep to be found; name the folders in "addons"');
  expect(found.layout).toContain("odoo/custom/src/private");
  expect(found.layout).toContain("1 module inside other modules not read");
});
