// The layout of a snapshot on disk: what encode.ts writes and decode.ts reads, in one place.
//
// A snapshot is a folder named by its content id:
//
//   snapshot.json   entry file: format version, counts, sources with commits, embedder, and for
//                   every other file its length and SHA-256
//   snapshot.bin    the sections below, mapped into memory by the server
//   vectors.hnsw    the approximate nearest-neighbour index, in hnswlib's own format, which
//                   vector-graph.ts describes and checks; wherever there are vectors
//
// The id is the SHA-256 of the entry file without its id, cut to 32 hexadecimal digits. Since the
// entry file holds the checksums of the others, the id speaks for every byte.
//
// snapshot.bin, all numbers little-endian:
//
//   offset  bytes  what
//   0       8      magic "MODLOOK1"
//   8       4      format version
//   12      4      number of sections, n
//   16      8      length of the file
//   24      72 n   section table; per section: name (24 bytes, ASCII, zero-padded),
//                  offset (8), length (8), SHA-256 (32)
//   …       …      sections, each at a multiple of 8, gaps zero
//
// A file with the one section "names" of 3 bytes is 24 + 72 + 3 = 99 bytes long: the header, one
// table row that says { name: "names", offset: 96, length: 3 }, and the three bytes.
//
// Most sections are columns: arrays of u32 with one value for each entry, in the order of entries
// (an entry is one module at one platform version in one repository; entries are sorted by
// technical name, platform version, organization, repository). Texts are kept once in tables
// (string-table.ts) and referred to by their number. A list of numbers for each key is two
// columns: `first` has one value more than there are keys, and the list of key k is what stands
// in `list` from first[k] to first[k + 1].
//
// A fact more is no new format: a file has the key lists of its rows, so it says itself which facts it knows, and what
// it does not know is read as the value that stands beside the fact. Such a fact is declared with the format that is
// written on that day and with that value:
//
//   refused: packed(added(orNull(text("Why …")), { since: 11, missing: null })),
//
// in data/module/facts.ts for the head of a module, likewise in the rows of records.ts and module-parts.ts; of a class
// `of.added({ since: 11, missing: false }, readFlag)` where it is checked, in loaded/packed-class.ts. What is written holds it from then on;
// it is never taken out of a format that is kept. All else that changes what stands where is a new format.

export const MAGIC = "MODLOOK1";

/** The version that this program writes. */
export const FORMAT_VERSION = 11;

/** The oldest version that this program reads: from 10 on, each stays readable for two more. */
export const OLDEST_READABLE_VERSION = Math.max(10, FORMAT_VERSION - 2);

export const HEADER_BYTES = 24;
export const SECTION_ROW_BYTES = 72;
export const SECTION_NAME_BYTES = 24;
export const SECTION_ALIGNMENT_BYTES = 8;

export const ENTRY_FILE = "snapshot.json";
export const SECTIONS_FILE = "snapshot.bin";
export const VECTOR_INDEX_FILE = "vectors.hnsw";

/** The link in a folder of snapshots that names the one to be served. */
export const CURRENT_LINK = "current";

