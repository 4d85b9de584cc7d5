// Controllers out of Python source: which classes and methods are, and what a route says.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePythonFile } from "../../../../builder/parse/python/python-file.js";
import type { RouteRecord } from "../../../../data/module/module-parts.js";
import { anyCharacter } from "../../../support/properties.js";
import { listRecords, toBytes } from "./outline.js";

/** Classes, then their routes with what they say: one line a fact. */
function outline(source: string): readonly string[] {
  const { value } = parsePythonFile(toBytes(source));
  return value.controllers.flatMap(({ class_name: name, inherit_from: bases, routes }) => [
    `${name}(${bases.join(", ")})`,
    ...routes.map(outlineRoute),
  ]);
}

function outlineRoute({ name, paths, line: _line, ...said }: RouteRecord): string {
  const facts = Object.entries(said).filter(([, value]) => value !== null);
  const words = facts.map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return [`  ${name}: ${paths.join(" | ")}`, ...words].join(" ");
}

/** One route with the given decorator, of a class that imports `http` of the platform. */
function outlineDecorator(decorator: string): string | undefined {
  const source = `from odoo import http\nclass A(http.Controller):\n    @${decorator}\n    def a(self):\n        pass\n`;
  return outline(source)[1]?.trim();
}

describe("controllers", () => {
  it("reads classes with routes, their bases as written", () => {
    const source = `
from odoo import http
from odoo.http import route, request
from odoo.addons.website_sale.controllers.main import WebsiteSale

class Shop(WebsiteSale, http.Controller):
    @http.route(['/shop', '/shop/page/<int:page>'], type='http', auth="public", website=True)
    def shop(self, page=0, **post):
        """Lists products."""

    @route()
    def cart(self, **post):
        return super().cart(**post)

    def helper(self):
        pass

class Plain(http.Controller):
    def nothing(self):
        pass
`;
    expect(outline(source)).toEqual([
      "Shop(WebsiteSale, http.Controller)",
      '  shop: /shop | /shop/page/<int:page> type="http" auth="public" website=true',
      "  cart: ",
    ]);
  });

  it.each([
    ["http.route('/a')", "a: /a"],
    ["http.route(route='/a')", "a: /a"],
    ["http.route(('/a', '/b'))", "a: /a | /b"],
    ["http.route('/a', methods=['GET', 'POST'])", 'a: /a methods=["GET","POST"]'],
    ["http.route('/a', csrf=False, cors='*')", 'a: /a csrf=false cors="*"'],
    ["http.route('/a', auth=None)", "a: /a"],
    [
      "http.route('/a', sitemap=False, save_session = False)",
      'a: /a attrs={"sitemap":"False","save_session":"False"}',
    ],
    ["http.route('/a', type=TYPE)", 'a: /a attrs={"type":"TYPE"}'],
    [
      "http.route('/a', methods=METHODS + ['GET'])",
      'a: /a attrs={"methods":"METHODS + [\'GET\']"}',
    ],
    ["http.route('/a', **options)", 'a: /a attrs={"**":"options"}'],
    ["http.route([BASE, '/b'])", "a: BASE | /b"],
    ["http.route(BASE + '/b')", "a: BASE + '/b'"],
    ["http.route(f'/{x}')", "a: f'/{x}'"],
    ["http.route", "a:"],
    ["odoo.http.route('/a')", "a: /a"],
    ["app.route('/a')", undefined],
    ["http.router('/a')", undefined],
  ])("%s", (decorator, expected) => {
    expect(outlineDecorator(decorator)).toBe(expected);
  });

  it("knows constants of the file and of the class", () => {
    const source = `
from odoo import http
BASE = "/api"
class A(http.Controller):
    kind = "json"
    @http.route([BASE, BASE + "/v1"], type=kind)
    def a(self):
        pass
`;
    expect(outline(source)[1]).toBe('  a: /api | /api/v1 type="json"');
  });

  it("reads one behind other decorators, and of several routes the first", () => {
    const source = `
from odoo import http
class A(http.Controller):
    @other(1)
    @http.route("/a")
    @http.route("/b")
    async def a(self):
        pass
`;
    expect(outline(source)[1]).toBe("  a: /a");
  });

  it("reads the old decorators, whose path is made of class and method", () => {
    const source = `
import openerp.addons.web.http as openerpweb
class A(openerpweb.Controller):
    _cp_path = '/web/a'
    @openerpweb.jsonrequest
    def get_list(self, req):
        print req
    @openerpweb.httprequest
    def index(self, req):
        pass
`;
    expect(outline(source)).toEqual([
      "A(openerpweb.Controller)",
      '  get_list: /web/a/get_list type="json"',
      '  index: /web/a type="http"',
    ]);
  });

  it("leaves models of the same file what they are", () => {
    const source = `
from odoo import http, models
class M(models.Model):
    _name = "m"
class A(http.Controller):
    @http.route("/a")
    def a(self):
        pass
`;
    const { value } = parsePythonFile(toBytes(source));
    expect(listRecords(value).map((model) => model.class_name)).toEqual(["M"]);
    expect(value.controllers.map((controller) => controller.class_name)).toEqual(["A"]);
  });

  it("reads any text in a decorator", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(() => outlineDecorator(`http.route(${text})`)).not.toThrow();
      }),
    );
  });
});
