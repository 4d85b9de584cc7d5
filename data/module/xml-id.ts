// Ids of XML records, such as views: `module.name` in full; written without a module, an id belongs to
// the module that it is written in.

/** An id with its module. */
export const FULL_XML_ID = /^\w+\.[\w.-]+$/;

/** @param module the technical name of the module that the id is written in */
export function toFullXmlId(module: string, xmlId: string): string {
  return xmlId.includes(".") ? xmlId : `${module}.${xmlId}`;
}

/** The module of a full id: what stands before its first point. */
export function getModuleOfXmlId(fullXmlId: string): string {
  const end = fullXmlId.indexOf(".");
  return end < 0 ? fullXmlId : fullXmlId.slice(0, end);
}

/** Whether a full id is of a module; tells without making a text. */
export function isIdOf(module: string, fullXmlId: string): boolean {
  return fullXmlId[module.length] === "." && fullXmlId.startsWith(module);
}

/** Local part of a full id, without the module. */
export function toLocalId(fullXmlId: string): string {
  return fullXmlId.slice(getModuleOfXmlId(fullXmlId).length + 1);
}
