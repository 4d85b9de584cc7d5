// A module of which nothing is loaded, to be filled as a test needs it.
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
