// Files as large as their limits allow, and larger.
import { expect, test } from "vitest";
import { parseFile } from "../../../builder/parse/file.js";
import { RECORDS_LIMIT } from "../../../builder/parse/loaded-data.js";
import { composeModule } from "../../../builder/parse/module.js";
import { TABLE_LIMIT_ROWS } from "../../../builder/parse/table-file.js";
import { NODE_LIMIT } from "../../../builder/parse/xml/markup.js";
import { parseTree } from "../../../builder/parse/xml/tree.js";

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a module has no more records than the limit", () => {
  const paths = ["a.csv", "b.csv", "c.csv"];
  const manifest = {
    path: "__manifest__.py",
    bytes: toBytes(`{"data": ${JSON.stringify(paths)}}`),
  };
  const full = parseFile(toBytes(`id\n${"a\n".repeat(TABLE_LIMIT_ROWS)}`), "table");
  const files = [
    { path: manifest.path, parsed: parseFile(manifest.bytes, "manifest") },
    ...paths.map((path) => ({ path, parsed: full })),
  ];
  const rental = { technicalName: "rental", manifestPath: manifest.path };
  const counts = composeModule(files, files, rental).value.loaded.data.map(
    ({ records }) => records.length,
  );
  expect(counts).toEqual([
    TABLE_LIMIT_ROWS,
    TABLE_LIMIT_ROWS,
    RECORDS_LIMIT - 2 * TABLE_LIMIT_ROWS,
  ]);
});

test("a tree stops at a number of elements", () => {
  const { fault, roots } = parseTree(`<r>${"<a/>".repeat(NODE_LIMIT)}</r>`);
  expect(fault?.kind).toBe("too_large");
  expect(roots.map(({ isComplete }) => isComplete)).toEqual([false]);
});
