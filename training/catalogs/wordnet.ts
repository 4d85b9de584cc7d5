// The Open English WordNet as its repository keeps it: which words mean the same, and what that is.
// Of YAML no more than these files use: lists of texts below a meaning. Total.

/** Words that mean the same, what they mean, and sentences with them; all of it English. */
export interface Meaning {
  readonly words: readonly string[];
  readonly definitions: readonly string[];
  readonly examples: readonly string[];
}

const SYNSETS = /(?:^|\/)src\/yaml\/(?:noun|verb|adj|adv)\.[A-Za-z]+\.yaml$/;

/** Is a file one with meanings? By its path alone. */
export function isWordnetFile(path: string): boolean {
  return SYNSETS.test(path);
}

/** `13261412-n:`, a meaning; `  members:`, one of its lists; `  - text`, and what goes on with it. */
const LINE = /^(?:(\S+):|  (\w+):|  - (.*)|    (.*))$/;

type ListName = "members" | "definition" | "example";

interface Draft {
  readonly members: string[];
  readonly definition: string[];
  readonly example: string[];
}

/** The meanings of a file that have words and a definition, in its order. */
export function parseWordnet(text: string): readonly Meaning[] {
  const meanings: Meaning[] = [];
  let draft = openDraft();
  let list: string[] | undefined;
  const close = (): void => {
    const [words, definitions, examples] = [draft.members, draft.definition, draft.example].map(
      (texts) => texts.map(unquote).filter((each) => each !== ""),
    ) as [string[], string[], string[]];
    if (words.length > 0 && definitions.length > 0) meanings.push({ words, definitions, examples });
    draft = openDraft();
  };
  for (const line of text.split("\n")) {
    const [, meaning, name, item, more] = LINE.exec(line.trimEnd()) ?? [];
    if (meaning !== undefined) close();
    if (item !== undefined) list?.push(item);
    else if (more === undefined) list = isListName(name) ? draft[name] : undefined;
    else if (list !== undefined && list.length > 0) list.push(`${list.pop()} ${more.trim()}`);
  }
  close();
  return meanings;
}

function openDraft(): Draft {
  return { members: [], definition: [], example: [] };
}

function isListName(name: string | undefined): name is ListName {
  return name === "members" || name === "definition" || name === "example";
}

/** An example with a source is a mapping. */
const MAPPED = /^source: .*? text: /;

function unquote(item: string): string {
  const text = item.replace(MAPPED, "").trim();
  const inner = text.slice(1, -1);
  if (/^'.*'$/s.test(text)) return inner.replaceAll("''", "'").trim();
  if (/^".*"$/s.test(text)) return inner.replaceAll(/\\(.)/gs, "$1").trim();
  return text;
}
