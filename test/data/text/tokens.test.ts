// Words of a text, by example for each rule and as properties on any text.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  foldText,
  listAskedWords,
  listSearchableWords,
  listWords,
} from "../../../data/text/tokens.js";
import { anyCharacter, countCases } from "../../support/properties.js";

/** Any text, unpaired surrogates included. */
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map((units) => String.fromCharCode(...units)),
  fc.string({ unit: fc.constantFrom(..."aAßİıΣς·lÉé\u0301\u200d\ud83d中がﾞ한ी1_ أىة") }),
);

describe("foldText", () => {
  test.each([
    ["Größe STRAẞE", "grosse strasse"],
    ["Øre Łódź Đà Nẵng", "ore lodz da nang"],
    ["Æsir œuvre", "aesir oeuvre"],
    ["İSTANBUL ısı", "istanbul isi"],
    ["ΟΔΟΣ οδός", "οδοσ οδοσ"],
    ["Ёлка Йод", "елка иод"],
    ["col·lecció a·b", "colleccio a·b"],
    ["ﬁx ＡＢＣ ①", "fix abc 1"],
    ["فَاتُورَة أنا إلى مـــال", "فاتوره انا الي مال"],
    ["שָׁלוֹם", "שלום"],
    ["co\u00adop می\u200cخواهم", "coop میخواهم"],
    ["हिन्दी বাংলা ภาษาไทย", "हिन्दी বাংলা ภาษาไทย"],
    ["がぎ ｶﾞｷﾞ 한국어", "がぎ ガギ 한국어"],
    ["a_b-c.d\tE!", "a_b-c.d\te!"],
  ])("%s → %s", (text, folded) => {
    expect(foldText(text)).toBe(folded.normalize("NFC"));
  });

  test("is done once for all, and the same for composed and decomposed text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
        expect(foldText(text.normalize("NFD"))).toBe(folded);
      }),
    );
  });
});

describe("listWords", () => {
  test.each([
    ["saleOrderLine", "sale order line"],
    ["SaleOrder PDFReport", "sale order pdf report"],
    ["OCA POs", "oca pos"],
    ["e\u0301tatÉlu", "etat elu"],
    ["l10n_es_aeat", "l10n es aeat"],
    ["B2B 3D odoo16", "b2b 3d odoo16"],
    ["sale-order.line/x y\u00a0z", "sale order line x y z"],
    ["l'écriture d’achat", "l ecriture d achat"],
    ["sale sale", "sale sale"],
    ["请假管理", "请假 假管 管理"],
    ["売上レポート", "売上 上レ レポ ポー ート"],
    ["中 CRM系统 第3章", "中 crm 系统 第 3 章"],
    ["𠮷野家", "𠮷野 野家"],
    ["ไทย", "ไท ทย"],
    ["ລາວ", "ລາ າວ"],
    ["ខ្មែរ", "ខ្ ្ម មែ ែរ"],
    ["မြန်", "မြ ြန န်"],
    ["한국어 모듈", "한국어 모듈"],
    ["हिन्दी भाषा", "हिन्दी भाषा"],
    ["a👩‍💻b \ud800c\0d", "a b c d"],
    ["قائمة_الأسعار", "قايمه الاسعار"],
    [" …_-", ""],
  ])("%s → %s", (text, words) => {
    expect(listWords(text).join(" ")).toBe(words.normalize("NFC"));
  });

  test("gives words that are folded, not empty and without borders, for any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const word of listWords(text)) {
          expect(word).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
          expect(foldText(word)).toBe(word);
        }
      }),
    );
  });

  test("finds the words of two texts in their union", () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(listWords(`${a}\n${b}`)).toEqual([...listWords(a), ...listWords(b)]);
      }),
    );
  });

  test("gets through long texts of one kind", () => {
    const length = countCases(200_000);
    expect(listWords("A".repeat(length))).toHaveLength(1);
    expect(listWords("aB".repeat(length))).toHaveLength(length + 1);
    expect(listWords("\u0301".repeat(length))).toHaveLength(0);
    expect(listWords("中".repeat(length))).toHaveLength(length - 1);
    expect(listWords("\ud800".repeat(length))).toHaveLength(0);
  });
});

describe("listAskedWords", () => {
  test.each([
    ["PayPal saleOrder", "paypal saleorder"],
    ["sale Sale SALE", "sale"],
    ["l10n_it 17.0", "l10n it 17 0"],
    ["Größe-Straße", "grosse strasse"],
    ["请假管理", "请假 假管 管理"],
    ["the and of", "the and of"],
    ["%_*'\"", ""],
  ])("%s → %s", (text, words) => {
    expect(listAskedWords(text).join(" ")).toBe(words);
  });

  test("are the same in any case", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."aBcD_ é") }), (text) => {
        expect(listAskedWords(text.toUpperCase())).toEqual(listAskedWords(text.toLowerCase()));
      }),
    );
  });
});

describe("listSearchableWords", () => {
  test.each([
    ["PayPal", "paypal pay pal"],
    ["sale sale", "sale"],
    ["请假", "请假 假"],
    ["中", "中"],
    ["ไทย CRM", "ไท ทย ย crm"],
  ])("%s → %s", (text, words) => {
    expect(listSearchableWords(text).join(" ")).toBe(words);
  });

  test("a text is found by all that is in it: its words, and any word of it in any case", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = new Set(listSearchableWords(text));
        for (const word of [...listWords(text), ...listAskedWords(text)]) {
          expect(words.has(word)).toBe(true);
        }
      }),
    );
  });
});
