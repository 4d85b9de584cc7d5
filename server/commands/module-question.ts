// Commands that ask a route about a list of modules, without a server and without a limit on how long the list is: `plan`,
// `migration`. Their options are the parameters of the route, beside the files in which people have lists and locks.
import type { CommandContext } from "../../data/settings/command.js";
import { readSettingsAndWords, type SettingsTable } from "../../data/settings/settings.js";
import { toLockWords } from "../compare/update/lock.js";
import { LIST_FILE, LOCK_FILE, outputSettings } from "../config.js";
import { toExitCode } from "../contract/layout.js";
import { PLAN_OPTION_SETTINGS, SNAPSHOT } from "../contract/plan-settings.js";
import { describeProblem, Problem } from "../contract/problem.js";
import type { Route } from "../contract/route.js";
import { isLayoutFormat } from "../faces/formats.js";
import { migrationRoute } from "../routes/migration/compared.js";
import { planRoute } from "../routes/system/plan.js";
import { checkOutput, giveAnswer, giveText } from "./answer-output.js";
import { createCommandInput, describeList } from "./command-input.js";
import { createCommandWords, readPlanOptions } from "./command-words.js";
import { askRoute } from "./query.js";
import { toOptionName, toSetting } from "./query-settings.js";

interface ModuleQuestion {
  readonly route: Route;
  /** The parameter with the version that a list may say. */
  readonly version: string;
  /** Purpose of a list, before the version. */
  readonly says: string;
}

const QUESTIONS = {
  plan: { route: planRoute, version: "platform_version", says: "the plan is for" },
  migration: { route: migrationRoute, version: "from", says: "the report leaves" },
} as const satisfies Readonly<Record<string, ModuleQuestion>>;

type QuestionName = keyof typeof QUESTIONS;

/** Options that are files, or plans have. */
const FILES: SettingsTable = { modules: LIST_FILE, lock: LOCK_FILE };
const OF_PLANS: SettingsTable = PLAN_OPTION_SETTINGS;

export function listSettings(name: QuestionName): SettingsTable {
  const { route, version }: ModuleQuestion = QUESTIONS[name];
  const { format, rest: _, ...asked } = route.parameters;
  const formats = format?.kind === "choice" ? format.words : [];
  const own = Object.entries(asked).map(([one, parameter]) => {
    const option = toOptionName(one);
    const known = OF_PLANS[option] ?? FILES[option];
    const needed = { required: parameter.required === true && one !== version };
    const words = parameter.kind === "choice" ? { choices: parameter.words } : {};
    return [option, known ?? { ...toSetting(parameter), ...needed, ...words }];
  });
  return {
    snapshot: SNAPSHOT,
    ...Object.fromEntries(own.filter(([option]) => option !== "auto-install")),
    ...("auto_install" in asked && PLAN_OPTION_SETTINGS),
    ...outputSettings(formats.filter((word) => word !== "json" && !isLayoutFormat(word))),
  };
}

/**
 * Exit code of the verdict.
 * @throws ConfigError `<name>_invalid` for what the route refuses, and files that cannot be read
 */
export async function runModuleQuestion(
  name: QuestionName,
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const { route, version, says }: ModuleQuestion = QUESTIONS[name];
  const input = createCommandInput(createCommandWords(name));
  const read = readSettingsAndWords(name, listSettings(name), words, context.environment);
  const settings = read.settings as Readonly<Record<string, string | undefined>>;
  const { snapshot = "", format = "", out, modules, lock: file } = settings;
  checkOutput({ format, out }, input.refuse);
  const lock = file === undefined ? undefined : input.readLock("lock", file);
  const list = input.readList("modules", modules);
  const option = toOptionName(version);
  const written = settings[option] ?? lock?.platform_version ?? list.platformVersion;
  if (written === undefined) {
    const others =
      "lock" in route.parameters ? "--lock or the list has one" : "the list has an Odoo version";
    throw input.refuse(`--${option} is required, unless ${others}`);
  }
  const at = input.readVersion(option, written);
  for (const [one, { kind }] of Object.entries(route.parameters)) {
    if (kind === "version" && settings[one] !== undefined) input.readVersion(one, settings[one]);
  }
  for (const line of describeList(list, says, at)) context.printError(line);
  const path = list.repositories.length > 0 ? { repositories: list.repositories } : {};
  const options = readPlanOptions(settings as never, { ...lock?.options, ...path });
  const isOwn = format !== "json" && !isLayoutFormat(format);
  const question = {
    ...Object.fromEntries(
      Object.keys(route.parameters).map((one) => [one, settings[toOptionName(one)]]),
    ),
    ...options,
    prefer: [...(options.prefer ?? []), ...list.prefer],
    [version]: at,
    modules: input.readNames(read.words, list, lock?.requested),
    lock: lock && toLockWords(lock),
    format: isOwn ? format : "json",
  };
  try {
    const given = Object.entries(question).filter(
      ([one, value]) => value !== undefined && value !== "" && one in route.parameters,
    );
    const asked = { folder: snapshot, maxChars: Infinity };
    const resource = await askRoute(
      route,
      Object.fromEntries(given.map(([one, value]) => [one, String(value)])),
      asked,
    );
    if ("text" in resource) await giveText(resource.text, { format, out }, context);
    if (!("body" in resource)) return 0;
    const lay = await route.answer.layout?.();
    const blocks = lay?.(resource.body, { total: undefined }) ?? [];
    await giveAnswer(resource.body, blocks, { format, out }, context);
    return toExitCode(blocks);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const detail = describeProblem({ detail: error.detail, ...error.extension }).replace(/\.$/, "");
    if (error.code === "invalid_parameters" || error.status === 404) throw input.refuse(detail);
    context.printError(`module-lookup: ${detail}`);
    return 1;
  }
}
