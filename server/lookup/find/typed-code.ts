// What of pasted code is meant by it: the name of a method, a model or a record, or the files of a traceback.

/** Code by its form, with what is looked for instead: `$1`, `$2` are its groups. The first that fits counts. */
const FORMS: readonly (readonly [form: RegExp, meant: string])[] = [
  [/^(?:async )?def (\w{1,200})\s{0,9}\(/, "$1"],
  [/\benv\[["']([\w.]{1,200})["']\]\.(\w{1,200})\(/, "$1#$2"],
  [/\benv\[["']([\w.]{1,200})["']\]/, "$1"],
  [/\benv\.ref\(["']([\w.]{1,200})["']/, "$1"],
  [/^_(?:name|inherit) ?= ?\[?["']([\w.]{1,200})["']/, "$1"],
  [/\bfields\.\w{1,30}\((?:comodel_name=)?["'](\w{1,200}\.[\w.]{1,200})["']/, "$1"],
  // A row of ir.model.access.csv; the id of a model has _ for its points.
  [/^[\w.]{1,200},[^,]{0,200},(?:\w{1,200}\.)?model_(\w{1,200}),/, "$1"],
];

/** What is looked for where a text is code; the text itself where it is not. */
export function readCode(text: string): string {
  for (const [form, meant] of FORMS) {
    const found = form.exec(text);
    if (found !== null) {
      return meant.replaceAll(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? "");
    }
  }
  return text;
}

/** More frames of a traceback are not looked at. */
const MOST_FRAMES = 50;

/** The parts of the paths of a traceback's files, the last call first, each once; none where it is no traceback. */
export function listFrames(text: string): readonly (readonly string[])[] {
  const found = text.matchAll(/\bFile ["']([^"']{1,500})["'], line \d{1,7}, in /g);
  const paths = [...new Set(Array.from(found, ([, path = ""]) => path))];
  return paths
    .toReversed()
    .slice(0, MOST_FRAMES)
    .map((path) => path.split(/[\\/]/).filter((part) => part !== "" && part !== "."));
}
