// Links to lines of a module's files at its forge.

export interface CodeLocation {
  /** Relative to the module's folder. */
  readonly file: string;
  readonly line: number;
}

/** URI template with `{+file}` and `{line}`; nothing of a forge that is not known. */
export type LineTemplate = string | null | undefined;

export function toLineAddress(
  { file, line }: CodeLocation,
  template: LineTemplate,
): string | undefined {
  const path = file.split("/").map(encodeURIComponent).join("/");
  return template?.replaceAll(/\{(?:\+file|line)\}/g, (name) =>
    name === "{line}" ? String(line) : path,
  );
}

export function toFileAddress(file: string, template: LineTemplate): string | undefined {
  return toLineAddress({ file, line: 1 }, template)?.replace(/#.*$/, "");
}
