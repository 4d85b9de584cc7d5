// The fixtures as CPython reads them (cpython/record_fixtures.py) beside what the service answers.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../docs/tools/project-root.js";
import { decodeJson, sendRequest } from "../support/raw-http.js";
import { serveSharedSnapshot } from "../support/shared-snapshot.js";

interface Named {
  readonly name: string;
}

interface RecordedModel {
  readonly class_name: string;
  readonly file: string;
  readonly line: number;
  readonly fields: readonly string[];
  readonly methods: readonly string[];
}

interface RecordedModule {
  readonly organization: string;
  readonly repository: string;
  readonly technical_name: string;
  readonly platform_version: string;
  readonly update_date: string;
  readonly folder_size: number;
  readonly models: readonly RecordedModel[];
  readonly views: readonly string[];
}

interface AnsweredModule extends Omit<RecordedModule, "models" | "views"> {
  readonly models: readonly (Omit<RecordedModel, "fields" | "methods"> & {
    readonly fields: readonly Named[];
    readonly methods: readonly Named[];
  })[];
  readonly views: readonly { readonly xml_id: string }[];
}

const service = await serveSharedSnapshot();
const recorded = readFileSync(path.join(ROOT, "test/truth/records/fixtures.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as RecordedModule);

const listNames = (rows: readonly Named[]): readonly string[] =>
  rows.map(({ name }) => name).toSorted();

/** A module of the answer in the form of the records. */
function reduce(module: AnsweredModule): RecordedModule {
  const { organization, repository, technical_name, platform_version, update_date, folder_size } =
    module;
  const models = module.models.map(({ class_name, file, line, fields, methods }) => ({
    class_name,
    file,
    line,
    fields: listNames(fields),
    methods: listNames(methods),
  }));
  const views = module.views.map(({ xml_id }) => xml_id).toSorted();
  return {
    organization,
    repository,
    technical_name,
    platform_version,
    update_date,
    folder_size,
    models,
    views,
  };
}

const byClass = (module: RecordedModule): RecordedModule => ({
  ...module,
  models: module.models.toSorted((left, right) => (left.class_name < right.class_name ? -1 : 1)),
});

describe("a module is as CPython reads it", () => {
  test("of every repository and version that was recorded", () => {
    expect(recorded.length).toBeGreaterThan(40);
  });

  test.each(
    recorded.map((module) => [module.technical_name, module.platform_version, module] as const),
  )("%s %s", async (name, version, module) => {
    const { organization, repository } = module;
    const target = `/v1/module/${name}/${version}?org=${organization}&repo=${repository}`;
    const answer = await sendRequest(service.port, { target });
    const [answered] = decodeJson(answer) as readonly AnsweredModule[];
    expect(answered && byClass(reduce(answered))).toEqual(byClass(module));
  });
});
