// The forms of a plan that are files of other tools.
import type { Lock } from "../../../compare/update/lock.js";
import type { Plan } from "../../../contract/shape/system/plan.js";
import { createFormats, type TextFormat } from "../../../contract/text-formats.js";

interface PlanFile {
  readonly plan: Plan;
  /** The question with what it came to, for the format `lock`. */
  readonly lock: Lock;
}

const YAML_TYPE = "application/yaml";

/** A format that says nothing of the question. */
function ofPlan(load: () => Promise<(plan: Plan) => string>): TextFormat<PlanFile>["load"] {
  return async () => {
    const render = await load();
    return ({ plan }) => render(plan);
  };
}

/** By the value of the parameter. */
const FORMATS = {
  lock: {
    mediaType: "application/vnd.module-lookup.lock+json",
    description: "`lock`: a lock file with modules and commits, sorted, one line for each module.",
    load: async () => {
      const { encodeLock } = await import("../../../compare/update/lock.js");
      return ({ lock }) => encodeLock(lock);
    },
  },
  "repos.yaml": {
    mediaType: YAML_TYPE,
    description: "`repos.yaml` (git-aggregator), `addons.yaml` (doodba).",
    load: ofPlan(async () => (await import("./checkouts.js")).renderRepos),
  },
  "addons.yaml": {
    mediaType: YAML_TYPE,
    description: "As `repos.yaml`.",
    load: ofPlan(async () => (await import("./checkouts.js")).renderAddons),
  },
  "requirements.txt": {
    mediaType: "text/plain",
    description: "`requirements.txt`: distributions of modules, and other Python packages.",
    load: ofPlan(async () => (await import("./requirements.js")).renderRequirements),
  },
  commands: {
    mediaType: "text/plain",
    description:
      "`commands`: lines for a shell, to clone, to install into a new database, with `lock` to update one.",
    load: ofPlan(async () => {
      const { listPlanCommands } = await import("../../../contract/browser/shell-lines.js");
      return (plan) =>
        listPlanCommands(plan)
          .map(([title, lines]) => `# ${title}\n${lines.join("\n")}\n`)
          .join("\n");
    }),
  },
} as const satisfies Readonly<Record<string, TextFormat<PlanFile>>>;

export type PlanFormatName = keyof typeof FORMATS;

export const PLAN_FORMATS = createFormats<PlanFile, PlanFormatName>(FORMATS);
