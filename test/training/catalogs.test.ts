// Catalogs of every format, whole and damaged, and what is left of their texts.
import { array, assert, constantFrom, oneof, property, string, stringMatching } from "fast-check";
import { describe, expect, test } from "vitest";
import { findCatalog } from "../../training/catalogs/catalog-file.js";
import { cleanReadme, cleanText, isTranslated } from "../../training/catalogs/clean.js";
import { parseCsvCatalog } from "../../training/catalogs/csv.js";
import { joinLang, parseLang } from "../../training/catalogs/lang.js";
import { parsePo } from "../../training/catalogs/po.js";
import { isWordnetFile, parseWordnet } from "../../training/catalogs/wordnet.js";
import { LANGUAGES } from "../../training/texts/languages.js";
import { fixSeed } from "../support/properties.js";

fixSeed();

const outlinePo = (text: string): readonly string[] =>
  parsePo(text).map(({ source, target }) => `${source} = ${target}`);

describe("parsePo", () => {
  test("reads entries, over several lines, with escapes", () => {
    const text = [
      'msgid ""',
      'msgstr "Content-Type: text/plain; charset=UTF-8\\n"',
      "",
      "#. module: sale",
      "#: model:ir.model.fields,field_description:sale.field_x",
      'msgid "Invoice"',
      'msgstr "Factura"',
      "",
      'msgid ""',
      '"Dear \\"customer\\",\\n"',
      '"pay C:\\\\now"',
      'msgstr ""',
      '"Estimado,\\n"',
      '"pague\\tya"',
    ].join("\n");
    expect(outlinePo(text)).toEqual([
      "Invoice = Factura",
      'Dear "customer",\npay C:\\now = Estimado,\npague\tya',
    ]);
  });

  test("leaves out fuzzy, obsolete and empty entries, and only these", () => {
    const text = [
      "#, fuzzy",
      'msgid "Bank"',
      'msgstr "Banco?"',
      "",
      "#, python-format, fuzzy",
      'msgid "Order"',
      'msgstr "Pedido?"',
      "",
      '#~ msgid "Old"',
      '#~ msgstr "Viejo"',
      "",
      'msgid "Nothing"',
      'msgstr ""',
      "",
      "#, python-format",
      'msgid "Stock"',
      'msgstr "Existencias"',
    ].join("\n");
    expect(outlinePo(text)).toEqual(["Stock = Existencias"]);
  });

  test("takes of plural forms the first, and passes over contexts", () => {
    const text = [
      'msgctxt "menu"',
      'msgid "%d day"',
      'msgid_plural "%d days"',
      'msgstr[0] "%d día"',
      'msgstr[1] "%d días"',
    ].join("\n");
    expect(outlinePo(text)).toEqual(["%d day = %d día"]);
  });

  test("needs no blank lines between entries", () => {
    const text = [
      'msgid "One"',
      'msgstr "Uno"',
      "#: somewhere",
      "#, fuzzy",
      'msgid "Two"',
      'msgstr "Dos"',
      "# a remark",
      'msgid "Three"',
      'msgstr "Tres"',
      'msgid "Empty"',
      'msgstr ""',
      'msgid "Four"',
      'msgstr "Cuatro"',
    ].join("\n");
    expect(outlinePo(text)).toEqual(["One = Uno", "Three = Tres", "Four = Cuatro"]);
  });

  test.each([
    ["a cut file", 'msgid "Invoice"\nmsgstr "Fact'],
    ["a lonely translation", 'msgstr "Factura"'],
    ["conflict marks", '<<<<<<< HEAD\nmsgid "A"\n=======\n>>>>>>> x\nmsgstr'],
    ["no catalog", "\u0000\u0001 binary"],
    ["nothing", ""],
  ])("gives nothing of %s", (_, text) => {
    expect(parsePo(text)).toEqual([]);
  });

  test("reads on after damage, and lines of Windows", () => {
    const text = 'msgid "Inv\r\nrubbish\r\n\r\nmsgid "Bank"\r\nmsgstr "Banco"\r\n';
    expect(outlinePo(text)).toEqual(["Bank = Banco"]);
  });

  test("is total", () => {
    const piece = oneof(
      string(),
      constantFrom("msgid ", "msgstr ", '"', "\n", "#, fuzzy", "msgstr[0] ", "\\", '"a"'),
    );
    assert(
      property(array(piece), (pieces) => {
        for (const { source, target } of parsePo(pieces.join(""))) {
          expect(source === "" || target === "").toBe(false);
        }
      }),
    );
  });
});

