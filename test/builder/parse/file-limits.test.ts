// A file over the limit of its kind is read like an empty one, and told.
import { describe, expect, it } from "vitest";
import type { FileKind } from "../../../builder/parse/file-kind.js";
import { parseFile } from "../../../builder/parse/file.js";
import { SCRIPT_LIMIT_BYTES } from "../../../builder/parse/javascript/script-file.js";
import { MANIFEST_LIMIT_BYTES } from "../../../builder/parse/manifest.js";
import { PYTHON_LIMIT_BYTES } from "../../../builder/parse/python/python-file.js";
import { README_LIMIT_BYTES } from "../../../builder/parse/readme/readme.js";
import { TABLE_LIMIT_BYTES } from "../../../builder/parse/table-file.js";
import { XML_LIMIT_BYTES } from "../../../builder/parse/xml/data-file.js";

/** One file of each kind. */
const FILES: readonly (readonly [FileKind, number, string])[] = [
  ["manifest", MANIFEST_LIMIT_BYTES, "{'name': 'A'}"],
  ["python", PYTHON_LIMIT_BYTES, "class A(models.Model):\n    _name = 'a'\n"],
  ["migration", PYTHON_LIMIT_BYTES, "\nrename_models(cr, [('a', 'b')])\n"],
  ["data", XML_LIMIT_BYTES, "<odoo><record id='a' model='b'/></odoo>"],
  ["table", TABLE_LIMIT_BYTES, "id,name\na,b\n"],
  ["templates", XML_LIMIT_BYTES, "<templates><t t-name='a'/></templates>"],
  ["script", SCRIPT_LIMIT_BYTES, "export const a = 1;\n"],
  ["section", README_LIMIT_BYTES, "Text\n"],
];

describe.each(FILES)("%s", (kind, limit, source) => {
  const parse = (size: number) => {
    const bytes = new Uint8Array(size).fill(10);
    bytes.set(new TextEncoder().encode(source).subarray(0, size));
    return parseFile(bytes, kind);
  };
  const empty = parse(0).value;

  it("says something", () => {
    expect(parse(source.length).value).not.toEqual(empty);
  });

  it("is not read over the limit", () => {
    const detail = `${limit + 1} bytes`;
    expect(parse(limit + 1)).toEqual({
      value: empty,
      diagnostics: [{ code: "file_too_large", line: 1, detail }],
    });
  });
});
