// Keys of a module's answer, and the parts decoded for them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PART_NAMES } from "../../../../data/module/module-parts.js";
import { openSnapshot, type Snapshot } from "../../../../data/snapshot/decode.js";
import {
  DETAIL_KEYS,
  listSelectedKeys,
  openDetails,
  toModuleDetails,
  VIEW_NAMES,
  VIEWS,
  type DetailSelection,
} from "../../../../server/lookup/module/detail.js";
import { DETAIL } from "../../../support/interface-fields.js";
import { writeSmallSnapshot } from "../../../support/small-snapshot.js";
import { SOME_PARTS } from "../../../support/module-parts.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";

let snapshot: Snapshot;
/** The one with parts. */
let entry: number;

beforeAll(async () => {
  snapshot = openSnapshot(await writeSmallSnapshot(makeTemporaryFolder()));
  entry = Array.from({ length: snapshot.entries.length }, (_, at) => at).findIndex(
    (at) => snapshot.readRecord(at).technical_name === "mail",
  );
});

afterAll(() => snapshot.close());

/** A snapshot that notes what is read of it. */
function watch(): { readonly watched: Snapshot; readonly reads: string[] } {
  const reads: string[] = [];
  const note = <T>(name: string, read: (at: number) => T) => {
    return (at: number): T => {
      reads.push(name);
      return read(at);
    };
  };
  const { readRecord, readHead, readParts } = snapshot;
  const watched = {
    ...snapshot,
    readRecord: note("record", readRecord),
    readHead: note("head", readHead),
    readParts: note("parts", readParts),
  };
  return { watched, reads };
}

describe("the keys", () => {
  test("are those of a record, then the parts", () => {
    const record = Object.keys(toModuleDetails(snapshot, entry));
    expect(DETAIL_KEYS).toEqual([...record, ...PART_NAMES]);
    const extended = record.filter((key) => key !== "trees");
    expect(listSelectedKeys({})).toEqual(extended);
    expect(VIEWS.extended).toEqual(extended);
    expect(VIEW_NAMES).toEqual(Object.keys(VIEWS));
  });

  test("of the basic view are those of the specification's basic form", () => {
    const extended = new Set(["committers", "platform_version", "source_path", "views", "models"]);
    const basic = Object.keys(DETAIL).filter((key) => !extended.has(key));
    expect(VIEWS.basic.toSorted()).toEqual(basic.toSorted());
  });

  test.each<readonly [DetailSelection, string]>([
    [{ fields: ["license", "name"] }, "name license"],
    [{ fields: ["name"], include: ["crons"] }, "name crons"],
    [{ fields: ["crons"] }, "crons"],
    [{ fields: ["name"], include: ["all"] }, `name ${PART_NAMES.join(" ")}`],
    [{ view: "basic", fields: ["summary"] }, "technical_name name version summary description"],
    [{ view: "basic", include: ["menus"] }, "technical_name name version description authors"],
  ])("of %j", (selection, expected) => {
    const words = expected.split(" ");
    expect(listSelectedKeys(selection).slice(0, words.length)).toEqual(words);
  });
});

describe("of a snapshot is read", () => {
  test.each<readonly [DetailSelection, readonly string[]]>([
    [{}, ["record"]],
    [{ view: "extended" }, ["record"]],
    [{ view: "basic" }, ["head"]],
    [{ fields: ["name", "license"] }, ["head"]],
    [{ fields: ["name", "models"] }, ["record"]],
    [{ fields: ["rules"] }, ["parts"]],
    [{ view: "basic", include: ["rules"] }, ["head", "parts"]],
    [{ include: ["all"] }, ["record", "parts"]],
  ])("for %j: %j", (selection, expected) => {
    const { watched, reads } = watch();
    const keys = listSelectedKeys(selection);
    const detail = openDetails(watched, keys)(entry);
    expect(reads).toEqual(expected);
    expect(Object.keys(detail)).toEqual(keys);
    const whole = { ...toModuleDetails(snapshot, entry), ...SOME_PARTS };
    expect(detail).toEqual(Object.fromEntries(keys.map((key) => [key, whole[key]])));
  });
});
