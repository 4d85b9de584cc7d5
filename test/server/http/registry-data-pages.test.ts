// Pages of what data files make of a system, over a real socket: rights, menus, records and bundles, and what leads there.
import { describe, expect, test } from "vitest";
import { readTables } from "./page-markup.js";
import { decodeText, sendRequest } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

const SYSTEM = "platform_version=17.0&modules=attendance_kiosk";

async function read(path: string, query = SYSTEM): Promise<string> {
  const target = `${path}?${query}`;
  const answer = await sendRequest(service.port, { target, headers: { Accept: "text/html" } });
  expect([target, answer.status]).toEqual([target, 200]);
  return decodeText(answer);
}

const readTable = async (path: string, label: string, query?: string): Promise<readonly string[]> =>
  readTables(await read(path, query)).get(label) ?? [];

const toFirst = (row: string): string => row.split(" | ")[0] ?? "";

describe("rights", () => {
  test("of all models are listed with their groups", async () => {
    const rows = await readTable("/registry/access", "Access rights");
    expect(rows).toContainEqual(
      expect.stringMatching(
        /^attendance\.entry \| base\.group_user \(read, write, create\), attendance_kiosk\.group_attendance_manager \(read, write, create, delete\) \| attendance_kiosk\.[a-z_]+$/,
      ),
    );
    expect(rows).toContainEqual(expect.stringMatching(/^res\.groups \| everyone \(nothing\) \|/));
  });

  test("of a pasted list are those of its modules, and what is no name is told", async () => {
    const text = encodeURIComponent("odoo-addon-attendance_kiosk==17.0.1\nlxml==5.0");
    const page = await read("/registry/access", `platform_version=17.0&text=${text}`);
    expect(readTables(page).get("Access rights")?.map(toFirst)).toContain("attendance.entry");
    expect(page).toContain("Read as");
  });

  test("that a module writes are told alone, and its models without any", async () => {
    const rows = await readTable("/registry/access", "Access rights", `${SYSTEM}&module=base`);
    const names = rows.map((row) => row.split(" | ")[0]);
    expect(names).toEqual(["res.groups", "res.partner", "res.users"]);
  });

  test("of models that nobody may use are asked for", async () => {
    const all = await readTable("/registry/access", "Access rights");
    const none = await readTable(
      "/registry/access",
      "Access rights",
      `${SYSTEM}&granted_to=nobody`,
    );
    expect(none.map(toFirst)).toEqual(
      all.filter((row) => row.includes("everyone (nothing)")).map(toFirst),
    );
    const open = await readTable(
      "/registry/access",
      "Access rights",
      `${SYSTEM}&granted_to=everyone`,
    );
    expect(open.map(toFirst)).toEqual(
      all.filter((row) => /everyone \((?:read|write|create|delete)/.test(row)).map(toFirst),
    );
    expect(open.length).toBeGreaterThan(0);
  });

  test("of one model are told by group, by line and by rule", async () => {
    const path = "/registry/access/attendance.entry";
    expect(await readTable(path, "What users of a group may do")).toEqual([
      "base.group_user | Internal user | yes | yes | yes | ",
      "attendance_kiosk.group_attendance_manager | Attendance manager | yes | yes | yes | yes",
    ]);
    const lines = await readTable(path, "Access rights");
    expect(lines[0]).toMatch(
      /^attendance_kiosk\.access_attendance_entry_user \| base\.group_user \| read, write, create \| attendance_kiosk security\/ir\.model\.access\.csv:2$/,
    );
    expect(await readTable(path, "Record rules")).toHaveLength(1);
  });
});

test("menus are in the order in which users see them, and lead to their actions", async () => {
  const rows = await readTable("/registry/menus", "Menus");
  expect(rows.map(toFirst)).toEqual([
    "Contacts",
    "Contacts / Contacts",
    "Attendances",
    expect.stringMatching(/^Attendances \/ /),
    "Attendances / Kiosk",
  ]);
  expect(await read("/registry/menus")).toContain(
    "/registry/records/attendance_kiosk.kiosk_action?",
  );
});

describe("records", () => {
  test("have their values and every place that writes them", async () => {
    const path = "/registry/records/attendance_kiosk.menu_attendance_kiosk";
    expect(await readTable(path, "Values")).toContain("name | Kiosk");
    expect(await readTable(path, "Values")).toContain(
      "action | ir.actions.act_url,attendance_kiosk.kiosk_action",
    );
    expect(await readTable(path, "Written by, in load order")).toEqual([
      expect.stringMatching(/^attendance_kiosk \| menuitem \| views\/attendance_menus\.xml:10/),
    ]);
  });

  test("are listed by module", async () => {
    const own = await readTable("/registry/records", "Records", `${SYSTEM}&module=base&ids=own`);
    expect(own.map((row) => row.split(" | ")[0])).toContain("base.menu_contacts");
    const others = await readTable(
      "/registry/records",
      "Records",
      `${SYSTEM}&module=base&ids=others`,
    );
    expect(others).toEqual([]);
  });
});

test("bundles lead to their files", async () => {
  expect(await read("/registry/assets")).toContain('href="/registry/assets/web.assets_frontend?');
  const files = await readTable(
    "/registry/assets/web.assets_frontend",
    "Files, in the order in which a browser gets them",
  );
  expect(files[0]).toMatch(/^\/attendance_kiosk\/static\/src\/kiosk\.js/);
  expect(await readTable("/registry/assets/web.assets_frontend", "Modules")).toEqual([
    expect.stringMatching(new RegExp(`^attendance_kiosk \\| ${files.length} \\|`)),
  ]);
});

test("models and boxes lead to them", async () => {
  const page = await read("/registry/models/attendance.entry");
  for (const path of ["access", "menus", "records", "assets", "access/attendance.entry"]) {
    expect(page).toContain(`href="/registry/${path}?`);
  }
  const answer = await sendRequest(service.port, { target: "/v1/find?q=Kiosk&limit=50" });
  const { hits } = JSON.parse(decodeText(answer)) as { hits: Record<string, string>[] };
  const hit = hits.find(({ kind }) => kind === "menu");
  expect(hit).toMatchObject({
    name: "attendance_kiosk.menu_attendance_kiosk",
    label: "Kiosk",
    module: "attendance_kiosk",
  });
  for (const target of [hit?.["path"], hit?.["page"]]) {
    expect((await sendRequest(service.port, { target: target ?? "" })).status).toBe(200);
  }
});
