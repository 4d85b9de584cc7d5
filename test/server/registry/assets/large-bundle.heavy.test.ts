// A bundle of more files than a call takes arguments.
import { finishSteps } from "../../../../data/yield.js";
import { expect, test } from "vitest";
import { getRegistry } from "../../../../server/registry/loaded/registry-cache.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openParsedModules } from "../../../support/world.js";

const FILES = 130_000;

test("a hundred and thirty thousand files are put, and all but one kept", async () => {
  const files = Array.from({ length: FILES }, (_, at) => [`static/many/${at}.js`, ""] as const);
  const assets = { all: ["large/static/many/*.js", ["remove", "large/static/many/1.js"]] };
  const manifest = JSON.stringify({ name: "Large", depends: [], assets });
  const large = { "__manifest__.py": manifest, ...Object.fromEntries(files) };
  const snapshot = await openParsedModules(makeTemporaryFolder(), { large });
  const registry = getRegistry(snapshot, { platformVersion: "17.0", modules: ["large"] });
  expect(finishSteps(registry.getBundles().find("all"))?.paths).toHaveLength(FILES - 1);
  snapshot.close();
});
