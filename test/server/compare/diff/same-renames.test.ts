// Every rename that /diff tells is one that /api-changes tells, and the other way round.
import { afterAll, describe, expect, test } from "vitest";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { listApiChanges } from "../../../../server/compare/api/list-changes.js";
import { findModuleDiff } from "../../../../server/compare/diff/module-diff.js";
import type { ApiChange } from "../../../../server/contract/shape/api-changes.js";
import type { ModuleDiff, Rename } from "../../../../server/contract/shape/diff.js";
import { getDefaultChoice } from "../../../../server/lookup/dependency/choose-provider.js";
import { getProviders } from "../../../../server/lookup/dependency/dependency-graph.js";
import { getProvider } from "../../../../server/lookup/entries.js";
import { API_SYSTEM } from "../api/api-system.js";
import { openParsedModules } from "../../../support/world.js";
import { openSharedSnapshot } from "../../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { finishSteps } from "../../../../data/yield.js";
import { testLong } from "../../../support/properties.js";

interface Told {
  readonly kind: ApiChange["kind"];
  readonly model: string;
  readonly name: string | null;
  readonly to: string;
  readonly evidence: ApiChange["evidence"];
}

interface Versions {
  readonly from: string;
  readonly to: string;
}

function listToldByDiff({ models }: ModuleDiff): readonly Told[] {
  const toMembers = (kind: Told["kind"], model: string, pairs: readonly Rename[]) =>
    pairs.map(({ from: name, to, evidence }) => ({ kind, model, name, to, evidence }));
  return [
    ...models.renamed.map(({ from: model, to, evidence }) => ({
      kind: "model" as const,
      model,
      name: null,
      to,
      evidence,
    })),
    ...models.changed.flatMap(({ model_name: model, fields, methods }) => [
      ...toMembers("field", model, fields.renamed),
      ...toMembers("method", model, methods.renamed),
    ]),
  ];
}

function toTold({ kind, model, name, target, evidence }: ApiChange): Told {
  return { kind, model, name, to: target?.name ?? target?.model ?? "", evidence };
}

async function listRenamed(snapshot: Snapshot, versions: Versions): Promise<readonly ApiChange[]> {
  const outcome = await listApiChanges(snapshot, {
    ...versions,
    module: undefined,
    model: undefined,
    kind: undefined,
    change: "renamed",
    limit: 100_000,
    offset: 0,
  });
  return outcome.found ? outcome.value.body.changes : [];
}

/** Whether it is the provider that /api-changes looks at. */
function isTaken(snapshot: Snapshot, side: ModuleDiff["from"]): boolean {
  const { technical_name: name, platform_version: version, organization, repository } = side;
  const taken = getDefaultChoice(snapshot, version).choose(name) ?? -1;
  return getProvider(snapshot, taken) === `${organization}/${repository}` && side.installable;
}

/** Number of renames in both. */
function compareModule(
  snapshot: Snapshot,
  name: string,
  versions: Versions,
  all: readonly ApiChange[],
): number {
  const outcome = finishSteps(
    findModuleDiff(snapshot, name, { ...versions, org: undefined, repo: undefined }),
  );
  if (!outcome.found) return 0;
  const diff = outcome.value;
  const { technical_name: before } = diff.from;
  const byDiff = listToldByDiff(diff);
  for (const told of byDiff) {
    const same = all.filter(({ kind, module }) => kind === "model" || module === before);
    expect(same.map(toTold)).toContainEqual(told);
  }
  if (!isTaken(snapshot, diff.from) || !isTaken(snapshot, diff.to)) return byDiff.length;
  const own = all.filter(
    ({ module, target }) =>
      module === before && target?.modules.includes(diff.to.technical_name) === true,
  );
  for (const row of own) expect(byDiff).toContainEqual(toTold(row));
  return byDiff.length;
}

async function compareAll(snapshot: Snapshot): Promise<number> {
  let told = 0;
  for (const from of snapshot.versions) {
    for (const to of snapshot.versions.filter((version) => version !== from)) {
      const all = await listRenamed(snapshot, { from, to });
      for (const name of getProviders(snapshot, from).keys()) {
        told += compareModule(snapshot, name, { from, to }, all);
      }
    }
  }
  return told;
}

describe("renames are the same", () => {
  const out = makeTemporaryFolder();
  const opened: Snapshot[] = [];
  afterAll(() => {
    for (const snapshot of opened) snapshot.close();
  });

  testLong("of all modules of the fixtures", async () => {
    await compareAll(openSharedSnapshot());
  });

  test("of modules of which much has another name", async () => {
    const snapshot = await openParsedModules(out, API_SYSTEM);
    opened.push(snapshot);
    expect(await compareAll(snapshot)).toBeGreaterThan(8);
  });
});
