// /v1/check: which references of a list exist in a system; with POST files of modules that are being written, against what is installed
// with them.
import { isObject, isTexts } from "../../../data/json.js";
import type { WrittenFiles } from "../../../data/module/module-under-development.js";
import { choices, list, version, type Values } from "../../contract/parameter.js";
import { pickPlanOptions, MOST_NAMES } from "../../contract/browser/plan-question.js";
import { OperatorError } from "../../../data/operator-error.js";
import { Problem, requireVersion } from "../../contract/problem.js";
import { readParameters } from "../../contract/read-parameters.js";
import { shape } from "../../contract/route.js";
import {
  answerLong,
  createCheckSteps,
  spendEach,
  takeLongSteps,
  TooComplex,
} from "../../lookup/limits.js";
import { RULES } from "../../registry/check/development/finding-kinds.js";
import { type RouteRequest, defineRoute } from "../define-route.js";
import {
  MOST_LOCKED,
  OPTIONS,
  refuse,
  readSystemQuestion,
  SYSTEM_PARAMETERS,
} from "./system-question.js";
import { takeSteps } from "../../../data/yield.js";
import { checkReferences } from "../../registry/check/check.js";
import { getRegistry } from "../../registry/loaded/registry-cache.js";
import { planSystem } from "../../registry/system-cache.js";

/** The largest public repository has 10 MB of such files. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_NAME_CHARS = 1_000;
/** The largest public repository has as many at a version; each is judged against an installation of its own. */
const MOST_MODULES = 1_000;

const PARAMETERS = {
  platform_version: version("The Odoo version.", { example: "19.0" }),
  modules: list(MOST_LOCKED, "Installed modules.", { example: "rental_core", isUnordered: true }),
  ...OPTIONS,
  ignore: choices(RULES, "Kinds to leave out.", { example: "no-access" }),
  select: choices(RULES, "Kinds on request.", { example: "undeclared-library" }),
} as const;

const POSTED_FILES = {
  operation: "checkFiles",
  summary: "Check files of modules that are being written",
  description:
    "What `module-lookup check --server` asks: which names in the files of modules do not exist in an installation of these modules, what they depend on, and `modules`. Files are parsed and never executed; nothing of them is kept.",
  body: shape(() => import("../../contract/shape/system/check.js"), "CheckQuestion"),
  mostBytes: MOST_BYTES,
  answer: {
    description: "Findings with their places. What cannot be judged is counted.",
    shape: shape(() => import("../../contract/shape/system/check.js"), "CheckedFiles"),
  },
  problems: [
    "invalid_parameters",
    "unknown_version",
    "body_too_large",
    "too_complex",
    "too_busy",
    "parser_unavailable",
  ],
  respond({ lookup: { snapshot }, state, findAsker }: RouteRequest, body: unknown) {
    const { written, platformVersion, ...asked } = readQuestion(body);
    if (platformVersion !== undefined) requireVersion(snapshot.versions, platformVersion);
    const asker = findAsker?.();
    const signal = asker?.signal ?? new AbortController().signal;
    return answerLong(async () => {
      const parsed = await state.readModules(written, platformVersion, signal).catch(refuseReading);
      if (parsed === undefined)
        throw new TooComplex("The files take more time or memory to read than a question may.");
      const { modules, toldVersions } = parsed;
      if (parsed.platformVersion === undefined) {
        const told = toldVersions.length === 0 ? "none" : toldVersions.join(", ");
        throw refuse("platform_version", `is required; the manifests begin with ${told}`);
      }
      requireVersion(snapshot.versions, parsed.platformVersion);
      const question = { ...asked, platformVersion: parsed.platformVersion };
      const { checkFiles } = await import("../../registry/check/development/check-files.js");
      const steps = checkFiles(snapshot, question, { written, parsed: modules });
      return { body: await takeLongSteps(spendEach(steps, createCheckSteps())) };
    }, asker);
  },
} as const;

/** @throws Problem `parser_unavailable` where the service cannot read any module, else what was thrown */
function refuseReading(error: unknown): never {
  if (!(error instanceof OperatorError)) throw error;
  throw new Problem("parser_unavailable", "This service has no parser of Python files.");
}

