// Markup as values: inserted strings stay text.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { html, Html } from "../../../server/contract/browser/html.js";
import { anyCharacter } from "../../support/properties.js";

describe("html", () => {
  test("escapes text, and keeps markup", () => {
    const inner = html`<b>${"<i>"}</b>`;
    expect(html`<p title="${`"'&`}">${inner}${[inner, "x"]}${3}</p>`.text).toBe(
      '<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b><b>&lt;i&gt;</b>x3</p>',
    );
  });

  test("shows nothing for what is not there", () => {
    expect(html`a${undefined}${null}${false}${[]}${""}b${0}`.text).toBe("ab0");
  });

  test("lets no text out of an element or an attribute", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(html`${text}`.text).not.toMatch(/[<>"']/);
        expect(html`${text}`.text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, "")).not.toContain("&");
      }),
    );
  });

  test("takes as markup only what was made as such", () => {
    expect(html`${new Html("<b>")}`.text).toBe("<b>");
    expect(html`${String(new Html("<b>"))}`.text).toBe("[object Object]");
  });
});
