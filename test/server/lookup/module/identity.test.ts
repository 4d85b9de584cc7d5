// The names that other programs know a module by.
import { expect, test } from "vitest";
import { findLicense } from "../../../../data/module/licenses.js";
import { identifyModule } from "../../../../server/lookup/module/purl.js";
import { createRecord } from "../../../support/module-records.js";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";

test("a folder at a commit, a distribution and a licence", () => {
  const git = "https://github.com/OCA/Queue.git";
  const module = createRecord({ git, technical_name: "queue_job", source_path: "a/queue_job" });
  expect(identifyModule(module)).toEqual({
    license_spdx: "LGPL-3.0-only",
    purl: `pkg:github/oca/queue@${COMMIT}#a/queue_job`,
    distribution_purl: "pkg:pypi/odoo-addon-queue-job@17.0.1.0.0",
  });
});

test.each([
  ["of another forge", { git: "https://gitlab.com/acme/sales.git" }, "pkg:generic/acme/sales@"],
  ["without a forge", { git: "/srv/sales" }, "pkg:generic/acme/sales@"],
  ["of Bitbucket", { git: "git@bitbucket.org:Acme/Sales.git" }, "pkg:bitbucket/acme/sales@"],
])("a repository %s", (_, changes, start) => {
  expect(identifyModule(createRecord(changes)).purl).toContain(start);
});

test.each([
  ["of the platform itself", { technical_name: "account" }, null],
  ["at a version of two numbers", { version: "1.0" }, null],
  ["at a platform version without distributions", { platform_version: "7.0" }, null],
  ["with a name that no distribution has", { technical_name: "sale_" }, null],
  ["at 14.0", { platform_version: "14.0" }, "pkg:pypi/odoo14-addon-sale-extra@14.0.1.0.0"],
])("a module %s", (_, changes, purl) => {
  expect(identifyModule(createRecord(changes)).distribution_purl).toBe(purl);
});

test.each([
  [" agpl-3 ", "AGPL-3.0-only"],
  ["GPL-3 or any later version", "GPL-3.0-or-later"],
  ["Other proprietary", "LicenseRef-proprietary"],
  ["My own, (c) me", "LicenseRef-My-own-c-me"],
  ["", "LicenseRef-none"],
])("the licence %j", (written, spdx) => {
  expect(findLicense(written).spdx).toBe(spdx);
});
