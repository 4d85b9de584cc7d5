// Parts of modules for tests: one of each kind, and arbitrary ones for properties.
import * as fc from "fast-check";
import type { ModuleParts } from "../../data/module-parts.js";
import { README_SECTIONS } from "../../data/module-parts.js";
import { anyCharacter } from "./properties.js";

/** Of a module that contains nothing beside models and views. */
export const NO_PARTS: ModuleParts = {
  controllers: [],
  groups: [],
  access: [],
  rules: [],
  crons: [],
  menus: [],
  actions: [],
  assets: [],
  scripts: [],
  readme: [],
  migrations: [],
  images: [],
};

/** One record of each kind. */
export const SOME_PARTS: ModuleParts = {
  controllers: [
    {
      class_name: "Shop",
      inherit_from: ["http.Controller"],
      file: "controllers/shop.py",
      line: 7,
      routes: [
        {
          name: "shop",
          paths: ["/shop", "/shop/<int:page>"],
          type: "http",
          auth: "public",
          methods: ["GET"],
          csrf: null,
          website: true,
          cors: null,
          line: 9,
          attrs: { sitemap: "False" },
        },
      ],
    },
  ],
  groups: [
    {
      xml_id: "group_thread_user",
      name: "Threads: user",
      category: "base.module_category_services",
      implied: ["base.group_user"],
      comment: null,
      file: "security/groups.xml",
      line: 4,
    },
  ],
  access: [
    {
      xml_id: "access_thread",
      name: "thread user",
      model: "model_mail_thread",
      group: "base.group_user",
      perm_read: true,
      perm_write: true,
      perm_create: false,
      perm_unlink: false,
      file: "security/ir.model.access.csv",
      line: 2,
    },
  ],
  rules: [
    {
      xml_id: "rule_thread",
      name: "Own threads",
      model: "model_mail_thread",
      domain: "[('user_id', '=', user.id)]",
      groups: ["base.group_user"],
      perm_read: true,
      perm_write: null,
      perm_create: null,
      perm_unlink: false,
      file: "security/rules.xml",
      line: 3,
    },
  ],
  crons: [
    {
      xml_id: "cron_thread",
      name: "Clean up",
      model: "model_mail_thread",
      interval_number: 1,
      interval_type: "days",
      code: "model.clean()",
      function: null,
      active: null,
      file: "data/cron.xml",
      line: 5,
    },
  ],
  menus: [
    {
      xml_id: "menu_thread",
      name: "Threads",
      parent: "menu_root",
      action: "action_thread",
      sequence: 10,
      groups: [],
      file: "views/menus.xml",
      line: 2,
    },
  ],
  actions: [
    {
      xml_id: "action_thread",
      name: "Threads",
      type: "ir.actions.act_window",
      model: "mail.thread",
      view_mode: "list,form",
      file: "views/actions.xml",
      line: 8,
    },
  ],
  assets: [
    {
      bundle: "web.assets_backend",
      directive: "append",
      path: "mail/static/src/thread.js",
      target: null,
      xml_id: null,
      file: "__manifest__.py",
      line: 12,
    },
  ],
  scripts: [
    {
      module_id: "@shop/screens/payment",
      alias: null,
      imports: [{ from: "@point_of_sale/app/screens/payment", names: ["PaymentScreen"] }],
      exports: ["TipButton"],
      classes: [
        {
          name: "TipButton",
          extends: "Component",
          extends_from: "@odoo/owl",
          template: "shop.TipButton",
          props: ["order"],
          components: ["Dialog"],
          services: ["pos"],
          methods: ["setup"],
          line: 5,
        },
      ],
      functions: [{ name: "computeTip", line: 20 }],
      patches: [
        {
          target: "PaymentScreen.prototype",
          name: "PaymentScreen",
          from: "@point_of_sale/app/screens/payment",
          services: [],
          methods: ["validateOrder"],
          line: 30,
        },
      ],
      registry: [
        {
          category: "pos_screens",
          key: "TipScreen",
          use: "add",
          value: "TipScreen",
          force: false,
          line: 40,
        },
      ],
      file: "static/src/screens/payment.js",
      line: 1,
    },
  ],
  readme: [{ section: "usage", format: "md", text: "Open *Threads*.", file: "readme/USAGE.md" }],
  migrations: [
    {
      version: "17.0.1.1.0",
      phase: "pre",
      steps: [
        {
          call: "rename_fields",
          thing: "column",
          on: "mail_thread",
          names: ["topic", "subject"],
          line: 9,
        },
        { call: "rename_models", thing: "model", on: null, names: ["mail.a", "mail.b"], line: 12 },
      ],
      file: "migrations/17.0.1.1.0/pre-migration.py",
      line: 8,
    },
  ],
  images: [{ kind: "icon", file: "static/description/icon.png" }],
};

