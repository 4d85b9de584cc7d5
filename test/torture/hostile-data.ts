// Data files, scripts, texts and two versions of a module, of shapes that grow faster than the files that hold them.
// Sizes are drawn as those of hostile-code.ts.
import type { Files } from "../support/world.js";
import {
  BASE,
  draw,
  GOOD,
  list,
  ofPython,
  QUESTION,
  toFiles,
  writeData,
  writeModel,
  type Drawn,
  type Shape,
} from "./hostile-files.js";

const BOTH = "from=16.0&to=17.0&modules=hostile,good";

export const DATA_SHAPES: Readonly<Record<string, Shape>> = {
  "groups that imply each other": (random) => {
    const length = draw(random, 10_000);
    const width = draw(random, 60);
    const groups = list(length, (at) => {
      const implied = list(Math.min(at, width), (back) => `(4, ref('g${at - 1 - back}'))`);
      return writeRecord("res.groups", `g${at}`, { name: `G ${at}`, implied_ids: implied });
    });
    return ofData({ "groups.xml": writeData(groups), [ACCESS]: writeAccess(length) }, [
      "groups",
      `groups/hostile.g${length - 1}`,
      "groups/hostile.g0",
      "access",
      "access/g",
      `access/g?groups=hostile.g${length - 1}`,
    ]);
  },
  "groups in a ring": (random) => {
    const length = draw(random, 10_000);
    const groups = list(length, (at) =>
      writeRecord("res.groups", `g${at}`, {
        implied_ids: [`(4, ref('g${(at + 1) % length}'))`, `(4, ref('g${(at * 7) % length}'))`],
      }),
    );
    return ofData({ "groups.xml": writeData(groups) }, ["groups", "groups/hostile.g0"]);
  },
  "rights of everybody": (random) => {
    const length = draw(random, 40_000);
    const depth = draw(random, 2_000);
    const domain = `${"[".repeat(depth)}('name', '=', 1)${"]".repeat(depth)}`;
    const rules = list(Math.min(length, 2_000), (at) =>
      writeRecord("ir.rule", `rule${at}`, {
        name: "R",
        model_id: "ref('model_g')",
        domain_force: random.happens(0.5) ? domain : "['|'] * 999 + [('name.name.name', '=', 1)]",
      }),
    );
    return ofData({ [ACCESS]: writeAccess(length), "rules.xml": writeData(rules) }, [
      "access",
      "access/g",
      "access/g?module=hostile",
      "records?model=ir.rule",
    ]);
  },
  "menus below menus": (random) => {
    const length = draw(random, 10_000);
    const isRing = random.happens(0.3);
    const menus = list(length, (at) => {
      const parent = at === 0 && !isRing ? "" : ` parent="m${(at + length - 1) % length}"`;
      return `<menuitem id="m${at}" name="M"${parent} action="a${at}" groups="g${at}"/>`;
    });
    const actions = list(length, (at) =>
      writeRecord("ir.actions.act_window", `a${at}`, { name: "A", res_model: "g" }),
    );
    return ofData({ "menus.xml": writeData([...actions, ...menus]) }, [
      "menus",
      "actions",
      "actions?model=g",
      `records/hostile.m${length - 1}`,
    ]);
  },
  "a record of many writers": (random) => {
    const writers = draw(random, 15_000);
    const letters = draw(random, 40_000);
    const value = "x".repeat(Math.min(letters, 4_000_000 / writers));
    const records = list(writers, () =>
      writeRecord("res.users", random.happens(0.5) ? "r" : "good.r", { name: value }),
    );
    return ofData({ "records.xml": writeData(records) }, [
      "records/hostile.r",
      "records/good.r",
      "records?model=res.users",
      "records?ids=hostile.r,good.r",
    ]);
  },
  "records of huge values": (random) => {
    const count = draw(random, 20_000);
    const letters = draw(random, 1_000_000);
    const records = list(count, (at) =>
      writeRecord("res.users", `r${at}`, {
        name: at % 100 === 0 ? "y".repeat(Math.min(letters, 40_000_000 / count)) : "n",
      }),
    );
    return ofData({ "records.xml": writeData(records) }, [
      "records?model=res.users",
      "records?module=hostile&limit=500",
      "records/hostile.r0",
      `records?ids=${list(50, (at) => `hostile.r${at}`).join(",")}`,
    ]);
  },
  "a record of many fields": (random) => {
    const fields = list(draw(random, 30_000), (at) => [`f${at}`, `${at}`] as const);
    const record = writeRecord("res.users", "r", Object.fromEntries(fields));
    return ofData({ "records.xml": writeData([record, record, record]) }, [
      "records/hostile.r",
      "records?model=res.users",
    ]);
  },
  "bundles in bundles": (random) => {
    const length = draw(random, 4_000);
    const times = 1 + random.below(3);
    const assets = list(length, (at) => [
      `b${at}`,
      list(times, (time) => ["include", `b${time === 2 ? 0 : at + 1}`]),
    ]);
    const bundles = Object.fromEntries([...assets, [`b${length}`, ["hostile/static/a.js"]]]);
    return {
      modules: { hostile: toFiles({ "static/a.js": "" }, ["good"], false, bundles) },
      targets: toTargets(["assets", "assets/b0", `assets/b${length - 1}`]),
    };
  },
  "manifests in depth": (random) => {
    const depth = draw(random, 50_000);
    const [open, close] = random.choose([
      ["[", "]"],
      ["(", ",)"],
      ["{'a': ", "}"],
      ["-", ""],
      ["not ", ""],
      ["'a' + ", "'b'"],
      ["[x for x in ", "]"],
    ] as const);
    const value = `${open.repeat(depth)}'base'${close.repeat(depth)}`;
    const key = random.choose(["depends", "data", "assets", "external_dependencies", "author"]);
    return {
      modules: {
        hostile: { "__manifest__.py": `{'name': 'H', 'depends': ['good'], '${key}': ${value}}` },
      },
      targets: ["/v1/plan?platform_version=17.0&modules=hostile", ...toTargets(["assets"])],
    };
  },
  "a selection without end": (random) => {
    const items = list(draw(random, 60_000), (at) => `('v${at}', 'Value ${at}')`).join(", ");
    return ofPython(
      [writeModel("s", [], [`    s = fields.Selection([${items}])`])],
      ["s", "s?member=s"],
      ["s.s"],
    );
  },
  "fields without end": (random) => {
    const help = "h".repeat(draw(random, 2_000));
    const fields = list(
      draw(random, 20_000),
      (at) => `    field_${at} = fields.Char(help='${help}', compute='_compute', inverse='_set')`,
    );
    const named = ["s.field_x1", "s.feild_1", "s.field-12", "s#_compte", "s"];
    return ofPython([writeModel("s", [], fields)], ["s", "s?member=field_1"], named);
  },
  "names that are nearly the same": (random) => {
    const length = draw(random, 15_000);
    const stem = "a".repeat(draw(random, 60));
    const classes = list(length, (at) => writeModel(`${stem}.${at}`, [], ["    f = 1"]));
    const asked = list(
      Math.min(500, length),
      (at) => `${stem}.x${at}${random.choose(["", ".f", "#m"])}`,
    );
    return ofPython(classes, [], asked.slice(0, Math.floor(800 / stem.length)));
  },
  "archs in depth": (random) => {
    const depth = draw(random, 3_000);
    const arch = `${"<group><field name='name'>".repeat(depth)}${"</field></group>".repeat(depth)}`;
    const view = writeRecord(
      "ir.ui.view",
      "deep",
      { name: "d", model: "g" },
      `<form>${arch}</form>`,
    );
    const inner = `<xpath expr="//field[last()]" position="inside">${arch}</xpath>`;
    const own = writeRecord("ir.ui.view", "more", { inherit_id: "ref('deep')" }, inner);
    return ofData({ "views.xml": writeData([view, own]) }, [
      "views/hostile.deep",
      "views/hostile.deep?at=form",
      "records/hostile.deep",
    ]);
  },
  "scripts of all kinds": (random) => {
    const length = draw(random, 6_000);
    const depth = draw(random, 5_000);
    const body = random.choose([
      list(length, (at) => `export class C${at} extends C${at + 1} { m() {} }`).join("\n"),
      list(length, (at) => `patch(C${at}.prototype, { m${at}() {} });`).join("\n"),
      list(length, (at) => `registry.category("c${at}").add("k${at}", C${at});`).join("\n"),
      `export const x = ${"[".repeat(depth)}${"]".repeat(depth)};`,
      `export const x = a${".b".repeat(depth)};`,
      `export const x = ${"f(".repeat(depth)}${")".repeat(depth)};`,
      `export class A { static props = {${list(length, (at) => `p${at}: Object`).join(",")}} }`,
      `export const x = \`${"${`".repeat(depth)}${"`}".repeat(depth)}\`;`,
      `class A extends ${"M(".repeat(depth)}B${")".repeat(depth)} {}`,
    ]);
    const files = { "static/src/a.js": `import { patch } from "@web/a";\n${body}` };
    const own = toFiles(files, ["good"], false, { b: ["hostile/static/src/a.js"] });
    return {
      modules: { hostile: own },
      targets: ["/v1/module/hostile/17.0?include=scripts", ...toTargets(["assets/b"])],
    };
  },
  "texts of markup": (random) => {
    const length = draw(random, 100_000);
    const text = random.choose([
      "> ".repeat(length),
      "[".repeat(length),
      "![](".repeat(length),
      "* ".repeat(length),
      "*a _b ".repeat(length),
      "`".repeat(length),
      `${"- ".repeat(length)}x`,
      "<div>".repeat(length),
      "<a href='x'>".repeat(length),
      `| a |\n|---|\n${"| b ".repeat(length)}`,
      "&amp;".repeat(length),
      "a\n\n".repeat(length),
      "[a]: x\n".repeat(length),
      "<!--".repeat(length),
    ]);
    const file = random.choose(["README.md", "static/description/index.html", "README.rst"]);
    return {
      modules: { hostile: toFiles({ [file]: text }) },
      targets: ["/v1/module/hostile", "/v1/module/hostile/17.0?include=readme"],
    };
  },
  "models of two versions": (random) => {
    const [models, members] = [draw(random, 1_500), draw(random, 600)];
    const count = Math.min(models, 60_000 / members);
    const write = (version: number): string =>
      list(count, (at) =>
        writeModel(
          random.happens(0.5) ? `m.${at}` : `m.${version}.${at}`,
          at === 0 || random.happens(0.5) ? [] : [`m.${at - 1}`],
          list(members, (member) => {
            const name = random.happens(0.5) ? `f_${member}` : `f_${member}_${version}`;
            return `    ${name} = fields.Many2one('m.${(at + member) % models}', related='x.y')\n    def m_${member}_${version}(self, a${member}): pass`;
          }),
        ),
      ).join("\n");
    const writeUses = (): string =>
      list(count, (at) =>
        writeModel(
          `m.${at}`,
          [`m.${at}`],
          list(members, (member) => `    f_${member} = fields.Char(related='f_${member}_16.f_1')`),
        ),
      ).join("\n");
    const drawn = ofTwoVersions((version) => toModels(write(version)));
    const uses = toFiles(toModels(writeUses()), ["hostile"]);
    return {
      modules: { ...drawn.modules, "uses 16.0": uses },
      targets: [...drawn.targets, "/v1/migration?from=16.0&to=17.0&modules=uses&api=true"],
    };
  },
  "migration scripts": (random) => {
    const length = draw(random, 20_000);
    const write = random.choose([
      (at: number) => `    openupgrade.rename_fields(env, [('g', 'g', 'a${at}', 'a${at + 1}')])`,
      (at: number) => `    openupgrade.rename_models(env.cr, [('m.${at}', 'm.${at + 1}')])`,
      (at: number) =>
        `    openupgrade.rename_xmlids(env.cr, [('hostile.r${at}', 'hostile.r${at + 1}')])`,
      (at: number) => `    env.cr.execute("UPDATE g SET a${at} = a${at + 1} WHERE b = ${at}")`,
      (at: number) => `    openupgrade.update_module_names(env.cr, [('m${at}', 'm${at + 1}')])`,
    ]);
    const script = `def migrate(cr, version):\n${list(length, write).join("\n")}\n`;
    const fields = list(Math.min(length, 2_000), (at) => `    a${at} = fields.Char()`);
    const records = list(Math.min(length, 5_000), (at) =>
      writeRecord("res.users", `r${at}`, { name: "n" }),
    );
    return ofTwoVersions((version) => ({
      ...toModels(writeModel("h", [], version === 16 ? fields : [])),
      "records.xml": writeData(version === 16 ? records : []),
      [`migrations/${version}.0.1.0.0/pre-migrate.py`]: script,
    }));
  },
  "records of two versions": (random) => {
    const [count, letters] = [draw(random, 10_000), draw(random, 20_000)];
    const write = (version: number): readonly string[] =>
      list(count, (at) =>
        writeRecord("res.users", `r${random.happens(0.5) ? at : `${version}_${at}`}`, {
          name: `${"z".repeat(Math.min(letters, 4_000_000 / count))}${random.below(3)}`,
        }),
      );
    return ofTwoVersions((version) => ({
      "records.xml": `<odoo><data noupdate="1">${write(version).join("\n")}</data></odoo>`,
    }));
  },
};

