// Debian's packages of programs that manifests name, where the package has another name than the
// program (packages.debian.org, Debian 12). What is not listed is taken by its own name.

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
