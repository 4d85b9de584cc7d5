// Models that have another name at a later platform version, though no list says so.
import type { ApiEvidence } from "../../../contract/shape/api-changes.js";
import type { ApiSide } from "../api-side.js";
import type { ApiStep } from "../api-step.js";

interface FoundModel {
  readonly model: string;
  readonly modules: readonly string[];
  readonly evidence: readonly ApiEvidence[];
}

/** Members that two models must have in common, and which share of those of either. */
const FEWEST_SHARED = 4;
const SMALLEST_SHARE = 0.6;

/** @param makers modules that make the model at the earlier version and go on at the later one */
export function findRenamedModel(
  { from, to, findSuccessors }: ApiStep,
  model: string,
  makers: readonly string[],
): FoundModel | undefined {
  const found = makers.flatMap((maker) => {
    const before = listMembers(from, maker, model);
    return (findSuccessors(maker)?.modules ?? []).flatMap((module) =>
      to
        .listModels(module)
        .filter((later) => from.listTouching(later).length === 0)
        .filter((later) => to.findOwn(module, later)?.maker !== undefined)
        .flatMap((later) => {
          const after = listMembers(to, module, later);
          const shared = [...before].filter((name) => after.has(name)).length;
          const all = Math.max(before.size, after.size);
          if (shared < FEWEST_SHARED || shared / all < SMALLEST_SHARE) return [];
          const evidence = [{ kind: "members" as const, value: `${shared} of ${all}` }];
          return [{ model: later, modules: [module], evidence, share: shared / all }];
        }),
    );
  });
  const [best, next] = found.toSorted((left, right) => right.share - left.share);
  return best === undefined || next?.share === best.share ? undefined : best;
}

function listMembers(side: ApiSide, module: string, model: string): ReadonlySet<string> {
  const own = side.findOwn(module, model);
  const methods = own === undefined ? [] : [...own.methods.keys()].map((name) => `${name}()`);
  return new Set([...(own?.fields.keys() ?? []), ...methods]);
}
