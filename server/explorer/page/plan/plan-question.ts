// What the page of plans is asked: what was pasted, what the fields of its form say, and the question
// to the interface that both come to.
import { readValue, type PageRequest } from "../../page.js";
import { toQuery } from "../../shared/ask.js";
import type { ModuleList } from "../../shared/listed-modules.js";
import { parseModuleList } from "../../shared/module-list.js";

export interface PlanForm {
  readonly modules: readonly string[];
  /** What the form itself says; empty for what was pasted, or else the main version. */
  readonly chosenVersion: string;
  readonly platformVersion: string;
  /** The addons path; empty for the whole index. */
  readonly repositories: readonly string[];
  readonly exclude: readonly string[];
  readonly prefer: readonly string[];
  readonly isAutoInstall: boolean;
  /** Empty where maturity is not asked for. */
  readonly minStatus: string;
  /** What was pasted; `undefined` where nothing was. */
  readonly pasted: ModuleList | undefined;
}

/** @param mainVersion where neither form nor paste says a version */
export function readPlanForm(request: PageRequest, mainVersion: string): PlanForm {
  const text = readValue(request, "text");
  const pasted = text === "" ? undefined : parseModuleList(text);
  const named = readWords(request, "modules");
  const path = readWords(request, "repositories");
  const chosenVersion = readValue(request, "platform_version");
  return {
    modules: [...new Set([...named, ...(pasted?.modules ?? [])])],
    chosenVersion,
    platformVersion: chosenVersion || (pasted?.platformVersion ?? mainVersion),
    repositories: path.length > 0 ? path : (pasted?.repositories ?? []),
    exclude: readWords(request, "exclude"),
    prefer: [...new Set([...readWords(request, "prefer"), ...(pasted?.prefer ?? [])])],
    isAutoInstall: !/^(?:0|false|no)$/i.test(readValue(request, "auto_install")),
    minStatus: readValue(request, "min_status"),
    pasted,
  };
}

/** With commas or blanks between them. */
export function readWords(request: PageRequest, name: string): readonly string[] {
  const words = readValue(request, name).split(/[\s,]+/);
  return [...new Set(words)].filter((word) => word !== "");
}

/** Empty values are those that the interface has without being told. */
export function toPlanQuestion(form: PlanForm) {
  return {
    platform_version: form.platformVersion,
    modules: form.modules.join(","),
    repositories: form.repositories.join(","),
    exclude: form.exclude.join(","),
    prefer: form.prefer.join(","),
    auto_install: form.isAutoInstall ? "" : "0",
    min_status: form.minStatus,
  };
}

/** The address of the same page without what was pasted. */
export function toPlanAddress(form: PlanForm): string {
  return `/plan${toQuery(toPlanQuestion(form)).replaceAll("%2C", ",").replaceAll("%2F", "/")}`;
}
