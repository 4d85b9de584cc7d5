// Browser code of a module as packed: a row with the steps of its bundles, one with the paths of
// its files, one with the facts of its templates, and for each file with templates one with their
// archs.
import type { LoadedAsset, LoadedBrowser, LoadedTemplate } from "../../module/loaded-module.js";
import {
  createColumnReader,
  numbers,
  recurring,
  rows,
  texts,
  textsOrNull,
} from "../record/column-packing.js";
import { RowPacker } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";
import type { KeyedRow } from "./packed-data.js";

const READER = createColumnReader("data.bytes");

export const ASSETS_KEY = "/assets";
/** Default for a module without such a row. */
export const NO_STEPS: AssetSteps = { sequence: 100, calls: [], assets: [] };

export const FILES_KEY = "/files";
export const TEMPLATES_KEY = "/templates";

/** Whether it is asked which modules have a row of this key. */
export const isKeyOfModules = (key: string): boolean => key === ASSETS_KEY;

/** Key of the archs of a file with templates. */
export const toArchsKey = (file: string): string => `/archs/${file}`;

/** The steps of a module, and its position among the modules of a bundle. */
export type AssetSteps = Pick<LoadedBrowser, "sequence" | "calls" | "assets">;

/** A template without its arch, which is one of those of its file. */
export interface TemplateHead extends Omit<LoadedTemplate, "arch" | "arch_line"> {
  readonly file: string;
  /** Position in the file. */
  readonly at: number;
}

/** An arch as JSON, with the line in which it begins. */
type TemplateArch = Pick<LoadedTemplate, "arch" | "arch_line">;

const ROWS = new RowPacker(STRUCTURES.data);

const SIZES = numbers();

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

export function packBrowser({
  sequence,
  assets,
  calls,
  files,
  sizes,
  templates,
}: LoadedBrowser): readonly KeyedRow[] {
  const written = [...templates].filter(([, all]) => all.length > 0);
  const heads = written.flatMap(([file, all]) => all.map((one, at) => ({ ...one, file, at })));
  const hasSteps = sequence !== NO_STEPS.sequence || calls.length > 0 || assets.length > 0;
  return [
    ...(hasSteps
      ? [{ key: ASSETS_KEY, row: ROWS.pack([[sequence, calls, ASSETS.pack(assets)]]) }]
      : []),
    ...(files.length === 0 ? [] : [{ key: FILES_KEY, row: ROWS.pack([[files, sizes]]) }]),
    ...(heads.length === 0 ? [] : [{ key: TEMPLATES_KEY, row: ROWS.pack([HEADS.pack(heads)]) }]),
    ...written.map(([file, all]) => ({ key: toArchsKey(file), row: ROWS.pack([ARCHS.pack(all)]) })),
  ];
}

/** @throws SnapshotError, as those below */
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
