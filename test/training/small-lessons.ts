// Small repositories to learn from: modules with catalogs in two languages, other catalogs, a dictionary.
import path from "node:path";
import type { Source } from "../../builder/source/source.js";
import { toSource } from "../support/world.js";
import { makeGitRepository } from "../support/git-repository.js";

/** English, Spanish, German: enough sentences that words of one meaning stand together. */
const PHRASES = [
  ["Invoice", "Factura", "Rechnung"],
  ["Print the invoice", "Imprimir la factura", "Rechnung drucken"],
  ["Pay the invoice", "Pagar la factura", "Rechnung bezahlen"],
  ["Warehouse", "Almacén", "Lager"],
  ["Products of the warehouse", "Productos del almacén", "Produkte im Lager"],
  ["Move products", "Mover productos", "Produkte bewegen"],
  ["Print the products", "Imprimir los productos", "Produkte drucken"],
  ["Pay the customer", "Pagar al cliente", "Kunden bezahlen"],
  ["Customer", "Cliente", "Kunde"],
  ["Print the customer", "Imprimir el cliente", "Kunden drucken"],
] as const;

const toPo = (language: 1 | 2, phrases: readonly (typeof PHRASES)[number][]): string =>
  phrases.map((phrase) => `msgid "${phrase[0]}"\nmsgstr "${phrase[language]}"\n`).join("\n");

const toManifest = (name: string, summary: string): string =>
  JSON.stringify({ name, summary, description: `${summary}. Print, pay and move what you need.` });

/** A dictionary with one file of meanings and one that lists words. */
const DICTIONARY = {
  "src/yaml/noun.possession.yaml": [
    "13429006-n:",
    "  definition:",
    "  - a statement of what the",
    "    customer must pay",
    "  example:",
    "  - 'print the tab, and: pay it'",
    "  members:",
    "  - bill",
    "  - tab",
    "  - invoice",
    "",
  ].join("\n"),
  "src/yaml/entries-b.yaml": "bill:\n  n:\n    sense:\n    - id: 'bill%1:10:00::'\n",
};

export interface SmallLessons {
  readonly addons: Source;
  readonly catalogs: Source;
  readonly dictionary: Source;
}

/** Makes the repositories in a folder. */
export function makeSmallLessons(folder: string): SmallLessons {
  makeGitRepository(path.join(folder, "addons.git"), {
    "16.0": [
      {
        files: {
          LICENSE: "GNU AFFERO GENERAL PUBLIC LICENSE\nVersion 3",
          "sale_invoice/__manifest__.py": toManifest("Sale invoices", "Pay the invoice"),
          "sale_invoice/i18n/es.po": toPo(1, PHRASES.slice(0, 3)),
          "sale_invoice/i18n/de.po": toPo(2, PHRASES.slice(0, 3)),
        },
      },
    ],
    "17.0": [
      {
        files: {
          "sale_invoice/__manifest__.py": toManifest("Sale invoices", "Print and pay invoices"),
          "sale_invoice/i18n/es.po": `${toPo(1, PHRASES.slice(0, 5))}\nmsgid "cut`,
          "stock_move/__manifest__.py": toManifest("Move stock", "Products of the warehouse"),
          "stock_move/i18n/de.po": toPo(2, PHRASES.slice(3)),
        },
      },
    ],
  });
  makeGitRepository(path.join(folder, "catalogs.git"), {
    main: [
      {
        files: {
          "locale/es.po": toPo(1, PHRASES),
          "app/translations/de.csv": PHRASES.map(([en, , de]) => `${en},${de},`).join("\n"),
          "langs/en_US/shop.lang": "Shop=Shop\nBill=Invoice of the shop",
          "langs/es_ES/shop.lang": "Shop=Tienda\nBill=Factura de la tienda",
        },
      },
    ],
  });
  makeGitRepository(path.join(folder, "dictionary.git"), { main: [{ files: DICTIONARY }] });
  return {
    addons: toSource(folder, "addons"),
    catalogs: toSource(folder, "catalogs", { branches: ["main"] }),
    dictionary: toSource(folder, "dictionary", { branches: ["main"] }),
  };
}
