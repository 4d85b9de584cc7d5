// Writes of a migration script through the ORM: records that a name stands for, and fields that are
// written or read. A chain of calls is followed as long as each gives records of the same model.
import type { MigrationStepRecord } from "../../../../data/module/module-parts.js";
import type { Literal } from "../literal/literal-value.js";
import { isOperator, splitArguments } from "../text/split.js";
import type { Token, TokenRange } from "../text/tokens.js";

/** Records of a model, or the one that has an external id. */
export type Records = { readonly model: string } | { readonly xmlId: string };

interface OrmChain {
  /** Result of the whole chain, if known. */
  readonly records: Records | undefined;
  /** Write at its end. */
  readonly step: Omit<MigrationStepRecord, "line"> | undefined;
}

/** Methods whose records are of the same model. */
const KEEPING = new Set(
  `browse exists filtered filtered_domain search search_fetch sorted sudo with_company with_context with_env with_prefetch
  with_user`.split(/\s+/),
);
/** Methods that write fields, read one, or delete the records. */
const ENDING = new Set(["write", "update", "create", "mapped", "unlink"]);

/** @param evaluate the value of an expression, as far as it is known */
export function readChain(
  tokens: readonly Token[],
  findRecords: (name: string) => Records | undefined,
  evaluate: (range: TokenRange) => Literal,
): OrmChain {
  const begin = readBegin(tokens, findRecords, evaluate);
  if (begin === undefined) return { records: undefined, step: undefined };
  const { records } = begin;
  for (let at = begin.end; at <= tokens.length;) {
    const token = tokens[at];
    if (isOperator(token, "[") && token !== undefined && token.close > at) {
      at = token.close + 1;
      continue;
    }
    if (!isOperator(token, ".")) {
      const isEnd = token === undefined || token.kind === "newline" || isOperator(token, ":");
      return { records: isEnd ? records : undefined, step: undefined };
    }
    const name = tokens[at + 1]?.text ?? "";
    const open = tokens[at + 2];
    if (isOperator(open, "=")) return { records: undefined, step: toStep("=", records, [name]) };
    if (!isOperator(open, "(") || open === undefined) break;
    if (ENDING.has(name)) {
      const [given] = splitArguments(tokens, at + 2);
      const fields = given === undefined ? [] : listFields(evaluate(given.value));
      return { records: undefined, step: toStep(name, records, fields) };
    }
    if (!KEEPING.has(name) || open.close < at) break;
    at = open.close + 1;
  }
  return { records: undefined, step: undefined };
}

/** `env["model"]`, `env.ref("id")`, or a name that stands for records. */
export function readBegin(
  tokens: readonly Token[],
  findRecords: (name: string) => Records | undefined,
  evaluate: (range: TokenRange) => Literal,
): { readonly records: Records; readonly end: number } | undefined {
  const [first, second, third, fourth] = tokens;
  if (first?.kind !== "name") return undefined;
  if (first.text !== "env") {
    const records = findRecords(first.text);
    return records && { records, end: 1 };
  }
  const isModel = isOperator(second, "[");
  const open = isModel ? 1 : 3;
  if (!isModel && (third?.text !== "ref" || !isOperator(fourth, "("))) return undefined;
  const close = tokens[open]?.close ?? -1;
  if (close < open) return undefined;
  const given = isModel
    ? { tokens, from: open + 1, to: close }
    : splitArguments(tokens, open)[0]?.value;
  const value = given && evaluate(given);
  if (value?.kind !== "str" || value.value === "") return undefined;
  return {
    records: isModel ? { model: value.value } : { xmlId: value.value },
    end: close + 1,
  };
}

/** For a record with an id the write or deletion is enough. */
function toStep(
  call: string,
  records: Records,
  fields: readonly string[],
): Omit<MigrationStepRecord, "line"> | undefined {
  if ("xmlId" in records) {
    const isTold = call !== "mapped" && (call === "unlink" || fields.length > 0);
    return isTold ? { call, thing: "record", on: null, names: [records.xmlId] } : undefined;
  }
  if (fields.length === 0) return undefined;
  return { call, thing: "column", on: records.model, names: [...new Set(fields)] };
}

/** The first of a path; the keys of a dictionary, or of each of a list. */
function listFields(value: Literal): readonly string[] {
  if (value.kind === "str") return value.value.split(".", 1);
  const dicts = value.kind === "list" ? value.items : [value];
  return dicts.flatMap((one) =>
    one.kind === "dict"
      ? one.entries.flatMap(({ key }) => (key.kind === "str" ? [key.value] : []))
      : [],
  );
}
