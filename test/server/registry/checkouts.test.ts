// Folders that repositories are cloned to, and the addons path of them.
import { expect, test } from "vitest";
import { listAddonsPath, nameCheckouts } from "../../../server/registry/external.js";

test("a checkout is named as its repository, and unlike every other", () => {
  const named = [
    { organization: "OCA", repository: "queue" },
    { organization: "acme", repository: "Queue" },
    { organization: "OCA", repository: "OCB" },
    { organization: "acme", repository: "odoo" },
    { organization: "OCA", repository: "web" },
  ];
  const names = ["OCA-queue", "acme-Queue", "odoo", "acme-odoo", "web"];
  expect(nameCheckouts(named, named[2])).toEqual(names);
  expect(nameCheckouts(named.slice(3), undefined)).toEqual(["odoo", "web"]);
});

test("the addons path has the folders in which modules lie, but for what the platform finds itself", () => {
  const folders = ["addons/sale", "addons/stock", "odoo/addons/base"];
  expect(
    listAddonsPath([
      { checkout: "queue", folders: ["queue_job", "tools/deep_job"] },
      { checkout: "odoo", folders },
      { checkout: "kiosk", folders: ["."] },
    ]),
  ).toEqual(["queue", "queue/tools", "odoo/addons", "."]);
});