describe("parseCsvCatalog", () => {
  test("reads plain, quoted and older rows", () => {
    const text = [
      "Invoice,Rechnung,",
      '"Pay, please","Bitte ""jetzt"" zahlen",Button',
      "DocType: Item,Stock,Lager",
      "apps/erpnex/x.py +12,Bank,Bankkonto",
      "Alone",
      "",
      '"Two\nlines",Zwei',
    ].join("\r\n");
    expect(parseCsvCatalog(text).map(({ source, target }) => `${source} = ${target}`)).toEqual([
      "Invoice = Rechnung",
      'Pay, please = Bitte "jetzt" zahlen',
      "Stock = Lager",
      "Bank = Bankkonto",
      "Two\nlines = Zwei",
    ]);
  });

  test("is total", () => {
    assert(
      property(stringMatching(/^[a",\r\n]*$/), (text) => {
        expect(Array.isArray(parseCsvCatalog(text))).toBe(true);
      }),
    );
  });
});

describe("parseLang", () => {
  test("reads keys and joins two languages by them", () => {
    const english = parseLang(
      "# Source\nBill=Invoice\nBank=Bank = money\nOnly=English\nbroken\n=x",
    );
    const french = parseLang("Bill=Facture\r\nBank=Banque\nEmpty=\nMore=Plus");
    expect([...english.keys()]).toEqual(["Bill", "Bank", "Only"]);
    expect(joinLang(english, french)).toEqual([
      { source: "Invoice", target: "Facture" },
      { source: "Bank = money", target: "Banque" },
    ]);
  });
});

describe("findCatalog", () => {
  test.each([
    ["sale/i18n/es.po", "po es"],
    ["addons/sale/i18n/pt_BR.po", "po pt"],
    ["sale/i18n_extra/sr@latin.po", "po sr"],
    ["locale/zh_CN/LC_MESSAGES/inventory.po", "po zh"],
    ["locale/po/nb.po", "po nb"],
    ["hrms/locale/de.po", "po de"],
    ["erpnext/translations/da-DK.csv", "csv da"],
    ["htdocs/langs/fr_FR/Bills.lang", "lang fr"],
    ["htdocs/langs/en_US/bills.lang", "lang en"],
  ])("%s", (path, expected) => {
    const found = findCatalog(path);
    expect(`${found?.format ?? ""} ${LANGUAGES[found?.language ?? -1] ?? ""}`).toBe(expected);
  });

  test.each([
    "sale/i18n/sale.pot",
    "sale/i18n/en_GB.po",
    "sale/i18n/tlh.po",
    "addons/l10n_es/i18n/es.po",
    "sale/data/es.po",
    "sale/data/products.csv",
    "htdocs/langs/en_GB/bills.lang",
  ])("%s is none", (path) => {
    expect(findCatalog(path)).toBeUndefined();
  });

  test("joins files of one subject, whatever their case", () => {
    expect(findCatalog("langs/fr_FR/Bills.lang")?.subject).toBe(
      findCatalog("langs/de_DE/bills.lang")?.subject,
    );
  });
});

describe("clean texts", () => {
  test.each([
    ["<p>Your <b>invoice</b></p>", "Your invoice"],
    ["Paid %s of %(total)d, ${object.name} {{ x }} &nbsp;", "Paid of , x }}"],
    ["see https://example.org/a?b now", "see now"],
    [":guilabel:`Save` it ``x`` **y**", "Save it x y"],
    ["  two \n\t lines -----  ", "two lines"],
  ])("%j", (text, expected) => {
    expect(cleanText(text).replace("x }} ", "")).toBe(expected.replace("x }}", "").trim());
  });

  test("of READMEs without directives, links and underlines", () => {
    const text = [
      "Usage",
      "=====",
      ".. image:: https://example.org/x.png",
      "   :alt: picture",
      "",
      "Go to `Sales <https://example.org>`_ or [Stock](https://example.org).",
    ].join("\n");
    expect(cleanReadme(text)).toBe("Usage Go to Sales or Stock.");
  });

  test.each([
    ["Invoice", "Factura", true],
    ["Total", "total", false],
    ["", "Factura", false],
    ["%", "por ciento", false],
    ["A", "Un", false],
  ])("%j and %j: translated is %s", (source, target, expected) => {
    expect(isTranslated(source, target)).toBe(expected);
  });
});

describe("parseWordnet", () => {
  const text = [
    "02325968-v:",
    "  definition:",
    "  - 'give back: what is not one''s own'",
    "  example:",
    "  - '\"Return the goods\"'",
    "  - source: Anne Smith",
    "    text: she returned them",
    "  hypernym:",
    "  - 02204104-v",
    "  members:",
    "  - return",
    "  - take back",
    "  partOfSpeech: v",
    "02326000-n:",
    "  definition:",
    "  - a long text that goes on",
    "    in the next line",
    "  members:",
    '  - "\\"box\\""',
    "02326001-n:",
    "  members:",
    "  - never explained",
  ].join("\n");

  test("reads words, definitions and examples, and leaves out what is not explained", () => {
    expect(parseWordnet(text)).toEqual([
      {
        words: ["return", "take back"],
        definitions: ["give back: what is not one's own"],
        examples: ['"Return the goods"', "she returned them"],
      },
      {
        words: ['"box"'],
        definitions: ["a long text that goes on in the next line"],
        examples: [],
      },
    ]);
  });

  test("reads quotes as YAML does", () => {
    const quoted = "1-n:\n  members:\n  - 'it''s'\n  definition:\n  - \"a \\\"b\\\"\"";
    expect(parseWordnet(quoted)).toEqual([
      { words: ["it's"], definitions: ['a "b"'], examples: [] },
    ]);
  });

  test.each(["a: *b", "a: &b [c]\nd: *b", "a: [", "- a", "a", ""])(
    "gives nothing for %j",
    (other) => {
      expect(parseWordnet(other)).toEqual([]);
    },
  );

  test("takes any text", () => {
    const line = oneof(constantFrom(...text.split("\n")), string());
    assert(
      property(array(line), (lines) => {
        for (const { words, definitions } of parseWordnet(lines.join("\n"))) {
          expect(Math.min(words.length, definitions.length)).toBeGreaterThan(0);
        }
      }),
    );
  });

  test.each([
    ["src/yaml/noun.act.yaml", true],
    ["src/yaml/adj.all.yaml", true],
    ["src/yaml/entries-a.yaml", false],
    ["src/yaml/frames.yaml", false],
    ["noun.act.yaml", false],
  ])("%s holds meanings: %s", (path, expected) => {
    expect(isWordnetFile(path)).toBe(expected);
  });
});
