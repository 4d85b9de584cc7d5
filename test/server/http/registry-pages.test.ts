// The pages of a system over a real socket: its models, one of them, a combined view, and where they lead.
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { listElements, readTables, toLine } from "./page-markup.js";
import { decodeText, sendRequest, type RawAnswer } from "../../support/raw-http.js";
import { serveForFile, serveSharedSnapshot } from "../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { writeSystemSnapshot, WRITTEN_SYSTEM } from "./written-system.js";

const out = join(makeTemporaryFolder(), "snapshots");
await writeSystemSnapshot(out);
const service = await serveSharedSnapshot();
const written = await serveForFile(out);

function open(target: string, { port } = service): Promise<RawAnswer> {
  return sendRequest(port, { target, headers: { Accept: "text/html" } });
}

async function read(target: string, of = service): Promise<string> {
  const answer = await open(target, of);
  expect([target, answer.status]).toEqual([target, 200]);
  return decodeText(answer);
}

/** Rows of the table of a name, cells with bars between them. */
function readTable(markup: string, label: string): readonly string[] {
  return readTables(markup).get(label) ?? [];
}

/** Lines of the arch, each with the module before it. */
async function readArch(target: string): Promise<readonly string[]> {
  const arch = listElements(await read(target, written)).find(
    ({ properties }) => properties?.["ariaLabel"] === "Combined arch",
  );
  return (arch?.children ?? [])
    .filter(({ type }) => type === "element")
    .flatMap((run) => {
      const [who, lines] = run.children ?? [];
      return (lines?.children ?? []).map((line) => `${who && toLine(who)}: ${toLine(line)}`);
    });
}

/** Without `action` it asks the page that it stands on. */
const FORM = '<form class="plan-form" method="get">';

const SYSTEM = "platform_version=17.0&modules=rental_deposit,fleet_logbook";

