// Where the forge of a repository shows a line of a module's files.

export interface CodeLocation {
  /** Relative to the module's folder. */
  readonly file: string;
  readonly line: number;
}

/** URI template with `{+file}` and `{line}`; nothing of a forge that is not known. */
export type LineTemplate = string | null | undefined;

/** Where a line is shown. */
export function toLineAddress(
  { file, line }: CodeLocation,
  template: LineTemplate,
): string | undefined {
  const path = file.split("/").map(encodeURIComponent).join("/");
  return template?.replaceAll(/\{(?:\+file|line)\}/g, (name) =>
    name === "{line}" ? String(line) : path,
  );
}

/** Where a file is shown. */
export function toFileAddress(file: string, template: LineTemplate): string | undefined {
  return toLineAddress({ file, line: 1 }, template)?.replace(/#.*$/, "");
}
