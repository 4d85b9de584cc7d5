// Where the problems of pages about systems lead: to the same page about something that is there.
import type { Page, PageRequest } from "../../page.js";
import { toQuery } from "../../../contract/browser/ask.js";

/** Whether the page is about a system. */
export function isSystemPage({ path }: Pick<Page, "path">): boolean {
  return path.startsWith("/registry/");
}

/** @param suggestion a model, a view, or a module at which a view can stop */
export function toSuggestedAddress(
  page: Pick<Page, "path">,
  request: PageRequest,
  suggestion: string,
): string {
  // Ids of views have a point, names of modules have none.
  const isModule = request.query.has("at") && !suggestion.includes(".");
  const { name = "" } = request.path;
  return isModule
    ? toAddress(page, name, request, { at: suggestion })
    : toAddress(page, suggestion, request, {});
}

/** The same at another platform version. */
export function toVersionAddress(
  page: Pick<Page, "path">,
  request: PageRequest,
  platform_version: string,
): string {
  return toAddress(page, request.path["name"] ?? "", request, { platform_version });
}

function toAddress(
  { path }: Pick<Page, "path">,
  name: string,
  { query }: PageRequest,
  changes: Readonly<Record<string, string>>,
): string {
  const values = { ...Object.fromEntries(query), ...changes };
  return path.replace("{name}", () => encodeURIComponent(name)) + toQuery(values);
}
