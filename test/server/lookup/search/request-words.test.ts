// Questions without the words of asking.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dropRequestWords } from "../../../../server/lookup/search/request-words.js";
import { anyCharacter } from "../../../support/properties.js";

describe("dropRequestWords", () => {
  test.each([
    ["Hello, I need a module to print shipping labels for our company", "print shipping labels"],
    ["Necesito un módulo para imprimir etiquetas de envío", "imprimir etiquetas envio"],
    ["je cherche un module qui permet d'archiver les factures", "archiver factures"],
    ["Wir brauchen eine Erweiterung, mit der man Rechnungen mahnen kann", "rechnungen mahnen"],
    ["Mi serve un modulo per gestire i noleggi", "gestire noleggi"],
    ["preciso de um módulo que permita assinar contratos", "assinar contratos"],
    ["ik zoek een module waarmee ik facturen kan archiveren", "facturen archiveren"],
    ["necessitem un mòdul per signar contractes si us plau", "signar contractes us"],
    ["szukam modułu do drukowania etykiet z kodem kreskowym", "drukowania etykiet kodem kreskowym"],
    ["нужен модуль для печати этикеток на складе", "печати этикеток складе"],
    ["我们需要一个可以打印发票的模块", "打印 印发 发票 票的"],
  ])("%s", (question, rest) => {
    expect(dropRequestWords(question)).toBe(rest);
  });

  test.each([
    ["is short", "need module reminder"],
    ["asks for nothing", "send the invoices of the month to our customers"],
    ["would leave nothing", "I need a module, please help us"],
    ["is empty", ""],
  ])("leaves a question as it is that %s", (_, question) => {
    expect(dropRequestWords(question)).toBe(question);
  });

  test("takes any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (question) => {
        expect(typeof dropRequestWords(question)).toBe("string");
      }),
    );
  });
});
