// Search documents: records that share one, and their texts.
import { describe, expect, test } from "vitest";
import { groupDocuments, toEmbeddingDocument } from "../../../builder/index/documents.js";
import { createRecord } from "../../support/module-records.js";

describe("search documents", () => {
  test("are shared by records whose searched texts are the same", () => {
    const records = [
      createRecord(),
      createRecord({ platform_version: "16.0", version: "9", authors: [], installable: false }),
      createRecord({ technical_name: "other" }),
      createRecord({ organization: "two", models: [] }),
    ];
    const { documentOfRecord, representatives } = groupDocuments(records);
    expect(documentOfRecord).toEqual([0, 0, 1, 0]);
    expect(representatives).toEqual([0, 2]);
  });

  test.each(["technical_name", "name", "category", "summary", "description"] as const)(
    "differ when records differ in %s",
    (key) => {
      const records = [createRecord(), createRecord({ [key]: "changed" })];
      expect(groupDocuments(records).documentOfRecord).toEqual([0, 1]);
    },
  );

  test("differ when a text moves from one field to the next", () => {
    const records = [
      createRecord({ summary: "a b", description: "c" }),
      createRecord({ summary: "a", description: "b c" }),
      createRecord({ summary: 'a","b', description: "c" }),
    ];
    expect(groupDocuments(records).documentOfRecord).toEqual([0, 1, 2]);
  });

  test("of no records are none", () => {
    expect(groupDocuments([])).toEqual({ documentOfRecord: [], representatives: [] });
  });
});

describe("the texts of a record", () => {
  test("that are embedded hold name, category and description, the name weighing most", () => {
    const document = toEmbeddingDocument(
      createRecord({ category: "Sales", summary: "Short", description: "Long" }),
      ["sell on", "earn more"],
    );
    expect(document.map(({ text }) => text)).toContain("sell on\nearn more");
    const weights = new Map(document.map(({ text, weight }) => [text, weight]));
    const name = weights.get("Sale Extra sale_extra") ?? 0;
    for (const text of ["Short", "Long", "Sales"]) {
      expect(weights.get(text)).toBeGreaterThan(0);
      expect(weights.get(text)).toBeLessThan(name);
    }
  });
});
