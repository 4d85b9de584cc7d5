// Members added to a class behind its body: fields with `__set_name__` (17.0: Field in
// odoo/fields.py), for names that Python refuses in a class body; and methods assigned as
// attributes, which are functions of the file or methods of another class.

import type { Member } from "../class-body.js";
import { readField, type Scope } from "../fields.js";
import { evaluateLiteral } from "../literal/literal.js";
import { isOperator, readDottedName, splitArguments, splitAssignment } from "../text/split.js";
import { tokeniseLine, type TokenRange } from "../text/tokens.js";
import type { AssignedMethod, ClassSite } from "../python-class.js";
import { toImportedName } from "./values.js";

const LATE = /^(\w+)\.(?:__set_name__\(|([A-Za-z_]\w*)[ \t]*=(?!=))/gm;
/** Limit of such lines in one file. */
const LATE_LIMIT = 100;

interface LateMember {
  readonly owner: string;
  readonly name: string;
  readonly found: Member | AssignedMethod;
}

interface LateSource {
  readonly text: string;
  /** The text without what is inside comments and strings, at the same positions. */
  readonly blanked: string;
  readonly scope: Scope & { readonly expressions: ReadonlyMap<string, TokenRange> };
  /** Binding at the top of the file. */
  readonly findTop: (name: string) => Member | undefined;
}

/** The classes with the members that they are given. */
export function addLateMembers(
  sites: readonly ClassSite[],
  source: LateSource,
): readonly ClassSite[] {
  const added = listLateMembers(sites, source);
  if (added.length === 0) return sites;
  return sites.map((site) => {
    const own = added.filter(({ owner }) => owner === site.name);
    const members = new Map(site.body.members);
    const assigned: AssignedMethod[] = [];
    for (const { name, found } of own) {
      if ("kind" in found) members.set(name, found);
      else assigned.push(found);
    }
    return own.length === 0 ? site : { ...site, assigned, body: { ...site.body, members } };
  });
}

function listLateMembers(sites: readonly ClassSite[], source: LateSource): readonly LateMember[] {
  const found: LateMember[] = [];
  const classes = new Set(sites.map((site) => site.name));
  let left = LATE_LIMIT;
  for (const { index, 0: match, 1: first = "", 2: name } of source.blanked.matchAll(LATE)) {
    if (name !== undefined && !classes.has(first)) continue;
    const member =
      name === undefined
        ? readSetName(first, index + match.length - 1, source)
        : readAssigned({ owner: first, name, start: index }, sites, source);
    if (member !== undefined) found.push(member);
    left -= 1;
    if (left < 0) break;
  }
  return found;
}

function readSetName(
  variable: string,
  start: number,
  { text, scope }: LateSource,
): LateMember | undefined {
  const tokens = tokeniseLine(text, start, text.length);
  const value = scope.expressions.get(variable);
  if (value === undefined || !isOperator(tokens[0], "(")) return undefined;
  const [first, second] = splitArguments(tokens, 0);
  const [owner, ...rest] = (first && readDottedName(first.value)) ?? [];
  const name = second && evaluateLiteral(second.value, scope.constants);
  if (owner === undefined || rest.length > 0 || name?.kind !== "str") return undefined;
  const field = readField({ name: name.value, start }, value, scope);
  return field && { owner, name: name.value, found: { kind: "field", field } };
}

function readAssigned(
  { owner, name, start }: { readonly owner: string; readonly name: string; readonly start: number },
  sites: readonly ClassSite[],
  { text, scope, findTop }: LateSource,
): LateMember | undefined {
  const assignment = splitAssignment(tokeniseLine(text, start, text.length));
  const names = assignment && readDottedName(assignment.value);
  const [first = "", member, ...rest] = names ?? [];
  if (names === undefined || rest.length > 0) return undefined;
  const other = sites.findLast((site) => site.name === first);
  if (member === undefined || other !== undefined) {
    const found = member === undefined ? findTop(first) : other?.body.members.get(member);
    return found?.kind === "method" ? { owner, name, found } : undefined;
  }
  const imported = toImportedName([first], scope.imports);
  if (imported === undefined) return undefined;
  const value = { ...imported, name: `${imported.name}.${member}` };
  return { owner, name, found: { name, line: scope.lineAt(start), value } };
}
