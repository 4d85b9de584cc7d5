// What runs in a parser thread: one module in, the parsed module out. Nothing else is shared.
import type { Parsed } from "../diagnostics.js";
import { parseModule, type ParsedModule } from "./module.js";
import type { SourceFile } from "./source-file.js";

export interface ParseTask {
  readonly files: readonly SourceFile[];
  readonly manifest: string;
}

export default function runTask(task: ParseTask): Parsed<ParsedModule> {
  return parseModule(task.files, task.manifest);
}
