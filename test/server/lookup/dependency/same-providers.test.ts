// Every provider that /dependencies names is the one that /plan installs, and both have one order.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { openSnapshot, type Snapshot } from "../../../../data/snapshot/decode.js";
import type { Dependencies } from "../../../../server/contract/shape/dependencies.js";
import { findDependencies } from "../../../../server/lookup/dependency/dependency-tree.js";
import { getProviders } from "../../../../server/lookup/dependency/dependency-graph.js";
import { getProvider } from "../../../../server/lookup/entries.js";
import { planSystem } from "../../../../server/registry/system-cache.js";
import { createRecord } from "../../../support/module-records.js";
import { writeRecords } from "../../../support/written-snapshot.js";
import { openSharedSnapshot } from "../../../support/shared-snapshot.js";
import { countCases } from "../../../support/properties.js";

type Row = Pick<Dependencies["modules"][number], "technical_name" | "organization" | "repository">;

const toProvider = ({ organization, repository }: Row): string => `${organization}/${repository}`;

/** Preferred repositories of a plan, as dependencies from an organization and a repository. */
function listProviders(
  snapshot: Snapshot,
  name: string,
  { platformVersion, provider }: { readonly platformVersion: string; readonly provider?: string },
) {
  const [org, repo] = provider?.split("/") ?? [];
  const outcome = findDependencies(snapshot, name, {
    platform_version: platformVersion,
    org,
    repo,
  });
  if (!outcome.found) return expect.unreachable(outcome.reason);
  const { plan } = planSystem(snapshot, {
    platformVersion,
    modules: [name],
    prefer: provider === undefined || org === undefined ? [] : [provider, org],
    auto_install: false,
  });
  return { dependencies: outcome.value, plan };
}

/** Number of compared names. */
function expectSame(
  snapshot: Snapshot,
  name: string,
  choice: { readonly platformVersion: string; readonly provider?: string },
): number {
  const { dependencies, plan } = listProviders(snapshot, name, choice);
  const planned = new Map(plan.modules.map((row) => [row.technical_name, toProvider(row)]));
  const named = dependencies.modules.filter(({ installable }) => installable);
  const root = dependencies.modules.find(({ technical_name }) => technical_name === name);
  // A plan never installs such a module.
  if (root?.installable !== true) return 0;
  const isWhole = dependencies.not_installable.length === 0;
  const looked = isWhole ? named : named.filter((row) => planned.has(row.technical_name));
  expect(looked.map((row) => [row.technical_name, toProvider(row)])).toEqual(
    looked.map((row) => [row.technical_name, planned.get(row.technical_name)]),
  );
  if (isWhole && dependencies.unresolved.length === 0) {
    const names = dependencies.modules.map(({ technical_name }) => technical_name);
    // A plan always has `base`.
    expect(names).toEqual([...planned.keys()].filter((one) => names.includes(one)));
  }
  return looked.length;
}

function expectSameOfAll(snapshot: Snapshot): number {
  let looked = 0;
  for (const platformVersion of snapshot.versions) {
    for (const [name, entries] of getProviders(snapshot, platformVersion)) {
      looked += expectSame(snapshot, name, { platformVersion });
      for (const entry of entries) {
        expectSame(snapshot, name, { platformVersion, provider: getProvider(snapshot, entry) });
      }
    }
  }
  return looked;
}

test("of every module of the fixtures", () => {
  expect(expectSameOfAll(openSharedSnapshot())).toBeGreaterThan(50);
});

const NAMES = ["base", "sale", "stock", "tool", "web"];

const arbitraryModule = fc.record({
  technical_name: fc.constantFrom(...NAMES),
  organization: fc.constantFrom("aaa", "odoo", "zzz"),
  repository: fc.constantFrom("core", "tools"),
  installable: fc.boolean(),
  depends: fc.subarray(NAMES),
});

test("of names that many have, installable or not", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(arbitraryModule, {
        minLength: 4,
        maxLength: 20,
        selector: (one) => `${one.technical_name} ${one.organization} ${one.repository}`,
      }),
      async (modules) => {
        const records = modules.map(({ depends, ...module }) =>
          createRecord({
            ...module,
            declared_dependencies: { platform: depends, pip: [], bin: [] },
          }),
        );
        const snapshot = openSnapshot(await writeRecords(records));
        expectSameOfAll(snapshot);
        snapshot.close();
      },
    ),
    { numRuns: countCases(12) },
  );
}, 60_000);
