// A whole module out of the bytes of its files.
import type { Diagnostic, Parsed } from "../../builder/parse/diagnostics.js";
import { toFileKind } from "../../builder/parse/file-kind.js";
import { parseFile } from "../../builder/parse/file.js";
import {
  composeModule,
  type ModuleFile,
  type ModuleLocation,
  type ParsedModule,
} from "../../builder/parse/module.js";
import type { SourceFile } from "../../builder/parse/source-file.js";

/**
 * Parses a module; never throws. @param files those with a kind by `toFileKind`, or images by
 * `isImageFile`; read in path order
 * @param files those for which `toFileKind` gives a kind, or `isImageFile` holds; read in path order
 */
export function parseModule(
  files: readonly SourceFile[],
  place: ModuleLocation,
): Parsed<ParsedModule, Diagnostic> {
  const read = files.flatMap((file): ModuleFile[] => {
    const kind = toFileKind(file.path, place.manifestPath);
    return kind === undefined ? [] : [{ path: file.path, parsed: parseFile(file.bytes, kind) }];
  });
  const listed = files.map(({ path, bytes }) => ({ path, sizeBytes: bytes.length }));
  return composeModule(read, listed, place);
}
