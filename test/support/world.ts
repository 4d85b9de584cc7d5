// A world written as literals, repositories × branches × modules × files, and what tests get of it: sources, which are real
// git repositories, or a snapshot of modules that were parsed without one.
import path from "node:path";
import type { Source } from "../../builder/source/source.js";
import { type CommitPlan, makeGitRepository } from "./git-repository.js";
import { parseModule } from "./parse-module.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { compareRecords } from "../../data/snapshot/encode.js";
import { createContents, createRecord } from "./module-records.js";
import { deriveEach } from "../../server/lookup/memo.js";
import { openContents } from "./written-snapshot.js";

/** Path → text. */
export type Files = Readonly<Record<string, string>>;

/** The files of modules by `name`; where there are no branches also by `name version`, without one 17.0. */
export type Modules = Readonly<Record<string, Files>>;

/** The commits of each branch, or the modules that its one commit adds. */
export type Branches = Readonly<Record<string, readonly CommitPlan[] | Modules>>;

export interface SourceLocation {
  /** Default: acme. */
  readonly organization?: string;
  /** Default: `https://git.example.org`. Nobody asks it: the repositories are mirrors. */
  readonly host?: string;
  readonly branches?: Source["branches"];
}

/** Makes a repository `name.git` in the folder for each, and returns them as sources, by name. */
export function makeSources<Name extends string>(
  folder: string,
  repositories: Readonly<Record<Name, Branches>>,
  place: SourceLocation = {},
): Readonly<Record<Name, Source>> {
  const made = Object.entries<Branches>(repositories).map(([name, branches]) => {
    const commits = Object.entries(branches).map(
      ([branch, plan]) => [branch, isCommits(plan) ? plan : [addModules(plan)]] as const,
    );
    makeGitRepository(path.join(folder, `${name}.git`), Object.fromEntries(commits));
    return [name, toSource(folder, name, place)] as const;
  });
  // One of each name.
  return Object.fromEntries(made) as Record<Name, Source>;
}

/** The source that the repository `name.git` in a folder is, whether it is there or not. */
export function toSource(folder: string, name: string, place: SourceLocation = {}): Source {
  const { organization = "acme", host = "https://git.example.org", branches } = place;
  const url = `${host}/${organization}/${name}.git`;
  const mirror = path.join(folder, `${name}.git`);
  return { organization, repository: name, url, cloneUrl: url, mirror, branches, addons: ["."] };
}

/** A commit that adds modules. */
export function addModules(modules: Modules): CommitPlan {
  const files = Object.entries(modules).flatMap(([module, ofModule]) =>
    Object.entries(ofModule).map(([file, text]) => [`${module}/${file}`, text] as const),
  );
  return { files: Object.fromEntries(files) };
}

function isCommits(plan: readonly CommitPlan[] | Modules): plan is readonly CommitPlan[] {
  return Array.isArray(plan);
}

/** Each module depends on what its manifest says. The caller closes the snapshot. */
export function openParsedModules(out: string, modules: Modules): Promise<Snapshot> {
  const { records, ...changes } = parseModules(modules);
  return openContents(createContents(records, changes), out);
}

/** Records with what stands beside them, in the order of entries. */
export function parseModules(modules: Modules) {
  const parsed = Object.entries(modules)
    .map(([key, files]) => parse(key, files))
    .toSorted((left, right) => compareRecords(left.record, right.record));
  return {
    records: parsed.map(({ record }) => record),
    parts: parsed.map(({ value }) => value.parts),
    loaded: parsed.map(({ value }) => value.loaded),
  };
}

/** Worlds that differ in which modules they have share what was parsed. */
const parseFiles = deriveEach((files: Files, technicalName: string) => {
  const read = Object.entries(files).map(([file, text]) => ({
    path: file,
    bytes: new TextEncoder().encode(text),
  }));
  return parseModule(read, { technicalName, manifestPath: "__manifest__.py" }).value;
});

function parse(key: string, files: Files) {
  const [technicalName = "", platformVersion = "17.0"] = key.split(" ");
  const value = parseFiles(files, technicalName);
  const { depends, auto_install, installable } = value.manifest.facts;
  const record = createRecord({
    technical_name: technicalName,
    source_path: technicalName,
    platform_version: platformVersion,
    branch: platformVersion,
    auto_install,
    installable,
    ...(value.description === "" ? {} : { description: value.description }),
    declared_dependencies: { platform: depends ?? [], pip: [], bin: [] },
    models: value.models,
    views: value.views,
  });
  return { record, value };
}
