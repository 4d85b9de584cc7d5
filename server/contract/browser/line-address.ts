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

/** Forms of addresses of a file's page, with those of its bytes. */
const RAW_FORMS = [
  [/^https:\/\/github\.com\/([^/]+\/[^/]+)\/blob\//, "https://raw.githubusercontent.com/$1/"],
  [/\/-\/blob\//, "/-/raw/"],
  [/\/src\/commit\//, "/raw/commit/"],
  [/^(https:\/\/bitbucket\.org\/[^/]+\/[^/]+)\/src\//, "$1/raw/"],
] as const;

/** Address of a picture itself; nothing of a forge that is not known. */
export function toPictureAddress(file: string, template: LineTemplate): string | undefined {
  const page = toFileAddress(file, template) ?? "";
  // The host becomes part of a policy.
  const form = /^https:\/\/[\w.-]+(?::\d+)?\//.test(page)
    ? RAW_FORMS.find(([pattern]) => pattern.test(page))
    : undefined;
  return form && page.replace(form[0], form[1]);
}

export function toFileAddress(file: string, template: LineTemplate): string | undefined {
  return toLineAddress({ file, line: 1 }, template)?.replace(/#.*$/, "");
}
