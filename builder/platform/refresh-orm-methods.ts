// `make platform-orm`: rewrites data/platform/orm-methods.txt, out of the repositories of the
// platform that a sources file names. Names are taken, of methods and their parameters, no code and
// no words.
import { formatOrmMethods } from "../../data/platform/orm-methods.js";
import { readSignatures } from "../parse/python/class-methods.js";
import { refreshFromSources } from "./refresh.js";

/** Files of the base classes of models: one until 18.0, then a package. */
const FILES = /^(?:odoo|openerp)\/(?:models|orm\/models(?:_transient)?)\.py$/;
const CLASSES = new Set(["BaseModel", "AbstractModel", "Model", "TransientModel"]);

await refreshFromSources(
  "data/platform/orm-methods.txt",
  (path) => FILES.test(path),
  (branches) => {
    const found = branches.flatMap(({ version, origin, files }) => {
      const names = [...files.values()].flatMap((text) => [...readSignatures(text, CLASSES)]);
      return names.length === 0 ? [] : [{ version, origin, signatures: new Map(names) }];
    });
    const methods = new Map(found.map(({ version, signatures }) => [version, signatures]));
    return formatOrmMethods(methods, [
      "The methods that every model has from Odoo's own classes, with the platform versions that have them. Written by",
      "`make platform-orm`; data/platform/orm-methods.ts says how to read it.",
      "",
      "Source: Odoo Community (LGPL-3.0), and public copies of it, of which names alone are here:",
      ...found.map(({ origin }) => origin),
      "",
    ]);
  },
);
