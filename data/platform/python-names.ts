// Names that Odoo's own Python packages have for others, by platform version: no snapshot has them, since their files are of no
// module. They ship with the program as python-names.txt, which `make platform-python` writes: a line for all names of the same
// versions.
//
//     16.0 17.0: odoo.exceptions.UserError odoo.tools.safe_eval.*
//
// A file is a name, too; `*` is one of a file that may have any.
import { readShippedText } from "./shipped-text.js";
import { readWords } from "./version-table.js";

const known = new Map<string, ReadonlySet<string>>();

/** The names at a version that the table has. @throws {OperatorError} where this installation lacks the file */
export function getPythonNames(platformVersion: string): ReadonlySet<string> | undefined {
  const names =
    known.get(platformVersion) ??
    readShippedText(
      "python-names.txt",
      (text) =>
        new Set(
          readWords(text).flatMap(({ versions, words }) =>
            versions.includes(platformVersion) ? words : [],
          ),
        ),
    );
  known.set(platformVersion, names);
  return names.size === 0 ? undefined : names;
}
