// The pictures that a module shows itself with, by the paths of its files; none of them is read.
import type { ImageRecord } from "../../../data/module/module-parts.js";

const IMAGE = /^static\/description\/([^/]+)\.(?:png|jpe?g|gif|svg|webp)$/i;

/** Whether a file, by its path relative to the module folder, is such a picture. */
export function isImageFile(path: string): boolean {
  return IMAGE.test(path);
}

/** Its icons, then the other pictures, in the order of the paths. */
export function toImages(paths: readonly string[]): readonly ImageRecord[] {
  const images = paths.flatMap((file): ImageRecord[] => {
    const name = IMAGE.exec(file)?.[1];
    if (name === undefined) return [];
    return [{ kind: /^icon(?:[_-]|$)/i.test(name) ? "icon" : "screenshot", file }];
  });
  return [
    ...images.filter(({ kind }) => kind === "icon"),
    ...images.filter(({ kind }) => kind !== "icon"),
  ];
}
