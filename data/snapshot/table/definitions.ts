// Definitions: the entries that have a class of a model, a field or a method of it, or touch a view
// of another module. Sorted names with their entries, read here and written by
// packed-definitions.ts. The record has the contents of a class.
import { findFirst } from "../../binary-search.js";
import { groupBy, openColumnOf, openLists, type Column } from "./columns.js";
import { damagedSection } from "../errors.js";
import type { SectionReader } from "../sections.js";
import { findString, openTableOf, type StringTable } from "./string-table.js";
import { openTextLists } from "./text-lists.js";

/** Lists of entries are ascending, and views of the file. */
interface Definitions {
  /** Sorted, distinct. */
  readonly models: StringTable;
  /** Entries with a class of the model, by its number. */
  listEntries(model: number): Uint32Array;
  /** Entries with a class that makes the model. */
  listDefiningEntries(model: number): Uint32Array;
  /** Names of fields and methods of all models, sorted, distinct. */
  readonly members: StringTable;
  readonly fields: Members;
  readonly methods: Members;
  /** Full ids of views that another module than their own has, or inherits from; sorted, distinct. */
  readonly views: StringTable;
  /** Entries of other modules that have the view, or one that inherits from it, by its number. */
  listForeignEntries(view: number): Uint32Array;
}

/** The fields, or the methods, of models. */
export interface Members {
  /** Names of a model's members by its number; sorted, distinct. */
  listNames(model: number): readonly string[];
  /** Entries that have it; `undefined` when none has. */
  findEntries(model: number, name: string): Uint32Array | undefined;
  /** Number of models with a member of this name, by its number in `members`. */
  countModels(member: number): number;
  /** The models that have one of this name, ascending, each with the entries in which it has it. */
  listPlaces(member: number): readonly MemberLocation[];
}

/** A model, by its number, and the entries with a class of it that has a field or method. */
export interface MemberLocation {
  readonly model: number;
  readonly entries: Uint32Array;
}

/** Reads nothing but the lengths of tables and columns. @throws SnapshotError, also later */
export function openDefinitions(sections: SectionReader): Definitions {
  const { keys: models, lists: ofModels } = openTextLists(sections, "models");
  const defining = openLists(sections, "defining", models.length);
  const names = openTableOf(sections, "members");
  const { keys: views, lists: ofViews } = openTextLists(sections, "views");
  const openMembers = (kind: "fields" | "methods"): Members => {
    const length = sections.get(`${kind}.name`).length / 4;
    const first = openColumnOf(sections, `models.${kind}`, models.length + 1);
    const name = openColumnOf(sections, `${kind}.name`, length);
    const lists = openLists(sections, kind, length);
    const getRange = (model: number): { readonly from: number; readonly to: number } => {
      const range = { from: first.get(model), to: first.get(model + 1) };
      if (range.from <= range.to && range.to <= length) return range;
      const got = `${range.from} to ${range.to}`;
      throw damagedSection(`models.${kind}`, `offsets up to ${length}`, got);
    };
    let byName: ReturnType<typeof groupByName> | undefined;
    const groupByName = () => {
      const owners = new Uint32Array(length);
      for (let model = 0; model < models.length; model++) {
        const { from, to } = getRange(model);
        owners.fill(model, from, to);
      }
      const keys = Array.from({ length }, (_, at) => getMember(name, at, names));
      return { ...groupBy(keys, names.length), owners };
    };
    // Made when it is first asked for, in a few milliseconds.
    const getByName = () => (byName ??= groupByName());
    return {
      listNames(model) {
        const { from, to } = getRange(model);
        return Array.from({ length: to - from }, (_, at) => names.get(name.get(from + at)));
      },
      findEntries(model, wanted) {
        const number = findString(names, wanted);
        if (number === undefined) return undefined;
        const { from, to } = getRange(model);
        const at = findFirst(from, to, (position) => name.get(position) >= number);
        return at < to && name.get(at) === number ? lists.view(at) : undefined;
      },
      countModels(member) {
        const { first: start } = getByName();
        return (start[member + 1] ?? 0) - (start[member] ?? 0);
      },
      listPlaces(member) {
        const { first: start, list, owners } = getByName();
        return Array.from(list.subarray(start[member], start[member + 1]), (at) => ({
          model: owners[at] ?? 0,
          entries: lists.view(at),
        }));
      },
    };
  };
  return {
    models,
    listEntries: (model) => ofModels.view(model),
    listDefiningEntries: (model) => defining.view(model),
    members: names,
    fields: openMembers("fields"),
    methods: openMembers("methods"),
    views,
    listForeignEntries: (view) => ofViews.view(view),
  };
}

/** @throws SnapshotError when the number is of no name */
function getMember(column: Column, at: number, members: StringTable): number {
  const number = column.get(at);
  if (number < members.length) return number;
  throw damagedSection("members", `a number below ${members.length}`, String(number));
}
