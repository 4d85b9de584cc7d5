// Small and large answers about a module, over a socket: include, fields and view.
import { describe, expect, test } from "vitest";
import { PART_NAMES } from "../../../data/module/module-parts.js";
import {
  ADDED_TO_DETAIL,
  DETAIL,
  expectFields,
  type Json,
} from "../../support/interface-fields.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const KIOSK = "/v1/module/attendance_kiosk/17.0";

const service = await serveSharedSnapshot();

async function ask(path: string): Promise<readonly Json[]> {
  const response = await fetch(service.base + path);
  expect(response.status).toBe(200);
  return (await response.json()) as readonly Json[];
}

async function askKeys(query: string): Promise<readonly string[]> {
  const [module = {}] = await ask(`${KIOSK}?${query}`);
  return Object.keys(module);
}

/** The faults of a question that is refused. */
async function askWrong(query: string): Promise<readonly string[]> {
  const response = await fetch(`${service.base}${KIOSK}?${query}`);
  expect(response.status).toBe(400);
  const { errors } = (await response.json()) as {
    errors: readonly { parameter: string; detail: string }[];
  };
  return errors.map(({ parameter, detail }) => `${parameter} ${detail}`);
}

describe("without a parameter", () => {
  test("a module is what it was", async () => {
    const [module = {}] = await ask(KIOSK);
    expectFields(module, { ...DETAIL, ...ADDED_TO_DETAIL });
  });

  test.each(["include=", "fields=&view=", "include=%20,%20", "fields=,"])(
    "%s is none",
    async (query) => {
      expect(await ask(`${KIOSK}?${query}`)).toEqual(await ask(KIOSK));
    },
  );
});

describe("include", () => {
  test("adds parts behind everything else, in their order", async () => {
    const plain = await askKeys("");
    expect(await askKeys("include=crons,%20Controllers,crons")).toEqual([
      ...plain,
      "controllers",
      "crons",
    ]);
    expect(await askKeys("include=all")).toEqual([...plain, ...PART_NAMES]);
    expect(await askKeys("include=all,menus")).toEqual([...plain, ...PART_NAMES]);
  });

  test("gives what the module's files say", async () => {
    const [module] = await ask(`${KIOSK}?include=all&fields=technical_name`);
    expect(module).toMatchObject({
      technical_name: "attendance_kiosk",
      controllers: [{ class_name: "KioskController", routes: [{ paths: ["/kiosk"] }, {}] }],
      access: [{ group: "base.group_user", perm_unlink: false }, {}, { group: null }],
      rules: [{ domain: "[('employee_id', '=', user.id)]" }],
      crons: [{ code: "model._close_forgotten(hours=12)", interval_type: "days" }],
      menus: [{}, { parent: "menu_attendance_root" }, { groups: ["group_attendance_manager"] }],
      actions: [{ type: "ir.actions.act_window" }, { type: "ir.actions.act_url" }],
      assets: [{ directive: "append" }, { directive: "include" }, { directive: "after" }, {}],
      readme: [
        { section: "usage", format: "md", file: "readme/USAGE.md" },
        { section: "configure", format: "rst", text: expect.stringMatching(/^Badges\n~~~~~~\n/) },
        { section: "roadmap" },
        { section: "history" },
      ],
      images: [{ kind: "icon" }, { kind: "screenshot", file: "static/description/door.svg" }],
    });
  });

  test("gives empty lists for a module that has none", async () => {
    const [module] = await ask("/v1/module/rental_core/17.0?include=crons&fields=name");
    expect(module).toEqual({ name: "Rental", crons: [] });
  });
});

describe("fields and view", () => {
  test("give these keys in the order of a whole answer", async () => {
    expect(await askKeys("fields=license,NAME,version")).toEqual(["name", "version", "license"]);
    expect(await askKeys("fields=models,menus")).toEqual(["models", "menus"]);
  });

  test("the basic view is small, the extended one is everything", async () => {
    const basic = await askKeys("view=basic");
    expect(basic).toHaveLength(18);
    expect(basic.at(-1)).toBe("organization");
    expect(basic).not.toContain("models");
    expect(await ask(`${KIOSK}?view=Extended`)).toEqual(await ask(KIOSK));
  });

  test("name keys together", async () => {
    expect(await askKeys("view=basic&fields=commit&include=rules")).toHaveLength(20);
    expect(await askKeys("view=extended&fields=name")).toEqual(await askKeys(""));
  });

  test("narrow every element, of every repository", async () => {
    const rows = await ask("/v1/module/delivery_window/16.0?fields=organization,repository");
    expect(rows).toEqual([
      { repository: "retail", organization: "harbor-works" },
      { repository: "retail", organization: "northwind-addons" },
    ]);
  });

  test("have validators of their own", async () => {
    const first = await fetch(`${service.base}${KIOSK}?view=basic`);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).not.toBe((await fetch(service.base + KIOSK)).headers.get("etag"));
    const again = await fetch(`${service.base}${KIOSK}?view=basic`, {
      headers: { "If-None-Match": etag },
    });
    expect(again.status).toBe(304);
  });
});

describe("what does not exist", () => {
  test("is refused with what does", async () => {
    const parts = PART_NAMES.join(", ");
    expect(await askWrong("include=cron")).toEqual([
      `include has "cron"; each must be one of ${parts}, all`,
    ]);
    const [fault = ""] = await askWrong("fields=name,nmae,models");
    expect(fault).toMatch(
      /^fields has "nmae"; each must be one of technical_name, name, version, /,
    );
    expect(await askWrong("view=tiny")).toEqual(["view must be one of basic, extended"]);
  });

  test("is told all at once", async () => {
    const faults = await askWrong("include=x&fields=y&view=z&include=x");
    expect(faults.map((fault) => fault.split(" ", 3).join(" "))).toEqual([
      "include must be",
      'fields has "y";',
      "view must be",
    ]);
  });

  test.each(["include", "fields", "view"])("%s twice is refused", async (name) => {
    const value = name === "view" ? "basic" : name === "include" ? "menus" : "name";
    expect(await askWrong(`${name}=${value}&${name}=${value}`)).toEqual([
      `${name} must be given once`,
    ]);
  });

  test.each(["__proto__", "constructor", "*", "x".repeat(3000)])("%.12s is none", async (word) => {
    expect(await askWrong(`fields=${word}`)).toHaveLength(1);
  });

  test("an unknown module is 404 whatever is asked of it", async () => {
    const response = await fetch(`${service.base}/v1/module/nothing/17.0?include=all`);
    expect(response.status).toBe(404);
  });
});
