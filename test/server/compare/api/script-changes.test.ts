// Exports of scripts that are gone, moved or lost methods at a later platform version, and their
// users.
import { expect, test } from "vitest";
import { listApiChanges } from "../../../../server/compare/api/list-changes.js";
import { openParsedModules, type Modules } from "../../../support/world.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";

const manifest = (depends: string): string => `{'name': 'X', 'depends': [${depends}]}`;

const MODULES: Modules = {
  "base 16.0": { "__manifest__.py": "{'name': 'Base'}" },
  "base 17.0": { "__manifest__.py": "{'name': 'Base'}" },
  "pos 16.0": {
    "__manifest__.py": manifest("'base'"),
    "static/src/screen.js": `
import { Component } from "@lib/component";
export class Screen extends Component { pay() {} close() {} show() {} }
class Hidden { own() {} }
registry.category("screens").add("Screen", Screen);
registry.category("screens").add("Old", Hidden);
`,
    "static/src/list.js": "export class List { sort() {} } export function order() {}",
    "static/src/gone.js": "export class Gone {} export const count = () => 1;",
    "static/src/open.js": "export class Open { a() {} }",
    "static/src/hook.js": "export function useMovable() {} export class Made {}",
  },
  "pos 17.0": {
    "__manifest__.py": manifest("'base'"),
    "static/src/base.js": "export class Base extends Component { show() {} }",
    "static/src/screen.js": `
import { Base } from "./base";
export class Screen extends Base { pay() {} }
registry.category("screens").add("Screen", Screen);
`,
    "static/src/app/list.js": "export class List { sort() {} } export function order() {}",
    "static/src/open.js": "export class Open extends Unknown {}",
    "static/src/hook.js": "export const useMovable = makeHook({}); export function other() {}",
    "static/src/made.js": "export function Made() {}",
  },
  "shop 16.0": {
    "__manifest__.py": manifest("'pos'"),
    "static/src/shop.js": `
import { Screen } from "@pos/screen";
import { Gone } from "@pos/gone";
import { List } from "@other/list";
patch(Screen.prototype, { close() {} });
class Better extends Gone {}
registry.category("screens").add("Old", Better, { force: true });
`,
  },
};

test("classes, functions and keys that go, and methods that a class and those it extends have lost", async () => {
  const snapshot = await openParsedModules(makeTemporaryFolder(), MODULES);
  const question = { from: "16.0", to: "17.0", model: undefined, change: undefined };
  const page = { limit: 100, offset: 0 };
  const list = async (module: string | undefined, kind?: "class") => {
    const outcome = await listApiChanges(snapshot, { ...question, ...page, module, kind });
    return outcome.found ? outcome.value.body.changes : [];
  };
  const [all, ofPos, classes] = [
    await list(undefined),
    await list("pos"),
    await list("pos", "class"),
  ];
  snapshot.close();
  const lines = ofPos.map(
    ({ change, kind, model, name, target, details, used_by: users }) =>
      `${change} ${kind} ${model} ${name} ${target?.model ?? ""} ${details.map(({ from }) => from).join()}${users.map(({ technical_name: user, how }) => `| ${user} ${how.join()}`).join("")}`,
  );
  expect(lines).toEqual([
    "removed class @pos/gone Gone  | shop imports,extends",
    "removed function @pos/gone count  ",
    "moved class @pos/hook Made @pos/made class",
    "changed function @pos/hook useMovable @pos/hook function",
    "moved class @pos/list List @pos/app/list ",
    "moved function @pos/list order @pos/app/list ",
    "changed class @pos/screen Screen @pos/screen close| shop imports,patches",
    "removed registry_key @pos/screen screens/Old  | shop overrides",
  ]);
  expect(all).toEqual(ofPos);
  expect(classes.map(({ name }) => name)).toEqual(["Gone", "Made", "List", "Screen"]);
});

const define = (body: string) =>
  Array.from({ length: 100 }, (_, at) =>
    [`odoo.define("m${at}", () => {`, `class A { ${body} } return { A }; });`].join(" "),
  ).join("\n");

const pos = (body: string) => ({
  "__manifest__.py": manifest("'base'"),
  "static/src/a.js": `${define(body)}\nodoo.define("b", () => { class B { ${body} } return { B }; });`,
});

test("nothing is told of classes of which a hundred have one name", async () => {
  const snapshot = await openParsedModules(makeTemporaryFolder(), {
    "base 16.0": { "__manifest__.py": "{'name': 'Base'}" },
    "base 17.0": { "__manifest__.py": "{'name': 'Base'}" },
    "pos 16.0": pos("f() {}"),
    "pos 17.0": pos(""),
  });
  const question = { from: "16.0", to: "17.0", model: undefined, change: undefined };
  const page = { kind: undefined, module: "pos", limit: 500, offset: 0 };
  const outcome = await listApiChanges(snapshot, { ...question, ...page });
  snapshot.close();
  expect(outcome.found && outcome.value.body.changes.map(({ name }) => name)).toEqual(["B"]);
});
