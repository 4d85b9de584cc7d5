// An answer that has no layout, for agents: the same JSON without addresses and what is as usual; repositories are one text, what is
// deep in lists is a line, and what is not known is said by a word.
import { findProperties, type Shape } from "../../data/shape.js";
import { isObject } from "../../data/json.js";
import { layUnknown } from "../contract/shape/completeness.js";
import { toAgentAnswer } from "../faces/agents.js";

type Values = Readonly<Record<string, unknown>>;

/** @param shape of the value, where it is known */
export function abridge(value: unknown, shape?: Shape, depth = 0): unknown {
  if (Array.isArray(value)) {
    const items = shape?.["items"] as Shape | undefined;
    const inLists = depth + 1;
    return value.map((one: unknown) =>
      isObject(one) && inLists > MOST_LISTS ? toLine(one) : abridge(one, items, inLists),
    );
  }
  if (value === null && isFlag(shape)) return UNKNOWN;
  if (!isObject(value)) return value;
  const properties = shape && findProperties(shape);
  const others = shape?.["additionalProperties"] as Shape | undefined;
  const told = Object.entries(joinProvider(value)).filter(
    ([key, one]) => !(key === "installable" && one === true && depth > 0),
  );
  const entries = told.map(
    ([key, one]) => [key, abridge(one, properties?.[key] ?? others, depth)] as const,
  );
  // A version is mostly the name of its branch.
  return Object.fromEntries(entries.filter(([key, one]) => !isNothing(one) && one !== key));
}

const UNKNOWN = "unknown";

/** Deeper lists become one line. */
const MOST_LISTS = 2;

function isFlag(shape: Shape | undefined): boolean {
  const types = [shape?.["type"]].flat();
  return types.length === 2 && types.includes("boolean");
}

function isNothing(value: unknown): boolean {
  if (typeof value !== "object") return value === undefined || value === "";
  return value === null || Object.keys(value).length === 0;
}

/**
 * Joins an organization with its repository, a file with its line, and missing modules to a
 * sentence; order stays.
 */
function joinProvider(value: Values): Values {
  const { page, org_name, organization = org_name, repository, line } = value;
  const { complete } = value;
  const hasProvider = typeof organization === "string" && typeof repository === "string";
  // A page's path is an address as well.
  const left = new Set([
    "page",
    "line_url",
    "line_urls",
    ...(page === undefined ? [] : ["path"]),
    ...(complete === undefined ? [] : ["complete", "not_indexed", "not_indexed_count", "rules_of"]),
  ]);
  const told = Object.entries(value).map(([key, one]): readonly [string, unknown] => {
    if (left.has(key)) return [key, undefined];
    if (hasProvider && ["organization", "org_name"].includes(key)) {
      return ["from", `${organization}/${repository}`];
    }
    if (hasProvider && key === "repository") return [key, undefined];
    if (key === "file" && typeof line === "number") return ["at", `${String(one)}:${line}`];
    if (key === "line" && "file" in value) return [key, undefined];
    return [key, one];
  });
  if (complete === undefined) return Object.fromEntries(told);
  return { ...Object.fromEntries(told), ...toAgentAnswer(layUnknown(value as never)) };
}

const MOST_WORD_CHARS = 60;

/** Short values in a line: `partner_id Many2one res.partner`. */
function toLine(value: Values): string {
  const words = Object.entries(value).flatMap(([key, one], at) => {
    if (one === true) return [key];
    const isShort = typeof one === "string" && (at === 0 || one.length <= MOST_WORD_CHARS);
    return isShort && one !== "" ? [one] : [];
  });
  return words.join(" ");
}