/** Sections of one kind each, with what they hold; the other sections of snapshot.bin are LISTS and STORES. */
const SINGLE = {
  names: "string table: technical names, sorted, distinct",
  "names.first": "column of names, one more: the first entry of the name",
  "names.dependents": "column of names: how many other names depend on it directly",
  "names.archs": "column of names: the first of its archs, from which records count them",
  "names.data": "column of names: the first of its rows in data, from which entries count them",
  "names.folded": "the names as name search compares them, a line feed after each, UTF-8",
  texts: "string table: display names, categories, licenses, statuses, sorted, distinct",
  versions: "string table: platform versions in numeric order",
  releases: "string table: versions of modules, sorted, distinct",
  folders: "string table: folders of modules inside their repositories, sorted, distinct",
  commits: "string table: branch tips that entries were read from, sorted, distinct",
  repositories: "MessagePack list of { organization, repository, git }, sorted",
  "entries.name": "column: number of the technical name",
  "entries.version": "column: number of the platform version",
  "entries.repository": "column: number of the repository",
  "entries.display": "column: display name, number in texts",
  "entries.category": "column: category, number in texts",
  "entries.license": "column: license, number in texts",
  "entries.status": "column: development status, number in texts and 1; 0 for none",
  "entries.flags":
    "column: bit 0 installable, bit 1 application, bit 2 installs itself; bit 3 its manifest says what it depends on, bit 4 has tests",
  "entries.document": "column: number of the search document",
  "entries.updated": "column: update date, seconds since 1970; 0 where it is unknown",
  "entries.commit": "column: number in commits",
  "entries.release": "column: version of the module, number in releases",
  "entries.folder": "column: number in folders",
  "entries.depth": "column: longest way down along declared dependencies, see encode-entries.ts",
  authors: "string table: the words of all authors' names, sorted, distinct",
  maintainers: "string table: the words of all maintainers' names, sorted, distinct",
  dependencies: "string table: every name that some entry declares as a dependency, sorted",
  "dependencies.name":
    "column of dependencies: number of the technical name and 1; 0 where no module has it",
  excludes: "string table: every name that some entry excludes, sorted",
  countries: "string table: every country that some entry is for, sorted",
  packages: "string table: every Python package and program that some entry declares, sorted",
  people: "string table: authors, maintainers and who committed what, those of most entries first",
  models: "string table: model names, sorted, distinct",
  "models.fields": "column of models, one more: where its fields start in the columns of fields",
  "models.methods": "column of models, one more: where its methods start",
  members: "string table: names of fields and methods, sorted, distinct",
  "fields.name": "column of fields, by model, then name: number in members",
  "methods.name": "column of methods, by model, then name: number in members",
  views: "string table: full ids of views that others than their module touch, sorted, distinct",
  "loaded-classes.entry":
    "column of the classes of each entry in load order, one entry after another: the entry",
  "loaded-classes.place": "column of these: which class of the row of the entry in records it is",
  "loaded-classes.model": "column of these: number of its model in loaded-models and 1; 0 for none",
  "loaded-classes.name": "column of these: number in class-names",
  "class-names": "string table: names of classes, sorted, distinct",
  "archs.runs": "column: where each run of archs of one view begins; then how many there are",
  "data.runs": "column: where each run of rows of one model begins; then how many there are",
  "loaded-models": "string table: models of which some entry loads a class, sorted, distinct",
  "data-keys":
    "string table: what data of entries have: `=` and a model of which data files write records, and `/assets` for steps of bundles, sorted, distinct",
  "foreign-ids":
    "string table: full ids of records that other modules write, and of views that they inherit from, sorted, distinct",
  "view-subjects": "string table: ids of models that views of some entry are of, see subjects.ts",
  subjects:
    "string table: ids of models that parts of some entry are about, and of other modules' actions that its menus start, see subjects.ts",
  labels:
    "string table: menus, actions, reports, mail templates and what scripts have by id, kind and label, see data/module/labels.ts",
  terms: "MessagePack list of [key, data]: exported FlexSearch index of the words of documents",
  embedder: "what the embedder learned at build time, in its own format; may be empty",
  vectors: "f32, documents × dimensions: unit vectors; empty without an embedder",
  "need-vectors":
    "i8, needs × dimensions: unit vectors of what modules are needed for, see byte-vectors.ts",
  "need-vectors.scale": "f32, needs: what the numbers of each are times",
  "need-texts":
    "string table: language, tab and what modules are needed for, in the order of need-vectors",
  "need-words": "string table: words of what modules are needed for, sorted",
  "name-words": "string table: words of the names of documents, sorted; empty without an embedder",
  "name-words.weight":
    "f32, one for each document: what the words of its lighter name tell together",
  diagnostics: "MessagePack list of diagnostics with their place",
  lineage:
    "MessagePack list of what became of modules from one platform version to the next, see steps.ts",
  replacements:
    "MessagePack list of which modules took the place of others, as texts tell it, see replacements.ts",
  "histories.end": "column of repositories: where its history ends in histories.bytes",
  "histories.length": "column of repositories: bytes of its history when decompressed",
  "histories.bytes":
    "MessagePack of the commits that branches of a repository are compared by, Brotli, see history/packed-history.ts",
  "histories.first": "column of repositories, one more: where its commits start in histories.ids",
  "histories.ids": "the first 6 bytes of the id of each commit",
} as const;

/**
 * Lists of numbers, two sections each: `KEY.first` says where the list of each key starts, a column of the keys and one value
 * more; `KEY.list` has what is said here. Where a table has the same name, its texts are the keys.
 */
const LISTS = {
  authors: "entries with the word in the name of an author, ascending",
  maintainers: "entries with the word in the name of a maintainer, ascending",
  dependencies: "entries that declare the dependency, ascending",
  needs: "dependencies that the entry declares, each once; closures.ts follows them",
  triggers: "dependencies at which an entry with bit 2 of its flags installs itself",
  excludes: "entries that exclude the name, ascending",
  countries: "entries that are for the country, ascending",
  pip: "Python packages that the entry declares, each once: numbers in packages",
  bin: "programs that the entry declares, likewise",
  people: "entries that name one of people as an author, ascending",
  models: "entries with a class of the model, ascending",
  defining: "entries with a class that makes the model, ascending",
  fields: "entries with the field in a class of the model, ascending",
  methods: "entries with the method in a class of the model, ascending",
  views: "entries of other modules that do, ascending",
  documents: "entries that share the document, ascending",
  "loaded-models":
    "classes of the model as loaded-classes counts them, ascending; of those without a model first",
  "data-keys": "entries that have it, ascending",
  "foreign-ids": "entries of other modules that do, ascending",
  "view-subjects": "entries with such views, ascending",
  subjects: "entries with such parts, ascending",
  labels: "entries that give the label, ascending",
  terms: "documents with the word, ascending: number × 16 + a bit for each field",
  "term-names":
    "words of the names of the document, their numbers in terms, see TermContents in contents.ts",
  "need-words": "needs with the word, their numbers in need-vectors, ascending",
  "document-needs": "needs of the module of the document, their numbers in need-vectors",
  "name-words": "documents with the word in their technical or display name, ascending",
} as const;

