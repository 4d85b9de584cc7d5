// Rules that choose a repository for a name that several have, in order.

export const CHOICE_RULES = [
  "installable",
  "prefer",
  "addons_path",
  "platform",
  "priority",
  "names_no_other",
  "born",
  "named",
  "newer",
  "less_shared",
  "first",
] as const;
