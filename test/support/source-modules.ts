// Snapshots of modules that tests write out as files: read by the real parsers, written by the real writer.
import { publishSnapshot } from "../../builder/out/publish.js";
import { parseModule, type ParsedModule } from "../../builder/parse/module.js";
import type { LoadedRecord } from "../../data/loaded-module.js";
import { compareRecords } from "../../data/snapshot/encode.js";
import { createContents, createRecord } from "./module-records.js";
import { makeTemporaryFolder } from "./temporary-folder.js";

/** Path in the module's folder → text. */
export type SourceTexts = Readonly<Record<string, string>>;

export interface SourceModule {
  readonly name: string;
  readonly platformVersion?: string;
  readonly files: SourceTexts;
  /** Ids of its data files with their models; none where the snapshot has no data of it. */
  readonly records?: Readonly<Record<string, string>>;
}

/** @returns the folder of the snapshot */
export async function publishModules(modules: readonly SourceModule[]): Promise<string> {
  const rows = modules
    .map((module) => ({ module, ...toRow(module) }))
    .toSorted((left, right) => compareRecords(left.record, right.record));
  const out = makeTemporaryFolder();
  await publishSnapshot(
    createContents(
      rows.map(({ record }) => record),
      {
        parts: rows.map(({ parsed }) => parsed.parts),
        loaded: rows.map(({ module, parsed }) => ({ ...parsed.loaded, data: toData(module) })),
      },
    ),
    { out, program: "0.0.0-test" },
  );
  return out;
}

function toRow({ name, platformVersion = "17.0", files }: SourceModule) {
  const sources = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  const place = { technicalName: name, manifestPath: "__manifest__.py" };
  const parsed: ParsedModule = parseModule(sources, place).value;
  const record = createRecord({
    technical_name: name,
    platform_version: platformVersion,
    models: parsed.models,
    declared_dependencies: { platform: parsed.manifest.depends ?? ["base"], pip: [], bin: [] },
  });
  return { record, parsed };
}

function toData({ records }: SourceModule) {
  if (records === undefined) return [];
  const rows = Object.entries(records).map(([xml_id, model]): LoadedRecord => ({
    xml_id,
    model,
    line: 1,
  }));
  return [{ file: "data/data.xml", records: rows }];
}
