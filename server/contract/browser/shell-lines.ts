// A plan as lines for a POSIX shell: what is to be cloned and installed, and how Odoo is started. Names come from manifests, which may
// hold anything; those of Python packages are other ones for pip.
import type { Plan } from "../shape/system/plan.js";

/** A word of the shell, in quotes where it needs them. */
export function quote(word: string): string {
  return /^[\w./:@%+=,~-]+$/.test(word) && !word.startsWith("-")
    ? word
    : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Title of the lines that clone. */
export const CLONE = "Clone the newest commits";

/** Each repository into the folder that the addons path names. */
export function listCloneLines({ repositories }: Plan): readonly string[] {
  return repositories.map(
    ({ branch, git, checkout }) =>
      `git clone --branch ${quote(branch)} --depth 1 ${quote(git)} ${quote(checkout)}`,
  );
}

/** Name of a PEP 508 or Debian package: pip and apt would take other words for options. */
const PACKAGE = /^[a-z\d][\w.+-]*$/i;

/** Folder of a checkout of Odoo. */
const findOdoo = ({ repositories }: Pick<Plan, "repositories">): string | undefined =>
  repositories.find(({ folders }) => folders.includes("odoo/addons/base"))?.checkout;

/** Packages of a checkout of Odoo and of modules; `undefined` where none is needed. */
export function findPipLine(plan: Pick<Plan, "repositories" | "python">): string | undefined {
  const home = findOdoo(plan);
  const packages = [
    ...(home === undefined ? [] : [`-r ${quote(`${home}/requirements.txt`)}`]),
    ...plan.python
      .filter(({ name }) => PACKAGE.test(name))
      .map(({ name, specifier }) => quote(toPackageName(name) + specifier)),
  ];
  return packages.length === 0 ? undefined : `pip install ${packages.join(" ")}`;
}

/** Title of the line for programs. */
export const PROGRAMS = "System packages (Debian, Ubuntu)";

/** Command for Debian and Ubuntu; `undefined` if no program is needed. */
export function findProgramLine({ binaries }: Plan): string | undefined {
  const names = binaries.map(({ name }) => name).filter((name) => PACKAGE.test(name));
  const packages = listPackages(names).map(quote);
  return packages.length === 0 ? undefined : `apt-get install --yes ${packages.join(" ")}`;
}

/** Call of Odoo for modules of a plan. */
interface Start {
  readonly install?: readonly string[];
  readonly update?: readonly string[];
}

/** The program of a checkout of Odoo, else of an installed one. */
export function toStartLine(
  plan: Pick<Plan, "repositories" | "addons_path" | "platform_indexed">,
  start: Start,
): string {
  const { addons_path: own, platform_indexed: hasPlatform } = plan;
  const { install = [], update = [] } = start;
  const home = findOdoo(plan);
  // Odoo from elsewhere has its addons where its user knows.
  const folders = hasPlatform || own.length === 0 ? own : ["/path/to/odoo/addons", ...own];
  return [
    `${home === undefined ? "odoo" : quote(`${home}/odoo-bin`)} -d DATABASE`,
    ...(install.length > 0 ? [`-i ${quote(install.join(","))}`] : []),
    ...(update.length > 0 ? [`-u ${quote(update.join(","))}`] : []),
    ...(folders.length > 0 ? [`--addons-path=${quote(folders.join(","))}`] : []),
    "--stop-after-init",
  ].join(" ");
}

/** Commands in order, each with a title; none starts Odoo where the plan cannot be installed. */
export function listPlanCommands(
  plan: Plan,
): readonly (readonly [title: string, lines: readonly string[]])[] {
  const { modules, update } = plan;
  const [pip, programs] = [findPipLine(plan), findProgramLine(plan)];
  const requested = modules.filter(({ origin }) => origin === "requested");
  const install = requested.map(({ technical_name: name }) => name);
  const changed = update === undefined ? undefined : toUpdateStart(update, new Set(install));
  const starts: readonly (readonly [string, readonly string[]])[] = [
    ["Install into a new database", install.length === 0 ? [] : [toStartLine(plan, { install })]],
    ["Update a database", changed === undefined ? [] : [toStartLine(plan, changed)]],
  ];
  const commands: readonly (readonly [string, readonly string[]])[] = [
    [CLONE, listCloneLines(plan)],
    [PROGRAMS, programs === undefined ? [] : [programs]],
    ["Python packages", pip === undefined ? [] : [pip]],
    ...(plan.installable === false ? [] : starts),
  ];
  return commands.filter(([, lines]) => lines.length > 0);
}

/**
 * Installs the requested new modules, which bring their dependencies; `undefined` for nothing to
 * do.
 */
function toUpdateStart(
  { modules }: NonNullable<Plan["update"]>,
  requested: ReadonlySet<string>,
): Start | undefined {
  const came = modules.filter(({ change }) => change === "added");
  const install = came
    .map(({ technical_name: name }) => name)
    .filter((name) => requested.has(name));
  const update = modules
    .filter(({ change }) => change !== "added" && change !== "removed")
    .map(({ technical_name: name }) => name);
  return install.length + update.length === 0 ? undefined : { install, update };
}

/** Debian's packages of programs that have another name (packages.debian.org, Debian 12). */
const PACKAGES: ReadonlyMap<string, string> = new Map([
  ["convert", "imagemagick"],
  ["gs", "ghostscript"],
  ["java", "default-jre-headless"],
  ["lessc", "node-less"],
  ["libreoffice", "libreoffice-nogui"],
  ["lp", "cups-client"],
  ["lpr", "cups-bsd"],
  ["node", "nodejs"],
  ["pdftk", "pdftk-java"],
  ["pdftocairo", "poppler-utils"],
  ["pdftoppm", "poppler-utils"],
  ["pdftotext", "poppler-utils"],
  ["sass", "ruby-sass"],
  ["soffice", "libreoffice-nogui"],
  ["ssh", "openssh-client"],
  ["tesseract", "tesseract-ocr"],
]);

/** Each package once, in the order of the programs. */
export function listPackages(programs: readonly string[]): readonly string[] {
  return [...new Set(programs.map((program) => PACKAGES.get(program) ?? program))];
}

/** Names of imports that manifests have in place of packages, as setuptools-odoo takes them. */
const PACKAGES_OF_IMPORTS: Readonly<Record<string, string>> = {
  asterisk: "py-Asterisk",
  coda: "pycoda",
  cups: "pycups",
  dateutil: "python-dateutil",
  ldap: "python-ldap",
  serial: "pyserial",
  suds: "suds-jurko",
  stdnum: "python-stdnum",
  "crypto-cipher-des3": "pycrypto",
  openssl: "pyOpenSSL",
};

/** The distribution that has a package which manifests name; case and signs as in PEP 503. */
export function toPackageName(name: string): string {
  return Object.hasOwn(PACKAGES_OF_IMPORTS, name) ? (PACKAGES_OF_IMPORTS[name] ?? name) : name;
}
