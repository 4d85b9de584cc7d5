// A snapshot of modules that are written in a test, as the files of their folders.
import { publishSnapshot } from "../../builder/out/publish.js";
import { parseModule } from "./parse-module.js";
import { openSnapshot, type Snapshot } from "../../data/snapshot/decode.js";
import { compareRecords } from "../../data/snapshot/encode.js";
import { createContents, createRecord } from "./module-records.js";

/** Path → text. */
type Files = Readonly<Record<string, string>>;

/** The files of modules, by `name` or by `name version`; the version is 17.0 where none is told. */
export type ModuleFiles = Readonly<Record<string, Files>>;

/** Each module depends on what its manifest says. The caller closes the snapshot. */
export async function openParsedSystem(out: string, modules: ModuleFiles): Promise<Snapshot> {
  const parsed = Object.entries(modules)
    .map(([key, files]) => parse(key, files))
    .toSorted((left, right) => compareRecords(left.record, right.record));
  const contents = createContents(
    parsed.map(({ record }) => record),
    {
      parts: parsed.map(({ value }) => value.parts),
      loaded: parsed.map(({ value }) => value.loaded),
    },
  );
  const { folder } = await publishSnapshot(contents, { out, program: "0.0.0-test" });
  return openSnapshot(folder);
}

function parse(key: string, files: Files) {
  const [technicalName = "", platformVersion = "17.0"] = key.split(" ");
  const { value } = parseModule(
    Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) })),
    { technicalName, manifestPath: "__manifest__.py" },
  );
  const { depends, auto_install } = value.manifest.facts;
  const record = createRecord({
    technical_name: technicalName,
    source_path: technicalName,
    platform_version: platformVersion,
    branch: platformVersion,
    auto_install,
    declared_dependencies: { platform: depends ?? [], pip: [], bin: [] },
    models: value.models,
    views: value.views,
  });
  return { record, value };
}
