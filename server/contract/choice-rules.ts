// Rules that choose a repository for a name that several have, in order, with their words.

export const CHOICE_TITLES = {
  installable: "installable there alone",
  prefer: "preferred",
  addons_path: "earlier on the addons path",
  platform: "the platform's own repository",
  priority: "priority of the sources file",
  needed_here: "where the modules that need it are",
  names_no_other: "its manifest names no other repository that has it",
  began_first: "its first state is no later one of another",
  born: "where the module was first committed",
  named: "its manifest names this repository",
  newer: "newer version",
  less_shared: "has fewer modules of others",
  first: "first by name",
} as const;

export const CHOICE_RULES = Object.keys(CHOICE_TITLES) as readonly (keyof typeof CHOICE_TITLES)[];
