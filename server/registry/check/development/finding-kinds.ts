// Kinds of findings, one row each: messages, formats, settings and docs/check-kinds.md follow from it.
import { comparePlatformVersions } from "../../../../data/platform/platform-version.js";
import type { Verdict } from "../check-reference.js";

/** Level of a finding: an error makes the exit code 1; `off` is reported only if it is selected. */
export type FindingLevel = "error" | "warning" | "off";

interface FindingKind {
  /** The fault, as a noun. */
  readonly means: string;
  /** Default: an error. */
  readonly level?: FindingLevel;
  /** The first platform version at which it is wrong. */
  readonly since?: string;
  /** The first at which it no longer is. */
  readonly until?: string;
  /** @param missing the model that it is of, if any, and its name */
  say(missing: Pick<Verdict, "model" | "name"> & { readonly detail: string }): string;
  /**
   * Spellings of a finding's name in the file, the longest first; its line is the finding's by
   * default.
   */
  listWritten?(name: string): readonly string[];
}

const listAsIs = (name: string): readonly string[] => [name];
const listMethod = (name: string): readonly string[] => [name.slice(name.lastIndexOf("#") + 1)];

const listId = (name: string): readonly string[] => [name, name.slice(name.indexOf(".") + 1)];

/** By the name under which formats give it. */
const KINDS = {
  "unknown-module": {
    means:
      "A module in `depends` or an import that no repository of the index, nor Odoo, has installable at this version.",
    say: ({ name, detail }) => `there is no module ${name}${detail}`,
  },
  "missing-file": {
    means:
      "A file that is not there, and that the manifest names, or a data file by its address: `/module/static/…`.",
    say: ({ name }) => `there is no file ${name}`,
    // A long path is written in parts.
    listWritten: (name) => [name, name.slice(name.lastIndexOf("/") + 1)],
  },
  "unknown-import": {
    means:
      "A Python file that is imported and not there, or a name that it does not have, as `api.multi`.",
    say: ({ name }) => `there is no ${name}`,
    listWritten: (name) => [name, name.slice(name.lastIndexOf(".") + 1)],
  },
  "undefined-name": {
    means: "A name that neither its file nor Python binds, as one whose import is missing.",
    since: "11.0",
    say: ({ name }) => `the name ${name} is not defined`,
    listWritten: listAsIs,
  },
  "former-python": {
    means: "A name that Python had before 3.10: `iteritems`, `base64.encodestring`.",
    since: "16.0",
    say: ({ name }) => `Python no longer has ${name}`,
    listWritten: (name) => [name.slice(name.lastIndexOf(".") + 1)],
  },
  "undeclared-library": {
    means:
      "A Python library that is imported, and that no manifest of the system has in `external_dependencies`.",
    level: "off",
    say: ({ name }) => `external_dependencies does not name the Python library ${name}`,
  },
  "unknown-script": {
    means:
      "A script of the browser that is imported and not there, or a name that it does not export.",
    say: ({ name }) => `there is no ${name} to import`,
    listWritten: (name) => [
      name,
      name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf("/")) + 1),
    ],
  },
  "unknown-template": {
    means: "A template of the browser that no module of the system has.",
    say: ({ name }) => `there is no template ${name}`,
    listWritten: listId,
  },
  "unknown-model": {
    means: "A model that the system does not have.",
    say: ({ name, detail }) => `there is no model ${name}${detail}`,
    listWritten: listAsIs,
  },
  "unknown-field": {
    means: "A field that its model does not have.",
    say: ({ model, name }) => `${model} has no field ${name}`,
    listWritten: (name) => [name.slice(name.lastIndexOf(".") + 1)],
  },
  "unknown-attribute": {
    means: "An attribute that no value of a field has, as `self.name.code` of a text.",
    say: ({ model, name, detail }) => `${model} is of type ${detail}: its values have no ${name}`,
    listWritten: listAsIs,
  },
  "unknown-template-field": {
    means:
      "A field that a template shows by `t-field`, or takes of a link, and that no model of the system has.",
    say: ({ name }) => `no model has a field ${name}`,
    listWritten: listAsIs,
  },
  "unknown-method": {
    means: "A method that its model does not have.",
    say: ({ model, name }) => `${model} has no method ${name}`,
    listWritten: listMethod,
  },
  "wrong-override": {
    means: "A method that cannot be called like the one that it overrides.",
    say: ({ model, name, detail }) =>
      `${name} of ${model} cannot be called like the ${name}${detail} that it overrides`,
    listWritten: listMethod,
  },
  "narrow-override": {
    means:
      "A method without an optional argument of the one that it overrides: calls with it fail.",
    level: "warning",
    say: ({ model, name, detail }) =>
      `${name} of ${model} lacks ${detail} of the method that it overrides`,
    listWritten: listMethod,
  },
  "wrong-call": {
    means: "A call with arguments that the method does not have.",
    say: ({ model, name, detail }) => `${name} of ${model} ${detail}`,
    listWritten: listMethod,
  },
  "value-of-many": {
    means:
      "A value that is read of `self` in a loop over `self`, not of one record: with several the line may fail.",
    level: "warning",
    say: ({ model, name }) =>
      `${name} of ${model} is read of self in a loop over self, not of one record`,
    listWritten: listAsIs,
  },
  "unknown-parameter": {
    means:
      "A parameter of a field that Odoo does not know, or not for this model (`tracking` without `mail.thread`): it writes that into its log.",
    level: "warning",
    since: "14.0",
    say: ({ model, name, detail }) =>
      `${model}.${name}: fields of this model have no parameter ${detail}`,
  },
  "wrong-related": {
    means: "A related field of another type than the field that it leads to.",
    say: ({ model, name, detail }) => `${model}.${name} is of type ${detail}`,
  },
  "wrong-setting": {
    means: "A field of `res.config.settings` that Odoo refuses when the settings open.",
    say: ({ model, name, detail }) => `${model}.${name} ${detail}`,
  },
  "idle-trigger": {
    means:
      "A path under `@api.constrains` or `@api.onchange`, which take names of fields alone: Odoo ignores it.",
    level: "warning",
    say: ({ name, detail }) => `@api.${detail} ignores the path ${name}`,
    listWritten: listMethod,
  },
  "single-create": {
    means:
      "A method `create` of one record: Odoo calls it once for each, and writes that into its log.",
    level: "warning",
    since: "16.0",
    until: "19.0",
    say: ({ model }) => `create of ${model} takes one record; use @api.model_create_multi`,
  },
  "former-hook": {
    means: "A method that the ORM of earlier versions called: nobody calls it now.",
    level: "warning",
    say: ({ model, name, detail }) => `Odoo no longer calls ${name} of ${model}, but ${detail}`,
  },
  "wrong-kind": {
    means:
      "A class of another kind than the model that it extends, as `models.Model` for a wizard: Odoo does not load it.",
    since: "12.0",
    say: ({ name, detail }) => `${name} is ${detail}`,
    listWritten: listAsIs,
  },
  "missing-description": {
    means: "A model without `_description`, which Odoo writes into its log.",
    level: "off",
    say: ({ name }) => `the model ${name} has no _description`,
  },
  "unprefixed-record": {
    means: "An external id without its module, where Odoo takes no other.",
    say: ({ name }) => `${name} is no full external id: its module is missing`,
    listWritten: listAsIs,
  },
  "unknown-key": {
    means: "A key of the manifest that Odoo does not know, and that is nearly one that it does.",
    level: "warning",
    say: ({ name }) => `manifests have no key ${name}`,
    listWritten: listAsIs,
  },
  "unknown-class-attribute": {
    means:
      "A class attribute that Odoo does not know, but that is nearly one that it does: `_sql_constraint`.",
    say: ({ name }) => `classes of models have no attribute ${name}`,
    listWritten: listAsIs,
  },
  "unknown-super": {
    means: "`super()` calls a method that no other module defines on the model.",
    say: ({ model, name }) =>
      `super() has no ${name} to call: no other module defines it on ${model}`,
    listWritten: listMethod,
  },
  "undeclared-super": {
    means:
      "`super()` calls a method that only modules outside `depends` define on the model: Odoo may load them later, or not.",
    level: "warning",
    say: ({ model, name }) =>
      `super() has no ${name} to call in the dependencies of this module: ${model} lacks it`,
    listWritten: listMethod,
  },
  "unknown-record": {
    means: "An external id that no module of the system has. Records of demo data do not count.",
    say: ({ name }) =>
      name.startsWith("__")
        ? `${name} is a record of one database, which no module makes`
        : `there is no record ${name}`,
    listWritten: listId,
  },
  "unlisted-record": {
    means:
      "A record that data refers to, in a file that the manifest lists under `demo` or not at all.",
    say: ({ name, detail }) =>
      `${name} is only in ${detail}, which the manifest does not list in data`,
    listWritten: listId,
  },
  "early-reference": {
    means:
      "A record that is loaded after the line that refers to it: in a later file of `data`, or further down.",
    say: ({ name }) => `${name} is loaded later than this line`,
    listWritten: listId,
  },
  "repeated-record": {
    means: "A record that stands twice in a file, the second time with the same fields.",
    level: "warning",
    say: ({ name, detail }) =>
      `${name} stands in line ${detail} already, and this element overwrites it`,
    listWritten: listId,
  },
  "unknown-value": {
    means: "A value that is not in the selection of its field.",
    say: ({ model, name, detail }) => `${model}.${name} has no value ${detail}`,
    listWritten: (name) => [name.slice(name.lastIndexOf("#") + 1)],
  },
  "missing-value": {
    means: "A required field that a new record leaves out and that has no default.",
    say: ({ model, name }) => `${model}.${name} is required, and has neither a value nor a default`,
  },
  "outdated-attribute": {
    means: "The attribute `attrs` or `states` in a view, which Odoo refuses.",
    since: "17.0",
    say: ({ name }) => `Odoo refuses the attribute ${name} in views`,
    listWritten: listAsIs,
  },
  "outdated-list": {
    means:
      "The element `<tree>` in a view, or the view mode `tree` of an action, which is called list.",
    since: "18.0",
    say: ({ name }) =>
      name === "view_mode"
        ? "the view mode tree is called list since 18.0"
        : "<tree> is called <list> since 18.0",
  },
  "early-list": {
    means: "The element `<list>` in a view, which is called `<tree>`.",
    until: "18.0",
    say: () => "<list> is called <tree> before 18.0",
  },
  "outdated-element": {
    means: "The element `<act_window>` or `<report>` in a data file, which Odoo refuses.",
    since: "17.0",
    say: ({ name }) => `Odoo refuses the element <${name}> in data files`,
  },
  "named-patch": {
    means:
      "A call of `patch` with a name, which it does not take: nothing of the last argument counts.",
    since: "17.0",
    say: () => "patch takes no name since 17.0",
    listWritten: listAsIs,
  },
  "unknown-place": {
    means: "A change to a view, or to a template of the browser, that finds nothing in it.",
    say: ({ model, name, detail }) =>
      model === null
        ? `${name} finds nothing in the template ${detail}`
        : `${name} finds nothing in the view that ${model} changes${detail}`,
    listWritten: (name) =>
      [...name.matchAll(/ (?:expr|name)="(.+?)"(?= [\w:-]+="|>)/g)].map(([, value = ""]) => value),
  },
  "absent-field": {
    means: "A field that a condition of a view needs and that the view does not have.",
    since: "16.0",
    until: "17.0",
    say: ({ model, name }) =>
      `the view lacks the field ${name} of ${model}, which this condition needs`,
    listWritten: listAsIs,
  },
  "unknown-label": {
    means: "A `<label for>` that names no field or button of its view, which Odoo refuses.",
    say: ({ name }) => `the view has no field or button ${name} for this label`,
    listWritten: listAsIs,
  },
  "unknown-service": {
    means: "A service of the browser that no script of the system registers.",
    say: ({ name }) => `there is no service ${name}`,
    listWritten: listAsIs,
  },
  "no-access": {
    means: "A model without access rights: only the superuser may use its records.",
    say: ({ name }) => `${name} has no access rights: no row of ir.model.access is for it`,
    listWritten: listAsIs,
  },
  "refused-module": {
    means: "A module that Odoo of this version refuses, for its manifest or its name.",
    say: ({ name }) => `Odoo refuses this module: ${name}`,
  },
  "unloaded-file": {
    means: "A Python file with models that no package imports, so that Odoo does not load them.",
    level: "warning",
    say: () => "no package imports this file: Odoo does not load its models",
  },
  "unreadable-file": {
    means: "A file that could not be read to its end, so that a part of it is not checked.",
    say: ({ name }) => `the file could not be read completely: ${name}`,
  },
} as const satisfies Readonly<Record<string, FindingKind>>;

export type Rule = keyof typeof KINDS;

export const FINDING_KINDS: Readonly<Record<Rule, FindingKind>> = KINDS;

export const getLevel = (rule: Rule): FindingLevel => FINDING_KINDS[rule].level ?? "error";

export const RULES = Object.keys(FINDING_KINDS) as readonly Rule[];

/** Whether something of a kind is wrong at a version. */
export function isWrongAt(rule: Rule, platformVersion: string): boolean {
  const { since, until } = FINDING_KINDS[rule];
  const isBefore = (version: string): boolean =>
    comparePlatformVersions(platformVersion, version) < 0;
  return !(since !== undefined && isBefore(since)) && (until === undefined || isBefore(until));
}
