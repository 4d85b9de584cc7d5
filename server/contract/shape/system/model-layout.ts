// How a model of a system is read: what it is, its fields as they are combined, its methods in the order of super().
import { toPath } from "../../browser/ask.js";
import { layTable, type Block, type DeclaredColumn } from "../../layout.js";
import { layUnknown } from "../completeness-layout.js";
import type { RegistryModelAnswer } from "./registry.js";

const linkModel = (_: unknown, model: string): string => toPath("registry", "models", model);
const linkModule = (_: unknown, module: string): string => toPath("module", module);

interface InClass extends CodeLocation {
  readonly module: string;
  readonly class_name: string;
}

interface CodeLocation {
  readonly file: string;
  readonly line: number;
}
const toLocation = ({ file, line }: CodeLocation): string => `${file}:${line}`;

/** The columns of what stands in a class. */
const IN_CLASS: readonly DeclaredColumn<InClass>[] = [
  { key: "module", title: "Module", isCode: true, link: linkModule },
  { key: "class_name", title: "Class", isCode: true },
  { key: "place", title: "Where", value: toLocation },
];

export const layModel = (answer: RegistryModelAnswer): readonly Block[] => [
  {
    kind: "facts",
    rows: [
      { key: "model", title: "Model", value: answer.model },
      { key: "kind", title: "Kind", value: answer.kind },
      { key: "description", title: "Description", value: answer.description },
      { key: "made_by", title: "Made by", value: answer.module },
      { key: "inherit_parents", title: "Inherits from", value: answer.inherit_parents },
      { key: "inherits", title: "Delegates to", value: Object.keys(answer.inherits) },
      { key: "dynamic", title: "Known to running code alone", value: answer.dynamic },
    ],
  },
  ...layUnknown(answer),
  layTable({
    name: "methods",
    title: "Methods",
    rows: (answer.methods ?? []).flatMap(({ name, definers }) =>
      definers.map((definer) => ({ name, ...definer })),
    ),
    columns: [
      { key: "name", title: "Method", isCode: true },
      { key: "signature", title: "Signature", isCode: true },
      ...IN_CLASS,
      { key: "calls_super", title: "Calls super()" },
      {
        key: "decorators",
        title: "Decorators",

        isCode: true,
      },
      {
        key: "calls_sudo",
        title: "Calls sudo()",

        place: "detail",
        agents: false,
      },
    ],
  }),
  layTable({
    name: "fields",
    title: "Fields",
    rows: answer.fields ?? [],
    columns: [
      { key: "name", title: "Field", isCode: true },
      { key: "type", title: "Type" },
      {
        key: "comodel_name",
        title: "Of",

        isCode: true,
        link: linkModel,
      },
      { key: "string", title: "Label" },
      {
        key: "modules",
        title: "Modules",

        isCode: true,
        link: linkModule,
      },
      { key: "compute", title: "Computed by", isCode: true },
      { key: "related", title: "Related to", isCode: true },
      { key: "required", title: "Required", value: ({ required }) => required || null },
      {
        key: "readonly",
        title: "Read-only",

        place: "detail",
        agents: false,
      },
      { key: "store", title: "Stored", value: ({ store }) => (store === false ? false : null) },
      {
        key: "inverse_name",
        title: "Inverse field",

        isCode: true,
        place: "detail",
      },
      {
        key: "selection",
        title: "Values",
        value: ({ selection }) => selection?.map(([value = ""]) => value),
      },
      { key: "groups", title: "Groups", isCode: true },
      {
        key: "definitions",
        title: "Where",
        value: ({ definitions }) => definitions.map((one) => `${one.module} ${toLocation(one)}`),
      },
    ],
  }),
  layTable({
    name: "classes",
    title: "Classes",
    rows: answer.classes ?? [],
    columns: [...IN_CLASS, { key: "model", title: "Model", isCode: true, link: linkModel }],
  }),
  layTable({
    name: "table_objects",
    title: "Constraints and indexes",
    rows: answer.table_objects,
    columns: [
      { key: "name", title: "Name", isCode: true },
      { key: "kind", title: "Kind" },
      {
        key: "definition",
        title: "Definition",

        isCode: true,
      },
      ...IN_CLASS,
    ],
  }),
  layTable({
    name: "used_by",
    title: "Used by",
    rows: Object.entries(answer.used_by ?? {}).flatMap(([part, uses]) =>
      uses.map(({ xml_id, module, file, line }) => ({ part, xml_id, module, file, line })),
    ),
    columns: [
      { key: "part", title: "Part" },
      {
        key: "xml_id",
        title: "Record",
        isCode: true,
        link: (_, id) => toPath("registry", "records", id),
      },
      {
        key: "module",
        title: "Module",

        isCode: true,
        link: linkModule,
      },
    ],
  }),
];
