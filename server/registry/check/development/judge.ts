// One reference of a module that is being written: it exists, nobody can tell, or it is missing.
import type {
  ModuleUnderDevelopment,
  WrittenReference,
} from "../../../../data/module/module-under-development.js";
import { comparePlatformVersions } from "../../../../data/platform/platform-version.js";
import type { MissingName } from "../../../contract/shape/system/plan.js";
import { listProviderEntries } from "../../../lookup/dependency/dependency-graph.js";
import { deriveOnce } from "../../../lookup/memo.js";
import { listNearTexts } from "../../../lookup/search/near-names.js";
import { readFiles } from "../../loaded/loaded-system.js";
import { parseRequirement } from "../../python-versions.js";
import { checkModel } from "../check-reference.js";
import { NOWHERE } from "../elsewhere.js";
import { listModuleSuccessors } from "../successors.js";
import { toDoubt, toJudgement, toMissing, type Judgement } from "./judgement.js";
import { isExcused } from "./guarded.js";
import { judgeImport } from "./imports.js";
import { judgeMember } from "./members.js";
import type { Judge } from "./judging.js";

export function judgeReference(
  judge: Judge,
  module: ModuleUnderDevelopment,
  reference: WrittenReference,
): Judgement {
  const found = judgeUnguarded(judge, module, reference);
  return typeof found !== "string" && isExcused(judge, reference, found) ? "run_time" : found;
}

function judgeUnguarded(
  judge: Judge,
  module: ModuleUnderDevelopment,
  reference: WrittenReference,
): Judgement {
  switch (reference.kind) {
    case "module":
      return judgeModule(judge, reference.name);
    case "file":
      return reference.isThere ? "exists" : toMissing("missing-file", reference.path);
    case "asset":
      return judgeAsset(judge, reference);
    case "record":
      return judge.judgeRecord(reference);
    case "library":
      return judgeLibrary(judge, reference.name);
    case "import":
      return judgeImport(judge, reference);
    case "model":
      return judgeModel(judge, reference.model);
    case "field":
    case "attribute":
    case "method":
    case "super":
    case "value":
      return judgeMember(judge, module, reference);
    case "made":
      return judge.judgeMade(reference);
    case "wrong":
      return toMissing(reference.rule, reference.name, { near: reference.near ?? [] });
    default:
      return reference satisfies never;
  }
}

/** A name that no repository of the index, nor the platform, has at this version is one that nobody can install. */
function judgeModule({ registry, modules, missing }: Judge, name: string): Judgement {
  const { system } = registry;
  const own = modules.map(({ technicalName }) => technicalName);
  if (system.find(name) !== undefined || own.includes(name)) return "exists";
  const found = missing.find(({ technical_name: other }) => other === name);
  if (found === undefined || found.reason === "not_indexed") return "not_indexed";
  const { snapshot, platformVersion } = system;
  const near = found.near.filter(
    (other) => listProviderEntries(snapshot, other, platformVersion).length > 0,
  );
  const last = found.versions.findLast(
    (version) => comparePlatformVersions(version, platformVersion) < 0,
  );
  return toMissing("unknown-module", name, {
    near: [...new Set([...listNearTexts(own, name), ...near])],
    elsewhere: {
      ...NOWHERE,
      last_version: last ?? null,
      now: listModuleSuccessors(registry, [name]),
    },
    detail: describeAbsence(found, last),
  });
}

/** Rest of the sentence that there is no such module. @param last earlier version that has it, which others tell */
function describeAbsence({ reason, versions }: MissingName, last: string | undefined): string {
  if (reason === "unknown_name") return " in the index";
  if (reason === "not_installable") return " that can be installed at this version";
  return ` at this version${last === undefined ? `, only at ${versions.join(", ")}` : ""}`;
}

/** Modules outside the system get no verdict: their bundles may be made without it. */
function judgeAsset(
  { registry: { system } }: Judge,
  { module: name, path }: { readonly module: string; readonly path: string },
): Judgement {
  const { files } = readFiles(system, name);
  if (files.length === 0) return "run_time";
  if (files.includes(path)) return "exists";
  const near = listNearTexts(files, path).map((file) => `${name}/${file}`);
  return toMissing("missing-file", `${name}/${path}`, { near });
}

/** By what its package is called: names of both are rarely quite the same. */
function judgeLibrary(judge: Judge, name: string): Judgement {
  const wanted = PACKAGES.get(name) ?? toPackageName(name);
  const isDeclared = getDeclared(judge).some(
    (written) => written.includes(wanted) || wanted.includes(written),
  );
  return isDeclared ? "exists" : toMissing("undeclared-library", name);
}

/** Packages that manifests of the system declare. */
const getDeclared = deriveOnce(({ registry: { system }, modules }: Judge): readonly string[] => {
  const { pip, packages } = system.snapshot;
  const numbers = new Set(system.modules.flatMap(({ entry }) => [...pip.view(entry)]));
  const declared = [
    ...modules.flatMap((module) => module.packages),
    ...Array.from(numbers, (number) => packages.get(number)),
  ];
  return declared.map((one) => toPackageName(parseRequirement(one).name));
});

const toPackageName = (name: string): string => name.toLowerCase().replaceAll(/[-_.]/g, "");

/** Packages that are called quite otherwise than what is imported of them. */
const PACKAGES: ReadonlyMap<string, string> = new Map([
  ["bs4", "beautifulsoup"],
  ["cv2", "opencv"],
  ["fitz", "pymupdf"],
  ["sklearn", "scikitlearn"],
  ["Crypto", "pycrypto"],
]);

function judgeModel(judge: Judge, name: string): Judgement {
  const { registry, certainty } = judge;
  if (certainty.findModel(name) !== undefined) return "exists";
  if (!certainty.knowsModels(name)) return toDoubt(judge);
  const { near, ...verdict } = checkModel(registry.models, name);
  const found = toJudgement(registry, "unknown-model", {
    ...verdict,
    exists: false,
    near: near.filter((other) => certainty.findModel(other) !== undefined),
  });
  const [unloaded] = judge.modules.flatMap((module) =>
    module.unloaded
      .filter(({ models }) => models.includes(name))
      .map(({ file }) => `, but in ${module.technicalName}/${file}, which no package imports`),
  );
  return typeof found === "string" ? found : { ...found, detail: unloaded ?? "" };
}
