// Modules that exist at the target version, and their missing dependencies.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { finishSteps } from "../../../../data/yield.js";
import { closeMigration } from "../../../../server/compare/migration/closure.js";
import { openParsedModules } from "../../../support/world.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";

const out = makeTemporaryFolder();
let snapshot: Snapshot;

const module = (...depends: readonly string[]) => ({
  "__manifest__.py": JSON.stringify({ name: "X", depends }),
});

beforeAll(async () => {
  snapshot = await openParsedModules(out, {
    "rental 16.0": module(),
    "rental 17.0": module("rental_base", "account_accountant"),
    "rental_base 16.0": module(),
    "fleet_app 16.0": module(),
    "fleet_app 17.0": module("rental"),
  });
});

afterAll(() => snapshot.close());

test("what is of Odoo Enterprise is told of all that need it, and blocks nothing", () => {
  const { enterprise, blockedBy } = finishSteps(
    closeMigration(snapshot, {
      from: "16.0",
      to: "17.0",
      modules: ["fleet_app"],
    }),
  );
  expect([...(enterprise.get("fleet_app") ?? [])]).toEqual(["account_accountant"]);
  expect([...(blockedBy.get("fleet_app") ?? [])]).toEqual(["rental_base"]);
});
