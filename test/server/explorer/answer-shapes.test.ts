// What pages read of answers is what /openapi.json describes: that this file compiles says so.
import { expectTypeOf, test } from "vitest";
import type * as diff from "../../../server/explorer/page/diff-answers.js";
import type * as module from "../../../server/explorer/page/module-answers.js";
import type * as repository from "../../../server/explorer/page/repository-answers.js";
import type * as where from "../../../server/explorer/page/where-answers.js";
import type * as search from "../../../server/explorer/shared/answers.js";
import type { ProblemBody } from "../../../server/explorer/shared/ask.js";
import type { components } from "../../contract/interface-types.js";

type Described = components["schemas"];

test("every answer can be read as the pages read it", () => {
  expectTypeOf<Described["NameHit"]>().toExtend<search.NameHit>();
  expectTypeOf<Described["ModuleHit"]>().toExtend<search.ModuleHit>();
  expectTypeOf<Described["SemanticHit"]>().toExtend<search.SemanticHit>();
  expectTypeOf<
    Described["ModuleRow"] | Described["MissingModuleRow"]
  >().toExtend<search.ModuleRow>();
  expectTypeOf<Described["VersionRow"]>().toExtend<search.VersionRow>();
  expectTypeOf<Described["RepositoryRow"]>().toExtend<search.RepositoryRow>();
  expectTypeOf<Described["NamedCounts"]>().toExtend<search.CategoryRow>();
  expectTypeOf<Described["ModuleDetail"]>().toExtend<module.ModuleDetail>();
  expectTypeOf<Described["Dependencies"]>().toExtend<module.Dependencies>();
  expectTypeOf<Described["Dependents"]>().toExtend<module.Dependents>();
  expectTypeOf<Described["ModuleDiff"]>().toExtend<diff.ModuleDiff>();
  expectTypeOf<Described["Changes"]>().toExtend<diff.Changes>();
  expectTypeOf<Described["ModelPlaces"]>().toExtend<where.ModelPlaces>();
  expectTypeOf<Described["ViewPlaces"]>().toExtend<where.ViewPlaces>();
  expectTypeOf<Described["RepositorySummary"]>().toExtend<repository.RepositorySummary>();
  expectTypeOf<Described["Coverage"]>().toExtend<repository.Coverage>();
  expectTypeOf<Described["ModuleSummary"]>().toExtend<module.ModuleSummary>();
  expectTypeOf<Described["Problem"]>().toExtend<ProblemBody>();
});
