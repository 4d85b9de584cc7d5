// Parts of modules for tests: one of each kind, and arbitrary ones for properties.
import type * as fc from "fast-check";
import { PART_PROPERTIES, type ModuleParts } from "../../data/module/module-parts.js";
import { arbitraryObject } from "./arbitrary-shape.js";

/** Parts of a module with nothing beside models and views. */
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

/** Any parts that the builder could make. */
export const arbitraryParts: fc.Arbitrary<ModuleParts> = arbitraryObject(PART_PROPERTIES);
