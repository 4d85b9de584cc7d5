// Fields that a file adds to a class of its own behind it: `__set_name__` is what makes a field one of a
// class (17.0: Field in odoo/fields.py), and some have names that Python does not let a class body bind.

import type { Member } from "../class-body.js";
import { readField, type Scope } from "../fields.js";
import { evaluateLiteral } from "../literal/literal.js";
import { isOperator, readDottedName, splitArguments } from "../text/split.js";
import { tokeniseLine, type TokenRange } from "../text/tokens.js";
import type { ClassSite } from "../python-class.js";

const METHOD = ".__set_name__(";
const CALL = /^(\w+)\.__set_name__\(/gm;
/** Such calls that one file may have. */
const CALL_LIMIT = 100;

interface LateField {
  readonly owner: string;
  readonly name: string;
  readonly member: Member;
}

interface LateSource {
  readonly text: string;
  /** The text without what is inside comments and strings, at the same positions. */
  readonly blanked: string;
  readonly scope: Scope & { readonly expressions: ReadonlyMap<string, TokenRange> };
}

/** The classes with the fields that they are given. */
export function addLateFields(
  sites: readonly ClassSite[],
  source: LateSource,
): readonly ClassSite[] {
  const added = listLateFields(source);
  if (added.length === 0) return sites;
  return sites.map((site) => {
    const own = added.filter(({ owner }) => owner === site.name);
    const members = new Map(site.body.members);
    for (const { name, member } of own) members.set(name, member);
    return own.length === 0 ? site : { ...site, body: { ...site.body, members } };
  });
}

function listLateFields({ text, blanked, scope }: LateSource): readonly LateField[] {
  const found: LateField[] = [];
  // Most files have none, and a text is found faster than a line.
  if (!blanked.includes(METHOD)) return found;
  let left = CALL_LIMIT;
  for (const { index, 0: match, 1: variable = "" } of blanked.matchAll(CALL)) {
    left -= 1;
    if (left < 0) break;
    const tokens = tokeniseLine(text, index + match.length - 1, text.length);
    const value = scope.expressions.get(variable);
    if (value === undefined || !isOperator(tokens[0], "(")) continue;
    const [first, second] = splitArguments(tokens, 0);
    const [owner, ...rest] = (first && readDottedName(first.value)) ?? [];
    const name = second && evaluateLiteral(second.value, scope.constants);
    if (owner === undefined || rest.length > 0 || name?.kind !== "str") continue;
    const field = readField({ name: name.value, start: index }, value, scope);
    if (field !== undefined) {
      found.push({ owner, name: name.value, member: { kind: "field", field } });
    }
  }
  return found;
}
