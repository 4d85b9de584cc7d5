// Models that have another name at a later platform version, though no list says so.
import { deriveEach } from "../../../lookup/memo.js";
import type { OwnModel } from "../api-side.js";
import type { ApiStep } from "../api-step.js";

/** Members that two models must have in common, and which share of those of either. */
const FEWEST_SHARED = 4;
const SMALLEST_SHARE = 0.6;

/** @param makers modules that make the model at the earlier version and have successors */
export function findRenamedModel(step: ApiStep, model: string, makers: readonly string[]) {
  const found = makers.flatMap((maker) => {
    const before = listMembers(step.from.findOwn(maker, model));
    return (step.findSuccessors(maker)?.modules ?? []).flatMap((module) =>
      getNewModels(step, module).flatMap(({ model: later, members: after }) => {
        const all = Math.max(before.size, after.size);
        const most = Math.min(before.size, after.size);
        if (most < FEWEST_SHARED || most / all < SMALLEST_SHARE) return [];
        const shared = [...before].filter((name) => after.has(name)).length;
        if (shared < FEWEST_SHARED || shared / all < SMALLEST_SHARE) return [];
        const evidence = [{ kind: "members" as const, value: `${shared} of ${all}` }];
        return [{ model: later, modules: [module], evidence, share: shared / all }];
      }),
    );
  });
  const [best, next] = found.toSorted((left, right) => right.share - left.share);
  return best === undefined || next?.share === best.share ? undefined : best;
}

interface NewModel {
  readonly model: string;
  readonly members: ReadonlySet<string>;
}

/**
 * New models of a module that nobody had at the earlier version: each lost model is compared with
 * all.
 */
const getNewModels = deriveEach(({ from, to }: ApiStep, module: string): readonly NewModel[] =>
  to
    .listModels(module)
    .filter((model) => from.listTouching(model).length === 0)
    .flatMap((model) => {
      const own = to.findOwn(module, model);
      return own?.maker === undefined ? [] : [{ model, members: listMembers(own) }];
    }),
);

function listMembers(own: OwnModel | undefined): ReadonlySet<string> {
  const methods = own === undefined ? [] : [...own.methods.keys()].map((name) => `${name}()`);
  return new Set([...(own?.fields.keys() ?? []), ...methods]);
}
