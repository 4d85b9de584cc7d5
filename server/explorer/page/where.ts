// Where a module is: the first hit of a search for its name.
import type { NameHit } from "../../contract/shape/search.js";
import type { Ask } from "../../routes/ask.js";

/** Platform versions by `<organization>/<repository>`: all, and those at which it cannot be installed. */
export type Where = Pick<NameHit, "versions" | "not_installable">;

/** Nothing of a name that nobody has. The name itself is always the first hit. */
export async function readWhere(ask: Ask, name: string): Promise<Where> {
  const { body } = await ask("/v1/search/{module_name}", { module_name: name, limit: 1 });
  const hit = body.find(({ technical_name }) => technical_name === name);
  return hit ?? { versions: {}, not_installable: {} };
}
