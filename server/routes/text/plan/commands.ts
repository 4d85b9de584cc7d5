// A plan as lines that can be pasted into a shell, each part under a comment.
import { listPlanCommands } from "../../../contract/browser/shell-lines.js";
import type { Plan } from "../../../contract/shape/system/plan.js";

export function renderCommands(plan: Plan): string {
  const parts = listPlanCommands(plan).map(([title, lines]) => `# ${title}\n${lines.join("\n")}\n`);
  return parts.join("\n");
}
