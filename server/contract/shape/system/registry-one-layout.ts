// Layout of one thing of a system: the rights of a model, a record, a bundle.
import { toPath } from "../../browser/ask.js";
import {
  layCaveat,
  toState,
  layFacts,
  layTable,
  type Block,
  type Fact,
  type LayoutContext,
  type State,
} from "../../layout.js";
import type { CodeLocation } from "../../browser/line-address.js";
import { layUnknown } from "../completeness.js";
import { layWhere } from "../where-columns.js";
import { layPlain } from "../../plain-blocks.js";
import type { RegistryOne } from "./registry.js";
import type { RegistryBundle } from "./registry-assets.js";
import type { RegistryAccess, RegistryRecord } from "./registry-data.js";
import {
  ACTIVE,
  describeRights,
  LEFT_ALONE,
  RIGHTS,
  toRecordPage,
  WRITERS,
} from "./registry-layout.js";

const EVERYONE = "everyone";

/** @param id group in the column; everybody has no page */
const linkGroup = (id: string): string | null => (id === EVERYONE ? null : toRecordPage(id));

const listAllowed = ({
  permissions,
  groups,
  because,
  rules,
}: NonNullable<RegistryAccess["allowed"]>): readonly Fact[] => [
  { key: "allowed", title: "A user of these groups may", value: describeRights(permissions) },
  { key: "allowed_groups", title: "Having the groups", value: groups, isCode: true },
  {
    key: "because",
    title: "Because of",
    value: Object.entries(because).map(
      ([letter, line]) => `${RIGHTS[letter as keyof typeof RIGHTS]}: ${line}`,
    ),
  },
  { key: "rules_that_hold", title: "With the rules", value: rules, isCode: true },
];

export const layModelAccess = (answer: RegistryAccess): readonly Block[] => [
  layFacts([
    { key: "model", value: answer.model, href: (_, model) => toPath("registry", "models", model) },
    { key: "lines", title: "Access lines", value: answer.access.length },
    { key: "rule_count", title: "Record rules", value: answer.rules.length },
    ...(answer.allowed === undefined ? [] : listAllowed(answer.allowed)),
  ]),
  ...layUnknown(answer),
  layTable({
    name: "by_group",
    title: "What users of a group may do",
    rows: answer.by_group,
    columns: [
      { key: "group", isCode: true, href: (_, id) => toRecordPage(id) },
      "name",
      ...Object.entries(RIGHTS).map(([letter, word]) => ({
        key: word,
        title: `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`,
        value: ({ because }: RegistryAccess["by_group"][number]) =>
          because[letter] === undefined ? null : "yes",
        href: ({ because }: RegistryAccess["by_group"][number]) =>
          toRecordPage(because[letter] ?? ""),
      })),
    ],
  }),
  layTable({
    name: "access",
    title: "Access lines",
    isMain: true,
    rows: answer.access,
    columns: [
      { key: "xml_id", title: "Line", href: (_, id) => toRecordPage(id) },
      {
        key: "group",
        value: ({ group }) => group ?? EVERYONE,
        href: (_, group) => linkGroup(group),
      },
      { key: "permissions", title: "May", value: (row) => describeRights(row.permissions) },
      ACTIVE,
      WRITERS,
    ],
  }),
  layTable({
    name: "rules",
    title: "Record rules",
    rows: answer.rules,
    columns: [
      { key: "xml_id", title: "Rule", href: (_, id) => toRecordPage(id) },
      "name",
      "domain",
      {
        key: "groups",
        value: ({ groups }) => (groups.length === 0 ? EVERYONE : groups),
        href: (_, group) => linkGroup(group),
      },
      { key: "permissions", title: "For", value: (row) => describeRights(row.permissions) },
      ACTIVE,
      WRITERS,
    ],
  }),
];

const XML_ID = /^[a-z_]\w*\.[a-z_]\w*$/i;

const layRecord = (answer: RegistryRecord): readonly Block[] => [
  layFacts([
    {
      key: "model",
      title: "Record of",
      value: answer.model,
      href: (_, model) => toPath("registry", "models", model),
    },
    { key: "noupdate", title: "Updates", value: answer.noupdate ? LEFT_ALONE : null },
    { key: "unknown", title: "Known only at run time", value: answer.unknown, isCode: true },
  ]),
  ...layUnknown(answer),
  layTable({
    name: "values",
    rows: Object.entries(answer.values).map(([field, value]) => ({ field, value })),
    columns: [
      "field",
      {
        key: "value",
        value: ({ value }) => (value === null ? "empty" : value),
        href: (_, text) => (XML_ID.test(text) ? toRecordPage(text) : null),
      },
    ],
  }),
  layTable({
    name: "writers",
    title: "Written by, in load order",
    rows: answer.writers,
    columns: [
      { key: "module", href: (_, name) => toPath("module", name) },
      { key: "tag", title: "By", isCode: true },
      layWhere<CodeLocation & { readonly module: string }>((row) => answer.line_urls[row.module]),
      { key: "noupdate", title: "Updates", value: (row) => (row.noupdate ? LEFT_ALONE : null) },
    ],
  }),
];

const NO_FILE: State = toState("no_file", "no such file", "bad");

const layBundle = (answer: RegistryBundle): readonly Block[] => [
  ...layCaveat(answer.error !== null, `Odoo refuses this bundle: ${answer.error ?? ""}`),
  ...layUnknown(answer),
  layTable({
    name: "modules",
    rows: Object.entries(answer.files_by_module).map(([module, files]) => ({ module, files })),
    columns: [
      { key: "module", href: (_, name) => toPath("module", name) },
      "files",
      {
        key: "bytes",
        title: "Size",
        unit: "bytes",
        value: (row) => answer.bytes_by_module[row.module],
      },
    ],
  }),
  layTable({
    name: "paths",
    title: "Files, in the order in which a browser gets them",
    isMain: true,
    rows: answer.paths,
    columns: [
      "path: File",
      { key: "file", title: "State", value: ({ file }) => (file ? null : NO_FILE) },
      "module",
      "directive: By",
      { key: "bundle", title: "In", isCode: true },
      {
        key: "def",
        title: "As written",
        isCode: true,
        value: ({ def, path }) => (def === path.slice(1) ? null : def),
      },
    ],
  }),
];

export function layRegistryOne(answer: RegistryOne, context: LayoutContext): readonly Block[] {
  if ("bundle" in answer) return layBundle(answer);
  return "values" in answer ? layRecord(answer) : layPlain(answer, context);
}