const toModels = (classes: string): Files => ({
  "__init__.py": "from . import m\n",
  "m.py": `from odoo import fields, models\n\n${classes}`,
});

const ACCESS = "security/ir.model.access.csv";

function writeAccess(length: number): string {
  const rows = list(length, (at) => `a${at},A,model_g,g${at},1,1,1,1`);
  return `id,name,model_id/id,group_id/id,perm_read,perm_write,perm_create,perm_unlink\n${rows.join("\n")}\n`;
}

/** @param fields a list, or what begins with `ref(`, is written as an expression */
function writeRecord(
  model: string,
  id: string,
  fields: Readonly<Record<string, string | readonly string[]>>,
  arch?: string,
): string {
  const written = Object.entries(fields).map(([name, value]) =>
    typeof value === "string" && !value.startsWith("ref(")
      ? `<field name="${name}">${value}</field>`
      : `<field name="${name}" eval="${typeof value === "string" ? value : `[${value.join(", ")}]`}"/>`,
  );
  const ofArch = arch === undefined ? "" : `<field name="arch" type="xml">${arch}</field>`;
  return `<record id="${id}" model="${model}">${written.join("")}${ofArch}</record>`;
}

/** Questions about the registry of a system. */
const toTargets = (asked: readonly string[]): readonly string[] =>
  asked.map((one) => `/v1/registry/${one}${one.includes("?") ? "&" : "?"}${QUESTION}`);

