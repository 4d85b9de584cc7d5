// The lists that ship: what they say of names that everybody knows, and of odd ones.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  findPlatformEdition,
  findUnresolvedKind,
  getModuleNamesDigest,
  listNamedVersions,
} from "../../../data/platform/module-names.js";
import { ROOT } from "../../../docs/tools/project-root.js";

const MOST_BYTES = 150_000;

test.each([
  ["account", "17.0", "core"],
  ["account_asset", "11.0", "core"],
  ["account_asset", "12.0", "enterprise"],
  ["web_studio", "16.0", "enterprise"],
  ["hr_contract", "18.0", "core"],
  ["hr_contract", "19.0", undefined],
  ["website", "saas-16.3", "core"],
  ["queue_job", "17.0", undefined],
])("%s at %s is %s", (name, version, edition) => {
  expect(findPlatformEdition(name, version)).toBe(edition);
});

test("base is core everywhere", () => {
  for (const version of [...listNamedVersions(), "6.1", "7.0", "saas-17.4", "99.0", "master"]) {
    expect(findUnresolvedKind("base", version)).toBe("core");
  }
});

test.each(["constructor", "__proto__", "toString", "", " ", "base ", "BASE", "b%", "_", "#"])(
  "the name %o is nobody's",
  (name) => {
    expect(findPlatformEdition(name, "17.0")).toBeUndefined();
    expect(findUnresolvedKind(name, "17.0")).toBe("unknown");
  },
);

test("the digest is that of the file", () => {
  const bytes = readFileSync(path.join(ROOT, "data", "platform", "module-names.txt"));
  expect(getModuleNamesDigest()).toBe(createHash("sha256").update(bytes).digest("hex"));
});

test("the file is small, and carries its source and its license", () => {
  const text = readFileSync(path.join(ROOT, "data", "platform", "module-names.txt"), "utf8");
  expect(text.length).toBeLessThan(MOST_BYTES);
  expect(text).toMatch(/^# Source: https:\/\/github\.com\/acsone\/manifestoo-core, /m);
  expect(text).toMatch(/^# Commit: [0-9a-f]{40} \(\d{4}-\d\d-\d\d\)$/m);
  expect(text).toMatch(/^# The MIT License/m);
  expect(text).toMatch(
    /^# The above copyright notice and this permission notice shall be included/m,
  );
});
