// What an access right or a record rule holds for.
import { html, type Html } from "../../../contract/browser/html.js";
import type { AccessRecord } from "../../../../data/module/module-parts.js";

type Permissions = Pick<AccessRecord, `perm_${"read" | "write" | "create" | "unlink"}`>;

/** What is not said is left out: the platform, or the record that is changed, decides. */
export function showMay({ perm_read, perm_write, perm_create, perm_unlink }: Permissions): Html {
  const words = { read: perm_read, write: perm_write, create: perm_create, delete: perm_unlink };
  const list = (wanted: boolean): string =>
    Object.entries(words)
      .filter(([, is]) => is === wanted)
      .map(([word]) => word)
      .join(", ");
  const [yes, no] = [list(true), list(false)];
  return html`${yes}${yes !== "" && no !== "" && html`<br />`}${no !== "" && html`<span class="hint">not ${no}</span>`}`;
}