/** @throws Problem `invalid_parameters` */
function readQuestion(body: unknown) {
  const { written, ...given } = isObject(body) ? body : {};
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) {
    query.append(name, toParameter(name, value));
  }
  const sent = { path: {}, query, maxChars: MOST_NAME_CHARS };
  const values = readParameters(PARAMETERS, sent) as Values<string, typeof PARAMETERS>;
  const modules = Array.isArray(written) ? written.map(readWritten) : [];
  if (modules.length === 0) throw refuse("written", "must be a list of modules with files");
  if (modules.length > MOST_MODULES)
    throw refuse("written", `has more than ${MOST_MODULES} modules`);
  if (new Set(modules.map(({ technicalName }) => technicalName)).size < modules.length) {
    throw refuse("written", "has two modules of one name");
  }
  return {
    written: modules,
    platformVersion: values.platform_version,
    modules: values.modules ?? [],
    ...pickPlanOptions(values),
    ignore: values.ignore ?? [],
    select: values.select ?? [],
  };
}

/** @throws Problem `invalid_parameters` for what has no text of its own, such as an object */
function toParameter(name: string, value: unknown): string {
  if (isTexts(value)) return value.join(",");
  if (typeof value === "string" || typeof value === "boolean") return String(value);
  throw refuse(name, "must be a text, a list of texts, or true or false");
}

function readWritten(one: unknown): WrittenFiles {
  const {
    technical_name: technicalName,
    files,
    encoded = {},
    others = [],
    asked,
  } = isObject(one) ? one : {};
  const isWhole =
    typeof technicalName === "string" &&
    isObject(files) &&
    isObject(encoded) &&
    isTexts(others) &&
    (asked === undefined || isTexts(asked)) &&
    isTexts(Object.values(files)) &&
    isTexts(Object.values(encoded));
  if (!isWhole)
    throw refuse("written", "has a module without `technical_name` or texts in `files`");
  if (Object.keys(files).some((path) => Object.hasOwn(encoded, path)))
    throw refuse("written", "has a file both in `files` and in `encoded`");
  return {
    technicalName,
    files: [...decode(files, "utf8"), ...decode(encoded, "base64")],
    others,
    asked: asked && new Set(asked),
  };
}

function decode(texts: object, encoding: "utf8" | "base64"): WrittenFiles["files"] {
  return Object.entries(texts).map(([path, text]: [string, string]) => ({
    path,
    bytes: Buffer.from(text, encoding),
  }));
}

export const checkRoute = defineRoute({
  path: "/v1/check",
  operation: "checkReferences",
  tag: "systems",
  summary: "Check whether models, fields, methods and external ids exist",
  description:
    "Whether each reference exists in an installation; for code review, and for programs that write code. `sale.order` is a model, `sale.order.amount_total` a field or a path of fields, `sale.order#action_confirm` a method, `sale.view_order_form` an external id; of a name that may be several of these the first that exists is meant. What a module that is not indexed may have is unknown (`exists` is `null`). A missing one comes with similar names, with modules outside the installation that have it, and with its last Odoo version. The installation (system) is that of /v1/plan for the same parameters.",
  parameters: {
    ...SYSTEM_PARAMETERS,
    refs: list(MOST_NAMES, `References, comma-separated, at most ${MOST_NAMES}.`, {
      example: "res.partner.name,res.partner#write,base.view_partner_form,res.parter",
      required: true,
    }),
  },
  answer: {
    description: "The references in the order of the request, each with what it is.",
    shape: shape(() => import("../../contract/shape/system/check.js"), "CheckedReferences"),
    layout: async () => (await import("../../contract/shape/system/check-layout.js")).layCheck,
  },
  problems: ["unknown_version", "too_complex"],
  posted: POSTED_FILES,
  async respond({ lookup: { snapshot } }, { refs, ...values }) {
    const question = readSystemQuestion(snapshot, values);
    const { missing } = planSystem(snapshot, question).plan;
    const steps = checkReferences(getRegistry(snapshot, question), refs, missing);
    return { body: await takeSteps(steps) };
  },
});
