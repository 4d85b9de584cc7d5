// Descriptions as markup: what authors meant is there, and nothing that harms or loads.
import * as fc from "fast-check";
import { fromHtml } from "hast-util-from-html";
import { describe, expect, test } from "vitest";
import {
  LONGEST_DESCRIPTION,
  renderDescription,
  renderText,
} from "../../../server/explorer/markup/description.js";
import { guessFormat } from "../../../server/explorer/markup/description.js";
import { sanitise } from "../../../server/explorer/markup/sanitise.js";
import { anyCharacter, sampleCases } from "../../support/properties.js";
import { ATTACK, HOSTILE_MARKDOWN, HOSTILE_RST } from "../http/hostile-modules.js";

/** Nothing but these may ever be in the page out of a description. */
const HARMLESS_TAGS = new Set(
  "h3 h4 h5 h6 p br hr blockquote pre code kbd strong b em i del s sub sup ul ol li dl dt dd table thead tbody tr th td a".split(
    " ",
  ),
);

interface Node {
  readonly type: string;
  readonly tagName?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly Node[];
}

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children ?? []) yield* walk(child);
}

function expectHarmless(markup: string): void {
  for (const node of walk(fromHtml(markup, { fragment: true }))) {
    expect(["root", "text", "element"]).toContain(node.type);
    if (node.type !== "element") continue;
    expect(HARMLESS_TAGS).toContain(node.tagName);
    for (const [name, value] of Object.entries(node.properties ?? {})) {
      expect(["href", "title", "rel", "colSpan", "rowSpan", "start", "tabIndex"]).toContain(name);
      if (name === "href") expect(String(value)).toMatch(/^(?:https?:\/\/|mailto:)/i);
    }
  }
}

describe("a hostile description", () => {
  test.each([
    ["Markdown", HOSTILE_MARKDOWN],
    ["reStructuredText", HOSTILE_RST],
    ["neither", ATTACK],
  ])("in %s loses what would harm", (_, text) => {
    const { text: markup } = renderText(text);
    expectHarmless(markup);
    expect(markup).not.toMatch(/<(?:script|style|img|iframe|form|svg|math|base|meta|link)/i);
  });

  test("keeps what is fine in it", () => {
    const { text } = renderText(HOSTILE_MARKDOWN);
    expect(text).toContain(
      '<a href="https://example.org/fine" rel="nofollow noopener noreferrer external">fine</a>',
    );
    expect(text).toContain(">a picture</a>");
    expect(text).toContain("inside other host");
    expect(text).toContain("<h3>Title </h3>");
  });

  test("has headings that skip no level", () => {
    const { text } = renderText("## A\n\n#### B\n\n###### C\n\n### D\n\n# E\n\n`x`", "markdown");
    expect(text.match(/<h\d>\w/g)).toEqual(["<h3>A", "<h4>B", "<h5>C", "<h4>D", "<h3>E"]);
  });

  test("of any kind gives harmless markup", () => {
    const piece = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 12 }),
      fc.constantFrom(
        "<script>",
        "</script>",
        "<img src=x onerror=y>",
        "<a href='",
        "javascript:x",
        "`",
        "``",
        "_",
        "\n\n",
        "   ",
        "- ",
        "* ",
        "1. ",
        ".. image:: ",
        ".. raw:: html",
        "::",
        "====",
        "|x|",
        "**",
        "<svg>",
        "<style>",
        "<table>",
        "]]>",
        "<!--",
        "-->",
        "&lt;",
        "[x](",
        ")",
        "https://x.y",
        "\t",
        ":x:`",
        "+---+",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expectHarmless(renderText(pieces.join("")).text);
      }),
    );
  });
});

describe("a description without end", () => {
  test("is cut", () => {
    const { text } = renderDescription({ description: "word ".repeat(LONGEST_DESCRIPTION) });
    expect(text.length).toBeLessThan(LONGEST_DESCRIPTION + 100);
    expect(text).toContain("…");
  });

  test.each(
    sampleCases([
      ["elements", "<b>".repeat(9_000)],
      ["links", "<a href=x>".repeat(3_000)],
      ["quotes", "> ".repeat(23_000)],
      ["lists", "- ".repeat(23_000)],
      ["brackets", "[".repeat(LONGEST_DESCRIPTION)],
      ["stars", "*a".repeat(23_000)],
      ["ticks", "`".repeat(LONGEST_DESCRIPTION)],
      ["indentation", Array.from({ length: 300 }, (_, at) => `${" ".repeat(at)}x`).join("\n")],
      ["addresses", "https://".repeat(3_000)],
      ["definitions", "a\n b\n".repeat(4_000)],
    ]),
  )("of %s is shown in some way", (_, description) => {
    expectHarmless(
      renderDescription({ description })
        .text.replace('<div class="text">', "")
        .replace(/<\/div>$/, ""),
    );
  });

  test("that is nested beyond all reason is given up", () => {
    expect(sanitise("<b>x</b>")).toBe("<b>x</b>");
    expect(renderText("# x\n\n<p>" + "<b>".repeat(13_000)).text).toMatch(
      /^<pre tabindex="0">|^<h3>/,
    );
  });
});

/** Blanks between tags say nothing. */
function toLines(text: string): readonly string[] {
  return renderText(text).text.replaceAll(/>\s*</g, ">\n<").split("\n");
}

