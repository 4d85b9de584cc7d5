// Files at the root of the site, over a real socket: every address in them leads to a page, and where the service
// does not know its own address it names none.
import { describe, expect, test } from "vitest";
import { parsePublicUrl } from "../../../server/commands/serve.js";
import { catchOperatorError } from "../../support/catch-error.js";
import { expectProblem } from "../../support/problem-body.js";
import { decodeJson, decodeText, sendRequest } from "../../support/raw-http.js";
import {
  getSharedSnapshots,
  serveForFile,
  serveSharedSnapshot,
} from "../../support/shared-snapshot.js";
import { sampleCases } from "../../support/properties.js";

const PUBLIC = "https://modules.example.org";

const service = await serveForFile(getSharedSnapshots(), { publicUrl: `${PUBLIC}/` });
const unnamed = await serveSharedSnapshot();

const BROWSER = { Accept: "text/html", "Accept-Encoding": "br" };

async function read(target: string, { port } = service): Promise<string> {
  const answer = await sendRequest(port, { target, headers: { "Accept-Encoding": "br" } });
  expect([target, answer.status]).toEqual([target, 200]);
  return decodeText(answer);
}

function listLocations(xml: string): readonly string[] {
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location = ""]) => location);
}

/** Paths of all addresses in the parts that the index names. */
async function readSitemap(): Promise<readonly string[]> {
  const index = listLocations(await read("/sitemap.xml"));
  const parts = await Promise.all(index.map((location) => read(location.slice(PUBLIC.length))));
  const locations = parts.flatMap(listLocations);
  expect(locations.every((location) => location.startsWith(`${PUBLIC}/`))).toBe(true);
  return locations.map((location) => location.slice(PUBLIC.length));
}

describe("the sitemap", () => {
  test("has every module, repository and model once", async () => {
    const paths = await readSitemap();
    expect(new Set(paths).size).toBe(paths.length);
    const { counts } = decodeJson(
      await sendRequest(service.port, { target: "/v1/snapshot" }),
    ) as unknown as { readonly counts: { readonly modules: number } };
    const of = (kind: string) => paths.filter((path) => path.startsWith(`/${kind}/`));
    expect(of("module")).toHaveLength(counts.modules);
    expect(of("repo")).toContain("/repo/retail");
    expect(of("model")).toContain("/model/rental.order");
    expect(paths).toContain("/changes");
  });

  test("leads to pages only", async () => {
    const broken: string[] = [];
    for (const target of sampleCases(await readSitemap())) {
      const asked = { method: "HEAD", target, headers: BROWSER };
      const { status, headers } = await sendRequest(service.port, asked);
      const isPage = status === 200 && headers["content-type"] === "text/html; charset=utf-8";
      if (!isPage) broken.push(`${target}: ${status}`);
    }
    expect(broken).toEqual([]);
  });

  test("says when a module was last updated, at whatever version", async () => {
    const rows = decodeJson(
      await sendRequest(service.port, { target: "/v1/modules?limit=500" }),
    ) as unknown as readonly { readonly technical_name: string; readonly update_date: string }[];
    const dates = rows
      .filter(({ technical_name: name }) => name === "rental_core")
      .map(({ update_date: date }) => date.slice(0, 10));
    const last = dates.toSorted().at(-1);
    expect(await read("/sitemap/modules-1.xml")).toContain(
      `<url><loc>${PUBLIC}/module/rental_core</loc><lastmod>${last}</lastmod></url>`,
    );
  });

  test.each(["modules-2", "modules-0", "modules-01", "modules", "pages-1", "none", "..%2fpages"])(
    "has no part %s",
    async (part) => {
      const target = `/sitemap/${part}.xml`;
      const answer = await sendRequest(service.port, { target });
      expectProblem(answer, { status: 404, code: "unknown_path", instance: target });
    },
  );
});

test.each(["/robots.txt", "/llms.txt", "/sitemap.xml", "/sitemap/models-1.xml"])(
  "%s is sent as other answers are",
  async (target) => {
    const plain = await sendRequest(service.port, { target });
    expect(plain.status).toBe(200);
    expect(plain.headers["content-type"]).toMatch(
      /^(?:text\/plain|application\/\S*xml); charset=utf-8$/,
    );
    expect(plain.headers["cache-control"]).toMatch(/^public/);
    const headers = { "Accept-Encoding": "br" };
    const first = await sendRequest(service.port, { target, headers });
    expect(decodeText(first)).toBe(decodeText(plain));
    const known = { ...headers, "If-None-Match": String(first.headers.etag) };
    expect((await sendRequest(service.port, { target, headers: known })).status).toBe(304);
  },
);

