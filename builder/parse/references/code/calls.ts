// Calls that refer to something: methods of records, `super()`, external ids, groups, and names given to methods of the ORM.
import type { CallShape } from "../../../../data/module/module-under-development.js";
import { FULL_XML_ID } from "../../../../data/module/xml-id.js";
import { findAround, findChild, FUNCTIONS, type Syntax } from "../../python/syntax.js";
import {
  type Code,
  isAsked,
  toUntyped,
  type Found,
  findMethodClass,
  toClassModel,
} from "./code.js";
import { type GivenPath, listGivenPaths, listReturnedDomains } from "./given-names.js";
import { findRecords, isEnvironment, toAttribute } from "./records.js";
import type { Scope } from "./scopes.js";

const BARE_ID = /^[\w-]+$/;
/** Others are of Python, or classes that stand in one; `env` can be called, too. */
const METHOD_NAME = /^_?(?!env$)[a-z]/;
/** Renders the template of an id (`render` of odoo/http.py, `_render_template` of ir_ui_view.py). */
const RENDERING = /^(?:http\.)?request\.render$|\._render_template$/;
/** A document of a portal, by its model (controllers/portal.py). */
const DOCUMENT = "_document_check_access";
/** Arguments of messages and activities (mail_thread.py, mail_activity_mixin.py). */
const ID_NAMES = /^(?:subtype|email_layout|act_type)_xmlid$/;
/** Methods that are asked whether somebody is of a group, or for a record that need not be there. */
const QUESTIONS: ReadonlySet<string> = new Set([
  "has_group",
  "user_has_groups",
  "_xmlid_to_res_id",
]);

export function readCall(node: Syntax, scope: Scope, code: Code): readonly Found[] {
  const called = findChild(node, "function");
  const owner = findChild(called, "object");
  if (called?.type !== "attribute" || owner === undefined) return [];
  const method = toAttribute(called, code);
  if (method === "_for_xml_id" || (method === "ref" && isEnvironment(owner, code)))
    return readReference(node, code);
  if (QUESTIONS.has(method)) return readId(node, code, false);
  if (RENDERING.test(code.toSourceText(called))) return readId(node, code, true);
  if (method === DOCUMENT) return readDocument(node, code);
  const isSuper =
    owner.type === "call" && code.toSourceText(findChild(owner, "function") ?? owner) === "super";
  if (isSuper) return readSuper({ node, owner, method }, scope, code);
  const ids = listNamedIds(node, code);
  const records = findRecords(owner, scope, code);
  if (records === undefined) {
    const untyped = toUntyped(method, owner, code, true);
    return untyped === undefined ? ids : [untyped, ...ids];
  }
  const isMethod = METHOD_NAME.test(method) && !isAsked(method, code);
  const place = findChild(called, "attribute") ?? node;
  return [
    ...ids,
    ...(isMethod
      ? [
          {
            reference: { kind: "method", ...records, name: method, call: readShape(node, code) },
            node: place,
          } as const,
        ]
      : []),
    ...toFound(listGivenPaths({ node, method, records }, scope, code), code),
  ];
}

function toFound(given: readonly GivenPath[], code: Code): readonly Found[] {
  return given
    .filter(({ path }) => !isAsked(path.at(-1) ?? "", code))
    .flatMap(({ records: from, path, node: at, values = [] }): readonly Found[] => [
      { reference: { kind: "field", ...from, path }, node: at },
      ...(values.length === 0
        ? []
        : [{ reference: { kind: "value", ...from, path, values }, node: at } as const]),
    ]);
}

/** The domains of fields in a dictionary of a method with `@api.onchange`. */
export function readReturned(node: Syntax, scope: Scope, code: Code): readonly Found[] {
  const method = findAround(node, FUNCTIONS);
  const found = method && findMethodClass(method, code);
  const decorators = method?.parent?.type === "decorated_definition" ? method.parent : undefined;
  const isOnchange = decorators?.children.some(
    (one) => one.type === "decorator" && /^@(?:api\.)?onchange\b/.test(code.toSourceText(one)),
  );
  if (found === undefined || isOnchange !== true) return [];
  const records = { model: toClassModel(found), via: [], isExact: false };
  return toFound(listReturnedDomains(node, records, scope, code), code);
}