describe("models of a system", () => {
  test("are listed with who made each", async () => {
    const page = await read(`/registry/models?${SYSTEM}`);
    const rows = readTable(page, "Models");
    expect(rows).toContainEqual(
      expect.stringMatching(
        /^rental\.order \| Rental order \| Model \| rental_core \| \d+ \| \d+ \| /,
      ),
    );
    const [, address = ""] = /href="(\/v1\/[^"]+)">JSON/.exec(page) ?? [];
    const answer = await open(address.replaceAll("&amp;", "&"));
    expect(JSON.parse(decodeText(answer))).toHaveLength(rows.length);
    expect(address).toContain("limit=5000");
    expect(page).toContain(
      'href="/registry/models/rental.order?platform_version=17.0&amp;modules=',
    );
  });

  test("are filtered without scripts", async () => {
    const list = async (words: string): Promise<readonly string[]> => {
      const rows = readTable(
        await read(`/registry/models?${SYSTEM}&table=models&${words}`),
        "Models",
      );
      return rows.map((row) => row.split(" | ")[0] ?? "");
    };
    const all = await list("");
    expect(await list("with=RENTAL+line")).toEqual(["rental.order.line"]);
    const ordered = await list("by=-model");
    expect(ordered).toEqual(all.toReversed());
    expect(await list(`first=${all.length - 1}`)).toEqual(all.slice(-1));
    expect(await read(`/registry/models?${SYSTEM}&table=models&with=none+such`)).toContain(
      "No row has these words",
    );
  });

  test("are taken along as they are shown", async () => {
    const page = await read(`/registry/models?${SYSTEM}&table=models&by=-model&with=rental`);
    const shown = readTable(page, "Models").map((row) => row.split(" | ")[0]);
    expect(shown.length).toBeGreaterThan(1);
    const take = async (form: string) =>
      decodeText(
        await open(`/registry/models?${SYSTEM}&table=models&by=-model&with=rental&as=${form}`),
      );
    const rows = JSON.parse(await take("json")) as readonly { readonly model: string }[];
    expect(rows.map(({ model }) => model)).toEqual(shown);
    const [head = "", ...lines] = (await take("csv")).trimEnd().split("\r\n");
    expect(head).toMatch(/^model,description,/);
    expect(lines.map((line) => line.split(",")[0])).toEqual(shown);
    expect(page).toMatch(/<button[^>]* name="as" value="csv">CSV<\/button>/);
  });

  test("are asked for by a form, with the newest version chosen", async () => {
    const page = await read("/registry/models");
    expect(page).toMatch(/<option value="17\.0"\s+selected>/);
    expect(readTable(page, "Models")).toEqual([]);
    const wrong = decodeText(
      await open("/registry/models?modules=rental_core&platform_version=3.0"),
    );
    expect(wrong).toMatch(/There is no module at the Odoo version/);
    expect(wrong).toContain("/registry/models?modules=rental_core&amp;platform_version=17.0");
  });

  test.each(["models", "access", "menus", "records", "assets"])(
    "%s are asked for where no module is named, and told below what was asked",
    async (list) => {
      const form = await read(`/registry/${list}`);
      expect(form).toContain(FORM);
      expect(form).not.toContain('<details class="asked"');
      const page = await read(`/registry/${list}?${SYSTEM}`);
      expect(page).toMatch(/<summary>\s*<span>2 modules: <code>rental_deposit, fleet_logbook</);
      expect(page.indexOf("<summary>")).toBeLessThan(page.indexOf(FORM));
    },
  );

  test.each([
    ["access", "module=rental_core&granted_to=everyone"],
    ["records", "model=ir.ui.view&module=rental_core&ids=own"],
  ])("%s stay narrowed down when another system is asked for", async (list, filter) => {
    const page = await read(`/registry/${list}?${SYSTEM}&${filter}`);
    const start = page.indexOf(FORM);
    const form = page.slice(start, page.indexOf("</form>", start));
    const hidden = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]+)"/g)];
    expect(hidden.map(([, name, value]) => `${name}=${value}`).join("&")).toBe(filter);
  });

  test("of one model are asked for again on its own page", async () => {
    const page = await read(`/registry/models/rental.order?${SYSTEM}`);
    expect(page).toContain(FORM);
    expect(page).not.toContain(' action="/registry');
  });

  test("say of a view which code changes it when it is asked for", async () => {
    const at = "platform_version=19.0&modules=rental_inspection";
    const form = await read(`/registry/views/rental_core.rental_order_view_form?${at}`);
    expect(readTable(form, "Methods that may change it further at run time")).toEqual([
      expect.stringMatching(/^_get_view \| rental\.order \| rental_inspection \| /),
    ]);
    const partner = await read(`/registry/views/base.view_partner_form?${at}`);
    expect(partner).not.toContain("may change it further");
  });

  test("are told although an address says no version", async () => {
    const page = await read("/registry/access?modules=rental_deposit");
    expect(page).toContain("for Odoo 17.0");
  });

  test("are led to by plans, modules and views", async () => {
    expect(await read("/plan?modules=rental_deposit&exclude=rental_fleet")).toContain(
      'href="/registry/models?platform_version=17.0&amp;modules=rental_deposit&amp;exclude=rental_fleet"',
    );
    expect(await read("/module/rental_deposit/17.0")).toContain(
      'href="/registry/models?platform_version=17.0&amp;modules=rental_deposit&amp;prefer=harbor-works/retail"',
    );
    expect(await read("/view/rental_core.rental_order_view_form?platform_version=17.0")).toContain(
      'href="/registry/views/rental_core.rental_order_view_form?platform_version=17.0&amp;modules=rental_deposit&amp;prefer=harbor-works/retail"',
    );
  });
});

