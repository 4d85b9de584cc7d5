// Page of a module's readme folder.
import { expect, test } from "vitest";
import { renderPictures, renderReadme } from "../../../server/explorer/page/module/page.js";

const LINES = "https://github.com/a/b/blob/c0ffee/m/{+file}#L{line}";

function render(format: "md" | "rst", text: string, line_url: string | null): string {
  const readme = [{ section: "history", format, text, file: "readme/HISTORY.md" }] as const;
  return renderReadme({ readme: [...readme], line_url })
    .map((each) => each.text)
    .join("");
}

test("a text is folded, in the markup of its file, with a link to it", () => {
  const page = render("md", "Only *one* sign", LINES);
  expect(page).toContain("<summary>Changelog</summary>");
  expect(page).toContain("<p>Only <em>one</em> sign</p>");
  expect(page).toContain(
    '<a href="https://github.com/a/b/blob/c0ffee/m/readme/HISTORY.md" rel="external">HISTORY.md</a>',
  );
  expect(render("rst", "# no heading", LINES)).toContain("<p># no heading</p>");
  expect(render("md", "# a heading", null)).toMatch(/<h3>a heading<\/h3>[^]*<code>HISTORY.md</);
});

test("a text gives no markup of its own, and no picture", () => {
  const text = '![shot](https://example.org/a.png) <a onclick="x()">y</a><script>x</script>';
  const page = render("md", text, null);
  expect(page).not.toMatch(/<script|<img|onclick/);
  expect(page).toContain('<a href="https://example.org/a.png"');
});

test("pictures are links to where they are, not more than a page has room for", () => {
  const images = Array.from({ length: 30 }, (_, at) => ({
    kind: at === 0 ? ("icon" as const) : ("screenshot" as const),
    file: `static/description/a ${at}.png`,
  }));
  const page = renderPictures({ images, line_url: LINES });
  if (page === false) throw new Error("there are no pictures");
  expect(page.text).toContain(
    '<a href="https://github.com/a/b/blob/c0ffee/m/static/description/a%200.png" rel="external">a 0.png</a>',
  );
  expect(page.text.match(/<a /g)).toHaveLength(20);
  expect(renderPictures({ images: [], line_url: LINES })).toBe(false);
  expect(renderPictures({ line_url: LINES })).toBe(false);
});
