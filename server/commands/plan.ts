// `module-lookup plan`: the whole installation that a list of modules comes to, without a server and
// without a limit on how long the list is.
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import type { CommandContext } from "../../data/settings/command.js";
import { readSettingsAndWords, type SettingsOf } from "../../data/settings/settings.js";
import { PLAN_SETTINGS } from "../config.js";
import type { ModuleList } from "../contract/list/collect-list.js";
import { layPlan } from "../contract/shape/system/plan-layout.js";
import { PLAN_FORMATS } from "../routes/text/plan/formats.js";
import { STATUSES } from "../lookup/maturity.js";
import type { PlanQuestion } from "../contract/browser/plan-question.js";
import { toPlan } from "../registry/plan.js";
import { resolveSystem } from "../registry/resolve.js";
import { toLock, toLocked, type Lock } from "../compare/update/lock.js";
import { compareWithLock } from "../compare/update/update.js";
import { checkOutput, giveAnswer, giveText } from "./answer-output.js";
import { describeList, createCommandInput, readPlanOptions } from "./command-input.js";

const INPUT = createCommandInput("plan", "names of modules and a platform version of the snapshot");

/**
 * Exit code 1 when Odoo cannot install the plan.
 * @throws ConfigError `plan_invalid` for names or a version that cannot be read; SnapshotError
 */
export async function runPlan(words: readonly string[], context: CommandContext): Promise<number> {
  const read = readSettingsAndWords("plan", PLAN_SETTINGS, words, context.environment);
  checkOutput(read.settings, INPUT.refuse);
  const lock =
    read.settings.lock === undefined ? undefined : INPUT.readLock("lock", read.settings.lock);
  const list = INPUT.readList("modules", read.settings.modules);
  const question = toQuestion(read.settings, read.words, { list, lock });
  const notes = describeList(list, "the plan is for", question.platformVersion);
  for (const line of notes) context.printError(line);
  return useSnapshot(read.settings.snapshot, async (snapshot) => {
    INPUT.refuseUnknownVersion(snapshot, question.platformVersion);
    const minStatus = STATUSES.find((status) => status === read.settings["min-status"]);
    const system = resolveSystem(snapshot, question);
    const alone = toPlan(snapshot, system, minStatus);
    const plan =
      lock === undefined
        ? alone
        : { ...alone, update: compareWithLock(snapshot, system, alone, toLocked(lock)) };
    const name = PLAN_FORMATS.names.find((one) => one === read.settings.format);
    if (name === undefined) await giveAnswer(plan, layPlan(plan), read.settings, context);
    else {
      const { text } = await PLAN_FORMATS.render(name, { plan, lock: toLock(question, plan) });
      await giveText(text, read.settings, context);
    }
    return plan.installable === false ? 1 : 0;
  });
}

/** What was read of the files that are named. */
interface Given {
  readonly list: ModuleList;
  readonly lock: Lock | undefined;
}

/** What is not said otherwise is as the list says, and else as the lock was asked. */
function toQuestion(
  settings: SettingsOf<typeof PLAN_SETTINGS>,
  words: readonly string[],
  { list: listed, lock }: Given,
): PlanQuestion {
  const written = settings["platform-version"] ?? lock?.platform_version ?? listed.platformVersion;
  if (written === undefined) {
    throw INPUT.refuse(
      "--platform-version is required, unless --lock or the list has one",
      "nothing",
    );
  }
  const platformVersion = INPUT.readVersion("platform-version", written);
  const modules = INPUT.readNames(words, listed, lock?.requested);
  const path = listed.repositories.length > 0 ? { repositories: listed.repositories } : {};
  const options = readPlanOptions(settings, { ...lock?.options, ...path });
  const prefer = [...(options.prefer ?? []), ...listed.prefer];
  return { platformVersion, modules, ...options, prefer };
}
