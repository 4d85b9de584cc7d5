// Reference as it is found in the text of a file, before its module places it.
import type { Reference } from "../../../../data/module/module-under-development.js";
import type { Syntax } from "../../python/syntax.js";
import type { Code } from "./code.js";
import type { ImportOfCode } from "./imports.js";

/** Reference in the text of a file; `#12` stands for the model of the class in line 12. */
export type CodeReference = (
  | Exclude<Reference, { readonly kind: "import" }>
  | ImportOfCode
  | UntypedMember
) & { readonly line: number };

/** A member of something of which nobody knows what it is. */
interface UntypedMember {
  readonly kind: "untyped";
  readonly name: string;
  readonly isCalled: boolean;
}

type Unplaced<T> = T extends unknown ? Omit<T, "line"> : never;

export interface Found {
  readonly reference: Unplaced<CodeReference>;
  /** Place of the reference, if another. */
  readonly node?: Syntax;
}

/** A name that the file tests for, or adds to its classes, may be absent. */
export function isAsked(name: string, { asked, given }: Code): boolean {
  return asked.has(name) || given.has(name);
}

/** Shorter names are of anything. */
const COMPOUND = /^_?[a-z][a-z\d]*_\w+$/;
/** Values that are certainly no records. */
const NO_RECORDS =
  /^(?:fields|api|odoo|models|tools|os|sys|re|json|datetime|request|cr|_cr|logging|_logger)\b/;

export function toUntyped(
  name: string,
  owner: Syntax | undefined,
  code: Code,
  isCalled = false,
): Found | undefined {
  if (owner === undefined || !COMPOUND.test(name)) return undefined;
  return NO_RECORDS.test(code.text.slice(owner.start, owner.start + 12))
    ? undefined
    : { reference: { kind: "untyped", name, isCalled } };
}
