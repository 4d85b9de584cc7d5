// A small whole snapshot on disk with something in every section, and copies of it with a fault.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { publishSnapshot } from "../../builder/assemble/publish.js";
import type { ModuleRecord } from "../../data/module/records.js";
import { compareRecords } from "../../data/snapshot/encode.js";
import { encodeTerms } from "../../data/snapshot/table/word-sections.js";
import { buildTermIndex } from "../../data/text/term-index.js";
import { NO_PARTS, SOME_PARTS } from "./module-parts.js";
import { createContents, createRecord, createVectors } from "./module-records.js";
import { mkdir, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { CURRENT_LINK } from "../../data/snapshot/format.js";

/** Three modules, one of them at two versions and in two repositories, with models and views. */
export const SMALL_RECORDS: readonly ModuleRecord[] = [
  createRecord({ declared_dependencies: { platform: ["base", "mail"], pip: ["lxml"], bin: [] } }),
  createRecord({ platform_version: "8.0", application: true }),
  createRecord({ organization: "other", git: "https://git.example.org/other/sales.git" }),
  createRecord({ technical_name: "base", name: "Base", category: "Hidden", installable: false }),
  createRecord({
    technical_name: "mail",
    name: "Übersicht",
    declared_dependencies: { platform: ["base"], pip: [], bin: ["wkhtmltopdf"] },
    views: [
      {
        xml_id: "view_form",
        name: "mail.form",
        model: "mail.thread",
        inherit_xml_id: null,
        is_new: true,
        view_type: "form",
        file: "views/views.xml",
        line: 3,
      },
      {
        xml_id: "view_partner",
        name: "",
        model: "res.partner",
        inherit_xml_id: "base.view_partner",
        is_new: false,
        view_type: null,
        file: "views/views.xml",
        line: 3,
      },
    ],
    models: [
      {
        model_name: "mail.thread",
        class_name: "MailThread",
        inherit_from: [],
        is_new_model: true,
        docstring: "A thread.",
        attrs: { kind: "AbstractModel", inherits: { "res.partner": "partner_id" } },
        file: "models/mail_thread.py",
        line: 5,
        fields: [
          {
            name: "name",
            field_type: "Char",
            relation: null,
            line: 9,
            attrs: { args: ["'Name'"] },
          },
          { name: "active", field_type: "Boolean", relation: null, line: 10, attrs: null },
        ],
        methods: [
          {
            name: "post",
            decorators: ["api.model"],
            signature: "(self, body='')",
            line: 12,
            docstring: null,
          },
        ],
      },
    ],
  }),
];

/**
 * Writes the snapshot under its id in `out` and returns its folder.
 * @param hasVectors of an embedder that nobody can open
 */
export async function writeSmallSnapshot(
  out: string,
  { hasVectors = true }: { readonly hasVectors?: boolean } = {},
): Promise<string> {
  mkdirSync(out, { recursive: true });
  const sorted = SMALL_RECORDS.toSorted(compareRecords);
  const contents = createContents(SMALL_RECORDS, {
    parts: sorted.map((record) => (record.technical_name === "mail" ? SOME_PARTS : NO_PARTS)),
    diagnostics: [
      {
        organization: "acme",
        repository: "sales",
        branch: "17.0",
        platform_version: "17.0",
        path: "mail/__manifest__.py",
        line: 3,
        code: "manifest_unknown_key",
        detail: "sumary",
      },
    ],
    terms: encodeTerms(buildTermIndex(sorted)),
    vectors: hasVectors ? createVectors(SMALL_RECORDS.length) : undefined,
  });
  // However few the vectors are, so that every file of a snapshot is there.
  const options = { out, program: "0.0.0-test" };
  const { folder } = await publishSnapshot(contents, options);
  return folder;
}

/** Copies a snapshot to a folder that is not there yet, one of its files changed on the way. */
export function copySnapshot(
  folder: string,
  target: string,
  changes: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {},
): void {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(path.join(folder, name));
    writeFileSync(path.join(target, name), changes[name]?.(bytes) ?? bytes);
  }
}

/** Makes `target` the current snapshot of `folder` in one step, as a build does. */
export async function setCurrent(folder: string, target: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const link = join(folder, ".next");
  await rm(link, { force: true });
  await symlink(target, link);
  await rename(link, join(folder, CURRENT_LINK));
}
