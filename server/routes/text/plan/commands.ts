// A plan as lines that can be pasted into a shell, each part under a comment.
import { listPlanCommands } from "../../../contract/browser/shell-lines.js";
import type { Plan } from "../../../contract/shape/system/plan.js";

export function renderCommands(plan: Plan): string {
  const programs = plan.binaries.map(({ name }) => name.replaceAll(/\s+/g, " ")).join(", ");
  const parts = listPlanCommands(plan).map(([title, lines]) => `# ${title}\n${lines.join("\n")}\n`);
  return [programs && `# Programs that must be there: ${programs}\n`, ...parts]
    .filter((part) => part !== "")
    .join("\n");
}
