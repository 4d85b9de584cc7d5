// Files that bundles may have, and their bytes where the repository is to hold them.
import { expect, test } from "vitest";
import { composeModule } from "../../../builder/parse/module.js";

const PLACE = { technicalName: "shop", manifestPath: "__manifest__.py" };

const style = { path: "static/src/b.scss", sizeBytes: 4 };
const script = { path: "static/src/a.js", sizeBytes: 9 };

test("files of bundles are sorted and have their bytes", () => {
  const listed = [style, { path: "static/src/c.png", sizeBytes: 7 }, script];
  expect(composeModule([], listed, PLACE).value.loaded.browser).toMatchObject({
    files: ["static/src/a.js", "static/src/b.scss"],
    sizes: [9, 4],
  });
});

test("no size is told where one is not known", () => {
  const listed = [{ path: style.path, sizeBytes: undefined }, script];
  expect(composeModule([], listed, PLACE).value.loaded.browser).toMatchObject({
    files: ["static/src/a.js", "static/src/b.scss"],
    sizes: [],
  });
});