test.each(["/module/rental_core", "/module/rental_core/19.0"])(
  "%s has one address, a title and a description for those who link it",
  async (target) => {
    const answer = await sendRequest(service.port, { target, headers: { Accept: "text/html" } });
    const page = decodeText(answer);
    expect(page).toContain(`<link rel="canonical" href="${PUBLIC}/module/rental_core/19.0" />`);
    expect(page).toMatch(/<title>[^<]+ \(rental_core\) for Odoo 19\.0 · module-lookup<\/title>/);
    for (const one of ["og:title", "og:description"]) expect(page).toContain(`property="${one}"`);
  },
);

describe("robots.txt", () => {
  test("names the sitemap", async () => {
    expect(await read("/robots.txt")).toContain(`\nSitemap: ${PUBLIC}/sitemap.xml\n`);
  });

  test("lets nobody follow what never ends", async () => {
    const robots = await read("/robots.txt");
    for (const path of ["/?", "/plan?", "/registry/"]) {
      expect(robots).toContain(`\nDisallow: ${path}\n`);
    }
  });
});

describe("llms.txt", () => {
  test("begins as the convention says", async () => {
    expect(await read("/llms.txt")).toMatch(/^# module-lookup\n\n> Odoo [^\n]+\n\n(?!#)/);
  });

  test("has every route, those that answer most questions first", async () => {
    const text = await read("/llms.txt");
    const { routes } = decodeJson(
      await sendRequest(service.port, { target: "/v1" }),
    ) as unknown as {
      readonly routes: readonly { readonly template: string; readonly href: string }[];
    };
    for (const { template, href } of routes) {
      expect(text).toContain(`- [${template}](${PUBLIC}${href}): `);
    }
    const [first = "", rest = ""] = text.split("## Optional");
    expect(first.match(/^- /gm)).toHaveLength(16);
    expect(rest).toContain("/v1/export/modules{?format");
  });

  test("leads to answers only", async () => {
    const links = [...(await read("/llms.txt")).matchAll(/\]\((\S+?)\): /g)];
    for (const [, address = ""] of sampleCases(links)) {
      const { status } = await sendRequest(service.port, { target: address.slice(PUBLIC.length) });
      expect([address, status]).toEqual([address, 200]);
    }
  });
});

describe("where nobody told the address of the service", () => {
  test.each(["/sitemap.xml", "/sitemap/pages.xml"])(
    "there is no %s, whatever the client calls it",
    async (target) => {
      const headers = { Host: "modules.example.org", "X-Forwarded-Host": "modules.example.org" };
      const answer = await sendRequest(unnamed.port, { target, headers });
      expectProblem(answer, { status: 404, code: "unknown_path", instance: target });
      expect(decodeText(answer)).toContain("--public-url");
    },
  );

  test("no page and no file names one", async () => {
    expect(await read("/robots.txt", unnamed)).not.toContain("Sitemap");
    expect(await read("/llms.txt", unnamed)).toContain("](/openapi.json): ");
    const page = await sendRequest(unnamed.port, { target: "/changes", headers: BROWSER });
    expect(decodeText(page)).not.toContain('rel="search"');
  });
});

describe("parsePublicUrl", () => {
  test.each([
    ["https://modules.example.org", "https://modules.example.org"],
    ["HTTP://Modules.Example.org:8080/", "http://modules.example.org:8080"],
    ["http://[2001:db8::1]", "http://[2001:db8::1]"],
  ])("%s", (given, origin) => expect(parsePublicUrl(given)).toBe(origin));

  test.each([
    "modules.example.org",
    "ftp://modules.example.org",
    "https://modules.example.org/odoo",
    "https://me:secret@modules.example.org",
    "https://modules.example.org/?q=",
    "https://",
  ])("refuses %s", (given) => {
    const error = catchOperatorError(() => parsePublicUrl(given));
    expect([error.code, error.message]).toEqual([
      "setting_invalid",
      expect.stringContaining("--public-url"),
    ]);
  });
});