/**
 * Packed rows, five sections each: `.structures`, a MessagePack list of the key lists that they refer to; `.dictionary`,
 * pieces of them, against which those without a reference are compressed; `.end` and `.length`, columns that say where a
 * row ends, and its bytes when decompressed; `.bytes`, MessagePack of what is said here, deflated as record-store.ts says.
 */
const STORES = {
  records:
    "MessagePack of a record without what columns hold and without what follows from other modules; then of the types that its views have from views of other modules (number of the view, type, …); then of its views, then of its classes, two values each, see loaded/packed-class.ts; deflated as record-store.ts says",
  parts: "MessagePack of what modules contain beside models and views, deflated likewise",
  loaded:
    "MessagePack of the numbers of the module's archs; then of its constants and the views that the platform loads of it, in its order, which count their archs among these; deflated likewise",
  writes:
    "MessagePack of the keys of the entry's rows in data and their numbers in turns; then of its data files, then of the models of their records; then of the records of each without their values, ids apart from places, see loaded/packed-writes.ts; deflated likewise",
  archs:
    "MessagePack of archs of views as JSON, equal ones of a technical name once, deflated as records",
  data: "MessagePack of what data files give the fields of records of one model, see loaded/packed-data.ts; equal ones of a technical name once, deflated as records",
} as const;

/** The keys of lists: with `.first` and `.list` the names of their two sections. */
export type ListKey = keyof typeof LISTS | "references";

const STORE_SECTIONS = ["structures", "dictionary", "end", "length", "bytes"] as const;

type KnownSection =
  | keyof typeof SINGLE
  | `${keyof typeof LISTS}.${"first" | "list"}`
  | `${keyof typeof STORES}.${(typeof STORE_SECTIONS)[number]}`;

/** Every section that this program writes. */
export const SECTION_NAMES = [
  ...Object.keys(SINGLE),
  ...Object.keys(LISTS).flatMap((key) => [`${key}.first`, `${key}.list`]),
  ...Object.keys(STORES).flatMap((key) => STORE_SECTIONS.map((part) => `${key}.${part}`)),
] as readonly KnownSection[];

/**
 * Sections that a file may lack. A program that does not know those of the second embedder answers by the first alone; how its
 * cosines compare with the first one's stands in the entry file. Files of before 0.3 have no references.
 */
const OPTIONAL_SECTIONS = {
  "beside.vectors":
    "i8, documents × dimensions: vectors of the second embedder, see byte-vectors.ts",
  "beside.vectors.scale": "f32, documents: what the numbers of each are times",
  "beside.needs": "i8, needs × dimensions: the same of need-vectors",
  "beside.needs.scale": "f32, needs: what the numbers of each are times",
  references:
    "string table: names of models, fields and methods that files refer to, and full ids of records of other modules, sorted, distinct, see loaded/packed-references.ts",
  "references.first": "column of references, one more: where its list starts",
  "references.list": "entries that refer to something of the name, ascending",
} as const;

/** Sections of format 10 that are no more: classes lay apart from records, see loaded/former-classes.ts. */
const FORMER_SECTIONS = [
  "classes.structures",
  "classes.dictionary",
  "classes.end",
  "classes.block",
  "classes.block-end",
  "classes.bytes",
  "classes.model",
  "classes.name",
  "loaded-classes.class",
  "loaded-classes.file",
  "loaded-classes.line",
  "class-files",
] as const;

/** Sections that format 10 lacks. */
const ADDED_SECTIONS: ReadonlySet<string> = new Set<KnownSection>([
  "loaded-classes.place",
  "loaded-classes.model",
  "loaded-classes.name",
]);

export type SectionName =
  | KnownSection
  | keyof typeof OPTIONAL_SECTIONS
  | (typeof FORMER_SECTIONS)[number];

/** The sections that a file of a readable format has. */
export function listSections(format: number): readonly SectionName[] {
  if (format > 10) return SECTION_NAMES;
  return [...SECTION_NAMES.filter((name) => !ADDED_SECTIONS.has(name)), ...FORMER_SECTIONS];
}

/** Bits of entries.flags. */
export const FLAGS = {
  installable: 1,
  application: 2,
  auto_install: 4,
  has_depends: 8,
  has_tests: 16,
} as const;
