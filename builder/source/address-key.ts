// One way to write each address of a repository. Pure.
import { withoutCredentials } from "./sources-file.js";

/** The same for every way of writing it: HTTPS, SSH, with `.git` or without. */
export function toAddressKey(address: string): string {
  return (
    withoutCredentials(address)
      .toLowerCase()
      .replace(/^[a-z][a-z0-9+.-]*:\/\//, "")
      // As git has it for SSH: git@github.com:OCA/web.git
      .replace(/^(?:[^/@:]+@)?([^/:]+):(?!\d+(?:\/|$))/, "$1/")
      .replace(/\/+$/, "")
      .replace(/\.git$/, "")
  );
}
