// Contents as they are compared: numbers that stand for them, without what programs write. Pure.

/** So many hexadecimal digits of a blob's id are kept: a number that is exact. */
const BLOB_DIGITS = 12;

/** Icons too, which many modules have in common: it says nothing of who has a commit, or a file of it. */
const GENERATED =
  /(?:^|\/)(?:i18n\/|README\.rst"?$|static\/description\/(?:index\.html|icon\.(?:png|svg))"?$)/;

/** @param written a path, as git writes it */
export function isGenerated(written: string): boolean {
  return GENERATED.test(written);
}

export function toBlobNumber(objectId: string): number {
  return Number.parseInt(objectId.slice(0, BLOB_DIGITS), 16);
}
