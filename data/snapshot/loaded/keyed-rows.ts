// Packed rows of a module beside those of the values of data files: the names that its Python files bind for others, what
// its files refer to, and its browser code: the steps of its bundles, the paths of its files, the facts of its templates,
// and for each file with templates their archs.
import type { LoadedAsset, LoadedBrowser, LoadedTemplate } from "../../module/loaded-module.js";
import { REFERENCE_WAYS, type ModuleReference } from "../../module/module-reference.js";
import { listKeys } from "../../shape.js";
import {
  createColumnReader,
  differences,
  lists,
  numbers,
  oneOf,
  recurring,
  rows,
  texts,
  textsOrNull,
} from "../record/column-packing.js";
import { RowPacker } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";
import type { KeyedRow } from "./packed-data.js";

// No model is called so.
export const NAMES_KEY = "/names";
export const REFERENCES_KEY = "/references";
export const ASSETS_KEY = "/assets";
export const FILES_KEY = "/files";
export const TEMPLATES_KEY = "/templates";

/** Key of the archs of a file with templates. */
export const toArchsKey = (file: string): string => `/archs/${file}`;

/** Whether it is asked which modules have a row of this key. */
export const isKeyOfModules = (key: string): boolean => key === ASSETS_KEY;

interface FileNames {
  readonly file: string;
  readonly names: readonly string[];
}

/** The steps of a module, and its position among the modules of a bundle. */
export type AssetSteps = Pick<LoadedBrowser, "sequence" | "calls" | "assets">;

/** Default for a module without such a row. */
export const NO_STEPS: AssetSteps = { sequence: 100, calls: [], assets: [] };

/** A template without its arch, which is one of those of its file. */
export interface TemplateHead extends Omit<LoadedTemplate, "arch" | "arch_line"> {
  readonly file: string;
  /** Position in the file. */
  readonly at: number;
}

/** An arch as JSON, with the line in which it begins. */
export type TemplateArch = Pick<LoadedTemplate, "arch" | "arch_line">;

const READER = createColumnReader("data.bytes");
const ROWS = new RowPacker(STRUCTURES.data);
const SIZES = numbers();

const NAMES = rows<FileNames>({ file: texts, names: lists(recurring) });

const REFERENCES = rows<ModuleReference>({
  way: oneOf(listKeys(REFERENCE_WAYS)),
  name: recurring,
  model: recurring,
  via: recurring,
  file: recurring,
  line: differences(),
});

const ASSETS = rows<LoadedAsset>({
  bundle: recurring,
  directive: recurring,
  path: texts,
  target: textsOrNull,
});

const HEADS = rows<TemplateHead>({
  file: recurring,
  at: numbers(),
  name: textsOrNull,
  inherit: textsOrNull,
  mode: textsOrNull,
  extend: textsOrNull,
  line: numbers(),
});

const ARCHS = rows<TemplateArch>({ arch_line: numbers(), arch: texts });

/** A row for what is there. */
const packRow = (key: string, isThere: boolean, pack: () => unknown): readonly KeyedRow[] =>
  isThere ? [{ key, row: ROWS.pack([pack()]) }] : [];

/** @param names by file, in the order of files */
export function packNames(names: ReadonlyMap<string, readonly string[]>): readonly KeyedRow[] {
  const files = Array.from(names, ([file, all]): FileNames => ({ file, names: all }));
  return packRow(NAMES_KEY, files.length > 0, () => NAMES.pack(files));
}

/** @param references by file, then line */
export function packReferences(references: readonly ModuleReference[]): readonly KeyedRow[] {
  return packRow(REFERENCES_KEY, references.length > 0, () => REFERENCES.pack(references));
}

export function packBrowser(browser: LoadedBrowser): readonly KeyedRow[] {
  const { sequence, assets, calls, files, sizes, templates } = browser;
  const written = [...templates].filter(([, all]) => all.length > 0);
  const heads = written.flatMap(([file, all]) => all.map((one, at) => ({ ...one, file, at })));
  const hasSteps = sequence !== NO_STEPS.sequence || calls.length > 0 || assets.length > 0;
  return [
    ...packRow(ASSETS_KEY, hasSteps, () => [sequence, calls, ASSETS.pack(assets)]),
    ...packRow(FILES_KEY, files.length > 0, () => [files, sizes]),
    ...packRow(TEMPLATES_KEY, heads.length > 0, () => HEADS.pack(heads)),
    ...written.flatMap(([file, all]) => packRow(toArchsKey(file), true, () => ARCHS.pack(all))),
  ];
}

/** @throws SnapshotError where the value is not what was packed, as those below */
export function toNames(packed: unknown): ReadonlyMap<string, readonly string[]> {
  return new Map(NAMES.unpack(packed, READER).map(({ file, names }) => [file, names]));
}

export function toReferences(packed: unknown): readonly ModuleReference[] {
  return REFERENCES.unpack(packed, READER);
}

export function toAssetSteps(packed: unknown): AssetSteps {
  const [sequence, calls, assets] = READER.readList(packed);
  return {
    sequence: READER.readNumber(sequence),
    calls: READER.readTexts(calls),
    assets: ASSETS.unpack(assets, READER),
  };
}

export function toFiles(packed: unknown): Pick<LoadedBrowser, "files" | "sizes"> {
  const [files, sizes] = READER.readList(packed);
  return { files: READER.readTexts(files), sizes: SIZES.unpack(sizes, READER) };
}

export function toTemplateHeads(packed: unknown): readonly TemplateHead[] {
  return HEADS.unpack(packed, READER);
}

export function toTemplateArchs(packed: unknown): readonly TemplateArch[] {
  return ARCHS.unpack(packed, READER);
}
