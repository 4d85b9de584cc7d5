// A module whose manifest was not read.
import { expect, test } from "vitest";
import { composeModule } from "../../../builder/parse/module.js";
import { parseModule } from "../../support/parse-module.js";

test("is what one with an empty manifest is", () => {
  const place = { technicalName: "sale_x", manifestPath: "__manifest__.py" };
  const empty = [{ path: "__manifest__.py", bytes: Buffer.from("{}") }];
  const { value, diagnostics } = composeModule([], [], place);
  expect(value).toEqual(parseModule(empty, place).value);
  expect(diagnostics.map(({ code }) => code)).toEqual(["manifest_unreadable"]);
});
