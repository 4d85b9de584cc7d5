// Public facts of a snapshot, and those for its operator alone.

import { describe, expect, test } from "vitest";

import { publishSnapshot } from "../../../builder/assemble/publish.js";
import {
  listDiagnostics,
  readSnapshotDetails,
  type DiagnosticQuery,
} from "../../../server/lookup/module/snapshot-details.js";
import type { Json } from "../../support/interface-fields.js";
import { createContents, createRecord } from "../../support/module-records.js";
import { decodeJson, decodeText, sendRequest } from "../../support/raw-http.js";
import { startService } from "../../support/running-service.js";
import { openSharedSnapshot, serveSharedSnapshot } from "../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const service = await serveSharedSnapshot();
const snapshot = openSharedSnapshot();

describe("GET /v1/snapshot", () => {
  test("lists every source with the commits that were read, and counts what was odd", async () => {
    const answer = await sendRequest(service.port, { target: "/v1/snapshot" });
    const { id, counts, sources } = snapshot.entry;
    const body = decodeJson(answer) as Json & { sources: readonly Json[] };
    expect(body).toMatchObject({ id, counts, is_complete: true });
    expect(body.sources.map((source) => source["branches"])).toEqual(
      sources.map(({ branches }) => branches.map((branch) => ({ ...branch, stale: null }))),
    );
    const odd = body.sources.reduce((sum, source) => sum + Number(source["diagnostics"]), 0);
    expect(odd).toBe(snapshot.readDiagnostics().length);
    expect(Object.values(counts.diagnostics).reduce((sum, count) => sum + count, 0)).toBe(odd);
  });

  test("says that something could not be read, and not the words of the operator", async () => {
    const source = {
      organization: "acme",
      repository: "sales",
      git: "https://git.example.org/acme/sales.git",
      branches: [
        {
          branch: "17.0",
          platform_version: "17.0",
          commit: "c".repeat(40),
          modules: 1,
          stale: { reason: "repository_unreadable", date: "2024-05-06 07:08:09" },
        },
      ],
      faults: ["The mirror /srv/secret/sales.git cannot be read."],
    };
    const contents = createContents([createRecord()], { sources: [source] });
    const out = makeTemporaryFolder();
    await publishSnapshot(contents, { out, program: "0.0.0-test" });
    const other = await startService(out);
    const answer = await sendRequest(other.port, { target: "/v1/snapshot" });
    expect(decodeJson(answer)).toMatchObject({
      is_complete: false,
      embedder: null,
      embedder_beside: null,
      sources: [
        {
          repository: "sales",
          faults: 1,
          diagnostics: 0,
          branches: [{ stale: { reason: "repository_unreadable", date: "2024-05-06 07:08:09" } }],
        },
      ],
    });
    expect(decodeText(answer)).not.toContain("/srv/");
    const page = decodeText(await sendRequest(other.port, { target: "/snapshot" }));
    expect(page.replaceAll("<wbr />", "")).toContain("repository_unreadable");
    const csv = { target: "/v1/snapshot?format=csv" };
    const [stale, whole] = [
      await sendRequest(other.port, csv),
      await sendRequest(service.port, csv),
    ];
    const [head, row] = decodeText(stale).split("\r\n");
    expect(row).toMatch(/,repository_unreadable,2024-05-06 07:08:09$/);
    expect(decodeText(whole).split("\r\n")[0]).toBe(head);
    const metrics = decodeText(await sendRequest(other.port, { target: "/metrics" }));
    expect(metrics).toMatch(/^module_lookup_snapshot_stale_repositories 1$/m);
    await other.stop();
  });

  test("is made once for a snapshot", () => {
    expect(readSnapshotDetails(snapshot)).toBe(readSnapshotDetails(snapshot));
  });
});

describe("GET /v1/diagnostics", () => {
  const ALL: DiagnosticQuery = {
    offset: 0,
    limit: 500,
    code: undefined,
    org: undefined,
    repo: undefined,
    platform_version: undefined,
  };

  test("is what the snapshot holds, for which all that is asked for holds", () => {
    const rows = snapshot.readDiagnostics().map((row) => ({ ...row, url: null }));
    expect(listDiagnostics(snapshot, ALL).rows).toEqual(rows);
    const query = {
      ...ALL,
      code: "XML_unreadable",
      repository: "People",
      platform_version: "17.0",
    };
    expect(listDiagnostics(snapshot, query).rows).toEqual(
      rows.filter(
        (row) =>
          row.code === "xml_unreadable" && row.repository === "people" && row.branch === "17.0",
      ),
    );
    expect(listDiagnostics(snapshot, { ...ALL, code: "nothing" })).toEqual({ rows: [], total: 0 });
  });

  test("is of a platform version, whatever its branch is called", () => {
    const query = { ...ALL, code: "platform_version_differs", platform_version: "8.0" };
    expect(listDiagnostics(snapshot, query).rows).toEqual([
      {
        organization: "northwind-addons",
        repository: "workshop",
        branch: "legacy",
        platform_version: "8.0",
        path: "tool_wear/__openerp__.py",
        line: 1,
        code: "platform_version_differs",
        detail: "7.0.1.2.0",
        url: null,
      },
    ]);
  });

  test("is given in parts", async () => {
    const target = "/v1/diagnostics?limit=5&offset=10";
    const answer = await sendRequest(service.port, { target });
    const total = snapshot.readDiagnostics().length;
    expect(answer.headers["x-total-count"]).toBe(String(total));
    expect(decodeJson(answer)).toHaveLength(Math.min(5, total - 10));
  });
});
