// A module with nothing loaded, for tests to fill.
import type { LoadedModule } from "../../data/module/loaded-module.js";

export const NOTHING_LOADED: LoadedModule = {
  classes: [],
  constants: new Map(),
  names: new Map(),
  views: [],
  data: [],
  browser: { sequence: 100, assets: [], calls: [], files: [], sizes: [], templates: new Map() },
  references: [],
};
