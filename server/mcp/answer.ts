// From a tool's name and arguments to what is sent back: the answer of its route as agents read it, made to fit, or the
// problem that it met, which an agent can fix.
import type { AnyQuestion } from "../contract/parameter.js";
import { Problem, describeProblem } from "../contract/problem.js";
import type { JsonResource } from "../contract/resource.js";
import { loadShape, type Route } from "../contract/route.js";
import { omitFormerNames } from "../contract/shape/former-names.js";
import { toAgentAnswer } from "../faces/agents.js";
import { fitRows, fitValue, measure, renderCompact } from "./fit.js";
import { abridge } from "./abridge.js";
import type { Lookup } from "../lookup/lookup.js";
import { MOST_CHARS } from "./arguments.js";
import {
  chooseRoute,
  createQuestion,
  readArguments,
  type Tool,
  type ToolBody,
  type ToolQuestion,
  type ToolRoute,
} from "./tool.js";
import { describeSuccessor } from "../contract/shape/lineage.js";

export interface ToolAnswer {
  /** The `text` as data, for programs. */
  readonly structured: ToolBody;
  readonly text: string;
  readonly isError: boolean;
}

/** @param maxParameterChars the longest value of one argument */
export async function answerTool(
  tool: Tool,
  sent: Readonly<Record<string, unknown>>,
  lookup: Lookup,
  maxParameterChars: number,
): Promise<ToolAnswer> {
  try {
    const { chars, ...given } = readArguments(tool, sent);
    const asked = chooseRoute(tool, given);
    const question = createQuestion(lookup, given, maxParameterChars);
    const told = await ask(asked, question, tool.fallbackLimit);
    const gone = await listGone(question, tool.follows ?? []);
    const most = Math.min(Number(chars ?? asked.chars ?? MOST_CHARS) || 0, MOST_CHARS);
    const structured = fit({ ...told, body: { ...gone, ...told.body } }, most);
    return { structured, text: renderCompact(structured), isError: false };
  } catch (error) {
    return toProblemAnswer(error);
  }
}

/** @throws the error itself when it is no problem */
export function toProblemAnswer(error: unknown): ToolAnswer {
  if (!(error instanceof Problem)) throw error;
  const { code, message: detail, extension } = error;
  const text = describeProblem({ detail, ...extension });
  return { structured: { code, detail, ...extension }, text, isError: true };
}

/** Body to tell, and the list with more rows elsewhere. */
interface Told {
  readonly body: ToolBody;
  readonly page: JsonResource["page"];
  readonly list: string | undefined;
}

async function ask(
  asked: ToolRoute,
  question: ToolQuestion,
  fallbackLimit: number | undefined,
): Promise<Told> {
  const { route, choose, otherwise, hint, refine } = asked;
  try {
    const chosen = await choose?.(question);
    const limit = question.given["limit"] ?? fallbackLimit;
    const more: AnyQuestion = { ...(route.parameters["limit"] && { limit }), ...chosen };
    // The path is one of the known ones.
    const resource = await question.ask(route.path as "/v1/{kind}", more as object);
    const showsAll = question.given["all"] === "true";
    const told = omitFormerNames(await tell(asked, resource, showsAll)) as ToolBody;
    const list = findList(told, resource.page);
    const body = (await refine?.(told, question)) ?? told;
    return { body, page: resource.page, list };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (otherwise !== undefined && error.code === "not_in_system") {
      return ask(otherwise, question, fallbackLimit);
    }
    if (hint === undefined || error.status !== 404) throw error;
    throw new Problem(error.code, `${error.detail} (${hint})`, error.extension);
  }
}

async function tell(
  { route: { answer }, tells, leaves }: ToolRoute & { readonly route: Route },
  { body, page }: JsonResource,
  showsAll: boolean,
): Promise<ToolBody> {
  const shape = answer.shape && (await loadShape(answer.shape));
  const pick = (row: object): object =>
    Object.fromEntries(
      Object.entries(row).filter(
        ([key]) => tells?.includes(key) !== false && leaves?.includes(key) !== true,
      ),
    );
  if (answer.layout !== undefined) {
    const lay = await answer.layout();
    const beside = tells === undefined ? {} : abridge(pick(body as object), shape);
    return {
      ...(beside as ToolBody),
      ...toAgentAnswer(lay(body, { total: page?.total }), showsAll),
    };
  }
  if (Array.isArray(body)) return { rows: abridge((body as readonly object[]).map(pick), shape) };
  return abridge(pick(body as object), shape) as ToolBody;
}

/** The list that has as many rows as the part of the whole that was asked for. */
function findList(body: ToolBody, page: Told["page"]): string | undefined {
  if (page === undefined) return undefined;
  const length = Math.max(0, Math.min(page.limit, page.total - page.offset));
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value));
  return lists.findLast(([, value]) => (value as readonly unknown[]).length === length)?.[0];
}

/**
 * Lists with more rows lose their last ones, which can be requested; everything else loses detail.
 */
function fit({ body, page, list }: Told, chars: number): ToolBody {
  if (page === undefined || list === undefined) {
    const total = page && { total: page.total, offset: page.offset };
    const { value, cut } = fitValue({ ...body, ...total }, chars);
    return withNotes(value, cut, chars);
  }
  const { [list]: rows, ...rest } = body;
  const head = fitValue(rest, chars / 2);
  const fitted = fitRows(rows as readonly unknown[], chars - measure(head.value));
  const next = page.offset + fitted.value.length;
  const more = next < page.total && fitted.value.length > 0 ? { next_offset: next } : {};
  const { total, offset } = page;
  const value = { ...head.value, total, offset, ...more, [list]: fitted.value };
  return withNotes(value, [...head.cut, ...fitted.cut], chars);
}

function withNotes(body: ToolBody, cut: readonly string[], chars: number): ToolBody {
  if (cut.length === 0) return body;
  const next = chars < MOST_CHARS ? [`ask again with chars: ${MOST_CHARS} for more`] : [];
  return { ...body, cut: [...cut, ...next] };
}

/** Limit of names that are looked up. */
const MOST_FOLLOWED = 100;

/** Adds `gone`: a line for each name whose contents other modules have. @param names of arguments */
async function listGone(
  question: ToolQuestion,
  names: readonly string[],
): Promise<{ readonly gone?: readonly string[] }> {
  const { given } = question;
  const asked = names.flatMap((name) => given[name]?.split(",") ?? []).slice(0, MOST_FOLLOWED);
  if (asked.length === 0) return {};
  const { platform_versions: versions } = (await question.ask("/v1", {})).body.snapshot;
  const { platform_version: at = versions.at(-1) } = given;
  const to = versions.find((one) => one === at || one === `${at}.0`);
  if (to === undefined) return {};
  const { body } = await question.ask("/v1/coverage", { names: asked.join(","), from: to, to });
  const gone = body.modules.flatMap(({ technical_name: name, successors }) =>
    successors.length === 0 ? [] : [`${name}: ${successors.map(describeSuccessor).join(", ")}`],
  );
  return gone.length === 0 ? {} : { gone };
}
