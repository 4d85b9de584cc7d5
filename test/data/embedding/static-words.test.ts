// Words that the static embedder sees in a text.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listEmbeddingWords } from "../../../data/embedding/static-words.js";
import { anyCharacter } from "../../support/properties.js";

describe("listEmbeddingWords", () => {
  test.each([
    ["Sale_order LINE-ids", "sale order line ids"],
    ["l'échéance d’un qu'il dell'Arte", "echeance un il arte"],
    ["the customer's order", "the customer s order"],
    ["Straße Øre Łódź col·lecció", "strasse ore lodz colleccio"],
    ["modelo 303, 2024, 17.0, B2B", "modelo 303 b2b"],
    ["发票管理 x", "发票 票管 管理 x"],
    ["がく かく", "かく かく"],
    ["فاتورة أمر", "فاتوره امر"],
    ["🙂 … <b>&amp;</b>", "b amp b"],
    ["", ""],
  ])("%j", (text, words) => {
    expect(listEmbeddingWords(text).join(" ")).toBe(words);
  });

  test("takes any text, and sees the same in upper case and decomposed", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
        for (const word of listEmbeddingWords(text)) expect(word).not.toBe("");
        expect(listEmbeddingWords(text.normalize("NFD"))).toEqual(listEmbeddingWords(text));
      }),
    );
  });
});
