// Fit of a typed text with the name of a module.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measureNameFit } from "../../../../server/lookup/find/name-fit.js";
import { anyCharacter } from "../../../support/properties.js";

function fit(text: string, name: string): number {
  const words = text.split(" ");
  return measureNameFit({ words, weights: words.map(() => 1) }, name).fit;
}

describe("a name fits", () => {
  test.each([
    ["edi", "edi_oca"],
    ["facturae", "l10n_es_facturae"],
    ["pos", "point_of_sale"],
    ["queue job", "queue_job"],
    ["queuejob", "queue_job"],
    ["job queue", "jobqueue"],
    ["intrastat saudi arabia", "l10n_sa_intrastat"],
    ["osterreich", "l10n_at"],
  ])("%s: all of %s", (text, name) => {
    expect(fit(text, name)).toBe(1);
  });

  test.each([
    ["of fewer other words", "asset", "account_asset", "account_asset_batch_compute"],
    ["that is the word alone, before the ground of others", "edi", "edi_oca", "base_edi"],
    ["of a ground, rather than of an application", "rest", "base_rest", "web_rest"],
    ["that is the word and no longer one", "rest", "rest_log", "restrict_log"],
    ["that has more of the words", "sale order type", "sale_order_type", "sale_order"],
    ["with an application beside it, rather than a thing", "leave", "hr_leave", "day_leave"],
    ["of the country that is meant", "intrastat france", "l10n_fr_intrastat", "l10n_be_intrastat"],
  ])("%s better", (_, text, better, worse) => {
    expect(fit(text, better)).toBeGreaterThan(fit(text, worse));
  });

  test.each([
    ["in another number", "assets", "asset"],
    ["by its stem", "reconciliation", "reconcile"],
    ["misspelt", "exeption", "exception"],
  ])("a word %s is nearly that word", (_, text, name) => {
    expect(fit(text, name)).toBeGreaterThan(0.6);
    expect(fit(text, name)).toBeLessThan(1);
  });

  test("says when a word was misspelt, and whether all are there", () => {
    const asked = { words: ["sale", "exeption"], weights: [1, 1] };
    expect(measureNameFit(asked, "sale_exception")).toMatchObject({
      isMisspelt: true,
      hasAll: true,
    });
    expect(measureNameFit(asked, "sale_order")).toMatchObject({ isMisspelt: false, hasAll: false });
  });

  test("is 0 to 1 for any texts", () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), text, (words, name) => {
        const value = measureNameFit({ words, weights: words.map(() => 1) }, name).fit;
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }),
    );
  });
});