function ofData(files: Files, asked: readonly string[]): Drawn {
  return {
    modules: { hostile: { ...toFiles(files), ...withCsv(files) } },
    targets: [
      ...toTargets([...asked, "records", "records?module=hostile&limit=500"]),
      `/v1/check?${QUESTION}&refs=hostile.r,hostile.nothing,g,g.name`,
      "/v1/find?q=m&platform_version=17.0",
      "/v1/module/hostile/17.0?include=all",
    ],
  };
}

/** The manifest names tables too. */
function withCsv(files: Files): Files {
  const manifest = { name: "Hostile", depends: ["good"], data: Object.keys(files), installable: 1 };
  return { "__manifest__.py": JSON.stringify(manifest) };
}

function ofTwoVersions(write: (version: number) => Files): Drawn {
  return {
    modules: {
      "base 16.0": BASE,
      "good 16.0": GOOD,
      "hostile 16.0": toFiles(write(16)),
      hostile: toFiles(write(17)),
    },
    targets: [
      `/v1/upgrade?${BOTH}`,
      `/v1/upgrade/hostile?${BOTH}`,
      `/v1/upgrade/hostile?${BOTH}&format=noupdate`,
      `/v1/migration?${BOTH}&api=true`,
      "/v1/migration?from=16.0&to=17.0&modules=hostile,good",
      "/v1/api-changes?from=16.0&to=17.0",
      "/v1/api-changes?from=16.0&to=17.0&module=hostile",
      "/v1/module/hostile/diff/16.0/17.0",
      "/v1/module/hostile/17.0?include=all",
    ],
  };
}
