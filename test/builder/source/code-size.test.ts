// Size of a module's code by kind.
import { expect, test } from "vitest";
import { measureCode } from "../../../builder/source/list-modules.js";

test("code is counted by kind, what nobody carries over is not", () => {
  const paths = [
    "__manifest__.py",
    "README.rst",
    "i18n/de.po",
    "migrations/16.0.1.0.0/pre-migration.py",
    "models/order.py",
    "static/description/icon.png",
    "static/lib/chart/chart.js",
    "static/src/js/a.js",
    "static/src/js/a.min.js",
    "static/tests/a.test.js",
    "tests/test_order.py",
    "views/order.xml",
    "absent.py",
  ];
  const files = paths.map((path, at) => ({
    path,
    sizeBytes: path === "absent.py" ? undefined : 1 << at,
  }));
  expect(measureCode(files)).toEqual({
    python: 1 << 4,
    javascript: 1 << 7,
    xml: 1 << 11,
    tests: (1 << 9) + (1 << 10),
    migrations: 1 << 3,
  });
});
