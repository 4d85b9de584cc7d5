// Pictures of a module: links, or the pictures themselves where the operator lets browsers ask a forge.
import { describe, expect, test } from "vitest";
import { toPictureAddress } from "../../../server/contract/browser/line-address.js";
import { writePolicy } from "../../../server/explorer/document.js";
import { renderPictures } from "../../../server/explorer/page/module/page.js";

const ON_GITHUB = "https://github.com/OCA/crm/blob/abc/crm_claim/{+file}#L{line}";
const FILE = "static/description/form view.png";
const MODULE = { images: [{ kind: "screenshot", file: FILE }], line_url: ON_GITHUB } as const;
const RAW =
  "https://raw.githubusercontent.com/OCA/crm/abc/crm_claim/static/description/form%20view.png";

describe("the address of a picture", () => {
  test.each([
    [ON_GITHUB, RAW],
    [
      "https://gitlab.com/a/b/-/blob/abc/{+file}#L{line}",
      /^https:\/\/gitlab\.com\/a\/b\/-\/raw\/abc\//,
    ],
    ["https://codeberg.org/a/b/src/commit/abc/{+file}#L{line}", /\/raw\/commit\/abc\//],
    ["https://bitbucket.org/a/b/src/abc/{+file}#lines-{line}", /\/a\/b\/raw\/abc\//],
    ["http://github.com/a/b/blob/abc/{+file}", undefined],
    ["https://a.org;script-src */x/-/blob/abc/{+file}", undefined],
    [null, undefined],
  ])("by %s is %s", (template, address) => {
    const found = toPictureAddress(FILE, template);
    if (address instanceof RegExp) expect(found).toMatch(address);
    else expect(found).toBe(address);
  });
});

describe("pictures of a module", () => {
  test("are links", () => {
    const page = renderPictures(MODULE);
    expect(page === false ? "" : page.text).toContain("form view.png</a>");
    expect(page === false ? "" : page.text).not.toContain("<img");
  });

  test("are shown where that is allowed, without telling the forge of the page", () => {
    const page = renderPictures(MODULE, true);
    expect(page === false ? "" : page.text).toContain(`<img src="${RAW}"`);
    expect(page === false ? "" : page.text).toContain('referrerpolicy="no-referrer"');
  });

  test("have one size before they are loaded, and are fetched in one format", () => {
    const both = ["icon.png", "icon.svg", "icon.1.png"].map(
      (name) => ({ kind: "icon", file: `static/description/${name}` }) as const,
    );
    const page = renderPictures({ ...MODULE, images: both }, true);
    const text = page === false ? "" : page.text;
    expect(
      [...text.matchAll(/<img src="[^"]*\/([^/"]+)" alt="" width="240" height="160"/g)].map(
        ([, name]) => name,
      ),
    ).toEqual(["icon.png", "icon.1.png"]);
    expect(text).toContain("icon.svg</a>");
  });

  test("of a module whose forge is unknown are names", () => {
    const page = renderPictures({ ...MODULE, line_url: null }, true);
    const text = page === false ? "" : page.text;
    expect(text).toContain("<code>form view.png</code>");
    expect(text).not.toContain("<img");
    expect(renderPictures({ images: [], line_url: null }, true)).toBe(false);
  });

  test("may come from their hosts alone", () => {
    const policy = writePolicy({ styleHash: "x" }, { pictureOrigins: ["https://a.org"] });
    expect(policy).toContain("img-src 'self' https://a.org;");
    expect(writePolicy({ styleHash: "x" })).toContain("img-src 'self';");
  });
});
