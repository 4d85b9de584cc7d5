// Texts of hostile systems: files of modules, and questions.
import type { Random } from "../support/random.js";
import type { Files } from "../support/world.js";

export interface HostileSystem {
  readonly what: string;
  /** By name. */
  readonly modules: Readonly<Record<string, Files>>;
  /** Questions about it. */
  readonly targets: readonly string[];
}

export type Shape = (random: Random) => Omit<HostileSystem, "what">;

/** A hostile system without what it is called. */
export type Drawn = Omit<HostileSystem, "what">;

export const QUESTION = "platform_version=17.0&modules=hostile,good";

/** Most are small; each power of two has the same chance. */
export const draw = (random: Random, most: number): number =>
  Math.max(2, Math.floor(2 ** (random.below(1 + Math.floor(100 * Math.log2(most))) / 100)));

export function list<T>(length: number, make: (at: number) => T): readonly T[] {
  return Array.from({ length }, (_, at) => make(at));
}

export function writeModel(
  name: string,
  inherit: readonly string[],
  lines: readonly string[] = [],
): string {
  const parents = inherit.map((one) => `'${one}'`).join(", ");
  const body = [
    `    _name = '${name}'`,
    ...(parents === "" ? [] : [`    _inherit = [${parents}]`]),
  ];
  return `class M${name.replaceAll(".", "_")}(models.Model):\n${[...body, ...lines].join("\n")}\n`;
}

export function ofPython(
  classes: readonly string[],
  models: readonly string[],
  refs: readonly string[] = models,
): Omit<HostileSystem, "what"> {
  const text = `from odoo import fields, models\n\n${classes.join("\n")}`;
  return {
    modules: { hostile: toFiles({ "__init__.py": "from . import m\n", "m.py": text }) },
    targets: [
      ...models.map((name) => {
        const [model, query] = name.split("?");
        return `/v1/registry/models/${model}?${QUESTION}${query === undefined ? "" : `&${query}`}`;
      }),
      `/v1/check?${QUESTION}&refs=${[...refs, "no.such.model"].map(encodeURIComponent).join(",")}`,
      ...models.slice(0, 1).map((name) => `/v1/model/${name.split("?")[0]}`),
    ],
  };
}

export function ofViews(
  [root = ""]: readonly string[],
  inheriting: readonly string[],
): Omit<HostileSystem, "what"> {
  const views = [
    writeView("v0", root),
    ...inheriting.map((arch, at) => writeView(`w${at}`, arch, { inherit: "v0" })),
  ];
  return {
    modules: { hostile: toFiles({ "views.xml": writeData(views) }) },
    targets: [toViewTarget("v0")],
  };
}

export const toViewTarget = (id: string): string => `/v1/registry/views/hostile.${id}?${QUESTION}`;

export interface ViewOutline {
  readonly inherit?: string | undefined;
  readonly isPrimary?: boolean;
}

export function writeView(
  id: string,
  arch: string,
  { inherit, isPrimary }: ViewOutline = {},
): string {
  return `<record id="${id}" model="ir.ui.view"><field name="name">${id}</field><field name="model">g</field>${
    inherit === undefined ? "" : `<field name="inherit_id" ref="${inherit}"/>`
  }${isPrimary === true && inherit !== undefined ? '<field name="mode">primary</field>' : ""}<field name="arch" type="xml">${arch}</field></record>`;
}

export const writeData = (records: readonly string[]): string =>
  `<odoo>${records.join("\n")}</odoo>`;

export function toFiles(
  files: Files,
  depends: readonly string[] = ["good"],
  installsItself = false,
  assets: Readonly<Record<string, readonly string[]>> = {},
): Files {
  const data = Object.keys(files).filter(
    (file) => file.endsWith(".xml") && !file.startsWith("static/"),
  );
  const manifest = {
    name: "Hostile",
    depends,
    data,
    installable: 1,
    auto_install: installsItself ? 1 : 0,
    assets,
  };
  return { "__manifest__.py": JSON.stringify(manifest), ...files };
}

export const BASE = toFiles(
  {
    "__init__.py": "from . import m\n",
    "m.py":
      "from odoo import fields, models\n\nclass Base(models.AbstractModel):\n    _name = 'base'\n\nclass Users(models.Model):\n    _name = 'res.users'\n    name = fields.Char()\n",
  },
  [],
);

export const GOOD = toFiles(
  {
    "__init__.py": "from . import m\n",
    "m.py":
      "from odoo import fields, models\n\nclass G(models.Model):\n    _name = 'g'\n    name = fields.Char()\n",
    "views.xml": writeData([writeView("view", "<form><field name='name'/></form>")]),
  },
  ["base"],
);
