// Problems, which replace an answer: a code of problem-catalog.ts with details of the case.
import {
  DEFINITIONS,
  type Missing,
  type MissingDefinition,
  type Outcome,
  type PlatformModule,
} from "./outcome.js";
import { AUTOMATIC_FIELDS } from "../../data/platform/automatic-fields.js";
import { getOrmMethods } from "../../data/platform/orm-methods.js";
import { MOST_NOT_INDEXED } from "./shape/completeness.js";
import { describeSuccessor, type Successor } from "./shape/lineage.js";
import type { ProblemBody } from "./shape/service.js";
import { PROBLEMS, type ProblemCode } from "./problem-catalog.js";

/** Members beside the standard ones. */
type ProblemExtension = Omit<
  ProblemBody,
  "type" | "title" | "status" | "detail" | "instance" | "code"
>;

export type ParameterFault = NonNullable<ProblemExtension["errors"]>[number];

/** Thrown by routes; turned into an answer by app.ts. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly extension: ProblemExtension;

  constructor(code: ProblemCode, detail: string, extension: ProblemExtension = {}) {
    super(detail);
    this.name = "Problem";
    this.code = code;
    this.extension = extension;
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }

  get title(): string {
    return PROBLEMS[this.code].title;
  }

  /** Details of this case. */
  get detail(): string {
    return this.message;
  }
}

/** Value of an outcome. @param what as the client wrote it @throws Problem for an absence */
export function getFound<T>(outcome: Outcome<T>, what: string): T {
  if (outcome.found) return outcome.value;
  throw toMissingProblem(outcome, what);
}

/** @param availableVersions those of the snapshot @throws Problem `unknown_version` */
export function requireVersion(availableVersions: readonly string[], version: string): void {
  if (availableVersions.includes(version)) return;
  throw toMissingProblem(
    { found: false, reason: "unknown_version", version, availableVersions },
    version,
  );
}

/** The problem of a lookup that found nothing. @param what as the client wrote it */
export function toMissingProblem(missing: Missing, what: string): Problem {
  if ("what" in missing) return toMissingDefinitionProblem(missing);
  switch (missing.reason) {
    case "unknown_module":
      return toUnknownModuleProblem(missing, what);
    case "unknown_repository":
      return new Problem("unknown_repository", `There is no repository "${what}".`, {
        suggestions: missing.suggestions,
      });
    case "unknown_version":
      return new Problem(
        "unknown_version",
        `There is no module at the Odoo version "${missing.version}".`,
        { available_versions: missing.availableVersions },
      );
    case "module_not_at_version":
      return toNotAtVersionProblem(missing, what);
    case "module_not_in_repository":
      return new Problem(
        "module_not_in_repository",
        `The module "${what}" exists at this Odoo version, but not in this organization or repository.`,
        { available_repositories: missing.availableRepositories },
      );
  }
}

/** Says so of a module that is only not in this snapshot, as those of the platform itself often are. */
function toUnknownModuleProblem(
  {
    suggestions,
    requiredAtVersions,
    platformModule,
    successors,
  }: Extract<Missing, { reason: "unknown_module" }>,
  what: string,
): Problem {
  const isRequired = requiredAtVersions.length > 0;
  const detail =
    platformModule === undefined
      ? `The module "${what}" is not in this index${isRequired ? ", but others depend on it" : ""}.`
      : `${describePlatformModule(platformModule, what)}${isRequired ? "; others depend on it" : ""}.`;
  const isKnownElsewhere = platformModule !== undefined || suggestions.length > 0;
  const remedy = isRequired
    ? " Add its repository to the index."
    : " Search for it in other words, or add its repository to the index.";
  const required = isRequired ? { required_at_versions: requiredAtVersions } : {};
  const followed = toSuccessors(successors);
  const extension = { suggestions, ...required, ...toKind(platformModule), ...followed };
  return new Problem(
    "unknown_module",
    detail + (isKnownElsewhere ? "" : remedy) + describeSuccessors(successors),
    extension,
  );
}

