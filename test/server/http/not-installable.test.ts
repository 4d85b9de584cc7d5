// Modules that cannot be installed are never reported as ported: in answers and on pages.
// delivery_window is installable at 16.0 and switched off at 17.0, where delivery_route still needs
// it.

import { describe, expect, test } from "vitest";

import { decodeJson, decodeText, sendRequest } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

const askJson = async (target: string): Promise<unknown> =>
  decodeJson(await sendRequest(service.port, { target }));

const readPage = async (target: string): Promise<string> =>
  decodeText(await sendRequest(service.port, { target, headers: { Accept: "text/html" } }))
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

describe("answers", () => {
  test("a module says where it can be installed", async () => {
    expect(await askJson("/v1/module/delivery_window")).toMatchObject({
      platform_versions: ["16.0", "17.0"],
      installable: { platform_versions: ["16.0"] },
    });
  });

  test("a needed module that cannot be installed blocks", async () => {
    expect(await askJson("/v1/module/delivery_route/17.0/dependencies")).toMatchObject({
      not_installable: [{ technical_name: "delivery_window", required_by: ["delivery_route"] }],
    });
    expect(await askJson("/v1/module/delivery_route/16.0/dependencies")).toMatchObject({
      not_installable: [],
    });
    // The module does not block itself.
    expect(await askJson("/v1/module/delivery_window/17.0/dependencies")).toMatchObject({
      not_installable: [],
    });
  });

  test("dependents, a comparison and a repository say so", async () => {
    expect(await askJson("/v1/module/point_of_sale/16.0/dependents")).toMatchObject({
      modules: expect.arrayContaining([
        expect.objectContaining({ technical_name: "pos_table_plan", installable: false }),
      ]),
    });
    expect(await askJson("/v1/module/delivery_window/diff/16.0/17.0")).toMatchObject({
      from: { installable: true },
      to: { installable: false },
    });
    expect(await askJson("/v1/repo/retail/coverage?from=16.0&to=17.0")).toMatchObject({
      counts: { not_installable: 2, not_installable_from: 1 },
    });
  });

  test("without a version, a list of names has the newest at which each can be installed", async () => {
    const names = "delivery_window,pos_table_plan";
    expect(await askJson(`/v1/modules?names=${names}`)).toMatchObject([
      { platform_version: "16.0", installable: true },
      { platform_version: "16.0", installable: false },
    ]);
  });
});

describe("pages", () => {
  test("a module opens at the newest version at which it can be installed", async () => {
    expect(await readPage("/module/delivery_window")).toContain("for Odoo 16.0");
    expect(await readPage("/module/pos_table_plan")).toContain("for Odoo 16.0");
  });

  test("a version at which it cannot be says so, and where it can", async () => {
    const page = await readPage("/module/delivery_window/17.0");
    expect(page).toContain("Not installable at 17.0");
    expect(page).toMatch(/Installable at 16\.0/);
    expect(await readPage("/module/pos_table_plan/16.0")).toContain(
      "It is not installable at any indexed version.",
    );
  });

  test("a blocked module names what blocks it", async () => {
    expect(await readPage("/module/delivery_route/17.0")).toContain(
      "These dependencies exist at 17.0, but cannot be installed: delivery_window",
    );
  });

  test("the matrices have another sign and a legend, the counts both numbers", async () => {
    const page = await readPage("/repo/retail?from=16.0&to=17.0");
    expect(page).toContain("✓ installable · – not installable");
    expect(page).toContain("11 of 12");
    expect(page).toMatch(/Not installable\s*1/);
    expect(await readPage("/module/delivery_window/16.0")).toContain("not installable");
    expect(await readPage("/module/rental_core/17.0")).not.toContain("not installable");
  });

  test("a hit is marked", async () => {
    expect(await readPage("/?q=delivery_window&platform_version=17.0")).toContain(
      "not installable",
    );
  });
});
