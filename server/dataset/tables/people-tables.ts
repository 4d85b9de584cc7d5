// Who wrote, maintains and changes modules: names as manifests and git have them.
import { defineListTable, flag, text } from "../table.js";

export const authorTable = defineListTable({
  name: "authors",
  description: "Authors that a manifest names, in its order.",
  columns: { name: text("A person or a company.") },
  indexes: [["name"]],
  listOf: ({ record }) => record.authors.map((name) => ({ name })),
});

export const maintainerTable = defineListTable({
  name: "maintainers",
  description: "Maintainers that a manifest names, in its order.",
  columns: { name: text("Mostly an account of the forge.") },
  indexes: [["name"]],
  listOf: ({ record }) => record.maintainers.map((name) => ({ name })),
});

export const committerTable = defineListTable({
  name: "committers",
  description: "Who changed the folder on its branch, most commits first; robots are left out.",
  columns: {
    name: text("As git has it; never an address."),
    is_developer: flag("Changed code."),
    is_translator: flag("Translated; somebody may do both."),
  },
  indexes: [["name"]],
  listOf({ record }) {
    const developers = new Set(record.developers);
    const translators = new Set(record.translators);
    return record.committers.map((name) => ({
      name,
      is_developer: developers.has(name),
      is_translator: translators.has(name),
    }));
  },
});
