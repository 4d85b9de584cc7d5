// Faults in rights that only all modules of a platform version together tell: groups that nobody makes, and models that
// nobody may use since no access line is for them. Pure.
import { toGroups } from "../../data/grouped.js";
import { getModuleOfXmlId } from "../../data/module/xml-id.js";
import { getRules } from "../../data/platform/rules.js";
import { toModelRecordId } from "../../data/snapshot/loaded/subjects.js";
import type { DiagnosticRow } from "../../data/snapshot/contents.js";
import type { FoundEntry } from "../cache/found-entry.js";

type Module = Pick<FoundEntry, "head" | "access">;

/** @param modules of all platform versions */
export function listAccessFindings(modules: readonly Module[]): readonly DiagnosticRow[] {
  const versions = toGroups(modules, ({ head }) => head.platform_version);
  return [...versions].flatMap(([version, ofVersion]) => listOfVersion(version, ofVersion));
}

function listOfVersion(version: string, modules: readonly Module[]): readonly DiagnosticRow[] {
  const groups = new Set(modules.flatMap(({ access }) => access.groups ?? []));
  const guarded = new Set(modules.flatMap(({ access }) => access.guarded ?? []));
  /** Whether all that a module makes is known, of each repository that has it. */
  const known = new Map<string, boolean>();
  for (const { head, access } of modules) {
    const isWhole = known.get(head.technical_name) ?? true;
    known.set(head.technical_name, isWhole && access.groups !== null);
  }
  const { guardsWizards } = getRules(version);
  return modules.flatMap(({ head, access }) => [
    ...access.named.flatMap(({ group, ...location }) =>
      groups.has(group) || known.get(getModuleOfXmlId(group)) !== true
        ? []
        : toDiagnosticRow(head, "group_unknown", location, group),
    ),
    ...access.models.flatMap(({ model, isTransient, ...location }) => {
      const isGuarded = access.guarded === null || guarded.has(toModelRecordId(model));
      return isGuarded || (isTransient && !guardsWizards)
        ? []
        : toDiagnosticRow(head, "model_without_access", location, model);
    }),
  ]);
}

function toDiagnosticRow(
  { organization, repository, branch, platform_version, source_path: folder }: Module["head"],
  code: DiagnosticRow["code"],
  { file, line }: { readonly file: string; readonly line: number },
  detail: string,
): DiagnosticRow {
  const path = folder === "." ? file : `${folder}/${file}`;
  return { organization, repository, branch, platform_version, path, line, code, detail };
}
