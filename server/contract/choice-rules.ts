// By what it is decided which repository a name is taken from when several have it, in the order in which these
// decide.

export const CHOICE_RULES = [
  "installable",
  "prefer",
  "addons_path",
  "platform",
  "priority",
  "born",
  "named",
  "newer",
  "less_shared",
  "first",
] as const;
