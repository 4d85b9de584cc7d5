// A module whose manifest was not read.
import { expect, test } from "vitest";
import { composeModule } from "../../../builder/parse/module.js";
import { parseModule } from "../../support/parse-module.js";

test("is what one with an empty manifest is", () => {
  const place = { technicalName: "sale_x", manifestPath: "__manifest__.py" };
  const empty = [{ path: "__manifest__.py", bytes: new Uint8Array() }];
  expect(composeModule([], [], place)).toEqual(parseModule(empty, place));
});
