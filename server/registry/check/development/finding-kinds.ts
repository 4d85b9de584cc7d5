// Kinds of findings, one row each: messages, formats, settings and docs/check-kinds.md follow from it.
import { comparePlatformVersions } from "../../../../data/platform/platform-version.js";
import type { Verdict } from "../check-reference.js";

/** Level of a finding: an error makes the exit code 1; `off` is reported only if it is selected. */
export type FindingLevel = "error" | "warning" | "off";

interface FindingKind {
  /** The fault, as a noun. */
  readonly means: string;
  readonly level: FindingLevel;
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
    means: "A module in `depends` that no repository of the index, nor Odoo, has at this version.",
    level: "error",
    say: ({ name }) => `there is no module ${name}`,
  },
  "missing-file": {
    means: "A file that the manifest names and that is not there.",
    level: "error",
    say: ({ name }) => `there is no file ${name}`,
  },
  "unknown-import": {
    means: "A Python file that is imported and not there, or a name that it does not have.",
    level: "error",
    say: ({ name }) => `there is no ${name} to import`,
    listWritten: (name) => [name, name.slice(name.lastIndexOf(".") + 1)],
  },
  "undeclared-library": {
    means:
      "A Python library that is imported, and that no manifest of the system has in `external_dependencies`.",
    level: "off",
    say: ({ name }) => `${name} is not among the external_dependencies`,
  },
  "unknown-script": {
    means:
      "A script of the browser that is imported and not there, or a name that it does not export.",
    level: "error",
    say: ({ name }) => `there is no ${name} to import`,
    listWritten: (name) => [
      name,
      name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf("/")) + 1),
    ],
  },
  "unknown-template": {
    means: "A template of the browser that no module of the system has.",
    level: "error",
    say: ({ name }) => `there is no template ${name}`,
    listWritten: listId,
  },
  "unknown-model": {
    means: "A model that the system does not have.",
    level: "error",
    say: ({ name }) => `there is no model ${name}`,
    listWritten: listAsIs,
  },
  "unknown-field": {
    means: "A field that its model does not have.",
    level: "error",
    say: ({ model, name }) => `${model} has no field ${name}`,
    listWritten: (name) => [name.slice(name.lastIndexOf(".") + 1)],
  },
  "unknown-method": {
    means: "A method that its model does not have.",
    level: "error",
    say: ({ model, name }) => `${model} has no method ${name}`,
    listWritten: listMethod,
  },
  "wrong-override": {
    means: "A method that cannot be called as the one that it overrides is.",
    level: "error",
    say: ({ model, name }) => `${model}#${name} cannot be called as the method that it overrides`,
    listWritten: listMethod,
  },
  "narrow-override": {
    means:
      "A method that does not take an optional argument of the one that it overrides: calls with it fail.",
    level: "warning",
    say: ({ model, name }) =>
      `${model}#${name} does not take all arguments of the method that it overrides`,
    listWritten: listMethod,
  },
  "wrong-call": {
    means: "A method that does not take the arguments it is called with.",
    level: "error",
    say: ({ model, name }) => `${model}#${name} does not take these arguments`,
    listWritten: listMethod,
  },
  "unknown-super": {
    means: "`super()` calls a method that no other class of the model has.",
    level: "error",
    say: ({ model, name }) => `super() has no ${name} to call: no other class of ${model} has it`,
    listWritten: listMethod,
  },
  "unknown-record": {
    means: "An external id that no module of the system has.",
    level: "error",
    say: ({ name }) => `there is no record ${name}`,
    listWritten: listId,
  },
  "unlisted-record": {
    means:
      "A record of a file that `data` does not name, or that is there with demo data alone, though data refers to it.",
    level: "error",
    say: ({ name, detail }) => `no file of data makes ${name}, only ${detail}`,
    listWritten: listId,
  },
  "early-reference": {
    means:
      "A record that stands behind the place that refers to it: in a later file of `data`, or further down.",
    level: "error",
    say: ({ name }) => `${name} is made only after this place`,
    listWritten: listId,
  },
  "repeated-record": {
    means: "A record whose fields an element further up in the same file has set already.",
    level: "warning",
    say: ({ name, detail }) => `${name} has been set in line ${detail} already`,
    listWritten: listId,
  },
  "unknown-value": {
    means: "A value that the selection of a field does not have.",
    level: "error",
    say: ({ model, name, detail }) => `${model}.${name} has no value ${detail}`,
    listWritten: (name) => [name.slice(name.lastIndexOf("#") + 1)],
  },
  "missing-value": {
    means: "A required field that a new record leaves out and that nothing fills.",
    level: "error",
    say: ({ model, name }) => `${model}.${name} is required, and nothing fills it`,
  },
  "outdated-attribute": {
    means: "An attribute `attrs` or `states` in a view, which is refused.",
    level: "error",
    since: "17.0",
    say: ({ name }) => `views no longer have the attribute ${name}`,
    listWritten: listAsIs,
  },
  "outdated-list": {
    means: "An element `<tree>` in a view, which is `<list>`.",
    level: "error",
    since: "18.0",
    say: () => "<tree> is no view, <list> is",
  },
  "early-list": {
    means: "A view of the tag `<list>`, which is `<tree>`.",
    level: "error",
    until: "18.0",
    say: () => "<list> is no view yet, <tree> is",
  },
  "outdated-element": {
    means: "An element `<act_window>` or `<report>` in a data file, which is refused.",
    level: "error",
    since: "17.0",
    say: ({ name }) => `data files no longer have the element <${name}>`,
  },
  "unknown-place": {
    means: "A spec of a view that finds nothing in the view that it changes.",
    level: "error",
    say: ({ model, name }) => `nothing in ${model} is found by ${name}`,
    listWritten: (name) =>
      [...name.matchAll(/ (?:expr|name)="(.+?)"(?= [\w:-]+="|>)/g)].map(([, value = ""]) => value),
  },
  "no-access": {
    means: "A model that no access line is for, so that only the superuser may use its records.",
    level: "error",
    say: ({ name }) => `no access line is for ${name}`,
    listWritten: listAsIs,
  },
  "refused-module": {
    means: "A module that Odoo of this version does not take, for its manifest or its name.",
    level: "error",
    say: ({ name }) => `Odoo does not take the module: ${name}`,
  },
  "unreadable-file": {
    means: "A file of which not all could be read, so not all is checked.",
    level: "error",
    say: ({ name }) => `not all could be read: ${name}`,
  },
} as const satisfies Readonly<Record<string, FindingKind>>;

export type Rule = keyof typeof KINDS;

export const FINDING_KINDS: Readonly<Record<Rule, FindingKind>> = KINDS;

export const RULES = Object.keys(FINDING_KINDS) as readonly Rule[];

/** Whether something of a kind is wrong at a version. */
export function isWrongAt(rule: Rule, platformVersion: string): boolean {
  const { since, until } = FINDING_KINDS[rule];
  const isBefore = (version: string): boolean =>
    comparePlatformVersions(platformVersion, version) < 0;
  return !(since !== undefined && isBefore(since)) && (until === undefined || isBefore(until));
}

/** Page of docs with the kinds. */
export const FINDINGS_PAGE = "check-kinds.md";
