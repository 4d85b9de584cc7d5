// What of a module runs in the browser, as it is packed: a row with the steps of its bundles, one with the paths of its
// files, one with what its templates are, and of each file with templates one with their archs.
import { addToGroup } from "../../grouped.js";
import type { LoadedAsset, LoadedBrowser, LoadedTemplate } from "../../loaded-module.js";
import { readValuesOf } from "../packed-values.js";
import { RowPacker } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";
import type { KeyedRow } from "./packed-data.js";

const { readList, readNumber, readText, readTextOrNull, readTexts } = readValuesOf("data.bytes");

export const ASSETS_KEY = "/assets";
export const FILES_KEY = "/files";
export const TEMPLATES_KEY = "/templates";

/** Of the archs of a file with templates. */
export const toArchsKey = (file: string): string => `/archs/${file}`;

/** The steps of a module, and its place among the modules of a bundle. */
export type AssetSteps = Pick<LoadedBrowser, "sequence" | "calls" | "assets">;

/** A template without its arch, which is one of those of its file. */
export interface TemplateHead extends Omit<LoadedTemplate, "arch" | "arch_line"> {
  readonly file: string;
  /** Its place in the file. */
  readonly at: number;
}

/** An arch as JSON, with the line in which it begins. */
type TemplateArch = readonly [line: number, arch: string];

const ROWS = new RowPacker(STRUCTURES.data);

export function packBrowser({
  sequence,
  assets,
  calls,
  files,
  templates,
}: LoadedBrowser): readonly KeyedRow[] {
  const bundles = new Map<string, unknown[]>();
  for (const { bundle, directive, path, target } of assets) {
    addToGroup(bundles, bundle, target === null ? [directive, path] : [directive, path, target]);
  }
  const written = [...templates].filter(([, all]) => all.length > 0);
  const heads = written.flatMap(([file, all]) => [
    file,
    all.flatMap(({ name, inherit, mode, extend, line }) => [name, inherit, mode, extend, line]),
  ]);
  return [
    { key: ASSETS_KEY, row: ROWS.pack([[sequence, calls, ...[...bundles].flat(1)]]) },
    ...(files.length === 0 ? [] : [{ key: FILES_KEY, row: ROWS.pack([files]) }]),
    ...(heads.length === 0 ? [] : [{ key: TEMPLATES_KEY, row: ROWS.pack([heads]) }]),
    ...written.map(([file, all]) => ({
      key: toArchsKey(file),
      row: ROWS.pack([all.flatMap(({ arch_line: line, arch }) => [line, arch])]),
    })),
  ];
}

/** @throws SnapshotError, as those below */
export function toAssetSteps(packed: unknown): AssetSteps {
  const [sequence, calls, ...bundles] = readList(packed);
  const assets: LoadedAsset[] = [];
  for (let at = 0; at + 1 < bundles.length; at += 2) {
    const bundle = readText(bundles[at]);
    for (const step of readList(bundles[at + 1])) {
      const [directive, path, target = null] = readList(step);
      assets.push({
        bundle,
        directive: readText(directive),
        path: readText(path),
        target: readTextOrNull(target),
      });
    }
  }
  return { sequence: readNumber(sequence), calls: readTexts(calls), assets };
}

export function toFiles(packed: unknown): readonly string[] {
  return readTexts(packed);
}

export function toTemplateHeads(packed: unknown): readonly TemplateHead[] {
  const files = readList(packed);
  const heads: TemplateHead[] = [];
  for (let at = 0; at + 1 < files.length; at += 2) {
    const file = readText(files[at]);
    const flat = readList(files[at + 1]);
    for (let own = 0; own + 4 < flat.length; own += 5) {
      heads.push({
        file,
        at: own / 5,
        name: readTextOrNull(flat[own]),
        inherit: readTextOrNull(flat[own + 1]),
        mode: readTextOrNull(flat[own + 2]),
        extend: readTextOrNull(flat[own + 3]),
        line: readNumber(flat[own + 4]),
      });
    }
  }
  return heads;
}

export function toTemplateArchs(packed: unknown): readonly TemplateArch[] {
  const flat = readList(packed);
  return Array.from({ length: flat.length >> 1 }, (_, at): TemplateArch => [
    readNumber(flat[2 * at]),
    readText(flat[2 * at + 1]),
  ]);
}
