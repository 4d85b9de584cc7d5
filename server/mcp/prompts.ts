// Prompts of the protocol: tasks that a person starts by name, told to an agent as the tools to ask, in order.

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Arguments with their descriptions; all are required. */
  readonly parameters: Readonly<Record<string, string>>;
  /** With the names of arguments in braces. */
  readonly text: string;
}

export const PROMPTS: readonly Prompt[] = [
  {
    name: "choose_module",
    title: "Choose a module for a need",
    description: "Compares the modules that may do something, and says which to install.",
    parameters: {
      need: "What it should do, as a phrase.",
      platform_version: "Odoo version, as 19.0.",
    },
    text: [
      "Which Odoo {platform_version} module should be installed for this: {need}",
      "1. search_modules with q and platform_version; a second phrase when scores are below 0.4.",
      "2. get_module of the two or three best, with parts description and readme: what they do, how they are configured, known issues.",
      "3. get_dependencies of the best one: what comes with it, and what blocks it.",
      "Name the module, its repository and why it is better than the others; say so when none does it.",
    ].join("\n"),
  },
  {
    name: "plan_migration",
    title: "Plan a migration",
    description: "Says how a list of modules gets to another Odoo version.",
    parameters: {
      modules: "Technical names with commas between them.",
      from: "Odoo version of today.",
      to: "Odoo version to reach.",
    },
    text: [
      "Plan the migration of these Odoo modules from {from} to {to}: {modules}",
      "1. report_migration with all of them: what is ported, renamed, merged, in Odoo itself, to be ported or blocked.",
      "2. get_module of each that was renamed or merged, under its new name; diff_module of those whose models matter.",
      "3. plan_system with what is there at {to}: versions, repositories to clone, conflicts.",
      "Give a table of modules with the work on each. Then give the order to port in (waves), and the dates up to which branches were read.",
    ].join("\n"),
  },
  {
    name: "extend_model",
    title: "Extend a model",
    description: "Gathers what must be known before a model is extended, and checks every name.",
    parameters: {
      task: "What should be changed.",
      model: "The model, as sale.order.",
      modules: "The modules that are installed, with commas between them.",
      platform_version: "Odoo version, as 19.0.",
    },
    text: [
      "Write an Odoo {platform_version} module that extends {model} in a database with {modules}: {task}",
      "1. search_modules with q: whether a module does it already.",
      "2. inspect_system with modules and model {model}; with member for each method that is overridden: its super() chain.",
      "3. inspect_system with xml_id for each view that is inherited.",
      "4. Before answering inspect_system with refs: every model, field, method and id that the code names must exist.",
      "5. depends of the manifest: the modules that define them.",
    ].join("\n"),
  },
];

export function findPrompt(name: string): Prompt | undefined {
  return PROMPTS.find((prompt) => prompt.name === name);
}

/** @returns the names of arguments that are missing, where there are any */
export function renderPrompt(
  { parameters, text }: Prompt,
  given: Readonly<Record<string, string>>,
): { readonly text: string } | { readonly missing: readonly string[] } {
  const missing = Object.keys(parameters).filter(
    (name) => !Object.hasOwn(given, name) || given[name] === "",
  );
  if (missing.length > 0) return { missing };
  return { text: text.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? "") };
}
