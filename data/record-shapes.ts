// The schemas of records, of their facts and of parts. Loaded by who writes schemas.
import { FACTS } from "./declared/facts.js";
import { PARTS } from "./module-parts.js";
import { CONTENT, FIELD, METHOD, MODEL, VIEW } from "./records.js";
import { shapeOf, shapeOfRow, shapesOf } from "./shape.js";

export const View = shapeOfRow(VIEW);
export const Field = shapeOfRow(FIELD);
export const Method = shapeOfRow(METHOD);
export const Model = shapeOfRow(MODEL);

export const MODULE_PROPERTIES = { ...shapesOf(FACTS), ...shapesOf(CONTENT.properties) };

export const PART_PROPERTIES = shapesOf(PARTS);

export const updateDate = shapeOf(FACTS.update_date);
export const lastCodeChange = shapeOf(FACTS.last_code_change);
