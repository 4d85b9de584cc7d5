// The methods of classes that are given by their names, as those of the platform itself, which no module has.
import { keepsParameters } from "../../../data/module/method-parameters.js";
import { readClassBody } from "./class-body.js";
import { NO_NAMES } from "./literal/literal.js";
import { listByWords, listStatements } from "./statements.js";
import { createLineFinder } from "./text/lines.js";
import { readPythonTree } from "./text/recover.js";

const SPECIAL = /^__\w+__$/;

/**
 * Names that the classes bind to functions, special methods aside, with their signatures, `null` where a decorator may
 * change them; private ones as Python mangles them.
 */
export function readSignatures(
  source: string,
  classNames: ReadonlySet<string>,
): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>();
  const { root, blanked } = readPythonTree(source);
  if (root === undefined) return found;
  const scope = { imports: new Map(), constants: NO_NAMES, lineAt: createLineFinder(source) };
  for (const node of listByWords(blanked, root)) {
    const name = node.childForFieldName("name");
    const body = node.childForFieldName("body");
    if (node.type !== "class_definition" || name === null || body === null) continue;
    const className = source.slice(name.startIndex, name.endIndex);
    if (!classNames.has(className)) continue;
    const { members } = readClassBody(source, listStatements(body), scope);
    for (const [member, one] of members) {
      if (one.kind !== "method" || SPECIAL.test(member)) continue;
      const { decorators, signature } = one.method.record;
      const isKept = keepsParameters(decorators) && !decorators.includes("staticmethod");
      found.set(
        member.startsWith("__") ? `_${className}${member}` : member,
        isKept ? signature : null,
      );
    }
  }
  return found;
}
