// Lists of modules as people have them: what is read of each kind, and what is said to be left out.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { MOST_LIST_CHARS } from "../../../../server/contract/list/collect-list.js";
import { parseModuleList } from "../../../../server/contract/list/module-list.js";
import { anyCharacter, countCases, sampleCases } from "../../../support/properties.js";

/** On a few lines: kind and names, then what else is found. */
function outline(text: string): readonly string[] {
  const list = parseModuleList(text);
  const { kind, modules, repositories, prefer, platformVersion, leftOut } = list;
  return [
    `${kind}: ${modules.join(" ")}`,
    ...(platformVersion === undefined ? [] : [`at ${platformVersion}`]),
    ...(repositories.length === 0 ? [] : [`repositories ${repositories.join(" ")}`]),
    ...(prefer.length === 0 ? [] : [`prefer ${prefer.join(" ")}`]),
    ...leftOut.map(({ reason, count, examples }) => `${count} ${reason}: ${examples.join(" | ")}`),
  ];
}

describe("names", () => {
  test.each([
    ["sale stock", "names: sale stock"],
    ["sale,stock, sale\r\nbase # ours\n", "names: sale stock base"],
    ["- sale\n* stock\n• web\n", "names: sale stock web"],
    [`["sale", 'stock']`, "names: sale stock"],
    ["('sale',\n 'stock',)", "names: sale stock"],
    ["__proto__ constructor", "names: __proto__ constructor"],
    ["sale;stock|web\tbase", "names: sale stock web base"],
    ["1. sale\n2) stock\n", "names: sale stock"],
    ["", "names: "],
  ])("%j", (text, expected) => {
    expect(outline(text)).toEqual([expected]);
  });

  test("of a manifest are those of depends", () => {
    const manifest = `{
      "name": "Our sales",
      "version": "17.0.1.0.0",
      "depends": ["sale", "stock"],  # what we need
      "data": ["views/sale.xml"],
    }`;
    const [first, left] = outline(manifest);
    expect(first).toBe("dependencies: sale stock");
    expect(left).toMatch(/^4 outside: "name": "Our sales", \| "version"/);
    expect(outline("depends = ('a', 'b') depends = ['c']")[0]).toBe("dependencies: a b c");
    expect(outline("'depends': ['a', 'b'")[0]).toBe("dependencies: a b");
  });

  test("that are none are said, without what a terminal obeys", () => {
    expect(outline("sale\n12 OCA/web \u001bred naïve")).toEqual([
      "names: sale",
      "1 not_understood: 12 OCA/web red naïve",
    ]);
  });
});

describe("what an installed Odoo says of itself", () => {
  test.each([
    [
      "German",
      "Technische Bezeichnung;Status\nsale;Installiert\nstock;Nicht installiert\nweb;Installiert\n",
    ],
    [
      "Spanish, the state first",
      "Estado,Nombre técnico\nInstalado,sale\nNo instalado,stock\nInstalado,web\n",
    ],
    ["by field", "id,name,state\n1,sale,installed\n2,stock,uninstalled\n3,web,to upgrade\n"],
    [
      "psql",
      " name  |    state    \n-------+-------------\n sale  | installed\n stock | uninstalled\n web   | to install\n(3 rows)\n",
    ],
    [
      "pg_dump",
      "SET x;\nCOPY public.ir_module_module (id, name, summary, state) FROM stdin;\n1\tsale\t\\N\tinstalled\n2\tstock\tx\tuninstalled\n3\tweb\t\tto upgrade\n\\.\nCOPY public.other (id) FROM stdin;\n9\n\\.\n",
    ],
  ])("%s", (_, text) => {
    expect(outline(text)).toEqual(["CSV: sale web", "1 not_installed: stock"]);
  });
});

describe("files that start Odoo", () => {
  test("a Dockerfile", () => {
    const text = [
      "FROM odoo:17.0",
      "# -i not_this",
      "RUN git clone --branch 17.0 https://github.com/OCA/web.git /opt/web && pip install odoo-addon-queue-job",
      'CMD ["odoo", "-i", "sale,stock"]',
      "ENV TEST_MODULES=web_responsive",
    ].join("\n");
    expect(outline(text)).toEqual([
      "commands: queue_job sale stock web_responsive",
      "at 17.0",
      "prefer OCA/web",
      "1 command: FROM odoo:17.0",
    ]);
  });

  test("an odoo.conf", () => {
    const text =
      "[options]\naddons_path = /opt/odoo/addons,/opt/web\nserver_wide_modules = base,web,queue_job\n";
    expect(outline(text)).toEqual([
      "commands: base web queue_job",
      "1 command: [options]",
      "2 folder: /opt/odoo/addons | /opt/web",
    ]);
  });

  test("a pipeline", () => {
    const text =
      "jobs:\n  test:\n    steps:\n      - run: ./odoo-bin -d x --init=sale,all -u stock --stop-after-init\n";
    expect(parseModuleList(text)).toMatchObject({
      kind: "commands",
      modules: ["sale", "stock"],
      leftOut: [
        { reason: "command", count: 3 },
        { reason: "pattern", count: 1, examples: ["all"] },
      ],
    });
  });
});

