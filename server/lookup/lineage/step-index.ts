// Steps of modules by name, from git and OpenUpgrade: those of the snapshot, and those of the list
// that ships with the program.
import { addToGroup } from "../../../data/grouped.js";
import type { FoundStep, LineageLocation } from "../../../data/history/lineage.js";
import { comparePlatformVersions } from "../../../data/platform/platform-version.js";
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import { listRenames, type Rename } from "../../../data/platform/renames.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { LineageStep, ModuleAt, StepKind } from "../../contract/shape/lineage.js";
import { findKnownCommitLink } from "../forge.js";
import { deriveOnce } from "../derived.js";
import { findBefore, findFrom } from "./presence.js";

export const NO_EVIDENCE: LineageStep["evidence"] = {
  move_commit: null,
  commits: null,
  files: null,
  openupgrade: null,
};

export const getStepIndex = deriveOnce((snapshot) => {
  const from = new Map<string, LineageStep[]>();
  for (const found of snapshot.readLineage()) put(from, toStep(snapshot, found));
  for (const rename of listRenames()) {
    if (rename.thing === "module") addRename(snapshot, from, rename);
  }
  const to = new Map<string, LineageStep[]>();
  for (const step of [...from.values()].flat()) {
    const name = step.to.technical_name ?? "";
    if (name !== step.from.technical_name) addToGroup(to, name, step);
  }
  return {
    /** Steps of the name to itself elsewhere, and to others. */
    listFrom: (name: string): readonly LineageStep[] => from.get(name) ?? [],
    /** Steps of others to the name. */
    listTo: (name: string): readonly LineageStep[] => to.get(name) ?? [],
  };
});

function put(steps: Map<string, LineageStep[]>, step: LineageStep): void {
  const name = step.from.technical_name ?? "";
  addToGroup(steps, name, step);
}

/** OpenUpgrade's word goes to the step that git tells too. It may be of a name that others went on with. */
function addRename(
  snapshot: Snapshot,
  steps: Map<string, LineageStep[]>,
  { platformVersion, kind, from, to }: Rename,
): void {
  const openupgrade = { kind, platform_version: platformVersion };
  const known = steps.get(from) ?? [];
  const at = known.findIndex((step) => step.to.technical_name === to);
  const found = known[at];
  if (found !== undefined) {
    const told: StepKind = found.kind === "split" ? "split" : kind;
    known[at] = { ...found, kind: told, evidence: { ...found.evidence, openupgrade } };
    return;
  }
  put(steps, {
    kind,
    from: findBefore(snapshot, from, platformVersion),
    to: findFrom(snapshot, to, platformVersion),
    evidence: { ...NO_EVIDENCE, openupgrade },
  });
}

function toStep(snapshot: Snapshot, { kind, from, to, evidence }: FoundStep): LineageStep {
  const { commits, sharedCommits, files, sharedFiles, move } = evidence;
  return {
    kind: isTakenIntoCore(from, to) ? "in_core" : kind,
    from: toShown(from),
    to: toShown(to),
    evidence: {
      move_commit:
        move === null
          ? null
          : {
              commit: move.commit,
              url: findKnownCommitLink(snapshot, move),
              organization: move.organization,
              repository: move.repository,
              branch: move.branch,
              subject: move.subject,
              deleted_files: move.deletedFiles,
              added_files: move.addedFiles,
              same_paths: move.samePaths,
              same_files: move.sameBlobs,
            },
      commits: { shared: sharedCommits, of: commits },
      files: { shared: sharedFiles, of: files },
      openupgrade: null,
    },
  };
}

function isTakenIntoCore(from: LineageLocation, to: LineageLocation): boolean {
  return (
    from.technicalName === to.technicalName &&
    findPlatformEdition(from.technicalName, from.platformVersion) === undefined &&
    findPlatformEdition(to.technicalName, to.platformVersion) === "core" &&
    comparePlatformVersions(from.platformVersion, to.platformVersion) < 0
  );
}

function toShown(location: LineageLocation): ModuleAt {
  return {
    technical_name: location.technicalName,
    organization: location.organization,
    repository: location.repository,
    platform_version: location.platformVersion,
  };
}
