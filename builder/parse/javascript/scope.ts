// What readers of single nodes know of the module of scripts around these.
import type { Bindings } from "./bindings.js";
import type { JsNode, JsNodes } from "./tree.js";

/** What is read as one module. */
export interface ScriptScope {
  readonly text: string;
  readonly lineAt: (index: number) => number;
  readonly all: JsNodes;
  /** Its own, those inside functions left out. */
  readonly statements: readonly JsNode[];
  /** Modules that it names in advance. */
  readonly required: readonly string[];
}

/** What readers of single nodes know of the module around. */
export interface ScriptContext extends ScriptScope {
  readonly bindings: Bindings;
  /** What values are called: classes, functions and objects by their nodes. */
  readonly names: ReadonlyMap<JsNode, string>;
  /** Objects by what they are called. */
  readonly objects: ReadonlyMap<string, JsNode>;
}
