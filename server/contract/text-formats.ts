// The forms of an answer beside JSON: what each is, and what makes it, which is loaded when somebody asks for
// it.
export { finishSteps, takeSteps, type Steps } from "../../data/yield.js";

export interface TextFormat<Input> {
  readonly mediaType: string;
  readonly description: string;
  /** @returns a function that makes the whole text, with a line feed at its end */
  load(): Promise<(input: Input) => string>;
}

interface TextFormats<Input, Name extends string> {
  readonly names: readonly Name[];
  /** Representations by media type; the first of several formats counts. */
  readonly texts: Readonly<Record<string, { readonly description: string }>>;
  /** The first of a media type. */
  find(mediaType: string): Name | undefined;
  render(name: Name, input: Input): Promise<RenderedText>;
}

export interface RenderedText {
  readonly text: string;
  readonly contentType: string;
}

export interface RenderedBytes {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** @param formats by the value of the parameter that chooses one */
export function createFormats<Input, Name extends string>(
  formats: Readonly<Record<Name, TextFormat<Input>>>,
): TextFormats<Input, Name> {
  const names = Object.keys(formats) as Name[];
  const find = (mediaType: string): Name | undefined =>
    names.find((name) => formats[name].mediaType === mediaType);
  return {
    names,
    texts: Object.fromEntries(
      names
        .filter((name) => find(formats[name].mediaType) === name)
        .map((name) => [formats[name].mediaType, { description: formats[name].description }]),
    ),
    find,
    async render(name, input) {
      const { mediaType, load } = formats[name];
      const render = await load();
      return { text: render(input), contentType: `${mediaType}; charset=utf-8` };
    },
  };
}
