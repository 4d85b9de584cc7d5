// Functions of the system's C library, for mapping and locking files. Callers do without on Windows, and on systems that koffi
// has no binary for.
import type Koffi from "koffi";

/** The library with koffi, which reads its memory. */
type CLibrary = typeof Koffi & { readonly functions: ReturnType<typeof Koffi.load> };

const koffi = await import("koffi").then(
  (loaded) => loaded.default,
  () => undefined,
);

let library: CLibrary | undefined | null = null;

/** `undefined` on systems without it. */
export function getCLibrary(): CLibrary | undefined {
  if (library === null) library = openLibrary();
  return library;
}

function openLibrary(): CLibrary | undefined {
  if (koffi === undefined || process.platform === "win32") return undefined;
  try {
    return { ...koffi, functions: koffi.load(null) };
  } catch {
    return undefined;
  }
}