describe("reStructuredText", () => {
  test.each<[what: string, text: string, markup: readonly string[]]>([
    ["paragraphs", "One\ntwo.\n\nThree.", ["<p>One", "two.</p>", "<p>Three.</p>"]],
    [
      "emphasis",
      "*a* **b** ``c`` `d`",
      ["<p>", "<em>a</em>", "<strong>b</strong>", "<code>c</code>", "<code>d</code>", "</p>"],
    ],
    ["no emphasis in sums", "2 * 3 * 4", ["<p>2 * 3 * 4</p>"]],
    [
      "titles by their order",
      "A\n=\n\nA\n===\n\nB\n---\n\nC\n===",
      ["<p>A", "=</p>", "<h3>A</h3>", "<h4>B</h4>", "<h3>C</h3>"],
    ],
    ["an overlined title", "===\n A\n===\n\nx", ["<h3>A</h3>", "<p>x</p>"]],
    [
      "a list below its lead",
      "Has::\n\n  code\n\n- a\n- b",
      ["<p>Has:</p>", '<pre tabindex="0">code</pre>', "<ul>", "<li>a</li>", "<li>b</li>", "</ul>"],
    ],
    [
      "a list that nobody set apart",
      "Does:\n* a\n* b",
      ["<p>Does:</p>", "<ul>", "<li>a</li>", "<li>b</li>", "</ul>"],
    ],
    [
      "lists in lists",
      "- a\n  - b\n\n- c",
      ["<ul>", "<li>", "<p>a</p>", "<ul>", "<li>b</li>", "</ul>", "</li>", "<li>c</li>", "</ul>"],
    ],
    ["numbered lists", "1. a\n2. b\n   c", ["<ol>", "<li>a</li>", "<li>b", "c</li>", "</ol>"]],
    [
      "links",
      "`x <https://a.b>`_",
      ["<p>", '<a href="https://a.b" rel="nofollow noopener noreferrer external">x</a>', "</p>"],
    ],
    [
      "named links",
      "See `The Page`_.\n\n.. _the page: https://a.b",
      [
        '<p>See <a href="https://a.b" rel="nofollow noopener noreferrer external">The Page</a>.</p>',
      ],
    ],
    [
      "pictures as links",
      ".. image:: https://a.b/c.png\n   :alt: Shot\n   :width: 400",
      [
        "<p>",
        '<a href="https://a.b/c.png" rel="nofollow noopener noreferrer external">Shot</a>',
        "</p>",
      ],
    ],
    [
      "no picture of the repository",
      ".. figure:: ../static/c.png\n\n   A caption",
      ["<p>A caption</p>"],
    ],
    [
      "notes",
      ".. note::\n   Mind *it*.",
      [
        "<blockquote>",
        "<p>",
        "<strong>Note</strong>",
        "</p>",
        "<p>Mind <em>it</em>.</p>",
        "</blockquote>",
      ],
    ],
    [
      "code",
      ".. code-block:: python\n\n   a = 1\n     b",
      ['<pre tabindex="0">', "<code>a = 1", "  b</code>", "</pre>"],
    ],
    [
      "definitions",
      "See:\n\nTerm\n  What it is.",
      ["<p>See:</p>", "<dl>", "<dt>Term</dt>", "<dd>", "<p>What it is.</p>", "</dd>", "</dl>"],
    ],
    ["fields", ":Author: Ann", ["<p>", "<strong>Author:</strong> Ann</p>"]],
    ["tables as drawn", "+--+\n|a |\n+--+", ['<pre tabindex="0">+--+', "|a |", "+--+</pre>"]],
    ["no comments", ".. a comment\n   of two lines\n\nx", ["<p>x</p>"]],
    ["indentation of manifests", "A\n    ===\n\n    x", ["<h3>A</h3>", "<p>x</p>"]],
    [
      "substitutions",
      ".. |b| image:: https://a.b/c.svg\n   :alt: Build\n\n|b|",
      [
        "<p>",
        '<a href="https://a.b/c.svg" rel="nofollow noopener noreferrer external">Build</a>',
        "</p>",
      ],
    ],
    ["line blocks", "| a\n| b", ["<p>a<br>b<br>", "</p>"]],
    ["escapes", "a\\*b\\*", ["<p>a*b*</p>"]],
  ])("%s", (_, text, markup) => {
    expect(toLines(text)).toEqual(markup);
  });
});

describe("the format of a description", () => {
  test.each<["markdown" | "rst", string]>([
    ["markdown", "## Title\n\ntext"],
    ["markdown", "[x](https://a.b)"],
    ["markdown", "```\ncode\n```"],
    ["markdown", "<p>x</p>"],
    ["rst", "plain text"],
    ["rst", "Title\n=====\n\ntext"],
    ["rst", ".. image:: x"],
    ["rst", "`x <https://a.b>`_ and [y](z)\n\n.. note:: z"],
  ])("%s: %j", (format, text) => {
    expect(guessFormat(text)).toBe(format);
  });

  test("is read as such", () => {
    expect(renderText("# A\n\n- **b** `c`\n\n| x | y |\n|---|---|\n| 1 | 2 |").text).toMatch(
      /<h3>A<\/h3>\n<ul>\n<li><strong>b<\/strong> <code>c<\/code><\/li>\n<\/ul>\n<table>/,
    );
  });
});
