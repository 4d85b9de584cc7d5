// Browser scripts of a module: a part like those of module-parts.ts. Names are as written; `null`
// stands for what a file does not say.
import { optionalText, sourceLine } from "./part-notes.js";
import { count, flag, listOf, namedObject, oneOf, text, texts, type ValueOf } from "../shape.js";

const services = texts("Services that it uses: `useService`.");

/** A class of a script, of the language or of `extend` of the former widgets. */
export const ScriptClass = namedObject("ScriptClass", {
  name: text("`default` for one that is exported without a name."),
  extends: optionalText("What it extends, as written; `null` for nothing."),
  extends_from: optionalText("The module of scripts from which that is imported."),
  template: optionalText("Name of its QWeb template; of one that is written in it its source."),
  props: texts("Names of what a component takes; what is spread into them has `...` before it."),
  components: texts("Names of the components that its template may use."),
  services,
  methods: texts("Names, each once."),
  line: count("Line where it begins."),
});
export type ScriptClassRecord = ValueOf<typeof ScriptClass>;

/** Code that is changed from outside: `patch`, and `include` of the former widgets. */
export const ScriptPatch = namedObject("ScriptPatch", {
  target: text("What is patched, as written: `PaymentScreen.prototype`."),
  name: text("What is patched, by the name that it has where it is from."),
  from: optionalText(
    "The module of scripts from which it is imported; `null` for one of the file.",
  ),
  services,
  methods: texts("Names of what is overridden or added."),
  line: count("Line of the call."),
});
export type ScriptPatchRecord = ValueOf<typeof ScriptPatch>;

/** A key of a registry of the browser. */
export const RegistryKey = namedObject("RegistryKey", {
  category: text("`fields`, `services`, …; of a former registry the module or name that it has."),
  key: text(),
  use: oneOf(["add", "get", "remove"]),
  value: optionalText("What is added, where it is a name."),
  force: flag("Whether it replaces what another one added."),
  line: count("Line of its key."),
});
export type RegistryKeyRecord = ValueOf<typeof RegistryKey>;

export const ScriptFunction = namedObject("ScriptFunction", {
  name: text(),
  line: count("Line where it begins."),
});

/** A module of scripts: a file in `static/`, or each `odoo.define` of one. */
export const Script = namedObject("Script", {
  module_id: optionalText(
    "By which others import it: `@web/core/registry`, or the name that `odoo.define` gives it; `null` for a script that is no module.",
  ),
  alias: optionalText("A second name for others: `@odoo-module alias=…`."),
  imports: listOf(
    namedObject("ScriptImport", {
      from: text("Module of scripts."),
      names: texts("`default` for the module's own, `*` for all; empty for what is only loaded."),
    }),
    "What it imports or requires.",
  ),
  exports: texts("`default` for its own, `*` for all of what it imports from somewhere."),
  classes: listOf(ScriptClass),
  functions: listOf(ScriptFunction, "Functions of the file itself, not those inside others."),
  patches: listOf(ScriptPatch),
  registry: listOf(RegistryKey, "Registry keys that are added, read or removed."),
  ...sourceLine("Line of `odoo.define`; 1 for a file."),
});
export type ScriptRecord = ValueOf<typeof Script>;
