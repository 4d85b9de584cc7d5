// Modules outside the index that could change the comparison of two versions.
import { deriveOnce, memoizeEach } from "../../lookup/memo.js";
import { listDepends, listProviderEntries } from "../../lookup/dependency/dependency-graph.js";
import { createNotIndexed, type NotIndexed } from "../../lookup/dependency/not-indexed.js";
import type { ApiChange } from "../../contract/shape/api-changes.js";
import type { ApiSide } from "../../registry/api/api-side.js";
import type { ApiStep } from "../../registry/api/api-step.js";

export const getDoubts = deriveOnce((step: ApiStep) => {
  const getMissing = memoizeEach((module: string): NotIndexed => {
    const needed = step.findSuccessors(module)?.needed ?? [];
    const names = [
      ...listNotIndexed(step.from, step.from.listNeeded(module)),
      ...listNotIndexed(step.to, needed),
    ];
    return createNotIndexed(names, step.to.platformVersion, (name) => {
      const entry = step.to.findEntry(name);
      return entry === undefined ? [] : listDepends(step.to.snapshot, entry);
    });
  });
  return {
    /**
     * Missing dependencies: those of modules at the earlier version, or of their successors at the
     * later one.
     */
    listOfModules(modules: readonly string[]): readonly string[] {
      const later = modules.flatMap((one) => {
        const { modules: successors = [], needed = [] } = step.findSuccessors(one) ?? {};
        return successors.length === 0 ? [...needed] : successors;
      });
      return [
        ...listNotIndexed(step.from, step.from.listAllNeeded(modules)),
        ...listNotIndexed(step.to, step.to.listAllNeeded(later)),
      ];
    },
    /** Missing modules that could have a thing reported as gone or moved. */
    listOfChange({ module, model }: Pick<ApiChange, "module" | "model">): readonly string[] {
      const { names, listReaching } = getMissing(module);
      if (names.length === 0) return names;
      // A parent that is not indexed may have what its heir had, and any module a class of JavaScript.
      const parents = step.from.findOwn(module, model)?.parents;
      return parents?.length !== 0 ? names : listReaching(step.from.listMakers(model));
    },
    /** Dependencies without known successors, about whose changes nothing is reported. */
    listOfUses: (module: string) =>
      [...step.from.listNeeded(module)].filter(
        (name) => name !== module && step.findSuccessors(name) === undefined,
      ),
  };
});

function listNotIndexed(side: ApiSide, names: Iterable<string>): readonly string[] {
  return [...names].filter(
    (name) => listProviderEntries(side.snapshot, name, side.platformVersion).length === 0,
  );
}
