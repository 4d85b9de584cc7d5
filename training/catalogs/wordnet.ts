// The Open English WordNet as its repository keeps it: which words mean the same, and what that is.
// Total: of a file that is no YAML, or has aliases, it gives nothing.
import { parse } from "yaml";

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

/** The meanings of a file that have words and a definition, in its order. */
export function parseWordnet(text: string): readonly Meaning[] {
  return Object.values(toRecord(parseYaml(text))).flatMap((synset) => {
    const { members, definition, example } = toRecord(synset);
    const words = listTexts(members);
    const definitions = listTexts(definition);
    if (words.length === 0 || definitions.length === 0) return [];
    return [{ words, definitions, examples: listTexts(example) }];
  });
}

function parseYaml(text: string): unknown {
  try {
    // Scalars are texts: members may be `1984` or `no`.
    return parse(text, { schema: "failsafe", maxAliasCount: 0, logLevel: "silent" });
  } catch {
    return undefined;
  }
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function listTexts(list: unknown): readonly string[] {
  return (Array.isArray(list) ? list : [])
    .map((item: unknown) => {
      // An example with a source is a mapping.
      const text = typeof item === "string" ? item : toRecord(item)["text"];
      return typeof text === "string" ? text.trim() : "";
    })
    .filter((text) => text !== "");
}
