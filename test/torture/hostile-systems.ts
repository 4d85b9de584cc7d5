// Hostile systems: a module takes all it can get from questions about it.
import type { Random } from "../support/random.js";
import { CODE_SHAPES } from "./hostile-code.js";
import { DATA_SHAPES } from "./hostile-data.js";
import { BASE, GOOD, QUESTION, type HostileSystem, type Shape } from "./hostile-files.js";

const SHAPES = { ...CODE_SHAPES, ...DATA_SHAPES };

/** @returns one of a shape that is drawn */
export function drawHostileSystem(random: Random): HostileSystem {
  const what = random.choose(Object.keys(SHAPES));
  const system = (SHAPES[what] as Shape)(random);
  return {
    what,
    modules: { base: BASE, good: GOOD, ...system.modules },
    targets: [
      ...system.targets,
      `/v1/registry/models?${QUESTION}`,
      `/v1/registry/models/g?${QUESTION}`,
      `/v1/registry/views/good.view?${QUESTION}`,
      "/v1/module/hostile/17.0",
    ],
  };
}
