// Definitions, written and read: the lists equal those of a plain search through arbitrary records;
// and depths of modules.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareText } from "../../../../data/platform/platform-version.js";
import type { ModuleRecord } from "../../../../data/module/records.js";
import { openDefinitions } from "../../../../data/snapshot/table/definitions.js";
import { measureDepths } from "../../../../data/snapshot/encode-entries.js";
import { encodeSnapshot } from "../../../../data/snapshot/encode.js";
import { openSections } from "../../../../data/snapshot/sections.js";
import { findString, type StringTable } from "../../../../data/snapshot/table/string-table.js";
import { getModuleOfXmlId, toFullXmlId } from "../../../../data/module/xml-id.js";
import { arbitraryRecord, createContents, createRecord } from "../../../support/module-records.js";
import { finishSteps } from "../../../../data/yield.js";
import { countCases, testLong } from "../../../support/properties.js";

function listTexts(table: StringTable): readonly string[] {
  return Array.from({ length: table.length }, (_, number) => table.get(number));
}

const sortDistinct = (names: readonly string[]): readonly string[] =>
  [...new Set(names)].toSorted(compareText);

/** The numbers of the records that pass. */
function listWhere(
  records: readonly ModuleRecord[],
  test_: (record: ModuleRecord) => boolean,
): readonly number[] {
  return records.flatMap((record, entry) => (test_(record) ? [entry] : []));
}

function listTouched({ technical_name, views }: ModuleRecord): readonly string[] {
  return views
    .flatMap(({ xml_id, inherit_xml_id }) =>
      inherit_xml_id === null ? [xml_id] : [xml_id, inherit_xml_id],
    )
    .map((id) => toFullXmlId(technical_name, id));
}

describe("definitions", () => {
  test("are those that a plain search finds", () => {
    fc.assert(
      fc.property(fc.array(arbitraryRecord, { maxLength: 8 }), (all) => {
        const contents = createContents(all);
        const { records } = contents;
        const { pieces } = finishSteps(encodeSnapshot(contents));
        const found = openDefinitions(openSections(Buffer.concat(pieces)));
        const classes = records.flatMap((record) => record.models);
        expect(listTexts(found.models)).toEqual(
          sortDistinct(classes.map((model) => model.model_name)),
        );
        listTexts(found.models).forEach((name, number) => {
          const own = classes.filter((model) => model.model_name === name);
          const listHaving = (test_: (model: (typeof classes)[number]) => boolean) =>
            listWhere(records, ({ models }) =>
              models.some((model) => model.model_name === name && test_(model)),
            );
          expect([...found.listEntries(number)]).toEqual(listHaving(() => true));
          expect([...found.listDefiningEntries(number)]).toEqual(
            listHaving((model) => model.is_new_model),
          );
          for (const kind of ["fields", "methods"] as const) {
            const members = sortDistinct(
              own.flatMap((model) => model[kind].map((one) => one.name)),
            );
            expect(found[kind].listNames(number)).toEqual(members);
            for (const member of members) {
              expect([...(found[kind].findEntries(number, member) ?? [])]).toEqual(
                listHaving((model) => model[kind].some((one) => one.name === member)),
              );
            }
            expect(found[kind].findEntries(number, "no such member")).toBeUndefined();
          }
        });
        const foreign = records.flatMap((record) =>
          listTouched(record).filter((id) => getModuleOfXmlId(id) !== record.technical_name),
        );
        expect(listTexts(found.views)).toEqual(sortDistinct(foreign));
        for (const id of foreign) {
          expect([...found.listForeignEntries(findString(found.views, id) ?? -1)]).toEqual(
            listWhere(
              records,
              (record) =>
                getModuleOfXmlId(id) !== record.technical_name && listTouched(record).includes(id),
            ),
          );
        }
      }),
      { numRuns: countCases(30) },
    );
  });
});

/** A module by what it declares. */
function declare(name: string, platform: readonly string[], version = "17.0"): ModuleRecord {
  return createRecord({
    technical_name: name,
    platform_version: version,
    declared_dependencies: { platform, pip: [], bin: [] },
  });
}

describe("the depth of a module", () => {
  test("is the longest way down, at its version", () => {
    const records = [
      declare("base", []),
      declare("base", ["mail"], "16.0"),
      declare("mail", ["base"]),
      declare("sale", ["base", "mail", "nobody"]),
      declare("stock", ["base"]),
      declare("sale_stock", ["stock", "sale"]),
    ];
    expect(measureDepths(records)).toEqual([0, 0, 1, 2, 1, 3]);
  });

  test("is that over every provider of a name", () => {
    const records = [
      declare("deep", ["mail"]),
      declare("mail", []),
      declare("twice", []),
      declare("twice", ["deep"]),
      declare("user", ["twice"]),
    ];
    expect(measureDepths(records)).toEqual([1, 0, 0, 2, 3]);
  });

  test("is finite in a circle, which leaves all others in order", () => {
    const records = [
      declare("a", ["b"]),
      declare("b", ["a", "base"]),
      declare("base", []),
      declare("self", ["self"]),
      declare("user", ["a"]),
    ];
    expect(measureDepths(records)).toEqual([2, 1, 0, 0, 3]);
  });

  testLong("of a long chain needs no recursion", () => {
    const records = Array.from({ length: 50_000 }, (_, at) => declare(`m${at}`, [`m${at + 1}`]));
    expect(measureDepths(records)[0]).toBe(49_999);
  });
});
