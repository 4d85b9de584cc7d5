// GET /problems/{code}: what the `type` of a problem leads to.
import { renderPage } from "../html.js";
import { prefersHtml } from "../negotiation.js";
import { isProblemCode, PROBLEMS } from "../problem-catalog.js";
import { Problem } from "../problem.js";
import type { Route } from "./route.js";

export const problemRoute: Route = {
  path: "/problems/:code",
  answer({ parameters, accept }) {
    const code = parameters.readPath("code");
    parameters.check();
    if (!isProblemCode(code)) throw new Problem("unknown_path", `There is no problem "${code}".`);
    const kind = PROBLEMS[code];
    if (!prefersHtml(accept)) return { body: { code, ...kind }, variesByAccept: true };
    const page = renderPage({
      title: kind.title,
      rows: [
        ["Code", { text: code }],
        ["Status", { text: String(kind.status) }],
        ["Cause", { text: kind.cause }],
        ["Remedy", { text: kind.remedy }],
      ],
    });
    return { ...page, variesByAccept: true };
  },
};
