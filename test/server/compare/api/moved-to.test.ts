// A moved method is told of the module that makes it, and not of those that override it.
import { afterAll, expect, test } from "vitest";
import { listApiChanges } from "../../../../server/compare/api/list-changes.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openParsedModules, type Files } from "../../../support/world.js";

const PLAIN = "return {}";
const OVERRIDE = "return super().price()";

const write = (
  depends: string,
  body?: string,
  head = '_inherit = "goods"',
  name = "price",
): Files => ({
  "__manifest__.py": `{'name': 'A', 'depends': [${depends}]}`,
  "__init__.py": `from odoo import fields, models

class Goods(models.Model):
    ${head}
${body === undefined ? "    pass" : `    def ${name}(self):\n        ${body}`}
`,
});

const GOODS = '_name = "goods"';

const snapshot = await openParsedModules(makeTemporaryFolder(), {
  "base 16.0": write("", undefined, GOODS),
  "base 17.0": write("", undefined, GOODS),
  "shop 16.0": write("'base'", PLAIN),
  "shop 17.0": write("'base'"),
  // A former override that makes the method.
  "web 16.0": write("'shop'", OVERRIDE),
  "web 17.0": write("'shop'", PLAIN),
  // Overrides: one since 17.0, one before, and one that replaces what web makes.
  "alternative 17.0": write("'web'", OVERRIDE),
  "delivery 16.0": write("'web'", OVERRIDE),
  "delivery 17.0": write("'web'", OVERRIDE),
  "replaced 17.0": write("'web'", PLAIN),
  // Another method of the same name, which one module overrode without a call of it.
  "rent 16.0": write("'base'", PLAIN, '_inherit = "goods"'),
  "rent 17.0": write("'base'"),
  "rent_more 16.0": write("'rent'", PLAIN),
  "rent_more 17.0": write("'rent'", PLAIN),
  "sign 16.0": write("'base'", PLAIN, '_inherit = "goods"', "action_done"),
  "sign 17.0": write("'base'", PLAIN, '_inherit = "goods"', "action_lock"),
});
afterAll(() => snapshot.close());

test.each([
  ["shop", [["moved", ["web"], []]]],
  ["rent", [["moved", ["web"], []]]],
  ["sign", [["removed", undefined, ["action_lock"]]]],
])("%s: the target is where the method is made, or names like it", async (module, told) => {
  const outcome = await listApiChanges(snapshot, {
    from: "16.0",
    to: "17.0",
    module,
    model: undefined,
    kind: undefined,
    change: undefined,
    limit: 100,
    offset: 0,
  });
  if (!outcome.found) throw new Error(outcome.reason);
  const { changes } = outcome.value.body;
  expect(changes.map(({ change, target, near }) => [change, target?.modules, near])).toEqual(told);
});
