// Beside /v1: what the service says of itself.
import { PROBLEMS, Problem, type ProblemCode } from "../problem.js";
import type { Route } from "./route.js";

/** Ready: a snapshot is loaded, and which; and why a newer one was refused. */
export const readyRoute: Route = {
  path: "/readyz",
  answer({ lookup, refusal }) {
    const { id, counts } = lookup.snapshot.entry;
    const refused = refusal === undefined ? {} : { refused: refusal };
    const body = { status: "ready", snapshot: id, entries: counts.entries, ...refused };
    return { body, isVolatile: true };
  },
};

/** What the `type` of a problem leads to. */
export const problemRoute: Route = {
  path: "/problems/:code",
  answer({ parameters }) {
    const code = parameters.readPath("code");
    parameters.check();
    if (!isProblemCode(code)) throw new Problem("unknown_path", `There is no problem "${code}".`);
    return { body: { code, ...PROBLEMS[code] } };
  },
};

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}
