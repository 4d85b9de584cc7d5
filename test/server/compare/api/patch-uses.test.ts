// Patches of scripts whose target is gone, or lies elsewhere, at a later platform version.
import { expect, test } from "vitest";
import { getApiStep } from "../../../../server/registry/api/open-api-step.js";
import { listPatchUses } from "../../../../server/compare/api/script-changes.js";
import { findEntriesByName } from "../../../../server/lookup/entries.js";
import { openParsedModules, type Modules } from "../../../support/world.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";

const manifest = (depends: string): string => `{'name': 'X', 'depends': [${depends}]}`;

const PATCHES = `
import { Screen } from "@pos/screen";
import { List } from "@pos/list";
import { Order } from "@pos/order";
import { Gone } from "@pos/gone";
import { Other } from "@unknown/other";
patch(Screen.prototype, { pay() {}, close() {}, own() {} });
patch(List.prototype, { sort() {} });
patch(Order.prototype, { total() {} });
patch(Gone.prototype, {});
patch(Other.prototype, {});
`;

const MODULES: Modules = {
  "base 16.0": { "__manifest__.py": "{'name': 'Base'}" },
  "base 17.0": { "__manifest__.py": "{'name': 'Base'}" },
  "pos 16.0": {
    "__manifest__.py": manifest("'base'"),
    "static/src/screen.js": "export class Screen { pay() {} close() {} }",
    "static/src/list.js": "export class List { sort() {} }",
    "static/src/order.js": "export class Order { total() {} }",
    "static/src/gone.js": "export class Gone {}",
  },
  "pos 17.0": {
    "__manifest__.py": manifest("'base'"),
    "static/src/screen.js": "export class Screen { pay() {} }",
    "static/src/app/list.js": "export class List { sort() {} }",
    "static/src/order.js": "export class Order { total() {} }",
  },
  "shop 16.0": { "__manifest__.py": manifest("'pos'"), "static/src/patches.js": PATCHES },
};

test("classes and methods that a needed module had and nobody has are told of", async () => {
  const snapshot = await openParsedModules(makeTemporaryFolder(), MODULES);
  const [entry = -1] = findEntriesByName(snapshot, "shop") ?? [];
  const step = getApiStep(snapshot, { from: "16.0", to: "17.0" });
  const lines = listPatchUses(step, entry).map(
    ({ change, name, methods, now, line }) =>
      `${line} ${change} ${name} ${methods.join()} → ${now.join()}`,
  );
  snapshot.close();
  expect(lines).toEqual([
    "7 methods_removed Screen close → @pos/screen",
    "8 moved List  → @pos/app/list",
    "10 removed Gone  → ",
  ]);
});
