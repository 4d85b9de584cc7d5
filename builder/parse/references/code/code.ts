// The code of a Python file as its references are read from it: its text and classes, the references that are found in
// it before its module places them, its imports, and the class that a function is a method of.
import { evaluateLiteral, NO_NAMES } from "../../python/literal/literal.js";
import { type Syntax, findAround, findChild } from "../../python/syntax.js";
import { createLineFinder } from "../../python/text/lines.js";
import { tokenise } from "../../python/text/tokens.js";
import type { Binding } from "./scopes.js";
import type { Guard, Reference } from "../../../../data/module/module-under-development.js";

/** A class of the file that may be one of a model. */
export interface ClassOfCode {
  /** Line of the word `class`. */
  readonly line: number;
  readonly class_name: string;
  /** Beside the platform's own. */
  readonly bases: readonly unknown[];
}

export interface Code {
  readonly text: string;
  /** Texts that the file asks something about, or takes out: `"x" in env`, `env.get("x")`, `values.pop("x")`. */
  readonly asked: ReadonlySet<string>;
  /** Names of attributes that the file gives to classes it has made before: `Order._total = total`. */
  readonly given: ReadonlySet<string>;
  /** Names that statements of the file, or of a class in it, bind. */
  readonly assigned: ReadonlySet<string>;
  readonly classes: ReadonlyMap<number, ClassOfCode>;
  /** Whether it asks if a module is installed, or if a field or a method is there. */
  readonly isAsking: boolean;
  /** Names that are being looked up: one that is bound to what it is made of leads to itself. */
  readonly open: Set<readonly Binding[]>;
  lineAt(index: number): number;
  toSourceText(node: Syntax): string;
  /** The value of a string literal. */
  readText(node: Syntax): string | undefined;
}

const GIVEN = /^\w+\.(\w+) *=(?!=)/gm;
const ASSIGNED = /^(?: {0,4}|\t)(\w[\w, \t=]{0,200})[^=\n(.]{0,100}=(?!=)/gm;
const ASKED =
  /(["'])([\w.]+)\1\s*(?:not\s+)?in\b|(?:\.(?:get|pop)\(|\bdel \w+\[)\s*(["'])([\w.]+)\3/g;

/** Taking one of `_fields` is no question. */
export const QUESTION = /\bhasattr\(|\b_fields\b(?!\[)|\binstalled\b|\bif\b.*\.fields_get\(/;

export function createCode(text: string, classes: readonly ClassOfCode[]): Code {
  const asked = Array.from(text.matchAll(ASKED), ([, , one, , other]) => one ?? other ?? "");
  return {
    text,
    asked: new Set(asked),
    given: new Set(Array.from(text.matchAll(GIVEN), ([, name = ""]) => name)),
    assigned: new Set(
      Array.from(text.matchAll(ASSIGNED), ([, names = ""]) => names.match(/\w+/g) ?? []).flat(),
    ),
    classes: new Map(classes.map((one) => [one.line, one])),
    isAsking: QUESTION.test(text),
    open: new Set(),
    lineAt: createLineFinder(text),
    toSourceText: ({ start, end }) => text.slice(start, end),
    readText({ start, end }) {
      const tokens = tokenise(text, start, end);
      const value = evaluateLiteral({ tokens, from: 0, to: tokens.length }, NO_NAMES);
      return value.kind === "str" ? value.value : undefined;
    },
  };
}

/** Reference in the text of a file; `#12` stands for the model of the class in line 12. */
export type CodeReference = (
  | Exclude<Reference, { readonly kind: "import" }>
  | ImportOfCode
  | UntypedMember
) & { readonly line: number; readonly guard?: Guard };

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

/** An import as it is written: from where it leads depends on where the file is. */
interface ImportOfCode {
  readonly kind: "import";
  readonly from: string;
  /** `null` where the file itself is imported. */
  readonly name: string | null;
}

interface BoundImport extends ImportOfCode {
  /** The name that the text has for it. */
  readonly bound: string;
}

const CONDITIONS: ReadonlySet<string> = new Set(["if_statement", "ERROR"]);

/** @param node an import statement */
export function listImports(node: Syntax, code: Code): readonly BoundImport[] {
  if (findAround(node, CONDITIONS) !== undefined) return [];
  const names = node.children
    .filter(({ field }) => field === "name")
    .map((one) => {
      const name = code.toSourceText(
        one.type === "aliased_import" ? (findChild(one, "name") ?? one) : one,
      );
      const alias = findChild(one, "alias");
      return { name, bound: alias === undefined ? name : code.toSourceText(alias) };
    });
  const module = findChild(node, "module_name");
  if (module === undefined) {
    return names.map(({ name, bound }) => ({ kind: "import", from: name, name: null, bound }));
  }
  const isStar = node.children.some(({ type }) => type === "wildcard_import");
  const from = code.toSourceText(module).replaceAll(/\s/g, "");
  return isStar
    ? [{ kind: "import", from, name: null, bound: "*" }]
    : names.map((one) => ({ kind: "import", from, ...one }));
}

/** `#12`: the model of the class in line 12, whose name its module knows. */
export const toClassModel = ({ line }: Pick<ClassOfCode, "line">): string => `#${line}`;

const CLASSES: ReadonlySet<string> = new Set(["class_definition", "function_definition"]);

/** Whether the first argument of a method is no record. */
export function isStatic(method: Syntax, code: Code): boolean {
  const decorated = method.parent;
  if (decorated?.type !== "decorated_definition") return false;
  return decorated.children.some(
    (one) =>
      one.type === "decorator" && /^@(?:staticmethod|classmethod)\b/.test(code.toSourceText(one)),
  );
}

/**
 * The class of a model that a function is a method of, or a lambda in one of its fields; none where a base that is of no
 * add-on may have any method.
 */
export function findMethodClass(node: Syntax, code: Code): ClassOfCode | undefined {
  const owner = findAround(node, CLASSES);
  if (owner?.type !== "class_definition") return undefined;
  const found = code.classes.get(code.lineAt(owner.start));
  const bases = findChild(owner, "superclasses")?.children.length ?? 0;
  return bases === (found?.bases.length ?? 0) + 1 ? found : undefined;
}
