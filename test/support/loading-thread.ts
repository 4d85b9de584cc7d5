// A thread's program that says in the file LOADED_LOG when it has been loaded.
import { appendFileSync } from "node:fs";

appendFileSync(process.env["LOADED_LOG"] ?? "", "loaded\n");

export default function double(task: number): number {
  return 2 * task;
}