function toNotAtVersionProblem(
  {
    version,
    availableVersions,
    platformModule,
    successors,
  }: Extract<Missing, { reason: "module_not_at_version" }>,
  what: string,
): Problem {
  const detail =
    platformModule === undefined
      ? `The module "${what}" does not exist at Odoo ${version}.`
      : `${describePlatformModule(platformModule, what)}.`;
  const extension = {
    available_versions: availableVersions,
    ...toKind(platformModule),
    ...toSuccessors(successors),
  };
  return new Problem("module_not_at_version", detail + describeSuccessors(successors), extension);
}

function toSuccessors(successors: readonly Successor[]): ProblemExtension {
  return successors.length === 0 ? {} : { successors };
}

/** A sentence for each, after a full stop. */
function describeSuccessors(successors: readonly Successor[]): string {
  return successors.map((one) => ` It is ${describeSuccessor(one)}.`).join("");
}

function describePlatformModule(
  { edition, platformVersion }: PlatformModule,
  what: string,
): string {
  const [name, itself] = edition === "core" ? ["Odoo", " itself"] : ["Odoo Enterprise", ""];
  return `The module "${what}" is part of ${name} ${platformVersion}${itself}, which is not in this index`;
}

function toKind(platformModule: PlatformModule | undefined): ProblemExtension {
  return platformModule === undefined ? {} : { kind: platformModule.edition };
}

/**
 * An absence that Odoo itself could fill is undecided without it; other missing modules are named.
 */
function toMissingDefinitionProblem(missing: MissingDefinition): Problem {
  const { reason, what } = missing;
  const name = what.slice(what.lastIndexOf(".") + 1);
  const isOfAll =
    reason === "unknown_field" ? AUTOMATIC_FIELDS.has(name) : getOrmMethods("").has(name);
  if (isOfAll && (reason === "unknown_field" || reason === "unknown_method")) {
    const detail = `Odoo itself gives every model "${name}"; no module declares it.`;
    return new Problem(reason, detail, { suggestions: [] });
  }
  const { notIndexed = [], lacksPlatform = false, makers = [] } = missing.doubt ?? {};
  const { code, message, extension } = toPlainProblem(missing, notIndexed.length > 0);
  if (notIndexed.length === 0) return new Problem(code, message, extension);
  const doubt = {
    not_indexed: notIndexed.slice(0, MOST_NOT_INDEXED),
    not_indexed_count: notIndexed.length,
  };
  const detail =
    makers.length === 0
      ? `${message} Modules that are not indexed may have it.`
      : `${message} It may be in Odoo's own source, which is not indexed: ${makers.join(", ")} defines the model.`;
  return new Problem(lacksPlatform ? "not_indexed" : code, detail, { ...extension, ...doubt });
}

function toPlainProblem(missing: MissingDefinition, isDoubtful: boolean): Problem {
  const { reason, what } = missing;
  if ("suggestions" in missing) {
    const none = isDoubtful ? "No module of this index has the" : "There is no";
    return new Problem(reason, `${none} ${DEFINITIONS[missing.reason]} "${what}".`, {
      suggestions: missing.suggestions,
    });
  }
  return "availableVersions" in missing
    ? new Problem(reason, `No module of this index has "${what}" at this Odoo version.`, {
        available_versions: missing.availableVersions,
      })
    : new Problem(
        reason,
        `Others than this organization or repository have "${what}" at this Odoo version.`,
        { available_repositories: missing.availableRepositories },
      );
}

export function describeProblem(problem: ProblemExtension & { readonly detail: string }): string {
  const hints = [
    ["Not indexed", problem.not_indexed],
    ["It has dependents at", problem.required_at_versions],
    ["Near", problem.suggestions],
    ["It exists at", problem.available_versions],
    ["It is in", problem.available_repositories],
  ] as const;
  const sentences = hints
    .filter(([, names]) => names !== undefined && names.length > 0)
    .map(([intro, names = []]) => ` ${intro}: ${listSome(names)}.`);
  return problem.detail + sentences.join("");
}

/** The first of them, with the number of the others. */
export function listSome(names: readonly string[], most = 20): string {
  const left = names.length - most;
  return left > 0 ? `${names.slice(0, most).join(", ")} and ${left} more` : names.join(", ");
}