describe("a list of names with more around it", () => {
  test.each([
    ["Our modules:\nsale\nstock\n", "Our modules:"],
    ["Our apps\nsale\n", "Our apps"],
    ["Installed module list\n* sale\n* stock\n", "Installed module list"],
  ])("has a heading: %j", (text, heading) => {
    expect(outline(text)).toContain(`1 not_understood: ${heading}`);
  });

  test("may have them as paths", () => {
    expect(outline("./addons/sale\n/opt/oca/web/web_responsive/\n")).toEqual([
      "names: sale web_responsive",
    ]);
  });
});

describe("requirements.txt", () => {
  test("has modules by the names of their distributions, with the platform version", () => {
    const text = [
      "# ours",
      "odoo14-addon-queue-job==14.0.1.2.3",
      "odoo14-addon-Sale.Stock-x  # why",
      "lxml>=4 ; python_version < '3.8'",
      "-r base.txt",
      "--extra-index-url https://wheelhouse.example.org/",
      "requests[security] == 2.0 \\",
      "  --hash=sha256:0000",
      "odoo14-addons-oca-web",
    ].join("\n");
    expect(outline(text)).toEqual([
      "requirements.txt: queue_job sale_stock_x",
      "at 14.0",
      "1 pin: odoo14-addon-queue-job==14.0.1.2.3",
      "3 other_package: lxml>=4 ; python_version < '3.8' | requests[security] == 2.0 | odoo14-addons-oca-web",
      "2 option: -r base.txt | --extra-index-url https://wheelhouse.example.org/",
    ]);
  });

  test.each([
    ["odoo-addon-sale_stock>=16.0,<16.1", "sale_stock", "16.0"],
    ["odoo-addon-sale_stock >=16.0dev,<16.1dev", "sale_stock", "16.0"],
    ["odoo-addon-sale_stock[test]~=18.0.1.0", "sale_stock", "18.0"],
    ["odoo-addon-sale_stock==17.0.*", "sale_stock", "17.0"],
    ["odoo-addon-sale_stock<19", "sale_stock", undefined],
    ["odoo-addon-sale_stock", "sale_stock", undefined],
    ["odoo12-addon-sale_stock", "sale_stock", "12.0"],
  ])("%s", (text, name, version) => {
    expect(parseModuleList(text)).toMatchObject({
      kind: "requirements.txt",
      modules: [name],
      platformVersion: version,
      leftOut: [],
    });
  });

  test.each([
    ["git+https://github.com/OCA/web@16.0#subdirectory=setup/web_responsive", "16.0", "OCA/web"],
    ["git+https://github.com/OCA/web.git@16.0#subdirectory=web_responsive", "16.0", "OCA/web"],
    ["-e git+ssh://git@github.com/OCA/web@16.0#subdirectory=web_responsive/", "16.0", "OCA/web"],
    ["odoo14-addon-web_responsive @ https://example.org/a/b.whl", "14.0", undefined],
  ])("%s", (text, version, provider) => {
    expect(parseModuleList(text)).toMatchObject({
      modules: ["web_responsive"],
      platformVersion: version,
      prefer: provider === undefined ? [] : [provider],
      leftOut: [],
    });
  });

  test.each([
    ["odoo-addon-web_responsive==17.0.1.0.0.5", "17.0"],
    ["git+https://github.com/OCA/web@1f3a#egg=odoo14-addon-web-responsive", "14.0"],
    [
      "odoo-addon-web_responsive @ git+https://github.com/OCA/web@refs/pull/1/head#subdirectory=setup/x",
      undefined,
    ],
  ])("%s is taken, and its pin is said to be left out", (text, version) => {
    expect(parseModuleList(text)).toMatchObject({
      modules: ["web_responsive"],
      platformVersion: version,
      leftOut: [{ reason: "pin", count: 1 }],
    });
  });

  test("names with the versions of their manifests are modules, and so are bare names among them", () => {
    expect(
      outline("sale_order_type\nqueue_job==17.0.1.0.0\nweb_responsive == 17.0.2.1.0 # late\n"),
    ).toEqual([
      "requirements.txt: sale_order_type queue_job web_responsive",
      "at 17.0",
      "2 pin: queue_job==17.0.1.0.0 | web_responsive == 17.0.2.1.0 # late",
    ]);
  });

  test("says what is of another version, and takes it all the same", () => {
    expect(
      outline("odoo14-addon-a\nodoo-addon-b>=16.0\nx @ git+https://h/o/r\n\u0001 -> ??"),
    ).toEqual([
      "requirements.txt: a b",
      "at 14.0",
      "1 other_version: odoo-addon-b>=16.0",
      "1 other_package: x",
      "1 no_name: -> ??",
    ]);
    expect(outline("git+https://h/o/r@16.0#subdirectory=setup/_metapackage")[1]).toMatch(/no_name/);
  });
});