describe("a model of a system", () => {
  test("has its fields, with who defines each", async () => {
    const page = await read(`/registry/models/sale.order?${WRITTEN_SYSTEM}`, written);
    const rows = readTable(page, "Fields");
    expect(rows).toContainEqual(
      expect.stringMatching(
        /^partner_id \| Partner \| many2one \| res\.partner \| required, readonly \| .*\bsale, sale_stock \| sale_stock models\/models\.py:12, sale models\/models\.py:12$/,
      ),
    );
    expect(rows).toContainEqual(
      expect.stringMatching(/^picking_id \| Picking \| many2one \| _unknown \| /),
    );
    expect(rows).toContainEqual(expect.stringMatching(/^id \| ID \| integer \| .*automatic/));
    expect(page).toMatch(
      /href="https:\/\/github\.com\/acme\/sales\/blob\/[0-9a-f]{40}\/sale_stock\/models\/models\.py#L12"/,
    );
    expect(page).toContain(
      `href="/registry/models/res.partner?${WRITTEN_SYSTEM.replace("&", "&amp;")}"`,
    );
  });

  test("has its methods, with where super() ends", async () => {
    const page = await read(`/registry/models/sale.order?${WRITTEN_SYSTEM}`, written);
    expect(readTable(page, "Methods").map((row) => row.split(" | ").slice(0, 3))).toEqual([
      ["action_confirm", "sale_stock", "not called"],
      ["action_confirm", "sale", "never reached"],
      ["write", "sale_stock", "calls the next row"],
      ["write", "sale", "calls the next row"],
      ["write", "base", "calls the ORM or an unlisted module"],
    ]);
  });

  test("has its classes in order, and what points at it", async () => {
    const page = await read(`/registry/models/rental.order?${SYSTEM}`);
    expect(readTable(page, "Classes")).toContainEqual(
      expect.stringMatching(
        /^rental_core \| RentalOrder \| rental\.order \| models\/rental_order\.py:4$/,
      ),
    );
    expect(readTable(page, "Used by")).toContainEqual(
      expect.stringMatching(
        /^rental_deposit\.rental_order_view_form_deposit \| view \| .*inherits rental_core\.rental_order_view_form/,
      ),
    );
    expect(readTable(page, "Used by").join("\n")).not.toContain("nothing");
    expect(page).toContain('data-rows="all"');
  });
});

