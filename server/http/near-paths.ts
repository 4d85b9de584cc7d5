// Addresses that someone may have meant who asked for a path at which nothing is.
import { decodePercents } from "../../data/text/percents.js";
import { listPathNames } from "../contract/route.js";

const MOST_PATHS = 3;

/** Pages that answer what people look for under a route's name. */
const PAGES_OF_ROUTES: Readonly<Record<string, string>> = {
  "/check": "/references",
  "/coverage": "/migrate",
  "/migration": "/migrate",
  "/registry": "/registry/models",
};

export interface NearPath {
  readonly path: string;
  readonly template: string;
  /** Decoded values of the template's names; empty if the path is the template. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Near paths; for `/v1/repo/OCA/queue` `/v1/repo/queue` and `/v1/repo/OCA`: paths without one part
 * that fit a template; then templates that begin alike.
 */
export function listNearPaths(pathname: string, templates: readonly string[]): readonly NearPath[] {
  const parts = splitPath(pathname);
  const shortened = parts.flatMap((_, left) => {
    const rest = parts.filter((__, at) => at !== left);
    const template = templates.find((one) => fits(one, rest));
    if (rest.length < 2 || template === undefined) return [];
    return [{ path: `/${rest.join("/")}`, template, values: readValues(template, rest) }];
  });
  const longer = templates
    .filter((template) => countShared(template, parts) >= Math.max(2, parts.length - 1))
    .filter((template) => listPathNames(template).length > 0)
    .map((template) => ({ path: template, template, values: {} }));
  const told = templates
    .filter((template) => template === PAGES_OF_ROUTES[pathname])
    .map((path) => ({ path, template: path, values: {} }));
  const near = new Map<string, NearPath>();
  for (const one of [...told, ...shortened, ...longer])
    if (!near.has(one.path)) near.set(one.path, one);
  return [...near.values()];
}

/**
 * The first few of which something is there: a path that a value stands in is asked.
 * @param isThere called with one after the other
 */
export async function choosePaths(
  near: readonly NearPath[],
  isThere: (near: NearPath) => Promise<boolean>,
): Promise<readonly string[]> {
  const chosen: string[] = [];
  for (const one of near) {
    if (chosen.length === MOST_PATHS) break;
    const isOpen = Object.keys(one.values).length === 0;
    if (isOpen || (await isThere(one))) chosen.push(one.path);
  }
  return chosen;
}

function splitPath(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "");
}

function fits(template: string, parts: readonly string[]): boolean {
  const own = splitPath(template);
  return own.length === parts.length && countShared(template, parts) === parts.length;
}

function readValues(template: string, parts: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [at, part] of splitPath(template).entries()) {
    const [name] = listPathNames(part);
    if (name !== undefined) values[name] = decodePercents(parts[at] ?? "");
  }
  return values;
}

/** Number of leading parts that a path shares with a template. */
function countShared(template: string, parts: readonly string[]): number {
  const own = splitPath(template);
  const different = own.findIndex((part, at) => !part.startsWith("{") && part !== parts[at]);
  return Math.min(different < 0 ? own.length : different, parts.length);
}