describe("a CSV of ir.module.module", () => {
  test.each([
    ["name,state\nsale,installed\nstock,uninstalled\nweb,to upgrade\n", ","],
    ["\uFEFFname;state\r\nsale;installed\r\nstock;uninstalled\r\nweb;to upgrade\r\n", ";"],
    ["name\tstate\nsale\tinstalled\nstock\tuninstalled\nweb\tto upgrade\n", "tab"],
    [
      `"Status","Name","Technical Name"\n"Installed","Sales, ""new""\n","sale"\n"Not Installed","Stock","stock"\n"To be upgraded","Web","web"`,
      "quotes",
    ],
  ])("%j", (text) => {
    expect(outline(text)).toEqual(["CSV: sale web", "1 not_installed: stock"]);
  });

  test("has all names where it has no state, and says what has none", () => {
    expect(outline('id,name\n1,sale\n2,\n3,"a b"\n\n4,stock')).toEqual([
      "CSV: sale stock",
      "1 unread: 2,",
      "1 no_name: a b",
    ]);
    expect(outline("Technical Name\nsale\nstock")).toEqual(["CSV: sale stock"]);
    expect(outline('name,state\n"sale,installed\nweb,installed')[1]).toMatch(/1 not_installed/);
  });
});

describe("YAML", () => {
  test("of git-aggregator has repositories and the platform version", () => {
    const text = `# ours
./odoo:
  defaults:
    depth: 1
  remotes:
    acme: git@github.com:acme/OCB.git
    oca: https://github.com/OCA/OCB.git # theirs
  merges:
    - oca 16.0
    - acme 16.0-fix
  target: acme 16.0-ours
"web":
    remotes: {oca: x}
    merges:
    - remote: origin
      ref: "16.0"
server-tools:
    remotes:
        origin: 'https://github.com/OCA/server-tools'
    target: origin 16.0
    merges:
        - origin $ODOO_VERSION
`;
    expect(outline(text)).toEqual([
      "YAML: ",
      "at 16.0",
      "repositories OCA/OCB OCA/server-tools",
      "2 setting: ./odoo.defaults.depth: 1 | web.remotes: {oca: x}",
      "1 merge: acme 16.0-fix",
    ]);
  });

  test("of doodba has names by repository, and patterns", () => {
    const text = `web:\n  - web_responsive\n  - "web_*"\nsale-workflow: ["sale_a", sale_b]\nstock:\n- stock_a\n---\nONLY:\n  DBS: prod\n`;
    expect(outline(text)).toEqual([
      "YAML: web_responsive sale_a sale_b stock_a",
      "1 pattern: web_*",
      "1 setting: ONLY.DBS: prod",
    ]);
  });
});

describe("any text", () => {
  const WORDS =
    "sale stock name state depends __proto__ odoo-addon-x git+https://h/o/r@16.0#subdirectory=ab".split(
      " ",
    );
  const SIGNS = ["- ", ": ", "[", "]", '"', "'", "\n", "  ", ",", ";", "\t", "#", "@", "==1.0"];
  const word = fc.constantFrom(...WORDS, ...SIGNS, "\u0000", "\\\n");

  test("gives a list of distinct names, the same when it is read again", () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.array(word).map((words) => words.join("")),
    );
    fc.assert(
      fc.property(text, (any) => {
        const { modules } = parseModuleList(any);
        expect(new Set(modules).size).toBe(modules.length);
        for (const name of modules) expect(name).toMatch(/^\w+$/);
        const again = parseModuleList(modules.join(","));
        expect(again.modules).toEqual(modules);
      }),
      { numRuns: countCases(300) },
    );
  });

  test.each(
    sampleCases([
      "depends:[",
      'name,state\n"',
      "- - ",
      "a:\n",
      "a: [",
      "odoo-addon-x==",
      "\\\n",
      " ",
      "name\n ",
      'a==1\n"',
      "a:\n  - b\n[",
      "[{'name': '",
      "[project]\n[[package]]\n",
      "install_requires=\n a\n",
      "a,installed\n",
      "\n",
      "\u2028",
      "\n ",
    ]),
  )("of a megabyte of %j is read, and what is beyond is said", (part) => {
    const list = parseModuleList(part.repeat(MOST_LIST_CHARS / part.length + 1));
    expect(list.leftOut.at(-1)?.reason).toBe("too_long");
  });
});
