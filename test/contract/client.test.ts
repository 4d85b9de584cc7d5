// A client whose code nobody here wrote (openapi-fetch) with the types that follow from the declarations:
// that this file compiles and passes says that the types lead where the answers do.

import createClient from "openapi-fetch";
import { describe, expect, test } from "vitest";

import type { Paths } from "./client-types.js";
import { serveSharedSnapshot } from "../support/shared-snapshot.js";

const service = await serveSharedSnapshot();
const client = createClient<Paths>({ baseUrl: service.base });

describe("a client", () => {
  test("reads modules", async () => {
    const summary = await client.GET("/v1/module/{module_name}", {
      params: { path: { module_name: "rental_core" } },
    });
    expect(summary.data?.platform_versions).toEqual(["16.0", "17.0", "18.0", "19.0"]);
    const detail = await client.GET("/v1/module/{module_name}/{platform_version}", {
      params: {
        path: { module_name: "rental_core", platform_version: "17" },
        query: { org: "harbor-works" },
      },
    });
    const [module] = detail.data ?? [];
    expect(module?.models?.[0]?.attrs?.kind).toBe("Model");
    expect(Object.keys(module?.dependencies?.platform ?? {})).not.toHaveLength(0);
    expect(module?.views?.map((view) => view.inherit_xml_id)).toContain(null);
    const selection = await client.GET("/v1/module/{module_name}/{platform_version}", {
      params: {
        path: { module_name: "attendance_kiosk", platform_version: "17.0" },
        query: { fields: "name", include: "controllers", view: "basic" },
      },
    });
    const [route] = selection.data?.[0]?.controllers?.[0]?.routes ?? [];
    expect(route?.paths).toEqual(["/kiosk"]);
  });

  test("reads a repository", async () => {
    const { data } = await client.GET("/v1/repo/{repo_name}", {
      params: { path: { repo_name: "retail" } },
    });
    expect(data?.organizations["harbor-works"]?.["17.0"]).toBe(12);
  });

  test("searches", async () => {
    const names = await client.GET("/v1/search/{module_name}", {
      params: {
        path: { module_name: "rental" },
        query: { platform_version: "17.0", installable: true },
      },
    });
    expect(names.data?.[0]?.versions["harbor-works/retail"]).toEqual(["17.0"]);
    const modules = await client.GET("/v1/search", {
      params: { query: { platform_version: "17.0", term: "invoice", limit: 1, offset: 1 } },
    });
    expect(modules.data?.[0]?.organization).toBe("harbor-works");
    expect(Number(modules.response.headers.get("x-total-count"))).toBeGreaterThan(1);
    const rows = await client.GET("/v1/semantic-search", {
      params: { query: { q: "barcode label", limit: 2 } },
    });
    expect(rows.data?.[0]?.score).toBeGreaterThan(0.5);
  });

  test("is told of problems by type", async () => {
    const { error } = await client.GET("/v1/module/{module_name}", {
      params: { path: { module_name: "rental_cor" } },
    });
    expect(error?.code).toBe("unknown_module");
    expect(error?.suggestions).toEqual(["rental_core"]);
    const meaning = await client.GET("/problems/{code}", {
      params: { path: { code: error?.code ?? "" } },
    });
    expect(meaning.data?.remedy).toContain("suggestions");
    const { error: faults } = await client.GET("/v1/search", {
      params: { query: { platform_version: "?" } },
    });
    expect(faults?.errors?.[0]?.parameter).toBe("platform_version");
  });

  test("asks the service for itself", async () => {
    expect((await client.GET("/v1")).data?.snapshot.entries).toBe(96);
    expect((await client.GET("/readyz")).data?.status).toBe("ready");
    expect((await client.GET("/openapi.json")).data?.openapi).toBe("3.1.0");
    expect((await client.GET("/healthz", { parseAs: "text" })).data).toBe("ok\n");
    expect((await client.GET("/metrics", { parseAs: "text" })).data).toContain("# HELP");
  });
});