const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom("", "__proto__", "constructor", "\u{1f600}"),
);
const plain = { noNullPrototype: true };
const few = { maxLength: 2 };
const texts = fc.array(text, few);
const nullable = fc.option(text);
const flag = fc.option(fc.boolean());
const number = fc.option(fc.maxSafeInteger());
const place = { file: text, line: fc.nat() };
const permissions = { perm_read: flag, perm_write: flag, perm_create: flag, perm_unlink: flag };

const line = { line: fc.nat() };

const script = fc.record(
  {
    module_id: nullable,
    alias: nullable,
    imports: fc.array(fc.record({ from: text, names: texts }, plain), few),
    exports: texts,
    classes: fc.array(
      fc.record(
        {
          name: text,
          extends: nullable,
          extends_from: nullable,
          template: nullable,
          props: texts,
          components: texts,
          services: texts,
          methods: texts,
          ...line,
        },
        plain,
      ),
      few,
    ),
    functions: fc.array(fc.record({ name: text, ...line }, plain), few),
    patches: fc.array(
      fc.record(
        { target: text, name: text, from: nullable, services: texts, methods: texts, ...line },
        plain,
      ),
      few,
    ),
    registry: fc.array(
      fc.record(
        {
          category: text,
          key: text,
          use: fc.constantFrom("add" as const, "get" as const, "remove" as const),
          value: nullable,
          force: fc.boolean(),
          ...line,
        },
        plain,
      ),
      few,
    ),
    ...place,
  },
  plain,
);

const route = fc.record(
  {
    name: text,
    paths: texts,
    type: nullable,
    auth: nullable,
    methods: fc.option(texts),
    csrf: flag,
    website: flag,
    cors: nullable,
    attrs: fc.option(
      fc
        .array(fc.tuple(text, text), few)
        .map((rows) => Object.fromEntries(rows) as Readonly<Record<string, string>>),
    ),
    line: fc.nat(),
  },
  plain,
);

/** Any parts that the builder could make. */
export const arbitraryParts: fc.Arbitrary<ModuleParts> = fc.record(
  {
    controllers: fc.array(
      fc.record(
        { class_name: text, inherit_from: texts, routes: fc.array(route, few), ...place },
        plain,
      ),
      few,
    ),
    groups: fc.array(
      fc.record(
        {
          xml_id: text,
          name: nullable,
          category: nullable,
          implied: texts,
          comment: nullable,
          ...place,
        },
        plain,
      ),
      few,
    ),
    access: fc.array(
      fc.record(
        {
          xml_id: text,
          name: nullable,
          model: nullable,
          group: nullable,
          ...permissions,
          ...place,
        },
        plain,
      ),
      few,
    ),
    rules: fc.array(
      fc.record(
        {
          xml_id: text,
          name: nullable,
          model: nullable,
          domain: nullable,
          groups: texts,
          ...permissions,
          ...place,
        },
        plain,
      ),
      few,
    ),
    crons: fc.array(
      fc.record(
        {
          xml_id: text,
          name: nullable,
          model: nullable,
          interval_number: number,
          interval_type: nullable,
          code: nullable,
          function: nullable,
          active: flag,
          ...place,
        },
        plain,
      ),
      few,
    ),
    menus: fc.array(
      fc.record(
        {
          xml_id: text,
          name: nullable,
          parent: nullable,
          action: nullable,
          sequence: number,
          groups: texts,
          ...place,
        },
        plain,
      ),
      few,
    ),
    actions: fc.array(
      fc.record(
        {
          xml_id: text,
          name: nullable,
          type: text,
          model: nullable,
          view_mode: nullable,
          ...place,
        },
        plain,
      ),
      few,
    ),
    assets: fc.array(
      fc.record(
        { bundle: text, directive: text, path: text, target: nullable, xml_id: nullable, ...place },
        plain,
      ),
      few,
    ),
    scripts: fc.array(script, few),
    readme: fc.array(
      fc.record(
        {
          section: fc.constantFrom(...README_SECTIONS),
          format: fc.constantFrom("md" as const, "rst" as const),
          text,
          file: text,
        },
        plain,
      ),
      few,
    ),
    migrations: fc.array(
      fc.record(
        {
          version: text,
          phase: fc.constantFrom("pre" as const, "post" as const, "end" as const),
          steps: fc.array(
            fc.record(
              {
                call: text,
                thing: fc.constantFrom("column" as const, "statement" as const),
                on: fc.option(text),
                names: fc.array(text, few),
                line: fc.nat(),
              },
              plain,
            ),
            few,
          ),
          file: text,
          line: fc.nat(),
        },
        plain,
      ),
      few,
    ),
    images: fc.array(
      fc.record(
        { kind: fc.constantFrom("icon" as const, "screenshot" as const), file: text },
        plain,
      ),
      few,
    ),
  },
  plain,
);
