// Who wrote, maintains and changes modules: names as manifests and git have them.
import { defineTable, ENTRY_PARENT, flag, OF_ENTRY, text } from "../table.js";

export const authorTable = defineTable({
  name: "authors",
  description: "Authors that a manifest names, in its order.",
  from: "entry",
  columns: { ...OF_ENTRY, name: text("A person or a company.") },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  indexes: [["name"]],
  *listRows({ entry_id, record }) {
    for (const [position, name] of record.authors.entries()) yield { entry_id, position, name };
  },
});

export const maintainerTable = defineTable({
  name: "maintainers",
  description: "Maintainers that a manifest names, in its order.",
  from: "entry",
  columns: { ...OF_ENTRY, name: text("Mostly an account of the forge.") },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  indexes: [["name"]],
  *listRows({ entry_id, record }) {
    for (const [position, name] of record.maintainers.entries()) yield { entry_id, position, name };
  },
});

export const committerTable = defineTable({
  name: "committers",
  description: "Who changed the folder on its branch, most commits first; robots are left out.",
  from: "entry",
  columns: {
    ...OF_ENTRY,
    name: text("As git has it; never an address."),
    is_developer: flag("Changed code."),
    is_translator: flag("Translated; somebody may do both."),
  },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  indexes: [["name"]],
  *listRows({ entry_id, record }) {
    const developers = new Set(record.developers);
    const translators = new Set(record.translators);
    for (const [position, name] of record.committers.entries()) {
      yield {
        entry_id,
        position,
        name,
        is_developer: developers.has(name),
        is_translator: translators.has(name),
      };
    }
  },
});
