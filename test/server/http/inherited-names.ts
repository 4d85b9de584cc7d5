// Modules in which everything that can have a name has one that every object of JavaScript inherits, and
// the same modules under names of the same length, words and order that mean nothing.
import type { Source } from "../../../builder/source/source.js";
import { addModules, type Files, makeSources, type Modules } from "../../support/world.js";

/** Names that every object inherits, each with an ordinary name in its place. */
export const NAME_PAIRS = [
  ["__proto__", "__prota__"],
  ["constructor", "constructar"],
  ["hasOwnProperty", "hasOwnPropertx"],
  ["toString", "toStrinx"],
] as const;

export const INHERITED_NAMES = NAME_PAIRS.map(([inherited]) => inherited);
export const ORDINARY_NAMES = NAME_PAIRS.map(([, ordinary]) => ordinary);

/** A text about the ordinary modules as it would be about the others. */
export function renameToInherited(text: string): string {
  return NAME_PAIRS.reduce((known, [inherited, ordinary]) => {
    // Markup takes the lines off, and some answers tell small letters.
    const [to, from] = [inherited, ordinary].map((name) => name.replaceAll("_", ""));
    return known
      .replaceAll(from ?? "", to ?? "")
      .replaceAll(from?.toLowerCase() ?? "", to?.toLowerCase() ?? "");
  }, text);
}

/** Two repositories at two versions. The first and its organization have names of the list, too. */
export function makeNamedSources(folder: string, names: readonly string[]): readonly Source[] {
  const [organization = "", repository = ""] = names;
  return [
    ...makeOne(folder, { organization, repository, names, others: ["base"] }),
    ...makeOne(folder, { organization: "acme", repository: "base", names: ["base"], others: [] }),
  ];
}

interface Plan {
  readonly organization: string;
  readonly repository: string;
  readonly names: readonly string[];
  readonly others: readonly string[];
}

function makeOne(folder: string, plan: Plan): readonly Source[] {
  const { organization, repository, names, others } = plan;
  const toModules = (isOld: boolean): Modules =>
    Object.fromEntries(
      names.map((name) => [name, toModuleFiles(name, { names: [...names, ...others], isOld })]),
    );
  const branches = {
    "17.0": [{ ...addModules(toModules(false)), author: names[0] ?? "" }],
    "16.0": toModules(true),
  };
  return Object.values(makeSources(folder, { [repository]: branches }, { organization }));
}

interface Surroundings {
  readonly names: readonly string[];
  readonly isOld: boolean;
}

function toModuleFiles(name: string, { names, isOld }: Surroundings): Files {
  const others = names.filter((other) => other !== name);
  const depends = name === "base" ? [] : [...(isOld ? others.slice(0, 1) : others), `${name}_gone`];
  const manifest = `{
    "name": "${name}", "summary": "${name} ${names.join(" ")}", "version": "17.0.1.0.0",
    "category": "${name}", "author": "${names.join(", ")}", "maintainers": ${JSON.stringify([name])},
    "license": "${name}", "development_status": "${name}", "website": "https://${name}.example",
    "depends": ${JSON.stringify(depends)}, "${name}": 1,
    "external_dependencies": {"python": ${JSON.stringify(names)}, "bin": ${JSON.stringify(names)}, "${name}": ["x"]},
    "assets": {"${name}": ["${name}/static/${name}.js"], "web.assets": [("include", "${name}")]},
    "data": ["views.xml", "security/ir.model.access.csv"],
  }`;
  return {
    "__manifest__.py": manifest,
    "__init__.py": "from . import models\n",
    "models.py": toPython(name, names),
    "controllers.py": toControllers(name, names),
    "views.xml": toXml(name, names, isOld),
    "security/ir.model.access.csv": toAccessRights(name),
    ...(isOld ? { "README.md": toMarkdown(names) } : { "README.rst": toRst(names) }),
  };
}

function toPython(name: string, names: readonly string[]): string {
  const members = names.map(
    (one) => `
    ${one} = fields.Many2one("${one}", "${one}", ${names.map((key) => `${key}="${one}"`).join(", ")})

    @${one}
    @api.depends("${one}")
    def ${one}(self, ${names.join(", ")}):
        """${one}"""`,
  );
  return `from odoo import api, fields, models


class ${name}(models.Model):
    """${name}"""
    _name = "${name}"
    _description = "${name}"
    _rec_name = "${name}"
    _inherits = {${names.map((one) => `"${one}": "${one}"`).join(", ")}}
${members.join("\n")}


class Extension(models.Model):
    _inherit = ["${names.join('", "')}"]
    _order = "${name}"
    ${name}_more = fields.Char(${name}="${name}")
`;
}

function toControllers(name: string, names: readonly string[]): string {
  const keywords = names.map((one) => `${one}="${one}"`).join(", ");
  return `from odoo import http


class ${name}(http.Controller):
    @http.route("/${name}", type="${name}", auth="${name}", methods=["${name}"], ${keywords})
    def ${name}(self, ${names.join(", ")}):
        pass
`;
}

function toXml(name: string, names: readonly string[], isOld: boolean): string {
  const views = names.map(
    (one) => `<record id="${one}" model="ir.ui.view">
      <field name="name">${one}</field><field name="model">${one}</field>
      <field name="inherit_id" ref="${one}.${name}"/>
      <field name="arch" type="xml"><form><field name="${one}"/></form></field>
    </record>`,
  );
  const others = ["ir.actions.act_window", "ir.rule", "ir.cron", "ir.actions.report"].map(
    (model, at) =>
      toRecord(`${name}_${at}`, model, {
        name,
        model_id: name,
        res_model: name,
        code: name,
        [name]: name,
      }),
  );
  return `<odoo>${isOld ? "" : views.join("")}${others.join("")}
    <record id="root_${name}" model="ir.ui.view"><field name="name">${name}</field>
      <field name="model">${name}</field><field name="arch" type="xml"><form/></field></record>
    <menuitem id="${name}_menu" name="${name}" parent="${name}" action="${name}" groups="${name}"/>
  </odoo>`;
}

function toRecord(id: string, model: string, fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(
    ([field, text]) => `<field name="${field}">${text}</field>`,
  );
  return `<record id="${id}" model="${model}">${lines.join("")}</record>`;
}

function toAccessRights(name: string): string {
  const head = "id,name,model_id:id,group_id:id,perm_read,perm_write,perm_create,perm_unlink";
  return `${head},${name}\n${name},${name},${name},${name},1,1,1,1,1\n`;
}

function toMarkdown(names: readonly string[]): string {
  const lines = names.map(
    (one) =>
      `# ${one}\n\n[${one}] [${one}][] \`${one}\` <${one}>\n\n[${one}]: https://x.example/${one}\n`,
  );
  return lines.join("\n");
}

function toRst(names: readonly string[]): string {
  const lines = names.map((one) => {
    const title = `${one}\n${"=".repeat(one.length)}\n`;
    const uses = `${one}_ |${one}| :${one}:\`${one}\` [${one}]_ \`${one}\`\n`;
    const targets = `.. _${one}: https://x.example/${one}\n.. |${one}| replace:: ${one}\n`;
    return `${title}\n${uses}\n${targets}\n.. ${one}:: ${one}\n   :${one}: ${one}\n\n:${one}: ${one}\n`;
  });
  return lines.join("\n");
}
