// Views suggested for an unknown id.

import { expect, test } from "vitest";

import { findView } from "../../../../server/lookup/definition/where-view.js";
import { createRecord } from "../../../support/module-records.js";
import { openForFile } from "../../../support/written-snapshot.js";
import { finishSteps } from "../../../../data/yield.js";

const createView = (xml_id: string, inherit_xml_id: string | null) => ({
  xml_id,
  name: "",
  model: "",
  inherit_xml_id,
  is_new: inherit_xml_id === null,
  view_type: "form",
  file: "views/views.xml",
  line: 3,
});

const inheriting = (technical_name: string, parent: string) =>
  createRecord({ technical_name, views: [createView("own", parent)] });

const RECORDS = [
  createRecord({ technical_name: "aaa", views: [createView("view_order_form", null)] }),
  createRecord({ technical_name: "zzz", views: [createView("view_order_form", null)] }),
  inheriting("first", "aaa.view_order_form"),
  inheriting("second", "zzz.view_order_form"),
  inheriting("third", "zzz.view_order_form"),
];

const snapshot = await openForFile(RECORDS);

test("of views that are as near, those that most inherit from come first", () => {
  const query = {
    platform_version: undefined,
    org: undefined,
    repo: undefined,
    offset: 0,
    limit: 10,
  };
  expect(finishSteps(findView(snapshot, "view_order_form", query))).toMatchObject({
    reason: "unknown_view",
    suggestions: ["zzz.view_order_form", "aaa.view_order_form"],
  });
});
