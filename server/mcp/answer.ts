// From a tool's name and arguments to what is sent back: the tool's answer made to fit, or the problem
// that it met, which an agent can fix.
import type { Lookup } from "../lookup/lookup.js";
import { Problem, describeProblem } from "../contract/problem.js";
import { omitFormerNames } from "../contract/shape/former-names.js";
import { renderCompact } from "./compact-text.js";
import { fitRows, fitValue } from "./fit.js";
import { createQuestion, readArguments, type Tool, type ToolBody } from "./tool.js";

export interface ToolAnswer {
  /** The same as `text`, for programs. */
  readonly structured: ToolBody;
  readonly text: string;
  readonly isError: boolean;
}

/** Characters of JSON that an answer has at most, notes on what was cut aside. */
export const MOST_ANSWER_CHARS = 40_000;

/** @param maxParameterChars the longest value of one argument */
export async function answerTool(
  tool: Tool,
  sent: Readonly<Record<string, unknown>>,
  lookup: Lookup,
  maxParameterChars: number,
): Promise<ToolAnswer> {
  try {
    const given = readArguments(tool, sent);
    const body = await tool.answer(createQuestion(lookup, given, maxParameterChars));
    const structured = fitBody(omitFormerNames(body) as ToolBody);
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

/** Lists that go on elsewhere lose their last rows, which can be asked for; all else loses detail. */
function fitBody(body: ToolBody): ToolBody {
  const { rows, total, offset, ...rest } = body;
  if (!Array.isArray(rows) || typeof total !== "number" || typeof offset !== "number") {
    const { value, cut } = fitValue(body, MOST_ANSWER_CHARS);
    return withNotes(value, cut);
  }
  const { value, cut } = fitRows(rows as readonly unknown[], MOST_ANSWER_CHARS);
  const next = offset + value.length;
  const more = next < total && value.length > 0 ? { next_offset: next } : {};
  return withNotes({ ...rest, total, offset, ...more, rows: value }, cut);
}

function withNotes(body: ToolBody, cut: readonly string[]): ToolBody {
  return cut.length === 0 ? body : { ...body, cut };
}
