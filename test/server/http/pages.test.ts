// The explorer over a real socket, as far as it is the server's: pages can be read without script, hold
// nothing inline, load nothing from elsewhere, lead nowhere that is not there, and are small.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { once } from "../../../server/lookup/memo.js";
import { createDamagedSnapshot } from "../../support/fixture-snapshot.js";
import { PAGES } from "./demo-pages.js";
import { listAddresses, listElements, listLinked } from "./page-markup.js";
import { expectProblem } from "../../support/problem-body.js";
import { decodeText, sendRequest, type RawAnswer } from "../../support/raw-http.js";
import { startService } from "../../support/running-service.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";
import { sampleCases } from "../../support/properties.js";

const service = await serveSharedSnapshot();

/** Headers of a browser. */
const BROWSER = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Encoding": "br, gzip, deflate",
};

const FRAMES = new Set(["iframe", "object", "embed", "base"]);

function open(target: string, { port } = service): Promise<RawAnswer> {
  return sendRequest(port, { target, headers: BROWSER });
}

async function read(target: string, of = service): Promise<string> {
  return decodeText(await open(target, of));
}

describe.each(sampleCases(PAGES))("%s", (target) => {
  const openOnce = once(() => open(target));
  const readOnce = async (): Promise<string> => decodeText(await openOnce());

  test("is a page for browsers that may do little", async () => {
    const answer = await openOnce();
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'sha256-[\w+/=]{44}'; img-src 'self'; /,
    );
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    const [, style = ""] = /<style>([^]*?)<\/style>/.exec(decodeText(answer)) ?? [];
    expect(policy).toContain(`'sha256-${createHash("sha256").update(style).digest("base64")}'`);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });

  test("holds one style inline, no script, and loads nothing from elsewhere", async () => {
    const markup = await readOnce();
    const inline: unknown[] = [];
    for (const { tagName = "", properties = {} } of listElements(markup)) {
      const isScript = tagName === "script" && properties["type"] !== "application/ld+json";
      const isFrom = isScript && !String(properties["src"]).startsWith("/assets/");
      const isInline = Object.keys(properties).some((name) => /^on|^style$/i.test(name));
      if (isFrom || isInline || FRAMES.has(tagName)) inline.push({ tagName, properties });
    }
    expect(inline).toEqual([]);
    expect(markup.match(/<style/g)).toHaveLength(1);
    const addresses = listAddresses(markup);
    const linked = addresses.flatMap(([tag, address]) => (tag === "form" ? [] : [address]));
    expect(listLinked(markup)).toEqual(linked);
    const loaded = addresses.filter(([tag]) => tag !== "a");
    expect(loaded.filter(([, address]) => !/^(?:#|\/(?!\/))/.test(address))).toEqual([]);
    // Columns do not move while rows arrive.
    expect(markup).toContain('href="#end" blocking="render"');
    expect(markup).toContain('<footer class="wide" id="end">');
  });

  test("shows no sign of its template", async () => {
    const words = (await readOnce())
      .replaceAll(/<(style|script|code|pre)\b[^]*?<\/\1>/g, "")
      .replaceAll(/<[^>]*>/g, "\n");
    expect(words.match(/.*(?:\$\{|undefined\b|\[object ).*|^[^{\n]*\}.*/gm)).toBeNull();
  });

  test("has headings in order, one of the first level, a title, a language and a way past the menu", async () => {
    const markup = await readOnce();
    const elements = listElements(markup);
    const levels = elements.flatMap(({ tagName = "" }) => /^h([1-6])$/.exec(tagName)?.[1] ?? []);
    expect(levels.filter((level) => level === "1")).toHaveLength(1);
    expect(levels.filter((level, at) => Number(level) > Number(levels[at - 1] ?? 0) + 1)).toEqual(
      [],
    );
    // A browser would close the paragraph before what is folded out.
    expect(markup).not.toMatch(/<p\b(?:(?!<\/p>)[^])*<details/);
    expect(elements.filter(({ tagName }) => tagName === "title")).toHaveLength(1);
    expect(elements.find(({ tagName }) => tagName === "html")?.properties?.["lang"]).toBe("en");
    expect(elements.some(({ properties }) => properties?.["href"] === "#main")).toBe(true);
    const ids = elements
      .map(({ properties }) => properties?.["id"])
      .filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("the first view", () => {
  test("tells the browser of every script that one of its scripts imports", async () => {
    const told = listAddresses(await read("/")).map(([, address]) => address);
    const scripts = told.filter((address) => address.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(3);
    for (const address of scripts) {
      const imported = [...(await read(address)).matchAll(/from\s*"([^"]+)"/g)];
      for (const [, name = ""] of imported) {
        expect(told).toContain(new URL(name, `http://localhost${address}`).pathname);
      }
    }
  });
});

describe("files that pages load", () => {
  test("can be kept for ever", async () => {
    const [, address = ""] =
      listAddresses(await read("/")).find(([, one]) => one.endsWith(".js")) ?? [];
    const answer = await open(address);
    expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(answer.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(answer.headers["content-encoding"]).toBe("br");
  });

  test.each([
    "/assets/x/explorer/client/none.js",
    "/assets/x/explorer/..%2f..%2fserver/app.js",
    "/assets/x/explorer/style/..%2fpages.ts",
  ])("and nothing else: %s", async (target) => {
    const answer = await open(target);
    expect([answer.status, answer.headers["content-type"]]).toEqual([
      404,
      "application/problem+json",
    ]);
  });
});

describe("what was asked for", () => {
  test("is in the page of a search, with the reason", async () => {
    const page = await read("/?q=rental");
    expect(page).toContain('href="/module/rental_core/17.0"');
    expect(page).toContain("name starts with it");
    expect(page).toMatch(/href="\/model\/rental.order"[\s\S]*?Model/);
    const meant = await read("/?q=remind+customers+who+have+not+paid");
    expect(meant).toContain("Invoice <mark>Remind</mark>er");
    expect(meant).not.toContain("matches the meaning");
    expect(meant).toMatch(/Newest commit in this index: <time>20\d\d-\d\d-\d\d<\/time>\./);
  });

  test("is in the page of a module", async () => {
    const page = (await read("/module/rental_deposit/17.0")).replaceAll("<wbr />", "");
    for (const part of [
      "Take a deposit and give it back when the article returns",
      "<code>deposit_state</code>",
      '<code>_deposit_states</code></a></th><td data-head="Signature"><code>(self)</code>',
      "rental_order_view_form_deposit",
      "pip install html2text",
      "git clone --branch 17.0 --depth 1 https://git.example.org/harbor-works/retail.git",
      'href="/module/rental_fleet/17.0"',
      "<svg",
    ]) {
      expect(page).toContain(part);
    }
  });

  test("says how to install it, in several ways and with all that it needs", async () => {
    const page = await read("/module/rental_deposit/17.0");
    for (const part of [
      /<input type="radio" name="install" id="install-git"\s+checked \/>/,
      /<code>\.\/retail:\n {2}remotes:\n/,
      /<code>git clone <span>--branch<\/span> 17\.0 <span>--depth<\/span> 1 \S+ retail/,
      /<code>pip install &#39;odoo-addon-rental_deposit&gt;=17\.0dev,&lt;17\.1dev&#39;</,
      /<code>odoo -d DATABASE -i rental_deposit <span>--addons-path<\/span>=\S*retail/,
    ]) {
      expect(page).toMatch(part);
    }
  });

  test("has all its versions, and what is different there", async () => {
    const page = await read("/module/rental_core/17.0");
    expect(page).toMatch(/href="\/module\/rental_core\/17\.0"[^>]* aria-current="page">17\.0</);
    expect(page).toContain('href="/module/rental_core/diff/16.0/17.0">Compare 16.0 with 17.0<');
    const diff = await read("/module/rental_core/diff/16/17");
    expect(diff).toContain("rental_core: 16.0 → 17.0</h1>");
    expect(diff).not.toContain('href="/module/rental_core/diff/16/');
    expect(page).toContain('id="install"');
    expect(await read("/module/delivery_window/17.0")).not.toContain('id="install"');
  });

  test("is on a branch of its own name", async () => {
    expect(await read("/module/tool_loan/17.0")).toContain("git clone --branch main --depth 1 ");
  });

  test("is what its readme folder says, folded", async () => {
    const page = await read("/module/attendance_kiosk/17.0");
    const folds = [
      ...page.matchAll(/<summary>([^<]*)<\/summary>\s*<div class="inside">\s*<div class="text">/g),
    ];
    expect(folds.map(([, title]) => title)).toEqual([
      "Usage",
      "Configuration",
      "Known issues",
      "Changelog",
    ]);
    for (const part of [
      /<li>A <strong>green<\/strong> screen: the time was taken.<\/li>/,
      /press\s<strong>Print badge<\/strong>. See <a href="https:\/\/kiosk.example\/manual" rel="nofollow/,
      /Icon and screenshots in its repository: <code>icon.svg<\/code> <code>door.svg<\/code>/,
    ]) {
      expect(page).toMatch(part);
    }
    expect(page.slice(page.indexOf("<main"))).not.toContain("<img");
    expect(await read("/module/rental_core/17.0")).not.toContain(
      '<div class="inside"><div class="text">',
    );
  });

  test("is what else the module brings, folded", async () => {
    const page = (await read("/module/attendance_kiosk/17.0")).replaceAll("<wbr />", "");
    for (const part of [
      />HTTP routes <span class="number">2</,
      /<code>\/kiosk\/badge<\/code>[\s\S]*>json<[\s\S]*>POST<[\s\S]*>public<[\s\S]*<code>KioskController.check_badge</,
      /<code>attendance.entry<\/code><\/th><td data-head="Group">base.group_user<[\s\S]*read, write, create, not delete</,
      /<code>\[\(&#39;employee_id&#39;, &#39;=&#39;, user.id\)\]</,
      />1 days<[\s\S]*<code>model._close_forgotten\(hours=12\)</,
      />Menus <span/,
      />Actions <span/,
    ]) {
      expect(page).toMatch(part);
    }
    expect(page).toContain('<details class="fold"');
    expect(await read("/module/credit_limit/17.0")).not.toContain(
      "Security, routes, menus and more",
    );
  });

  test("is said to be unknown, with what is near", async () => {
    const answer = await open("/module/rental_cor");
    expect(answer.status).toBe(404);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(decodeText(answer)).toMatch(/Did you mean[\s\S]*href="\/module\/rental_core"/);
    expect(decodeText(await open("/module/purchase"))).toContain(
      'href="/?q=depends%3Apurchase+version%3A17.0"',
    );
    expect(await read("/module/rental_core/8.0")).toContain('href="/module/rental_core/17.0"');
    expect(await read("/repo/retai")).toContain('href="/repo/retail"');
    expect(await read("/module/purchase/17.0")).toContain("is part of Odoo 17.0 itself");
    expect((await open("/module/rental_core/nonsense")).status).toBe(400);
    expect((await open("/module/%ff")).status).toBe(400);
  });

  test("is a repository, whose modules are filtered, sorted and taken along", async () => {
    const asked = "/repo/retail?table=modules-harbor-works&by=-technical_name";
    const csv = decodeText(await open(`${asked}&with=rental&as=csv`))
      .trimEnd()
      .split("\r\n");
    expect(csv[0]).toMatch(/^technical_name,19\.0,/);
    const names = csv.slice(1).map((line) => line.split(",")[0]);
    expect(names).toContain("rental_core");
    expect(names).toEqual(names.toSorted().toReversed());
    expect(await read(`${asked}&with=rental`)).toMatch(/<table class="matrix coverage">/);
    expect(decodeText(await open("/?table=repositories&with=retail&as=csv"))).toMatch(
      /^provider,modules,last_commit\r\nharbor-works\/retail,\d+,2026-02-20\r\n/,
    );
  });

  test("is the largest repository of a name, beside the names of the others", async () => {
    const largest = await read("/repo/retail");
    expect(largest).toMatch(/<title>harbor-works\/retail /);
    expect(largest).toMatch(
      /<section id="table-alike">[^]*href="\/repo\/northwind-addons\/retail"/,
    );
    const other = await read("/repo/northwind-addons/retail");
    expect(other).toMatch(/<title>northwind-addons\/retail /);
    expect(other).not.toContain("table-alike");
  });

  test("is where a model, its fields and a view come from", async () => {
    const model = await read("/model/bank.import.transaction?platform_version=17.0");
    expect(model).toMatch(
      /modules of a row stand in load order\. Inherited fields are listed on the pages of their models\.<[\s\S]*<tr id="field-state">[\s\S]*?bank_import_core<\/a>, <a href="\/module\/bank_reconcile_rules\/17.0">/,
    );
    const view = await read("/view/rental_core.rental_order_view_form?platform_version=17.0");
    expect(view).toContain("rental_order_view_form_deposit");
    expect(await read("/model/res.partne")).toContain('href="/model/res.partner"');
    expect(await read("/?q=res.partner")).toContain('href="/model/res.partner"');
  });

  test("is what the search says it cannot do", async () => {
    const page = await read("/?q=x&platform_version=nonsense");
    expect(page).toMatch(
      /role="alert"[\s\S]*<code>platform_version<\/code> must be an Odoo version/,
    );
    expect(await read("/?q=https://git.example.org/nobody/nothing")).toContain("Nothing found.");
  });
});

describe("where no page can be shown", () => {
  test("a defect is a page with the name of the request, and no details", async () => {
    const folder = await createDamagedSnapshot();
    const other = await startService(folder, { checksSnapshot: false });
    const target = "/module/rental_core/17.0";
    const answer = await sendRequest(other.port, {
      target,
      headers: { ...BROWSER, "X-Request-Id": "mine" },
    });
    expect(answer.status).toBe(500);
    expect(answer.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-request-id": "mine",
    });
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
    const page = decodeText(answer);
    expect(page).toMatch(/<h1>Internal error<\/h1>[\s\S]*<code>mine<\/code>/);
    expect(page).not.toMatch(/records\.bytes|\/tmp|Error/);
    // Pages are for people: a request for one gets one.
    const head = await sendRequest(other.port, { target, method: "HEAD" });
    expect([head.status, head.headers["content-length"], head.bytes.length]).toEqual([
      500,
      expect.stringMatching(/^\d{5}$/),
      0,
    ]);
    const answers = await sendRequest(other.port, { target: `/v1${target}`, headers: BROWSER });
    expectProblem(answers, { status: 500, code: "internal_error", instance: `/v1${target}` });
    expect(other.log).toHaveLength(3);
    await other.stop();
  });

  test.each(["/nothing", "/modules/rental_core"])("%s is a page for browsers", async (target) => {
    const answer = await open(target);
    expect([answer.status, answer.headers["content-type"]]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
    expect(decodeText(answer)).toMatch(/There is no page at this address[\s\S]*href="\/"/);
    expectProblem(await sendRequest(service.port, { target }), {
      status: 404,
      code: "unknown_path",
      instance: target,
    });
  });

  test("the interface says the same to everyone", async () => {
    for (const [target, code] of [
      ["/v1/nothing", "unknown_path"],
      ["/v1/module/rental_cor", "unknown_module"],
    ] as const) {
      expectProblem(await open(target), { status: 404, code, instance: target });
    }
  });
});

test("/ is for programs what it was", async () => {
  const plain = await sendRequest(service.port, { target: "/" });
  expect(plain.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(plain.headers["vary"]).toBe("Accept, Accept-Encoding");
  expect((await open("/")).headers["vary"]).toBe("Accept, Accept-Encoding");
});

test("a page that the client has is not sent again", async () => {
  const first = await open("/module/rental_core");
  const headers = { ...BROWSER, "If-None-Match": String(first.headers["etag"]) };
  expect((await sendRequest(service.port, { target: "/module/rental_core", headers })).status).toBe(
    304,
  );
});