/** Number of arguments of a call, and names of its keywords. */
function readShape(node: Syntax, code: Code): CallShape | null {
  const given = findChild(node, "arguments");
  if (given?.type !== "argument_list") return null;
  const names: string[] = [];
  let places = 0;
  for (const one of given.children) {
    if (one.type === "list_splat" || one.type === "dictionary_splat") return null;
    const name = one.type === "keyword_argument" ? findChild(one, "name") : undefined;
    if (name === undefined) places += 1;
    else names.push(code.toSourceText(name));
  }
  return { places, names };
}

/** `env.ref("module.id")`, `_for_xml_id("module.id")`; one that need not be there has a second argument. */
function readReference(node: Syntax, code: Code): readonly Found[] {
  const [, more] = findChild(node, "arguments")?.children ?? [];
  const xmlId = readFirst(node, code);
  if (xmlId === undefined) return [];
  if (BARE_ID.test(xmlId))
    return [{ reference: { kind: "wrong", rule: "unprefixed-record", name: xmlId } }];
  if (!FULL_XML_ID.test(xmlId) || more !== undefined) return [];
  return [{ reference: { kind: "record", xmlId, isView: false, from: "code" } }];
}

/** `message_post(subtype_xmlid="module.id")` */
function listNamedIds(node: Syntax, code: Code): readonly Found[] {
  return (findChild(node, "arguments")?.children ?? []).flatMap((one): readonly Found[] => {
    const name = one.type === "keyword_argument" ? findChild(one, "name") : undefined;
    const value = findChild(one, "value");
    if (name === undefined || value?.type !== "string") return [];
    const xmlId = ID_NAMES.test(code.toSourceText(name)) ? code.readText(value) : undefined;
    if (xmlId === undefined || !FULL_XML_ID.test(xmlId)) return [];
    return [{ reference: { kind: "record", xmlId, isView: false, from: "code" }, node: value }];
  });
}

/** `user.has_group("module.id")`, `request.render("module.id")` */
function readId(node: Syntax, code: Code, isView: boolean): readonly Found[] {
  const [, more] = findChild(node, "arguments")?.children ?? [];
  const xmlId = isView || more === undefined ? readFirst(node, code) : undefined;
  if (xmlId === undefined || !FULL_XML_ID.test(xmlId)) return [];
  return [{ reference: { kind: "record", xmlId, isView, from: isView ? "data" : "question" } }];
}

function readDocument(node: Syntax, code: Code): readonly Found[] {
  const model = readFirst(node, code);
  return model === undefined ? [] : [{ reference: { kind: "model", model } }];
}

/** The first argument of a call, where it is a text. */
function readFirst(node: Syntax, code: Code): string | undefined {
  const [first] = findChild(node, "arguments")?.children ?? [];
  return first?.type === "string" ? code.readText(first) : undefined;
}

interface SuperCall {
  readonly node: Syntax;
  /** The call of `super` itself. */
  readonly owner: Syntax;
  readonly method: string;
}

/** `super().method()`, `super(Class, self.with_context(…)).method()` in the class of that name. */
function readSuper({ node, owner, method }: SuperCall, scope: Scope, code: Code): readonly Found[] {
  const outer = findAround(node, FUNCTIONS);
  const found = outer && findMethodClass(outer, code);
  if (found === undefined || method.startsWith("__")) return [];
  const model = toClassModel(found);
  const [named, first] = findChild(owner, "arguments")?.children ?? [];
  if (named !== undefined) {
    const records = findRecords(first, scope, code);
    const isOwn = records?.model === model && records.via.length === 0 && !records.isExact;
    if (code.toSourceText(named) !== found.class_name || !isOwn) return [];
  }
  return [
    {
      reference: {
        kind: "super",
        model,
        name: method,
        classLine: found.line,
        call: readShape(node, code),
      },
    },
  ];
}
