// A whole module out of the bytes of its files.
import type { Parsed } from "./diagnostics.js";
import { toFileKind } from "./file-kind.js";
import { parseFile } from "./file.js";
import { composeModule, type ModuleFile, type ModulePlace, type ParsedModule } from "./module.js";
import { toImages } from "./readme/images.js";
import type { SourceFile } from "./source-file.js";

/**
 * Parses a module; never throws.
 * @param files those for which `toFileKind` gives a kind, or `isImageFile` holds; read in path order
 */
export function parseModule(
  files: readonly SourceFile[],
  place: ModulePlace,
): Parsed<ParsedModule> {
  const read = files.flatMap((file): ModuleFile[] => {
    const kind = toFileKind(file.path, place.manifestPath);
    return kind === undefined ? [] : [{ path: file.path, parsed: parseFile(file.bytes, kind) }];
  });
  return composeModule(read, toImages(files.map(({ path }) => path)), place);
}
