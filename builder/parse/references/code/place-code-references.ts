// References of the files' code in their module: paths of imports, and models of classes.
import type { LoadedClass } from "../../../../data/module/loaded-module.js";
import type { WrittenReference } from "../../../../data/module/module-under-development.js";
import { resolveFrom } from "../../python/loaded/load-order.js";
import { isOfPlatform } from "../class-references.js";
import { type CodeReference, toClassModel } from "./code.js";

/**
 * Gives the references of a file the models of its module.
 * @param classes loaded classes of the module; only certain models count
 */
export function placeCodeReferences(
  references: readonly CodeReference[],
  place: { readonly file: string; readonly technicalName: string },
  classes: readonly LoadedClass[],
): readonly WrittenReference[] {
  const { file } = place;
  const models = new Map(
    classes
      .filter((one) => one.file === file && isOfPlatform(one))
      .map((one) => [toClassModel(one), one.model] as const),
  );
  return references.flatMap((reference): readonly WrittenReference[] => {
    if (reference.kind === "untyped") return [];
    if (reference.kind === "import") {
      const { from, ...placed } = reference;
      const { name } = placed;
      const [odoo, addons, module, ...path] = resolveFrom(from, place) ?? [];
      if (odoo === "odoo" && addons !== "addons" && name !== "addons") {
        const own = [
          "odoo",
          ...(addons === undefined ? [] : [addons]),
          ...(module ? [module, ...path] : []),
        ];
        return [{ ...placed, module: null, path: own, file }];
      }
      if (odoo !== "odoo" || addons !== "addons" || module === undefined) return [];
      return [{ ...placed, module, path, file }];
    }
    // Code that only makes demo data.
    if (reference.kind === "record" && reference.from === "code" && file.startsWith("demo/")) {
      return [{ ...reference, from: "demo", file }];
    }
    if (!("model" in reference) || !reference.model.startsWith("#"))
      return [{ ...reference, file }];
    const model = models.get(reference.model) ?? undefined;
    return model === undefined ? [] : [{ ...reference, model, file }];
  });
}
