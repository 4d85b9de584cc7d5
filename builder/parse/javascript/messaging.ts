// Models of messaging, which had an ORM of their own from 14.0 to 16.0: what makes one, and what changes it by its name
// (addons/mail/static/src/model/model_core.js, up to 15.0 model_core.js of `mail/static/src/model/`).
import { findKey, findLiteralText, listMethods, listProperties } from "./expressions.js";
import type { JsNode } from "./tree.js";

interface MessagingModel {
  readonly name: string;
  readonly methods: readonly string[];
}

const MAKING = /^register(?:New)?Model$/;

/** In 14.0 the model comes first, then the patch; in 15.0 the model alone. */
const CHANGING =
  /^(?:registerPatch|register(?:Class|Instance|Field)PatchModel|registerIdentifyingFieldsPatch|(?:add|patch)(?:Fields|IdentifyingFields|LifecycleHooks|ModelMethods|OnChanges|RecordGetters|RecordMethods|ModelGetters))$/;

/** `registerModel({ name: "Composer", … })`, `registerNewModel("mail.composer", factory)`. */
export function readMessagingModel(node: JsNode): MessagingModel | undefined {
  return readCall(node, MAKING);
}

/** `registerPatch({ name: "Composer", … })`, `addRecordMethods("Composer", { … })`. */
export function readMessagingPatch(node: JsNode): MessagingModel | undefined {
  return readCall(node, CHANGING);
}

function readCall(node: JsNode, wanted: RegExp): MessagingModel | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "Identifier") return undefined;
  if (!wanted.test(node.callee.name)) return undefined;
  const [first] = node.arguments;
  const objects = node.arguments.filter((argument) => argument.type === "ObjectExpression");
  const members = objects.flatMap(({ properties }): readonly JsNode[] => properties);
  const named = members.find((member) => findKey(member) === "name");
  const name =
    findLiteralText(first) ??
    (named?.type === "Property" ? findLiteralText(named.value) : undefined);
  if (name === undefined) return undefined;
  const sections = members.flatMap((member): readonly JsNode[] =>
    member.type === "Property" && SECTIONS.has(findKey(member) ?? "")
      ? listProperties(member.value)
      : [member],
  );
  return { name, methods: listMethods(sections) };
}

const SECTIONS: ReadonlySet<string> = new Set(
  "lifecycleHooks modelGetters modelMethods recordGetters recordMethods".split(" "),
);
