// Publishes the next snapshot of a soak: a hostile system of chance beside one module with as much in it as fits. Tells what to
// ask of it. Started by soak.ts.
import { NO_PARTS } from "../support/module-parts.js";
import { createContents, createRecord } from "../support/module-records.js";
import { createRandom } from "../support/random.js";
import { parseModules } from "../support/world.js";
import { writeContents } from "../support/written-snapshot.js";
import { drawHostileSystem } from "./hostile-systems.js";

const [out = "", seed = "1", round = "0"] = process.argv.slice(2);
const random = createRandom(Number(seed) * 7_919 + Number(round));
const { modules, targets } = drawHostileSystem(random);

const list = <Row>(length: number, toRow: (at: number) => Row): Row[] =>
  Array.from({ length }, (_, at) => toRow(at));

const large = createRecord({
  technical_name: "zz_large",
  description: "words ".repeat(random.below(400_000)),
  models: [
    {
      model_name: "large.model",
      class_name: "Large",
      inherit_from: [],
      is_new_model: true,
      docstring: "words ".repeat(random.below(400_000)),
      attrs: null,
      file: "models/large.py",
      line: 1,
      fields: list(random.below(30_000), (at) => ({
        name: `field_${at}`,
        field_type: "Char",
        relation: null,
        line: at + 2,
        attrs: null,
      })),
      methods: [],
    },
  ],
});
const access = list(random.below(60_000), (at) => ({
  xml_id: `access_${at}`,
  name: `right ${at}`,
  model: "model_large_model",
  group: "base.group_user",
  perm_read: true,
  perm_write: null,
  perm_create: null,
  perm_unlink: false,
  file: "security/ir.model.access.csv",
  line: at + 2,
}));

const { records, parts, loaded } = parseModules(modules);
const contents = createContents([...records, large], {
  parts: [...parts, { ...NO_PARTS, access }],
  loaded,
});
await writeContents(contents, out);
const LARGE = "/v1/module/zz_large/17.0";
process.stdout.write(
  JSON.stringify([
    ...targets,
    LARGE,
    `${LARGE}?include=all`,
    `${LARGE}?include=access`,
    "/v1/model/large.model",
    "/module/zz_large/17.0",
    "/model/large.model",
    "/v1/export/modules",
    "/v1/modules",
    "/v1/find?q=large",
    "/",
  ]),
);
