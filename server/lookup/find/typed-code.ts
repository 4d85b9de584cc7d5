// Reads pasted code, a command or one line of an error: the name of a method, a model, a record or
// a module.

/** Code by its form, with what is looked for instead: `$1`, `$2` are its groups. The first that fits counts. */
const FORMS: readonly (readonly [form: RegExp, meant: string])[] = [
  [/^(?:async )?def (\w{1,200})\s{0,9}\(/, "$1"],
  [/^class (\w{1,200})\(/, "$1"],
  [/\benv\[["']([\w.]{1,200})["']\]\.(\w{1,200})\(/, "$1#$2"],
  [/\benv\[["']([\w.]{1,200})["']\]/, "$1"],
  [/\benv\.ref\(["']([\w.]{1,200})["']/, "$1"],
  [/^_(?:name|inherit) ?= ?\[?["']([\w.]{1,200})["']/, "$1"],
  [/\bfields\.\w{1,30}\((?:comodel_name=)?["'](\w{1,200}\.[\w.]{1,200})["']/, "$1"],
  [/^<(?:record|template|menuitem)\s[^>]{0,200}?\bid=["']([\w.]{1,200})["']/, "$1"],
  [
    /\b(?:ref|t-name|t-call|t-inherit|inherit_id|action|parent)=["'](\w{1,200}\.[\w.]{1,200})["']/,
    "$1",
  ],
  [/\bregistry\.category\(["']([\w.]{1,200})["']\)\.\w{1,20}\(["']([^"'\s]{1,200})["']/, "$1/$2"],
  [/(?:\buseService\(["']|\bService )([\w.]{1,200})(?:["']| is not available)/, "services/$1"],
  [/^(?:\w{1,50}\.)?patch\((?:\w{1,200}\.){0,5}?([a-zA-Z]\w{0,200})(?:\.prototype)?,/, "$1"],
  [/^(?:\w{1,200}\.){0,5}([A-Z]\w{0,200})\.(?:include|extend|prototype)\b/, "$1"],
  [/^import \{ ?(\w{1,200})[\w\s,]{0,500}\} from ["']@/, "$1"],
  [/^(?:static )?template ?[=:] ?(?:xml)?["'](\w{1,200}\.[\w.]{1,200})["']/, "$1"],
  [/^odoo\.define\(["'](\w{1,200}\.[\w.]{1,200})["']/, "$1"],
  [/^\w{1,100}\.model_(\w{1,200})$/, "$1"],
  [/(?:^|[\s"'])@(\w{1,100}\/[\w./-]{1,300})/, "$1"],
  [/(?:^|[\s"'])\/?(\w{1,100}\/static\/[\w./-]{1,300})/, "$1"],
  [/["'](\/[\w./-]{1,300}\.(?:py|xml|csv|js|scss|png|svg|po))["']/, "$1"],
  [/(?:^|\n)Template: ([\w.]{1,200})/, "$1"],
  [/\bExternal ID not found in the system: ([\w.]{1,200})/, "$1"],
  [/\bMissing template: ["']?([\w.]{1,200})/, "$1"],
  [/\bCannot find key ["']([^"'\s]{1,200})["'] in the ["']([\w.]{1,200})["'] registry/, "$2/$1"],
  [/["'](\w{1,200}\.[\w.]{1,200})["'] object has no attribute ["'](\w{1,200})["']/, "$1#$2"],
  // A message in any language: a name and a model in quotes, with words between them.
  [
    /["'«“”„‘’「]\s?(\w{1,200})\s?["'»”“‘’」][^"«»“”„‘「」(){}[\]=:]{0,100}\p{L}[^"«»“”„‘「」(){}[\]=:]{0,100}["'«“”„‘’「]\s?(\w{1,200}\.[\w.]{1,200})\s?["'»”“‘’」]/u,
    "$2#$1",
  ],
  [/\bInvalid field ([\w.]{1,200})\.(\w{1,200}) in leaf/, "$1#$2"],
  [/\bKeyError: ["'](\w{1,200}\.[\w.]{1,200})["']/, "$1"],
  [
    /(?:\b(?:import|from)\s|No module named ["'])(?:odoo|openerp)\.addons\.(\w{1,200})/,
    "odoo.addons.$1",
  ],
  [/^(?:pip3? install|git clone)\s(?:-{1,2}\S{1,100}\s)?(\S{1,500})/, "$1"],
  [/\bodoo(?:-bin)?\s[^\n]{0,300}?(?:-[iu]|--init|--update)[ =](\w{1,200})/, "$1"],
  // The first row of ir.model.access.csv, below its header if that was pasted, too; the id of a model has _ for its points.
  [
    /^(?:"?id"?,[\w:",]{0,300}\s{1,9})?"?[\w.]{1,200}"?,[^,\n]{0,200},"?(?:\w{1,200}\.)?model_(\w{1,200})"?,/,
    "$1",
  ],
];

/** Name to look for in code; other texts are returned unchanged. */
export function readCode(text: string): string {
  for (const [form, meant] of FORMS) {
    const found = form.exec(text);
    if (found !== null) {
      return meant.replaceAll(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? "");
    }
  }
  return text;
}