describe("a view of a system", () => {
  const view = `/registry/views/sale.form?${WRITTEN_SYSTEM}`;

  test("shows who put what there, by the module's name", async () => {
    const lines = await readArch(view);
    expect(lines).toEqual([
      'sale: 12<form string="Orders &amp; &quot;more&quot;">',
      'sale: 13<field name="partner_id" readonly="1"sale_stock:27/>',
      'sale_stock: 24<field name="picking_id"/>',
      expect.stringMatching(/^sale: 13<field name="note" help="&quot;'&gt;&lt;script&gt;/),
      "sale: 14<p>Pay <b>textsale_stock:26 and <i>sale_stock:26soon</i></b> of it</p>",
      "sale: </form>",
    ]);
  });

  test("has what was applied, and what could not be", async () => {
    const page = await read(view, written);
    expect(readTable(page, "Applied views, in this order")).toEqual([
      expect.stringMatching(
        /^sale\.form \| order\.form \| primary \| sale \| 16 \| {2}\| 5 \| \S*views\.xml:12$/,
      ),
      expect.stringMatching(
        /^sale_stock\.form \| order\.form\.stock \| extension \| sale_stock \| 16 \| \d \| 2 \| \S*views\.xml:22$/,
      ),
    ]);
    expect(readTable(page, "Parts that could not be applied")).toEqual([
      expect.stringMatching(
        /^sale_stock\.form \| sale_stock \| \S*views\.xml:\d+ \| Nothing in the combined arch is what the spec looks for/,
      ),
    ]);
    expect(page).toMatch(
      /class="share share-1"[\s\S]*>sale_stock<\/a>\s*<span class="number"\s*>2</,
    );
  });

  test("stops at a module, with the way to the next", async () => {
    const page = await read(`${view}&at=sale`, written);
    expect(await readArch(`${view}&at=sale`)).not.toContainEqual(
      expect.stringMatching(/^sale_stock/),
    );
    expect(page).toMatch(/as it is after\s*<code>sale<\/code>/);
    expect(page).toMatch(/→ next, after <code>sale_stock<\/code>/);
    expect(page).toMatch(/class="share share-1 later"/);
    expect(await read(view, written)).toMatch(/&amp;at=sale">← before, after <code>sale<\/code>/);
  });
});

describe("where a system does not have it", () => {
  test("what is near leads to the same system", async () => {
    const model = await open(`/registry/models/rental.ordr?${SYSTEM}`);
    expect(model.status).toBe(404);
    expect(decodeText(model)).toContain(
      'href="/registry/models/rental.order?platform_version=17.0&amp;',
    );
    const view = `/registry/views/sale.form?${WRITTEN_SYSTEM}`;
    const at = await open(`${view}&at=sale_stok`, written);
    expect([at.status, decodeText(at)]).toEqual([
      404,
      expect.stringMatching(/href="\/registry\/views\/sale\.form\?[^"]*at=sale_stock"/),
    ]);
    // A wizard may make a view, and nothing else a model.
    const other = await open("/registry/views/sale.from?" + WRITTEN_SYSTEM, written);
    expect(decodeText(other)).toMatch(/No data file of the system makes the view .* running code/);
    expect(decodeText(model)).toContain("The system has no model");
    const version = await open(
      `/registry/models/rental.order?modules=rental_core&platform_version=3.0`,
    );
    expect(decodeText(version)).toMatch(
      /href="\/registry\/models\/rental\.order\?modules=rental_core&amp;platform_version=17\.0"/,
    );
    const none = await open("/registry/models/rental.order?platform_version=17.0");
    expect([none.status, decodeText(none)]).toEqual([
      404,
      expect.stringContaining('href="/registry/models'),
    ]);
  });

  test("names that the index does not have are said", async () => {
    const page = await read("/registry/models?platform_version=17.0&modules=rental_core,no_such");
    expect(page).toMatch(/Not indexed[^<]*<code>no_such<\/code>/);
  });
});

test("of a long list of modules the names stand in the page once", async () => {
  const names = ["rental_deposit", ...Array.from({ length: 90 }, (_, at) => `no_such_${at}`)];
  const page = await read(`/registry/models?platform_version=17.0&modules=${names.join(",")}`);
  expect(page.split("no_such_89").length).toBeLessThan(8);
  expect(page).toContain('form="system" formaction="/registry/models/rental.order"');
  // Filters of a list do not follow to other pages.
  const narrowed = await read(
    `/registry/records?platform_version=17.0&module=base&modules=${names.join(",")}`,
  );
  const [, form = ""] = /<form id="system"([\s\S]*?)<\/form>/.exec(narrowed) ?? [];
  expect([...form.matchAll(/name="(\w+)"/g)].map(([, name]) => name)).toEqual([
    "platform_version",
    "modules",
  ]);
});

test("what means harm stays text", async () => {
  for (const target of ["models/sale.order", "views/sale.form"]) {
    const markup = await read(`/registry/${target}?${WRITTEN_SYSTEM}`, written);
    const elements = listElements(markup);
    const scripts = elements.filter(({ tagName }) => tagName === "script");
    expect(scripts.every(({ properties }) => properties?.["src"] !== undefined)).toBe(true);
    const images = elements.filter(({ tagName }) => tagName === "img");
    expect(images).toHaveLength(1);
  }
});

describe("lines of a module", () => {
  test("are shown with its models, fields, methods and views", async () => {
    const page = (await read("/module/rental_core/17.0")).replaceAll("<wbr />", "");
    for (const part of [
      ">models/rental_order.py:4<",
      ">models/rental_order.py:15<",
      ">views/rental_order_views.xml:3<",
    ]) {
      expect(page).toContain(part);
    }
    const view = await read("/view/rental_core.rental_order_view_form?platform_version=17.0");
    expect(view.replaceAll("<wbr />", "")).toContain(">views/rental_order_views.xml:3<");
    const kiosk = await read("/module/attendance_kiosk/17.0");
    expect(kiosk.replaceAll("<wbr />", "")).toMatch(/\w+\.(?:xml|csv|py):\d+<\/code>/);
  });
});
