// Assets in data files: `ir.asset` records and `<asset>` (`_tag_asset` of the platform's
// `tools/convert.py`), which exist since 15.0. Those of the manifest are read in ../manifest-assets.ts.
import type { AssetRecord } from "../../../data/module-parts.js";
import type { Unplaced } from "../source-file.js";
import { findFieldValue, findValue, type RecordFields } from "./record-fields.js";
import { listChildren, toText, type XmlElement } from "./tree.js";

/** Default of the field `directive` of `ir.asset`. */
export const DEFAULT_DIRECTIVE = "append";

/** None where the record has no bundle or no path, as one that only changes another asset. */
export function toAssetRecord(
  fields: RecordFields,
  xmlId: string,
): readonly Unplaced<AssetRecord>[] {
  return toAsset(xmlId, {
    bundle: findFieldValue(fields.get("bundle")),
    directive: findFieldValue(fields.get("directive")),
    path: findFieldValue(fields.get("path")),
    target: findFieldValue(fields.get("target")),
  });
}

/** `<asset id="…"><bundle directive="…">…</bundle><path>…</path></asset>` */
export function toTagAsset(element: XmlElement, xmlId: string): readonly Unplaced<AssetRecord>[] {
  const children = listChildren(element);
  const bundle = children.find((child) => child.name === "bundle");
  const fields = new Map(
    children.flatMap((child) => {
      const name = child.name === "field" ? findValue(child, "name") : child.name;
      return name === null ? [] : [[name, toText(child).trim() || null] as const];
    }),
  );
  return toAsset(xmlId, {
    bundle: fields.get("bundle") ?? null,
    directive: (bundle && findValue(bundle, "directive")) ?? null,
    path: fields.get("path") ?? null,
    target: fields.get("target") ?? null,
  });
}

type AssetValues = Readonly<Record<"bundle" | "directive" | "path" | "target", string | null>>;

function toAsset(xmlId: string, values: AssetValues): readonly Unplaced<AssetRecord>[] {
  const { bundle, path, target } = values;
  if (bundle === null || path === null) return [];
  const directive = values.directive ?? DEFAULT_DIRECTIVE;
  return [{ bundle, directive, path, target, xml_id: xmlId }];
}
