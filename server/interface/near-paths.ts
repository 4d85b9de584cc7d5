// Addresses that someone may have meant who asked for a path at which nothing is.
import { listPathNames } from "./route.js";

const MOST_PATHS = 3;

/**
 * Of `/v1/repo/OCA/queue` `/v1/repo/queue`: what is left when one part is taken out and a template fits the
 * rest; then those that begin alike, as they are.
 */
export function listNearPaths(pathname: string, templates: readonly string[]): readonly string[] {
  const parts = splitPath(pathname);
  const shortened = parts
    .map((_, left) => parts.filter((__, at) => at !== left))
    .filter((rest) => rest.length > 1 && templates.some((template) => fits(template, rest)))
    .map((rest) => `/${rest.join("/")}`);
  const longer = templates
    .filter((template) => countShared(template, parts) >= Math.max(2, parts.length - 1))
    .filter((template) => listPathNames(template).length > 0);
  return [...new Set([...shortened, ...longer])].slice(0, MOST_PATHS);
}

function splitPath(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "");
}

function fits(template: string, parts: readonly string[]): boolean {
  const own = splitPath(template);
  return own.length === parts.length && countShared(template, parts) === parts.length;
}

/** How many parts from the beginning a path has in common with a template. */
function countShared(template: string, parts: readonly string[]): number {
  const own = splitPath(template);
  const different = own.findIndex((part, at) => !part.startsWith("{") && part !== parts[at]);
  return Math.min(different < 0 ? own.length : different, parts.length);
}
