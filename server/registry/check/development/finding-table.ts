// Findings as lines, as compilers write them.
import type { CheckedModules } from "./check-written.js";

export function formatFindings({
  platform_version: version,
  modules,
  missing,
  references,
  findings,
}: CheckedModules): string {
  const lines = findings.map(
    ({ file, line, message, rule }) => `${file}:${line}: ${message} [${rule}]`,
  );
  const found = count(findings.length, "finding");
  const system = count(modules, "module");
  return [
    ...lines,
    ...(missing.length === 0
      ? []
      : [`Not in the index, so what may be theirs is not judged: ${missing.join(", ")}`]),
    `${found} in ${count(references, "reference")}, against ${system} at ${version}`,
  ].join("\n");
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
