// Which elements of an arch have a member of the model as their name: fields, and buttons that call a method.

/** Of a member; other names are of widgets and of nothing. */
export const MEMBER_NAME = /^[a-z_]\w*$/i;

/** @param type the attribute of a button */
export function findMemberKind(tag: string, type?: string): "field" | "method" | undefined {
  if (tag === "field" || tag === "groupby") return "field";
  return (tag === "button" || tag === "a") && type === "object" ? "method" : undefined;
}
